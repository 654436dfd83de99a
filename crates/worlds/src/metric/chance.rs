//! What may happen in place of what an action is meant to do, with declared probabilities.
//!
//! A scene declares chances: the action, the thing or class it is done to (any, if none), the outcome
//! and its probability. Of an action that is not refused, each outcome that is declared for it and can
//! happen there does so with its probability; with the rest, what is meant.
//!
//! Whoever plans against all outcomes sees exactly those that a run may draw: both take them from
//! [`Outcome`]s of the same list.

use super::action::Action;
use super::room::Room;
use super::state::State;
use crate::scene::Chance;
use crate::trajectory::Objects;
use crate::vocabulary::{fold, fold_action};
use std::sync::Arc;

/// What comes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// What is meant.
    Meant,
    /// Nothing.
    Stay,
    /// What is held, or was to be, falls.
    Drop,
    /// What is held, or was to be, is emptied.
    Spill,
    /// The thing that it is done to, or that is put down, breaks.
    Break,
    /// The agent turns twice.
    Overturn,
}

impl Outcome {
    /// All, in this order.
    const ALL: [Self; 6] =
        [Self::Meant, Self::Stay, Self::Drop, Self::Spill, Self::Break, Self::Overturn];

    /// As written in scenes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Meant => "meant",
            Self::Stay => "stay",
            Self::Drop => "drop",
            Self::Spill => "spill",
            Self::Break => "break",
            Self::Overturn => "overturn",
        }
    }

    /// Whether it makes sense for an action of this name.
    fn fits(self, action: &str) -> bool {
        match self {
            Self::Meant => false,
            Self::Stay => true,
            Self::Drop | Self::Spill => {
                matches!(action, "pickup" | "put" | "moveahead" | "rotateleft" | "rotateright")
            }
            Self::Break => matches!(action, "pickup" | "put"),
            Self::Overturn => matches!(action, "rotateleft" | "rotateright"),
        }
    }
}

/// Declared chances, checked.
#[derive(Clone, Debug, Default)]
pub(super) struct Chances(Vec<Declared>);

#[derive(Clone, Debug)]
struct Declared {
    /// Folded.
    action: String,
    object: Option<Arc<str>>,
    outcome: Outcome,
    probability: f64,
}

/// Where something is wrong, what was found, and what was expected.
type Fault = (String, String, &'static str);

/// The chances that a scene declares.
pub(super) fn read(declared: &[Chance], objects: &Objects) -> Result<Chances, Vec<Fault>> {
    let (mut chances, mut faults) = (Chances::default(), Vec::new());
    for (index, chance) in declared.iter().enumerate() {
        let mut fault = |field: &str, what: String, expected| {
            faults.push((format!("chances[{index}].{field}"), what, expected));
        };
        let action = fold_action(&chance.action);
        if !Action::NAMES.iter().any(|name| fold_action(name) == action) {
            let what = format!("found the action {:?}", chance.action);
            fault("action", what, "one of the twelve actions, such as `PickupObject`");
        }
        let named = Outcome::ALL.iter().find(|one| one.name() == chance.outcome);
        let Some(&outcome) = named.filter(|one| one.fits(&action)) else {
            let what = format!("found the outcome {:?} of {}", chance.outcome, chance.action);
            fault(
                "outcome",
                what,
                "`stay`; of handling and moving `drop` or `spill`; of picking up and putting `break`; of turning `overturn`",
            );
            continue;
        };
        if let Some(object) = &chance.object {
            let is = |(id, known): (&Arc<str>, &crate::trajectory::Object)| {
                id == object || fold(&known.category) == fold(object)
            };
            if !objects.iter().any(is) {
                let what = format!("found {object:?}, which is no object or class of the scene");
                fault("object", what, "an id or a class of the scene");
            }
        }
        let (object, probability) = (chance.object.clone(), chance.probability.get());
        chances.0.push(Declared { action, object, outcome, probability });
    }
    // Whatever is done to whatever, the probabilities are at most 1 together.
    let any: Arc<str> = "".into();
    let pairs = objects.iter().map(|(id, known)| (id, &known.category)).chain([(&any, &any)]);
    for (id, category) in pairs {
        for name in Action::NAMES {
            let action = fold_action(name);
            let sum: f64 = chances.matching(&action, id, category).map(|one| one.probability).sum();
            if sum > 1.0 + 1e-9 && faults.is_empty() {
                let on = if id.is_empty() { String::new() } else { format!(" on {id:?}") };
                let what = format!("found probabilities of {sum} together for {name}{on}");
                faults.push(("chances".to_owned(), what, "at most 1 together"));
            }
        }
    }
    if faults.is_empty() { Ok(chances) } else { Err(faults) }
}

impl Chances {
    fn matching<'a>(
        &'a self,
        action: &'a str,
        id: &'a str,
        category: &'a str,
    ) -> impl Iterator<Item = &'a Declared> {
        self.0.iter().filter(move |one| {
            let fits = |object: &Arc<str>| **object == *id || fold(object) == fold(category);
            one.action == action && one.object.as_ref().is_none_or(fits)
        })
    }
}

impl Room {
    /// What may come of an action, what is meant first, with the probabilities; outcomes that make no
    /// difference here, such as dropping nothing, count as what is meant.
    pub fn outcomes(&self, state: &State, action: Action) -> Vec<(Outcome, f64)> {
        let about = action.object().or(state.held);
        let (id, category) = match about.and_then(|slot| self.objects().get_index(slot as usize)) {
            Some((id, object)) => (&**id, &*object.category),
            None => ("", ""),
        };
        let name = fold_action(action.name());
        let mut outcomes = vec![(Outcome::Meant, 1.0)];
        for declared in self.chances().matching(&name, id, category) {
            let handles = matches!(action, Action::Pickup(_)) || state.held.is_some();
            let moot = !handles && matches!(declared.outcome, Outcome::Drop | Outcome::Spill);
            if moot {
                continue;
            }
            outcomes[0].1 -= declared.probability;
            match outcomes.iter_mut().find(|(outcome, _)| *outcome == declared.outcome) {
                Some((_, probability)) => *probability += declared.probability,
                None => outcomes.push((declared.outcome, declared.probability)),
            }
        }
        outcomes.retain(|&(_, probability)| probability > 1e-12);
        outcomes
    }
}
