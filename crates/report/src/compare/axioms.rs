//! The comparison under axioms of the domain.
//!
//! ```
//! use vedette_report::compare::{Options, Relation, axioms, report};
//!
//! let mut options = Options::new("auto", "infinite");
//! options.axioms = axioms::lines("# a switch\nopposite ON, OFF\n");
//! let found = report("F OFF(stove)", "F !ON(stove)", &options, None).unwrap();
//! assert_eq!(found.verdict, Relation::Incomparable);
//! assert_eq!(found.under_axioms.unwrap().verdict, Relation::Equivalent);
//! ```

use super::{Options, Relation, UnderAxioms, sides};
use crate::printed::printed;
use crate::vocabulary::Vocabulary;
use vedette_checker::axioms::{Axiom, instances};
use vedette_checker::budget::Budget;
use vedette_checker::equivalence::{
    Expansion, Method, Scene, compare_under, expand_over, satisfiable, sort_arguments,
};
use vedette_checker::formula::{Binary, Formula, Id, Node, Pool, Quantifier};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::{Reading, Word};

/// How many instances are shown.
const SHOWN: usize = 40;

/// The axioms of a text, one a line; `#` starts a remark.
pub fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// The notation that axioms are read in: the one asked for, or any where rules are in words.
pub fn dialect(name: &str) -> Result<Dialect, String> {
    if name == crate::typed::ENGLISH { "auto" } else { name }.parse()
}

/// The axioms, read.
pub(super) struct Axioms {
    formulas: Vec<(String, Formula)>,
    schemes: Vec<Axiom>,
}

impl Axioms {
    pub(super) fn is_empty(&self) -> bool {
        self.formulas.is_empty() && self.schemes.is_empty()
    }
}

/// Reads the axioms of the options and of the vocabulary.
pub(super) fn read(options: &Options, reading: Reading) -> Result<Axioms, String> {
    let mut axioms = Axioms { formulas: Vec::new(), schemes: Vec::new() };
    let dialect = dialect(&options.dialect)?;
    let words = options.vocabulary.as_ref();
    for text in options.axioms.iter().chain(words.iter().flat_map(|words| &words.axioms)) {
        let wrong = |why: String| format!("the axiom `{text}`: {why}");
        if let Some(scheme) = Axiom::scheme(text) {
            let mut scheme = scheme.map_err(|why| wrong(why.to_string()))?;
            for name in &mut scheme.predicates {
                *name = grounded(name, words).map_err(&wrong)?;
            }
            axioms.schemes.push(scheme);
            continue;
        }
        let parsed = parse(text, dialect, reading).ok();
        let mut formula = parsed.map_err(|errors| wrong(errors[0].to_string()))?;
        if let Some(words) = words {
            let found = words.normalise(&formula);
            if let Some(name) = found.ungrounded.first() {
                return Err(wrong(name.to_string()));
            }
            formula = found.formula;
        }
        let formula = sides::with_values(&formula, options).unwrap_or(formula);
        axioms.formulas.push((text.clone(), formula));
    }
    Ok(axioms)
}

/// A scheme's predicate by its name in the vocabulary.
fn grounded(name: &str, words: Option<&Vocabulary>) -> Result<String, String> {
    let Some(words) = words.filter(|words| !words.predicates.is_empty()) else {
        return Ok(name.to_owned());
    };
    let (negated, bare) = name.strip_prefix('!').map_or((false, name), |bare| (true, bare));
    let found = words.predicate(bare).ok_or(format!("there is no predicate `{bare}`"))?;
    Ok(match (negated, found.strip_prefix('!')) {
        (false, _) => found,
        (true, Some(plain)) => plain.to_owned(),
        (true, None) => format!("!{found}"),
    })
}

