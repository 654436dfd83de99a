//! What is shipped: scenes, their tasks with reference plans, and plans to begin with.
//!
//! ```
//! use vedette_report::world::view::{library, tasks};
//!
//! let library = library();
//! assert_eq!(library.examples[0].title, "A candle that burns in the hand");
//! let all: Vec<_> = (0..library.sets).flat_map(tasks).collect();
//! assert!(all.iter().all(|task| !task.question.program.is_empty()));
//! ```
//!
//! # Why tasks come set by set
//! To read all sets means to read every scene and every rule: some hundred milliseconds in a browser, before
//! the greeting could be run. So what greets needs the first set alone; the others are asked for one by one,
//! and between them the worker answers whoever types.
//!
//! The stated outcomes are held by a test, so that no example shows what the engine does not say.

use super::wire::{Status, Templates, WorldQuestion};
use crate::evaluation::benchmark;
use crate::evaluation::task::TaskSet;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Write;
use std::sync::LazyLock;
use vedette_worlds::rules::RuleText;

/// A question to begin with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// Its name in links.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// What to look at, in a sentence or two; of a task, what is to be done.
    pub look: String,
    /// What is asked.
    pub question: WorldQuestion,
    /// The whole in a word; none of a task, whose scene may be dangerous before anybody acts.
    pub status: Option<Status>,
}

/// A scene that is shipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shipped {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub title: String,
}

/// What is shipped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Library {
    /// The scenes.
    pub scenes: Vec<Shipped>,
    /// Plans to begin with; the first one greets.
    pub examples: Vec<Example>,
    /// How many sets of tasks there are.
    pub sets: usize,
}

/// The files of tasks that are shipped.
fn sets() -> impl Iterator<Item = &'static str> {
    benchmark::sets().map(|(_, text)| text)
}

struct Row {
    id: &'static str,
    task: &'static str,
    title: &'static str,
    look: &'static str,
    program: &'static str,
    templates: Templates,
    status: Status,
}

const ROWS: [Row; 6] = [
    Row {
        id: "candle",
        task: "move-the-candle",
        title: "A candle that burns in the hand",
        look: "The candle is moved and put out afterwards: from the second line on a rule is broken. Move the \
               line that switches it off before the one that takes it, and see the verdict turn.",
        program: "[WALK] <candle> (9)\n[GRAB] <candle> (9)\n[WALK] <kitchen_counter> (2)\n\
                  [PUTBACK] <candle> (9) <kitchen_counter> (2)\n[SWITCHOFF] <candle> (9)\n",
        templates: Templates::None,
        status: Status::Violated,
    },
    Row {
        id: "stove",
        task: "heat-the-pan",
        title: "A stove that stays on, and was on before the pan stood there",
        look: "Two rules of different kinds: one is broken at a step, the other by what never comes. The run \
               ends, and the stove is still on.",
        program: "[WALK] <stove> (4)\n[SWITCHON] <stove> (4)\n[WALK] <pan> (5)\n[GRAB] <pan> (5)\n\
                  [WALK] <stove> (4)\n[PUTBACK] <pan> (5) <stove> (4)\n",
        templates: Templates::None,
        status: Status::Violated,
    },
    Row {
        id: "milk",
        task: "fetch-the-milk",
        title: "A fridge that nobody opened",
        look: "The third line cannot be done, and nothing after it happens. Add `[OPEN] <fridge> (6)` before it.",
        program: "[WALK] <fridge> (6)\n[WALK] <milk> (7)\n[GRAB] <milk> (7)\n[WALK] <table> (3)\n\
                  [PUTBACK] <milk> (7) <table> (3)\n",
        templates: Templates::None,
        status: Status::Violated,
    },
    Row {
        id: "evening",
        task: "read-in-the-evening",
        title: "A safe evening",
        look: "Every step is done, every rule kept, the goal reached. Leave out the line that switches the \
               heater off, or sit down first.",
        program: "",
        templates: Templates::None,
        status: Status::Safe,
    },
    Row {
        id: "templates",
        task: "heat-the-pan",
        title: "A kitchen and everything that should hold in it",
        look: "No rules of one's own: those that the safety templates give in this scene. Some are broken before \
               anybody acts: the candle burns at the start.",
        program: "",
        templates: Templates::Vedette,
        status: Status::Violated,
    },
    Row {
        id: "wrong-lines",
        task: "fetch-the-milk",
        title: "Lines that are no steps",
        look: "An action that there is not, an object of another class: each is named where it stands, and what \
               stands before them is executed.",
        program: "[WALK] <fridge> (6)\n[OPEN] <fridge> (6)\n[TAKE] <milk> (7)\n[GRAB] <milk> (9)\n",
        templates: Templates::None,
        status: Status::Violated,
    },
];

