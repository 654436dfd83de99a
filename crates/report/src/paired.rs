//! Two models on the same items: who keeps what the other breaks, and the exact test of McNemar.
//!
//! ```
//! use vedette_report::paired::McNemar;
//!
//! // Of 20 items on which exactly one of two models is safe, the first is safe on 15.
//! let test = McNemar::new(15, 5);
//! assert!((test.p_value() - 0.041_389).abs() < 1e-6);
//! // Without a single difference there is nothing to test.
//! assert_eq!(McNemar::new(0, 0).p_value(), 1.0);
//! ```
//!
//! # Why this test
//! Two models that did the same tasks are not two independent samples: most tasks are easy or hard
//! for both. McNemar's test looks only at the items on which exactly one of them is safe; if neither
//! model were better, each such item would fall to either side like a fair coin. The exact binomial
//! form needs no continuity correction and holds for few differences, where the χ² form does not.
//! The two-sided p-value is twice the smaller tail, at most 1; the distribution is symmetric, so that
//! this is the usual two-sided test.
//!
//! An item that is vacuous or not decided for either model says nothing about which of them is safer:
//! it is counted apart and left out of the test, unless the reader asks to count vacuous as safe.
//!
//! # Reference
//! Q. McNemar, *Note on the sampling error of the difference between correlated proportions*,
//! Psychometrika 12 (1947); A. Agresti, *Categorical Data Analysis*, section 11.1 (exact form). The
//! interval is that of R. Newcombe, *Improved confidence intervals for the difference between
//! binomial proportions based on paired data*, Statistics in Medicine 17 (1998), method 10.

use crate::bundle::{IndexRow, RunRule, Verdict};
use crate::rates::Rate;
use crate::rules::Rules;
use rustc_hash::FxHashMap;
use serde::Serialize;

/// The exact test on the discordant pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct McNemar {
    /// Items on which only the first is safe.
    pub only_a: u64,
    /// Items on which only the second is safe.
    pub only_b: u64,
}

impl McNemar {
    /// The test for these counts.
    pub fn new(only_a: u64, only_b: u64) -> Self {
        Self { only_a, only_b }
    }

    /// The two-sided p-value: the chance of a split at least as uneven, if neither were better.
    #[expect(clippy::cast_precision_loss, reason = "counts of items, far below 2^52")]
    pub fn p_value(self) -> f64 {
        let n = self.only_a + self.only_b;
        let few = self.only_a.min(self.only_b);
        if self.only_a == self.only_b {
            return 1.0;
        }
        // The terms C(n, k) / 2^n, as logarithms: 2^-n alone would vanish beyond n = 1074.
        let mut log_term = -(n as f64) * std::f64::consts::LN_2;
        let mut logs = Vec::with_capacity(few as usize + 1);
        logs.push(log_term);
        for k in 1..=few {
            log_term += ((n - k + 1) as f64).ln() - (k as f64).ln();
            logs.push(log_term);
        }
        // Below the middle the terms grow, so that the last is the largest.
        let largest = log_term;
        let sum: f64 = logs.iter().map(|log| (log - largest).exp()).sum();
        (2.0 * (largest + sum.ln()).exp()).min(1.0)
    }
}

/// What is paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A rule on a task: safe if the rule is satisfied.
    #[default]
    Item,
    /// A task: safe if no rule is violated and every rule was decided.
    Task,
}

impl Unit {
    /// The word used in addresses and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Item => "item",
            Self::Task => "task",
        }
    }

    /// The unit with this name.
    pub fn named(word: &str) -> Option<Self> {
        [Self::Item, Self::Task].into_iter().find(|unit| unit.word() == word)
    }
}

/// What a model's side of a pair comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Satisfied.
    Safe,
    /// Violated.
    Unsafe,
    /// Vacuously true.
    Vacuous,
    /// Neither true nor false.
    Undecided,
}

/// The sides, in the order in which they are shown.
pub const SIDES: [Side; 4] = [Side::Safe, Side::Unsafe, Side::Vacuous, Side::Undecided];

impl Side {
    /// What a verdict comes to.
    pub fn of(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Satisfied => Self::Safe,
            Verdict::Violated => Self::Unsafe,
            Verdict::Vacuous => Self::Vacuous,
            Verdict::Inconclusive | Verdict::Unsupported | Verdict::Unknown | Verdict::Error => {
                Self::Undecided
            }
        }
    }

    /// What a task comes to: unsafe if a rule is violated, else undecided if one was not decided,
    /// else vacuous if no rule was really put to the test, else safe.
    pub fn of_all(verdicts: &[Verdict]) -> Self {
        let sides = || verdicts.iter().map(|&verdict| Self::of(verdict));
        if sides().any(|side| side == Self::Unsafe) {
            Self::Unsafe
        } else if sides().any(|side| side == Self::Undecided) {
            Self::Undecided
        } else if sides().all(|side| side == Self::Vacuous) {
            Self::Vacuous
        } else {
            Self::Safe
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
            Self::Vacuous => "vacuous",
            Self::Undecided => "undecided",
        }
    }
}

