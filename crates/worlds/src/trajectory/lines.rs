//! Our own JSON lines: one trajectory a line, states as lists of facts.
//!
//! A line is `{"task", "sample", "steps": [{"action", "state", "numeric", "clock"}]}`; the first
//! step without an action is the initial state. Optional: `"objects": {"stove.1": "StoveBurner"}`
//! declares objects that no fact names, and types that the id does not tell (`{"category":
//! "StoveBurner", "pickupable": false}` says also whether `Object` means it); a step may say
//! `"succeeded": false`. A single object may also be spread over several lines.
//!
//! Facts, actions and whole states are interned while the text is read: a million steps between two
//! states keep two states in memory.

use super::text::{Fact, fact};
use super::{
    Action, Facts, Object, Objects, Options, Reading, State, Step, Trajectory, category_of,
    is_agent,
};
use crate::input::{self, At, InputError, Limits};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use vedette_checker::formula::Real;

const EXPECTED: &str = "a trajectory a line: {\"task\", \"sample\", \"steps\": [{\"action\", \
                        \"state\": [\"ON(stove.1)\", …], \"numeric\": {…}}]}";

/// The trajectories of `text`, and the last line if it is cut off.
pub(super) fn read(text: &str, source: &str, options: &Options) -> Result<Reading, InputError> {
    let mut trajectories = Vec::new();
    let mut left_out = Vec::new();
    if spread_over_lines(text) {
        trajectories.push(line(text, source, 1, options)?);
    } else {
        let mut lines = text.lines().enumerate().filter(|(_, one)| !one.trim().is_empty());
        while let Some((index, one)) = lines.next() {
            match line(one, source, index + 1, options) {
                Ok(trajectory) => trajectories.push(trajectory),
                // What wrote the file was stopped in the middle of a line: the others are whole.
                Err(error) if cut_off(one) && !trajectories.is_empty() => {
                    if lines.next().is_some() {
                        return Err(error);
                    }
                    let whole = trajectories.len();
                    let expected = format!(
                        "a whole line; the {whole} before it {} whole: copy the file again, or \
                         remove this line",
                        if whole == 1 { "is" } else { "are" }
                    );
                    left_out.push(InputError { expected, ..error });
                }
                Err(error) => return Err(error),
            }
        }
    }
    let unnamed = trajectories.len() > 1;
    for (index, trajectory) in trajectories.iter_mut().enumerate() {
        if trajectory.sample.is_empty() {
            trajectory.sample =
                if unnamed { (index + 1).to_string() } else { stem(source).to_owned() };
        }
    }
    super::distinct(&trajectories)?;
    Ok(Reading { trajectories, left_out })
}

/// Whether a line is the beginning of JSON, without its end.
fn cut_off(line: &str) -> bool {
    let whole: Result<serde::de::IgnoredAny, _> = serde_json::from_str(line);
    whole.is_err_and(|error| error.is_eof())
}

/// The file's name without folders and ends.
pub(super) fn stem(source: &str) -> &str {
    let name = source.rsplit(['/', '\\']).next().unwrap_or(source);
    name.split_once('.').map_or(name, |(stem, _)| stem)
}

/// Whether the first object does not end on the line that it starts on.
fn spread_over_lines(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default();
    let fits: Result<serde::de::IgnoredAny, _> = serde_json::from_str(first);
    fits.is_err_and(|error| error.is_eof())
        && text.trim_start().lines().nth(1).is_some_and(|next| !next.starts_with('{'))
}

fn line(
    text: &str,
    source: &str,
    number: usize,
    options: &Options,
) -> Result<Trajectory, InputError> {
    let limits: &Limits = &options.limits;
    let raw: RawTrajectory<'_> = input::read(text, source, number, EXPECTED, limits)?;
    if raw.steps.0.is_empty() {
        return Err(InputError::new(
            source,
            At::Path(number, 1, "steps".to_owned()),
            "found a trajectory without steps",
            "at least one state",
        ));
    }
    let mut objects = Objects::default();
    for (id, declared) in raw.objects {
        objects.insert(id.into(), declared.into());
    }
    let mut last = None;
    for step in &raw.steps.0 {
        for arg in step.action.iter().flat_map(|action| &action.args) {
            note(&mut objects, arg);
        }
        // Runs of one state are common, and its objects are known already.
        if last != Some(Arc::as_ptr(&step.state))
            && let State::Facts(facts) = step.state.as_ref()
        {
            let numbers = facts.numbers.iter().map(|(fact, _)| fact);
            for arg in facts.facts.iter().chain(numbers).flat_map(|fact| &fact.args) {
                note(&mut objects, arg);
            }
        }
        last = Some(Arc::as_ptr(&step.state));
    }
    Ok(Trajectory {
        task: raw.task.or_else(|| options.task.clone()).unwrap_or_default(),
        sample: raw.sample.map(|name| name.0).unwrap_or_default(),
        source: source.to_owned(),
        objects,
        steps: raw.steps.0,
        success: raw.success,
    })
}

