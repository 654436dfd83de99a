//! A library in the words of a vocabulary, so that its constraints can be checked where those are used.
//!
//! ```
//! use vedette_worlds::safety::{Library, Set, in_words, instantiate};
//! use vedette_worlds::scene::Scene;
//! use vedette_worlds::vocabulary::Vocabulary;
//!
//! let mut scene = Scene::default();
//! scene.insert("candle.1", "candle", &["HAS_SWITCH"]);
//! scene.insert("curtain.2", "curtain", &[]);
//! let (library, skipped) = in_words(&Library::shipped(), &Vocabulary::household()).unwrap();
//! let found = instantiate(&library, &scene, Set::Paper).unwrap();
//! assert_eq!(found.constraints[0].text, "G(on(candle.1) -> !near(curtain.2, candle.1))");
//! let hot = skipped.iter().find(|one| one.template == "paper-8").unwrap();
//! assert!(hot.why.starts_with("`HOT` is no predicate of the vocabulary household"), "{}", hot.why);
//! let own = "templates: {own: [{id: mine, formula: 'forall s: Sharp. G !onn(s)'}]}";
//! let library = Library::shipped().with(own).unwrap();
//! let error = in_words(&library, &Vocabulary::household()).unwrap_err().to_string();
//! assert!(error.contains("template `mine`: `onn` is no predicate"), "{error}");
//! ```
//!
//! # Why a name that is not known is never kept
//!
//! Templates say `NEXT_TO` or `near`, a household records `CLOSE`, AI2-THOR computes it from boxes. A
//! state lists what holds, so a rule over a name that is never listed is true of every run, and nobody
//! would notice. The spellings of one predicate stand once, in the tables of the
//! [vocabularies](crate::vocabulary), and each template is rewritten by them before it is bound to
//! objects: to the one name that the rules of such traces are checked by, or to its negation. A template
//! of the library with a name that the vocabulary does not have is skipped and named; one of the user is
//! an error, and so is a [fact of a scene](undeclared): traces of it would say what no rule hears.

use super::SafetyError;
use super::instantiate::Skipped;
use super::library::Library;
use super::templates::{Set, Template};
use crate::scene::Scene;
use crate::vocabulary::{Vocabulary, action_name};
use std::sync::Arc;
use vedette_checker::axioms::Axiom;
use vedette_checker::formula::{Application, Atom, Formula, Node, Number, Pool, Unary};

/// The library with every name in the words of `vocabulary`, and the templates that have none there.
pub fn in_words(
    library: &Library,
    vocabulary: &Vocabulary,
) -> Result<(Library, Vec<Skipped>), SafetyError> {
    let mut worded = library.clone();
    worded.templates.clear();
    let mut skipped = Vec::new();
    for template in &library.templates {
        match reworded(template, vocabulary) {
            Ok(body) => worded.templates.push(Template { body, ..template.clone() }),
            Err(why) if template.set == Set::User => {
                return Err(SafetyError(format!("template `{}`: {why}", template.id)));
            }
            Err(why) => skipped.push(Skipped { template: template.id.clone(), why }),
        }
    }
    worded.axioms = library.axioms.iter().filter_map(|one| axiom(one, vocabulary)).collect();
    worded.capacity = library.capacity.clone().filter(|capacity| {
        vocabulary.predicate(&capacity.predicate).is_some_and(|(_, negated)| !negated)
    });
    if let Some(capacity) = &mut worded.capacity
        && let Some((predicate, _)) = vocabulary.predicate(&capacity.predicate)
    {
        capacity.predicate = predicate.name.to_string();
    }
    Ok((worded, skipped))
}

/// The first fact at the start of a scene that the vocabulary has no word for.
pub fn undeclared(scene: &Scene, vocabulary: &Vocabulary) -> Option<String> {
    let unknown = |&(name, args): &(&str, &[Arc<str>])| {
        vocabulary.predicate(name).is_none_or(|(found, _)| found.args.len() != args.len())
    };
    let (name, args) = scene.listed().find(unknown)?;
    Some(format!("{name}({})", args.join(", ")))
}

/// An axiom in the words of `vocabulary`, if it has them all: about other words nothing is known.
fn axiom(axiom: &Axiom, vocabulary: &Vocabulary) -> Option<Axiom> {
    let mut axiom = axiom.clone();
    for name in &mut axiom.predicates {
        let (bare, not) = name.strip_prefix('!').map_or((name.as_str(), false), |b| (b, true));
        let (predicate, negated) = vocabulary.predicate(bare)?;
        let sign = if not == negated { "" } else { "!" };
        *name = format!("{sign}{}", predicate.name);
    }
    Some(axiom)
}

/// The body of a template in the words of `vocabulary`, or which name it does not have.
fn reworded(template: &Template, vocabulary: &Vocabulary) -> Result<Formula, String> {
    let mut pool = template.body.pool.clone();
    let mut fault = None;
    let root = pool.rewrite(template.body.root, |pool, node| {
        let atom = match node {
            Node::Atom(atom) => pool.atom(atom).clone(),
            // What was a name of the negation is not negated twice.
            Node::Unary(Unary::Not, inner)
                if let Node::Unary(Unary::Not, twice) = pool.node(inner) =>
            {
                return twice;
            }
            other => return pool.add(other),
        };
        let (atom, negated) = match atom {
            Atom::Fact(fact) => match name(pool, &fact, false, vocabulary) {
                Ok((fact, negated)) => (Atom::Fact(fact), negated),
                Err(why) => {
                    fault.get_or_insert(why);
                    return pool.constant(true);
                }
            },
            Atom::Compare { left, relation, right } => {
                let mut side = |side: Number| match side {
                    Number::Value(value) if !value.args.is_empty() => {
                        match name(pool, &value, true, vocabulary) {
                            Ok((value, _)) => Number::Value(value),
                            Err(why) => {
                                fault.get_or_insert(why);
                                Number::Value(value)
                            }
                        }
                    }
                    other => other,
                };
                (Atom::Compare { left: side(left), relation, right: side(right) }, false)
            }
        };
        let atom = pool.atomic(atom);
        if negated { pool.unary(Unary::Not, atom) } else { atom }
    });
    fault.map_or_else(|| Ok(Formula::new(pool, root)), Err)
}

