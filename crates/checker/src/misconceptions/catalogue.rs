//! The misconceptions: one table of stable ids, names, explanations and tips.

/// A known way to get a temporal formula wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Misconception {
    /// `φ` for `G φ`, at the outside.
    MissingOuterGlobally,
    /// `φ` for `G φ`, further inside.
    ImplicitGlobally,
    /// `φ` for `F φ`.
    ImplicitFinally,
    /// `q -> p` for `p -> q`.
    SwappedImplication,
    /// `p & q` for `p -> q`.
    ImplicationAsConjunction,
    /// `p <-> q` for `p -> q`.
    ImplicationAsEquivalence,
    /// `W` for `U`, `R` for `M`.
    WeakUntil,
    /// `U` for `W`, `M` for `R`.
    StrongUntil,
    /// `p U (q & !p)` for `p U q`.
    ExclusiveUntil,
    /// `W` for `R`, `U` for `M`, or the reverse.
    ReleaseMoment,
    /// `q U p` for `p U q`.
    SwappedUntil,
    /// `X φ` for `F φ`.
    NextForFinally,
    /// `F φ` for `X φ`.
    FinallyForNext,
    /// `p -> X q` for `p -> q`.
    StrictAfter,
    /// `p -> q` for `p -> X q`.
    NonStrictAfter,
    /// An `X` too many or too few elsewhere.
    BadStateIndex,
    /// `F` for `G`, `G F` for `F G`, or the reverse.
    BadStateQuantification,
    /// `(G p) -> q` for `G(p -> q)` and other groupings.
    Precedence,
    /// `F p & F q` for `F(p & q)`, `G p | G q` for `G(p | q)`, or the reverse.
    TogetherOrApart,
    /// `|` for `&`, or the reverse.
    AndForOr,
    /// `p` for `!p`.
    MissingNegation,
    /// `G !p` for `!G p`, or the reverse.
    NegationScope,
    /// `F φ` for `F[<=n] φ`.
    BoundDropped,
}

impl Misconception {
    /// Every misconception, the more specific before the more general.
    pub const ALL: [Self; 23] = [
        Self::MissingOuterGlobally,
        Self::ImplicitGlobally,
        Self::ImplicitFinally,
        Self::SwappedImplication,
        Self::ImplicationAsConjunction,
        Self::ImplicationAsEquivalence,
        Self::WeakUntil,
        Self::StrongUntil,
        Self::ExclusiveUntil,
        Self::ReleaseMoment,
        Self::SwappedUntil,
        Self::NextForFinally,
        Self::FinallyForNext,
        Self::StrictAfter,
        Self::NonStrictAfter,
        Self::BadStateIndex,
        Self::BadStateQuantification,
        Self::Precedence,
        Self::TogetherOrApart,
        Self::AndForOr,
        Self::MissingNegation,
        Self::NegationScope,
        Self::BoundDropped,
    ];

