//! Shields: controllers around controllers that step in before harm is done.
//!
//! ```
//! use vedette_worlds::metric::shield::SearchShield;
//! use vedette_worlds::metric::{Action, End, Follow, Options, Room, plan, run};
//! use vedette_worlds::rules::RuleSet;
//! use vedette_worlds::scene::Scene;
//!
//! let text = r#"{"schema": "vedette.scene/1", "id": "bath", "objects": [
//!     {"id": "bathroom.1", "class": "bathroom", "position": [1.5, 1.2, 1.5], "size": [3, 2.4, 3]},
//!     {"id": "candle.1", "class": "candle", "position": [2.5, 0.1, 2.5]}]}"#;
//! let room = Room::new(&Scene::read(text.as_bytes(), "bath.json").unwrap()).unwrap();
//! let lines = plan("goto(candle.1)\ntoggle_on(candle.1)\nrotate_left\n", &room).unwrap();
//! let rules = br#"{"rules": [{"id": "out", "formula": "G(on(candle.1) -> F !on(candle.1))"}]}"#;
//! let rules = RuleSet::read(rules, "rules.json").unwrap();
//! let mut shield = SearchShield::new(&room, &rules, Follow::new(lines));
//! let run = run(&room, &mut shield, &Options::default());
//! // The plan leaves the candle burning; the shield turns back to it and puts it out.
//! assert_eq!(run.end, End::Done);
//! assert_eq!(run.taken.last().unwrap().action, Action::ToggleOff(1));
//! assert_eq!(shield.replaced(), 2);
//! ```
//!
//! # What the search shield promises
//!
//! Of the rules that can be watched (no path quantifiers; what is *unsupported* is nobody's breach):
//! no action is done of which a declared outcome breaks a rule that was not broken before, and no action
//! that leaves something open unless a way to settle it was found. An action that is safe in this sense
//! is never changed. Otherwise, if it is a move, another way is looked for; then a few actions on the spot that
//! make it safe ([`Effort`] bounds both); if there are none, or the search ran out, what is open is settled and the run is stopped with the reason.
//! A run that a shield stops is safe, not successful. What the start leaves open is not promised until
//! it has been settled once. On the way to settle something a slip may close the way: then nothing more
//! is done, and the report says what is left open.
//!
//! Reference: M. Alshiekh and others, *Safe reinforcement learning via shielding*, AAAI 2018; the rules are
//! monitored as in [`crate::watch`].

mod ahead;
mod detour;
mod guard;
mod paper;

pub use paper::PaperShield;

use super::action::Action;
use super::chance::Outcome;
use super::control::{Controller, Happened, Proposal};
use super::room::Room;
use super::state::{Pose, State};
use crate::rules::RuleSet;
use ahead::{Ahead, Here};
use detour::{Detour, is_move};
use guard::Guard;
use std::collections::VecDeque;
use vedette_checker::syntax::Dialect;

/// So many actions of its own in a row, and the shield gives up.
const ROW: usize = 200;

/// How far a shield looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many actions on the spot may make one safe, and how many things, each with the way to it, may be
    /// done to settle what is open.
    pub depth: usize,
    /// The most actions that are looked at before one that is done, ways around aside.
    pub work: usize,
    /// The most actions that are looked at for ways around, in a whole run; 0: there are none.
    pub detour: usize,
}

impl Default for Effort {
    /// What takes about a second of a run in a room of some hundred points.
    fn default() -> Self {
        Self { depth: 2, work: 4_000, detour: 20_000 }
    }
}

/// What is done before the inner controller is asked again.
#[derive(Debug)]
struct Queued {
    action: Action,
    reason: String,
    /// Where the agent has to be for it to make sense: after a slip it is elsewhere.
    from: Pose,
}

/// A controller behind a shield that looks ahead.
#[derive(Debug)]
pub struct SearchShield<C> {
    inner: C,
    ahead: Ahead,
    /// Where the run is.
    here: Here,
    effort: Effort,
    queue: VecDeque<Queued>,
    /// Why the run is stopped as soon as nothing is open.
    stopping: Option<String>,
    /// Actions of its own: all, and since the last of the inner controller.
    replaced: usize,
    row: usize,
    /// The last proposal, and whether it was of its own.
    own: Option<Action>,
    problems: Vec<String>,
}

impl<C: Controller> SearchShield<C> {
    /// The shield around a controller. Rules are read in our grammar, or in that of SENTINEL's code.
    pub fn new(room: &Room, rules: &RuleSet, inner: C) -> Self {
        Self::with(room, rules, inner, Effort::default())
    }