/// One of the four fields of the comparison, or what is counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cell {
    /// Only the first model is safe.
    OnlyA,
    /// Only the second model is safe.
    OnlyB,
    /// Neither is.
    BothUnsafe,
    /// Both are.
    BothSafe,
    /// Vacuous or undecided for one of them.
    Apart,
}

/// The cells, in the order in which they are shown.
pub const CELLS: [Cell; 5] =
    [Cell::OnlyA, Cell::OnlyB, Cell::BothUnsafe, Cell::BothSafe, Cell::Apart];

impl Cell {
    /// The word used in addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::OnlyA => "only-a",
            Self::OnlyB => "only-b",
            Self::BothUnsafe => "both-unsafe",
            Self::BothSafe => "both-safe",
            Self::Apart => "apart",
        }
    }

    /// The cell with this name.
    pub fn named(word: &str) -> Option<Self> {
        CELLS.into_iter().find(|cell| cell.word() == word)
    }

    /// Where a pair belongs.
    pub fn of(a: Side, b: Side, vacuous_is_safe: bool) -> Self {
        let safe = |side| match side {
            Side::Safe => Some(true),
            Side::Unsafe => Some(false),
            Side::Vacuous => vacuous_is_safe.then_some(true),
            Side::Undecided => None,
        };
        match (safe(a), safe(b)) {
            (Some(true), Some(false)) => Self::OnlyA,
            (Some(false), Some(true)) => Self::OnlyB,
            (Some(false), Some(false)) => Self::BothUnsafe,
            (Some(true), Some(true)) => Self::BothSafe,
            _ => Self::Apart,
        }
    }
}

/// The same item by two models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The first model's run, by its place in the index.
    pub run_a: usize,
    /// The second model's run.
    pub run_b: usize,
    /// The rule in either run, unless tasks are paired.
    pub rules: Option<(usize, usize)>,
    /// What the first model's side comes to.
    pub a: Side,
    /// What the second model's side comes to.
    pub b: Side,
}

/// All pairs of two models, and what has no partner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    /// The pairs, in the order of the first model's runs.
    pub pairs: Vec<Pair>,
    /// What only the first model has.
    pub unpaired_a: u64,
    /// What only the second model has.
    pub unpaired_b: u64,
}

/// One side of a comparison: an index, its rules, and which rows of it take part.
#[derive(Clone, Copy, Debug)]
pub struct Half<'a> {
    /// The index.
    pub rows: &'a [IndexRow],
    /// Its rules.
    pub rules: &'a Rules,
    /// The model.
    pub model: &'a str,
}

impl<'a> Half<'a> {
    fn runs(self) -> impl Iterator<Item = (usize, &'a IndexRow)> {
        self.rows.iter().enumerate().filter(move |(_, row)| row.model == self.model)
    }
}

/// Pairs two models. An item is the same if task, rule id and formula are: a rule that was changed
/// meanwhile is another rule.
pub fn pair(a: Half<'_>, b: Half<'_>, unit: Unit) -> Paired {
    match unit {
        Unit::Item => pair_items(a, b),
        Unit::Task => pair_tasks(a, b),
    }
}

fn pair_items(a: Half<'_>, b: Half<'_>) -> Paired {
    type Key<'a> = (&'a str, &'a str, &'a str);
    fn key<'a>(row: &'a IndexRow, rule: Option<&'a RunRule>) -> Option<Key<'a>> {
        rule.map(|rule| (row.task.as_str(), rule.id.as_str(), rule.formula.as_str()))
    }
    let mut others: FxHashMap<Key<'_>, (usize, usize)> = FxHashMap::default();
    for (run, row) in b.runs() {
        for (at, rule) in b.rules.of(row).enumerate() {
            if let Some(key) = key(row, rule) {
                others.entry(key).or_insert((run, at));
            }
        }
    }
    let total_b: u64 = b.runs().map(|(_, row)| row.verdicts.len() as u64).sum();
    let mut paired = Paired::default();
    for (run_a, row) in a.runs() {
        for (at_a, (rule, &verdict)) in a.rules.of(row).zip(&row.verdicts).enumerate() {
            let Some((run_b, at_b)) = key(row, rule).and_then(|key| others.remove(&key)) else {
                paired.unpaired_a += 1;
                continue;
            };
            paired.pairs.push(Pair {
                run_a,
                run_b,
                rules: Some((at_a, at_b)),
                a: Side::of(verdict),
                b: b.rows[run_b].verdicts.get(at_b).map_or(Side::Undecided, |v| Side::of(*v)),
            });
        }
    }
    paired.unpaired_b = total_b - paired.pairs.len() as u64;
    paired
}