/// The comparison on words that satisfy the axioms. `original` is the candidate as it was given.
pub(super) fn under(
    found: &Expansion,
    original: &Formula,
    axioms: &Axioms,
    options: &Options,
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<UnderAxioms, String> {
    let symmetric = options.vocabulary.as_ref().map(|w| w.scene().symmetric).unwrap_or_default();
    let mut pool = found.pool.clone();
    let scene = match &found.method {
        Method::Plain => None,
        Method::Scene(scene) => Some(scene.clone()),
        Method::Renaming => {
            Some(Scene { objects: variables(original), symmetric: symmetric.clone() })
        }
    };
    let mut ids = Vec::new();
    for (text, axiom) in &axioms.formulas {
        let id = pool.import(&axiom.pool, axiom.root);
        let id = over(&mut pool, id, scene.as_ref(), found.method == Method::Renaming)
            .map_err(|why| format!("`{text}`: {why}"))?;
        ids.push(sort_arguments(&mut pool, id, &symmetric));
    }
    let (candidate, truth) = (found.candidate, found.truth);
    let mut roots = vec![candidate, truth];
    roots.extend(&ids);
    ids.extend(instances(&mut pool, &roots, &axioms.schemes).map_err(|why| why.to_string())?);
    let all = ids.iter().copied().reduce(|all, id| pool.binary(Binary::And, all, id));
    let all = all.unwrap_or_else(|| pool.constant(true));
    let possible = satisfiable(&pool, all, reading, budget).map_err(|why| why.to_string())?;
    if possible == Ok(None) {
        return Err("they contradict one another: no behaviour satisfies all of them".to_owned());
    }
    let comparison = compare_under(&pool, candidate, truth, &ids, reading, budget)
        .map_err(|why| why.to_string())?;
    let atoms = super::build::atoms(&pool, &[candidate, truth, all]);
    let text = |word: &Word| word.render_over(&pool, &atoms);
    let verdict = super::build::relation(comparison.verdict);
    Ok(UnderAxioms {
        verdict,
        explanation: explain(super::build::relation(found.comparison.verdict), verdict),
        axioms: ids.iter().take(SHOWN).map(|&id| printed(&pool, id, 500)).collect(),
        witness_candidate_only: comparison.candidate_only.as_ref().map(text),
        witness_truth_only: comparison.truth_only.as_ref().map(text),
    })
}

/// An axiom over the objects that the comparison speaks of.
fn over(pool: &mut Pool, id: Id, scene: Option<&Scene>, renaming: bool) -> Result<Id, String> {
    let quantifiers: Vec<Quantifier> = pool
        .reachable(&[id])
        .into_iter()
        .filter_map(|id| match pool.node(id) {
            Node::Bind(quantifier, ..) => Some(quantifier),
            _ => None,
        })
        .collect();
    if quantifiers.is_empty() {
        return Ok(id);
    }
    let Some(scene) = scene else {
        return Err(
            "it is about objects of a type, and the formulas name none; expected a scheme \
                    such as `exclusive on, off`"
                .to_owned(),
        );
    };
    // What holds of some object need not hold of the one that a variable stands for.
    let mut body = id;
    let mut leading = 0;
    while let Node::Bind(Quantifier::Forall, _, inner) = pool.node(body) {
        (body, leading) = (inner, leading + 1);
    }
    if renaming && leading < quantifiers.len() {
        return Err(
            "it says that there is some object; expected only `forall` at its beginning, as \
                    the formulas are compared for all scenes at once"
                .to_owned(),
        );
    }
    expand_over(pool, id, scene).map_err(|why| why.to_string())
}

/// The variables of a rule with their types: one object each.
fn variables(rule: &Formula) -> Vec<(String, String)> {
    let mut objects = Vec::new();
    let mut root = rule.root;
    while let Node::Bind(_, binder, inner) = rule.pool.node(root) {
        for &(variable, category) in &rule.pool.binder(binder).variables {
            let name = |symbol| rule.pool.name(symbol).to_owned();
            objects.push((name(variable), name(category)));
        }
        root = inner;
    }
    objects
}

/// The two verdicts together.
fn explain(strict: Relation, under: Relation) -> String {
    let text = match (strict, under) {
        (_, Relation::Unknown) => "Under the axioms it was not decided.",
        (a, b) if a == b => "The axioms change nothing.",
        (_, Relation::Equivalent) => {
            "They differ only on behaviours that the axioms rule out; in this domain they mean the same."
        }
        _ => "On the behaviours that the axioms leave, they relate in another way than strictly.",
    };
    text.to_owned()
}
