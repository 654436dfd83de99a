//! Recorded plans of the PDDL domain in its own world and in the household simulator: where the two
//! agree, and where not and why (read at run time; skipped without the records). The counts are those of
//! `docs/formats/pddl.md`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use indexmap::IndexMap;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use vedette_testkit::recorded;
use vedette_worlds::household::recorded::Tasks;
use vedette_worlds::household::{Kind, Line, Named, Recording as Household, Rules, Run, Step};
use vedette_worlds::input::{Limits, text};
use vedette_worlds::pddl::{
    Domain, Naming, Problem, Recording, World, goal, household_action, read_domain, read_plan,
    read_problem, to_scene,
};

#[derive(Deserialize)]
struct Task {
    id: String,
    program: Vec<String>,
    pddl_plan: Option<Vec<String>>,
}

struct Data {
    domain: Arc<Domain>,
    problems: IndexMap<String, String>,
    tasks: Vec<Task>,
    scenes: Tasks,
}

fn data() -> Option<Data> {
    let folder = recorded("embodied/virtualhome")?;
    let read = |name: &str| {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        text(&bytes, name, &Limits::default()).unwrap().into_owned()
    };
    let lines = read("tasks.jsonl");
    Some(Data {
        domain: read_domain(&read("domain.pddl"), "domain.pddl").unwrap().value.into(),
        problems: serde_json::from_str(&read("pddl_problems.json.gz")).unwrap(),
        tasks: lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
        scenes: Tasks::read(&read("base_graph.json.gz"), &lines, "tasks").unwrap(),
    })
}

impl Data {
    fn problem(&self, id: &str) -> Arc<Problem> {
        read_problem(&self.problems[id], id, &self.domain).unwrap().value.into()
    }
}

#[test]
fn explore() {
    let Some(data) = data() else { return };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for task in &data.tasks {
        let Some(plan) = task.pddl_plan.as_ref().filter(|plan| !plan.is_empty()) else { continue };
        let problem = data.problem(&task.id);
        let mut world = World::new(data.domain.clone(), problem.clone());
        let mut refused = None;
        for (at, line) in read_plan(&plan.join("\n"), &task.id).iter().enumerate() {
            if let Err(why) = world.step(line.call.as_ref().unwrap()) {
                refused = Some((at, why));
                break;
            }
        }
        let reached = world.reached().unwrap().unwrap();
        *counts
            .entry(format!("pddl refused={} reached={reached}", refused.is_some()))
            .or_default() += 1;
        if let Some((at, why)) = &refused {
            println!("{} {at} {why}", task.id);
        }
        if !reached {
            println!(
                "{} not reached: {}",
                task.id,
                problem.to_pddl(&data.domain).split("(:goal").nth(1).unwrap().replace('\n', " ")
            );
        }
        // household
        let ids: BTreeMap<String, Vec<u32>> = {
            let mut ids: BTreeMap<String, Vec<u32>> = BTreeMap::new();
            for line in &task.program {
                for arg in &vedette_worlds::household::read_step(line, 1).unwrap().args {
                    let all = ids.entry(arg.class.to_string()).or_default();
                    if !all.contains(&arg.id) {
                        all.push(arg.id);
                    }
                }
            }
            ids
        };
        for rules in [Rules::compat(), Rules::strict()] {
            let mode = if rules == Rules::compat() { "compat" } else { "strict" };
            let household = data.scenes.household(&task.id).unwrap().unwrap();
            let mut run = Run::new(household, rules);
            let mut outcome = "done".to_owned();
            for line in read_plan(&plan.join("\n"), &task.id) {
                let call = line.call.unwrap();
                let (action, names) = household_action(&call).unwrap();
                let mut args = Vec::new();
                for name in &names {
                    let named: Vec<u32> = match ids.get(&**name) {
                        Some(ids) => ids.clone(),
                        None => run
                            .scene()
                            .nodes()
                            .iter()
                            .filter(|node| node.class == *name)
                            .map(|node| node.id)
                            .collect(),
                    };
                    if named.len() != 1 {
                        println!("{} {mode} {name}: {} candidates", task.id, named.len());
                    }
                    args.push(Named { class: name.clone(), id: named[0] });
                }
                let step = Step { action, args };
                let line = Line { number: line.number, text: step.to_string(), step: Ok(step) };
                if let Err(failed) = run.step(&line) {
                    outcome = format!("{} {:?}", line.text, failed.reason);
                    break;
                }
            }
            *counts.entry(format!("{mode} done={}", outcome == "done")).or_default() += 1;
            if outcome != "done" {
                println!("{} {mode} {outcome}", task.id);
            }
        }
    }
    println!("{counts:#?}");
    let _ = (
        Kind::Parse,
        Household::new as fn(_) -> _,
        Recording::new as fn(_, _) -> _,
        goal as fn(_, _, _) -> _,
        to_scene as fn(_, _, _, _) -> _,
        Naming::fitting as fn(_, _) -> _,
    );
}
