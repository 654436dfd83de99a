//! A trajectory as a line of JSON, in the form in which it is read.
//!
//! ```
//! use vedette_worlds::trajectory::{Options, read, write};
//!
//! let line = r#"{"task":"tea","sample":"1","objects":{"stove.1":"stove"},"steps":[{"state":["OFF(stove.1)"]},{"action":"switchon(stove.1)","state":["ON(stove.1)"],"clock":1.5}]}"#;
//! let trajectory = read(line.as_bytes(), "t.jsonl", &Options::default()).unwrap().remove(0);
//! assert_eq!(write(&trajectory).unwrap(), line);
//! ```
//!
//! # Why it can refuse
//!
//! What a simulator writes has to come back as it was, or rules are checked on something else than what
//! happened. A fact with a comma in an object's name would come back as a fact about two objects, so it
//! is refused by name; each fact is tried and spelled once, however many states have it. Poses of a simulator have no
//! place in this form and are refused too: write the facts that they give.

use super::text::{Fact, fact};
use super::{State, Trajectory, clock_runs_forward};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::fmt::{self, Write};
use std::sync::Arc;

/// Why a trajectory has no such line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritable {
    /// The step, from 0; none if it is about the whole.
    pub step: Option<usize>,
    /// What was found, and what was expected.
    pub what: String,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(step) = self.step {
            write!(f, "step {step}: ")?;
        }
        f.write_str(&self.what)
    }
}

impl std::error::Error for Unwritable {}

/// A trajectory as one line of JSON, without a line break at its end. [`read`](super::read) gives it back
/// the same, except that one without a name for the sample is given one.
pub fn write(trajectory: &Trajectory) -> Result<String, Unwritable> {
    let whole = |what: String| Unwritable { step: None, what };
    let Trajectory { task, sample, objects, steps, success, .. } = trajectory;
    if steps.is_empty() {
        return Err(whole("found no step, expected at least one state".to_owned()));
    }
    clock_runs_forward(trajectory)
        .map_err(|why| whole(format!("{}, expected {}", why.what, why.expected)))?;
    let mut line = format!("{{\"task\":{}", json!(task));
    if !sample.is_empty() {
        let _ = write!(line, ",\"sample\":{}", json!(sample));
    }
    if let Some(success) = success {
        let _ = write!(line, ",\"success\":{success}");
    }
    line.push_str(",\"objects\":{");
    list(&mut line, objects, |line, (id, object)| {
        let category: &str = &object.category;
        let known = match object.pickupable {
            Some(pickupable) => json!({"category": category, "pickupable": pickupable}),
            None => json!(category),
        };
        let _ = write!(line, "{}:{known}", json!(**id));
        Ok(())
    })?;
    line.push_str("},\"steps\":[");
    let mut spelled = Spelled::default();
    list(&mut line, steps.iter().enumerate(), |line, (at, step)| {
        spelled.step(line, step).map_err(|what| Unwritable { step: Some(at), what })
    })?;
    line.push_str("]}");
    Ok(line)
}

/// The items of a list with commas between them.
fn list<T, E>(
    line: &mut String,
    items: impl IntoIterator<Item = T>,
    mut each: impl FnMut(&mut String, T) -> Result<(), E>,
) -> Result<(), E> {
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            line.push(',');
        }
        each(line, item)?;
    }
    Ok(())
}

/// Facts as JSON strings.
#[derive(Default)]
struct Spelled<'a>(FxHashMap<&'a Fact, String>);

impl<'a> Spelled<'a> {
    fn step(&mut self, line: &mut String, step: &'a super::Step) -> Result<(), String> {
        line.push('{');
        if let Some(action) = &step.action {
            let said = Fact { name: action.name.clone(), args: action.args.clone() };
            let _ = write!(line, "\"action\":{},", spell(&said)?);
            if !action.succeeded {
                line.push_str("\"succeeded\":false,");
            }
        }
        let State::Facts(facts) = step.state.as_ref() else {
            return Err("found poses of a simulator, expected a state of facts".to_owned());
        };
        line.push_str("\"state\":[");
        list(line, &facts.facts, |line, fact| self.fact(line, fact))?;
        line.push(']');
        if let Some(two) = facts.numbers.windows(2).find(|two| two[0].0 == two[1].0) {
            return Err(format!("found two values of `{}`, expected one", two[0].0));
        }
        if !facts.numbers.is_empty() {
            line.push_str(",\"numeric\":{");
            list(line, &facts.numbers, |line, (signal, value)| {
                self.fact(line, signal)?;
                let _ = write!(line, ":{}", Value::from(value.get()));
                Ok::<(), String>(())
            })?;
            line.push('}');
        }
        if let Some(clock) = step.clock {
            let _ = write!(line, ",\"clock\":{}", Value::from(clock.get()));
        }
        line.push('}');
        Ok(())
    }

    fn fact(&mut self, line: &mut String, fact: &'a Arc<Fact>) -> Result<(), String> {
        if !self.0.contains_key(fact.as_ref()) {
            self.0.insert(fact, spell(fact)?);
        }
        line.push_str(&self.0[fact.as_ref()]);
        Ok(())
    }
}

