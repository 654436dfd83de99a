//! A way around: other steps to where the plan can go on.
//!
//! What is dangerous on the way is often a place: past the towel with a lit candle. Putting the candle out
//! there costs one action, and whoever wanted it lit at the end has not got it. So before something is done
//! about the things, another way is looked for: breadth-first over safe moves and turns, until the wrapped
//! controller, asked from there, comes by safe moves of its own to something else than a move.
//!
//! A controller may be asked about states in which the run is not: asking changes nothing that shows
//! ([`Controller`]). It is asked once for each point of the floor, and of points from which it came to
//! harm, or to another such point, no more. Every step is judged again when it is done.
//!
//! Reference: Moore, *The shortest path through a maze*, 1959.

use super::super::action::Action;
use super::super::chance::Outcome;
use super::super::control::{Controller, Proposal};
use super::super::grid::Cell;
use super::super::room::Room;
use super::super::state::Pose;
use super::ahead::{Ahead, Here};
use super::guard::Places;
use rustc_hash::FxHashSet;

/// The most steps of a controller's own way that are followed.
const WAY: usize = 200;
/// What leads to other points and directions.
const MOVES: [Action; 3] = [Action::MoveAhead, Action::RotateLeft, Action::RotateRight];

/// Whether an action only moves, turns or tilts the agent.
pub(super) fn is_move(action: Action) -> bool {
    action.object().is_none()
}

/// A search for another way.
pub(super) struct Detour<'a, C> {
    pub(super) ahead: &'a mut Ahead,
    pub(super) inner: &'a mut C,
    pub(super) room: &'a Room,
}

struct Node {
    here: Here,
    /// Before it, and what led from there; none for the start.
    from: Option<(usize, Action)>,
}

impl<C: Controller> Detour<'_, C> {
    /// As few moves and turns as possible to where the controller goes on safely; none if there are none, or
    /// not as many actions may be looked at ([`Ahead::left`]).
    pub(super) fn around(&mut self, here: &Here) -> Option<Vec<Action>> {
        let mut nodes = vec![Node { here: here.clone(), from: None }];
        let mut seen: FxHashSet<(Pose, Places)> = FxHashSet::default();
        seen.insert((here.state.agent, here.places.clone()));
        let mut asked: FxHashSet<Cell> = FxHashSet::default();
        asked.insert(here.state.agent.cell);
        let mut at = 0;
        while at < nodes.len() {
            let here = nodes[at].here.clone();
            if asked.insert(here.state.agent.cell) && self.goes_on(&here, &mut asked) {
                return Some(way(&nodes, at));
            }
            for action in MOVES {
                if self.ahead.left == 0 {
                    return None;
                }
                let Some(then) = self.safely(&here, action) else { continue };
                if seen.insert((then.state.agent, then.places.clone())) {
                    nodes.push(Node { here: then, from: Some((at, action)) });
                }
            }
            at += 1;
        }
        None
    }

    /// What comes of an action that is possible and safe, if it comes out as meant.
    fn safely(&mut self, here: &Here, action: Action) -> Option<Here> {
        self.room.apply(&here.state, action, Outcome::Meant).ok()?;
        self.ahead.judge(self.room, here, action).ok()?;
        Some(self.ahead.step(self.room, here, action, Outcome::Meant))
    }

    /// Whether the controller comes from here by safe moves to something else. The points on its way are
    /// marked as asked if not.
    fn goes_on(&mut self, here: &Here, asked: &mut FxHashSet<Cell>) -> bool {
        let mut at = here.clone();
        let mut on_the_way = FxHashSet::default();
        on_the_way.insert(at.state.agent.cell);
        let arrives = loop {
            if self.ahead.left == 0 || on_the_way.len() > WAY {
                return false;
            }
            let Proposal::Act { action, .. } = self.inner.propose(self.room, &at.state) else {
                break false;
            };
            let Some(then) = self.safely(&at, action) else { break false };
            if !is_move(action) {
                break true;
            }
            let (before, cell) = (at.state.agent.cell, then.state.agent.cell);
            at = then;
            if cell != before && (asked.contains(&cell) || !on_the_way.insert(cell)) {
                break false;
            }
        };
        if !arrives {
            asked.extend(on_the_way);
        }
        arrives
    }
}

fn way(nodes: &[Node], to: usize) -> Vec<Action> {
    let mut way: Vec<Action> = std::iter::successors(nodes[to].from, |&(at, _)| nodes[at].from)
        .map(|step| step.1)
        .collect();
    way.reverse();
    way
}
