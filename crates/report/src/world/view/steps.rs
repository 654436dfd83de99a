//! The program, executed: a moment for every step, a word for every line.

use super::wire::{
    FactView, FailedView, LineState, LineView, Moment, Semantics, WorldQuestion, WorldReport,
};
use vedette_worlds::household::{
    Diff, Edge, Failed, Household, Line, Program, Recording, Relation, Rules, Run, Scene, Slot,
    State, read_program,
};
use vedette_worlds::trajectory::Trajectory;

/// The longest program that is run.
const LINES: usize = 2_000;

/// Runs the program of a question.
pub(super) fn run(
    household: Household,
    question: &WorldQuestion,
    report: &mut WorldReport,
) -> Trajectory {
    let rules = match question.semantics {
        Semantics::Strict => Rules::strict(),
        Semantics::Compat => Rules::compat(),
    };
    let mut recording = Recording::new(Run::new(household, rules));
    let scene = recording.run().scene().clone();
    report.facts = facts(recording.run().state(), &scene);
    report.moments.push(Moment::default());
    let program = read(question, report);
    let mut ended = program.lines.len() > LINES;
    for line in &program.lines {
        if ended {
            report.lines.push(view(line, LineState::NotReached, Some(&scene)));
            continue;
        }
        let outcome = recording.step(line);
        ended = outcome.is_err() && !question.go_on;
        if line.step.is_err() {
            report.lines.push(view(line, LineState::Unread, None));
            continue;
        }
        let at = report.moments.len() as u32;
        let state = if outcome.is_ok() { LineState::Done } else { LineState::Failed };
        let moment = moment(line, outcome, &scene);
        let mut view = LineView { moment: Some(at), ..view(line, state, Some(&scene)) };
        view.words = moment.failed.as_ref().map(|failed| failed.reason.clone());
        report.lines.push(view);
        report.moments.push(moment);
    }
    recording.finish("run", "1", "executed")
}

/// The lines of a program that is not run: what cannot be read is named all the same.
pub(super) fn unread(question: &WorldQuestion, report: &mut WorldReport) {
    for line in &read(question, report).lines {
        let state = if line.step.is_ok() { LineState::NotReached } else { LineState::Unread };
        report.lines.push(view(line, state, None));
    }
    report.moments.push(Moment::default());
}

fn read(question: &WorldQuestion, report: &mut WorldReport) -> Program {
    let program = read_program(&question.program);
    if program.lines.len() > LINES {
        let found = program.lines.len();
        report.problems.push(format!("found {found} steps, expected at most {LINES}"));
    }
    program
}

fn view(line: &Line, state: LineState, scene: Option<&Scene>) -> LineView {
    let error = line.step.as_ref().err();
    let args = line.step.iter().flat_map(|step| &step.args);
    let slots = args.filter_map(|arg| scene?.slot(arg.id));
    LineView {
        number: line.number as u32,
        state,
        column: error.map_or(0, |error| error.column as u32),
        words: error.map(|error| format!("found {}, expected {}", error.what, error.expected)),
        moment: None,
        objects: slots.map(|slot| slot.index() as u32).collect(),
    }
}

fn moment(line: &Line, outcome: Result<Diff, Failed>, scene: &Scene) -> Moment {
    let (line, text) = (Some(line.number as u32), line.text.clone());
    match outcome {
        Ok(diff) => {
            let (added, removed) = changed(&diff, scene);
            Moment { line, text, failed: None, added, removed }
        }
        Err(failed) => {
            let lacking = |lack: &vedette_worlds::household::Precondition| {
                let not = if lack.negated { "not " } else { "" };
                format!("{not}{}", lack.condition.shown(scene))
            };
            let failed = FailedView {
                kind: failed.kind.name().to_owned(),
                reason: failed.reason,
                missing: failed.missing.iter().map(lacking).collect(),
                wrong_order: failed.wrong_order,
            };
            Moment { line, text, failed: Some(failed), ..Moment::default() }
        }
    }
}

fn fact(name: &str, args: &[Slot]) -> FactView {
    let args = args.iter().map(|slot| slot.index() as u32).collect();
    FactView { name: name.to_lowercase(), args }
}

/// A relation as rules spell it; none for the second of the two directions of nearness.
fn relation(edge: Edge, scene: &Scene, mutual: bool) -> Option<FactView> {
    let Edge { from, relation, to } = edge;
    Some(match relation {
        Relation::Close if mutual && to < from => return None,
        Relation::Close => fact("near", &[from, to]),
        Relation::On => fact("ontop", &[from, to]),
        Relation::HoldsLh | Relation::HoldsRh if from == scene.character() => fact("held", &[to]),
        other => fact(other.name(), &[from, to]),
    })
}

/// What holds; of nearness only that to the agent, for the rest says what is beside what in thousands of
/// facts that nobody reads.
fn facts(state: &State, scene: &Scene) -> Vec<FactView> {
    let agent = scene.character();
    let mut all = Vec::new();
    for slot in scene.slots() {
        all.extend(state.states(slot).iter().map(|held| fact(held.name(), &[slot])));
    }
    for edge in state.edges() {
        let Edge { from, relation: kind, to } = edge;
        if kind == Relation::Close && from != agent && to != agent {
            continue;
        }
        all.extend(relation(edge, scene, state.has(to, kind, from)));
    }
    all
}

/// What a step changed. Nearness is told once of two things.
fn changed(diff: &Diff, scene: &Scene) -> (Vec<FactView>, Vec<FactView>) {
    let (mut added, mut removed) = (Vec::new(), Vec::new());
    for change in &diff.states {
        let told = |held: vedette_worlds::household::ObjectState| fact(held.name(), &[change.slot]);
        added.extend(change.after.minus(change.before).iter().map(told));
        removed.extend(change.before.minus(change.after).iter().map(told));
    }
    for (edges, told) in [(&diff.added, &mut added), (&diff.removed, &mut removed)] {
        for &edge in edges {
            let back = Edge { from: edge.to, relation: edge.relation, to: edge.from };
            told.extend(relation(edge, scene, edges.binary_search(&back).is_ok()));
        }
    }
    (added, removed)
}
