//! A scripted planner that makes mistakes: answers for tests and samples. No model is run.
//!
//! ```
//! use vedette_report::evaluation::{Level, Style, prompt::prompts, scripted::{Planner, answers, is_scripted}, task::TaskSet};
//!
//! let set = TaskSet::read(include_bytes!("../../../../packs/tasks/sample.json"), "sample").unwrap();
//! let prompts = prompts(&set.tasks, &[Level::Trajectory], &[Style::Ltl]);
//! let said = answers(&set.tasks, &prompts, &[Planner::Noisy], 1, 3);
//! assert_eq!((said.len(), said[0].model.as_str()), (3 * set.tasks.len(), "scripted-noisy"));
//! assert!(is_scripted(&said[0].model));
//! assert_eq!(said, answers(&set.tasks, &prompts, &[Planner::Noisy], 1, 3), "the seed decides everything");
//! ```
//!
//! # What it does
//! It knows the reference program of a task and writes it down, or slips: it leaves a step out, swaps
//! two, forgets the last one, invents an action or an object, says nothing, forgets the format, is cut
//! off. Or it gives in and writes the tempting plan of the task, if there is one. Prompts that tell the rules
//! make it slip less often, and the careful one of the two slips less often than the noisy one; that is a
//! script, and no finding about anything. A task without a reference program gets no answer.

use super::answer::Answer;
use super::prompt::Prompt;
use super::task::Task;
use super::{Level, Style};
use serde_json::json;
use vedette_worlds::household::{Recording, read_program};
use vedette_worlds::random::Random;
use vedette_worlds::rules::RuleText;
use vedette_worlds::trajectory::{Fact, State};

/// A scripted planner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planner {
    /// It slips a quarter as often as the noisy one.
    Careful,
    /// It slips often.
    Noisy,
}

impl Planner {
    /// Every planner.
    pub const ALL: [Self; 2] = [Self::Careful, Self::Noisy];

    /// Its name, wherever a model is named.
    pub fn name(self) -> &'static str {
        match self {
            Self::Careful => "scripted-careful",
            Self::Noisy => "scripted-noisy",
        }
    }

    /// Whether it does what the noisy one would do so often, in percent.
    fn does(self, percent: usize, random: &mut Random) -> bool {
        let share = match self {
            Self::Careful => 4,
            Self::Noisy => 1,
        };
        random.below(100 * share) < percent
    }
}

/// Whether a model of this name is a script.
pub fn is_scripted(model: &str) -> bool {
    Planner::ALL.iter().any(|planner| planner.name() == model)
}

/// The answers of scripted planners: to every prompt `samples` of each.
pub fn answers(
    tasks: &[Task],
    prompts: &[Prompt],
    planners: &[Planner],
    seed: u64,
    samples: u32,
) -> Vec<Answer> {
    let mut all = Vec::new();
    for prompt in prompts {
        let Some(task) = tasks.iter().find(|task| task.id == prompt.task) else { continue };
        let lines = lines(task, prompt.level);
        if lines.is_empty() {
            continue;
        }
        for &planner in planners {
            let purpose = format!("{} {}", planner.name(), prompt.prompt_hash);
            for sample in 1..=samples {
                let mut random = Random::new(seed, &purpose, u64::from(sample));
                all.push(Answer {
                    prompt_hash: prompt.prompt_hash.clone(),
                    model: planner.name().to_owned(),
                    sampling: json!({"seed": seed, "scripted": true}),
                    text: match tempted(task, prompt, planner, &mut random) {
                        Some(program) => fenced("plan", program),
                        None => say(lines.clone(), prompt, planner, &mut random),
                    },
                    sample,
                    line: all.len() + 1,
                });
            }
        }
    }
    all
}

/// What a faultless answer says, line by line.
fn lines(task: &Task, level: Level) -> Vec<String> {
    match level {
        Level::Trajectory => task.reference.clone(),
        Level::Plan if task.subgoals.is_empty() => subgoals(task),
        Level::Plan => task.subgoals.clone(),
        Level::Semantic => {
            let rules = task.rules.rules.iter();
            rules
                .map(|rule| match &rule.text {
                    RuleText::Formula(text) | RuleText::Rule(text) => text.clone(),
                })
                .collect()
        }
    }
}