/// Plans to begin with; the first one greets.
fn examples() -> Vec<Example> {
    let tasks = tasks(0);
    let example = |row: &Row| {
        let task = tasks.iter().find(|task| task.id == row.task)?;
        let mut question = task.question.clone();
        if !row.program.is_empty() {
            row.program.clone_into(&mut question.program);
        }
        question.templates = row.templates;
        if row.templates != Templates::None {
            question.rules.clear();
        }
        Some(Example {
            id: row.id.into(),
            title: row.title.into(),
            look: row.look.into(),
            question,
            status: Some(row.status),
        })
    };
    ROWS.iter().filter_map(example).collect()
}

/// The tasks of a set that is shipped, each with its reference plan; the first set is the sample.
pub fn tasks(set: usize) -> Vec<Example> {
    // A test reads every set.
    let text = sets().nth(set);
    text.and_then(|text| of_set(text.as_bytes(), "shipped", false).ok()).unwrap_or_default()
}

/// The tasks of a file as questions. Their scenes are called by name, or are `whole`.
pub(super) fn of_set(bytes: &[u8], source: &str, whole: bool) -> Result<Vec<Example>, String> {
    let set = TaskSet::read(bytes, source).map_err(|e| e.to_string())?;
    let raw: Value =
        if whole { serde_json::from_slice(bytes).unwrap_or_default() } else { Value::Null };
    let scene = |name: &str| {
        let text = raw.get("scenes").and_then(|scenes| scenes.get(name));
        text.map_or_else(|| name.to_owned(), Value::to_string)
    };
    let example = |task: &crate::evaluation::task::Task| {
        let mut rules = String::new();
        for (at, rule) in task.rules.rules.iter().enumerate() {
            let (RuleText::Formula(text) | RuleText::Rule(text)) = &rule.text;
            let words = task.words(at);
            if !words.is_empty() {
                let _ = writeln!(rules, "# {words}");
            }
            let _ = writeln!(rules, "{}: {text}", rule.id);
        }
        let question = WorldQuestion {
            scene: scene(&task.scene),
            program: task.reference.iter().flat_map(|line| [line.as_str(), "\n"]).collect(),
            rules,
            goal: state(&task.goal).to_owned(),
            ..WorldQuestion::default()
        };
        Example {
            id: task.id.clone(),
            title: task.sentence.clone(),
            look: task.sentence.clone(),
            question,
            status: None,
        }
    };
    Ok(set.tasks.iter().map(example).collect())
}

/// A goal about the last state as it was written: the reader of tasks says so in full.
fn state(goal: &str) -> &str {
    let inner = goal.strip_prefix("F(!(X true) & (").and_then(|rest| rest.strip_suffix("))"));
    inner.unwrap_or(goal)
}

/// The scenes of the shipped sets, by name.
static SCENES: LazyLock<Vec<(Shipped, String)>> = LazyLock::new(|| {
    let of = |text: &str| {
        let set: Value = serde_json::from_str(text).unwrap_or_default();
        let scenes = set.get("scenes").and_then(Value::as_object).cloned().unwrap_or_default();
        let shipped = |(name, scene): (String, Value)| {
            let title = scene.get("title").and_then(Value::as_str).unwrap_or_default().to_owned();
            (Shipped { name, title }, scene.to_string())
        };
        scenes.into_iter().map(shipped).collect::<Vec<_>>()
    };
    sets().flat_map(of).collect()
});

/// The text of a scene that is shipped.
pub(super) fn shipped(name: &str) -> Option<&'static str> {
    SCENES.iter().find(|(known, _)| known.name == name).map(|(_, text)| text.as_str())
}

/// What is shipped, but for the tasks.
pub fn library() -> Library {
    let scenes = SCENES.iter().map(|(shipped, _)| shipped.clone()).collect();
    Library { scenes, examples: examples(), sets: sets().count() }
}
