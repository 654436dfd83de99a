//! From answers to a bundle: which answer belongs where, what each comes to, one run a task and prompt style.
//!
//! ```
//! use vedette_report::evaluation::{Level, Style, assembly::{Jobs, judge, record}, prompt, scripted, task::TaskSet};
//! use vedette_report::bundle::{Writer, check};
//!
//! let set = TaskSet::read(include_bytes!("../../../../packs/tasks/sample.json"), "sample").unwrap();
//! let prompts = prompt::prompts(&set.tasks, &[Level::Trajectory], &[Style::Ltl]);
//! let answers = scripted::answers(&set.tasks, &prompts, &[scripted::Planner::Noisy], 7, 2);
//! let jobs = Jobs::of(&set.tasks, &answers, &[Level::Trajectory]);
//! assert_eq!((jobs.jobs.len(), jobs.missing), (8, 0));
//! let outcomes: Vec<_> = jobs.jobs.iter().map(|job| judge(job, false).unwrap()).collect();
//! let mut writer = Writer::new("t", "", true, "");
//! record(&mut writer, &jobs, &outcomes, false).unwrap();
//! let files = writer.finish().unwrap().files;
//! let get = |path: &str| Ok(files.iter().find(|(name, _)| name == path).unwrap().1.clone());
//! let (manifest, problems) = check(get);
//! assert_eq!(problems, []);
//! assert_eq!(manifest.unwrap().models[0].model, "scripted-noisy (rules as LTL)");
//! ```
//!
//! # Why one by one
//! What an answer comes to depends on nothing but its task and its text. So every answer is a job, its
//! outcome can be kept and read back, and a run that was stopped goes on where it was. The bundle is
//! made at the end from all outcomes: only execution is repeated then, for the trajectories.

use super::answer::Answer;
use super::execution::{execute, replay};
use super::planning::planned;
use super::prompt::{Prompt, prompts};
use super::result::{Classed, Levels, Outcome};
use super::task::{Task, check};
use super::understanding::understand;
use super::{Level, Style};
use crate::bundle::{About, BundleError, Writer, examined};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use vedette_worlds::rules;
use vedette_worlds::vocabulary::Vocabulary;

/// An answer with the prompt that it answers.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The task.
    pub task: &'a Task,
    /// What was asked.
    pub level: Level,
    /// How the rules were told.
    pub style: Style,
    /// The answer.
    pub answer: &'a Answer,
}

/// All answers that count.
#[derive(Clone, Debug)]
pub struct Jobs<'a> {
    /// By task, level, style, and then as in the file.
    pub jobs: Vec<Job<'a>>,
    /// How many prompts a model has no answer to, though it has to others of the same level and style.
    pub missing: usize,
    /// Answers to prompts that these tasks do not give: where, and why.
    pub left_out: Vec<String>,
}

impl<'a> Jobs<'a> {
    /// The answers to prompts of these levels about these tasks.
    pub fn of(tasks: &'a [Task], answers: &'a [Answer], levels: &[Level]) -> Self {
        let prompts = prompts(tasks, &Level::ALL, &Style::ALL);
        let mut by_hash: IndexMap<&str, Vec<&'a Answer>, FxBuildHasher> = IndexMap::default();
        // Prompts of different tasks may be the same text; then an answer is one to both.
        for prompt in &prompts {
            by_hash.entry(&prompt.prompt_hash).or_default();
        }
        let mut left_out = Vec::new();
        for answer in answers {
            match by_hash.get_mut(answer.prompt_hash.as_str()) {
                Some(known) => known.push(answer),
                None => left_out.push(format!(
                    "line {}: no prompt of these tasks has the hash {:?}; was a task or a template changed?",
                    answer.line, answer.prompt_hash
                )),
            }
        }
        let mut asked: IndexSet<(Level, Style, &str), FxBuildHasher> = IndexSet::default();
        for prompt in &prompts {
            for answer in &by_hash[prompt.prompt_hash.as_str()] {
                asked.insert((prompt.level, prompt.style, &answer.model));
            }
        }
        let (mut jobs, mut missing) = (Vec::new(), 0);
        for prompt in prompts.iter().filter(|prompt| levels.contains(&prompt.level)) {
            let Prompt { task, level, style, .. } = prompt;
            let Some(task) = tasks.iter().find(|known| known.id == *task) else { continue };
            let answers = &by_hash[prompt.prompt_hash.as_str()];
            jobs.extend(answers.iter().map(|&answer| Job {
                task,
                level: *level,
                style: *style,
                answer,
            }));
            let models = asked.iter().filter(|(l, s, _)| (l, s) == (level, style));
            missing +=
                models.filter(|(_, _, model)| answers.iter().all(|a| a.model != *model)).count();
        }
        Self { jobs, missing, left_out }
    }
}

