//! The maximal paths of a tree, laid end to end, so that a column of values is one flat vector.

use super::{Labels, Tree};

/// The paths that are checked.
#[derive(Debug)]
pub(super) struct Runs {
    /// `start[r]..start[r + 1]` are the positions of run `r`.
    start: Vec<usize>,
    /// The node at each position.
    pub(super) node: Vec<u32>,
    /// The run of each trajectory.
    of: Vec<u32>,
    /// One trajectory of each run: the lowest.
    trajectory: Vec<u32>,
}

impl Runs {
    /// One run for each distinct trajectory: equal ones end at the same node. With `each`, one for
    /// every trajectory, because their clocks may differ.
    pub(super) fn new(tree: &Tree, each: bool) -> Self {
        let mut runs =
            Self { start: vec![0], node: Vec::new(), of: Vec::new(), trajectory: Vec::new() };
        for trajectory in 0..tree.trajectories() as u32 {
            let end = tree.end(trajectory);
            let first = tree.ending(end)[0];
            if first == trajectory || each {
                runs.of.push(runs.trajectory.len() as u32);
                runs.trajectory.push(trajectory);
                runs.node.extend(tree.nodes_to(end));
                runs.start.push(runs.node.len());
            } else {
                runs.of.push(runs.of[first as usize]);
            }
        }
        runs
    }

    pub(super) fn len(&self) -> usize {
        self.trajectory.len()
    }

    pub(super) fn range(&self, run: usize) -> std::ops::Range<usize> {
        self.start[run]..self.start[run + 1]
    }

    pub(super) fn nodes(&self, run: usize) -> &[u32] {
        &self.node[self.range(run)]
    }

    pub(super) fn of(&self, trajectory: u32) -> usize {
        self.of[trajectory as usize] as usize
    }

    /// What is known of the runs, for every trajectory.
    pub(super) fn spread<T: Copy>(&self, per_run: &[T]) -> Vec<T> {
        self.of.iter().map(|&run| per_run[run as usize]).collect()
    }

    pub(super) fn trajectory(&self, run: usize) -> u32 {
        self.trajectory[run]
    }

    /// The clock along a run; none if a step has no time or the clock runs backwards.
    pub(super) fn clock(&self, run: usize, labels: &impl Labels) -> Option<Vec<f64>> {
        let trajectory = self.trajectory(run);
        let times: Option<Vec<f64>> = (0..self.nodes(run).len() as u32)
            .map(|step| labels.seconds(trajectory, step).filter(|time| time.is_finite()))
            .collect();
        times.filter(|times| times.is_sorted())
    }
}
