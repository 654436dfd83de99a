//! Random forests and formulas, and the plain definition of what a formula means on them.
//!
//! The definition quantifies over trajectories and positions and knows no tree: a path of the tree
//! through position `i` of trajectory `t` is any trajectory with the same first `i + 1` steps.

use vedette_checker::formula::{
    AtomId, Binary, Bound, Id, Interval, Node, Pool, Real, Unary, Unit,
};
use vedette_checker::tree::{Labels, Path};
use vedette_checker::truth::Truth;

/// A small random number generator (SplitMix64): the same seed gives the same numbers everywhere.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u32) -> u32 {
        (self.draw() % u64::from(limit)) as u32
    }
}

/// Labels as a table: `values[state][atom]`, and a clock per trajectory.
#[derive(Clone, Debug)]
pub struct Table {
    /// The value of each atom in each state.
    pub values: Vec<Vec<Truth>>,
    /// The time of each step of each trajectory.
    pub clocks: Vec<Vec<Option<f64>>>,
}

impl Labels for Table {
    fn truth(&self, state: u32, atom: AtomId) -> Truth {
        self.values[state as usize][atom.index()]
    }

    fn seconds(&self, trajectory: u32, step: u32) -> Option<f64> {
        *self.clocks.get(trajectory as usize)?.get(step as usize)?
    }
}

/// What random formulas may contain.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each switches one thing on, independently")]
pub struct Grammar {
    /// Path quantifiers anywhere.
    pub paths: bool,
    /// Every temporal operator under its own path quantifier, and no quantifier elsewhere.
    pub ctl: bool,
    /// Intervals of steps.
    pub steps: bool,
    /// Intervals of seconds.
    pub seconds: bool,
}

/// A random formula over the first `atoms` propositions of `pool`.
pub fn formula(
    random: &mut Random,
    pool: &mut Pool,
    grammar: Grammar,
    atoms: u32,
    depth: u32,
) -> Id {
    const UNARY: [Unary; 4] = [Unary::Next, Unary::WeakNext, Unary::Finally, Unary::Globally];
    const BOOLEAN: [Binary; 5] =
        [Binary::And, Binary::Or, Binary::Implies, Binary::Iff, Binary::Xor];
    const TEMPORAL: [Binary; 4] =
        [Binary::Until, Binary::Release, Binary::WeakUntil, Binary::StrongRelease];
    if depth == 0 || random.below(8) == 0 {
        return match random.below(12) {
            0 => pool.constant(true),
            1 => pool.constant(false),
            _ => pool.proposition(["p", "q", "r", "s"][random.below(atoms) as usize]),
        };
    }
    let mut operand = |random: &mut Random| formula(random, pool, grammar, atoms, depth - 1);
    let a = operand(random);
    let kind = random.below(10);
    if kind < 2 {
        return pool.unary(Unary::Not, a);
    }
    if kind == 2 && grammar.paths && !grammar.ctl {
        return pool.unary([Unary::AllPaths, Unary::SomePath][random.below(2) as usize], a);
    }
    let b = if kind >= 7 { None } else { Some(operand(random)) };
    let within = (grammar.steps && random.below(2) == 0).then(|| interval(random, grammar.seconds));
    let whole = match (b, within) {
        (Some(b), _) if kind < 5 => {
            return pool.binary(BOOLEAN[random.below(5) as usize], a, b);
        }
        (Some(b), None) => pool.binary(TEMPORAL[random.below(4) as usize], a, b),
        (Some(b), Some(within)) => {
            pool.add(Node::BinaryWithin(TEMPORAL[random.below(4) as usize], within, a, b))
        }
        (None, None) => pool.unary(UNARY[random.below(4) as usize], a),
        (None, Some(within)) => {
            pool.add(Node::UnaryWithin(UNARY[2 + random.below(2) as usize], within, a))
        }
    };
    if grammar.ctl || (grammar.paths && random.below(2) == 0) {
        return pool.unary([Unary::AllPaths, Unary::SomePath][random.below(2) as usize], whole);
    }
    whole
}

