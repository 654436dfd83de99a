//! Why a formula is true or false of a word: the cells of the table that its value rests on.
//!
//! The definition of each operator names the values that decide it: `F φ` is true because φ is true at
//! one position, false because φ is false at every one that comes. Followed from the whole formula at
//! the first position down to atoms, this marks cells; where several would do, the earliest position and
//! then the left operand is taken. Two promises, held by tests: the marked values of the atoms suffice
//! (any word of this shape that agrees on them has the same verdict), and every marked cell has a
//! sentence that follows from cells marked below it.
//!
//! # Why this construction
//! Beer, Ben-David, Chockler, Orni & Trefler, *Explaining counterexamples using causality* (CAV 2009),
//! mark every value whose change could flip the verdict; that set is hard to compute and does not
//! suffice on its own. One sufficient set is what a reader can follow, and it falls out of the table by
//! one pass from parents to children, without recursion.
//!
//! The operators are not told apart by bounds: without one, the window is "from now on".

use std::ops::RangeInclusive;
use vedette_checker::formula::{Binary, Bound, Id, Interval, Node, Pool, Unary};

/// A word's positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// How many there are.
    pub(super) length: usize,
    /// Where the word goes on after the last one.
    pub(super) back: Option<usize>,
}

/// An operand, and the positions at which its value matters.
type Ground = (Id, Vec<usize>);

/// The offsets that an operator looks at.
#[derive(Clone, Copy)]
struct Window {
    low: usize,
    high: usize,
}

impl Frame {
    /// The position `steps` after `at`.
    fn later(&self, at: usize, steps: usize) -> Option<usize> {
        let target = at.saturating_add(steps);
        if target < self.length {
            return Some(target);
        }
        self.back.map(|back| back + (target - back) % (self.length - back))
    }

    /// The positions at some offsets from `at`. After as many offsets as there are positions a lasso
    /// shows nothing new.
    fn at(&self, at: usize, offsets: RangeInclusive<usize>) -> Vec<(usize, usize)> {
        let (low, high) = offsets.into_inner();
        let high = high.min(low.saturating_add(self.length - 1));
        (low..=high).map_while(|k| Some((k, self.later(at, k)?))).collect()
    }
}

/// The values that `value`, that of `node` at `at`, rests on.
pub(super) fn grounds(
    pool: &Pool,
    frame: Frame,
    node: Node,
    at: usize,
    row: impl Fn(Id, usize) -> bool,
    value: bool,
) -> Vec<Ground> {
    let all = Window { low: 0, high: usize::MAX };
    match node {
        Node::Constant(_) | Node::Atom(_) | Node::Hole | Node::Bind(..) => Vec::new(),
        Node::Unary(op, a) => match op {
            Unary::Not => vec![(a, vec![at])],
            Unary::Next | Unary::WeakNext => {
                frame.later(at, 1).map(|next| (a, vec![next])).into_iter().collect()
            }
            Unary::Finally => vec![(a, one_or_all(frame, at, all, value, |p| row(a, p) == value))],
            Unary::Globally => {
                vec![(a, one_or_all(frame, at, all, !value, |p| row(a, p) == value))]
            }
            Unary::AllPaths | Unary::SomePath => Vec::new(),
        },
        Node::UnaryWithin(op, interval, a) => {
            let one = if op == Unary::Finally { value } else { !value };
            let window = window(pool, interval);
            vec![(a, one_or_all(frame, at, window, one, |p| row(a, p) == value))]
        }
        Node::Binary(op, a, b) if op.is_temporal() => {
            until_like(frame, op, all, (a, b), at, row, value)
        }
        Node::Binary(op, a, b) => boolean(op, (a, b), at, |id| row(id, at), value),
        Node::BinaryWithin(op, interval, a, b) => {
            until_like(frame, op, window(pool, interval), (a, b), at, row, value)
        }
    }
}

/// The first position in the window where the operand has the value, or the whole window.
fn one_or_all(
    frame: Frame,
    at: usize,
    window: Window,
    one: bool,
    fits: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let inside = frame.at(at, window.low..=window.high).into_iter().map(|(_, p)| p);
    if one { inside.filter(|&p| fits(p)).take(1).collect() } else { inside.collect() }
}

fn boolean(
    op: Binary,
    (a, b): (Id, Id),
    at: usize,
    row: impl Fn(Id) -> bool,
    value: bool,
) -> Vec<Ground> {
    let (left, right) = ((a, vec![at]), (b, vec![at]));
    // The value of an operand that decides alone.
    let alone = match op {
        Binary::And if !value => Some((false, false)),
        Binary::Or if value => Some((true, true)),
        Binary::Implies if value => Some((false, true)),
        _ => None,
    };
    match alone {
        Some((decides, _)) if row(a) == decides => vec![left],
        Some((_, decides)) if row(b) == decides => vec![right],
        _ => vec![left, right],
    }
}

