//! Who decides what is done next: controllers, and the one that follows a plan.
//!
//! # Why a proposal is only a proposal
//!
//! A shield wraps a controller: it asks what the inner one would do, and may do something else first.
//! So [`Controller::propose`] promises nothing and can be asked again; only [`Controller::happened`]
//! moves a controller on. Reference: M. Alshiekh and others, *Safe reinforcement learning via shielding*,
//! AAAI 2018 (post-shielding).

use super::act::Refused;
use super::action::{Action, Command, Line};
use super::chance::Outcome;
use super::room::Room;
use super::state::State;
use crate::trajectory;

/// What a controller would do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// An action.
    Act {
        /// Which.
        action: Action,
        /// The line of the plan that asks for it.
        line: Option<usize>,
        /// Why, if it is not what the plan asks for.
        reason: Option<String>,
    },
    /// Nothing: all is done.
    Done,
    /// Nothing: it cannot go on.
    Fail {
        /// The line of the plan.
        line: usize,
        /// What it cannot reach, if that is it.
        target: Option<u32>,
        /// Why.
        why: String,
    },
    /// Nothing: it must not go on.
    Stop(String),
}

/// Decides what is done.
pub trait Controller {
    /// What to do in a state. Asking changes nothing that shows.
    fn propose(&mut self, room: &Room, state: &State) -> Proposal;

    /// Tells what was done, whoever proposed it.
    fn happened(&mut self, room: &Room, happened: &Happened<'_>);
}

impl<C: Controller + ?Sized> Controller for Box<C> {
    fn propose(&mut self, room: &Room, state: &State) -> Proposal {
        (**self).propose(room, state)
    }

    fn happened(&mut self, room: &Room, happened: &Happened<'_>) {
        (**self).happened(room, happened);
    }
}

/// An action that was tried, and what came of it.
#[derive(Clone, Copy, Debug)]
pub struct Happened<'a> {
    /// Which.
    pub action: Action,
    /// How it came out, unless it was refused.
    pub outcome: Outcome,
    /// Why it was refused, if it was.
    pub refused: Option<&'a Refused>,
    /// The state before it.
    pub before: &'a State,
    /// The state after it.
    pub after: &'a State,
}

impl Happened<'_> {
    /// The action as traces have it: for putting, the thing and then the place.
    pub(super) fn tried(&self, room: &Room) -> trajectory::Action {
        let thing = self.before.held.filter(|_| matches!(self.action, Action::Put(_)));
        let args = thing.into_iter().chain(self.action.object());
        let handling = matches!(self.action, Action::Pickup(_) | Action::Put(_));
        let dropped = self.outcome == Outcome::Drop && handling;
        let missed = self.outcome == Outcome::Stay || dropped;
        trajectory::Action {
            name: self.action.name().into(),
            args: args.map(|slot| room.name(slot).clone()).collect(),
            succeeded: self.refused.is_none() && !missed,
        }
    }

    /// What went wrong, in words; empty if nothing.
    pub(super) fn error(&self) -> String {
        match (self.refused, self.outcome) {
            (Some(refused), _) => refused.text.clone(),
            (None, Outcome::Meant) => String::new(),
            (None, other) => format!("it came out otherwise: {}", other.name()),
        }
    }
}

/// Follows a plan line by line, whatever comes of its actions, until one is refused.
///
/// A thing that a `goto` brought into view may be out of view again after somebody else has acted: it is
/// gone to again.
#[derive(Clone, Debug)]
pub struct Follow {
    lines: Vec<Line>,
    /// The next line.
    at: usize,
    /// What was proposed last, of which line, and whether that line is done with it.
    proposed: Option<(Action, usize, bool)>,
    /// Whether somebody else has acted since the line before.
    disturbed: bool,
    failed: Option<(usize, String)>,
}

impl Follow {
    /// Follows these lines.
    pub fn new(lines: Vec<Line>) -> Self {
        Self { lines, at: 0, proposed: None, disturbed: false, failed: None }
    }
}

impl Controller for Follow {
    fn propose(&mut self, room: &Room, state: &State) -> Proposal {
        self.proposed = None;
        if let Some((line, why)) = &self.failed {
            return Proposal::Fail { line: *line, target: None, why: why.clone() };
        }
        for (at, line) in self.lines.iter().enumerate().skip(self.at) {
            let (target, then) = match line.command {
                Command::Goto(slot) => (Some(slot), None),
                Command::Basic(action) => {
                    (action.object().filter(|_| self.disturbed), Some(action))
                }
            };
            let step = match target.map_or(Ok(None), |slot| room.approach(state, slot)) {
                Ok(step) => step,
                Err(_) if then.is_some() => None,
                Err(why) => {
                    let why = format!("no way to {}: {why}", room.name(target.unwrap_or_default()));
                    return Proposal::Fail { line: line.number, target, why };
                }
            };
            let Some(action) = step.or(then) else { continue };
            self.proposed = Some((action, at, step.is_none()));
            return Proposal::Act { action, line: Some(line.number), reason: None };
        }
        Proposal::Done
    }

    fn happened(&mut self, _: &Room, happened: &Happened<'_>) {
        match self.proposed.take() {
            Some((own, at, last)) if own == happened.action => {
                if let Some(refused) = happened.refused {
                    self.failed = Some((self.lines[at].number, refused.text.clone()));
                }
                // Goto lines before it are done too.
                self.at = if last { at + 1 } else { at };
                self.disturbed &= !last;
            }
            _ => self.disturbed = true,
        }
    }
}
