//! Prompts: texts made of a template and a task, each known by its SHA-256.
//!
//! ```
//! use vedette_report::evaluation::prompt::filled;
//!
//! let text = filled("Do {{task}}. {{rules}}", &[("task", "it {{rules}}"), ("rules", "Safely.")]);
//! assert_eq!(text, "Do it {{rules}}. Safely.", "what a task says is never taken for a hole");
//! ```
//!
//! # Why a hash
//! An answer is an answer to one text. If a template, a rule or a scene is changed, the hash is another,
//! and answers to the old text are refused by name instead of being counted as answers to the new one.
//!
//! The semantic level has one prompt a task: its rules stand there in words, whatever the style of the
//! other levels. Reference: SENTINEL, appendix C.1 (three prompt formats) and F.2.

use super::objects::relevant;
use super::task::Task;
use super::{Level, Style};
use crate::bundle::sha256;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use vedette_worlds::household::{Action, Recording};
use vedette_worlds::rules::RuleText;
use vedette_worlds::trajectory::State;
use vedette_worlds::vocabulary::Vocabulary;

const SEMANTIC: &str = include_str!("../../../../packs/prompts/semantic.txt");
const PLAN: &str = include_str!("../../../../packs/prompts/plan.txt");
const TRAJECTORY: &str = include_str!("../../../../packs/prompts/trajectory.txt");
const RULES_LTL: &str = include_str!("../../../../packs/prompts/rules-ltl.txt");
const RULES_WORDS: &str = include_str!("../../../../packs/prompts/rules-words.txt");

/// A prompt, as a line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// The SHA-256 of the text, in lower-case hexadecimal digits.
    pub prompt_hash: String,
    /// The task.
    pub task: String,
    /// What is asked.
    pub level: Level,
    /// How the rules are told.
    pub style: Style,
    /// The text.
    pub prompt: String,
}

/// The prompts of tasks: by task, then level, then style.
pub fn prompts(tasks: &[Task], levels: &[Level], styles: &[Style]) -> Vec<Prompt> {
    let mut all = Vec::new();
    for task in tasks {
        for &level in levels {
            // The semantic level asks for the formulas of rules in words.
            let styles = if level == Level::Semantic { &[Style::Words] } else { styles };
            let skipped = level == Level::Semantic && task.rules.rules.is_empty();
            for &style in styles.iter().filter(|_| !skipped) {
                let prompt = text(task, level, style);
                let prompt_hash = sha256(prompt.as_bytes());
                all.push(Prompt { prompt_hash, task: task.id.clone(), level, style, prompt });
            }
        }
    }
    all
}

/// A template with its holes filled; a hole without a value stays.
pub fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        text.push_str(before);
        let value = after.split_once("}}").and_then(|(name, tail)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((*value, tail))
        });
        if let Some((value, tail)) = value {
            text.push_str(value);
            rest = tail;
        } else {
            text.push_str("{{");
            rest = after;
        }
    }
    text + rest
}

fn text(task: &Task, level: Level, style: Style) -> String {
    let rules = match style {
        Style::Ltl => filled(RULES_LTL, &[("list", &list(task, |at| formula(task, at)))]),
        Style::Words => filled(RULES_WORDS, &[("list", &list(task, |at| task.words(at)))]),
        Style::None => String::new(),
    };
    let rules = if task.rules.rules.is_empty() { String::new() } else { rules };
    let numbered: Vec<String> =
        (0..task.rules.rules.len()).map(|at| format!("{}. {}", at + 1, task.words(at))).collect();
    let template = match level {
        Level::Semantic => SEMANTIC,
        Level::Plan => PLAN,
        Level::Trajectory => TRAJECTORY,
    };
    filled(
        template,
        &[
            ("task", &task.sentence),
            ("objects", &objects(task, level)),
            ("facts", &facts(task)),
            ("actions", &actions()),
            ("predicates", &predicates()),
            ("rules", &rules),
            ("numbered", &numbered.join("\n")),
        ],
    )
}

fn formula(task: &Task, rule: usize) -> &str {
    match &task.rules.rules[rule].text {
        RuleText::Formula(text) | RuleText::Rule(text) => text,
    }
}

fn list<'a>(task: &Task, of: impl Fn(usize) -> &'a str) -> String {
    let lines: Vec<String> =
        (0..task.rules.rules.len()).map(|at| format!("- {}", of(at))).collect();
    lines.join("\n")
}

/// The objects, as the level names them: programs write `<mug> (7)`, formulas `mug.7`.
fn objects(task: &Task, level: Level) -> String {
    let scene = &task.household.scene;
    let mut text = String::new();
    for slot in relevant(task) {
        if !text.is_empty() {
            text.push('\n');
        }
        let node = scene.node(slot);
        let _ = match level {
            Level::Trajectory => write!(text, "- {}", scene.shown(slot)),
            Level::Plan | Level::Semantic => write!(text, "- {}", scene.name(slot)),
        };
        let properties: Vec<&str> = node.properties.names().collect();
        if level != Level::Semantic && !properties.is_empty() {
            let _ = write!(text, ": {}", properties.join(", "));
        }
    }
    text
}

/// The facts of the first state that are about listed objects, in the words of rules.
fn facts(task: &Task) -> String {
    let scene = &task.household.scene;
    let mut listed: Vec<&str> = relevant(task).iter().map(|&slot| &**scene.name(slot)).collect();
    listed.push("agent");
    let first = Recording::new(task.start()).finish(&task.id, "first", "");
    let mut lines = Vec::new();
    if let State::Facts(state) = &*first.steps[0].state {
        for fact in &state.facts {
            if fact.args.iter().all(|arg| listed.contains(&&**arg)) {
                lines.push(format!("- {}({})", fact.name.to_lowercase(), fact.args.join(", ")));
            }
        }
    }
    lines.join("\n")
}

fn actions() -> String {
    let lines: Vec<String> = Action::ALL
        .iter()
        .map(|action| match action.arity() {
            0 => format!("- {}: no object", action.name()),
            1 => format!("- {}: one object", action.name()),
            _ => format!("- {}: the object and the place", action.name()),
        })
        .collect();
    lines.join("\n")
}

fn predicates() -> String {
    let vocabulary = Vocabulary::household();
    let lines: Vec<String> = vocabulary
        .predicates()
        .iter()
        .map(|predicate| match predicate.args.len() {
            1 => format!("- {}(a): a {}", predicate.name, predicate.words),
            _ => format!("- {}(a, b): a {} b", predicate.name, predicate.words),
        })
        .collect();
    lines.join("\n")
}
