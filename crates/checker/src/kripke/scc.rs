//! Strongly connected components of a part of a structure: Tarjan's algorithm with its stack on the
//! heap, so that a chain of a million states needs no deep call stack.
//!
//! Reference: Tarjan, *Depth-first search and linear graph algorithms*, SIAM J. Comput. 1972.

use super::Kripke;
use fixedbitset::FixedBitSet;

/// Not visited yet.
const NEW: u32 = u32::MAX;

/// The components of the part of `kripke` within `part`, successors' components first.
pub(crate) fn components(kripke: &Kripke, part: &FixedBitSet) -> Vec<Vec<u32>> {
    let n = kripke.len();
    let (mut order, mut low) = (vec![NEW; n], vec![NEW; n]);
    let mut open = FixedBitSet::with_capacity(n);
    let (mut stack, mut calls) = (Vec::new(), Vec::<(u32, usize)>::new());
    let (mut found, mut next) = (Vec::new(), 0);
    for root in part.ones() {
        if order[root] != NEW {
            continue;
        }
        calls.push((root as u32, 0));
        while let Some(&mut (state, ref mut edge)) = calls.last_mut() {
            let v = state as usize;
            if *edge == 0 {
                order[v] = next;
                low[v] = next;
                next += 1;
                stack.push(state);
                open.insert(v);
            }
            let successors = kripke.successors(state);
            let index = *edge;
            if index < successors.len() {
                *edge += 1;
                let w = successors[index] as usize;
                if !part.contains(w) {
                    continue;
                }
                if order[w] == NEW {
                    calls.push((w as u32, 0));
                } else if open.contains(w) {
                    low[v] = low[v].min(order[w]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                let parent = parent as usize;
                low[parent] = low[parent].min(low[v]);
            }
            if low[v] == order[v] {
                let start = stack.iter().rposition(|&w| w == state).expect("it is on the stack");
                let component: Vec<u32> = stack.split_off(start);
                for &w in &component {
                    open.set(w as usize, false);
                }
                found.push(component);
            }
        }
    }
    found
}
