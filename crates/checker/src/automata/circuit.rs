//! The Boolean skeleton of a formula as a circuit, and the ways to make it true.
//!
//! What is neither a conjunction nor a negation is a leaf, whatever it says; only `F(φ | ψ)` is taken
//! apart once more where a fairness condition is in it ([`fairness`](super::fairness)).
//! [`Circuit::next`] gives
//! one way after another to make the formula true, as a set of signed leaves; whoever finds that a
//! way contradicts itself says so ([`Circuit::forbid`]), best with as few of its leaves as do, and no
//! way that contains them comes again.
//!
//! ```
//! use vedette_checker::automata::circuit::Circuit;
//! use vedette_checker::automata::kernel::Kernel;
//! use vedette_checker::budget::Budget;
//! use vedette_checker::words::Reading;
//!
//! let mut kernel = Kernel::new(Reading::Infinite);
//! let (a, b) = (kernel.variable(0), kernel.variable(1));
//! let either = kernel.or(vec![a, b]);
//! let mut circuit = Circuit::new(&mut kernel, either);
//! let budget = Budget::default();
//! assert_eq!(circuit.next(&budget).unwrap(), Some(vec![a]));
//! circuit.forbid(&[a]);
//! assert_eq!(circuit.next(&budget).unwrap(), Some(vec![b]));
//! circuit.forbid(&[b]);
//! assert_eq!(circuit.next(&budget).unwrap(), None);
//! ```
//!
//! # How
//!
//! Davis, Putnam, Logemann and Loveland's search (CACM 1962) on the circuit itself: forced values are
//! propagated through gates and forbidden sets; a decision is made only where a gate is false and no
//! operand is false yet, so that leaves which do not matter get no value. Circuits here have tens of
//! nodes; a solver with watched literals and jumps would bring nothing.

use super::fairness::disjuncts;
use super::kernel::{Kernel, Ref, Shape};
use crate::budget::{Budget, Limit};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// A node of the circuit, and whether it is meant negated.
type Literal = (usize, bool);

/// A conjunction of literals, or its negation.
#[derive(Clone, Debug, Default)]
struct Gate {
    inverted: bool,
    operands: Box<[Literal]>,
}

/// A choice: the node, and whether both values were tried.
#[derive(Clone, Copy, Debug)]
struct Choice {
    node: usize,
    /// How many nodes had a value before.
    before: usize,
    second: bool,
}

/// A circuit of conjunctions with signs, in the middle of a search.
#[derive(Clone, Debug)]
pub struct Circuit {
    /// Nodes of the kernel.
    nodes: IndexSet<usize, FxBuildHasher>,
    /// By node; none for a leaf.
    gates: Vec<Option<Gate>>,
    root: Literal,
    /// By node.
    values: Vec<Option<bool>>,
    /// Nodes with values, in the order in which they got them.
    trail: Vec<usize>,
    choices: Vec<Choice>,
    /// Literals of which not all may be true.
    forbidden: Vec<Box<[Literal]>>,
    is_over: bool,
}

impl Circuit {
    /// The circuit of a formula.
    pub fn new(kernel: &mut Kernel, root: Ref) -> Self {
        let mut nodes: IndexSet<usize, FxBuildHasher> = IndexSet::default();
        nodes.insert(root.node());
        let mut gates = Vec::new();
        while gates.len() < nodes.len() {
            let node = nodes[gates.len()];
            let mut literal = |r: &Ref| (nodes.insert_full(r.node()).0, r.is_negated());
            let operands = match kernel.shape(node) {
                Shape::And(all) => Some((false, all.iter().map(literal).collect())),
                Shape::Until(..) => disjuncts(kernel, node)
                    .map(|parts| (true, parts.into_iter().map(|part| literal(&!part)).collect())),
                Shape::True | Shape::Variable(_) | Shape::Next(_) => None,
            };
            gates.push(operands.map(|(inverted, operands)| Gate { inverted, operands }));
        }
        let mut circuit = Self {
            values: vec![None; nodes.len()],
            nodes,
            gates,
            root: (0, root.is_negated()),
            trail: Vec::new(),
            choices: Vec::new(),
            forbidden: Vec::new(),
            is_over: root == Ref::FALSE,
        };
        if let Some(constant) = circuit.nodes.get_index_of(&Ref::TRUE.node()) {
            circuit.set((constant, false));
        }
        circuit.is_over |= !circuit.set(circuit.root);
        circuit
    }

    /// A way to make the formula true: leaves with signs; none if no way is left.
    pub fn next(&mut self, budget: &Budget<'_>) -> Result<Option<Vec<Ref>>, Limit> {
        while !self.is_over {
            budget.tick()?;
            if self.propagate() {
                match self.open_gate() {
                    None => return Ok(Some(self.reasons())),
                    Some(operand) => {
                        self.choices.push(Choice {
                            node: operand.0,
                            before: self.trail.len(),
                            second: false,
                        });
                        self.set((operand.0, !operand.1));
                    }
                }
            } else {
                self.go_back();
            }
        }
        Ok(None)
    }

