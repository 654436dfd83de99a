//! The maximal paths of a tree, laid end to end, so that a column of values is one flat plane.

use super::bits::{Column, Plane, Planes, Writer, build, read, write};
use super::layout::Layout;
use super::linear::{Step, bounded, clock_windows, step_windows};
use super::{Labels, Tree};
use crate::formula::Unit;
use crate::truth::Truth;

/// An interval whose bounds are numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    pub(super) low: f64,
    pub(super) high: Option<f64>,
    pub(super) unit: Unit,
}

impl Within {
    /// The first and last step that count, if there are such and steps are counted.
    #[expect(clippy::cast_sign_loss, reason = "clamped to be positive")]
    fn steps(self) -> Option<(usize, usize)> {
        let whole = |steps: f64| steps.clamp(0.0, f64::from(u32::MAX)) as usize;
        let (low, high) = (self.low.max(0.0).ceil(), self.high?.floor());
        (self.unit == Unit::Steps && low <= high).then(|| (whole(low), whole(high)))
    }
}

/// The paths that are checked.
#[derive(Debug)]
pub(super) struct Runs {
    /// `start[r]..start[r + 1]` are the positions of run `r`, the last step first.
    start: Vec<usize>,
    pub(super) layout: Layout,
    /// Where the positions of the runs are found among those of the nodes: stretches of
    /// consecutive ones, in order.
    stretches: Vec<Stretch>,
    /// The run of each trajectory.
    of: Vec<u32>,
    /// One trajectory of each run: the lowest.
    trajectory: Vec<u32>,
}

/// Consecutive positions of a run that are consecutive nodes.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The first position in the layout of the nodes.
    node: u32,
    count: u32,
}

impl Runs {
    /// One run for each distinct trajectory: equal ones end at the same node. With `each`, one for
    /// every trajectory, because their clocks may differ.
    pub(super) fn new(tree: &Tree, nodes: &Layout, each: bool) -> Self {
        let (mut start, mut stretches) = (vec![0], Vec::new());
        let (mut of, mut lowest) = (Vec::new(), Vec::new());
        let heads = heads(tree);
        for trajectory in 0..tree.trajectories() as u32 {
            let end = tree.end(trajectory);
            let first = tree.ending(end)[0];
            if first != trajectory && !each {
                of.push(of[first as usize]);
                continue;
            }
            of.push(lowest.len() as u32);
            lowest.push(trajectory);
            let (mut at, mut length) = (Some(end), 0);
            while let Some(node) = at {
                let head = heads[node as usize];
                let count = node - head + 1;
                stretches.push(Stretch { node: nodes.position(node) as u32, count });
                length += count as usize;
                at = tree.parent(head);
            }
            start.push(start[start.len() - 1] + length);
        }
        let layout = Layout::of_runs(&start);
        Self { start, layout, stretches, of, trajectory: lowest }
    }

    pub(super) fn len(&self) -> usize {
        self.trajectory.len()
    }

    /// The positions of a run, the last step first.
    pub(super) fn range(&self, run: usize) -> std::ops::Range<usize> {
        self.start[run]..self.start[run + 1]
    }

    /// How many steps a run has.
    pub(super) fn length(&self, run: usize) -> usize {
        self.range(run).len()
    }

    /// The value of a run at a step.
    pub(super) fn value(&self, column: &Column, run: usize, step: usize) -> Truth {
        column.get(self.start[run + 1] - 1 - step)
    }

    /// The values along a run, first step first.
    pub(super) fn along(&self, column: &Column, run: usize) -> Vec<Truth> {
        self.range(run).rev().map(|position| column.get(position)).collect()
    }

