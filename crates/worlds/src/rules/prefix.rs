//! The universal variables at the head of a rule.
//!
//! Over the objects of a scene, which are the same in every state, `forall` commutes with `A` and
//! with `G`: the variables of `A G forall m: Mug. φ` are outer variables of `A G φ`.

use vedette_checker::formula::{Formula, Id, Node, Quantifier, Symbol, Unary};

/// A rule split into its outer variables and the rest.
#[derive(Clone, Debug)]
pub(super) struct Prefix {
    /// `(variable, category)`, in order.
    pub(super) variables: Vec<(Symbol, Symbol)>,
    /// The rest, in its pool.
    pub(super) body: Formula,
}

/// Splits `formula`.
pub(super) fn split(formula: &Formula) -> Prefix {
    let mut body = formula.clone();
    let mut variables = Vec::new();
    // What stands over the innermost outer `forall`, outermost first.
    let mut operators = Vec::new();
    let (mut at, mut rest, mut kept) = (formula.root, formula.root, 0);
    loop {
        match formula.pool.node(at) {
            Node::Bind(Quantifier::Forall, binder, inner) => {
                variables.extend(formula.pool.binder(binder).variables.iter().copied());
                (at, rest, kept) = (inner, inner, operators.len());
            }
            Node::Unary(operator @ (Unary::AllPaths | Unary::Globally), inner) => {
                operators.push(operator);
                at = inner;
            }
            _ => break,
        }
    }
    let wrap = |id: Id, operator: &Unary| body.pool.unary(*operator, id);
    body.root = operators[..kept].iter().rev().fold(rest, wrap);
    Prefix { variables, body }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vedette_checker::formula::{Binder, Pool};

    #[test]
    fn variables_under_g_are_outer_variables() {
        let mut pool = Pool::default();
        let on = pool.fact("on", &["m"]);
        let (m, mug) = (pool.symbol("m"), pool.symbol("Mug"));
        let inner = pool.unary(Unary::Globally, on);
        let binder = pool.binder_id(Binder { variables: [(m, mug)].into() });
        let bound = pool.add(Node::Bind(Quantifier::Forall, binder, inner));
        let whole = pool.unary(Unary::Globally, bound);
        let twice = pool.unary(Unary::Globally, inner);
        let prefix = split(&Formula::new(pool.clone(), whole));
        assert_eq!(prefix.variables, [(m, mug)]);
        assert_eq!(prefix.body.root, twice);

        let plain = pool.unary(Unary::Finally, bound);
        let prefix = split(&Formula::new(pool, plain));
        assert_eq!((prefix.variables.len(), prefix.body.root), (0, plain));
    }
}
