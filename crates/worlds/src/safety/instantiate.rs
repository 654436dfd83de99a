//! Templates and a scene to constraints: every binding of the holes to distinct objects.
//!
//! ```
//! use vedette_worlds::safety::{Library, Set, instantiate};
//! use vedette_worlds::scene::Scene;
//!
//! let mut scene = Scene::default();
//! scene.insert("knife.1", "knife", &[]);
//! scene.insert("couch.1", "couch", &[]);
//! let found = instantiate(&Library::shipped(), &scene, Set::Vedette).unwrap();
//! let seat = found.constraints.iter().find(|one| one.id.starts_with("sharp-on-seat")).unwrap();
//! assert_eq!(seat.id, "sharp-on-seat[knife.1,couch.1]");
//! assert_eq!(seat.text, "G !ontop(knife.1, couch.1)");
//! assert_eq!(seat.sentence.as_deref(), Some("Never knife.1 is on top of couch.1."));
//! ```
//!
//! # Why a hole asks for properties
//!
//! A template that switches, plugs or opens an object says nothing of one that cannot be switched,
//! plugged or opened: a candle without a switch is never `ON` in its simulator, and its constraint would
//! be true of everything. The properties asked for follow from the predicates, so that no list of them
//! can be forgotten. An object of which no properties are known is not left out. Reference: SENTINEL,
//! appendix B.2 ("placeholders are then substituted with the appropriate task-relevant objects").

use super::SafetyError;
use super::library::Library;
use super::templates::{Set, Template, filled, replace};
use crate::scene::{Scene, Thing};
use crate::vocabulary::{Vocabulary, action_name, fold};
use std::sync::Arc;
use vedette_checker::controlled;
use vedette_checker::equivalence::{Scene as Objects, expand_over};
use vedette_checker::formula::{Atom, Formula, Node, Term};
use vedette_checker::syntax::{Style, print};

/// The most constraints of a scene.
pub const MOST: usize = 20_000;

/// A template about certain objects.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The template and the objects: `sharp-on-seat[knife.1,couch.1]`.
    pub id: String,
    /// Which template of the library.
    pub template: usize,
    /// `(hole, object)`.
    pub binding: Vec<(String, Arc<str>)>,
    /// What it asks for.
    pub formula: Formula,
    /// The formula in our notation.
    pub text: String,
    /// What it says, for people.
    pub words: String,
    /// The same in controlled English, where that can say it of these objects.
    pub sentence: Option<String>,
}

/// A template that gives nothing in a scene for a reason other than missing objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The template.
    pub template: String,
    /// Why.
    pub why: String,
}

/// The constraints of a scene.
#[derive(Clone, Debug)]
pub struct Constraints {
    /// In the order of the templates, then of the objects.
    pub constraints: Vec<Constraint>,
    /// Templates that do not fit the source of the scene.
    pub skipped: Vec<Skipped>,
}

/// The constraints that the templates of `set`, and those of the user, give in `scene`.
pub fn instantiate(library: &Library, scene: &Scene, set: Set) -> Result<Constraints, SafetyError> {
    let vocabulary = scene.source.vocabulary();
    let (mut constraints, mut skipped) = (Vec::new(), Vec::new());
    for (number, template) in library.templates.iter().enumerate() {
        if template.set != set && template.set != Set::User {
            continue;
        }
        if let Some(why) = unseen(template, scene, vocabulary.as_ref()) {
            skipped.push(Skipped { template: template.id.clone(), why });
            continue;
        }
        let maker =
            Maker { library, scene, template, number, body: expanded(library, scene, template)? };
        for binding in maker.bindings(MOST - constraints.len())? {
            constraints.push(maker.constraint(&binding));
        }
    }
    Ok(Constraints { constraints, skipped })
}

/// Why the source of a scene can never show what a template asks for.
fn unseen(template: &Template, scene: &Scene, vocabulary: Option<&Vocabulary>) -> Option<String> {
    let source = scene.source;
    if !template.only.is_empty() && !template.only.contains(&source) {
        return Some(format!("asks for what only {} shows", template.only[0].name()));
    }
    let vocabulary = vocabulary?;
    let unknown = template.predicates().into_iter().find(|(name, _)| match action_name(name) {
        Some(action) => !vocabulary.has_action(action),
        None => vocabulary.predicate(name).is_none(),
    });
    unknown.map(|(name, _)| format!("`{name}` is not seen in {}", source.name()))
}

/// The property that an object must have for a predicate of one argument to be said of it.
fn property(predicate: &str) -> Option<&'static str> {
    match fold(predicate).as_str() {
        "on" | "off" => Some("HAS_SWITCH"),
        "pluggedin" | "pluggedout" => Some("HAS_PLUG"),
        "open" | "closed" => Some("CAN_OPEN"),
        _ => None,
    }
}

