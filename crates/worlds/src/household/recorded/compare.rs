//! One recorded program against our run of it, step by step.

use super::{Recorded, RecordedCondition, RecordedFinal, RecordedStep};
use crate::household::diff::Diff;
use crate::household::failure::{Condition, Connective, Kind, Precondition, Thing};
use crate::household::program::read_program;
use crate::household::read::Household;
use crate::household::rules::Rules;
use crate::household::run::{Failed, Run};
use crate::household::scene::{Scene, Slot};
use crate::household::terms::{ObjectState, Set};
use std::fmt::Write;

/// How a run of ours compares with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// How many steps were compared, the failing one included.
    pub steps: usize,
    /// The first difference.
    pub difference: Option<Difference>,
}

/// Where a run differs from its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The step, from 0.
    pub step: usize,
    /// Its line.
    pub line: String,
    /// What is different.
    pub what: String,
}

/// Runs the program of a record and compares every step.
pub fn compare(recorded: &Recorded, household: Household, rules: Rules) -> Comparison {
    let program = read_program(&recorded.program.join("\n"));
    let mut run = Run::new(household, rules);
    let differs = |step: usize, line: &str, what: String| Comparison {
        steps: step + 1,
        difference: Some(Difference { step, line: line.to_owned(), what }),
    };
    for (index, theirs) in recorded.steps.iter().enumerate() {
        let Some(line) = program.lines.get(index) else {
            return differs(
                index,
                &theirs.line,
                "the record has more steps than its program".into(),
            );
        };
        let ours = run.step(line);
        if let Some(what) = step(&ours, theirs, run.scene()) {
            return differs(index, &line.text, what);
        }
    }
    let (done, all) = (recorded.steps.len(), program.lines.len());
    if recorded.steps.last().is_none_or(|last| last.ok) && done < all {
        let what = format!("the record ends after {done} of {all} steps, none of which failed");
        return differs(done, &program.lines[done].text, what);
    }
    Comparison { steps: done, difference: None }
}

/// What is different about a step.
fn step(ours: &Result<Diff, Failed>, theirs: &RecordedStep, scene: &Scene) -> Option<String> {
    match (ours, theirs.ok) {
        (Ok(diff), true) => effects(diff, [&theirs.add, &theirs.del], &theirs.states, scene),
        (Err(failed), false) => failures(failed, theirs, scene),
        (Ok(_), false) => {
            let kind = theirs.kind.as_deref().unwrap_or("none");
            Some(format!("ours is done, theirs fails ({kind})"))
        }
        (Err(failed), true) => {
            Some(format!("ours fails ({}: {}), theirs is done", failed.kind.name(), failed.reason))
        }
    }
}

type Row = (u32, &'static str, u32);

/// Relations of ours by id.
fn rows(edges: &[crate::household::Edge], scene: &Scene) -> Vec<Row> {
    let id = |slot: Slot| scene.node(slot).id;
    edges.iter().map(|edge| (id(edge.from), edge.relation.name(), id(edge.to))).collect()
}

/// Whether a difference is exactly the recorded one.
pub(super) fn same_effects(diff: &Diff, recorded: &RecordedFinal, scene: &Scene) -> bool {
    effects(diff, [&recorded.add, &recorded.del], &recorded.states, scene).is_none()
}

type States = [(u32, Vec<String>, Vec<String>)];
type Edges = [(u32, String, u32)];

fn effects(diff: &Diff, [add, del]: [&Edges; 2], theirs: &States, scene: &Scene) -> Option<String> {
    let owned = |words: Set<ObjectState>| words.names().map(str::to_owned).collect();
    let states: Vec<(u32, Vec<String>, Vec<String>)> = diff
        .states
        .iter()
        .map(|change| {
            let lost = owned(change.before.minus(change.after));
            (scene.node(change.slot).id, lost, owned(change.after.minus(change.before)))
        })
        .collect();
    let sorted = |words: &'_ Vec<String>| -> Vec<String> {
        let mut words = words.clone();
        words.sort_unstable();
        words
    };
    let mut recorded: Vec<(u32, Vec<String>, Vec<String>)> =
        theirs.iter().map(|(id, lost, got)| (*id, sorted(lost), sorted(got))).collect();
    recorded.sort_unstable();
    if states != recorded {
        return Some(format!("states: ours {states:?}, theirs {recorded:?}"));
    }
    for (what, ours, theirs) in [("added", &diff.added, add), ("removed", &diff.removed, del)] {
        if let Some(found) = edges(&rows(ours, scene), theirs) {
            return Some(format!("relations {what}: {found}"));
        }
    }
    None
}