fn interval(random: &mut Random, seconds: bool) -> Interval {
    let seconds = seconds && random.below(2) == 0;
    let low = random.below(4);
    let high = (random.below(4) > 0).then(|| Bound::steps(low + random.below(4)));
    let low = if seconds && random.below(2) == 0 {
        Bound::Number(Real::new(f64::from(low) - 0.5).expect("it is finite"))
    } else {
        Bound::steps(low)
    };
    Interval { low, high, unit: if seconds { Unit::Seconds } else { Unit::Steps } }
}

/// Up to five short trajectories over `states` states; they share many prefixes.
pub fn forest(random: &mut Random, states: u32) -> Vec<Path> {
    let mut paths: Vec<Path> = Vec::new();
    for _ in 0..=random.below(5) {
        let mut path = match random.below(3) {
            0 if !paths.is_empty() => {
                let other = &paths[random.below(paths.len() as u32) as usize];
                let cut = 1 + random.below(other.states.len() as u32) as usize;
                let (states, actions) = (other.states[..cut].into(), other.actions[..cut].into());
                Path { states, actions }
            }
            _ => Path { states: vec![random.below(states.min(2))], actions: vec![None] },
        };
        while path.states.len() < 6 && random.below(4) > 0 {
            path.states.push(random.below(states));
            path.actions.push(Some(random.below(2)));
        }
        paths.push(path);
    }
    paths
}

/// Labels for [`forest`]; `unknown` allows values that the data does not give.
pub fn labels(
    random: &mut Random,
    states: u32,
    atoms: u32,
    unknown: bool,
    paths: &[Path],
) -> Table {
    let mut value = |_| match random.below(if unknown { 5 } else { 4 }) {
        0 | 1 => Truth::False,
        2 | 3 => Truth::True,
        _ => Truth::Unsupported,
    };
    let values = (0..states).map(|_| (0..atoms).map(&mut value).collect()).collect();
    let clocks = paths.iter().map(|path| {
        let mut time = 0.0;
        let broken = random.below(8) == 0;
        let steps = path.states.iter().map(|_| {
            time += f64::from(random.below(5)) / 2.0;
            (!broken).then_some(time)
        });
        steps.collect()
    });
    Table { values, clocks: clocks.collect() }
}

/// The plain definition.
#[derive(Debug)]
pub struct Plain<'a> {
    /// The formulas.
    pub pool: &'a Pool,
    /// The trajectories.
    pub paths: &'a [Path],
    /// Their labels.
    pub labels: &'a Table,
}

