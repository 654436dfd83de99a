//! What an action needs and does. An action that is refused changes nothing.
//!
//! The texts of refusals contain the phrases that AI2-THOR uses where rules ask for them: a movement
//! that *is blocking Agent*, that opening or closing *failed*, and that picking up *would cause it to collide*.

use super::action::Action;
use super::chance::Outcome;
use super::kinds::Role;
use super::place;
use super::room::Room;
use super::sight::LOOKS;
use super::state::{Mark, State};
use super::time;
use std::fmt;

/// Why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// Something is in the way.
    Blocked,
    /// The thing is not in view.
    Unseen,
    /// The thing is not such that this can be done to it.
    Afford,
    /// The hand is not as it has to be: full, empty, or without a knife.
    Hand,
    /// It is so already.
    Satisfied,
    /// There is no room for the thing.
    Space,
    /// The thing is closed, or switched on, and must not be.
    Condition,
}

impl Refusal {
    /// As written in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Blocked => "blocked",
            Self::Unseen => "unseen",
            Self::Afford => "afford",
            Self::Hand => "hand",
            Self::Satisfied => "satisfied",
            Self::Space => "space",
            Self::Condition => "condition",
        }
    }
}

/// A refused action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The kind.
    pub kind: Refusal,
    /// What stands against it.
    pub text: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn refuse<T>(kind: Refusal, text: impl Into<String>) -> Result<T, Refused> {
    Err(Refused { kind, text: text.into() })
}

impl Room {
    /// The state after an action that comes out so, time included.
    ///
    /// # Errors
    /// If the action is refused; nothing changes then, and no time passes.
    pub fn apply(&self, state: &State, action: Action, outcome: Outcome) -> Result<State, Refused> {
        let effect = self.effect(state, action)?;
        let mut next = state.clone();
        match outcome {
            Outcome::Meant => self.bring_about(&mut next, effect),
            Outcome::Stay => {}
            Outcome::Drop => {
                if let Action::Pickup(slot) = action {
                    place::take(self, &mut next, slot);
                } else if !matches!(action, Action::Put(_)) {
                    self.bring_about(&mut next, effect);
                }
                self.drop(&mut next);
            }
            Outcome::Spill => {
                self.bring_about(&mut next, effect);
                let spilled = next.held.or(state.held);
                if let Some(slot) = spilled {
                    next.item_mut(slot).marks.set(Mark::Filled, false);
                }
            }
            Outcome::Break => {
                self.bring_about(&mut next, effect);
                let broken =
                    if let Action::Pickup(slot) = action { Some(slot) } else { state.held };
                if let Some(slot) = broken {
                    shatter(&mut next, slot);
                }
            }
            Outcome::Overturn => {
                self.bring_about(&mut next, effect);
                self.bring_about(&mut next, effect);
            }
        }
        time::pass(self, &mut next);
        Ok(next)
    }

    /// What is held falls, and breaks if it is such.
    fn drop(&self, state: &mut State) {
        let Some(slot) = state.held else { return };
        place::fall(self, state, slot);
        state.item_mut(slot).marks.set(Mark::Filled, false);
        if self.roles(slot).has(Role::Fragile) {
            shatter(state, slot);
        }
    }

    fn bring_about(&self, state: &mut State, effect: Effect) {
        match effect {
            Effect::Pose { cell, quarters, looks } => {
                let agent = &mut state.agent;
                agent.cell = cell;
                agent.quarter = (agent.quarter + quarters) % 4;
                agent.horizon = (agent.horizon + looks).clamp(*LOOKS.start(), *LOOKS.end());
                place::carry(self, state);
            }
            Effect::Take(slot) => place::take(self, state, slot),
            Effect::Set { slot, parent, inside, at } => place::set(state, slot, parent, inside, at),
            Effect::Mark(slot, mark, value) => state.item_mut(slot).marks.set(mark, value),
            Effect::Slice { slot, with } => {
                state.item_mut(slot).marks.set(Mark::Sliced, true);
                state.item_mut(with).marks.set(Mark::Dirty, true);
            }
        }
    }

    /// What the action is meant to do, if nothing stands against it.
    fn effect(&self, state: &State, action: Action) -> Result<Effect, Refused> {
        let cell = state.agent.cell;
        let still = |quarters, looks| Ok(Effect::Pose { cell, quarters, looks });
        match action {
            Action::MoveAhead => self.step(state),
            Action::RotateRight => still(1, 0),
            Action::RotateLeft => still(3, 0),
            Action::LookUp if state.agent.horizon <= *LOOKS.start() => {
                refuse(Refusal::Satisfied, "the agent looks up as far as it can")
            }
            Action::LookUp => still(0, -1),
            Action::LookDown if state.agent.horizon >= *LOOKS.end() => {
                refuse(Refusal::Satisfied, "the agent looks down as far as it can")
            }
            Action::LookDown => still(0, 1),
            Action::Pickup(slot) => self.pickup(state, slot),
            Action::Put(slot) => self.put(state, slot),
            Action::Open(slot) => self.door(state, slot, true),
            Action::Close(slot) => self.door(state, slot, false),
            Action::ToggleOn(slot) => self.toggle(state, slot, true),
            Action::ToggleOff(slot) => self.toggle(state, slot, false),
            Action::Slice(slot) => self.slice(state, slot),
        }
    }

