//! The vector of nodes, and what they are made of.

use super::{Application, Atom, Interval, Term};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

type Set<T> = IndexSet<T, FxBuildHasher>;

/// A node of a [`Pool`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u32);

/// An interned atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AtomId(u32);

/// An interned name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

/// An interned list of typed variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BinderId(u32);

macro_rules! index {
    ($($name:ident)*) => {$(
        impl $name {
            /// The position in the table that it comes from.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The entry at `index`. Only meaningful for the pool that the index comes from.
            pub fn from_index(index: usize) -> Self {
                Self(index as u32)
            }
        }
    )*};
}
index!(Id AtomId Symbol BinderId);

/// One operator and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// `true` or `false`.
    Constant(bool),
    /// An atom.
    Atom(AtomId),
    /// A place where the parser found no formula. Never decided: a formula with a hole has errors.
    Hole,
    /// An operator with one operand.
    Unary(Unary, Id),
    /// An operator with two operands.
    Binary(Binary, Id, Id),
    /// A bounded unary operator: only [`Unary::Finally`] and [`Unary::Globally`].
    UnaryWithin(Unary, Interval, Id),
    /// A bounded binary operator: only `U R W M`.
    BinaryWithin(Binary, Interval, Id, Id),
    /// `forall x: T. φ` or `exists x: T. φ`.
    Bind(Quantifier, BinderId, Id),
}

impl Node {
    /// The operands, left to right.
    pub fn children(self) -> impl DoubleEndedIterator<Item = Id> {
        let (a, b) = match self {
            Self::Constant(_) | Self::Atom(_) | Self::Hole => (None, None),
            Self::Unary(_, a) | Self::UnaryWithin(_, _, a) | Self::Bind(_, _, a) => (Some(a), None),
            Self::Binary(_, a, b) | Self::BinaryWithin(_, _, a, b) => (Some(a), Some(b)),
        };
        a.into_iter().chain(b)
    }

    /// The same operator over other operands.
    #[must_use]
    pub fn map_children(self, mut f: impl FnMut(Id) -> Id) -> Self {
        match self {
            Self::Constant(_) | Self::Atom(_) | Self::Hole => self,
            Self::Unary(op, a) => Self::Unary(op, f(a)),
            Self::UnaryWithin(op, i, a) => Self::UnaryWithin(op, i, f(a)),
            Self::Bind(q, binder, a) => Self::Bind(q, binder, f(a)),
            Self::Binary(op, a, b) => Self::Binary(op, f(a), f(b)),
            Self::BinaryWithin(op, i, a, b) => Self::BinaryWithin(op, i, f(a), f(b)),
        }
    }
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unary {
    /// `!`
    Not,
    /// `X`, strong: there is a next position, and φ holds there.
    Next,
    /// `X[w]`, weak: if there is a next position, φ holds there.
    WeakNext,
    /// `F`
    Finally,
    /// `G`
    Globally,
    /// `A`: on every path.
    AllPaths,
    /// `E`: on some path.
    SomePath,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Binary {
    /// `&`
    And,
    /// `|`
    Or,
    /// `xor`
    Xor,
    /// `->`
    Implies,
    /// `<->`
    Iff,
    /// `U`: ψ comes, and φ holds before it.
    Until,
    /// `R`: ψ holds up to and including the first φ, or for ever.
    Release,
    /// `W`: φ holds before the first ψ, or for ever.
    WeakUntil,
    /// `M`: ψ holds up to and including the first φ, which comes.
    StrongRelease,
}

impl Unary {
    /// Whether the operator looks along the word.
    pub fn is_temporal(self) -> bool {
        matches!(self, Self::Next | Self::WeakNext | Self::Finally | Self::Globally)
    }

    /// Whether it is a path quantifier.
    pub fn is_path(self) -> bool {
        matches!(self, Self::AllPaths | Self::SomePath)
    }
}

impl Binary {
    /// Whether the operator looks along the word.
    pub fn is_temporal(self) -> bool {
        matches!(self, Self::Until | Self::Release | Self::WeakUntil | Self::StrongRelease)
    }
}

/// A quantifier over objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantifier {
    /// `forall`
    Forall,
    /// `exists`
    Exists,
}

/// Typed variables, in order: `(variable, category)`. Two variables of the variables in scope never
/// name the same instance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Binder {
    /// The variables.
    pub variables: Box<[(Symbol, Symbol)]>,
}

