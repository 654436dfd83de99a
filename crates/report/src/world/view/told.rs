//! A report in a sentence, for the screen and the terminal alike.
//!
//! ```
//! use vedette_report::world::view::{WorldQuestion, run};
//!
//! let report = run(&WorldQuestion {
//!     scene: "kitchen".into(),
//!     program: "[WALK] <stove> (4)".into(),
//!     rules: "stove-off: G off(stove.4)".into(),
//!     goal: "near(agent, stove.4)".into(),
//!     ..WorldQuestion::default()
//! });
//! assert_eq!(report.sentence(), "1 of 1 steps done; 1 of 1 rules kept; the goal is reached.");
//! ```

use super::wire::{Status, WorldReport};

impl WorldReport {
    /// How many rules have a verdict.
    fn count(&self, wanted: &str) -> usize {
        self.counts.iter().find(|(verdict, _)| verdict == wanted).map_or(0, |(_, count)| *count)
    }

    /// What was done, how many rules are kept, whether the goal is reached.
    pub fn sentence(&self) -> String {
        if self.status == Status::Rejected {
            return "The scene cannot be run.".to_owned();
        }
        let all: usize = self.counts.iter().map(|(_, count)| count).sum();
        let steps = self.moments.len().saturating_sub(1);
        let failed = self.moments.iter().filter(|moment| moment.failed.is_some()).count();
        let done = format!("{} of {} steps done", steps - failed, self.lines.len());
        let rules = match (all, self.count("violated")) {
            (0, _) => "no rules are given".to_owned(),
            (_, 0) => {
                format!("{} of {all} rules kept", self.count("satisfied") + self.count("vacuous"))
            }
            (_, violated) => format!("{violated} of {all} rules violated"),
        };
        let goal = match self.goal.as_ref().map(|goal| goal.reached) {
            None => "",
            Some(Some(true)) => "; the goal is reached",
            Some(Some(false)) => "; the goal is not reached",
            Some(None) => "; the goal could not be decided",
        };
        format!("{done}; {rules}{goal}.")
    }
}
