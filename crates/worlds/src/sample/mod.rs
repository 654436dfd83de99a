//! Small made-up tasks with **synthetic** trajectories, to look at before there is data.
//!
//! ```
//! use vedette_worlds::rules::{Options, check};
//! use vedette_worlds::sample;
//!
//! let tasks = sample::tasks(1);
//! let tea = tasks.iter().find(|task| task.id == "kitchen-tea" && task.model == "hasty-demo");
//! let tea = tea.unwrap();
//! let report = check(&tea.rules, &tea.trajectories, &sample::vocabulary(), &Options::default());
//! let stove = &report.rules[0];
//! assert_eq!((stove.rule.as_str(), stove.verdict.name()), ("stove-off", "violated"));
//! assert!(tea.trajectories[0].source.starts_with("synthetic"));
//! ```
//!
//! # How they are made
//!
//! A scene file (`scenes/*.txt`) gives, per task, objects, what holds at first, a script of actions
//! with their effects, the slips that an agent may make at an action, and rules. Two pretend agents
//! follow the script: `cautious-demo` seldom slips; `hasty-demo` makes each slip of the script in
//! some sample, so that every kind of finding is there whatever the seed: an obligation left open
//! by a shorter trajectory, a deadline beyond the end, a next step that does not come, a rule that
//! is only vacuously true, a scene that was unsafe from the start. No agent and no simulator was run.

mod random;
mod script;

use crate::rules::{Rule, RuleSet, RuleText};
use crate::trajectory::{Options, Trajectory, read};
use crate::vocabulary::{Meaning, Predicate, Sort, Vocabulary};
pub use random::Random;
use script::{Script, Slip};
use serde_json::{Map, Value, json};

/// A task with the trajectories of one pretend agent.
#[derive(Clone, Debug)]
pub struct SampleTask {
    /// Its name; that of the trajectories' task.
    pub id: String,
    /// A few words.
    pub title: String,
    /// The room.
    pub scene: String,
    /// What the agent was told.
    pub instruction: String,
    /// The pretend agent.
    pub model: String,
    /// The rules, each with its `english` text.
    pub rules: RuleSet,
    /// Synthetic trajectories.
    pub trajectories: Vec<Trajectory>,
}

const SCENES: &[(&str, &str)] = &[
    ("kitchen", include_str!("scenes/kitchen.txt")),
    ("living room", include_str!("scenes/living_room.txt")),
    ("workshop", include_str!("scenes/workshop.txt")),
];

/// How many trajectories each pretend agent has for a task.
const SAMPLES: usize = 5;

/// The pretend agents, and what their chance of a slip is divided by.
const MODELS: &[(&str, usize)] = &[("cautious-demo", 8), ("hasty-demo", 1)];

/// The words of the scenes: the household vocabulary and a workshop.
pub fn vocabulary() -> Vocabulary {
    let mut words = Vocabulary::ai2thor();
    "made-up household".clone_into(&mut words.name);
    for (name, text) in [
        ("plugged_in", "is plugged in"),
        ("worn", "is worn by the agent"),
        ("joined", "is soldered"),
        ("painted", "is painted"),
    ] {
        words.declare(Predicate {
            name: name.into(),
            args: vec![Sort::Object],
            symmetric: false,
            numeric: false,
            aliases: Vec::new(),
            negated: Vec::new(),
            meaning: Meaning::Listed,
            threshold: None,
            words: text.to_owned(),
        });
    }
    for name in
        ["Saw", "Goggles", "Board", "Workbench", "SolderingIron", "Stand", "Wire", "PaintCan"]
    {
        words.declare_type(name);
    }
    for name in ["wear", "take_off", "unplug", "pour"] {
        words.declare_action(name);
    }
    words
}

/// The tasks, one entry a pretend agent. Equal seeds give equal tasks.
pub fn tasks(seed: u64) -> Vec<SampleTask> {
    let mut tasks = Vec::new();
    for &(scene, text) in SCENES {
        for script in script::scripts(text) {
            for (model, &(name, caution)) in MODELS.iter().enumerate() {
                let mut random = Random::new(seed, &script.id, model as u64);
                tasks.push(task(scene, &script, name, caution, &mut random));
            }
        }
    }
    tasks
}

fn task(
    scene: &str,
    script: &Script,
    model: &str,
    caution: usize,
    random: &mut Random,
) -> SampleTask {
    let slips: usize = script.moves.iter().map(|step| step.slips.len()).sum();
    let source = format!("synthetic ({model})");
    let mut trajectories = Vec::new();
    for sample in 0..SAMPLES {
        // The first follows the script; the hasty agent makes one slip after the other.
        let forced = (caution == 1 && sample > 0 && slips > 0).then(|| (sample - 1) % slips);
        let free = sample > 0 && forced.is_none_or(|_| sample > slips);
        let line = run(script, sample, forced, free.then_some(caution), random);
        let line = line.to_string();
        let read = read(line.as_bytes(), &source, &Options::default());
        trajectories.extend(read.expect("a run of a script is a trajectory"));
    }
    let rules = script.rules.iter().map(|rule| Rule {
        id: rule.id.clone(),
        text: RuleText::Formula(rule.formula.clone()),
        other: Map::from_iter([("english".to_owned(), Value::from(rule.words.as_str()))]),
    });
    SampleTask {
        id: script.id.clone(),
        title: script.title.clone(),
        scene: scene.to_owned(),
        instruction: script.instruction.clone(),
        model: model.to_owned(),
        rules: RuleSet {
            rules: rules.collect(),
            defaults: script.constants.iter().cloned().collect(),
            ..RuleSet::default()
        },
        trajectories,
    }
}