/// Hash-consed nodes in topological order, with the names and atoms that they use.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    nodes: Set<Node>,
    names: Set<Box<str>>,
    atoms: Set<Atom>,
    binders: Set<Binder>,
}

impl Pool {
    /// The node, interned. Its operands must be in this pool.
    pub fn add(&mut self, node: Node) -> Id {
        debug_assert!(node.children().all(|child| child.index() < self.nodes.len()));
        Id(self.nodes.insert_full(node).0 as u32)
    }

    /// What stands at `id`.
    pub fn node(&self, id: Id) -> Node {
        self.nodes[id.index()]
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// `name`, interned.
    pub fn symbol(&mut self, name: &str) -> Symbol {
        if let Some(index) = self.names.get_index_of(name) {
            return Symbol(index as u32);
        }
        Symbol(self.names.insert_full(name.into()).0 as u32)
    }

    /// The text of a name.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.index()]
    }

    /// `atom`, interned.
    pub fn atom_id(&mut self, atom: Atom) -> AtomId {
        AtomId(self.atoms.insert_full(atom).0 as u32)
    }

    /// An interned atom.
    pub fn atom(&self, id: AtomId) -> &Atom {
        &self.atoms[id.index()]
    }

    /// How many atoms there are.
    pub fn atom_count(&self) -> usize {
        self.atoms.len()
    }

    /// `binder`, interned.
    pub fn binder_id(&mut self, binder: Binder) -> BinderId {
        BinderId(self.binders.insert_full(binder).0 as u32)
    }

    /// Interned variables.
    pub fn binder(&self, id: BinderId) -> &Binder {
        &self.binders[id.index()]
    }

    /// `true` or `false`.
    pub fn constant(&mut self, value: bool) -> Id {
        self.add(Node::Constant(value))
    }

    /// `op φ`.
    pub fn unary(&mut self, op: Unary, operand: Id) -> Id {
        self.add(Node::Unary(op, operand))
    }

    /// `φ op ψ`.
    pub fn binary(&mut self, op: Binary, left: Id, right: Id) -> Id {
        self.add(Node::Binary(op, left, right))
    }

    /// The atom as a formula.
    pub fn atomic(&mut self, atom: Atom) -> Id {
        let atom = self.atom_id(atom);
        self.add(Node::Atom(atom))
    }

    /// The proposition `name` as a formula.
    pub fn proposition(&mut self, name: &str) -> Id {
        self.fact(name, &[])
    }

    /// The fact `name(args…)` as a formula.
    pub fn fact(&mut self, name: &str, args: &[&str]) -> Id {
        let name = self.symbol(name);
        let args = args.iter().map(|arg| Term::Name(self.symbol(arg))).collect();
        self.atomic(Atom::Fact(Application { name, args }))
    }

    /// Everything reachable from `roots`, children before parents, each once.
    pub fn reachable(&self, roots: &[Id]) -> Vec<Id> {
        let Some(last) = roots.iter().max() else { return Vec::new() };
        let mut wanted = vec![false; last.index() + 1];
        for root in roots {
            wanted[root.index()] = true;
        }
        for index in (0..wanted.len()).rev() {
            if wanted[index] {
                for child in self.nodes[index].children() {
                    wanted[child.index()] = true;
                }
            }
        }
        (0..wanted.len()).filter(|&index| wanted[index]).map(Id::from_index).collect()
    }
}