impl Plain<'_> {
    /// The value of `id` on trajectory `t` from position `i` on. Recursive: for small formulas.
    pub fn value(&self, id: Id, t: usize, i: usize) -> Truth {
        let path = &self.paths[t];
        let n = path.states.len();
        if i >= n {
            return Truth::Inconclusive;
        }
        let no = |id, j| !self.value(id, t, j);
        let at = |id, j| self.value(id, t, j);
        match self.pool.node(id) {
            Node::Constant(value) => value.into(),
            Node::Atom(atom) => self.labels.truth(path.states[i], atom),
            Node::Unary(Unary::Not, a) => no(a, i),
            Node::Unary(Unary::Next, _) if i + 1 == n => Truth::False,
            Node::Unary(Unary::WeakNext, _) if i + 1 == n => Truth::True,
            Node::Unary(Unary::Next | Unary::WeakNext, a) => at(a, i + 1),
            Node::Unary(op @ (Unary::AllPaths | Unary::SomePath), a) => {
                let through = (0..self.paths.len()).filter(|&u| {
                    let other = &self.paths[u];
                    other.states.len() > i
                        && other.states[..=i] == path.states[..=i]
                        && other.actions[..=i] == path.actions[..=i]
                });
                let values = through.map(|u| self.value(a, u, i));
                if op == Unary::AllPaths { all(values) } else { !all(values.map(|v| !v)) }
            }
            Node::Unary(Unary::Finally, a) => self.until(t, i, None, |_| Truth::True, |j| at(a, j)),
            Node::UnaryWithin(Unary::Finally, w, a) => {
                self.until(t, i, Some(w), |_| Truth::True, |j| at(a, j))
            }
            Node::Unary(_, a) => !self.until(t, i, None, |_| Truth::True, |j| no(a, j)),
            Node::UnaryWithin(_, w, a) => !self.until(t, i, Some(w), |_| Truth::True, |j| no(a, j)),
            Node::Binary(op, a, b) => self.binary(op, None, (a, b), t, i),
            Node::BinaryWithin(op, within, a, b) => self.binary(op, Some(within), (a, b), t, i),
            Node::Hole | Node::Bind(..) => Truth::Unsupported,
        }
    }

    fn binary(
        &self,
        op: Binary,
        w: Option<Interval>,
        (a, b): (Id, Id),
        t: usize,
        i: usize,
    ) -> Truth {
        let at = |id, j| self.value(id, t, j);
        let no = |id, j| !self.value(id, t, j);
        match op {
            Binary::And => at(a, i) & at(b, i),
            Binary::Or => at(a, i) | at(b, i),
            Binary::Implies => no(a, i) | at(b, i),
            Binary::Iff | Binary::Xor => {
                let equal = (at(a, i) & at(b, i)) | (no(a, i) & no(b, i));
                if op == Binary::Iff { equal } else { !equal }
            }
            Binary::Until => self.until(t, i, w, |j| at(a, j), |j| at(b, j)),
            Binary::Release => !self.until(t, i, w, |j| no(a, j), |j| no(b, j)),
            Binary::StrongRelease => self.until(t, i, w, |j| at(b, j), |j| at(a, j) & at(b, j)),
            Binary::WeakUntil => !self.until(t, i, w, |j| no(b, j), |j| no(a, j) & no(b, j)),
        }
    }

    /// `∃ j ≥ i in the interval. ψ(j) ∧ ∀ i ≤ k < j. φ(k)`; a position beyond the end is a moment
    /// nobody saw.
    fn until(
        &self,
        t: usize,
        i: usize,
        within: Option<Interval>,
        phi: impl Fn(usize) -> Truth,
        psi: impl Fn(usize) -> Truth,
    ) -> Truth {
        let n = self.paths[t].states.len();
        let number = |bound| match bound {
            Bound::Number(real) => real.get(),
            Bound::Constant(_) => f64::NAN,
        };
        let (low, high, unit) = within.map_or((0.0, None, Unit::Steps), |w| {
            (number(w.low).max(0.0), w.high.map(number), w.unit)
        });
        let clock = &self.labels.clocks[t];
        let time = |j: usize| match unit {
            Unit::Steps => Some(f64::from(j as u32)),
            Unit::Seconds => clock[j],
        };
        let mut terms = Vec::new();
        for j in i..n {
            let (Some(now), Some(then)) = (time(i), time(j)) else { return Truth::Unsupported };
            let distance = then - now;
            if distance >= low && high.is_none_or(|high| distance <= high) {
                terms.push(all((i..j).map(&phi).chain([psi(j)])));
            }
        }
        let left = time(n - 1).unwrap_or(0.0) - time(i).unwrap_or(0.0);
        let open = match unit {
            Unit::Steps => high.is_some_and(|high| left + 1.0 <= high && low <= high),
            Unit::Seconds => high.is_some_and(|high| left < high && low <= high),
        };
        if open {
            terms.push(all((i..n).map(&phi).chain([Truth::Inconclusive])));
        }
        !all(terms.into_iter().map(|term| !term))
    }
}

fn all(values: impl Iterator<Item = Truth>) -> Truth {
    values.fold(Truth::True, |all, value| all & value)
}