/// An application under the name that the vocabulary keeps, and whether its negation was named.
fn name(
    pool: &mut Pool,
    said: &Application,
    numeric: bool,
    vocabulary: &Vocabulary,
) -> Result<(Application, bool), String> {
    let text = pool.name(said.name).to_owned();
    let place = &vocabulary.name;
    let near =
        |near: Option<String>| near.map_or_else(String::new, |n| format!("; the nearest is `{n}`"));
    if let Some(action) = action_name(&text) {
        if vocabulary.has_action(action) {
            return Ok((said.clone(), false));
        }
        let nearest = near(vocabulary.nearest_action(action));
        return Err(format!("`{action}` is no action of the vocabulary {place}{nearest}"));
    }
    let Some((predicate, negated)) = vocabulary.predicate(&text) else {
        let nearest = near(vocabulary.nearest_predicate(&text));
        return Err(format!("`{text}` is no predicate of the vocabulary {place}{nearest}"));
    };
    if predicate.numeric != numeric || predicate.args.len() != said.args.len() {
        return Err(format!(
            "`{text}` with {} objects is no predicate of the vocabulary {place}: `{}` takes {}",
            said.args.len(),
            predicate.name,
            predicate.args.len()
        ));
    }
    Ok((Application { name: pool.symbol(&predicate.name), args: said.args.clone() }, negated))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::safety::instantiate;
    use crate::scene::Source;
    use vedette_checker::syntax::{Style, print};

    #[test]
    fn every_template_is_in_words_that_are_declared_or_is_named() {
        let library = Library::shipped();
        for (vocabulary, kept) in [(Vocabulary::household(), 25), (Vocabulary::ai2thor(), 25)] {
            let (worded, skipped) = in_words(&library, &vocabulary).unwrap();
            assert_eq!(worded.templates.len() + skipped.len(), library.templates.len());
            assert!(worded.templates.len() >= kept, "{}: {skipped:?}", vocabulary.name);
            for template in &worded.templates {
                for (name, args) in template.predicates() {
                    if action_name(name).is_none() {
                        let (predicate, negated) = vocabulary.predicate(name).unwrap();
                        assert_eq!((predicate.name.as_ref(), negated), (name, false));
                        assert_eq!(predicate.args.len(), args, "{}: {name}", template.id);
                    }
                }
            }
        }
    }

    #[test]
    fn a_name_of_the_negation_becomes_a_negation() {
        let (worded, _) = in_words(&Library::shipped(), &Vocabulary::ai2thor()).unwrap();
        let body = |id: &str| {
            let body = &worded.template(id).unwrap().body;
            print(&body.pool, body.root, Style::Vedette)
        };
        assert_eq!(body("paper-9"), "G(on(<p>) -> F !on(<p>))");
        assert_eq!(body("paper-7"), "G(dirty(<f>) -> !inside(<f>, <c>))");
    }

    #[test]
    fn unknown_names_of_users_are_errors_and_actions_and_numbers_are_looked_at_too() {
        for (formula, expected) in [
            ("forall s: Sharp. G !onn(s)", "`onn` is no predicate"),
            ("forall s: Sharp. G !act.juggle(s)", "`juggle` is no action"),
            ("forall s: Sharp. G !on(s, s)", "`on` takes 1"),
            ("forall s: Sharp. G (dist(s, agent) > 1)", "`dist` is no predicate"),
        ] {
            let own = format!("templates: {{own: [{{id: mine, formula: '{formula}'}}]}}");
            let library = Library::shipped().with(&own).unwrap();
            let error = in_words(&library, &Vocabulary::household()).unwrap_err().to_string();
            assert!(error.contains(expected), "{formula}: {error}");
        }
    }

    #[test]
    fn a_scene_of_ai2thor_gives_rules_over_its_own_names() {
        let mut scene = Scene::default();
        scene.source = Source::Ai2Thor;
        scene.insert("Candle|1", "Candle", &["HAS_SWITCH"]);
        let (worded, _) = in_words(&Library::shipped(), &Vocabulary::ai2thor()).unwrap();
        let found = instantiate(&worded, &scene, Set::Paper).unwrap();
        let texts: Vec<&str> = found.constraints.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, [r#"G(on("Candle|1") -> F !on("Candle|1"))"#]);
    }

    #[test]
    fn a_fact_of_the_scene_without_a_word_is_found() {
        let words = Vocabulary::household();
        let mut scene = Scene::default();
        scene.insert("pot.1", "pot", &[]);
        scene.add("PLUGGED_IN", &["pot.1"]);
        scene.add("NEXT_TO", &["pot.1", "agent"]);
        assert_eq!(undeclared(&scene, &words), None);
        scene.add("HOT", &["pot.1"]);
        assert_eq!(undeclared(&scene, &words).as_deref(), Some("hot(pot.1)"));
    }
}