    /// The same, with so much effort.
    pub fn with(room: &Room, rules: &RuleSet, inner: C, effort: Effort) -> Self {
        let (mut guard, problems) = Guard::new(room, rules, Dialect::Sentinel);
        let here = Here { state: room.start().clone(), places: guard.start(room) };
        let mut ahead = Ahead::new(guard, effort.depth);
        ahead.note(&here);
        Self {
            inner,
            ahead,
            here,
            effort,
            queue: VecDeque::new(),
            stopping: None,
            replaced: 0,
            row: 0,
            own: None,
            problems,
        }
    }

    /// What is wrong with rules that cannot be watched: the shield does nothing for them.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// How many actions were of the shield's own.
    pub fn replaced(&self) -> usize {
        self.replaced
    }

    fn act(&mut self, action: Action, reason: String) -> Proposal {
        self.own = Some(action);
        Proposal::Act { action, line: None, reason: Some(reason) }
    }

    /// Settles what is open; then what was to be said.
    fn rest(&mut self, room: &Room, then: Proposal) -> Proposal {
        let open = self.ahead.open(&self.here);
        let Some(&binding) = open.first() else { return then };
        let rule = self.ahead.guard.rule(binding).to_owned();
        let here = self.here.clone();
        let way = self.ahead.recover(room, &here);
        match way.as_ref().and_then(|way| way.first()) {
            Some(&action) if self.row < ROW && self.ahead.harmless(room, &here, action) => {
                self.act(action, format!("on the way to settle {rule}"))
            }
            _ => Proposal::Stop(format!(
                "{rule} is left open, and no safe way to settle it was found"
            )),
        }
    }

    /// Something in place of an action that is not safe.
    fn replace(&mut self, room: &Room, action: Action, danger: &ahead::Danger) -> Proposal {
        let here = self.here.clone();
        if self.row < ROW {
            if let Some(way) = self.around(room, &here, action) {
                let reason = format!("{}; this is a way around", danger.text);
                return self.start(room, way, &reason);
            }
            if let Some(way) = self.ahead.instead(room, &here, action, danger) {
                return self.start(room, way, &danger.text);
            }
        }
        let why = format!("{}, and nothing that can be done here helps", danger.text);
        self.stopping = Some(why.clone());
        self.rest(room, Proposal::Stop(why))
    }

    /// Another way, if a move is not safe.
    fn around(&mut self, room: &Room, here: &Here, action: Action) -> Option<Vec<Action>> {
        if !is_move(action) || self.effort.detour == 0 {
            return None;
        }
        let work = std::mem::replace(&mut self.ahead.left, self.effort.detour);
        let way = Detour { ahead: &mut self.ahead, inner: &mut self.inner, room }.around(here);
        self.effort.detour = std::mem::replace(&mut self.ahead.left, work);
        // Whoever was asked about other states is told again where the run is.
        self.inner.propose(room, &here.state);
        way
    }

    /// The first of some actions, and the others after it.
    fn start(&mut self, room: &Room, way: Vec<Action>, reason: &str) -> Proposal {
        let mut state = self.here.state.clone();
        self.queue.clear();
        for action in way {
            self.queue.push_back(Queued { action, reason: reason.to_owned(), from: state.agent });
            if let Ok(then) = room.apply(&state, action, Outcome::Meant) {
                state = then;
            }
        }
        match self.queue.pop_front() {
            Some(Queued { action, reason, .. }) => self.act(action, reason),
            None => Proposal::Stop(reason.to_owned()),
        }
    }
}

impl<C: Controller> Controller for SearchShield<C> {
    fn propose(&mut self, room: &Room, state: &State) -> Proposal {
        self.own = None;
        self.ahead.left = self.effort.work;
        debug_assert_eq!(self.here.state, *state, "the shield is told of every action");
        if let Some(why) = self.stopping.clone() {
            return self.rest(room, Proposal::Stop(why));
        }
        let here = self.here.clone();
        if let Some(Queued { action, reason, from }) = self.queue.pop_front() {
            if from == state.agent && self.ahead.judge(room, &here, action).is_ok() {
                return self.act(action, reason);
            }
            self.queue.clear();
        }
        match self.inner.propose(room, state) {
            Proposal::Act { action, line, reason } => match self.ahead.judge(room, &here, action) {
                Ok(()) => Proposal::Act { action, line, reason },
                Err(danger) => self.replace(room, action, &danger),
            },
            other => self.rest(room, other),
        }
    }

    fn happened(&mut self, room: &Room, happened: &Happened<'_>) {
        let (tried, error) = (happened.tried(room), happened.error());
        let after = happened.after.clone();
        let guard = &mut self.ahead.guard;
        let places = guard.after(room, &self.here.places, Some(tried), &after, &error);
        self.here = Here { state: after, places };
        self.ahead.note(&self.here);
        if self.own == Some(happened.action) {
            self.replaced += 1;
            self.row += 1;
        } else {
            self.row = 0;
        }
        self.inner.happened(room, happened);
    }
}