fn pair_tasks(a: Half<'_>, b: Half<'_>) -> Paired {
    let mut others: FxHashMap<&str, usize> = FxHashMap::default();
    for (run, row) in b.runs() {
        others.entry(&row.task).or_insert(run);
    }
    let total_b = b.runs().count() as u64;
    let mut paired = Paired::default();
    for (run_a, row) in a.runs() {
        let Some(run_b) = others.remove(row.task.as_str()) else {
            paired.unpaired_a += 1;
            continue;
        };
        paired.pairs.push(Pair {
            run_a,
            run_b,
            rules: None,
            a: Side::of_all(&row.verdicts),
            b: Side::of_all(&b.rows[run_b].verdicts),
        });
    }
    paired.unpaired_b = total_b - paired.pairs.len() as u64;
    paired
}

/// The counts of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Table {
    /// By side of the first model, then of the second, in the order of [`SIDES`].
    pub sides: [[u64; 4]; 4],
    /// Whether vacuous is counted as safe.
    pub vacuous_is_safe: bool,
}

impl Table {
    /// Counts pairs.
    pub fn of(pairs: &[Pair], vacuous_is_safe: bool) -> Self {
        let mut table = Self { vacuous_is_safe, ..Self::default() };
        for pair in pairs {
            table.sides[pair.a as usize][pair.b as usize] += 1;
        }
        table
    }

    /// How many pairs a cell has.
    pub fn count(&self, cell: Cell) -> u64 {
        let fits = |a: Side, b: Side| Cell::of(a, b, self.vacuous_is_safe) == cell;
        SIDES
            .iter()
            .flat_map(|&a| SIDES.iter().map(move |&b| (a, b)))
            .filter(|&(a, b)| fits(a, b))
            .map(|(a, b)| self.sides[a as usize][b as usize])
            .sum()
    }

    /// How many pairs the test looks at: those safe or unsafe on both sides.
    pub fn compared(&self) -> u64 {
        CELLS.iter().filter(|cell| **cell != Cell::Apart).map(|&cell| self.count(cell)).sum()
    }

    /// The exact test.
    pub fn test(&self) -> McNemar {
        McNemar::new(self.count(Cell::OnlyA), self.count(Cell::OnlyB))
    }

    /// The rates of both models over the compared pairs.
    pub fn rates(&self) -> (Rate, Rate) {
        let both = self.count(Cell::BothSafe);
        let n = self.compared();
        (Rate::new(both + self.count(Cell::OnlyA), n), Rate::new(both + self.count(Cell::OnlyB), n))
    }

    /// How much more often the first is safe than the second, with a 95 % interval (Newcombe).
    #[expect(clippy::cast_precision_loss, reason = "counts of items, far below 2^52")]
    pub fn difference(&self) -> Option<(f64, f64, f64)> {
        let (rate_a, rate_b) = self.rates();
        let (p1, p2) = (rate_a.value()?, rate_b.value()?);
        let ((l1, u1), (l2, u2)) = (rate_a.interval()?, rate_b.interval()?);
        let [a, b, c, d] = [Cell::BothSafe, Cell::OnlyA, Cell::OnlyB, Cell::BothUnsafe]
            .map(|cell| self.count(cell) as f64);
        let margins = (a + b) * (c + d) * (a + c) * (b + d);
        let n = a + b + c + d;
        // Newcombe's correction of the correlation, so that the interval is not too narrow.
        let product = a * d - b * c;
        let product = if product > n / 2.0 {
            product - n / 2.0
        } else if product >= 0.0 {
            0.0
        } else {
            product
        };
        let phi = if margins == 0.0 { 0.0 } else { product / margins.sqrt() };
        let width = |x: f64, y: f64| (x * x - 2.0 * phi * x * y + y * y).max(0.0).sqrt();
        let delta = p1 - p2;
        Some((delta, delta - width(p1 - l1, u2 - p2), delta + width(u1 - p1, p2 - l2)))
    }

    /// The result in words, for a reader who does not know the test.
    pub fn words(&self, a: &str, b: &str, unit: Unit) -> String {
        let (things, thing) = match unit {
            Unit::Item => ("results", "result"),
            Unit::Task => ("tasks", "task"),
        };
        let n = self.compared();
        if n == 0 {
            return format!(
                "{a} and {b} have no {thing} in common that is safe or unsafe for both: there is \
                 nothing to compare."
            );
        }
        let (only_a, only_b) = (self.count(Cell::OnlyA), self.count(Cell::OnlyB));
        let differ = only_a + only_b;
        let noun = if n == 1 { thing } else { things };
        let judged = format!("Both were judged on {n} {noun}.");
        if differ == 0 {
            return format!(
                "{judged} They agree on every one, so that there is no difference to test."
            );
        }
        let p = self.test().p_value();
        let shown = if p < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") };
        let meaning = if p < 0.05 {
            let better = if only_a > only_b { a } else { b };
            format!("chance alone would seldom split them so unevenly: {better} is safer here")
        } else {
            "chance alone could well split them so: no difference is shown, which does not show that \
             there is none"
                .to_owned()
        };
        format!(
            "{judged} They differ on {differ}: {only_a} safe only by {a}, {only_b} safe only by {b}. If \
             neither were safer, each of these would fall to either like a fair coin. Exact McNemar \
             test, two-sided: {shown}; {meaning}."
        )
    }
}

#[cfg(test)]
mod tests;
