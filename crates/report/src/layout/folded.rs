//! A large graph made small enough to be drawn: straight runs become one piece, and of what is still
//! too much only the part around a focus is kept.
//!
//! ```
//! use vedette_report::layout::folded::{Folding, fold};
//!
//! // Five steps in a row; the middle ones may be folded.
//! let edges = [(0, 1), (1, 2), (2, 3), (3, 4)];
//! let folding = Folding { nodes: 5, edges: &edges, plain: &[false, true, true, true, false] };
//! let folded = fold(&folding, 0, 4);
//! assert_eq!(folded.pieces, [vec![0], vec![1, 2, 3], vec![4]]);
//! assert_eq!(folded.of, [0, 1, 1, 1, 2]);
//! assert_eq!(folded.edges, [(0, 1, vec![0]), (1, 2, vec![3])]);
//! ```
//!
//! # Why this construction
//!
//! A picture of a thousand boxes shows nothing. What a run without a branch does is told by its first and
//! last step (as basic blocks are drawn in compilers). If that is not enough, a window in the order of
//! the program follows the step that is looked at, and what lies before and after it is one piece each:
//! how much is hidden is always seen.

/// The fewest nodes that are folded into a piece.
const FEWEST: usize = 3;

/// A graph to be folded.
#[derive(Clone, Copy, Debug)]
pub struct Folding<'a> {
    /// The number of nodes, in the order of the program.
    pub nodes: usize,
    /// The edges.
    pub edges: &'a [(usize, usize)],
    /// By node: whether it may be folded into its neighbours.
    pub plain: &'a [bool],
}

/// The folded graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folded {
    /// The pieces, each with its nodes in order.
    pub pieces: Vec<Vec<usize>>,
    /// By node: its piece.
    pub of: Vec<usize>,
    /// The edges between pieces, each with the edges that it stands for.
    pub edges: Vec<(usize, usize, Vec<usize>)>,
}

/// Folds the graph if it has more than `most` nodes, until it has at most that many (and at least 3)
/// pieces; `focus` is a node that stays in sight.
pub fn fold(graph: &Folding<'_>, focus: usize, most: usize) -> Folded {
    let mut of: Vec<usize> = (0..graph.nodes).collect();
    if graph.nodes > most {
        of = straight(graph);
        let count = of.iter().max().map_or(0, |last| last + 1);
        let most = most.max(3);
        if count > most {
            let inside = most - 2;
            let at = of.get(focus).copied().unwrap_or(0);
            let first = at.saturating_sub(inside / 2).min(count - inside);
            for piece in &mut of {
                // 0 stands for what is before, `inside + 1` for what is after.
                *piece = (*piece + 1).saturating_sub(first).min(inside + 1);
            }
            if first == 0 {
                for piece in &mut of {
                    *piece -= 1;
                }
            }
        }
    }
    let count = of.iter().max().map_or(0, |last| last + 1);
    let mut pieces = vec![Vec::new(); count];
    for (node, &piece) in of.iter().enumerate() {
        pieces[piece].push(node);
    }
    let mut joined: Vec<(usize, usize, usize)> = graph
        .edges
        .iter()
        .enumerate()
        .map(|(index, &(from, to))| (of[from], of[to], index))
        // What happens within a piece is not seen, but for a step of one node to itself.
        .filter(|&(from, to, _)| from != to || pieces[from].len() == 1)
        .collect();
    if graph.nodes > most {
        joined.sort_unstable();
    }
    let mut edges: Vec<(usize, usize, Vec<usize>)> = Vec::with_capacity(joined.len());
    for (from, to, index) in joined {
        match edges.last_mut() {
            Some(last) if graph.nodes > most && (last.0, last.1) == (from, to) => {
                last.2.push(index);
            }
            _ => edges.push((from, to, vec![index])),
        }
    }
    Folded { pieces, of, edges }
}