/// A fact as a JSON string, if it comes back as it was.
fn spell(said: &Fact) -> Result<String, String> {
    let text = said.to_string();
    match fact(&text) {
        Ok(read) if read == *said => Ok(json!(text).to_string()),
        _ => Err(format!(
            "found `{said}`, which would be read as something else, expected a name and objects without \
             brackets, commas and quotes"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trajectory::{Action, Facts, Object, Objects, Options, Scene, Step, read};
    use proptest::prelude::*;
    use vedette_checker::formula::Real;

    fn word() -> impl Strategy<Value = Arc<str>> {
        prop_oneof![
            9 => "[a-zA-Zäé|+.:-][a-zA-Z0-9_.|+:-]{0,6}",
            // What has no line: the writer has to notice.
            1 => "[ ,()\"\\\\a]{0,3}",
        ]
        .prop_map(Arc::from)
    }

    fn any_fact() -> impl Strategy<Value = Fact> {
        let name = "[a-zA-Zé][a-zA-Z0-9_.-]{0,6}".prop_map(Arc::from);
        (name, prop::collection::vec(word(), 0..3))
            .prop_map(|(name, args)| Fact { name, args: args.into() })
    }

    fn number() -> impl Strategy<Value = Real> {
        any::<f64>().prop_filter_map("finite", Real::new)
    }

    fn state() -> impl Strategy<Value = Arc<State>> {
        let numbers = prop::collection::btree_map(any_fact(), number(), 0..2);
        (prop::collection::btree_set(any_fact(), 0..4), numbers).prop_map(|(facts, numbers)| {
            let facts = facts.into_iter().map(Arc::new).collect();
            let numbers =
                numbers.into_iter().map(|(fact, value)| (Arc::new(fact), value)).collect();
            Arc::new(State::Facts(Facts { facts, numbers }))
        })
    }

    fn trajectory() -> impl Strategy<Value = Trajectory> {
        let action = prop::option::of((any_fact(), any::<bool>()));
        let steps = prop::collection::vec((action, state(), any::<bool>()), 1..5);
        let objects = prop::collection::vec((word(), word(), any::<Option<bool>>()), 0..4);
        (".{0,6}", ".{1,6}", any::<Option<bool>>(), objects, steps).prop_map(
            |(task, sample, success, listed, steps)| {
                let step = |(at, (action, state, clock)): (usize, _)| Step {
                    action: Option::map(action, |(Fact { name, args }, succeeded)| {
                        Arc::new(Action { name, args, succeeded })
                    }),
                    state,
                    clock: bool::then(clock, || Real::new(f64::from(at as u32) / 3.0).unwrap()),
                };
                let steps: Vec<Step> = steps.into_iter().enumerate().map(step).collect();
                let mut objects = Objects::default();
                for (id, category, pickupable) in listed {
                    objects.insert(id, Object { category, pickupable });
                }
                let source = "t".to_owned();
                Trajectory { task, sample, source, objects, steps, success }
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(first in trajectory()) {
            let odd = |fact: &Fact| fact.args.iter().any(|arg| {
                arg.trim() != &**arg || arg.is_empty() || arg.contains([',', '(', ')', '"'])
            });
            let said = |step: &Step| {
                let State::Facts(facts) = step.state.as_ref() else { panic!("no facts") };
                let action = step.action.iter().map(|action| Fact {
                    name: action.name.clone(),
                    args: action.args.clone(),
                });
                let signals = facts.numbers.iter().map(|(signal, _)| signal);
                let states = facts.facts.iter().chain(signals).map(|fact| fact.as_ref().clone());
                action.chain(states).any(|fact| odd(&fact))
            };
            let line = match write(&first) {
                Ok(line) => line,
                Err(why) => {
                    prop_assert!(first.steps.iter().any(said), "{}", why);
                    return Ok(());
                }
            };
            prop_assert!(!line.contains('\n'));
            let again = read(line.as_bytes(), "t", &Options::default()).unwrap().remove(0);
            prop_assert_eq!((&again.task, &again.sample, again.success),
                (&first.task, &first.sample, first.success));
            for (id, object) in &first.objects {
                prop_assert_eq!(again.objects.get(id), Some(object));
            }
            // What only facts name is taken down behind what is declared.
            prop_assert!(again.objects.keys().zip(first.objects.keys()).all(|(a, b)| a == b));
            for (a, b) in again.steps.iter().zip(&first.steps) {
                prop_assert_eq!((&a.action, &a.state, a.clock), (&b.action, &b.state, b.clock));
            }
            prop_assert_eq!(again.steps.len(), first.steps.len());
            prop_assert_eq!(write(&Trajectory { objects: first.objects, ..again }), Ok(line));
        }
    }

    #[test]
    fn what_has_no_line_is_named() {
        let step = |state| Step { action: None, state: Arc::new(state), clock: None };
        let of = |steps| Trajectory {
            task: String::new(),
            sample: "1".to_owned(),
            source: String::new(),
            objects: Objects::default(),
            steps,
            success: None,
        };
        let told = |steps| write(&of(steps)).unwrap_err().to_string();
        assert_eq!(told(Vec::new()), "found no step, expected at least one state");
        let empty = || step(State::Facts(Facts::default()));
        assert_eq!(
            told(vec![empty(), step(State::Scene(Scene::default()))]),
            "step 1: found poses of a simulator, expected a state of facts"
        );
        let at = |seconds| Step { clock: Real::new(seconds), ..empty() };
        assert!(told(vec![at(2.0), at(1.0)]).starts_with("found 1 after 2, expected a clock"));
        let odd = Arc::new(Fact { name: "ON".into(), args: ["a, b".into()].into() });
        let facts = Facts { facts: [odd.clone()].into(), numbers: Box::default() };
        assert!(
            told(vec![step(State::Facts(facts))]).starts_with("step 0: found `ON(a, b)`, which")
        );
        let signal =
            || (Arc::new(Fact { name: "d".into(), args: Box::default() }), Real::new(1.0).unwrap());
        let facts = Facts { facts: Box::default(), numbers: [signal(), signal()].into() };
        assert!(told(vec![step(State::Facts(facts))]).contains("two values of `d()`"));
    }
}
