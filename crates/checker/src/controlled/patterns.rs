//! The sentences that are understood: one table.

/// A sentence with gaps, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The sentence; `{p}`, `{q}`, `{r}` stand for states, `{n}` for a number.
    pub sentence: &'static str,
    /// The formula, with the same gaps.
    pub formula: &'static str,
    /// A sentence of this kind.
    pub example: &'static str,
    /// What the example means.
    pub meaning: &'static str,
}

const fn pattern(
    sentence: &'static str,
    formula: &'static str,
    example: &'static str,
    meaning: &'static str,
) -> Pattern {
    Pattern { sentence, formula, example, meaning }
}

/// Every pattern; the first that fits is taken.
pub const PATTERNS: &[Pattern] = &[
    pattern("{p} never happens", "G !{p}", "fire never happens", "G !fire"),
    pattern(
        "it never happens that {p}",
        "G !{p}",
        "it never happens that stove is on",
        "G !on(stove)",
    ),
    pattern("never {p}", "G !{p}", "never on(stove) and open(door)", "G !(on(stove) & open(door))"),
    pattern(
        "{p} must never happen while {q}",
        "G({q} -> !{p})",
        "open(door) must never happen while on(stove)",
        "G(on(stove) -> !open(door))",
    ),
    pattern("{p} must never happen", "G !{p}", "fire must never happen", "G !fire"),
    pattern("never {p} while {q}", "G({q} -> !{p})", "never open while hot", "G(hot -> !open)"),
    pattern("always {p}", "G {p}", "always safe", "G safe"),
    pattern("at every moment {p}", "G {p}", "at every moment safe", "G safe"),
    pattern("eventually {p}", "F {p}", "eventually door is closed", "F closed(door)"),
    pattern("next {p}", "X {p}", "next ready", "X ready"),
    pattern("in the next step {p}", "X {p}", "in the next step ready", "X ready"),
    pattern("within {n} steps {p}", "F[<={n}] {p}", "within 5 steps off", "F[<=5] off"),
    pattern(
        "whenever {p} eventually {q}",
        "G({p} -> F {q})",
        "whenever on(stove), eventually off(stove)",
        "G(on(stove) -> F off(stove))",
    ),
    pattern(
        "whenever {p} then eventually {q}",
        "G({p} -> F {q})",
        "whenever asked, then eventually answered",
        "G(asked -> F answered)",
    ),
    pattern(
        "whenever {p} within {n} steps {q}",
        "G({p} -> F[<={n}] {q})",
        "whenever on, within 10 steps off",
        "G(on -> F[<=10] off)",
    ),
    pattern(
        "whenever {p} in the next step {q}",
        "G({p} -> X {q})",
        "whenever p, in the next step q",
        "G(p -> X q)",
    ),
    pattern("whenever {p} next {q}", "G({p} -> X {q})", "whenever p, next q", "G(p -> X q)"),
    pattern(
        "whenever {p} never {q}",
        "G({p} -> G !{q})",
        "whenever broken, never used",
        "G(broken -> G !used)",
    ),
    pattern(
        "whenever {p} always {q}",
        "G({p} -> G {q})",
        "whenever broken, always marked",
        "G(broken -> G marked)",
    ),
    pattern(
        "whenever {p} then {q}",
        "G({p} -> {q})",
        "whenever hot, then watched",
        "G(hot -> watched)",
    ),
    pattern(
        "whenever {p} {q}",
        "G({p} -> {q})",
        "whenever m is on, m is not open",
        "G(on(m) -> !open(m))",
    ),
    pattern(
        "after {p} not {q} until {r}",
        "G({p} -> (!{q} W {r}))",
        "after broken, not used until repaired",
        "G(broken -> (!used W repaired))",
    ),
    pattern(
        "after {p} never {q}",
        "G({p} -> G !{q})",
        "after closed, never entered",
        "G(closed -> G !entered)",
    ),
    pattern(
        "after {p} eventually {q}",
        "G({p} -> F {q})",
        "after start, eventually stop",
        "G(start -> F stop)",
    ),
    pattern("not {p} until {q}", "!{p} W {q}", "not go until green", "!go W green"),
    pattern("not {p} before {q}", "!{p} W {q}", "not eat before cooked", "!eat W cooked"),
    pattern("{p} until {q}", "{p} U {q}", "wait until green", "wait U green"),
    pattern("{p} unless {q}", "{p} W {q}", "closed unless unlocked", "closed W unlocked"),
    pattern("{p} before {q}", "!{q} W {p}", "wash before cook", "!cook W wash"),
    pattern(
        "{p} at most once",
        "G({p} -> ({p} W G !{p}))",
        "alarm at most once",
        "G(alarm -> (alarm W G !alarm))",
    ),
    pattern("if {p} then {q}", "{p} -> {q}", "if wet, then closed", "wet -> closed"),
    pattern(
        "if {p} then eventually {q}",
        "{p} -> F {q}",
        "if wet, then eventually dry",
        "wet -> F dry",
    ),
    pattern(
        "if {p} then always {q}",
        "{p} -> G {q}",
        "if wet, then always closed",
        "wet -> G closed",
    ),
    pattern("if {p} then never {q}", "{p} -> G !{q}", "if wet, then never used", "wet -> G !used"),
    pattern(
        "if {p} then in the next step {q}",
        "{p} -> X {q}",
        "if red, then in the next step stopped",
        "red -> X stopped",
    ),
    pattern(
        "whenever {p} then in the next step {q}",
        "G({p} -> X {q})",
        "whenever red, then in the next step stopped",
        "G(red -> X stopped)",
    ),
    pattern(
        "whenever {p} then within {n} steps {q}",
        "G({p} -> F[<={n}] {q})",
        "whenever hot, then within 4 steps watched",
        "G(hot -> F[<=4] watched)",
    ),
    pattern(
        "whenever {p} within {n} seconds {q}",
        "G({p} -> F[<={n}s] {q})",
        "whenever on, within 30 seconds off",
        "G(on -> F[<=30s] off)",
    ),
    pattern("within {n} seconds {p}", "F[<={n}s] {p}", "within 5 seconds off", "F[<=5s] off"),
    pattern(
        "whenever {p} not {q} until {r}",
        "G({p} -> !{q} W {r})",
        "whenever broken, not used until repaired",
        "G(broken -> !used W repaired)",
    ),
    pattern(
        "whenever {p} {q} until {r}",
        "G({p} -> {q} U {r})",
        "whenever called, waiting until answered",
        "G(called -> waiting U answered)",
    ),
    pattern(
        "whenever {p} {q} unless {r}",
        "G({p} -> {q} W {r})",
        "whenever locked, closed unless unlocked",
        "G(locked -> closed W unlocked)",
    ),
    pattern("{p} leads to {q}", "G({p} -> F {q})", "smoke leads to alarm", "G(smoke -> F alarm)"),
    pattern("always eventually {p}", "G F {p}", "always eventually charged", "G F charged"),
    pattern(
        "at every moment eventually {p}",
        "G F {p}",
        "at every moment eventually charged",
        "G F charged",
    ),
    pattern("infinitely often {p}", "G F {p}", "infinitely often charged", "G F charged"),
    pattern("eventually always {p}", "F G {p}", "eventually always quiet", "F G quiet"),
    pattern(
        "eventually at every moment {p}",
        "F G {p}",
        "eventually at every moment quiet",
        "F G quiet",
    ),
    pattern("eventually never {p}", "F G !{p}", "eventually never lit", "F G !lit"),
    pattern("{p} only after {q}", "!{p} W {q}", "eat only after cooked", "!eat W cooked"),
    pattern(
        "before {r} never {p}",
        "F {r} -> !{p} U {r}",
        "before opened, never touched",
        "F opened -> !touched U opened",
    ),
    pattern(
        "before {r} always {p}",
        "F {r} -> {p} U {r}",
        "before opened, always sealed",
        "F opened -> sealed U opened",
    ),
    pattern(
        "after {q} until {r} never {p}",
        "G({q} & !{r} -> !{p} W {r})",
        "after locked until unlocked, never open",
        "G(locked & !unlocked -> !open W unlocked)",
    ),
    pattern(
        "after {q} until {r} always {p}",
        "G({q} & !{r} -> {p} W {r})",
        "after locked until unlocked, always closed",
        "G(locked & !unlocked -> closed W unlocked)",
    ),
    pattern(
        "after {p} always {q}",
        "G({p} -> G {q})",
        "after sealed, always closed",
        "G(sealed -> G closed)",
    ),
    pattern(
        "between {q} and {r} never {p}",
        "G({q} & !{r} & F {r} -> !{p} U {r})",
        "between takeoff and landing, never smoking",
        "G(takeoff & !landing & F landing -> !smoking U landing)",
    ),
    pattern(
        "between {q} and {r} always {p}",
        "G({q} & !{r} & F {r} -> {p} U {r})",
        "between takeoff and landing, always belted",
        "G(takeoff & !landing & F landing -> belted U landing)",
    ),
];