/// By node: its piece, if runs of plain nodes are one piece each. Pieces are numbered by their first node.
fn straight(graph: &Folding<'_>) -> Vec<usize> {
    let (mut ins, mut outs) = (vec![0_usize; graph.nodes], vec![0_usize; graph.nodes]);
    let mut next = vec![usize::MAX; graph.nodes];
    for &(from, to) in graph.edges {
        outs[from] += 1;
        ins[to] += 1;
        next[from] = to;
    }
    let links = |node: usize| graph.plain[node] && ins[node] == 1 && outs[node] == 1;
    let mut within = vec![false; graph.nodes];
    for node in (0..graph.nodes).filter(|&node| links(node)) {
        if next[node] != node && links(next[node]) {
            within[next[node]] = true;
        }
    }
    let mut first: Vec<usize> = (0..graph.nodes).collect();
    for head in (0..graph.nodes).filter(|&node| links(node) && !within[node]) {
        let mut run = vec![head];
        let mut at = head;
        while links(next[at]) && run.len() < graph.nodes {
            at = next[at];
            run.push(at);
        }
        if run.len() >= FEWEST {
            let least = run.iter().copied().min().unwrap_or(head);
            for node in run {
                first[node] = least;
            }
        }
    }
    let mut numbers = vec![usize::MAX; graph.nodes];
    let mut count = 0;
    (0..graph.nodes)
        .map(|node| {
            let number = &mut numbers[first[node]];
            if *number == usize::MAX {
                *number = count;
                count += 1;
            }
            *number
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Folding, fold};
    use proptest::prelude::*;

    #[test]
    fn ten_thousand_steps_in_a_row() {
        let nodes = 10_000;
        let edges: Vec<_> = (1..nodes).map(|node| (node - 1, node)).collect();
        let plain = vec![true; nodes];
        let folded = fold(&Folding { nodes, edges: &edges, plain: &plain }, 0, 100);
        assert_eq!(folded.pieces.len(), 3, "the first and last have only one neighbour");
        // Nothing may be folded: a window around the focus.
        let plain = vec![false; nodes];
        for (focus, before) in [(0, 0), (5_000, 4_951), (9_999, 9_902)] {
            let folded = fold(&Folding { nodes, edges: &edges, plain: &plain }, focus, 100);
            assert!(folded.pieces.len() <= 100);
            assert_eq!(folded.pieces[folded.of[focus]], [focus]);
            assert_eq!(folded.pieces[0].len(), before.max(1));
        }
    }

    proptest! {
        /// Pieces are a partition, and an edge between two stands for edges between their nodes.
        #[test]
        fn nothing_is_lost(
            nodes in 1_usize..40,
            ends in prop::collection::vec((0_usize..40, 0_usize..40), 0..60),
            plain in prop::collection::vec(any::<bool>(), 40),
            focus in 0_usize..40,
            most in 1_usize..45,
        ) {
            let edges: Vec<_> = ends.iter().map(|&(a, b)| (a % nodes, b % nodes)).collect();
            let focus = focus % nodes;
            let folded = fold(&Folding { nodes, edges: &edges, plain: &plain }, focus, most);
            prop_assert!(nodes <= most || folded.pieces.len() <= most.max(3));
            let mut all: Vec<usize> = folded.pieces.concat();
            all.sort_unstable();
            prop_assert_eq!(all, (0..nodes).collect::<Vec<_>>());
            for (node, &piece) in folded.of.iter().enumerate() {
                prop_assert!(folded.pieces[piece].contains(&node));
            }
            let mut shown = 0;
            for (from, to, stands) in &folded.edges {
                for &edge in stands {
                    shown += 1;
                    let (a, b) = edges[edge];
                    prop_assert_eq!((folded.of[a], folded.of[b]), (*from, *to));
                }
            }
            let hidden = edges.iter().filter(|&&(a, b)| {
                folded.of[a] == folded.of[b] && folded.pieces[folded.of[a]].len() > 1
            });
            prop_assert_eq!(shown + hidden.count(), edges.len());
        }
    }
}