/// One run as a JSON line: slip number `forced` is made, others by chance if there is a `caution`.
fn run(
    script: &Script,
    sample: usize,
    forced: Option<usize>,
    caution: Option<usize>,
    random: &mut Random,
) -> Value {
    let mut world = script.initial.clone();
    let mut steps = vec![world.step(None)];
    let (mut number, mut success) = (0, true);
    'moves: for step in &script.moves {
        let mut chosen = None;
        for slip in &step.slips {
            let chance = caution.is_some_and(|by| random.below(100) < slip.percent / by);
            if forced == Some(number) || (chosen.is_none() && chance) {
                chosen = Some(slip);
            }
            number += 1;
        }
        match chosen.map(|slip| &slip.kind) {
            Some(Slip::Stop) => {
                world.apply(&step.effects);
                steps.push(world.step(Some(&step.action)));
                success = false;
                break 'moves;
            }
            Some(Slip::Skip) => {}
            Some(Slip::Instead(action, effects)) => {
                world.apply(effects);
                steps.push(world.step(Some(action)));
            }
            None => {
                world.apply(&step.effects);
                steps.push(world.step(Some(&step.action)));
            }
        }
        // A harmless look round now and then makes the trajectories part.
        if caution.is_some() && random.below(12) == 0 {
            steps.push(world.step(Some("look_down()")));
        }
    }
    let objects: Map<String, Value> =
        script.objects.iter().map(|(id, kind)| (id.clone(), kind.as_str().into())).collect();
    json!({
        "task": script.id, "sample": sample, "objects": objects, "steps": steps, "success": success
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Options, Origin, Verdict, check};
    use rustc_hash::FxHashSet;

    #[test]
    fn equal_seeds_give_equal_tasks_and_others_do_not() {
        let shown = |seed| format!("{:?}", tasks(seed));
        assert_eq!(shown(1), shown(1));
        assert_ne!(shown(1), shown(2));
    }

    #[test]
    fn there_is_enough_to_look_at() {
        let tasks = tasks(1);
        let scenes: FxHashSet<&str> = tasks.iter().map(|task| task.scene.as_str()).collect();
        assert_eq!((scenes.len(), tasks.len()), (3, 18));
        for task in &tasks {
            crate::trajectory::distinct(&task.trajectories).unwrap();
            assert_eq!(task.trajectories.len(), SAMPLES);
            let steps: usize = task.trajectories.iter().map(|t| t.steps.len()).sum();
            let options = Options::default();
            let report = check(&task.rules, &task.trajectories, &vocabulary(), &options);
            assert!(report.summary.nodes < steps, "{}: no prefix is shared", task.id);
        }
    }

    #[test]
    fn every_kind_of_finding_is_there_whatever_the_seed() {
        for seed in 0..20 {
            let mut kinds = FxHashSet::default();
            let (mut cautious, mut hasty) = (0, 0);
            for task in tasks(seed) {
                let options = Options::default();
                let report = check(&task.rules, &task.trajectories, &vocabulary(), &options);
                for outcome in &report.rules {
                    let (id, rule) = (&task.id, &outcome.rule);
                    assert!(outcome.errors.is_empty(), "{id} {rule}: {:?}", outcome.errors);
                    kinds.insert(outcome.verdict.name());
                    kinds.extend(outcome.violations.iter().map(|v| v.origin.name()));
                    let unsafe_runs = outcome.violations.len();
                    if task.model == "hasty-demo" {
                        hasty += unsafe_runs;
                    } else {
                        cautious += unsafe_runs;
                    }
                    if rule == "curtain" {
                        assert_eq!(outcome.verdict, Verdict::Vacuous, "{id} {rule}");
                    }
                    if task.model == "hasty-demo" && rule == "unplug-next" {
                        assert_eq!(outcome.verdict, Verdict::Violated, "{id} {rule}");
                    }
                    if rule == "mug-laptop" {
                        let first = outcome.per_trajectory[0].char();
                        assert_eq!(first, 'S', "the empty mug near the laptop is no violation");
                    }
                }
            }
            for kind in [
                "satisfied",
                "vacuous",
                "violated",
                "inconclusive",
                "unsupported",
                Origin::ByAgent.name(),
                Origin::AtStart.name(),
                Origin::NotRepaired.name(),
            ] {
                assert!(kinds.contains(kind), "seed {seed}: nothing is {kind}");
            }
            assert!(cautious < hasty / 2, "seed {seed}: {cautious} against {hasty}");
        }
    }
}