/// `U R W M` over a window. Each is reduced to "one comes" or "none comes":
/// `φ U ψ`: ψ comes, φ at all times before; `φ M ψ = ψ U (φ & ψ)`; `R` and `W` are their duals.
fn until_like(
    frame: Frame,
    op: Binary,
    window: Window,
    (a, b): (Id, Id),
    at: usize,
    row: impl Fn(Id, usize) -> bool,
    value: bool,
) -> Vec<Ground> {
    // Seen as an until: `value` true asks for a position that fulfils. `R` is the negation of `U` over
    // negated operands, `W` that of `M` (`φ W ψ = !(!φ M !ψ)` with the parts exchanged: see below).
    let (dual, both) = match op {
        Binary::Until => (false, false),
        Binary::StrongRelease => (false, true),
        Binary::Release => (true, false),
        _ => (true, true),
    };
    // `φ M ψ`: ψ up to and with a φ. `φ W ψ`, negated: !ψ up to and with a !φ.
    let (keep, goal) = if both { (b, a) } else { (a, b) };
    let fulfils = value != dual;
    let good = |id: Id, p: usize| row(id, p) != dual;
    let reach = frame.length;
    // The first offset at which what must be kept is not.
    let broken = frame.at(at, 0..=reach).into_iter().find(|&(_, p)| !good(keep, p));
    if fulfils {
        let found = frame
            .at(at, window.low..=window.high)
            .into_iter()
            .find(|&(_, p)| good(goal, p) && (!both || good(keep, p)));
        let Some((k, p)) = found else { return Vec::new() };
        let end = if both { Some(k) } else { k.checked_sub(1) };
        let kept = end.map(|end| positions(frame, at, 0..=end)).unwrap_or_default();
        return vec![(keep, kept), (goal, vec![p])];
    }
    // No position fulfils: the goal fails wherever it could count, up to where the rest is broken.
    match broken {
        None => vec![(goal, positions(frame, at, window.low..=window.high))],
        Some((k, p)) => {
            let last = if both { k.checked_sub(1) } else { Some(k) };
            let failing = last
                .filter(|&last| last >= window.low)
                .map(|last| positions(frame, at, window.low..=last.min(window.high)))
                .unwrap_or_default();
            let matters = if both { window.high >= k } else { window.high > k };
            let broken = if matters { vec![p] } else { Vec::new() };
            vec![(goal, failing), (keep, broken)]
        }
    }
}

/// The positions at some offsets, each once.
fn positions(frame: Frame, at: usize, offsets: RangeInclusive<usize>) -> Vec<usize> {
    let mut positions: Vec<usize> = frame.at(at, offsets).into_iter().map(|(_, p)| p).collect();
    positions.sort_unstable();
    positions.dedup();
    positions
}

/// Bounds that are no whole numbers have no values either, so nobody asks for their window.
fn window(_: &Pool, interval: Interval) -> Window {
    #[expect(clippy::cast_sign_loss, reason = "the evaluator refuses negative bounds")]
    let steps = |bound: Bound| match bound {
        Bound::Number(real) => real.get() as usize,
        Bound::Constant(_) => 0,
    };
    Window { low: steps(interval.low), high: interval.high.map_or(usize::MAX, steps) }
}

/// By position in `nodes`: the marked positions, ascending. `nodes` has children before parents and
/// ends with the whole; `tables` has their values.
pub(super) fn marks(
    pool: &Pool,
    nodes: &[Id],
    tables: &[Vec<bool>],
    frame: Frame,
) -> Vec<Vec<bool>> {
    let place = |id: Id| nodes.binary_search(&id).ok();
    let row = |id: Id, p: usize| place(id).is_some_and(|at| tables[at][p]);
    let mut marked = vec![vec![false; frame.length]; nodes.len()];
    if let Some(whole) = marked.last_mut() {
        whole[0] = true;
    }
    for at in (0..nodes.len()).rev() {
        for p in 0..frame.length {
            if !marked[at][p] {
                continue;
            }
            for (child, positions) in
                grounds(pool, frame, pool.node(nodes[at]), p, row, tables[at][p])
            {
                let Some(child) = place(child) else { continue };
                for position in positions {
                    marked[child][position] = true;
                }
            }
        }
    }
    marked
}
