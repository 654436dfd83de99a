//! Recorded plans of the PDDL domain in its own world and in the household simulator: where the two
//! agree, and where not and why (read at run time; skipped without the records). The counts are those of
//! `docs/formats/pddl.md`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use indexmap::IndexMap;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use vedette_testkit::recorded;
use vedette_worlds::household::recorded::Tasks;
use vedette_worlds::household::{
    Line, Named, Recording as Household, Rules, Run, Scene, Step, read_step,
};
use vedette_worlds::input::{Limits, text};
use vedette_worlds::pddl::{
    Domain, Naming, Part, Problem, Recording, Said, Term, World, household_action, read_domain,
    read_plan, read_problem,
};
use vedette_worlds::trajectory::{State, Trajectory};

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

/// How a plan went in both worlds.
#[derive(Default)]
struct Outcome {
    /// What stopped the household, without the objects.
    stopped: Option<String>,
    /// Facts that hold at the start in one of the two only: `pddl CLOSE`, `household CLOSE`.
    start: Vec<String>,
    /// The same of what came to hold or ceased to, from start to end; if nothing stopped it.
    change: Vec<String>,
    /// Whether the goal holds at the end of the household's run.
    goal: bool,
}

/// The facts of a state among objects that both worlds have, in the words of the household.
fn facts(state: &State, called: &BTreeMap<String, String>) -> BTreeSet<String> {
    let State::Facts(facts) = state else { panic!("a state of facts") };
    let mut found = BTreeSet::new();
    for fact in facts.facts.iter().filter(|fact| !matches!(&*fact.name, "HOLDS" | "HELD")) {
        let args: Option<Vec<&String>> = fact.args.iter().map(|arg| called.get(&**arg)).collect();
        let Some(mut args) = args else { continue };
        if &*fact.name == "CLOSE" {
            args.sort();
        }
        let args: Vec<&str> = args.into_iter().map(String::as_str).collect();
        found.insert(format!("{}({})", fact.name, args.join(", ")));
    }
    found
}

fn differences(pddl: &BTreeSet<String>, household: &BTreeSet<String>) -> Vec<String> {
    let told = |who: &str, fact: &String| format!("{who} {}", fact.split('(').next().unwrap());
    let only = pddl.difference(household).map(|fact| told("pddl", fact));
    only.chain(household.difference(pddl).map(|fact| told("household", fact))).collect()
}

/// The object of the scene that each name of a problem stands for; none if it could be several.
fn ids(task: &Task, problem: &Problem, scene: &Scene) -> Option<BTreeMap<Arc<str>, u32>> {
    let mut named: BTreeMap<Arc<str>, BTreeSet<u32>> = BTreeMap::new();
    for line in &task.program {
        for arg in read_step(line, 1).unwrap().args {
            named.entry(arg.class).or_default().insert(arg.id);
        }
    }
    let mut ids = BTreeMap::new();
    for object in problem.objects.iter().filter(|object| &*object.name != "character") {
        let all = scene.nodes().iter().filter(|node| node.class == object.name);
        let found = named.get(&object.name).cloned();
        let found = found.unwrap_or_else(|| all.map(|node| node.id).collect());
        // What the plan does not name may stay without an object: nothing depends on it.
        if found.len() == 1 {
            ids.extend(found.into_iter().map(|id| (object.name.clone(), id)));
        }
    }
    let plan = read_plan(&task.pddl_plan.as_ref()?.join("\n"), "plan");
    let calls = plan.iter().flat_map(|line| line.call.clone());
    let args = calls.flat_map(|call| household_action(&call).unwrap().1);
    args.into_iter().all(|arg| ids.contains_key(&arg)).then_some(ids)
}

/// Runs a plan in both worlds; none if a name could be several objects of the scene.
fn both(data: &Data, task: &Task, rules: Rules) -> Option<Outcome> {
    let problem = data.problem(&task.id);
    let naming = Naming::fitting(&data.domain, &problem);
    assert!(naming.household && naming.missing == ["the predicate `between`"]);
    let run = Run::new(data.scenes.household(&task.id).unwrap().unwrap(), rules);
    let ids = ids(task, &problem, run.scene())?;
    let mut called = BTreeMap::from([("agent".to_owned(), "agent".to_owned())]);
    for (object, name) in problem.objects.iter().zip(&naming.objects) {
        if let Some(&id) = ids.get(&object.name) {
            let slot = run.scene().slot(id).unwrap();
            called.insert(name.to_string(), run.scene().name(slot).to_string());
        }
    }
    let own = called.values().map(|name| (name.clone(), name.clone())).collect();
    let mut pddl = Recording::new(World::new(data.domain.clone(), problem.clone()), naming.clone());
    let mut household = Household::new(run);
    let mut outcome = Outcome::default();
    for line in read_plan(&task.pddl_plan.as_ref().unwrap().join("\n"), &task.id) {
        let call = line.call.unwrap();
        pddl.step(&call).unwrap();
        let (action, names) = household_action(&call).unwrap();
        let named = |class: Arc<str>| Named { id: ids[&class], class };
        let step = Step { action, args: names.into_iter().map(named).collect() };
        let line = Line { number: line.number, text: step.to_string(), step: Ok(step) };
        if let (Err(failed), None) = (household.step(&line), &outcome.stopped) {
            let reason = failed.reason.split(") ").last().unwrap().to_owned();
            outcome.stopped = Some(format!("{}: {reason}", action.name()));
        }
    }
    let (pddl, household) = (pddl.finish("", "", ""), household.finish("", "", ""));
    assert_eq!(pddl.success, Some(true), "{}: every recorded plan reaches its goal", task.id);
    let ends = |trajectory: &Trajectory, called| {
        let state = |step: &vedette_worlds::trajectory::Step| facts(&step.state, called);
        [trajectory.steps.first(), trajectory.steps.last()].map(|step| state(step.unwrap()))
    };
    let ([first, last], [ours, end]) = (ends(&pddl, &called), ends(&household, &own));
    outcome.start = differences(&first, &ours);
    if outcome.stopped.is_none() {
        let minus = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).cloned().collect();
        let more = differences(&minus(&last, &first), &minus(&end, &ours));
        let less = differences(&minus(&first, &last), &minus(&ours, &end));
        outcome.change.extend(more.into_iter().map(|fact| format!("+{fact}")));
        outcome.change.extend(less.into_iter().map(|fact| format!("-{fact}")));
    }
    outcome.goal = problem.goal.as_ref().unwrap().condition.parts().iter().all(|part| match part {
        Part::Atom(predicate, terms) => {
            let Said::Fact(name, _) = &naming.predicates[*predicate] else { panic!("a fact") };
            let args = terms.iter().map(|term| match term {
                Term::Object(object) => called.get(&*naming.objects[*object]),
                Term::Variable(_) => None,
            });
            let Some(mut args) = args.collect::<Option<Vec<_>>>() else { return false };
            if &**name == "CLOSE" {
                args.sort();
            }
            let args: Vec<&str> = args.into_iter().map(String::as_str).collect();
            end.contains(&format!("{name}({})", args.join(", ")))
        }
        _ => true,
    });
    Some(outcome)
}

