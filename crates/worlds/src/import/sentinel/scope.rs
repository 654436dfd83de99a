//! Where the referents of a rule are bound: steps 2 and 3 of the procedure.

use super::atoms::{Leaf, Referent};
use vedette_checker::formula::{Binary, Binder, Formula, Id, Node, Pool, Quantifier, Unary};

/// The formula as the tree that the text spells: equal parts are apart.
pub(super) struct Tree {
    /// Parents before children.
    pub(super) spots: Vec<Spot>,
}

/// An operator or atom of the text.
pub(super) struct Spot {
    pub(super) id: Id,
    parent: usize,
    depth: usize,
    /// Whether it is the right operand of its parent.
    right: bool,
}

/// A quantifier that moves outward: `(quantifier, referent)`.
type Pending = Vec<(Quantifier, usize)>;

impl Tree {
    /// The tree, unless it has more than `largest` spots.
    pub(super) fn new(formula: &Formula, largest: usize) -> Option<Self> {
        let mut spots = Vec::new();
        let root = Spot { id: formula.root, parent: 0, depth: 0, right: false };
        let mut stack = vec![root];
        while let Some(spot) = stack.pop() {
            if spots.len() == largest {
                return None;
            }
            let (parent, depth) = (spots.len(), spot.depth + 1);
            let children = formula.pool.node(spot.id).children();
            let children: Vec<Id> = children.collect();
            spots.push(spot);
            for (place, id) in children.into_iter().enumerate() {
                stack.push(Spot { id, parent, depth, right: place == 1 });
            }
        }
        Some(Self { spots })
    }

    /// The smallest spot that contains both.
    fn meet(&self, mut a: usize, mut b: usize) -> usize {
        while a != b {
            if self.spots[a].depth >= self.spots[b].depth {
                a = self.spots[a].parent;
            } else {
                b = self.spots[b].parent;
            }
        }
        a
    }

    /// The formula with quantifiers; `leaves` are the translated atoms.
    pub(super) fn bind(
        &self,
        formula: &Formula,
        pool: &mut Pool,
        leaves: &[Option<Leaf>],
        referents: &[Referent],
    ) -> Id {
        let introduced = self.introduced(formula, leaves, referents.len());
        let mut done: Vec<Option<(Pending, Id)>> = vec![None; self.spots.len()];
        let mut operands: Vec<[Option<usize>; 2]> = vec![[None; 2]; self.spots.len()];
        for (at, spot) in self.spots.iter().enumerate().skip(1) {
            operands[spot.parent][usize::from(spot.right)] = Some(at);
        }
        for at in (0..self.spots.len()).rev() {
            let mut take = |operand: usize| {
                operands[at][operand].and_then(|child| done[child].take()).unwrap_or_default()
            };
            let (left, right) = (take(0), take(1));
            let (mut pending, id) = match &leaves[at] {
                Some(leaf) => (Vec::new(), leaf.id),
                None => join(formula, self.spots[at].id, left, right, pool, referents),
            };
            pending.splice(0..0, introduced[at].iter().copied());
            done[at] = Some((pending, id));
        }
        let (pending, id) = done[0].take().expect("the root is done last");
        close(&pending, id, pool, referents)
    }

    /// Which referents each spot introduces.
    fn introduced(&self, formula: &Formula, leaves: &[Option<Leaf>], count: usize) -> Vec<Pending> {
        let mut scope: Vec<Option<usize>> = vec![None; count];
        for (at, leaf) in leaves.iter().enumerate() {
            for &referent in leaf.iter().flat_map(|leaf| &leaf.referents) {
                let old = scope[referent];
                scope[referent] = Some(old.map_or(at, |old| self.meet(old, at)));
            }
        }
        // The whole body under the leading G's (and A's).
        let mut body = 0;
        let mut generally = false;
        while let Node::Unary(op @ (Unary::Globally | Unary::AllPaths), _) =
            formula.pool.node(self.spots[body].id)
        {
            generally |= op == Unary::Globally;
            body += 1;
        }
        let mut introduced = vec![Pending::new(); self.spots.len()];
        for (referent, scope) in scope.into_iter().enumerate() {
            let Some(at) = scope else { continue };
            let node = formula.pool.node(self.spots[at].id);
            let conditional = matches!(node, Node::Binary(Binary::Implies, ..));
            let quantifier = if conditional || (generally && at == body) {
                Quantifier::Forall
            } else {
                Quantifier::Exists
            };
            introduced[at].push((quantifier, referent));
        }
        introduced
    }
}

