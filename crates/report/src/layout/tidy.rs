//! A tidy drawing of a tree (or a forest) whose nodes have different sizes, in linear time.
//!
//! ```
//! use vedette_report::layout::tidy::{Size, layout};
//!
//! // A root with two children: the root stands over the middle of them.
//! let unit = Size { across: 10.0, along: 20.0 };
//! let places = layout(&[None, Some(0), Some(0)], &[unit; 3], 4.0, 6.0);
//! assert_eq!((places[1].across, places[2].across), (0.0, 14.0), "side by side, 4 apart");
//! assert_eq!(places[0].across, 7.0, "over the middle of its children");
//! assert_eq!(places[1].along, 26.0, "below the root, 6 apart");
//! ```
//!
//! # Why this construction
//! Layered drawings put all nodes of a depth on one line, so that one long label pushes a whole
//! generation away. Van der Ploeg's extension of Reingold and Tilford's algorithm places every node
//! right behind its own parent and still keeps the three promises of a tidy drawing: subtrees never
//! overlap, a parent stands in the middle of its children, and the order of siblings is kept. The
//! contours of subtrees are followed by threads, and a queue of lowest points finds the sibling that
//! is pushed against, so that the time is linear however deep or wide the tree is.
//!
//! `across` is the direction in which siblings are set apart and `along` the one from parent to
//! child: a drawing from left to right uses `along` as its x.
//!
//! # No recursion
//! The first walk needs only that children are done before their parent, the second the reverse;
//! both orders are the order of the numbers, as parents come before their children.
//!
//! # Reference
//! A. van der Ploeg, *Drawing non-layered tidy trees in linear time*, Software: Practice and
//! Experience 44 (2014), sections 3–5; E. Reingold and J. Tilford, *Tidier drawings of trees*, IEEE
//! TSE 7 (1981).

/// What a node takes up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// In the direction in which siblings stand side by side.
    pub across: f64,
    /// In the direction from parent to child.
    pub along: f64,
}

/// Where a node stands: its corner with the least coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// In the direction in which siblings stand side by side.
    pub across: f64,
    /// In the direction from parent to child.
    pub along: f64,
}

/// Places every node. `parents[n]` is the parent of node `n`, less than `n`, or none for a root;
/// siblings stand in the order of their numbers, `sibling_gap` apart, and children stand
/// `level_gap` behind their parent. The least coordinate in either direction is 0.
///
/// # Panics
/// If the lengths differ or a parent does not come before its child.
pub fn layout(
    parents: &[Option<usize>],
    sizes: &[Size],
    sibling_gap: f64,
    level_gap: f64,
) -> Vec<Place> {
    assert_eq!(parents.len(), sizes.len(), "every node has a size");
    if parents.is_empty() {
        return Vec::new();
    }
    let mut tree = Tree::new(parents, sizes, sibling_gap, level_gap);
    for node in (0..tree.nodes.len()).rev() {
        tree.place_children(node);
    }
    tree.settle();
    // The forest's roots hang below an invisible node of no size, which is dropped again.
    let hidden = &tree.nodes[1..];
    let least = hidden.iter().map(|node| node.across).fold(f64::INFINITY, f64::min);
    hidden
        .iter()
        .map(|node| Place { across: node.across - least, along: node.along - level_gap })
        .collect()
}

/// No node.
const NONE: usize = usize::MAX;

/// The fields of the paper's `Tree`, in its names where they say enough.
#[derive(Clone, Debug)]
struct Node {
    /// Its size across, the gap to the next sibling included.
    width: f64,
    /// The end of it in the direction `along`, the gap to its children included.
    bottom: f64,
    along: f64,
    across: f64,
    prelim: f64,
    modifier: f64,
    shift: f64,
    change: f64,
    thread_left: usize,
    thread_right: usize,
    extreme_left: usize,
    extreme_right: usize,
    modifiers_left: f64,
    modifiers_right: f64,
}

