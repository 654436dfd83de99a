//! What is checked in place of a policy: aborted runs excused, silent states read past.
//!
//! * A run that ends in an exception does not owe what was still to come: `AF φ` becomes
//!   `AF(φ | aborted)`, and `A[φ U ψ]` becomes `A[φ U (ψ | aborted)]`. What must *not* happen is owed
//!   by every run.
//! * In a machine with silent states every operator speaks of events only: `AX φ` becomes
//!   `¬EX E[silent U (event & ¬φ)]`, `A[φ U ψ]` becomes `A[(event → φ) U (event & ψ)]`, and so on. On
//!   paths on which events never end both are the same (stuttering: Lamport, *What good is temporal
//!   logic?*, 1983).

use vedette_checker::formula::{AtomId, Binary, Formula, Id, Node, Pool, Unary};

/// A formula to be checked, and the atoms that were added to it.
#[derive(Clone, Debug)]
pub(crate) struct Relative {
    pub(crate) pool: Pool,
    pub(crate) root: Id,
    pub(crate) event: AtomId,
    pub(crate) aborted: AtomId,
    pub(crate) ended: AtomId,
    /// For each new formula the one that it stands for.
    pub(crate) original: Vec<(Id, Id)>,
}

impl Relative {
    pub(crate) fn new(formula: &Formula, silent: bool, excuse: bool) -> Self {
        let mut pool = formula.pool.clone();
        // Names with a blank: no text can mean them.
        let mut atom = |name: &str| {
            let id = pool.proposition(name);
            let Node::Atom(atom) = pool.node(id) else { unreachable!("a proposition is an atom") };
            (id, atom)
        };
        let ((event, event_atom), (aborted, aborted_atom), (_, ended)) =
            (atom("is event"), atom("is aborted"), atom("is ended"));
        let mut making = Making { pool, event, aborted, silent, excuse };
        let mut map: Vec<Option<Id>> = vec![None; formula.pool.len()];
        let mut original = Vec::new();
        for id in formula.nodes() {
            let node = formula.pool.node(id);
            let get = |child: Id| map[child.index()].expect("children come first");
            let new = match node {
                Node::Unary(op, inner) if op.is_path() => {
                    making.quantified(op == Unary::AllPaths, formula.pool.node(inner), &get)
                }
                // What stands under a quantifier is made with it.
                Node::Unary(op, _) if op.is_temporal() => continue,
                Node::Binary(op, ..) if op.is_temporal() => continue,
                node => making.pool.add(node.map_children(get)),
            };
            map[id.index()] = Some(new);
            original.push((new, id));
        }
        let root = map[formula.root.index()].expect("the root is a state formula");
        let pool = making.pool;
        Self { pool, root, event: event_atom, aborted: aborted_atom, ended, original }
    }
}

struct Making {
    pool: Pool,
    event: Id,
    aborted: Id,
    silent: bool,
    excuse: bool,
}

impl Making {
    fn quantified(&mut self, all: bool, inner: Node, get: &dyn Fn(Id) -> Id) -> Id {
        let path = if all { Unary::AllPaths } else { Unary::SomePath };
        let body = match inner {
            Node::Unary(Unary::Next | Unary::WeakNext, a) => return self.next(all, get(a)),
            Node::Unary(Unary::Finally, a) => {
                let a = self.owed(all, get(a));
                let a = self.at_event(a);
                self.pool.unary(Unary::Finally, a)
            }
            Node::Unary(Unary::Globally, a) => {
                let a = self.if_event(get(a));
                self.pool.unary(Unary::Globally, a)
            }
            Node::Binary(op, a, b) if op.is_temporal() => {
                let (mut a, mut b) = (get(a), get(b));
                match op {
                    Binary::Until => b = self.owed(all, b),
                    Binary::StrongRelease => a = self.owed(all, a),
                    _ => {}
                }
                let (a, b) = match op {
                    Binary::Until | Binary::WeakUntil => (self.if_event(a), self.at_event(b)),
                    _ => (self.at_event(a), self.if_event(b)),
                };
                self.pool.binary(op, a, b)
            }
            // A quantifier before a state formula: every state has a fair path.
            Node::Unary(..) | Node::Binary(..) | Node::Atom(_) | Node::Constant(_) => {
                unreachable!("policies are CTL")
            }
            node => self.pool.add(node),
        };
        self.pool.unary(path, body)
    }

    fn owed(&mut self, all: bool, a: Id) -> Id {
        if all && self.excuse { self.pool.binary(Binary::Or, a, self.aborted) } else { a }
    }

    fn at_event(&mut self, a: Id) -> Id {
        if self.silent { self.pool.binary(Binary::And, self.event, a) } else { a }
    }

    fn if_event(&mut self, a: Id) -> Id {
        if self.silent { self.pool.binary(Binary::Implies, self.event, a) } else { a }
    }

    fn next(&mut self, all: bool, a: Id) -> Id {
        let pool = &mut self.pool;
        if !self.silent {
            let next = pool.unary(Unary::Next, a);
            return pool.unary(if all { Unary::AllPaths } else { Unary::SomePath }, next);
        }
        let a = if all { pool.unary(Unary::Not, a) } else { a };
        let quiet = pool.unary(Unary::Not, self.event);
        let there = pool.binary(Binary::And, self.event, a);
        let until = pool.binary(Binary::Until, quiet, there);
        let reach = pool.unary(Unary::SomePath, until);
        let next = pool.unary(Unary::Next, reach);
        let some = pool.unary(Unary::SomePath, next);
        if all { pool.unary(Unary::Not, some) } else { some }
    }
}