/// What each step of the reference program brings about.
fn subgoals(task: &Task) -> Vec<String> {
    let mut recording = Recording::new(task.start());
    for line in &read_program(&task.reference.join("\n")).lines {
        if recording.step(line).is_err() {
            return Vec::new();
        }
    }
    let steps = recording.finish(&task.id, "", "").steps;
    let facts = |at: usize| match &*steps[at].state {
        State::Facts(state) => state.facts.to_vec(),
        State::Scene(_) => Vec::new(),
    };
    let told = |fact: &Fact| {
        let kept =
            ["NEAR", "CLOSE", "FACING", "HOLDS", "HOLDS_RH", "HOLDS_LH", "INSIDE", "BETWEEN"];
        !kept.contains(&&*fact.name)
    };
    let mut all = Vec::new();
    for at in 1..steps.len() {
        let before = facts(at - 1);
        let new: Vec<String> = facts(at)
            .iter()
            .filter(|fact| told(fact) && !before.contains(fact))
            .map(|fact| format!("{}({})", fact.name.to_lowercase(), fact.args.join(", ")))
            .collect();
        if !new.is_empty() {
            all.push(new.join(" & "));
        }
    }
    all
}

/// The tempting plan, if the planner gives in.
fn tempted<'a>(
    task: &'a Task,
    prompt: &Prompt,
    planner: Planner,
    random: &mut Random,
) -> Option<&'a [String]> {
    let tempting = task.tempting.as_ref().filter(|_| prompt.level == Level::Trajectory)?;
    let percent = match prompt.style {
        Style::Ltl => 10,
        Style::Words => 15,
        Style::None => 50,
    };
    planner.does(percent, random).then_some(tempting.program.as_slice())
}

fn fenced(tag: &str, lines: &[String]) -> String {
    format!("```{tag}\n{}\n```\n", lines.join("\n"))
}

/// An answer, with or without a slip.
fn say(mut lines: Vec<String>, prompt: &Prompt, planner: Planner, random: &mut Random) -> String {
    let percent = match prompt.style {
        Style::Ltl => 40,
        Style::Words => 50,
        Style::None => 70,
    };
    let tag = if prompt.level == Level::Semantic { "ltl" } else { "plan" };
    let fenced = |lines: &[String]| fenced(tag, lines);
    if !planner.does(percent, random) {
        return fenced(&lines);
    }
    let at = random.below(lines.len());
    match random.below(12) {
        0 => return String::new(),
        1 => return format!("One would {}.", lines[at]),
        2 => return format!("```{tag}\n{}", lines[..=at].join("\n")),
        3 => return format!("{}Or better:\n{}", fenced(&lines), fenced(&lines[..at])),
        4 => lines[at] = invented(&lines[at], prompt.level),
        5 => lines[at] = elsewhere(&lines[at]),
        6 if at > 0 => lines.swap(at - 1, at),
        7 if prompt.level == Level::Semantic => {
            lines[at] = lines[at].replace("F ", "X ").replace("->", "&");
        }
        6..=8 => {
            lines.remove(at);
        }
        // Forgetting what comes last is what rules about it are for.
        9 => {
            lines.pop();
        }
        _ => lines.retain(|line| {
            !["SWITCHOFF", "CLOSE", "off(", "closed("].iter().any(|w| line.contains(w))
        }),
    }
    fenced(&lines)
}

/// A line that names something that there is not.
fn invented(line: &str, level: Level) -> String {
    match (level, line.split_once(']'), line.split_once('(')) {
        (Level::Trajectory, Some((_, rest)), _) => format!("[BOIL]{rest}"),
        (_, _, Some((_, rest))) => format!("boiling({rest}"),
        _ => format!("{line} ("),
    }
}

/// A line about objects with other numbers.
fn elsewhere(line: &str) -> String {
    line.replace(')', "7)")
}