/// A sibling and how far its subtree reaches: an entry of the queue of lowest points.
struct Lowest {
    bottom: f64,
    index: usize,
}

struct Tree {
    nodes: Vec<Node>,
    /// The children of node `n` are `children[starts[n]..starts[n + 1]]`.
    children: Vec<usize>,
    starts: Vec<usize>,
}

impl Tree {
    fn new(parents: &[Option<usize>], sizes: &[Size], sibling_gap: f64, level_gap: f64) -> Self {
        let count = parents.len() + 1;
        let parent_of = |node: usize| {
            parents[node].map_or(0, |parent| {
                assert!(parent < node, "parent {parent} of node {node} comes before it");
                parent + 1
            })
        };
        let mut starts = vec![0; count + 1];
        for node in 0..parents.len() {
            starts[parent_of(node) + 1] += 1;
        }
        for node in 0..count {
            starts[node + 1] += starts[node];
        }
        let mut children = vec![0; parents.len()];
        let mut next = starts.clone();
        let mut nodes = Vec::with_capacity(count);
        nodes.push(Node::new(0, 0.0, 0.0, level_gap));
        for (node, &Size { across, along: length }) in sizes.iter().enumerate() {
            let parent = parent_of(node);
            children[next[parent]] = node + 1;
            next[parent] += 1;
            let along = nodes[parent].bottom;
            nodes.push(Node::new(node + 1, across + sibling_gap, along, length + level_gap));
        }
        Self { nodes, children, starts }
    }

    fn children(&self, node: usize) -> &[usize] {
        &self.children[self.starts[node]..self.starts[node + 1]]
    }

    /// The body of the paper's `firstWalk`, when all subtrees of `parent` are done.
    fn place_children(&mut self, parent: usize) {
        let (from, to) = (self.starts[parent], self.starts[parent + 1]);
        if from == to {
            return;
        }
        let first = self.children[from];
        let mut queue = Vec::new();
        push_lowest(&mut queue, self.nodes[self.nodes[first].extreme_left].bottom, 0);
        for index in 1..to - from {
            let child = self.children[from + index];
            let bottom = self.nodes[self.nodes[child].extreme_right].bottom;
            self.separate(parent, index, &mut queue);
            push_lowest(&mut queue, bottom, index);
        }
        let last = self.children[to - 1];
        let (left, right) = (&self.nodes[first], &self.nodes[last]);
        let middle =
            (left.prelim + left.modifier + right.modifier + right.prelim + right.width) / 2.0;
        let (el, ml) = (left.extreme_left, left.modifiers_left);
        let (er, mr) = (right.extreme_right, right.modifiers_right);
        let node = &mut self.nodes[parent];
        node.prelim = middle - node.width / 2.0;
        (node.extreme_left, node.modifiers_left) = (el, ml);
        (node.extreme_right, node.modifiers_right) = (er, mr);
    }

    /// Moves the subtree of child `index` away from those before it, along both contours.
    fn separate(&mut self, parent: usize, index: usize, queue: &mut Vec<Lowest>) {
        let from = self.starts[parent];
        let mut left = self.children[from + index - 1];
        let mut right = self.children[from + index];
        let mut left_sum = self.nodes[left].modifier;
        let mut right_sum = self.nodes[right].modifier;
        while left != NONE && right != NONE {
            if queue.last().is_some_and(|lowest| self.nodes[left].bottom > lowest.bottom) {
                queue.pop();
            }
            let left_edge = left_sum + self.nodes[left].prelim + self.nodes[left].width;
            let distance = left_edge - (right_sum + self.nodes[right].prelim);
            if distance > 0.0 {
                right_sum += distance;
                let against = queue.last().map_or(index - 1, |lowest| lowest.index);
                self.move_subtree(parent, index, against, distance);
            }
            let (left_bottom, right_bottom) = (self.nodes[left].bottom, self.nodes[right].bottom);
            if left_bottom <= right_bottom {
                left = self.next_right_contour(left);
                if left != NONE {
                    left_sum += self.nodes[left].modifier;
                }
            }
            if left_bottom >= right_bottom {
                right = self.next_left_contour(right);
                if right != NONE {
                    right_sum += self.nodes[right].modifier;
                }
            }
        }
        if left == NONE && right != NONE {
            self.thread_left(parent, index, right, right_sum);
        } else if left != NONE && right == NONE {
            self.thread_right(parent, index, left, left_sum);
        }
    }

