//! What the household is measured on: programs to run and subgoals to look for, of a folder of records
//! or of the shipped tasks.

use crate::exit::Failure;
use crate::recorded::{Graphs, records};
use std::path::Path;
use std::sync::Arc;
use vedette_report::evaluation::Horizon;
use vedette_report::evaluation::subgoal::{Literal, Subgoal, plan};
use vedette_report::evaluation::task::{Task, TaskSet};
use vedette_worlds::household::recorded::Recorded;
use vedette_worlds::household::{
    Diff, Household, Program, Relation, Rules, Run, Scene, Slot, read_program,
};

/// A program and where it begins.
pub(crate) struct Case {
    pub(crate) household: Household,
    pub(crate) program: Program,
}

/// A task as the plan level sees it: subgoals, one after another.
pub(crate) struct Course {
    pub(crate) task: String,
    pub(crate) start: Run,
    pub(crate) subgoals: Vec<Subgoal>,
}

/// A program of more lines than this makes a long task, as in the data set of SENTINEL's VirtualHome tasks.
const SHORT: usize = 10;

/// The recorded programs of a folder.
pub(crate) fn recorded(folder: &Path, graphs: &Graphs) -> Result<Vec<Case>, Failure> {
    let case = |record: Recorded| {
        let household = graphs.household(&record.graph)?;
        Ok(Case { household, program: read_program(&record.program.join("\n")) })
    };
    records(folder)?.into_iter().map(case).collect()
}

/// The reference programs of the shipped tasks, and those that break a rule.
pub(crate) fn shipped(set: &TaskSet) -> Vec<Case> {
    let of = |lines: &[String], household: &Household| Case {
        household: household.clone(),
        program: read_program(&lines.join("\n")),
    };
    let mut cases = Vec::new();
    for task in &set.tasks {
        cases.push(of(&task.reference, &task.household));
        cases.extend(task.tempting.iter().map(|it| of(&it.program, &task.household)));
    }
    cases
}

/// The long tasks of a folder. Their subgoals are what their reference programs bring about.
pub(crate) fn long_recorded(graphs: &Graphs) -> Result<Vec<Course>, Failure> {
    let mut courses = Vec::new();
    let Some(tasks) = graphs.tasks() else { return Ok(courses) };
    for (task, program) in tasks.programs().filter(|(_, program)| program.len() > SHORT) {
        let start = Run::new(graphs.household(task)?, Rules::strict());
        let subgoals = brought_about(start.clone(), &read_program(&program.join("\n")));
        courses.push(Course { task: task.to_owned(), start, subgoals });
    }
    Ok(courses)
}

/// The long shipped tasks, with the subgoals that they state.
pub(crate) fn long_shipped(set: &TaskSet) -> Vec<Course> {
    let long = set.tasks.iter().filter(|task| task.horizon == Horizon::Long);
    let course = |task: &Task| {
        let text = format!("```plan\n{}\n```", task.subgoals.join("\n"));
        let subgoals = plan(&text, &task.household.scene, true).subgoals?;
        Some(Course { task: task.id.clone(), start: task.start(), subgoals })
    };
    long.filter_map(course).collect()
}

/// What the steps of a program bring about, one after another, as a plan would say it: states, what is held
/// and where things are; not what is near or faced, which changes on the way. Steps that cannot be
/// done are passed over.
fn brought_about(mut run: Run, program: &Program) -> Vec<Subgoal> {
    let mut subgoals = Vec::new();
    for line in &program.lines {
        let Ok(diff) = run.step(line) else { continue };
        let literals = literals(&diff, run.scene());
        if !literals.is_empty() {
            subgoals.push(Subgoal { literals });
        }
    }
    subgoals
}

fn literals(diff: &Diff, scene: &Scene) -> Vec<Literal> {
    let literal = |name: &str, slots: &[Slot]| Literal {
        holds: true,
        name: name.into(),
        args: slots.iter().map(|&slot| Arc::clone(scene.name(slot))).collect(),
    };
    let mut literals = Vec::new();
    for changed in &diff.states {
        let gained = changed.after.minus(changed.before);
        literals.extend(
            gained.iter().map(|state| literal(&state.name().to_lowercase(), &[changed.slot])),
        );
    }
    for edge in &diff.added {
        let (from, to) = (edge.from, edge.to);
        match edge.relation {
            Relation::HoldsLh | Relation::HoldsRh if from == scene.character() => {
                literals.push(literal("held", &[to]));
            }
            Relation::On => literals.push(literal("ontop", &[from, to])),
            Relation::Inside if !scene.node(to).is_room() => {
                literals.push(literal("inside", &[from, to]));
            }
            _ => {}
        }
    }
    literals
}

#[cfg(test)]
mod tests {
    use super::*;
    use vedette_worlds::household::read_graph;

    #[test]
    fn subgoals_are_what_a_program_brings_about() {
        let graph = br#"{"nodes": [{"id": 1, "class": "kitchen", "category": "Rooms"},
            {"id": 2, "class": "character"},
            {"id": 3, "class": "fridge", "properties": ["CAN_OPEN", "CONTAINERS"], "states": ["CLOSED"]},
            {"id": 4, "class": "milk", "properties": ["GRABBABLE"]},
            {"id": 5, "class": "table", "properties": ["SURFACES"]}],
          "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1], [4, "INSIDE", 1], [5, "INSIDE", 1], [4, "INSIDE", 3]]}"#;
        let start =
            Run::new(read_graph(graph, "home").unwrap_or_else(|e| panic!("{e}")), Rules::strict());
        let program = "[WALK] <milk> (4)\n[GRAB] <milk> (4)\n[OPEN] <fridge> (3)\n[GRAB] <milk> (4)\n\
                       [WALK] <table> (5)\n[PUTBACK] <milk> (4) <table> (5)";
        let told: Vec<String> =
            brought_about(start, &read_program(program)).iter().map(ToString::to_string).collect();
        assert_eq!(told, ["open(fridge.3)", "held(milk.4)", "ontop(milk.4, table.5)"]);
    }

    #[test]
    fn the_shipped_tasks_have_subgoals() {
        let set = vedette_report::evaluation::benchmark::shipped();
        let courses = long_shipped(&set);
        assert!(courses.len() >= 5, "{}", courses.len());
        assert!(courses.iter().all(|course| course.subgoals.len() > 1));
        assert!(shipped(&set).len() > set.tasks.len());
    }
}
