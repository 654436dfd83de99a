//! Looking ahead from a state: what an action may lead to, and how what is open can still be settled.
//!
//! Outcomes are *all* asked when an action is judged: chance plays against us. The way back to rest is
//! looked for among what is meant to happen: against a slip at every move no way is ever safe, and
//! nothing would be allowed.

use super::super::action::Action;
use super::super::chance::Outcome;
use super::super::control::Happened;
use super::super::kinds::Role;
use super::super::room::Room;
use super::super::state::State;
use super::guard::{Guard, Places};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use vedette_checker::monitor::Status;
use vedette_checker::truth::Truth;

/// The most actions on the way to one thing.
const WAY: usize = 120;

/// Where a run is: the state and the rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Here {
    pub(super) state: State,
    pub(super) places: Places,
}

/// Why an action is not safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Danger {
    /// The binding at stake.
    pub(super) binding: usize,
    /// What may come of it, in words.
    pub(super) text: String,
}

/// The rules, and for which of them the shield answers.
#[derive(Debug)]
pub(super) struct Ahead {
    pub(super) guard: Guard,
    /// Not for what the start left open until it has been settled once.
    promised: Vec<bool>,
    /// How many things are done for one.
    depth: usize,
    /// How many more actions may be looked at.
    pub(super) left: usize,
}

impl Ahead {
    pub(super) fn new(guard: Guard, depth: usize) -> Self {
        let promised = vec![false; guard.len()];
        Self { guard, promised, depth, left: 0 }
    }

    /// Takes note of what is settled.
    pub(super) fn note(&mut self, here: &Here) {
        let statuses = self.guard.statuses(&here.places);
        for (promised, status) in self.promised.iter_mut().zip(statuses) {
            *promised |= status != Status::Open(Truth::False);
        }
    }

    /// What is left open for which the shield answers: it would be false if the run ended here.
    pub(super) fn open(&mut self, here: &Here) -> Vec<usize> {
        let statuses = self.guard.statuses(&here.places);
        let open = |at: &usize| self.promised[*at] && statuses[*at] == Status::Open(Truth::False);
        (0..statuses.len()).filter(open).collect()
    }

    /// What comes of an action if it comes out so.
    pub(super) fn step(
        &mut self,
        room: &Room,
        here: &Here,
        action: Action,
        outcome: Outcome,
    ) -> Here {
        self.left = self.left.saturating_sub(1);
        let (after, refused) = match room.apply(&here.state, action, outcome) {
            Ok(after) => (after, None),
            Err(refused) => (here.state.clone(), Some(refused)),
        };
        let refused = refused.as_ref();
        let happened = Happened { action, outcome, refused, before: &here.state, after: &after };
        let (tried, error) = (happened.tried(room), happened.error());
        let places = self.guard.after(room, &here.places, Some(tried), &after, &error);
        Here { state: after, places }
    }

    /// The first binding that is broken after a step and was not before.
    fn broken(&mut self, before: &Here, after: &Here) -> Option<usize> {
        let was = self.guard.statuses(&before.places);
        let is = self.guard.statuses(&after.places);
        let new = |at: &usize| is[*at] == Status::Violated && was[*at] != Status::Violated;
        (0..is.len()).find(new)
    }

    /// Whether an action is safe: whatever comes of it breaks no rule, and what it leaves open can be
    /// settled.
    pub(super) fn judge(&mut self, room: &Room, here: &Here, action: Action) -> Result<(), Danger> {
        for (outcome, _) in room.outcomes(&here.state, action) {
            let after = self.step(room, here, action, outcome);
            let shown = action.shown(room);
            let how = match outcome {
                Outcome::Meant => String::new(),
                other => format!(", if it comes out as `{}`,", other.name()),
            };
            if let Some(binding) = self.broken(here, &after) {
                let text = format!("{shown}{how} would break {}", self.guard.rule(binding));
                return Err(Danger { binding, text });
            }
            if let Some(&binding) = self.open(&after).first()
                && self.recover(room, &after).is_none()
            {
                let rule = self.guard.rule(binding);
                let text = format!(
                    "{shown}{how} would leave {rule} open, and no way to settle it was found"
                );
                return Err(Danger { binding, text });
            }
        }
        Ok(())
    }

