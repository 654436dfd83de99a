//! The grid of points where an agent can stand, and shortest paths on it.
//!
//! A point is blocked if a body of radius `clearance` standing there would overlap an obstacle's
//! box; a body that only touches it does not. Moves go to the four neighbours and cost one each.
//!
//! ```
//! use vedette_worlds::metric::grid::{Grid, NoPath, Obstacle};
//!
//! let table = Obstacle { name: "table".into(), low: [0.9, -1.0], high: [1.1, 1.1] };
//! let room = Grid::new([0.0, 0.0], [2.0, 2.0], 1.0, 0.0, &[table]).expect("a sound room");
//! assert_eq!(room.path([0, 0], [2, 0]).expect("around the table").len(), 7);
//! let blocked = NoPath::Blocked { cell: [1, 1], by: "table".into() };
//! assert_eq!(room.path([0, 0], [1, 1]), Err(blocked));
//! ```
//!
//! A* with the Manhattan distance: it never overestimates and is consistent, so a point is final
//! when it is taken from the queue. Ties go to the smaller distance, then to the smaller row and
//! column, so that the same question has the same path everywhere.
//!
//! Reference: P. Hart, N. Nilsson, B. Raphael, *A formal basis for the heuristic determination of
//! minimum cost paths*, 1968.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

/// Column (along x) and row (along z) of a grid point.
pub type Cell = [usize; 2];

/// Most points that a grid may have.
const MAX_POINTS: f64 = 1e6;

/// The footprint of something that cannot be walked through, in metres, `[x, z]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// Its name, which explanations show.
    pub name: String,
    /// The low corner.
    pub low: [f64; 2],
    /// The high corner.
    pub high: [f64; 2],
}

/// Why there is no grid.
#[derive(Clone, Debug, PartialEq)]
pub enum GridError {
    /// The floor, the step or the clearance is not a sensible number.
    Floor(&'static str),
    /// The box of this obstacle has a corner that is not finite, or a negative size.
    Obstacle(String),
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Floor(what) => f.write_str(what),
            Self::Obstacle(name) => write!(
                f,
                "the box of `{name}` is not finite or has a negative size; give its low corner first"
            ),
        }
    }
}

impl std::error::Error for GridError {}

/// Why there is no path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPath {
    /// The point is not on the floor.
    Outside(Cell),
    /// Start or goal lies in an obstacle.
    Blocked {
        /// The point.
        cell: Cell,
        /// The obstacle, the first in the order given.
        by: String,
    },
    /// Every obstacle that bounds what can be reached from the start, in the order given.
    Enclosed(Vec<String>),
}

impl fmt::Display for NoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside(_) => f.write_str("outside the floor"),
            Self::Blocked { by, .. } => write!(f, "where `{by}` is"),
            Self::Enclosed(by) => write!(f, "shut off by `{}`", by.join("`, `")),
        }
    }
}

/// The points of a rectangular floor, free or blocked.
#[derive(Clone, Debug)]
pub struct Grid {
    low: [f64; 2],
    step: f64,
    clearance: f64,
    columns: usize,
    rows: usize,
    /// By point, row after row: the first obstacle there.
    blocked: Vec<Option<usize>>,
    names: Vec<String>,
}

impl Grid {
    /// The points `low + step * [column, row]` of the floor from `low` to `high`.
    ///
    /// # Errors
    /// If a number is not finite, a size is negative, or there are more than a million points.
    pub fn new(
        low: [f64; 2],
        high: [f64; 2],
        step: f64,
        clearance: f64,
        obstacles: &[Obstacle],
    ) -> Result<Self, GridError> {
        if !sound(low, high) {
            return Err(GridError::Floor("the floor is not finite or has a negative size"));
        }
        if !(step.is_finite() && step > 0.0 && clearance.is_finite() && clearance >= 0.0) {
            return Err(GridError::Floor("expected a positive step and a clearance of 0 or more"));
        }
        if let Some(bad) = obstacles.iter().find(|obstacle| !sound(obstacle.low, obstacle.high)) {
            return Err(GridError::Obstacle(bad.name.clone()));
        }
        // A floor of 0.75 m at steps of 0.25 m has four points in spite of rounding.
        let count = |axis: usize| ((high[axis] - low[axis]) / step + 1e-9).floor() + 1.0;
        if count(0) * count(1) > MAX_POINTS {
            return Err(GridError::Floor("more than a million points; take a larger step"));
        }
        let (columns, rows) = (count(0) as usize, count(1) as usize);
        let (blocked, names) = (vec![None; columns * rows], Vec::new());
        let mut grid = Self { low, step, clearance, columns, rows, blocked, names };
        for obstacle in obstacles {
            grid.block(obstacle);
        }
        Ok(grid)
    }