    /// Moves a child, and notes that the siblings since `against` share the room.
    fn move_subtree(&mut self, parent: usize, index: usize, against: usize, distance: f64) {
        let from = self.starts[parent];
        let child = self.children[from + index];
        let node = &mut self.nodes[child];
        node.modifier += distance;
        node.modifiers_left += distance;
        node.modifiers_right += distance;
        if against + 1 < index {
            #[expect(clippy::cast_precision_loss, reason = "a number of siblings, below 2^32")]
            let share = distance / (index - against) as f64;
            self.nodes[self.children[from + against + 1]].shift += share;
            let node = &mut self.nodes[child];
            node.shift -= share;
            node.change -= distance - share;
        }
    }

    fn next_left_contour(&self, node: usize) -> usize {
        self.children(node).first().copied().unwrap_or(self.nodes[node].thread_left)
    }

    fn next_right_contour(&self, node: usize) -> usize {
        self.children(node).last().copied().unwrap_or(self.nodes[node].thread_right)
    }

    /// The left contour of the siblings so far goes on in child `index`, at `to`.
    fn thread_left(&mut self, parent: usize, index: usize, to: usize, sum: f64) {
        let from = self.starts[parent];
        let (first, child) = (self.children[from], self.children[from + index]);
        let extreme = self.nodes[first].extreme_left;
        let difference = (sum - self.nodes[to].modifier) - self.nodes[first].modifiers_left;
        let node = &mut self.nodes[extreme];
        node.thread_left = to;
        node.modifier += difference;
        node.prelim -= difference;
        let (el, ml) = (self.nodes[child].extreme_left, self.nodes[child].modifiers_left);
        (self.nodes[first].extreme_left, self.nodes[first].modifiers_left) = (el, ml);
    }

    /// The right contour of child `index` goes on in the siblings before it, at `to`.
    fn thread_right(&mut self, parent: usize, index: usize, to: usize, sum: f64) {
        let from = self.starts[parent];
        let (before, child) = (self.children[from + index - 1], self.children[from + index]);
        let extreme = self.nodes[child].extreme_right;
        let difference = (sum - self.nodes[to].modifier) - self.nodes[child].modifiers_right;
        let node = &mut self.nodes[extreme];
        node.thread_right = to;
        node.modifier += difference;
        node.prelim -= difference;
        let (er, mr) = (self.nodes[before].extreme_right, self.nodes[before].modifiers_right);
        (self.nodes[child].extreme_right, self.nodes[child].modifiers_right) = (er, mr);
    }

    /// The paper's `secondWalk`: sums of modifiers, parents first.
    fn settle(&mut self) {
        let mut sums = vec![0.0; self.nodes.len()];
        for node in 0..self.nodes.len() {
            sums[node] += self.nodes[node].modifier;
            self.nodes[node].across = self.nodes[node].prelim + sums[node];
            let (mut shift, mut moved) = (0.0, 0.0);
            for at in self.starts[node]..self.starts[node + 1] {
                let child = self.children[at];
                shift += self.nodes[child].shift;
                moved += shift + self.nodes[child].change;
                self.nodes[child].modifier += moved;
                sums[child] = sums[node];
            }
        }
    }
}

impl Node {
    fn new(own: usize, width: f64, along: f64, length: f64) -> Self {
        Self {
            width,
            bottom: along + length,
            along,
            across: 0.0,
            prelim: 0.0,
            modifier: 0.0,
            shift: 0.0,
            change: 0.0,
            thread_left: NONE,
            thread_right: NONE,
            extreme_left: own,
            extreme_right: own,
            modifiers_left: 0.0,
            modifiers_right: 0.0,
        }
    }
}

