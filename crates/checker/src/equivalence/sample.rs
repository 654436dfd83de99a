//! All short words at once: 64 words to a machine word.
//!
//! Over `n` atoms there are `2^(n·k)` words of `k` letters. They are numbered by their letters' bits,
//! one lane each, so that an atom at a position is a fixed pattern and every operator is a bitwise
//! one: all lassos with two letters over three atoms are judged in a few hundred instructions. Most
//! formulas that differ do so on such a word, and the first one found, shortest shapes first, *is* a
//! shortest witness.
//!
//! ```
//! use vedette_checker::automata::kernel::{Kernel, Ref};
//! use vedette_checker::equivalence::sample::{Sample, Shape};
//! use vedette_checker::words::Reading;
//!
//! let mut kernel = Kernel::new(Reading::Infinite);
//! let a = kernel.variable(0);
//! let eventually = kernel.until(Ref::TRUE, a);
//! let mut sample = Sample::new(&kernel, &[a, eventually], &[0]);
//! let mut later = |shape: Shape| {
//!     let mut word = None;
//!     sample.judge_all(shape, &mut |sample, shape, block, rows| {
//!         word = sample.first(shape, block, rows[1] & !rows[0]);
//!         word.is_none()
//!     });
//!     word
//! };
//! assert_eq!(later(Shape { letters: 1, back: Some(0) }), None);
//! assert_eq!(later(Shape { letters: 2, back: Some(1) }), Some(vec![vec![], vec![0]]));
//! ```

use crate::automata::kernel::{Kernel, Ref, Shape as Node};

/// A shape of words: how many letters, and where the word goes on after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many letters are written down.
    pub letters: usize,
    /// Where the cycle starts; none for a finite word.
    pub back: Option<usize>,
}

/// An operator with its operands as rows.
enum Step {
    True,
    /// A variable, by its place among the variables.
    Variable(usize),
    And(Box<[(usize, u64)]>),
    Next((usize, u64)),
    Until((usize, u64), (usize, u64)),
}

/// Formulas made ready to be judged on many words.
pub struct Sample {
    steps: Vec<Step>,
    roots: Vec<(usize, u64)>,
    variables: Vec<u32>,
    rows: Vec<u64>,
}

impl std::fmt::Debug for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sample").field("nodes", &self.steps.len()).finish_non_exhaustive()
    }
}

/// Sixty-four words of one shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// Those with these numbers, divided by 64.
    All(u64),
    /// A scattered choice.
    Some(u64),
}

/// What is asked about a block: whether to go on.
pub type GoOn<'a> = dyn FnMut(&Sample, Shape, Block, &[u64]) -> bool + 'a;

impl Block {
    /// The lanes in which bit `bit` of the word is set.
    fn pattern(self, bit: usize) -> u64 {
        match self {
            Self::All(number) => match PATTERNS.get(bit) {
                Some(pattern) => *pattern,
                None if number >> (bit - 6) & 1 == 1 => u64::MAX,
                None => 0,
            },
            Self::Some(number) => {
                // The finalizer of SplitMix64 (Steele, Lea & Flood, OOPSLA 2014).
                let mut mixed = (number << 32 | bit as u64).wrapping_add(1);
                mixed = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
                // Lane 0 has nothing, lane 1 everything.
                (mixed ^ mixed >> 31) & !0b11 | 0b10
            }
        }
    }
}

/// The lanes in which bit `bit` of the lane's number is set, for the six lowest bits.
const PATTERNS: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

impl Sample {
    /// Makes `roots` ready; `variables` are all that occur in them.
    pub fn new(kernel: &Kernel, roots: &[Ref], variables: &[u32]) -> Self {
        let last = roots.iter().map(|r| r.node()).max().unwrap_or(0);
        let mut wanted = vec![false; last + 1];
        for root in roots {
            wanted[root.node()] = true;
        }
        for node in (0..=last).rev() {
            if wanted[node] {
                kernel.operands(node).iter().for_each(|r| wanted[r.node()] = true);
            }
        }
        let mut row_of = vec![0; last + 1];
        let mut steps = Vec::new();
        for node in (0..=last).filter(|&node| wanted[node]) {
            let row = |r: Ref| (row_of[r.node()], if r.is_negated() { u64::MAX } else { 0 });
            let step = match kernel.shape(node) {
                Node::True => Step::True,
                Node::Variable(variable) => Step::Variable(
                    variables.binary_search(variable).expect("all variables are given, ascending"),
                ),
                Node::And(members) => Step::And(members.iter().map(|&r| row(r)).collect()),
                Node::Next(a) => Step::Next(row(*a)),
                Node::Until(a, b) => Step::Until(row(*a), row(*b)),
            };
            row_of[node] = steps.len();
            steps.push(step);
        }
        let roots = roots
            .iter()
            .map(|r| (row_of[r.node()], if r.is_negated() { u64::MAX } else { 0 }))
            .collect();
        Self { steps, roots, variables: variables.to_vec(), rows: Vec::new() }
    }

