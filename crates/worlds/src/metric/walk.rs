//! The way to a thing: which move, turn or look is next.
//!
//! The agent goes to a nearest point from which the thing can be seen and reached, and turns there to
//! see it with the fewest turns and looks. Only the next action is given, so that whoever slipped, or
//! was stopped, is on its way again from wherever it is.
//!
//! A shortest path has the fewest moves; turns are not counted when points are compared. Among equally near
//! points the one in the smallest row and column is taken. The distance to the nearest point falls with
//! every move, so that nobody walks in circles.
//!
//! Reference: SENTINEL, appendices B.2 and F (an A* planner over AI2-THOR's grid).

use super::action::Action;
use super::grid::{Cell, Grid, NoPath};
use super::place::ahead;
use super::room::Room;
use super::sight::{Hidden, LOOKS};
use super::state::{Pose, State};
use std::fmt;

/// Why there is no way to a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoWay {
    /// It is shut in something: no place helps.
    Hidden(Hidden),
    /// There is no free point from which it can be seen and reached.
    Nowhere,
    /// There are such points, but no path to them.
    Path(NoPath),
}

impl fmt::Display for NoWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hidden(why) => write!(f, "it is {why}"),
            Self::Nowhere => f.write_str("there is no free place from which it can be reached"),
            Self::Path(why) => write!(f, "the way is {why}"),
        }
    }
}

impl Room {
    /// The next action on the way to a thing; none if it is in view.
    ///
    /// # Errors
    /// If there is no way.
    pub fn approach(&self, state: &State, slot: u32) -> Result<Option<Action>, NoWay> {
        if self.sees(state, slot).is_ok() {
            return Ok(None);
        }
        if let Err(why @ Hidden::Shut(_)) = self.within_reach(state, slot, state.agent.cell) {
            return Err(NoWay::Hidden(why));
        }
        let floor = self.floor(state);
        let good = |cell: Cell| self.best_look(state, slot, cell).is_some();
        let goal =
            floor.reachable(state.agent.cell).into_iter().map(|(_, cell)| cell).find(|&c| good(c));
        let Some(goal) = goal else { return Err(no_way(state, &floor, good)) };
        if goal == state.agent.cell {
            let look = self.best_look(state, slot, goal).expect("the goal is such a point");
            return Ok(turn(state.agent, look));
        }
        let path = floor.path(state.agent.cell, goal).map_err(NoWay::Path)?;
        let [column, row] = path[1];
        let quarter = (0..4).find(|&quarter| {
            let [dx, dz] = ahead(quarter);
            let from = state.agent.cell;
            from[0].checked_add_signed(dx as isize) == Some(column)
                && from[1].checked_add_signed(dz as isize) == Some(row)
        });
        let quarter = quarter.expect("a path goes from neighbour to neighbour");
        let toward = Pose { quarter, ..state.agent };
        Ok(Some(turn(state.agent, toward).unwrap_or(Action::MoveAhead)))
    }

    /// The direction in which a thing is seen from a point, after the fewest turns.
    fn best_look(&self, state: &State, slot: u32, cell: Cell) -> Option<Pose> {
        self.within_reach(state, slot, cell).ok()?;
        let looks = (0..4).flat_map(|quarter| LOOKS.map(move |horizon| (quarter, horizon)));
        let poses = looks.map(|(quarter, horizon)| Pose { cell, quarter, horizon });
        let seen = poses.filter(|&pose| self.would_see(state, slot, pose).is_ok());
        seen.min_by_key(|pose| {
            let turns = (4 + pose.quarter - state.agent.quarter) % 4;
            let looks = pose.horizon.abs_diff(state.agent.horizon);
            (turns.min(4 - turns) + looks, pose.quarter, pose.horizon)
        })
    }
}

/// Why nothing is reached from where the agent stands.
fn no_way(state: &State, floor: &Grid, good: impl Fn(Cell) -> bool) -> NoWay {
    if let Err(why) = floor.stand(state.agent.cell) {
        return NoWay::Path(why);
    }
    let mut places = floor.cells().filter(|&cell| floor.stand(cell).is_ok() && good(cell));
    match places.next().map(|cell| floor.path(state.agent.cell, cell)) {
        Some(Err(why)) => NoWay::Path(why),
        _ => NoWay::Nowhere,
    }
}

/// The first turn or look from one pose to another at the same point; the shorter way round, with the
/// clock if both are equally long.
fn turn(from: Pose, to: Pose) -> Option<Action> {
    match (4 + to.quarter - from.quarter) % 4 {
        0 if to.horizon > from.horizon => Some(Action::LookDown),
        0 if to.horizon < from.horizon => Some(Action::LookUp),
        0 => None,
        3 => Some(Action::RotateLeft),
        _ => Some(Action::RotateRight),
    }
}
