//! Judging one row, and adding up the rates.

use super::{Class, Options, Outcome, Problem, Rates, Row, RowReport, SCHEMA, Share, Summary};
use super::{Unwrapped, unwrap};
use crate::compare::{self, CompareReport, Relation};
use crate::diagnostic::Diagnostic;
use crate::rates::Rate;
use crate::reading;
use vedette_checker::budget::Limit;
use vedette_checker::classify::{RuleClass, rule_class};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;

/// Judges one row. Fails only if the options cannot be understood.
pub fn judge(
    row: &Row,
    options: &Options,
    interrupt: Option<&dyn Fn() -> Option<Limit>>,
) -> Result<RowReport, String> {
    let dialect: Dialect = options.dialect.parse()?;
    let reading = reading::parse(&options.reading)?;
    let mut report = RowReport {
        line: row.line,
        id: row.id.clone(),
        rule: row.rule.clone(),
        truth: row.truth.clone(),
        or: row.or.clone(),
        answer: row.candidate.clone(),
        candidate: None,
        outcome: Outcome::NotInFormat,
        class: RuleClass::Other.name().to_owned(),
        family: RuleClass::Other.family().name().to_owned(),
        repairs: Vec::new(),
        problems: Vec::new(),
        comparison: None,
    };
    // Truths that cannot be read are reported, and do not count as one.
    let mut truths = Vec::new();
    let mut class = None;
    for text in std::iter::once(&row.truth).chain(&row.or) {
        match parse(text, dialect, reading).ok() {
            Ok(truth) => {
                class = class.or(Some(rule_class(&truth.pool, truth.root)));
                truths.push(text.clone());
            }
            Err(_) => report.problem("truth", errors(text, dialect, options)),
        }
    }
    let Some(class) = class else {
        report.outcome = Outcome::NoTruth;
        return Ok(report);
    };
    class.name().clone_into(&mut report.class);
    class.family().name().clone_into(&mut report.family);
    let text = match unwrap(&row.candidate, dialect, reading) {
        Unwrapped::Formula { text, repair } => {
            if options.strict_format && repair.is_some() {
                return Ok(report.with("the formula stands within other text"));
            }
            report.repairs.extend(repair);
            text
        }
        Unwrapped::SyntaxError => {
            report.outcome = Outcome::SyntaxError;
            report.problem("candidate", errors(&row.candidate, dialect, options));
            return Ok(report);
        }
        Unwrapped::Ambiguous => {
            return Ok(report.with("the answer holds two different formulas, expected one"));
        }
        Unwrapped::NotInFormat => {
            return Ok(report.with("no formula found in the answer, expected one"));
        }
    };
    report.candidate = Some(text.clone());
    let mut wanted = compare::Options::new(&options.dialect, &options.reading);
    wanted.max_states = options.max_states;
    wanted.axioms.clone_from(&options.axioms);
    wanted.pictures = false;
    wanted.diagnose = options.diagnose;
    wanted.constants.clone_from(&options.constants);
    wanted.vocabulary.clone_from(&options.vocabulary);
    // A sentence is not the formula that was asked for.
    wanted.words = false;
    let found = compare::best(&text, &truths, &wanted, interrupt)?;
    if let Some(matched) = &found.matched {
        report.truth.clone_from(&truths[matched.number - 1]);
        report.or = truths.into_iter().filter(|truth| *truth != report.truth).collect();
    }
    report.outcome = match found.verdict {
        Relation::Equivalent => Outcome::Equivalent,
        Relation::Stronger | Relation::Weaker | Relation::Incomparable => Outcome::Nonequivalent,
        // A word that separates the two settles what the table counts.
        Relation::Unknown if separated(&found) => Outcome::Nonequivalent,
        Relation::Unknown => Outcome::Undecided,
        Relation::Error => Outcome::NotComparable,
    };
    let problem = |place: &str, message: &String| Problem {
        place: place.into(),
        message: message.clone(),
        column: None,
    };
    for (place, side) in [("candidate", &found.candidate), ("truth", &found.truth)] {
        report.problems.extend(side.notes.iter().map(|note| problem(place, note)));
    }
    report.problems.extend(found.remarks.iter().map(|remark| problem("both", remark)));
    report.comparison = Some(Box::new(found));
    Ok(report)
}

fn separated(found: &CompareReport) -> bool {
    found.witness_candidate_only.is_some() || found.witness_truth_only.is_some()
}

fn errors(text: &str, dialect: Dialect, options: &Options) -> Vec<Diagnostic> {
    let reading = reading::parse(&options.reading).unwrap_or(Reading::Infinite);
    Diagnostic::errors(text, &parse(text, dialect, reading))
}

impl RowReport {
    fn problem(&mut self, place: &str, errors: Vec<Diagnostic>) {
        let problem = |error: Diagnostic| Problem {
            place: place.to_owned(),
            message: error.message,
            column: Some(error.column),
        };
        self.problems.extend(errors.into_iter().map(problem));
    }

    fn with(mut self, message: &str) -> Self {
        let place = "candidate".to_owned();
        self.problems.push(Problem { place, message: message.to_owned(), column: None });
        self
    }
}

impl Default for Summary {
    fn default() -> Self {
        let class = |class: RuleClass| Class {
            class: class.name().to_owned(),
            family: class.family().name().to_owned(),
            rates: Rates::default(),
        };
        Self {
            schema: SCHEMA.to_owned(),
            without_truth: 0,
            repaired: 0,
            overall: Rates::default(),
            classes: RuleClass::ALL.into_iter().map(class).collect(),
        }
    }
}

impl Summary {
    /// Counts one more row.
    pub fn add(&mut self, row: &RowReport) {
        if row.outcome == Outcome::NoTruth {
            self.without_truth += 1;
            return;
        }
        self.repaired += u64::from(!row.repairs.is_empty());
        self.overall.add(row.outcome);
        for class in self.classes.iter_mut().filter(|class| class.class == row.class) {
            class.rates.add(row.outcome);
        }
    }
}

impl Rates {
    /// Counts an outcome.
    pub fn add(&mut self, outcome: Outcome) {
        self.asked += 1;
        match outcome {
            Outcome::Equivalent => self.equivalent += 1,
            Outcome::Nonequivalent => self.nonequivalent += 1,
            Outcome::SyntaxError => self.syntax_errors += 1,
            Outcome::Undecided | Outcome::NotComparable => self.undecided += 1,
            Outcome::NotInFormat | Outcome::NoTruth => return,
        }
        self.generated += 1;
    }

    /// The columns of the paper's table, in its order, and what was not decided.
    pub fn shares(&self) -> [Share; 5] {
        let share = |name: &str, count, total| {
            let rate = Rate::new(count, total);
            let (low, high) = rate.interval().unzip();
            Share { name: name.to_owned(), rate, value: rate.value(), low, high }
        };
        [
            share("gen_succ", self.generated, self.asked),
            share("syntax_err", self.syntax_errors, self.generated),
            share("nonequiv", self.nonequivalent, self.generated),
            share("equiv", self.equivalent, self.generated),
            share("undecided", self.undecided, self.generated),
        ]
    }
}