/// At the start, in how many tasks: facts that hold in one of the two only.
const START: &[(&str, usize)] = &[
    ("start household CLEAN", 272),
    ("start household CLOSED", 63),
    ("start household DIRTY", 14),
    ("start household OFF", 26),
    ("start household ON", 6),
    ("start household OPEN", 9),
    ("start household PLUGGED_IN", 56),
    ("start household SITTING", 2),
    ("start is the same", 3),
    ("start pddl CLOSE", 31),
    ("start pddl FACING", 5),
    ("start pddl INSIDE", 69),
    ("start pddl ONTOP", 1),
    ("start pddl PLUGGED_OUT", 52),
];

/// How plans went, and what came to hold (`+`) or ceased to (`-`) in one of the two only.
const COMPAT: &[(&str, usize)] = &[
    ("change +household CLOSE", 73),
    ("change +household FACING", 1),
    ("change +household INSIDE", 181),
    ("change +pddl CLOSE", 91),
    ("change +pddl FACING", 28),
    ("change +pddl HOLDS_RH", 3),
    ("change +pddl OPEN", 8),
    ("change -household CLOSE", 60),
    ("change -household INSIDE", 187),
    ("change -household ONTOP", 12),
    ("change is the same", 14),
    ("done, goal does not hold", 29),
    ("done, goal holds", 194),
    ("not compared: a name is of several objects or of none", 16),
    ("stopped GRAB: is shut away in something closed", 2),
    ("stopped GRAB: was taken and never put back", 4),
    ("stopped PLUGIN: is not HAS_PLUG", 48),
    ("stopped PUTBACK: is out of reach", 1),
    ("stopped WALK: is sitting", 2),
];

const STRICT: &[(&str, usize)] = &[
    ("change +household CLOSE", 26),
    ("change +household FACING", 1),
    ("change +household INSIDE", 158),
    ("change +pddl CLOSE", 55),
    ("change +pddl FACING", 2),
    ("change +pddl HOLDS_RH", 3),
    ("change +pddl OPEN", 9),
    ("change -household CLOSE", 59),
    ("change -household INSIDE", 162),
    ("change -household ONTOP", 12),
    ("change is the same", 17),
    ("done, goal does not hold", 3),
    ("done, goal holds", 195),
    ("not compared: a name is of several objects or of none", 16),
    ("stopped GRAB: is held already", 4),
    ("stopped GRAB: is shut away in something closed", 2),
    ("stopped PLUGIN: is not HAS_PLUG", 45),
    ("stopped TURNTO: is in another room", 30),
    ("stopped WALK: is sitting", 1),
];

#[test]
fn the_two_worlds_agree_where_they_are_said_to() {
    let Some(data) = data() else { return };
    for (rules, expected) in [(Rules::compat(), COMPAT), (Rules::strict(), STRICT)] {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut count = |what: String| *counts.entry(what).or_default() += 1;
        let mut plans = 0;
        for task in &data.tasks {
            if task.pddl_plan.as_ref().is_none_or(Vec::is_empty) {
                continue;
            }
            plans += 1;
            let Some(outcome) = both(&data, task, rules) else {
                count("not compared: a name is of several objects or of none".to_owned());
                continue;
            };
            if outcome.start.is_empty() {
                count("start is the same".to_owned());
            }
            let set = |all: &[String]| all.iter().cloned().collect::<BTreeSet<_>>();
            for what in set(&outcome.start) {
                count(format!("start {what}"));
            }
            let goal = if outcome.goal { "goal holds" } else { "goal does not hold" };
            match &outcome.stopped {
                Some(why) => count(format!("stopped {why}")),
                None if outcome.change.is_empty() => {
                    count(format!("done, {goal}"));
                    count("change is the same".to_owned());
                }
                None => count(format!("done, {goal}")),
            }
            for what in set(&outcome.change) {
                count(format!("change {what}"));
            }
        }
        assert_eq!(plans, 296);
        let expected: BTreeMap<String, usize> =
            START.iter().chain(expected).map(|&(what, count)| (what.to_owned(), count)).collect();
        assert_eq!(counts, expected, "{rules:?}");
    }
}