    /// From now on not all of these leaves come together.
    pub fn forbid(&mut self, leaves: &[Ref]) {
        let known = |leaf: &Ref| Some((self.nodes.get_index_of(&leaf.node())?, leaf.is_negated()));
        // A leaf that the circuit does not have never comes at all.
        if let Some(literals) = leaves.iter().map(known).collect() {
            self.forbidden.push(literals);
        }
    }

    fn value(&self, (node, negated): Literal) -> Option<bool> {
        self.values[node].map(|value| value != negated)
    }

    /// Makes a literal true; false if it is false already.
    fn set(&mut self, literal: Literal) -> bool {
        if let Some(known) = self.value(literal) {
            return known;
        }
        self.values[literal.0] = Some(!literal.1);
        self.trail.push(literal.0);
        true
    }

    /// Gives values to what is forced; false if that is impossible.
    fn propagate(&mut self) -> bool {
        loop {
            let before = self.trail.len();
            for at in 0..self.gates.len() {
                if let Some(gate) = self.gates[at].take() {
                    let possible = self.propagate_gate(at, &gate);
                    self.gates[at] = Some(gate);
                    if !possible {
                        return false;
                    }
                }
            }
            for at in 0..self.forbidden.len() {
                let literals = std::mem::take(&mut self.forbidden[at]);
                let possible = self.keep_one_false(&literals);
                self.forbidden[at] = literals;
                if !possible {
                    return false;
                }
            }
            if self.trail.len() == before {
                return true;
            }
        }
    }

    fn propagate_gate(&mut self, at: usize, gate: &Gate) -> bool {
        let (all, operands) = ((at, gate.inverted), &gate.operands);
        if self.value(all) == Some(true) {
            return operands.iter().all(|&operand| self.set(operand));
        }
        if operands.iter().any(|&operand| self.value(operand) == Some(false)) {
            return self.set((at, !gate.inverted));
        }
        if operands.iter().all(|&operand| self.value(operand) == Some(true)) {
            return self.set(all);
        }
        self.value(all).is_none() || self.keep_one_false(operands)
    }

    /// Sees that one of the literals is or can be false; the only one left is made so.
    fn keep_one_false(&mut self, literals: &[Literal]) -> bool {
        let mut open = None;
        for &literal in literals {
            match (self.value(literal), open) {
                (Some(true), _) => {}
                (Some(false), _) | (None, Some(_)) => return true,
                (None, None) => open = Some(literal),
            }
        }
        open.is_some_and(|(node, negated)| self.set((node, !negated)))
    }

    /// An operand without a value of a gate that is false for no reason yet.
    fn open_gate(&self) -> Option<Literal> {
        self.trail.iter().find_map(|&at| {
            let Gate { inverted, operands } = self.gates[at].as_ref()?;
            let is_open = self.value((at, *inverted)) == Some(false)
                && operands.iter().all(|&operand| self.value(operand) != Some(false));
            let mut unset = operands.iter().filter(|&&operand| self.value(operand).is_none());
            is_open.then(|| unset.next().copied()).flatten()
        })
    }

    /// The leaves that make the root true: of a conjunction that is false, one false operand is enough.
    fn reasons(&self) -> Vec<Ref> {
        let mut seen = vec![false; self.nodes.len()];
        let (mut leaves, mut left) = (Vec::new(), vec![self.root.0]);
        while let Some(node) = left.pop() {
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            let Some(Gate { inverted, operands }) = &self.gates[node] else {
                if self.nodes[node] != Ref::TRUE.node() {
                    let is_true = self.values[node] == Some(true);
                    leaves.push(Ref::from_index(2 * self.nodes[node]).xor(!is_true));
                }
                continue;
            };
            if self.value((node, *inverted)) == Some(true) {
                left.extend(operands.iter().map(|&(node, _)| node));
            } else {
                let reason = operands.iter().find(|&&operand| self.value(operand) == Some(false));
                left.extend(reason.map(|&(node, _)| node));
            }
        }
        leaves.sort_unstable();
        leaves
    }

    /// Takes back the last choice that has another value left.
    fn go_back(&mut self) {
        while let Some(choice) = self.choices.pop() {
            let was = self.values[choice.node];
            for node in self.trail.drain(choice.before..) {
                self.values[node] = None;
            }
            if !choice.second {
                self.choices.push(Choice { second: true, ..choice });
                let other = was == Some(true);
                self.set((choice.node, other));
                return;
            }
        }
        self.is_over = true;
    }
}
