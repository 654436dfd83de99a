//! Our simulator against recorded programs (schema `vedette.oracle/1`).
//!
//! ```
//! use vedette_report::world::oracle::Tally;
//! use vedette_worlds::household::{recorded::Recorded, Rules, read_graph};
//!
//! let graph = r#"{"nodes": [{"id": 1, "class": "hall", "category": "Rooms"},
//!     {"id": 2, "class": "character"}, {"id": 3, "class": "lamp"}],
//!   "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1]]}"#;
//! let home = read_graph(graph.as_bytes(), "home").unwrap();
//! let line = r#"{"id": "a", "graph": "home", "program": ["[WALK] <lamp> (3)"], "steps": [{"line": "[WALK] <lamp> (3)", "ok": true, "add": [[2, "CLOSE", 3]]}]}"#;
//! let mut tally = Tally::new(Rules::compat());
//! tally.hold(&Recorded::read(line, "oracle.jsonl").unwrap()[0], home);
//! let report = tally.report();
//! assert_eq!((report.programs, report.steps, report.differing), (1, 1, 1));
//! assert_eq!(report.first_difference.unwrap().what, "relations added: ours also has 3 CLOSE 2");
//! ```

use serde::Serialize;
use vedette_worlds::household::recorded::{Recorded, compare};
use vedette_worlds::household::{Household, Rules};

/// The schema of [`Report`].
pub const SCHEMA: &str = "vedette.oracle/1";
/// So many differing programs are listed.
pub const LISTED: usize = 100;

/// How a simulator compares with records.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// `strict` or `compat`.
    pub mode: &'static str,
    /// How many programs were run.
    pub programs: usize,
    /// How many steps were compared.
    pub steps: usize,
    /// How many programs differ at some step.
    pub differing: usize,
    /// The first of them.
    pub first_difference: Option<DifferenceReport>,
    /// All of them, or the first hundred.
    pub differences: Vec<DifferenceReport>,
    /// Programs whose scene cannot be had, and why.
    pub left_out: Vec<String>,
}

/// Where a program first differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifferenceReport {
    /// The record.
    pub id: String,
    /// The scene.
    pub graph: String,
    /// The step, from 1.
    pub step: usize,
    /// What the program says there.
    pub text: String,
    /// What is different.
    pub what: String,
}

/// A report in the making.
#[derive(Clone, Debug)]
pub struct Tally {
    rules: Rules,
    programs: usize,
    steps: usize,
    differing: usize,
    differences: Vec<DifferenceReport>,
    left_out: Vec<String>,
}

impl Tally {
    /// Before the first record.
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            programs: 0,
            steps: 0,
            differing: 0,
            differences: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// Runs the program of a record in the household that it starts in.
    pub fn hold(&mut self, recorded: &Recorded, household: Household) {
        let found = compare(recorded, household, self.rules);
        self.programs += 1;
        self.steps += found.steps;
        let Some(difference) = found.difference else { return };
        self.differing += 1;
        if self.differences.len() < LISTED {
            self.differences.push(DifferenceReport {
                id: recorded.id.clone(),
                graph: recorded.graph.clone(),
                step: difference.step + 1,
                text: difference.line,
                what: difference.what,
            });
        }
    }

    /// Counts out a program whose scene cannot be had.
    pub fn leave_out(&mut self, recorded: &Recorded, why: &str) {
        self.left_out.push(format!("{}: {why}", recorded.id));
    }

    /// What it came to.
    pub fn report(self) -> Report {
        Report {
            schema: SCHEMA,
            mode: self.rules.mode.name(),
            programs: self.programs,
            steps: self.steps,
            differing: self.differing,
            first_difference: self.differences.first().cloned(),
            differences: self.differences,
            left_out: self.left_out,
        }
    }
}