fn note(objects: &mut Objects, id: &Arc<str>) {
    if !objects.contains_key(id) && !is_agent(id) {
        let category = category_of(id).into();
        objects.insert(id.clone(), Object { category, pickupable: None });
    }
}

#[derive(Deserialize)]
struct RawTrajectory<'a> {
    task: Option<String>,
    sample: Option<Name>,
    success: Option<bool>,
    #[serde(default)]
    objects: IndexMap<String, Declared, FxBuildHasher>,
    #[serde(borrow)]
    steps: Steps<'a>,
}

/// An object as a file declares it: its type, or what else is known of it too.
#[derive(Deserialize)]
#[serde(untagged)]
enum Declared {
    Category(String),
    Object { category: String, pickupable: Option<bool> },
}

impl From<Declared> for Object {
    fn from(declared: Declared) -> Self {
        let (category, pickupable) = match declared {
            Declared::Category(category) => (category, None),
            Declared::Object { category, pickupable } => (category, pickupable),
        };
        Self { category: category.into(), pickupable }
    }
}

/// Reads steps one by one, as they come: a line each, in the form of the steps of a trajectory.
#[derive(Debug, Default)]
pub struct StepReader {
    interner: Interner,
    objects: Objects,
    last: Option<f64>,
}

const EXPECTED_STEP: &str = "a step a line: {\"action\", \"state\": [\"ON(stove.1)\", …], \"numeric\": {…}, \"clock\"}, or {\"objects\": {\"stove.1\": \"StoveBurner\"}}";

#[derive(Deserialize)]
struct RawLine<'a> {
    #[serde(borrow, default)]
    action: Option<Text<'a>>,
    #[serde(borrow)]
    state: Option<Vec<Text<'a>>>,
    #[serde(default)]
    numeric: IndexMap<String, f64, FxBuildHasher>,
    clock: Option<f64>,
    succeeded: Option<bool>,
    #[serde(default)]
    objects: IndexMap<String, Declared, FxBuildHasher>,
}

impl StepReader {
    /// The step of a line; none if the line only declares objects.
    pub fn read(
        &mut self,
        text: &str,
        source: &str,
        line: usize,
    ) -> Result<Option<Step>, InputError> {
        let raw: RawLine<'_> = input::read(text, source, line, EXPECTED_STEP, &Limits::default())?;
        let fault = |what: String| InputError::new(source, At::Line(line, 1), what, EXPECTED_STEP);
        let declares = !raw.objects.is_empty();
        for (id, declared) in raw.objects {
            self.objects.insert(id.into(), declared.into());
        }
        let Some(state) = raw.state else {
            return if declares { Ok(None) } else { Err(fault("found no `state`".to_owned())) };
        };
        let RawLine { action, numeric, clock, succeeded, .. } = raw;
        if let (Some(now), Some(last)) = (clock, self.last)
            && now < last
        {
            return Err(fault(format!("found the clock at {now} after {last}")));
        }
        self.last = clock.or(self.last);
        let step = self
            .interner
            .step(&RawStep { action, state, numeric, clock, succeeded })
            .map_err(fault)?;
        note_all(&mut self.objects, &step);
        Ok(Some(step))
    }

    /// The objects that any line named so far.
    pub fn objects(&self) -> &Objects {
        &self.objects
    }
}

/// Takes down the objects that a step names.
fn note_all(objects: &mut Objects, step: &Step) {
    for arg in step.action.iter().flat_map(|action| &action.args) {
        note(objects, arg);
    }
    if let State::Facts(facts) = step.state.as_ref() {
        let numbers = facts.numbers.iter().map(|(fact, _)| fact);
        for arg in facts.facts.iter().chain(numbers).flat_map(|fact| &fact.args) {
            note(objects, arg);
        }
    }
}

/// A name, or a number taken as one.
struct Name(String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::String(text) => Ok(Self(text)),
            serde_json::Value::Number(number) => Ok(Self(number.to_string())),
            other => Err(D::Error::custom(format!("`sample` is {other}, not a name or number"))),
        }
    }
}