    /// A stable name for files and scripts.
    pub fn id(self) -> &'static str {
        self.entry().0
    }

    /// A short name for people.
    pub fn name(self) -> &'static str {
        self.entry().1
    }

    /// What the candidate says instead: one sentence.
    pub fn explanation(self) -> &'static str {
        self.entry().2
    }

    /// What to remember: one sentence.
    pub fn tip(self) -> &'static str {
        self.entry().3
    }

    #[expect(clippy::too_many_lines, reason = "a table, one entry each")]
    fn entry(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Self::MissingOuterGlobally => (
                "missing_outer_g",
                "outer G left out",
                "The candidate speaks of the first moment only; the truth demands the same at every moment.",
                "A formula without G is checked once, at the start: put G around a rule that is to hold all the time.",
            ),
            Self::ImplicitGlobally => (
                "implicit_g",
                "G taken for granted",
                "A part that the truth demands from then on at every moment is demanded by the candidate at one moment only.",
                "A state formula speaks of one moment; only G makes it last.",
            ),
            Self::ImplicitFinally => (
                "implicit_f",
                "F taken for granted",
                "A part that the truth lets come later must, for the candidate, hold at once.",
                "A state formula speaks of the present moment; write F for what may come later.",
            ),
            Self::SwappedImplication => (
                "swapped_implication",
                "implication turned round",
                "The candidate has the condition and the consequence of an implication in each other's place.",
                "Put the trigger, after \"if\" or \"whenever\", on the left of the arrow.",
            ),
            Self::ImplicationAsConjunction => (
                "implication_as_conjunction",
                "implication read as \"and\"",
                "The candidate demands that the condition holds, too; the truth demands something only when it does.",
                "Inside G, \"whenever p, q\" is p -> q: with p & q, the rule is broken as soon as p is false.",
            ),
            Self::ImplicationAsEquivalence => (
                "implication_as_equivalence",
                "implication read as \"if and only if\"",
                "The candidate demands the reverse direction of an implication as well.",
                "An arrow says nothing when its left side is false; use <-> only where both directions are meant.",
            ),
            Self::WeakUntil => (
                "weak_until",
                "weak operator for the strong one",
                "The candidate is content if the awaited moment never comes; the truth demands that it comes.",
                "U promises that its right side comes, W does not; the same goes for M and R.",
            ),
            Self::StrongUntil => (
                "strong_until",
                "strong operator for the weak one",
                "The candidate demands that the awaited moment comes; the truth also allows that it never does.",
                "\"Not before\" and \"until\" in a prohibition seldom promise anything: use W where the end need not come.",
            ),
            Self::ExclusiveUntil => (
                "exclusive_until",
                "until taken to end its left side",
                "The candidate demands that the left side of an until is false when the right side comes; the truth leaves that open.",
                "p U q says nothing about p from the moment of q on: p may go on.",
            ),
            Self::ReleaseMoment => (
                "release_moment",
                "the releasing moment itself",
                "Candidate and truth disagree on whether the obligation includes the very moment that ends it.",
                "q R p includes the moment of q; p W q stops just before it.",
            ),
            Self::SwappedUntil => (
                "swapped_until",
                "sides of an until exchanged",
                "The candidate has what is to last and what ends it in each other's place.",
                "In p U q and p W q, p is what lasts and q is what ends it; in R and M it is the other way round.",
            ),
            Self::NextForFinally => (
                "next_for_finally",
                "\"next\" for \"eventually\"",
                "The candidate demands in the very next step what the truth lets come at any later moment.",
                "\"Then\" and \"afterwards\" seldom mean the very next step: use F unless one step is meant.",
            ),
            Self::FinallyForNext => (
                "finally_for_next",
                "\"eventually\" for \"next\"",
                "The candidate lets come at any time what the truth demands in the very next step.",
                "F includes now and sets no date; X is exactly one step on.",
            ),
            Self::StrictAfter => (
                "strict_after",
                "\"after\" without the moment itself",
                "The candidate starts one step after the trigger; the truth starts at the trigger itself.",
                "p -> G q includes the moment of p; p -> X G q begins one step later.",
            ),
            Self::NonStrictAfter => (
                "nonstrict_after",
                "\"after\" with the moment itself",
                "The candidate starts at the trigger itself; the truth starts one step later.",
                "Write X in front of what is to begin only after the trigger.",
            ),
            Self::BadStateIndex => (
                "bad_state_index",
                "off by one step",
                "A part is looked at one step too early or too late.",
                "Count the X on the way from the outside to the part: it is looked at that many steps on.",
            ),
            Self::BadStateQuantification => (
                "bad_state_quantification",
                "\"always\" and \"eventually\" mixed up",
                "The candidate says of some moment what the truth says of every moment, or the reverse.",
                "G is every moment from now, F is at least one; G F is again and again, F G is for good from some moment on.",
            ),
            Self::Precedence => (
                "precedence",
                "brackets grouped differently",
                "The candidate is what the truth becomes when its operators are grouped in another way.",
                "Operators with one operand bind tightest: G p -> q is (G p) -> q; bracket whatever could be read in two ways.",
            ),
            Self::TogetherOrApart => (
                "together_or_apart",
                "one moment or several",
                "Candidate and truth disagree on whether parts must hold at one common moment or may hold each at its own.",
                "F(p & q) needs one moment with both; F p & F q allows two. G(p | q) may change sides; G p | G q may not.",
            ),
            Self::AndForOr => (
                "and_for_or",
                "\"and\" and \"or\" exchanged",
                "The candidate joins parts by \"or\" that the truth joins by \"and\", or the reverse.",
                "\"Neither p nor q\" is !p & !q, the same as !(p | q).",
            ),
            Self::MissingNegation => (
                "missing_negation",
                "\"not\" lost",
                "The candidate demands what the truth rules out, for one of the parts.",
                "Say the formula aloud, each ! as \"not\", and compare it with the rule.",
            ),
            Self::NegationScope => (
                "negation_scope",
                "\"not\" in the wrong place",
                "The candidate negates inside a temporal operator where the truth negates outside it, or the reverse.",
                "Not always (!G p) is weaker than never (G !p).",
            ),
            Self::BoundDropped => (
                "bound_dropped",
                "deadline left out",
                "The candidate sets no deadline where the truth sets one.",
                "F alone sets no date: write F[<=n] for a deadline of n steps.",
            ),
        }
    }
}
