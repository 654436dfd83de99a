//! Ways from subgoal to subgoal in a household (schema `vedette.reach/1`).
//!
//! ```
//! use vedette_report::world::reach::reach;
//! use vedette_worlds::household::{Rules, Run, read_graph, reach::Effort};
//!
//! let graph = r#"{"nodes": [{"id": 1, "class": "hall", "category": "Rooms"},
//!     {"id": 2, "class": "character"},
//!     {"id": 3, "class": "lamp", "properties": ["HAS_SWITCH"], "states": ["OFF"]}],
//!   "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1]]}"#;
//! let home = read_graph(graph.as_bytes(), "home").unwrap();
//! let goals = ["on(lamp.3)".to_owned(), "open(lamp.3)".to_owned()];
//! let report = reach(home, "home", &goals, &Effort::default()).unwrap();
//! assert_eq!(report.subgoals[0].steps, ["[WALK] <lamp> (3)", "[SWITCHON] <lamp> (3)"]);
//! assert_eq!((report.verdict, report.subgoals[1].verdict), ("unreachable", "unreachable"));
//! ```

use crate::evaluation::search::{Segment, segment_within};
use crate::evaluation::subgoal::plan;
use serde::Serialize;
use vedette_worlds::household::reach::Effort;
use vedette_worlds::household::{Household, Rules, Run};

/// The schema of [`Report`].
pub const SCHEMA: &str = "vedette.reach/1";

/// What a sequence of subgoals comes to.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The scene.
    pub scene: String,
    /// `found`, `unreachable` or `unknown`: that of the last subgoal that was looked at.
    pub verdict: &'static str,
    /// The subgoals, up to the first that was not found.
    pub subgoals: Vec<SubgoalReport>,
    /// What was wrong with the scene, and left out of it.
    pub left_out: Vec<String>,
}

/// A subgoal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SubgoalReport {
    /// As it is read.
    pub goal: String,
    /// `found`: these steps; `unreachable`: proved; `unknown`: a limit was reached.
    pub verdict: &'static str,
    /// The steps from the subgoal before.
    pub steps: Vec<String>,
    /// Why there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Looks for ways; an error is about a goal that cannot be read.
pub fn reach(
    household: Household,
    scene: &str,
    goals: &[String],
    effort: &Effort<'_>,
) -> Result<Report, String> {
    let mut subgoals = Vec::new();
    for (at, goal) in goals.iter().enumerate() {
        let found = plan(&format!("```plan\n{goal}\n```"), &household.scene, true);
        if let Some(fault) = found.faults.first() {
            return Err(format!("goal {}: {}", at + 1, fault.message));
        }
        subgoals.extend(found.subgoals.into_iter().flatten());
    }
    let mut report = Report {
        schema: SCHEMA,
        scene: scene.to_owned(),
        verdict: "found",
        subgoals: Vec::new(),
        left_out: household.problems.iter().map(ToString::to_string).collect(),
    };
    let mut run = Run::new(household, Rules::strict());
    for subgoal in &subgoals {
        let (verdict, steps, why) = match segment_within(&run, subgoal, effort) {
            Segment::Found { steps, run: next } => {
                run = *next;
                ("found", steps.iter().map(ToString::to_string).collect(), None)
            }
            Segment::Impossible(why) => ("unreachable", Vec::new(), Some(why)),
            Segment::NotFound(why) => ("unknown", Vec::new(), Some(why)),
        };
        report.verdict = verdict;
        report.subgoals.push(SubgoalReport { goal: subgoal.to_string(), verdict, steps, why });
        if verdict != "found" {
            break;
        }
    }
    Ok(report)
}
