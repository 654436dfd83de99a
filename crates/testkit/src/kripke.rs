//! Random Kripke structures.

use crate::trees::Random;

/// A structure: how many states, its edges (every state has one), and the atoms of each state.
#[derive(Clone, Debug)]
pub struct Structure {
    /// How many states there are.
    pub states: u32,
    /// The edges.
    pub edges: Vec<(u32, u32)>,
    /// The value of each atom in each state.
    pub labels: Vec<Vec<bool>>,
}

/// A structure of up to `most` states with `atoms` atoms.
pub fn structure(random: &mut Random, most: u32, atoms: u32) -> Structure {
    let states = 1 + random.below(most);
    let mut edges = Vec::new();
    for from in 0..states {
        for _ in 0..=random.below(3) {
            edges.push((from, random.below(states)));
        }
    }
    let labels = (0..states).map(|_| (0..atoms).map(|_| random.below(2) == 0).collect()).collect();
    Structure { states, edges, labels }
}