/// Siblings that reach no further than a later one are never pushed against again.
fn push_lowest(queue: &mut Vec<Lowest>, bottom: f64, index: usize) {
    while queue.last().is_some_and(|lowest| bottom >= lowest.bottom) {
        queue.pop();
    }
    queue.push(Lowest { bottom, index });
}

#[cfg(test)]
mod tests {
    use super::{Place, Size, layout};
    use proptest::prelude::*;

    const GAP: f64 = 5.0;
    const LEVEL: f64 = 7.0;
    /// Far above what rounding does to a sum of some hundred numbers, far below a gap.
    const ROUNDING: f64 = 1e-6;

    fn check(parents: &[Option<usize>], sizes: &[Size], places: &[Place]) {
        let n = parents.len();
        for a in 0..n {
            for b in a + 1..n {
                let apart = |a: usize, b: usize| {
                    places[a].across + sizes[a].across + GAP <= places[b].across + ROUNDING
                        || places[a].along + sizes[a].along + LEVEL <= places[b].along + ROUNDING
                };
                assert!(apart(a, b) || apart(b, a), "{a} and {b} overlap: {places:?}");
            }
        }
        for parent in (0..n).map(Some).chain([None]) {
            let children: Vec<usize> = (0..n).filter(|&n| parents[n] == parent).collect();
            for pair in children.windows(2) {
                assert!(places[pair[0]].across < places[pair[1]].across, "order of {pair:?}");
            }
            let (Some(parent), [first, .., last] | [first @ last]) = (parent, &children[..]) else {
                continue;
            };
            let middle =
                f64::midpoint(places[*first].across, places[*last].across + sizes[*last].across);
            let own = places[parent].across + sizes[parent].across / 2.0;
            assert!((middle - own).abs() < ROUNDING, "{parent} over the middle: {places:?}");
            let behind = places[parent].along + sizes[parent].along + LEVEL;
            for &child in &children {
                assert!((places[child].along - behind).abs() < ROUNDING, "{child} behind {parent}");
            }
        }
        let least = places.iter().map(|place| place.across).fold(f64::INFINITY, f64::min);
        assert!(n == 0 || least.abs() < ROUNDING, "the least coordinate is 0");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// Subtrees do not overlap, parents are centred, the order is kept.
        #[test]
        fn the_promises_of_a_tidy_drawing(
            nodes in prop::collection::vec((any::<u32>(), 0..8_u32, 1..60_u32, 1..60_u32), 0..70)
        ) {
            let parents: Vec<Option<usize>> = nodes
                .iter()
                .enumerate()
                .map(|(at, &(pick, root, ..))| {
                    (at > 0 && root > 0).then(|| pick as usize % at)
                })
                .collect();
            let sizes: Vec<Size> = nodes
                .iter()
                .map(|&(_, _, across, along)| Size { across: across.into(), along: along.into() })
                .collect();
            check(&parents, &sizes, &layout(&parents, &sizes, GAP, LEVEL));
        }
    }

    #[test]
    fn a_chain_of_a_million_and_a_fan_of_a_million() {
        let n = 1_000_000;
        let sizes = vec![Size { across: 1.0, along: 1.0 }; n];
        let chain: Vec<Option<usize>> = (0..n).map(|node| node.checked_sub(1)).collect();
        let places = layout(&chain, &sizes, 1.0, 1.0);
        assert!((places[n - 1].along - 2.0 * 999_999.0).abs() < ROUNDING);
        let fan: Vec<Option<usize>> = (0..n).map(|node| (node > 0).then_some(0)).collect();
        let places = layout(&fan, &sizes, 1.0, 1.0);
        assert!((places[n - 1].across - 2.0 * 999_998.0).abs() < ROUNDING);
        assert!((places[0].across - 999_998.0).abs() < ROUNDING, "over the middle");
    }
}
