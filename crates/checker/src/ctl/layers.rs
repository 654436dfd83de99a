//! Shortest paths where it matters how many steps were taken: breadth first, a layer for each step.

use super::fixpoint::Model;
use super::sat::CtlError;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// The most states of all layers that are kept for one path.
const MOST: usize = 4_000_000;

/// A search from one state.
pub(super) struct Layers<'a> {
    pub(super) model: &'a Model<'a>,
    pub(super) start: u32,
    /// From this step on a state that was met before need not be met again.
    pub(super) low: u32,
    /// After so many steps it is over.
    pub(super) high: Option<u32>,
}

impl Layers<'_> {
    /// A shortest path to a goal, all before it such that one may go on. None if it would have to be
    /// kept in more states than are reasonable.
    pub(super) fn search(
        &self,
        on: impl Fn(u32, u32) -> bool,
        goal: impl Fn(u32, u32) -> bool,
    ) -> Result<Option<Vec<u32>>, CtlError> {
        let mut layers: Vec<FxHashMap<u32, u32>> = Vec::new();
        let mut layer = vec![self.start];
        let mut before: FxHashMap<u32, u32> = FxHashMap::default();
        let mut settled = FixedBitSet::with_capacity(self.model.kripke.len());
        let mut kept = 0;
        for at in 0_u32.. {
            if let Some(&found) = layer.iter().find(|&&state| goal(at, state)) {
                layers.push(before);
                return Ok(Some(path(&layers, found)));
            }
            if self.high.is_some_and(|high| at >= high) || layer.is_empty() {
                break;
            }
            let free = self.high.is_none() && at >= self.low;
            let mut next: FxHashMap<u32, u32> = FxHashMap::default();
            let mut order = Vec::new();
            for &state in layer.iter().filter(|&&state| on(at, state)) {
                self.model.budget.tick()?;
                for &successor in self.model.kripke.successors(state) {
                    if next.contains_key(&successor) || (free && settled.put(successor as usize)) {
                        continue;
                    }
                    next.insert(successor, state);
                    order.push(successor);
                }
            }
            kept += order.len();
            if kept > MOST {
                return Ok(None);
            }
            layers.push(std::mem::replace(&mut before, next));
            layer = order;
        }
        Err(CtlError::Internal { what: "no path to the goal" })
    }
}

/// The path to `last` in the last layer.
fn path(layers: &[FxHashMap<u32, u32>], last: u32) -> Vec<u32> {
    let mut path = vec![last];
    let mut at = last;
    for layer in layers[1..].iter().rev() {
        at = layer[&at];
        path.push(at);
    }
    path.reverse();
    path
}
