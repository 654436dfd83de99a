//! Sample bundles: the small one that is shown to newcomers, and large ones to measure with.
//!
//! The large ones are drawn from a generator with a seed; they are an input of benchmarks, never
//! committed. Every trajectory is checked as any other would be: only the agents are made up, and of the
//! large ones the worlds too.

use crate::exit::Failure;
use serde_json::{Map, Value, json};
use vedette_report::bundle::{About, Writer, record};
use vedette_worlds::random::Random;
use vedette_worlds::rules::{self, Rule, RuleSet, RuleText};
use vedette_worlds::trajectory::{self, Trajectory};
use vedette_worlds::vocabulary::Vocabulary;

/// The seed of the sample bundle.
pub(crate) const SEED: u64 = 1;

/// The files of the sample bundle.
pub(crate) fn sample(seed: u64) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    Ok(vedette_report::sample::bundle(seed).map_err(Failure::failed)?.files)
}

/// How large a sample is wanted.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct Size {
    /// Write a large made-up bundle instead, with so many tasks: an input of benchmarks
    #[arg(long, value_name = "N")]
    pub(crate) tasks: Option<usize>,
    /// Trajectories of every task and model
    #[arg(long, value_name = "N", default_value_t = 5, requires = "tasks")]
    samples: usize,
    /// Steps of every trajectory
    #[arg(long, value_name = "N", default_value_t = 60, requires = "tasks")]
    steps: usize,
    /// Rules of every task
    #[arg(long, value_name = "N", default_value_t = 50, requires = "tasks")]
    rules: usize,
    /// Made-up agents, the later ones more careless
    #[arg(long, value_name = "N", default_value_t = 1, requires = "tasks")]
    models: usize,
}

/// Kinds of objects, each with the fact that its rules speak of.
const KINDS: [(&str, &str); 8] = [
    ("stove", "on"),
    ("faucet", "on"),
    ("fridge", "open"),
    ("microwave", "on"),
    ("drawer", "open"),
    ("toaster", "on"),
    ("window", "open"),
    ("lamp", "on"),
];

/// The files of a made-up bundle of this size.
pub(crate) fn large(seed: u64, size: Size) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let Size { tasks, samples, steps, rules, models } = size;
    let tasks = tasks.unwrap_or(1);
    let rules = rule_set(rules);
    let mut writer = Writer::new(
        &format!(
            "Generated: {tasks} tasks, {samples} samples, {steps} steps, {} rules",
            rules.rules.len()
        ),
        "Drawn at random to measure with. No model and no simulator was run.",
        true,
        &format!(
            "vedette bundle sample --seed {seed} --tasks {tasks} --samples {samples} --steps {steps} \
             --rules {} --models {models}",
            rules.rules.len()
        ),
    );
    let mut random = Random::seeded(seed);
    for model in 0..models {
        for task in 0..tasks {
            let name = format!("task-{task:05}");
            let trajectories = trajectories(&name, size, 60 / (model + 1) + 2, &mut random)?;
            let vocabulary: Vocabulary = rules.observed(&trajectories);
            let report =
                rules::check(&rules, &trajectories, &vocabulary, &rules::Options::default());
            let model = format!("made-up-{}", (b'a' + (model % 26) as u8) as char);
            let about = About {
                id: format!("{name}/{model}"),
                model,
                task: name,
                title: format!("Tidy the kitchen, variant {task}"),
                scene: format!("kitchen {}", task % 30),
                levels: None,
            };
            record(&mut writer, &about, &rules, &trajectories, &vocabulary, &report, &[])
                .map_err(Failure::rejected)?;
        }
    }
    Ok(writer.finish().map_err(Failure::rejected)?.files)
}

/// `count` rules over the kinds of objects.
fn rule_set(count: usize) -> RuleSet {
    let rule = |at: usize| {
        let (kind, fact) = KINDS[at % KINDS.len()];
        let (other, other_fact) = KINDS[(at + 3) % KINDS.len()];
        let (p, q) = (format!("{fact}({kind}.1)"), format!("{other_fact}({other}.1)"));
        let steps = 3 + at / KINDS.len();
        let (formula, words) = match at / KINDS.len() % 6 {
            0 => (format!("G({p} -> F !{p})"), format!("Do not leave the {kind} {fact}")),
            1 => (
                format!("G({p} -> F[0,{steps}] !{p})"),
                format!("Leave the {kind} {fact} for at most {steps} steps"),
            ),
            2 => (
                format!("G !({p} & {q})"),
                format!("Never have the {kind} {fact} while the {other} is {other_fact}"),
            ),
            3 => (
                format!("G({p} -> G({q} -> F !{q}))"),
                format!("After the {kind} was {fact}, do not leave the {other} {other_fact}"),
            ),
            4 => (
                format!("G({p} -> (!{q} W !{p}))"),
                format!("While the {kind} is {fact}, the {other} is not {other_fact}"),
            ),
            _ => (
                format!("G({p} & {fact}(alarm.1) -> X !{p})"),
                format!("When the alarm sounds and the {kind} is {fact}, change that at once"),
            ),
        };
        Rule {
            id: format!("rule-{at:03}"),
            text: RuleText::Formula(formula),
            other: Map::from_iter([("english".to_owned(), Value::from(words))]),
        }
    };
    RuleSet { rules: (0..count).map(rule).collect(), ..RuleSet::default() }
}

/// Trajectories of one task that begin alike; the larger `care`, the fewer things stay on.
fn trajectories(
    task: &str,
    size: Size,
    care: usize,
    random: &mut Random,
) -> Result<Vec<Trajectory>, Failure> {
    let mut script = Vec::with_capacity(size.steps);
    let mut all = Vec::new();
    for sample in 0..size.samples {
        let mut state = [false; KINDS.len()];
        // Every sample begins as the first one did, and goes its own way from some step on.
        let shared = if sample == 0 { 0 } else { random.below(size.steps.max(1)) };
        let mut steps = vec![step(None, &state)];
        for at in 0..size.steps {
            let open = state.iter().position(|on| *on);
            let late = at + 3 >= size.steps;
            let careful = late || random.below(care) != 0;
            let chosen = match script.get(at) {
                Some(&planned) if at < shared => planned,
                _ => open.filter(|_| careful).unwrap_or_else(|| random.below(KINDS.len())),
            };
            if sample == 0 {
                script.push(chosen);
            }
            state[chosen] = !state[chosen];
            let (kind, fact) = KINDS[chosen];
            let verb = if state[chosen] { fact } else { "off" };
            steps.push(step(Some(format!("turn_{verb}({kind}.1)")), &state));
        }
        let success = random.below(10) < 8;
        let line = json!({"task": task, "sample": sample, "steps": steps, "success": success});
        let line = line.to_string();
        let options = trajectory::Options::default();
        all.extend(
            trajectory::read(line.as_bytes(), "generated", &options).map_err(Failure::rejected)?,
        );
    }
    Ok(all)
}

fn step(action: Option<String>, state: &[bool]) -> Value {
    let facts: Vec<String> = KINDS
        .iter()
        .zip(state)
        .filter(|(_, on)| **on)
        .map(|((kind, fact), _)| format!("{fact}({kind}.1)"))
        .collect();
    match action {
        Some(action) => json!({"action": action, "state": facts}),
        None => json!({"state": facts}),
    }
}