/// What one list of relations has and the other has not.
fn edges(ours: &[Row], theirs: &Edges) -> Option<String> {
    let mut recorded: Vec<(u32, &str, u32)> =
        theirs.iter().map(|(from, relation, to)| (*from, relation.as_str(), *to)).collect();
    recorded.sort_unstable();
    let mut text = String::new();
    for (name, these, others) in [("ours", ours, &recorded[..]), ("theirs", &recorded[..], ours)] {
        let more: Vec<String> = these
            .iter()
            .filter(|row| !others.contains(row))
            .map(|(from, relation, to)| format!("{from} {relation} {to}"))
            .collect();
        if !more.is_empty() {
            let between = if text.is_empty() { "" } else { "; " };
            let _ = write!(text, "{between}{name} also has {}", more.join(", "));
        }
    }
    if text.is_empty() && ours.len() != recorded.len() {
        text.push_str("a relation stands in the record twice");
    }
    (!text.is_empty()).then_some(text)
}

fn failures(ours: &Failed, theirs: &RecordedStep, scene: &Scene) -> Option<String> {
    let kind = theirs.kind.as_deref().unwrap_or("none");
    // A crash of the reference is an object that it did not find, or an action that it has not.
    let same = match ours.kind {
        Kind::Unseen => kind == "unseen" || kind == "crash",
        Kind::Unsupported => kind == "crash",
        other => kind == other.name(),
    };
    if !same {
        return Some(format!("kind: ours {} ({}), theirs {kind}", ours.kind.name(), ours.reason));
    }
    if let Some(with_history) = &theirs.kind_with_history {
        let own = if ours.wrong_order { "time" } else { ours.kind.name() };
        if own != with_history {
            return Some(format!("kind with history: ours {own}, theirs {with_history}"));
        }
    }
    let own: Vec<(bool, RecordedCondition)> =
        ours.missing.iter().map(|lack| spelled(lack, scene)).collect();
    if kind == "missing" && own != theirs.missing {
        return Some(format!("missing: ours {own:?}, theirs {:?}", theirs.missing));
    }
    let own = match ours.connective {
        Connective::And => Some("and"),
        Connective::Or => Some("or"),
        Connective::First => None,
    };
    if kind == "missing" && own != theirs.connective.as_deref() {
        return Some(format!("connective: ours {own:?}, theirs {:?}", theirs.connective));
    }
    None
}

/// A precondition as records spell it.
fn spelled(lack: &Precondition, scene: &Scene) -> (bool, RecordedCondition) {
    let id = |slot: Slot| i64::from(scene.node(slot).id);
    let condition = match lack.condition {
        Condition::State(slot, state) => {
            RecordedCondition::State { id: scene.node(slot).id, state: state.name().to_owned() }
        }
        Condition::Relation(from, relation, to) => RecordedCondition::Relation {
            from_id: id(from),
            relation: relation.name().to_owned(),
            to_id: id(to),
        },
        Condition::Holds(who, thing) => RecordedCondition::Relation {
            from_id: id(who),
            relation: "HOLDS".to_owned(),
            to_id: match thing {
                Thing::Anything => -1,
                Thing::This(what) => id(what),
            },
        },
    };
    (lack.negated, condition)
}
