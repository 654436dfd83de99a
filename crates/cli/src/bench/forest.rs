//! Large computation trees with labels, and rules over them: what the checker alone is measured with.

use vedette_checker::formula::{AtomId, Binary, Bound, Id, Interval, Node, Pool, Unary, Unit};
use vedette_checker::tree::{Labels, Path};
use vedette_checker::truth::Truth;
use vedette_worlds::random::Random;

/// How many atoms there are.
pub(crate) const ATOMS: usize = 64;
/// How many states there are.
const STATES: usize = 4096;

/// What holds in each state, a bit an atom.
pub(crate) struct Table(Vec<u64>);

impl Labels for &Table {
    fn truth(&self, state: u32, atom: AtomId) -> Truth {
        Truth::from(self.0[state as usize] >> atom.index() & 1 == 1)
    }
}

/// Labels of states: the first half of the atoms is seldom true, the other half often.
pub(crate) fn labels(seed: u64) -> Table {
    let mut random = Random::seeded(seed);
    let seldom = u64::from(u32::MAX);
    let row = |random: &mut Random| {
        let (a, b, c) = (random.bits(), random.bits(), random.bits());
        (a & b & c & random.bits() & seldom) | ((a | b | c) & !seldom)
    };
    Table((0..STATES).map(|_| row(&mut random)).collect())
}

/// Trajectories of about `nodes` distinct steps in all: each follows an earlier one for a while, and
/// then goes its own way for `own` steps.
pub(crate) fn paths(nodes: usize, own: usize, seed: u64) -> Vec<Path> {
    let mut random = Random::seeded(seed);
    let mut paths: Vec<Path> = Vec::with_capacity(nodes / own + 1);
    for _ in 0..nodes.div_ceil(own) {
        let mut states: Vec<u32> = match paths.len() {
            0 => vec![0],
            known => {
                let other = &paths[random.below(known)].states;
                other[..=random.below(other.len().min(own * 2))].to_vec()
            }
        };
        states.extend((0..own).map(|_| random.below(STATES) as u32));
        paths.push(Path { actions: vec![None; states.len()], states });
    }
    paths
}

/// `count` rules over the atoms, of the shapes that household rules have, no two alike.
pub(crate) fn rules(pool: &mut Pool, count: usize, seed: u64) -> Vec<Id> {
    let mut random = Random::seeded(seed);
    let atoms: Vec<Id> = (0..ATOMS).map(|atom| pool.proposition(&format!("a{atom}"))).collect();
    let mut rules: Vec<Id> = Vec::with_capacity(count);
    while rules.len() < count {
        let seldom = atoms[random.below(ATOMS / 2)];
        let often = atoms[ATOMS / 2 + random.below(ATOMS / 2)];
        let other = atoms[random.below(ATOMS)];
        let kind = random.below(8);
        let then = match kind {
            0 | 1 => pool.binary(Binary::Or, often, other),
            2 | 3 => pool.unary(Unary::Finally, often),
            4 => pool.unary(Unary::WeakNext, often),
            5 => pool.binary(Binary::WeakUntil, often, other),
            6 => {
                let (low, high) = (Bound::steps(0), Some(Bound::steps(10)));
                let interval = Interval { low, high, unit: Unit::Steps };
                pool.add(Node::UnaryWithin(Unary::Finally, interval, often))
            }
            _ => pool.unary(Unary::Not, other),
        };
        let body = pool.binary(Binary::Implies, seldom, then);
        let rule = pool.unary(Unary::Globally, body);
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}