    fn step(&self, state: &State) -> Result<Effect, Refused> {
        let ([dx, dz], [column, row]) = (place::ahead(state.agent.quarter), state.agent.cell);
        let to = (column.checked_add_signed(dx as isize), row.checked_add_signed(dz as isize));
        let (Some(column), Some(row)) = to else {
            let text = "the edge of the floor is blocking Agent 0 from moving";
            return refuse(Refusal::Blocked, text);
        };
        match self.floor(state).stand([column, row]) {
            Ok(()) => Ok(Effect::Pose { cell: [column, row], quarters: 0, looks: 0 }),
            Err(super::grid::NoPath::Blocked { by, .. }) => {
                refuse(Refusal::Blocked, format!("{by} is blocking Agent 0 from moving"))
            }
            Err(_) => {
                refuse(Refusal::Blocked, "the edge of the floor is blocking Agent 0 from moving")
            }
        }
    }

    fn in_view(&self, state: &State, slot: u32) -> Result<(), Refused> {
        let name = self.name(slot);
        self.sees(state, slot)
            .or_else(|why| refuse(Refusal::Unseen, format!("{name} is not in view: {why}")))
    }

    fn pickup(&self, state: &State, slot: u32) -> Result<Effect, Refused> {
        let name = self.name(slot);
        if let Some(held) = state.held {
            let text = format!("the hand holds {} and cannot take {name}", self.name(held));
            return refuse(Refusal::Hand, text);
        }
        if !self.roles(slot).has(Role::Grab) {
            return refuse(Refusal::Afford, format!("{name} cannot be picked up"));
        }
        self.in_view(state, slot)?;
        if let Some(by) = place::clash(self, state, slot) {
            let text = format!("picking up {name} would cause it to collide with {by}");
            return refuse(Refusal::Space, text);
        }
        Ok(Effect::Take(slot))
    }

    fn put(&self, state: &State, parent: u32) -> Result<Effect, Refused> {
        let name = self.name(parent);
        let Some(slot) = state.held else {
            return refuse(Refusal::Hand, format!("the hand is empty; nothing to put on {name}"));
        };
        if parent == slot || state.carries(slot, parent) {
            return refuse(Refusal::Afford, format!("{name} is what the hand holds"));
        }
        self.in_view(state, parent)?;
        let roles = self.roles(parent);
        // A thing with an inside and a top, such as a stove, takes things in while it is open.
        let inside = roles.has(Role::Contain)
            && (!roles.has(Role::Open)
                || state.item(parent).marks.has(Mark::Open)
                || !roles.has(Role::Surface));
        if !inside && !roles.has(Role::Surface) {
            return refuse(Refusal::Afford, format!("nothing can be put in or on {name}"));
        }
        if inside && roles.has(Role::Open) && !state.item(parent).marks.has(Mark::Open) {
            return refuse(Refusal::Condition, format!("{name} is closed"));
        }
        let from = Some(self.spot(state.agent.cell));
        if let Some(at) = place::spot(state, slot, parent, inside, from) {
            Ok(Effect::Set { slot, parent, inside, at })
        } else {
            let thing = self.name(slot);
            refuse(Refusal::Space, format!("{name} has no room for {thing}"))
        }
    }

    fn door(&self, state: &State, slot: u32, open: bool) -> Result<Effect, Refused> {
        let (name, verb) = (self.name(slot), if open { "open" } else { "close" });
        let failed = |kind, why: String| refuse(kind, format!("failed to {verb} {name}: {why}"));
        if !self.roles(slot).has(Role::Open) {
            return failed(Refusal::Afford, "it does not open".to_owned());
        }
        if let Err(hidden) = self.sees(state, slot) {
            return failed(Refusal::Unseen, format!("it is {hidden}"));
        }
        if state.item(slot).marks.has(Mark::Open) == open {
            return failed(Refusal::Satisfied, "it is so already".to_owned());
        }
        Ok(Effect::Mark(slot, Mark::Open, open))
    }

    fn toggle(&self, state: &State, slot: u32, on: bool) -> Result<Effect, Refused> {
        let (name, word) = (self.name(slot), if on { "on" } else { "off" });
        if !self.roles(slot).has(Role::Switch) {
            return refuse(Refusal::Afford, format!("{name} has no switch"));
        }
        self.in_view(state, slot)?;
        let marks = state.item(slot).marks;
        if marks.has(Mark::On) == on {
            return refuse(Refusal::Satisfied, format!("{name} is {word} already"));
        }
        if on && marks.has(Mark::Broken) {
            return refuse(Refusal::Condition, format!("{name} is broken"));
        }
        Ok(Effect::Mark(slot, Mark::On, on))
    }

    fn slice(&self, state: &State, slot: u32) -> Result<Effect, Refused> {
        let name = self.name(slot);
        let sharp = state.held.filter(|&held| self.roles(held).has(Role::Sharp));
        let Some(with) = sharp else {
            return refuse(Refusal::Hand, format!("the hand holds nothing to slice {name} with"));
        };
        if !self.roles(slot).has(Role::Cut) {
            return refuse(Refusal::Afford, format!("{name} cannot be sliced"));
        }
        self.in_view(state, slot)?;
        if state.item(slot).marks.has(Mark::Sliced) {
            return refuse(Refusal::Satisfied, format!("{name} is sliced already"));
        }
        Ok(Effect::Slice { slot, with })
    }
}

/// What an action is meant to do.
#[derive(Clone, Copy, Debug)]
enum Effect {
    Pose { cell: [usize; 2], quarters: u8, looks: i8 },
    Take(u32),
    Set { slot: u32, parent: u32, inside: bool, at: [i32; 3] },
    Mark(u32, Mark, bool),
    Slice { slot: u32, with: u32 },
}

/// A thing that breaks loses what it is filled with, and stops working.
fn shatter(state: &mut State, slot: u32) {
    let marks = &mut state.item_mut(slot).marks;
    marks.set(Mark::Broken, true);
    marks.set(Mark::Filled, false);
    marks.set(Mark::On, false);
}
