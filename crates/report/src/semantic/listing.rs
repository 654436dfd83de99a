//! The rows of a judged file as a list: which are shown, and as a file to take away.
//!
//! ```
//! use vedette_report::semantic::listing::{Filter, rows_csv};
//! use vedette_report::semantic::{Columns, Options, Outcome, judge, read};
//!
//! let table = read("truth,answer\nG !p,G !p\nG !p,F p\n", &Columns::default()).unwrap();
//! let rows: Vec<_> =
//!     table.rows.iter().map(|row| judge(row, &Options::default(), None).unwrap()).collect();
//! let filter = Filter { outcome: Some(Outcome::Nonequivalent), ..Filter::default() };
//! assert_eq!(filter.of(&rows), [1]);
//! assert!(rows_csv(&rows).unwrap().lines().nth(2).unwrap().contains(",nonequivalent,incomparable,"));
//! ```

use super::{Outcome, Rates, RowReport, Summary};
use std::fmt::Write;

/// Which rows are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only rows with this outcome.
    pub outcome: Option<Outcome>,
    /// Only rows whose truth is of this class.
    pub class: Option<String>,
    /// Only rows that hold this text somewhere; upper and lower case are the same.
    pub text: String,
}

impl Filter {
    /// The places of the rows that are shown, in the order of the file.
    pub fn of(&self, rows: &[RowReport]) -> Vec<usize> {
        let text = self.text.trim().to_lowercase();
        (0..rows.len()).filter(|&at| self.shows(&rows[at], &text)).collect()
    }

    fn shows(&self, row: &RowReport, text: &str) -> bool {
        let holds = |field: &str| field.to_lowercase().contains(text);
        self.outcome.is_none_or(|outcome| outcome == row.outcome)
            && self.class.as_ref().is_none_or(|class| *class == row.class)
            && (text.is_empty()
                || holds(&row.truth)
                || holds(&row.answer)
                || row.id.as_deref().is_some_and(holds)
                || row.rule.as_deref().is_some_and(holds))
    }
}

impl Outcome {
    /// Every outcome, as lists show them.
    pub const ALL: [Self; 7] = [
        Self::Equivalent,
        Self::Nonequivalent,
        Self::SyntaxError,
        Self::NotInFormat,
        Self::Undecided,
        Self::NotComparable,
        Self::NoTruth,
    ];

    /// A stable name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Equivalent => "equivalent",
            Self::Nonequivalent => "nonequivalent",
            Self::SyntaxError => "syntax_error",
            Self::Undecided => "undecided",
            Self::NotComparable => "not_comparable",
            Self::NotInFormat => "not_in_format",
            Self::NoTruth => "no_truth",
        }
    }

    /// The outcome in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Equivalent => "equivalent",
            Self::Nonequivalent => "not equivalent",
            Self::SyntaxError => "syntax error",
            Self::Undecided => "not decided",
            Self::NotComparable => "cannot be compared",
            Self::NotInFormat => "not in the requested format",
            Self::NoTruth => "the truth cannot be read",
        }
    }
}

/// The groups of the table: all rows, then each class that occurs, with its family.
pub fn groups(summary: &Summary) -> Vec<(&str, &str, Rates)> {
    let mut groups = vec![("all", "", summary.overall)];
    let classes = summary.classes.iter().filter(|class| class.rates.asked > 0);
    groups.extend(classes.map(|c| (c.class.as_str(), c.family.as_str(), c.rates)));
    groups
}

/// The table of rates as comma-separated values: a line for each group and rate. No cell needs quoting:
/// names are our own, the rest numbers.
pub fn rates_csv(summary: &Summary) -> String {
    let mut text = String::from("class,family,rate,count,total,value,low,high\n");
    for (class, family, rates) in groups(summary) {
        for share in rates.shares() {
            let number = |value: Option<f64>| value.map_or(String::new(), |v| format!("{v:.6}"));
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{class},{family},{},{},{},{},{},{}",
                share.name,
                share.rate.count,
                share.rate.total,
                number(share.value),
                number(share.low),
                number(share.high)
            );
        }
    }
    text
}

/// The judged rows as comma-separated values, one line each.
///
/// Cells that a spreadsheet would run as a formula of its own (`=`, `+`, `-`, `@` at the start) get a
/// quote before them.
///
/// # Errors
/// If the rows are too many for memory.
pub fn rows_csv(rows: &[RowReport]) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |e: csv::Error| e.to_string();
    writer
        .write_record([
            "line",
            "id",
            "rule",
            "truth",
            "answer",
            "candidate",
            "class",
            "outcome",
            "relation",
            "under_axioms",
            "other_truths",
            "only_candidate_allows",
            "only_truth_allows",
            "misconceptions",
            "problems",
        ])
        .map_err(failed)?;
    for row in rows {
        let comparison = row.comparison.as_deref();
        let word = |word: Option<&Option<String>>| word.cloned().flatten().unwrap_or_default();
        let misconceptions = comparison.and_then(|found| found.diagnoses.first());
        let misconceptions: Vec<&str> = misconceptions
            .map(|found| found.misconceptions.iter().map(|kind| kind.id.as_str()).collect())
            .unwrap_or_default();
        let problems: Vec<String> =
            row.problems.iter().map(|p| format!("{}: {}", p.place, p.message)).collect();
        let cells = [
            row.line.to_string(),
            row.id.clone().unwrap_or_default(),
            row.rule.clone().unwrap_or_default(),
            row.truth.clone(),
            row.answer.clone(),
            row.candidate.clone().unwrap_or_default(),
            row.class.clone(),
            row.outcome.name().to_owned(),
            comparison.map_or(String::new(), |found| found.verdict.name().to_owned()),
            comparison
                .and_then(|found| found.under_axioms.as_ref())
                .map_or(String::new(), |under| under.verdict.name().to_owned()),
            row.or.join("; "),
            word(comparison.map(|found| &found.witness_candidate_only)),
            word(comparison.map(|found| &found.witness_truth_only)),
            misconceptions.join(" "),
            problems.join("; "),
        ];
        writer.write_record(cells.map(harmless)).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|e| e.to_string())?;
    String::from_utf8(bytes).map_err(|e| e.to_string())
}

fn harmless(cell: String) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t']) { format!("'{cell}") } else { cell }
}