    /// Puts another obstacle on the floor, behind those that are there.
    fn block(&mut self, obstacle: &Obstacle) {
        let name = self.names.len();
        self.names.push(obstacle.name.clone());
        // Only points within the clearance of the box can be blocked by it.
        let range = |axis: usize, count: usize| {
            let place = |x: f64| (x - self.low[axis]) / self.step;
            let first = place(obstacle.low[axis] - self.clearance).floor().max(0.0) as usize;
            let last = place(obstacle.high[axis] + self.clearance).ceil().max(-1.0) + 1.0;
            first..(last as usize).min(count)
        };
        for row in range(1, self.rows) {
            for column in range(0, self.columns) {
                let index = self.index([column, row]);
                if self.blocked[index].is_none()
                    && overlaps(self.point([column, row]), self.clearance, obstacle)
                {
                    self.blocked[index] = Some(name);
                }
            }
        }
    }

    /// This floor with more obstacles on it.
    ///
    /// # Errors
    /// If the box of one is not finite or has a negative size.
    pub fn with(&self, more: &[Obstacle]) -> Result<Self, GridError> {
        if let Some(bad) = more.iter().find(|obstacle| !sound(obstacle.low, obstacle.high)) {
            return Err(GridError::Obstacle(bad.name.clone()));
        }
        let mut grid = self.clone();
        for obstacle in more {
            grid.block(obstacle);
        }
        Ok(grid)
    }

    /// Where a point of the grid is, `[x, z]`.
    pub fn point(&self, cell: Cell) -> [f64; 2] {
        std::array::from_fn(|axis| self.low[axis] + self.step * cell[axis] as f64)
    }

