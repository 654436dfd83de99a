//! Which nodes lie below which: intervals of a depth-first numbering, so that a look is two comparisons.

use super::Tree;

/// A depth-first numbering of the nodes of a tree.
#[derive(Debug)]
pub(super) struct Places {
    /// The number of each node.
    number: Vec<u32>,
    /// One past the numbers of what lies below each node.
    end: Vec<u32>,
}

impl Places {
    pub(super) fn new(tree: &Tree) -> Self {
        let n = tree.len();
        let mut size = vec![1_u32; n];
        for node in (0..n as u32).rev() {
            if let Some(parent) = tree.parent(node) {
                size[parent as usize] += size[node as usize];
            }
        }
        // The next free number below each node; parents come before their children.
        let (mut number, mut free, mut roots) = (vec![0; n], vec![0; n], 0);
        for node in 0..n as u32 {
            let next = match tree.parent(node) {
                Some(parent) => &mut free[parent as usize],
                None => &mut roots,
            };
            number[node as usize] = *next;
            *next += size[node as usize];
            free[node as usize] = number[node as usize] + 1;
        }
        Self { number, end: free }
    }

    /// Whether the way from the root to `node` passes through `above`, or ends at it.
    pub(super) fn passes(&self, node: u32, above: u32) -> bool {
        let above = above as usize;
        (self.number[above]..self.end[above]).contains(&self.number[node as usize])
    }
}