fn flip(pending: Pending) -> Pending {
    let other = |quantifier| match quantifier {
        Quantifier::Forall => Quantifier::Exists,
        Quantifier::Exists => Quantifier::Forall,
    };
    pending.into_iter().map(|(quantifier, referent)| (other(quantifier), referent)).collect()
}

/// The quantifiers as nodes round `id`, outermost first.
fn close(pending: &[(Quantifier, usize)], id: Id, pool: &mut Pool, referents: &[Referent]) -> Id {
    let mut id = id;
    for group in pending.chunk_by(|a, b| a.0 == b.0).rev() {
        let variable = |&(_, referent): &(Quantifier, usize)| {
            let Referent { category, variable, .. } = &referents[referent];
            (variable.clone(), category.clone())
        };
        let names: Vec<_> = group.iter().map(variable).collect();
        let variables = names.iter().map(|(v, c)| (pool.symbol(v), pool.symbol(c))).collect();
        let binder = pool.binder_id(Binder { variables });
        id = pool.add(Node::Bind(group[0].0, binder, id));
    }
    id
}

/// The operator over its operands, and the quantifiers that move out of it.
fn join(
    formula: &Formula,
    at: Id,
    left: (Pending, Id),
    right: (Pending, Id),
    pool: &mut Pool,
    referents: &[Referent],
) -> (Pending, Id) {
    // Lets the leading quantifiers of one kind out, and closes over the others.
    let let_out = |(pending, id): (Pending, Id), out: Option<Quantifier>, pool: &mut Pool| {
        let count = pending.iter().take_while(|(quantifier, _)| Some(*quantifier) == out).count();
        let id = close(&pending[count..], id, pool, referents);
        (pending[..count].to_vec(), id)
    };
    let (forall, exists) = (Some(Quantifier::Forall), Some(Quantifier::Exists));
    match formula.pool.node(at) {
        Node::Unary(Unary::Not, _) => (flip(left.0), pool.unary(Unary::Not, left.1)),
        Node::Unary(op, _) => {
            let out = match op {
                Unary::Globally | Unary::AllPaths => forall,
                Unary::Finally | Unary::SomePath => exists,
                Unary::Not | Unary::Next | Unary::WeakNext => None,
            };
            let (pending, id) = let_out(left, out, pool);
            (pending, pool.unary(op, id))
        }
        Node::Binary(op, ..) => {
            let (out_left, out_right) = match op {
                Binary::And => (exists, exists),
                Binary::Or => (forall, forall),
                Binary::Implies => (exists, forall),
                _ => (None, None),
            };
            let (mut pending, a) = let_out(left, out_left, pool);
            let (more, b) = let_out(right, out_right, pool);
            if op == Binary::Implies {
                pending = flip(pending);
            }
            pending.extend(more);
            (pending, pool.binary(op, a, b))
        }
        Node::UnaryWithin(op, interval, _) => {
            let (_, id) = let_out(left, None, pool);
            let interval = formula_interval(formula, interval, pool);
            (Pending::new(), pool.add(Node::UnaryWithin(op, interval, id)))
        }
        Node::BinaryWithin(op, interval, ..) => {
            let (_, a) = let_out(left, None, pool);
            let (_, b) = let_out(right, None, pool);
            let interval = formula_interval(formula, interval, pool);
            (Pending::new(), pool.add(Node::BinaryWithin(op, interval, a, b)))
        }
        Node::Bind(quantifier, binder, _) => {
            let (_, id) = let_out(left, None, pool);
            let names = formula.pool.binder(binder).variables.iter();
            let text = |symbol| formula.pool.name(symbol);
            let variables =
                names.map(|&(v, c)| (pool.symbol(text(v)), pool.symbol(text(c)))).collect();
            let binder = pool.binder_id(Binder { variables });
            (Pending::new(), pool.add(Node::Bind(quantifier, binder, id)))
        }
        leaf @ (Node::Constant(_) | Node::Hole | Node::Atom(_)) => (Pending::new(), pool.add(leaf)),
    }
}

/// An interval with the names of another pool.
fn formula_interval(
    formula: &Formula,
    interval: vedette_checker::formula::Interval,
    pool: &mut Pool,
) -> vedette_checker::formula::Interval {
    use vedette_checker::formula::{Bound, Interval};
    let mut bound = |bound| match bound {
        Bound::Number(_) => bound,
        Bound::Constant(name) => Bound::Constant(pool.symbol(formula.pool.name(name))),
    };
    Interval { low: bound(interval.low), high: interval.high.map(&mut bound), unit: interval.unit }
}