    /// All points, row after row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.blocked.len()).map(move |index| [index % columns, index / columns])
    }

    /// Why nobody stands at a point: what is there, or that it is not on the floor.
    ///
    /// # Errors
    /// If nobody can stand there.
    pub fn stand(&self, cell: Cell) -> Result<(), NoPath> {
        if cell[0] >= self.columns || cell[1] >= self.rows {
            return Err(NoPath::Outside(cell));
        }
        match self.blocked[self.index(cell)] {
            Some(by) => Err(NoPath::Blocked { cell, by: self.names[by].clone() }),
            None => Ok(()),
        }
    }

    /// Of the points that `wanted` names, those on the largest connected part of the floor: the first of
    /// them, row after row; of equally large parts, on the first.
    pub fn widest(&self, wanted: impl Fn(Cell) -> bool) -> Option<Cell> {
        let mut seen = vec![false; self.blocked.len()];
        let mut best: Option<(usize, Cell)> = None;
        for cell in self.cells() {
            if seen[self.index(cell)] || self.stand(cell).is_err() {
                continue;
            }
            let part = self.reachable(cell);
            for &(_, other) in &part {
                seen[self.index(other)] = true;
            }
            let inner = part.iter().map(|&(_, other)| other).filter(|&other| wanted(other));
            let Some(first) = inner.min_by_key(|&[column, row]| (row, column)) else { continue };
            if best.is_none_or(|(size, _)| size < part.len()) {
                best = Some((part.len(), first));
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// The points that can be reached from a free one, with the number of steps, nearest first; in
    /// the order of rows and columns among equally near ones.
    pub fn reachable(&self, from: Cell) -> Vec<(usize, Cell)> {
        let mut steps = vec![usize::MAX; self.blocked.len()];
        let mut queue = Vec::new();
        if self.stand(from).is_ok() {
            steps[self.index(from)] = 0;
            queue.push((0, from));
        }
        let mut next = 0;
        while let Some(&(far, cell)) = queue.get(next) {
            next += 1;
            for other in self.neighbours(cell) {
                let index = self.index(other);
                if self.blocked[index].is_none() && steps[index] == usize::MAX {
                    steps[index] = far + 1;
                    queue.push((far + 1, other));
                }
            }
        }
        queue.sort_unstable_by_key(|&(far, [column, row])| (far, row, column));
        queue
    }

    /// A shortest path, both ends included.
    ///
    /// # Errors
    /// If there is none: why.
    pub fn path(&self, from: Cell, to: Cell) -> Result<Vec<Cell>, NoPath> {
        self.stand(from)?;
        self.stand(to)?;
        let (start, goal) = (self.index(from), self.index(to));
        let mut cost = vec![usize::MAX; self.blocked.len()];
        let mut before = vec![start; self.blocked.len()];
        let mut bounds = vec![false; self.names.len()];
        let mut queue = BinaryHeap::new();
        cost[start] = 0;
        queue.push(Reverse((from[0].abs_diff(to[0]) + from[1].abs_diff(to[1]), 0, start)));
        while let Some(Reverse((estimate, _, here))) = queue.pop() {
            let cell = self.cell(here);
            let rest = cell[0].abs_diff(to[0]) + cell[1].abs_diff(to[1]);
            if estimate > cost[here] + rest {
                continue; // a shorter way was found since
            }
            if here == goal {
                return Ok(self.backwards(&before, start, goal));
            }
            for next in self.neighbours(cell) {
                let there = self.index(next);
                if let Some(by) = self.blocked[there] {
                    bounds[by] = true;
                } else if cost[here] + 1 < cost[there] {
                    cost[there] = cost[here] + 1;
                    before[there] = here;
                    let rest = next[0].abs_diff(to[0]) + next[1].abs_diff(to[1]);
                    queue.push(Reverse((cost[there] + rest, rest, there)));
                }
            }
        }
        let mut walls: Vec<String> = Vec::new();
        for (name, _) in self.names.iter().zip(&bounds).filter(|(_, bounds)| **bounds) {
            // One thing may have several boxes.
            if !walls.contains(name) {
                walls.push(name.clone());
            }
        }
        Err(NoPath::Enclosed(walls))
    }

    fn backwards(&self, before: &[usize], start: usize, goal: usize) -> Vec<Cell> {
        let mut path = vec![self.cell(goal)];
        let mut here = goal;
        while here != start {
            here = before[here];
            path.push(self.cell(here));
        }
        path.reverse();
        path
    }

    fn index(&self, [column, row]: Cell) -> usize {
        row * self.columns + column
    }

    fn cell(&self, index: usize) -> Cell {
        [index % self.columns, index / self.columns]
    }

    fn neighbours(&self, [x, z]: Cell) -> impl Iterator<Item = Cell> {
        let (columns, rows) = (self.columns, self.rows);
        [[x, z.wrapping_sub(1)], [x.wrapping_sub(1), z], [x + 1, z], [x, z + 1]]
            .into_iter()
            .filter(move |cell| cell[0] < columns && cell[1] < rows)
    }
}

/// Whether a box has finite corners in the right order.
fn sound(low: [f64; 2], high: [f64; 2]) -> bool {
    (0..2).all(|i| low[i].is_finite() && high[i].is_finite() && low[i] <= high[i])
}

/// Whether a disc overlaps the box; with no clearance, whether the point lies in it.
fn overlaps(point: [f64; 2], clearance: f64, obstacle: &Obstacle) -> bool {
    let gap = |i: usize| (obstacle.low[i] - point[i]).max(point[i] - obstacle.high[i]).max(0.0);
    // Squares, for `hypot` is not the same on every machine.
    let squared = gap(0) * gap(0) + gap(1) * gap(1);
    squared == 0.0 || squared < clearance * clearance
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(name: &str, x: f64, z: f64) -> Obstacle {
        Obstacle { name: name.into(), low: [x - 0.1, z - 0.1], high: [x + 0.1, z + 0.1] }
    }

    /// Steps from `from` to every point by plain relaxation: the definition, with no queue.
    fn oracle(grid: &Grid, from: usize) -> Vec<usize> {
        let mut steps = vec![usize::MAX; grid.blocked.len()];
        steps[from] = 0;
        for _ in 0..steps.len() {
            for a in 0..steps.len() {
                for b in 0..steps.len() {
                    let (p, q) = (grid.cell(a), grid.cell(b));
                    let adjacent = p[0].abs_diff(q[0]) + p[1].abs_diff(q[1]) == 1;
                    if adjacent && grid.blocked[b].is_none() && steps[a] != usize::MAX {
                        steps[b] = steps[b].min(steps[a] + 1);
                    }
                }
            }
        }
        steps
    }

    #[test]
    fn on_every_room_of_three_by_three_paths_are_shortest_and_walkable() {
        for walls in 0..512_usize {
            let obstacles: Vec<_> = (0..9)
                .filter(|i| walls >> i & 1 == 1)
                .map(|i| at(&i.to_string(), f64::from(i % 3), f64::from(i / 3)))
                .collect();
            let grid = Grid::new([0.0; 2], [2.0; 2], 1.0, 0.0, &obstacles).unwrap();
            for from in (0..9).filter(|i| walls >> i & 1 == 0) {
                let steps = oracle(&grid, from);
                let reached = grid.reachable(grid.cell(from));
                assert!(reached.iter().all(|&(far, cell)| steps[grid.index(cell)] == far));
                assert_eq!(reached.len(), steps.iter().filter(|&&far| far != usize::MAX).count());
                for to in (0..9).filter(|i| walls >> i & 1 == 0) {
                    match grid.path(grid.cell(from), grid.cell(to)) {
                        Ok(path) => {
                            assert_eq!(path.len() - 1, steps[to], "{walls:b} {from} {to}");
                            assert_eq!(
                                (path[0], path[path.len() - 1]),
                                (grid.cell(from), grid.cell(to))
                            );
                            assert!(
                                path.windows(2).all(|w| grid.neighbours(w[0]).any(|n| n == w[1]))
                            );
                            assert!(path.iter().all(|&c| grid.blocked[grid.index(c)].is_none()));
                        }
                        Err(why) => {
                            assert_eq!(steps[to], usize::MAX, "{walls:b} {from} {to}");
                            assert!(matches!(why, NoPath::Enclosed(by) if !by.is_empty()));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_encloses_is_named_and_what_does_not_is_left_out() {
        let boxes = [at("far", 3.0, 3.0), at("sofa", 1.0, 0.0), at("lamp", 0.0, 1.0)];
        let grid = Grid::new([0.0; 2], [3.0; 2], 1.0, 0.0, &boxes).unwrap();
        let walls = NoPath::Enclosed(vec!["sofa".into(), "lamp".into()]);
        assert_eq!(grid.path([0, 0], [2, 2]), Err(walls));
        assert_eq!(grid.path([0, 0], [4, 0]), Err(NoPath::Outside([4, 0])));
    }

    #[test]
    fn whoever_may_start_anywhere_starts_on_the_largest_part_of_the_floor() {
        // Columns 0 and 2 to 3, parted by a wall at 1.
        let wall = Obstacle { name: "wall".into(), low: [0.9, -1.0], high: [1.1, 4.0] };
        let grid = Grid::new([0.0; 2], [3.0; 2], 1.0, 0.0, &[wall]).unwrap();
        assert_eq!(grid.widest(|_| true), Some([2, 0]));
        assert_eq!(grid.widest(|cell| cell[0] < 2), Some([0, 0]));
        assert_eq!(grid.widest(|cell| cell[0] == 1), None);
    }

    #[test]
    fn a_body_may_touch_a_box_but_not_overlap_it() {
        let wall = Obstacle { name: "wall".into(), low: [0.5, 0.0], high: [0.75, 1.0] };
        let free = |clearance| {
            let walls = std::slice::from_ref(&wall);
            Grid::new([0.0; 2], [1.0, 0.0], 0.25, clearance, walls).unwrap().blocked
        };
        assert_eq!(free(0.25), [None, None, Some(0), Some(0), None]);
        assert_eq!(free(0.3), [None, Some(0), Some(0), Some(0), Some(0)]);
    }

    proptest! {
        /// On larger floors, with boxes of any size, against a plain search in breadth.
        #[test]
        fn paths_are_as_long_as_a_search_in_breadth_finds_them(
            boxes in prop::collection::vec((0..80_i32, 0..80_i32, 1..25_i32, 1..25_i32), 0..14),
            from in 0..441_usize, to in 0..441_usize, clearance in 0..3_i32,
        ) {
            let metres = |x: i32| f64::from(x) / 16.0;
            let obstacles: Vec<Obstacle> = boxes.iter().enumerate().map(|(i, &(x, z, w, d))| Obstacle {
                name: i.to_string(),
                low: [metres(x), metres(z)],
                high: [metres(x + w), metres(z + d)],
            }).collect();
            let near = metres(clearance * 2);
            let grid = Grid::new([0.0; 2], [5.0; 2], 0.25, near, &obstacles).unwrap();
            // Blocked exactly where some box says so, whatever order they are put down in.
            for cell in grid.cells() {
                let by = obstacles.iter().any(|o| overlaps(grid.point(cell), near, o));
                prop_assert_eq!(grid.stand(cell).is_err(), by);
            }
            let (from, to) = (grid.cell(from), grid.cell(to));
            let found = grid.path(from, to);
            let far = grid.reachable(from).into_iter().find(|&(_, cell)| cell == to);
            match far {
                Some((steps, _)) => prop_assert_eq!(found.unwrap().len(), steps + 1),
                None => prop_assert!(found.is_err()),
            }
            let bare = Grid::new([0.0; 2], [5.0; 2], 0.25, near, &[]).unwrap();
            prop_assert_eq!(bare.with(&obstacles).unwrap().blocked, grid.blocked);
        }
    }

    #[test]
    fn numbers_that_mean_nothing_are_refused_by_name() {
        let bad = at("cup", f64::NAN, 0.0);
        let of = |step, boxes: &[Obstacle]| Grid::new([0.0; 2], [1.0; 2], step, 0.0, boxes).err();
        assert_eq!(of(1.0, &[bad]), Some(GridError::Obstacle("cup".into())));
        assert!(matches!(of(0.0, &[]), Some(GridError::Floor(_))));
        assert!(matches!(of(1e-9, &[]), Some(GridError::Floor(_))));
    }
}