/// What an answer comes to.
pub fn judge(job: &Job<'_>, strict: bool) -> Result<Outcome, String> {
    let Job { task, level, answer, .. } = job;
    let (sample, text) = (answer.sample, answer.text.as_str());
    Ok(match level {
        Level::Semantic => Outcome::Semantic(understand(task, sample, text, strict)?),
        Level::Trajectory => Outcome::Trajectory(execute(task, sample, text, strict).0),
        Level::Plan => Outcome::Plan(planned(task, sample, text, strict)),
    })
}

/// A task, a model, a style.
type Key<'a> = (&'a str, &'a str, Style);

/// Adds a run for every task, model and style; `outcomes` are those of the jobs, in their order.
pub fn record(
    writer: &mut Writer,
    jobs: &Jobs<'_>,
    outcomes: &[Outcome],
    strict: bool,
) -> Result<(), BundleError> {
    let mut runs: IndexMap<Key<'_>, Vec<usize>, FxBuildHasher> = IndexMap::default();
    let told = |job: &Job<'_>| job.level != Level::Semantic;
    for (at, job) in jobs.jobs.iter().enumerate().filter(|(_, job)| told(job)) {
        let key = (job.task.id.as_str(), job.answer.model.as_str(), job.style);
        runs.entry(key).or_default().push(at);
    }
    // The semantic level is asked once: its answers stand with every style of the same model.
    for (at, job) in jobs.jobs.iter().enumerate().filter(|(_, job)| !told(job)) {
        let (task, model) = (job.task.id.as_str(), job.answer.model.as_str());
        let styles = Style::ALL.map(|style| (task, model, style));
        if styles.iter().all(|key| !runs.contains_key(key)) {
            runs.insert((task, model, Style::Words), Vec::new());
        }
        for key in &styles {
            if let Some(run) = runs.get_mut(key) {
                run.push(at);
            }
        }
    }
    let order = |task: &str| jobs.jobs.iter().position(|job| job.task.id == task);
    runs.sort_by(|a, _, b, _| (order(a.0), a.2).cmp(&(order(b.0), b.2)));
    for ((_, model, style), members) in &runs {
        let Some(task) = members.first().map(|&at| jobs.jobs[at].task) else { continue };
        run(writer, jobs, outcomes, strict, (task, model, *style), members)?;
    }
    Ok(())
}

fn run(
    writer: &mut Writer,
    jobs: &Jobs<'_>,
    outcomes: &[Outcome],
    strict: bool,
    (task, model, style): (&Task, &str, Style),
    members: &[usize],
) -> Result<(), BundleError> {
    let rules = task.rules.rules.iter().zip(&task.classes);
    let mut levels = Levels {
        agent: model.to_owned(),
        style,
        horizon: task.horizon,
        rules: rules
            .map(|(rule, class)| Classed { rule: rule.id.clone(), class: class.name().to_owned() })
            .collect(),
        semantic: Vec::new(),
        plan: Vec::new(),
        trajectory: Vec::new(),
    };
    let mut trajectories = Vec::new();
    for &at in members {
        match &outcomes[at] {
            Outcome::Semantic(one) => levels.semantic.push(one.clone()),
            Outcome::Plan(one) => levels.plan.push(one.clone()),
            Outcome::Trajectory(one) => {
                trajectories.extend(replay(task, one, &jobs.jobs[at].answer.text, strict));
                levels.trajectory.push(one.clone());
            }
        }
    }
    let report = check(&task.rules, &trajectories);
    let (vocabulary, options) = (Vocabulary::household(), rules::Options::default());
    let extras = if trajectories.is_empty() {
        Vec::new()
    } else {
        examined(&task.rules, &trajectories, &vocabulary, &options)
    };
    let label = style.label();
    let about = About {
        id: format!("{}/{model}/{}", task.id, style.name()),
        model: format!("{model} ({label})"),
        task: task.id.clone(),
        title: task.sentence.clone(),
        scene: task.scene.clone(),
        levels: Some(levels),
    };
    crate::bundle::record(writer, &about, &task.rules, &trajectories, &vocabulary, &report, &extras)
}