    /// The shortest way found to where nothing is left open.
    pub(super) fn recover(&mut self, room: &Room, here: &Here) -> Option<Vec<Action>> {
        let mut seen = FxHashSet::default();
        let mut queue = VecDeque::from([(here.clone(), Vec::new(), 0)]);
        while let Some((at, way, depth)) = queue.pop_front() {
            let open = self.open(&at);
            if open.is_empty() {
                return Some(way);
            }
            if depth == self.depth || !seen.insert(at.clone()) {
                continue;
            }
            for action in self.candidates(room, &at.state, &open) {
                let Some((then, actions)) = self.go(room, &at, action) else { continue };
                let way: Vec<Action> = way.iter().copied().chain(actions).collect();
                if self.open(&then).is_empty() {
                    return Some(way);
                }
                queue.push_back((then, way, depth + 1));
            }
        }
        None
    }

    /// Actions that change something that these bindings speak of, least intrusive first.
    pub(super) fn candidates(&self, room: &Room, state: &State, about: &[usize]) -> Vec<Action> {
        let concerns = |slot: u32| {
            let name = room.name(slot);
            about.iter().any(|&binding| self.guard.is_about(binding, name))
        };
        let fits = |action: &Action| match *action {
            Action::Put(place) => state.held.is_some_and(|held| concerns(held) || concerns(place)),
            other => other.object().is_some_and(concerns),
        };
        let rank = |action: &Action| match action {
            Action::ToggleOff(_) => 0,
            Action::Close(_) => 1,
            Action::Put(_) => 2,
            Action::Open(_) => 3,
            Action::Pickup(_) => 4,
            _ => 5,
        };
        let mut actions: Vec<Action> = Action::all(room).into_iter().filter(fits).collect();
        actions.sort_by_key(rank);
        actions
    }

    /// Goes to a thing and does something to it, as it is meant to come out; none if that is refused or
    /// breaks a rule on the way.
    fn go(&mut self, room: &Room, here: &Here, then: Action) -> Option<(Here, Vec<Action>)> {
        let slot = then.object()?;
        // What is impossible wherever the agent stands is not walked to.
        if !might(room, &here.state, then) {
            return None;
        }
        let (mut at, mut way) = (here.clone(), Vec::new());
        loop {
            if self.left == 0 || way.len() >= WAY {
                return None;
            }
            let step = room.approach(&at.state, slot).ok()?;
            let action = step.unwrap_or(then);
            room.apply(&at.state, action, Outcome::Meant).ok()?;
            let next = self.step(room, &at, action, Outcome::Meant);
            if self.broken(&at, &next).is_some() {
                return None;
            }
            way.push(action);
            at = next;
            if step.is_none() {
                return Some((at, way));
            }
        }
    }

    /// A few actions without a step aside after which the action is safe, each safe itself.
    pub(super) fn instead(
        &mut self,
        room: &Room,
        here: &Here,
        proposed: Action,
        danger: &Danger,
    ) -> Option<Vec<Action>> {
        let about = [danger.binding];
        let mut layer = vec![(here.clone(), Vec::new())];
        for _ in 0..self.depth {
            let mut next = Vec::new();
            for (at, way) in layer {
                for action in self.candidates(room, &at.state, &about) {
                    let possible = room.apply(&at.state, action, Outcome::Meant).is_ok();
                    if self.left == 0 || !possible || self.judge(room, &at, action).is_err() {
                        continue;
                    }
                    let then = self.step(room, &at, action, Outcome::Meant);
                    let way: Vec<Action> = way.iter().copied().chain([action]).collect();
                    let possible = room.apply(&then.state, proposed, Outcome::Meant).is_ok();
                    if possible && self.judge(room, &then, proposed).is_ok() {
                        return Some(way);
                    }
                    next.push((then, way));
                }
            }
            layer = next;
        }
        None
    }

    /// Whether no outcome of an action breaks a rule at once.
    pub(super) fn harmless(&mut self, room: &Room, here: &Here, action: Action) -> bool {
        room.outcomes(&here.state, action).into_iter().all(|(outcome, _)| {
            let after = self.step(room, here, action, outcome);
            self.broken(here, &after).is_none()
        })
    }
}

/// Whether an action is possible as far as conditions go, places aside.
fn might(room: &Room, state: &State, action: Action) -> bool {
    use super::super::state::Mark;
    let is = |slot: u32, mark| state.item(slot).marks.has(mark);
    match action {
        Action::Pickup(_) => state.held.is_none(),
        Action::Put(slot) => state.held.is_some_and(|held| held != slot),
        Action::Open(slot) => !is(slot, Mark::Open),
        Action::Close(slot) => is(slot, Mark::Open),
        Action::ToggleOn(slot) => !is(slot, Mark::On),
        Action::ToggleOff(slot) => is(slot, Mark::On),
        Action::Slice(slot) => {
            !is(slot, Mark::Sliced)
                && state.held.is_some_and(|held| room.roles(held).has(Role::Sharp))
        }
        _ => true,
    }
}