    /// Judges all words of `shape`, 64 at a time, until `go_on` says no; what it said last. It gets
    /// the shape, the block and, for each root, its values at the first position.
    pub fn judge_all(&mut self, shape: Shape, go_on: &mut GoOn<'_>) -> bool {
        let bits = self.variables.len() * shape.letters;
        debug_assert!(bits < 40, "the caller bounds the number of words");
        (0..1_u64 << bits.saturating_sub(6))
            .all(|number| self.ask(shape, Block::All(number), go_on))
    }

    /// Judges `blocks` times 64 scattered words, over any number of variables: among them the one
    /// in which nothing is true and the one in which everything is.
    pub fn judge_some(&mut self, shape: Shape, blocks: u64, go_on: &mut GoOn<'_>) -> bool {
        (0..blocks).all(|number| self.ask(shape, Block::Some(number), go_on))
    }

    fn ask(&mut self, shape: Shape, block: Block, go_on: &mut GoOn<'_>) -> bool {
        self.judge(shape, block);
        let values: Vec<u64> =
            self.roots.iter().map(|(row, sign)| self.rows[row * shape.letters] ^ sign).collect();
        go_on(self, shape, block, &values)
    }

    /// The letters of the first of the `hits` in a block.
    pub fn first(&self, shape: Shape, block: Block, hits: u64) -> Option<Vec<Vec<u32>>> {
        let bits = self.variables.len() * shape.letters;
        // Fewer words than lanes: the patterns repeat, and the first lanes are all there is.
        let hits = if bits < 6 { hits & ((1 << (1 << bits)) - 1) } else { hits };
        (hits != 0).then(|| {
            let lane = hits.trailing_zeros();
            let count = self.variables.len();
            let letter = |position: usize| {
                let bit = |slot: usize| block.pattern(position * count + slot) >> lane & 1 == 1;
                (0..count).filter(|&slot| bit(slot)).map(|slot| self.variables[slot]).collect()
            };
            (0..shape.letters).map(letter).collect()
        })
    }

    /// All rows for the 64 words of a block.
    fn judge(&mut self, shape: Shape, block: Block) {
        let length = shape.letters;
        let count = self.variables.len();
        self.rows.clear();
        self.rows.resize(self.steps.len() * length, 0);
        for (index, step) in self.steps.iter().enumerate() {
            let (done, row) = self.rows.split_at_mut(index * length);
            let row = &mut row[..length];
            let at =
                |(row, sign): (usize, u64), position: usize| done[row * length + position] ^ sign;
            match step {
                Step::True => row.fill(u64::MAX),
                Step::Variable(slot) => {
                    for (position, value) in row.iter_mut().enumerate() {
                        let bit = position * count + slot;
                        *value = block.pattern(bit);
                    }
                }
                Step::And(members) => {
                    for (position, value) in row.iter_mut().enumerate() {
                        *value = members.iter().fold(u64::MAX, |all, &m| all & at(m, position));
                    }
                }
                Step::Next(a) => {
                    for (position, value) in row.iter_mut().enumerate() {
                        let next =
                            if position + 1 < length { Some(position + 1) } else { shape.back };
                        *value = next.map_or(0, |next| at(*a, next));
                    }
                }
                Step::Until(a, b) => {
                    let mut next = 0;
                    // Once around the cycle, then from the end with what the cycle knows.
                    if let Some(back) = shape.back {
                        for position in (back..length).rev() {
                            next = at(*b, position) | at(*a, position) & next;
                        }
                    }
                    for (position, value) in row.iter_mut().enumerate().rev() {
                        next = at(*b, position) | at(*a, position) & next;
                        *value = next;
                    }
                }
            }
        }
    }
}