/// The objects of a category.
fn members<'a>(
    library: &Library,
    scene: &'a Scene,
    category: &str,
) -> Vec<(&'a Arc<str>, &'a Thing)> {
    let category = &library.categories[category];
    let belongs =
        |thing: &Thing| category.why_member(&thing.class, scene.source, library.doubtful).is_some();
    scene.objects.iter().filter(|(_, thing)| belongs(thing)).collect()
}

/// The body of a template with its inner quantifiers expanded.
fn expanded(library: &Library, scene: &Scene, template: &Template) -> Result<Formula, SafetyError> {
    let mut inner = template.inner();
    inner.sort_unstable();
    inner.dedup();
    let mut objects = Objects::default();
    for category in inner {
        let all = members(library, scene, category);
        objects.objects.extend(all.iter().map(|(id, _)| (id.to_string(), category.to_owned())));
    }
    let mut pool = template.body.pool.clone();
    let root = expand_over(&mut pool, template.body.root, &objects)
        .map_err(|why| SafetyError(format!("template `{}`: {why}", template.id)))?;
    Ok(Formula::new(pool, root))
}

/// Makes the constraints of one template.
struct Maker<'a> {
    library: &'a Library,
    scene: &'a Scene,
    template: &'a Template,
    number: usize,
    body: Formula,
}

impl Maker<'_> {
    /// The objects that may fill a hole.
    fn candidates(&self, hole: &str, category: &str) -> Vec<Arc<str>> {
        let pool = &self.template.body.pool;
        let mut needs = Vec::new();
        for id in self.template.body.nodes() {
            if let Node::Atom(atom) = pool.node(id)
                && let Atom::Fact(fact) = pool.atom(atom)
                && let [Term::Placeholder(name)] = fact.args[..]
                && pool.name(name) == hole
            {
                needs.extend(property(pool.name(fact.name)));
            }
        }
        members(self.library, self.scene, category)
            .into_iter()
            .filter(|(_, thing)| needs.iter().all(|need| thing.has(need) != Some(false)))
            .map(|(id, _)| id.clone())
            .collect()
    }

    /// Every binding of the holes to distinct objects, the last hole changing fastest.
    fn bindings(&self, most: usize) -> Result<Vec<Vec<Arc<str>>>, SafetyError> {
        let mut all: Vec<Vec<Arc<str>>> = vec![Vec::new()];
        for (hole, category) in &self.template.holes {
            let candidates = self.candidates(hole, category);
            let mut longer = Vec::new();
            for binding in &all {
                for object in candidates.iter().filter(|object| !binding.contains(object)) {
                    if longer.len() >= most {
                        return Err(SafetyError(format!(
                            "found more than {MOST} constraints in this scene, expected fewer; switch \
                             template `{}` off, or take a smaller scene",
                            self.template.id
                        )));
                    }
                    longer.push(binding.iter().chain([object]).cloned().collect());
                }
            }
            all = longer;
        }
        Ok(all)
    }

    fn constraint(&self, objects: &[Arc<str>]) -> Constraint {
        let mut pool = self.body.pool.clone();
        let holes = &self.template.holes;
        let names: Vec<_> = holes
            .iter()
            .zip(objects)
            .map(|((hole, _), object)| (pool.symbol(hole), pool.symbol(object)))
            .collect();
        let root = replace(&mut pool, self.body.root, &|term| match term {
            Term::Placeholder(name) => {
                let found = names.iter().find(|(hole, _)| hole == name);
                found.map(|&(_, object)| Term::Name(object))
            }
            _ => None,
        });
        let object = |hole: &str| {
            let at = holes.iter().position(|(name, _)| name == hole);
            at.map_or_else(String::new, |at| objects[at].to_string())
        };
        let words = filled(&self.template.words, holes, |hole| self.scene.called(&object(hole)));
        let words = self
            .library
            .constants
            .iter()
            .fold(words, |words, (name, value)| words.replace(name, &value.to_string()));
        let sentence = self.template.sentence.as_ref().map(|text| filled(text, holes, object));
        let mut lean = vedette_checker::formula::Pool::default();
        let root = lean.import(&pool, root);
        Constraint {
            id: format!("{}[{}]", self.template.id, objects.join(",")),
            template: self.number,
            binding: holes
                .iter()
                .map(|(hole, _)| hole.clone())
                .zip(objects.iter().cloned())
                .collect(),
            text: print(&lean, root, Style::Vedette),
            formula: Formula::new(lean, root),
            words: capital(&words),
            sentence: sentence.filter(|text| controlled::read(text).is_ok()),
        }
    }
}

fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
