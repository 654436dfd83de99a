//! Passes that rebuild formulas: importing from another pool, rewriting bottom-up.

use super::{Application, Atom, Binder, Bound, Id, Interval, Node, Number, Pool, Term};

impl Pool {
    /// `root` of `other`, in this pool.
    pub fn import(&mut self, other: &Pool, root: Id) -> Id {
        self.rewrite_from(other, root, |pool, node| match node {
            Node::Atom(atom) => {
                let atom = pool.import_atom(other, other.atom(atom));
                pool.atomic(atom)
            }
            Node::UnaryWithin(op, interval, a) => {
                let interval = pool.import_interval(other, interval);
                pool.add(Node::UnaryWithin(op, interval, a))
            }
            Node::BinaryWithin(op, interval, a, b) => {
                let interval = pool.import_interval(other, interval);
                pool.add(Node::BinaryWithin(op, interval, a, b))
            }
            Node::Bind(quantifier, binder, a) => {
                let variables = other
                    .binder(binder)
                    .variables
                    .iter()
                    .map(|&(v, t)| (pool.symbol(other.name(v)), pool.symbol(other.name(t))))
                    .collect();
                let binder = pool.binder_id(Binder { variables });
                pool.add(Node::Bind(quantifier, binder, a))
            }
            plain => pool.add(plain),
        })
    }

    /// `root` with `new` in the place of its part `site`, wherever that occurs.
    pub fn replaced(&mut self, root: Id, site: Id, new: Id) -> Id {
        let mut done = vec![Id::default(); root.index() + 1];
        for id in self.reachable(&[root]) {
            done[id.index()] = if id == site {
                new
            } else {
                let node = self.node(id).map_children(|child| done[child.index()]);
                self.add(node)
            };
        }
        done[root.index()]
    }

    /// Rebuilds `root` of `other` in this pool, bottom-up: `f` gets every node with its operands
    /// already rebuilt here (atoms, binders and intervals are still those of `other`).
    pub fn rewrite_from(
        &mut self,
        other: &Pool,
        root: Id,
        mut f: impl FnMut(&mut Pool, Node) -> Id,
    ) -> Id {
        let mut done = vec![Id::default(); root.index() + 1];
        for id in other.reachable(&[root]) {
            let node = other.node(id).map_children(|child| done[child.index()]);
            done[id.index()] = f(self, node);
        }
        done[root.index()]
    }

    /// Rebuilds `root` within this pool, bottom-up: `f` gets every node with rebuilt operands.
    pub fn rewrite(&mut self, root: Id, mut f: impl FnMut(&mut Pool, Node) -> Id) -> Id {
        let mut done = vec![Id::default(); root.index() + 1];
        for id in self.reachable(&[root]) {
            let node = self.node(id).map_children(|child| done[child.index()]);
            done[id.index()] = f(self, node);
        }
        done[root.index()]
    }

    fn import_application(&mut self, other: &Pool, application: &Application) -> Application {
        let name = self.symbol(other.name(application.name));
        let args = application
            .args
            .iter()
            .map(|arg| match arg {
                Term::Name(s) => Term::Name(self.symbol(other.name(*s))),
                Term::Placeholder(s) => Term::Placeholder(self.symbol(other.name(*s))),
                // Nesting of terms is bounded by the parser.
                Term::Apply(a) => Term::Apply(self.import_application(other, a)),
            })
            .collect();
        Application { name, args }
    }

    fn import_number(&mut self, other: &Pool, number: &Number) -> Number {
        match number {
            Number::Literal(real) => Number::Literal(*real),
            Number::Value(value) => Number::Value(self.import_application(other, value)),
        }
    }

    /// `atom` of `other`, with the names of this pool.
    pub fn import_atom(&mut self, other: &Pool, atom: &Atom) -> Atom {
        match atom {
            Atom::Fact(fact) => Atom::Fact(self.import_application(other, fact)),
            Atom::Compare { left, relation, right } => Atom::Compare {
                left: self.import_number(other, left),
                relation: *relation,
                right: self.import_number(other, right),
            },
        }
    }

    fn import_interval(&mut self, other: &Pool, interval: Interval) -> Interval {
        let mut bound = |bound: Bound| match bound {
            Bound::Number(real) => Bound::Number(real),
            Bound::Constant(symbol) => Bound::Constant(self.symbol(other.name(symbol))),
        };
        Interval {
            low: bound(interval.low),
            high: interval.high.map(&mut bound),
            unit: interval.unit,
        }
    }
}
