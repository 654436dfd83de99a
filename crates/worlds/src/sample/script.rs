//! Scene files: what is there, what an agent does, how it may slip, what must hold.
//!
//! One keyword a line: `task`, `title`, `say`, `object ID TYPE`, `holds FACT…`, `number SIGNAL VALUE`,
//! `do ACTION : EFFECT…`, `slip PERCENT skip|stop|instead ACTION : EFFECT…` (of the `do` before it),
//! `rule ID | WORDS | FORMULA`, `constant NAME VALUE`. An effect is `+FACT`, `-FACT` or
//! `=SIGNAL@VALUE`. The files are part of the program: a malformed one is a fault of the program,
//! which the tests of this module would find.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// A task of a scene file.
#[derive(Clone, Debug, Default)]
pub(super) struct Script {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) instruction: String,
    pub(super) objects: Vec<(String, String)>,
    pub(super) initial: World,
    pub(super) moves: Vec<Move>,
    pub(super) rules: Vec<WrittenRule>,
    pub(super) constants: Vec<(String, f64)>,
}

/// An action of a script.
#[derive(Clone, Debug)]
pub(super) struct Move {
    pub(super) action: String,
    pub(super) effects: Vec<Effect>,
    pub(super) slips: Vec<Chance>,
}

/// A slip and how likely a hasty agent makes it.
#[derive(Clone, Debug)]
pub(super) struct Chance {
    pub(super) percent: usize,
    pub(super) kind: Slip,
}

/// What an agent may do instead of an action.
#[derive(Clone, Debug)]
pub(super) enum Slip {
    /// Nothing.
    Skip,
    /// The action, and then no more.
    Stop,
    /// Something else.
    Instead(String, Vec<Effect>),
}

/// A change of the world.
#[derive(Clone, Debug)]
pub(super) enum Effect {
    Add(String),
    Remove(String),
    Set(String, f64),
}

/// A rule in words and as a formula.
#[derive(Clone, Debug)]
pub(super) struct WrittenRule {
    pub(super) id: String,
    pub(super) words: String,
    pub(super) formula: String,
}

/// What holds.
#[derive(Clone, Debug, Default)]
pub(super) struct World {
    facts: BTreeSet<String>,
    numbers: Vec<(String, f64)>,
}

impl World {
    pub(super) fn apply(&mut self, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Add(fact) => {
                    self.facts.insert(fact.clone());
                }
                Effect::Remove(fact) => {
                    self.facts.remove(fact);
                }
                Effect::Set(signal, value) => {
                    self.numbers.retain(|(known, _)| known != signal);
                    self.numbers.push((signal.clone(), *value));
                }
            }
        }
    }

    /// The world as a step of a JSON line.
    pub(super) fn step(&self, action: Option<&str>) -> Value {
        let mut step = json!({"state": self.facts});
        if let Some(action) = action {
            step["action"] = action.into();
        }
        if !self.numbers.is_empty() {
            let numbers: Map<String, Value> = self
                .numbers
                .iter()
                .map(|(signal, value)| (signal.clone(), (*value).into()))
                .collect();
            step["numeric"] = numbers.into();
        }
        step
    }
}

/// The tasks of a scene file.
pub(super) fn scripts(text: &str) -> Vec<Script> {
    let mut scripts: Vec<Script> = Vec::new();
    for line in
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (keyword, rest) = line.split_once(' ').expect("a keyword and more");
        if keyword == "task" {
            scripts.push(Script { id: rest.to_owned(), ..Script::default() });
            continue;
        }
        let script = scripts.last_mut().expect("a file starts with `task`");
        match keyword {
            "title" => rest.clone_into(&mut script.title),
            "say" => rest.clone_into(&mut script.instruction),
            "object" => script.objects.push(pair(rest)),
            "holds" => script.initial.facts.extend(rest.split_whitespace().map(str::to_owned)),
            "number" => {
                let (signal, value) = pair(rest);
                script.initial.numbers.push((signal, number(&value)));
            }
            "do" => {
                let (action, effects) = doing(rest);
                script.moves.push(Move { action, effects, slips: Vec::new() });
            }
            "slip" => {
                let step = script.moves.last_mut().expect("a slip stands after `do`");
                step.slips.push(slip(rest));
            }
            "rule" => {
                let parts: Vec<&str> = rest.splitn(3, '|').map(str::trim).collect();
                let [id, words, formula] =
                    parts[..].try_into().expect("a rule has a name, words and a formula");
                let (id, words): (&str, &str) = (id, words);
                let formula: &str = formula;
                script.rules.push(WrittenRule {
                    id: id.to_owned(),
                    words: words.to_owned(),
                    formula: formula.to_owned(),
                });
            }
            "constant" => {
                let (name, value) = pair(rest);
                script.constants.push((name, number(&value)));
            }
            other => unreachable!("unknown keyword `{other}` in a scene file"),
        }
    }
    scripts
}

fn pair(text: &str) -> (String, String) {
    let (a, b) = text.split_once(' ').expect("two words");
    (a.to_owned(), b.to_owned())
}

fn number(text: &str) -> f64 {
    text.parse().expect("a number")
}

fn slip(text: &str) -> Chance {
    let (percent, rest) = text.split_once(' ').expect("a chance and a slip");
    let kind = match rest.split_once(' ') {
        None if rest == "skip" => Slip::Skip,
        None => Slip::Stop,
        Some((_, rest)) => {
            let (action, effects) = doing(rest);
            Slip::Instead(action, effects)
        }
    };
    Chance { percent: percent.parse().expect("a percentage"), kind }
}

fn doing(text: &str) -> (String, Vec<Effect>) {
    let (action, effects) = text.split_once(':').expect("an action and its effects");
    let effect = |text: &str| match text.split_at(1) {
        ("+", fact) => Effect::Add(fact.to_owned()),
        ("-", fact) => Effect::Remove(fact.to_owned()),
        (_, change) => {
            let (signal, value) = change.split_once('@').expect("a signal and its value");
            Effect::Set(signal.to_owned(), number(value))
        }
    };
    (action.trim().to_owned(), effects.split_whitespace().map(effect).collect())
}