#[derive(Deserialize)]
struct RawStep<'a> {
    #[serde(borrow, default)]
    action: Option<Text<'a>>,
    #[serde(borrow)]
    state: Vec<Text<'a>>,
    #[serde(default)]
    numeric: IndexMap<String, f64, FxBuildHasher>,
    clock: Option<f64>,
    succeeded: Option<bool>,
}

#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

struct Steps<'a>(Vec<Step>, std::marker::PhantomData<&'a ()>);

impl<'de: 'a, 'a> Deserialize<'de> for Steps<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let steps = deserializer.deserialize_seq(StepsVisitor)?;
        Ok(Self(steps, std::marker::PhantomData))
    }
}

struct StepsVisitor;

impl<'de> Visitor<'de> for StepsVisitor {
    type Value = Vec<Step>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of steps")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let (mut steps, mut interner) = (Vec::new(), Interner::default());
        while let Some(raw) = seq.next_element::<RawStep<'de>>()? {
            let index = steps.len();
            let step = interner
                .step(&raw)
                .map_err(|error| A::Error::custom(format!("in step {index}: {error}")))?;
            steps.push(step);
        }
        Ok(steps)
    }
}

/// Facts, actions and states by what they are, so that each is kept once.
#[derive(Debug, Default)]
struct Interner {
    facts: FxHashMap<Box<str>, (u32, Arc<Fact>)>,
    actions: FxHashMap<(Box<str>, bool), Arc<Action>>,
    states: FxHashMap<Key, Arc<State>>,
}

/// The facts that hold and the signals, as numbers in the interner.
type Key = (Box<[u32]>, Box<[(u32, Real)]>);

impl Interner {
    fn step(&mut self, raw: &RawStep<'_>) -> Result<Step, String> {
        let action = match &raw.action {
            Some(text) => Some(self.action(&text.0, raw.succeeded.unwrap_or(true))?),
            None => None,
        };
        let clock = match raw.clock {
            Some(seconds) => Some(Real::new(seconds).ok_or("the clock is not finite")?),
            None => None,
        };
        Ok(Step { action, state: self.state(raw)?, clock })
    }

    fn fact(&mut self, text: &str) -> Result<(u32, Arc<Fact>), String> {
        if let Some((number, fact)) = self.facts.get(text) {
            return Ok((*number, fact.clone()));
        }
        let entry = (self.facts.len() as u32, Arc::new(fact(text)?));
        self.facts.insert(text.into(), entry.clone());
        Ok(entry)
    }

    fn action(&mut self, text: &str, succeeded: bool) -> Result<Arc<Action>, String> {
        let key = (Box::from(text), succeeded);
        if let Some(action) = self.actions.get(&key) {
            return Ok(action.clone());
        }
        let Fact { name, args } = fact(text).map_err(|_| {
            format!("`{text}` is no action; expected `name(argument, …)` or `name`")
        })?;
        let action = Arc::new(Action { name, args, succeeded });
        self.actions.insert(key, action.clone());
        Ok(action)
    }

    fn state(&mut self, raw: &RawStep<'_>) -> Result<Arc<State>, String> {
        let mut facts = Vec::with_capacity(raw.state.len());
        for text in &raw.state {
            facts.push(self.fact(&text.0)?);
        }
        facts.sort_unstable_by_key(|(number, _)| *number);
        facts.dedup_by_key(|(number, _)| *number);
        let mut numbers = Vec::with_capacity(raw.numeric.len());
        for (text, value) in &raw.numeric {
            let value = Real::new(*value).ok_or_else(|| format!("`{text}` is not finite"))?;
            let (number, fact) = self.fact(text)?;
            numbers.push((number, fact, value));
        }
        numbers.sort_unstable_by_key(|(number, ..)| *number);
        let key: Key = (
            facts.iter().map(|(number, _)| *number).collect(),
            numbers.iter().map(|(number, _, value)| (*number, *value)).collect(),
        );
        let make = || {
            let mut facts: Vec<_> = facts.into_iter().map(|(_, fact)| fact).collect();
            facts.sort_unstable();
            facts.dedup();
            let mut numbers: Vec<_> = numbers.into_iter().map(|(_, f, value)| (f, value)).collect();
            numbers.sort_unstable_by(|a, b| a.0.cmp(&b.0));
            Arc::new(State::Facts(Facts { facts: facts.into(), numbers: numbers.into() }))
        };
        Ok(self.states.entry(key).or_insert_with(make).clone())
    }
}
