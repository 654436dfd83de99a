//! Which logic a formula belongs to, and which class of rule it is.
//!
//! ```
//! use vedette_checker::classify::{Logic, RuleClass, logic, rule_class};
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let read = |text| parse(text, Dialect::Vedette, Reading::Finite).ok().unwrap();
//! let rule = read("forall m: Microwave. G(on(m) -> F !on(m))");
//! assert_eq!(logic(&rule.pool, rule.root), Logic::Ltl);
//! assert_eq!(rule_class(&rule.pool, rule.root), RuleClass::Response);
//! let tree = read("AG(on -> AF !on)");
//! assert_eq!(logic(&tree.pool, tree.root), Logic::Ctl);
//! assert_eq!(rule_class(&tree.pool, tree.root), RuleClass::Response);
//! let mixed = read("A(G F p & F q)");
//! assert_eq!(logic(&mixed.pool, mixed.root), Logic::CtlStar);
//! ```
//!
//! The logics are those of Emerson and Halpern, *"Sometimes" and "Not Never" revisited* (1986); the
//! rule classes are the papers' (`docs/semantics.md`, section 3). A class is a matter of form, not
//! of meaning: it says how the author put the rule.

use crate::formula::{Binary, Id, Node, Pool, Unary};
use std::fmt;

/// The smallest of the usual logics that a formula belongs to. Quantifiers over objects are
/// conjunctions and disjunctions over the scene and do not matter here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Logic {
    /// No temporal operator and no path quantifier.
    Propositional,
    /// No path quantifier.
    Ltl,
    /// Every temporal operator directly under a path quantifier, and the other way round.
    Ctl,
    /// Anything else.
    CtlStar,
}

impl Logic {
    /// A stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Propositional => "propositional",
            Self::Ltl => "ltl",
            Self::Ctl => "ctl",
            Self::CtlStar => "ctl_star",
        }
    }
}

impl fmt::Display for Logic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The logic of `root`.
pub fn logic(pool: &Pool, root: Id) -> Logic {
    let temporal = |id| is_temporal(pool.node(id));
    let (mut any_temporal, mut any_path, mut direct) = (false, false, !temporal(root));
    for id in pool.reachable(&[root]) {
        let node = pool.node(id);
        any_temporal |= is_temporal(node);
        if let Node::Unary(op, a) = node
            && op.is_path()
        {
            any_path = true;
            direct &= temporal(a);
        } else {
            direct &= !node.children().any(temporal);
        }
    }
    match (any_path, any_temporal) {
        (false, false) => Logic::Propositional,
        (false, true) => Logic::Ltl,
        (true, _) if direct => Logic::Ctl,
        (true, _) => Logic::CtlStar,
    }
}

fn is_temporal(node: Node) -> bool {
    match node {
        Node::Unary(op, _) => op.is_temporal(),
        Node::Binary(op, ..) => op.is_temporal(),
        Node::UnaryWithin(..) | Node::BinaryWithin(..) => true,
        Node::Constant(_) | Node::Atom(_) | Node::Hole | Node::Bind(..) => false,
    }
}

/// The papers' classes of safety rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RuleClass {
    /// `G !p`, and every other `G` over a state without an arrow.
    GlobalProhibition,
    /// `G(p -> !q)`, and every other `G` over an implication between states.
    ConditionalProhibition,
    /// `G(p -> F q)`, also with a bound; `G F q` and `F q` are answers to anything.
    Response,
    /// `G(p -> X q)`, `X q`.
    Next,
    /// `G(p -> q U r)`, `!p W q`, and the other binary temporal operators.
    Until,
    /// None of these forms.
    Other,
}

/// The papers' families of classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RuleFamily {
    /// About every single state.
    StateInvariant,
    /// About the order of states.
    Ordering,
    /// Neither.
    Other,
}

impl RuleClass {
    /// Every class.
    pub const ALL: [Self; 6] = [
        Self::GlobalProhibition,
        Self::ConditionalProhibition,
        Self::Response,
        Self::Next,
        Self::Until,
        Self::Other,
    ];

    /// A stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::GlobalProhibition => "global_prohibition",
            Self::ConditionalProhibition => "conditional_prohibition",
            Self::Response => "response",
            Self::Next => "next",
            Self::Until => "until",
            Self::Other => "other",
        }
    }

    /// The family it belongs to.
    pub fn family(self) -> RuleFamily {
        match self {
            Self::GlobalProhibition | Self::ConditionalProhibition => RuleFamily::StateInvariant,
            Self::Response | Self::Next | Self::Until => RuleFamily::Ordering,
            Self::Other => RuleFamily::Other,
        }
    }
}

impl fmt::Display for RuleClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl RuleFamily {
    /// A stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::StateInvariant => "state_invariant",
            Self::Ordering => "ordering",
            Self::Other => "other",
        }
    }
}

impl fmt::Display for RuleFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The class of the rule `root`; a prefix of quantifiers over objects, and `A` before a temporal
/// operator, are looked through.
pub fn rule_class(pool: &Pool, root: Id) -> RuleClass {
    let state = |id| logic(pool, id) == Logic::Propositional;
    let root = pool.node(look_through(pool, root));
    let body = match root {
        Node::Unary(Unary::Globally, body) | Node::UnaryWithin(Unary::Globally, _, body) => body,
        Node::Unary(Unary::Not, a) => {
            return match pool.node(look_through(pool, a)) {
                Node::Unary(Unary::Finally, body) | Node::UnaryWithin(Unary::Finally, _, body)
                    if state(body) =>
                {
                    RuleClass::GlobalProhibition
                }
                _ => RuleClass::Other,
            };
        }
        other => return ordering(other),
    };
    let body = look_through(pool, body);
    match pool.node(body) {
        Node::Binary(Binary::Implies, _, b)
            if state(body) && pool.node(b) != Node::Constant(false) =>
        {
            RuleClass::ConditionalProhibition
        }
        _ if state(body) => RuleClass::GlobalProhibition,
        Node::Binary(Binary::Implies, a, b) if state(a) => {
            ordering(pool.node(look_through(pool, b)))
        }
        other => ordering(other),
    }
}

/// The class by the operator that orders.
fn ordering(node: Node) -> RuleClass {
    match node {
        Node::Unary(Unary::Finally, _) | Node::UnaryWithin(Unary::Finally, ..) => {
            RuleClass::Response
        }
        Node::Unary(Unary::Next | Unary::WeakNext, _) => RuleClass::Next,
        Node::Binary(op, ..) if op.is_temporal() => RuleClass::Until,
        Node::BinaryWithin(..) => RuleClass::Until,
        _ => RuleClass::Other,
    }
}

fn look_through(pool: &Pool, mut id: Id) -> Id {
    loop {
        match pool.node(id) {
            Node::Bind(_, _, a) => id = a,
            Node::Unary(Unary::AllPaths, a) if is_temporal(pool.node(a)) => id = a,
            _ => return id,
        }
    }
}
