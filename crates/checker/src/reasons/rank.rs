//! Ranks: along the claims that something comes at last, a number that falls.

use super::build::{Fair, Trouble};
use super::{Claim, Why};
use fixedbitset::FixedBitSet;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

/// Gives the claims of `open` (places of claims that something comes, not yet fulfilled in their state)
/// their ranks.
pub(super) fn rank(
    claims: &mut [Claim],
    open: &[u32],
    fair: Option<&Fair<'_>>,
) -> Result<(), Trouble> {
    let place: FxHashMap<u32, usize> = open.iter().copied().zip(0..).collect();
    let mut graph: DiGraph<u32, ()> = DiGraph::new();
    for &claim in open {
        graph.add_node(claim);
    }
    for (from, &claim) in open.iter().enumerate() {
        let Why::Every { next, .. } = &claims[claim as usize].why else { continue };
        for to in next.iter().filter_map(|next| place.get(next)) {
            graph.add_edge(NodeIndex::new(from), NodeIndex::new(*to), ());
        }
    }
    // Components that others lead to come first.
    for component in kosaraju_scc(&graph) {
        let inside: Vec<u32> = component.iter().map(|&at| graph[at]).collect();
        let members: FxHashSet<u32> = inside.iter().copied().collect();
        let mut highest = 0;
        let mut cyclic = inside.len() > 1;
        for &claim in &inside {
            let Why::Every { next, .. } = &claims[claim as usize].why else { continue };
            for &next in next {
                if members.contains(&next) {
                    cyclic = true;
                } else if let Why::Every { rank, .. } = claims[next as usize].why {
                    highest = highest.max(rank);
                }
            }
        }
        let missed = match (cyclic, fair) {
            (false, _) => None,
            (true, None) => {
                return Err(Trouble::Internal("a claim that something comes is endless"));
            }
            (true, Some(fair)) => {
                let met = |constraint: &FixedBitSet| {
                    let state = |claim: &u32| claims[*claim as usize].state as usize;
                    inside.iter().map(state).any(|state| constraint.contains(state))
                };
                let missed = fair.constraints.iter().position(|constraint| !met(constraint));
                let missed = missed.ok_or(Trouble::Internal("a fair path stays for ever"))?;
                Some(missed as u32)
            }
        };
        for claim in inside {
            if let Why::Every { rank, misses, .. } = &mut claims[claim as usize].why {
                (*rank, *misses) = (highest + 1, missed);
            }
        }
    }
    Ok(())
}