    /// The first step of a run at which a column is known to fail.
    pub(super) fn first_false(&self, column: &Column, run: usize) -> Option<u32> {
        let at = column.last_false(self.range(run))?;
        Some((self.start[run + 1] - 1 - at) as u32)
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

    /// The column along the runs of what has one value per node.
    pub(super) fn gather(&self, nodes: &Column) -> Column {
        nodes.map_planes(self.layout.len, |plane, _| {
            let mut out = vec![0; self.layout.len.div_ceil(64)];
            self.blocks(|node, position, count| {
                write(&mut out, position, count, read(plane, node, count), |word, bits, _| {
                    *word |= bits;
                });
            });
            out
        })
    }

    /// The conjunction (disjunction) over all runs through each of `nodes` nodes.
    pub(super) fn quantify(&self, all: bool, column: &Column, nodes: usize) -> Column {
        let joined = column.map_planes(nodes, |plane, which| {
            let and = all == (which == Plane::Yes) && which != Plane::Silent;
            let mut out = vec![if and { u64::MAX } else { 0 }; nodes.div_ceil(64)];
            self.blocks(|node, position, count| {
                let bits = read(plane, position, count);
                write(&mut out, node, count, bits, |word, bits, mask| {
                    if and { *word &= bits | !mask } else { *word |= bits }
                });
            });
            out
        });
        if joined.is_decided() {
            return joined;
        }
        build(joined.words(), nodes, |word| {
            let planes = joined.planes(word);
            Planes { silent: planes.silent & !planes.yes & !planes.no, ..planes }
        })
    }

    /// Visits all positions in blocks of at most 64: the position among the nodes, that among the
    /// runs, and how many follow each other in both.
    fn blocks(&self, mut visit: impl FnMut(usize, usize, usize)) {
        let mut position = 0;
        for stretch in &self.stretches {
            let (mut node, mut left) = (stretch.node as usize, stretch.count as usize);
            while left > 0 {
                let count = left.min(64);
                visit(node, position, count);
                (node, position, left) = (node + count, position + count, left - count);
            }
        }
    }

    /// A bounded operator along every run.
    pub(super) fn bounded(
        &self,
        step: Step,
        within: Within,
        a: &Column,
        b: &Column,
        labels: &impl Labels,
    ) -> Column {
        if let Some((low, high)) = within.steps() {
            match step {
                Step::Finally => return self.some_within(low, high, b),
                Step::Globally => {
                    let len = self.layout.len;
                    return self.some_within(low, high, &b.not(len)).not(len);
                }
                _ => {}
            }
        }
        self.sliding(step, within, a, b, labels)
    }

    /// `F[low, high]` in steps, 64 positions at a time: shifted by 1, 2, 4, … and joined.
    fn some_within(&self, low: usize, high: usize, a: &Column) -> Column {
        let longest = (0..self.len()).map(|run| self.length(run)).max().unwrap_or(0);
        let (low, high) = (low.min(longest), high.min(longest));
        let within = |plane: &dyn Fn(usize) -> u64| {
            let mut found: Vec<u64> = (0..a.words()).map(plane).collect();
            let (width, mut covered) = (high - low + 1, 1);
            while covered < width {
                let by = covered.min(width - covered);
                let more = self.later(&found, by);
                found.iter_mut().zip(more).for_each(|(found, more)| *found |= more);
                covered += by;
            }
            self.later(&found, low)
        };
        let yes = within(&|word| a.planes(word).yes);
        // Positions whose deadline lies beyond the end of their run.
        let mut beyond = self.not_last(high);
        for word in &mut beyond {
            *word = !*word;
        }
        let maybe = within(&|word| !a.planes(word).no);
        let no = maybe.iter().zip(&beyond).map(|(maybe, beyond)| !maybe & !beyond).collect();
        let silent = if a.is_decided() {
            vec![0; yes.len()]
        } else {
            let silent = within(&|word| a.planes(word).silent);
            silent.iter().zip(&yes).map(|(silent, yes)| silent & !yes).collect()
        };
        Column::of_planes(yes, no, silent, self.layout.len)
    }

    /// The values `by` steps later; false beyond the end of a run.
    fn later(&self, plane: &[u64], by: usize) -> Vec<u64> {
        if by == 0 {
            return plane.to_vec();
        }
        let (words, shift) = (by / 64, by % 64);
        let mut out = self.not_last(by);
        for (index, out) in out.iter_mut().enumerate().rev() {
            let word = |back: usize| index.checked_sub(back).map_or(0, |at| plane[at]);
            let low = if shift == 0 { 0 } else { word(words + 1) >> (64 - shift) };
            *out &= word(words) << shift | low;
        }
        out
    }

    /// All positions but the last `count` steps of every run.
    fn not_last(&self, count: usize) -> Vec<u64> {
        let mut mask = vec![u64::MAX; self.layout.len.div_ceil(64)];
        for run in 0..self.len() {
            let range = self.range(run);
            let (mut at, end) = (range.start, range.end.min(range.start + count));
            while at < end {
                let bits = (64 - at % 64).min(end - at);
                write(&mut mask, at, bits, 0, |word, _, these| *word &= !these);
                at += bits;
            }
        }
        mask
    }

    /// A bounded operator along every run, by windows that slide.
    fn sliding(
        &self,
        step: Step,
        within: Within,
        a: &Column,
        b: &Column,
        labels: &impl Labels,
    ) -> Column {
        let mut out = Writer::new(self.layout.len);
        for run in 0..self.len() {
            let (a, b) = (self.along(a, run), self.along(b, run));
            let windows = self.windows(within, run, labels);
            let values = windows.map(|windows| bounded(step, &windows, &a, &b));
            for (index, position) in self.range(run).rev().enumerate() {
                let value = values.as_ref().map_or(Truth::Unsupported, |values| values[index]);
                out.put(position, value);
            }
        }
        out.finish()
    }

    /// What a bounded operator looks at along one run; none if that takes a clock and there is none.
    pub(super) fn windows(
        &self,
        within: Within,
        run: usize,
        labels: &impl Labels,
    ) -> Option<Vec<super::linear::Window>> {
        match within.unit {
            Unit::Steps => Some(step_windows(self.length(run), within.low, within.high)),
            Unit::Seconds => {
                let times = self.clock(run, labels)?;
                Some(clock_windows(&times, within.low, within.high))
            }
        }
    }

    /// The clock along a run; none if a step has no time or the clock runs backwards.
    fn clock(&self, run: usize, labels: &impl Labels) -> Option<Vec<f64>> {
        let trajectory = self.trajectory(run);
        let times: Option<Vec<f64>> = (0..self.length(run) as u32)
            .map(|step| labels.seconds(trajectory, step).filter(|time| time.is_finite()))
            .collect();
        times.filter(|times| times.is_sorted())
    }
}

/// For every node the first of the nodes that follow each other, each the only child so far, up to
/// it: where the trajectory that brought it in left the others.
fn heads(tree: &Tree) -> Vec<u32> {
    let mut heads: Vec<u32> = Vec::with_capacity(tree.len());
    for node in 0..tree.len() as u32 {
        let before = tree.parent(node).filter(|&parent| parent + 1 == node);
        heads.push(before.map_or(node, |parent| heads[parent as usize]));
    }
    heads
}
