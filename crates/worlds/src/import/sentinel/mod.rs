//! Rules of the SENTINEL code base: from object types to quantified instances.
//!
//! ```
//! use vedette_checker::syntax::{Dialect, Style, parse, print};
//! use vedette_checker::words::Reading;
//! use vedette_worlds::import::sentinel::quantify;
//! use vedette_worlds::vocabulary::Vocabulary;
//!
//! let words = Vocabulary::ai2thor();
//! let text = "G(ISON(StoveBurner) -> not(CLOSE(Book, StoveBurner)))";
//! let parsed = parse(text, Dialect::Sentinel, Reading::Finite).ok().unwrap();
//! let imported = quantify(&parsed, &words, &|name| words.has_type(name)).unwrap();
//! assert_eq!(
//!     print(&imported.formula.pool, imported.formula.root, Style::Vedette),
//!     "forall s: StoveBurner, b: Book. G(on(s) -> !near(b, s))",
//! );
//! ```
//!
//! # The procedure
//!
//! A rule text speaks of *types*: "if a burner is on, no book is near it". Such sentences have a
//! standard reading, that of discourse representation theory, which is followed here:
//!
//! 1. Every mention of a type in a rule is the same *referent* (`StoveBurner` above is one burner),
//!    except that two mentions in one atom are two referents (`COLLISION(HELD(Object), Object)`).
//! 2. A referent is introduced at the smallest sub-formula that contains all its mentions: there is
//!    *some* such object. If that sub-formula is an implication, the referent belongs to the
//!    antecedent, and the implication is about *every* such object ("if a farmer owns a donkey, he
//!    beats it"). The same holds if it is the whole body under `G`: the rule is about every one.
//! 3. Quantifiers then move outward as far as this changes nothing in *any* scene, also in one without
//!    such an object: `!∃` to `∀!`, `(∃p) -> q` to `∀(p -> q)`, `p -> ∀q` to `∀(p -> q)`, `G∀` to
//!    `∀G`, `p & ∃q` to `∃(p & q)`, `p | ∀q` to `∀(p | q)`, `F∃` to `∃F`. They do not move out of
//!    `p | ∃q`: without a bathtub, "the agent is below the shower or in a bathtub" still says
//!    something of the shower.
//!
//! Words with a meaning of their own: `Agent`, `AgentArm`, `OtherAgents` (every other agent),
//! `OtherAgents_HELD(x)` (another agent holds x), `HeatSource` (the one heat source that the rule
//! names), `HELD(C)` as an argument (the C that is held; after a `Put` the one that was put),
//! `Put`, `Pickup`, `Move` (actions), `COLLISION(NAVIGATION)` (what the simulator reports). Each
//! such decision is listed, and so is an argument order that the vocabulary contradicts.
//!
//! References: H. Kamp, *A theory of truth and semantic representation*, 1981; the rule file of
//! SENTINEL's trajectory pipeline.

mod atoms;
mod scope;

use crate::rules::RuleError;
use crate::vocabulary::Vocabulary;
use atoms::Atoms;
use scope::{Spot, Tree};
use vedette_checker::formula::{Application, Atom, Formula, Node, Pool, Term, Unary};

/// A rule with its types turned into variables.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The quantified rule.
    pub formula: Formula,
    /// What was decided on the way, in words.
    pub decisions: Vec<String>,
}

/// The largest text, in mentions of operators and atoms, that is imported.
const LARGEST: usize = 20_000;

/// `A(x)` and `E(x)` as atoms: these texts have no path quantifiers, but predicates of any name.
fn without_paths(formula: &Formula) -> Formula {
    let mut pool = formula.pool.clone();
    let root = pool.rewrite(formula.root, |pool, node| {
        if let Node::Unary(op @ (Unary::AllPaths | Unary::SomePath), inner) = node
            && let Node::Atom(atom) = pool.node(inner)
            && let Atom::Fact(fact) = pool.atom(atom)
            && fact.args.is_empty()
        {
            let args = [Term::Name(fact.name)].into();
            let name = pool.symbol(if op == Unary::AllPaths { "A" } else { "E" });
            return pool.atomic(Atom::Fact(Application { name, args }));
        }
        pool.add(node)
    });
    Formula::new(pool, root)
}

/// The quantified form of a rule over types. `is_type` says which names are types of the scene.
pub fn quantify(
    formula: &Formula,
    vocabulary: &Vocabulary,
    is_type: &dyn Fn(&str) -> bool,
) -> Result<Imported, RuleError> {
    let formula = &without_paths(formula);
    let tree = Tree::new(formula, LARGEST).ok_or_else(|| {
        RuleError::new(
            format!("the rule has more than {LARGEST} operators and atoms"),
            "write large rules with `forall` in `formula`",
        )
    })?;
    let mut atoms = Atoms::new(&formula.pool, vocabulary, is_type);
    for spot in &tree.spots {
        if let Node::Atom(atom) = formula.pool.node(spot.id) {
            atoms.survey(formula.pool.atom(atom))?;
        }
    }
    let mut pool = Pool::default();
    // Children stand after their parents in the tree.
    let mut leaves = Vec::with_capacity(tree.spots.len());
    for Spot { id, .. } in &tree.spots {
        leaves.push(match formula.pool.node(*id) {
            Node::Atom(atom) => Some(atoms.translate(formula.pool.atom(atom), &mut pool)?),
            _ => None,
        });
    }
    let root = tree.bind(formula, &mut pool, &leaves, atoms.referents());
    Ok(Imported { formula: Formula::new(pool, root), decisions: atoms.decisions() })
}
