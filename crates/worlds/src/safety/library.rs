//! Categories and templates together, as shipped and as users change them.
//!
//! ```
//! use vedette_worlds::safety::Library;
//!
//! let library = Library::shipped().with("
//! categories:
//!   Sharp: {add: [{why: opened with force, classes: [letter_opener]}], remove: [fork]}
//! templates:
//!   off: [toxic-near-food]
//!   own:
//!   - {id: sharp-hot, formula: 'forall s: Sharp. G !hot(s)', words: 'Keep {s} cool.'}
//! constants: {T_MAX: 20}
//! ").unwrap();
//! assert!(library.template("toxic-near-food").is_none());
//! assert!(library.template("sharp-hot").is_some());
//! let error = Library::shipped().with("templates: {off: [toxic-food]}").unwrap_err();
//! assert!(error.to_string().contains("toxic-food"), "a name that is not known is an error");
//! ```
//!
//! # Why one file of changes
//!
//! A copy of the database that somebody edits falls behind at the next release. A file that says what is
//! different stays small, can be reviewed, and fails aloud when what it changes is no longer there.
//! Reference: SENTINEL, appendix B.2 ("users may expand the safety database … or override defaults").

use super::database::{Category, Group, RawCategory};
use super::templates::{RawTemplate, Template};
use super::{SafetyError, yaml};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use serde::Deserialize;
use vedette_checker::axioms::Axiom;

type Map<V> = IndexMap<String, V, FxBuildHasher>;

/// What constraints are made of.
#[derive(Clone, Debug)]
pub struct Library {
    /// The categories, by name.
    pub categories: Map<Category>,
    /// The templates.
    pub templates: Vec<Template>,
    /// What holds in every state.
    pub axioms: Vec<Axiom>,
    /// Which objects bear one thing at a time.
    pub capacity: Option<Capacity>,
    /// The values of named constants.
    pub constants: Map<f64>,
    /// Whether doubtful members count.
    pub doubtful: bool,
}

/// At most one thing stands in this relation to an object of the category.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Capacity {
    /// The relation, such as `ontop`.
    pub predicate: String,
    /// The category.
    pub category: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTemplates {
    templates: Vec<RawTemplate>,
    axioms: Vec<String>,
    capacity: Option<Capacity>,
    constants: Map<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawOverrides {
    #[serde(default)]
    doubtful: bool,
    #[serde(default)]
    categories: Map<RawChange>,
    #[serde(default)]
    templates: RawSelection,
    #[serde(default)]
    constants: Map<f64>,
    #[serde(default)]
    axioms: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawChange {
    words: Option<String>,
    why: Option<String>,
    #[serde(default)]
    add: Vec<Group>,
    #[serde(default)]
    remove: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSelection {
    #[serde(default)]
    off: Vec<String>,
    #[serde(default)]
    own: Vec<RawTemplate>,
}

impl Library {
    /// What is shipped.
    pub fn shipped() -> Self {
        let categories = include_str!("../../safety/categories.yaml");
        let templates = include_str!("../../safety/templates.yaml");
        Self::read(categories, templates).expect("what is shipped is read by a test")
    }

    fn read(categories: &str, templates: &str) -> Result<Self, SafetyError> {
        let raw: Map<RawCategory> = yaml(categories, "categories")?;
        let mut categories = Map::default();
        for (name, category) in raw {
            let category = Category::of(category).map_err(|class| {
                SafetyError(format!(
                    "category `{name}`: found `{class}` twice, expected one reason"
                ))
            })?;
            categories.insert(name, category);
        }
        let raw: RawTemplates = yaml(templates, "templates")?;
        let templates = raw.templates.into_iter().map(Template::of).collect::<Result<_, _>>()?;
        let axioms = schemes(&raw.axioms)?;
        let (capacity, constants) = (raw.capacity, raw.constants);
        let library = Self { categories, templates, axioms, capacity, constants, doubtful: false };
        library.sound()
    }

    /// The template of this name.
    pub fn template(&self, id: &str) -> Option<&Template> {
        self.templates.iter().find(|template| template.id == id)
    }

    /// The library with the changes of a YAML text.
    pub fn with(mut self, overrides: &str) -> Result<Self, SafetyError> {
        let raw: RawOverrides = yaml(overrides, "overrides")?;
        self.doubtful |= raw.doubtful;
        for (name, change) in raw.categories {
            self.change(&name, change)?;
        }
        for id in &raw.templates.off {
            let Some(at) = self.templates.iter().position(|template| template.id == *id) else {
                return Err(unknown("template", id, self.templates.iter().map(|t| t.id.clone())));
            };
            self.templates.remove(at);
        }
        for own in raw.templates.own {
            let template = Template::of(own)?;
            if self.template(&template.id).is_some() {
                return Err(SafetyError(format!(
                    "found a second template `{}`, expected an id of its own; list it under `off` to \
                     replace it",
                    template.id
                )));
            }
            self.templates.push(template);
        }
        for (name, value) in raw.constants {
            if !value.is_finite() {
                return Err(SafetyError(format!(
                    "constant `{name}`: found {value}, expected a number"
                )));
            }
            self.constants.insert(name, value);
        }
        self.axioms.extend(schemes(&raw.axioms)?);
        self.sound()
    }

    fn change(&mut self, name: &str, change: RawChange) -> Result<(), SafetyError> {
        if !self.categories.contains_key(name) {
            let (Some(words), Some(why)) = (change.words.clone(), change.why.clone()) else {
                let error = unknown("category", name, self.categories.keys().cloned());
                return Err(SafetyError(format!("{error}; a new one needs `words` and `why`")));
            };
            self.categories.insert(name.to_owned(), Category::new(words, why));
        }
        let category = self.categories.get_mut(name).expect("it was there or is there now");
        category.words = change.words.unwrap_or_else(|| category.words.clone());
        category.why = change.why.unwrap_or_else(|| category.why.clone());
        for class in &change.remove {
            if !category.remove(class) {
                return Err(SafetyError(format!(
                    "category `{name}`: found `{class}` under `remove`, expected one of its classes"
                )));
            }
        }
        for group in change.add {
            category.add(group);
        }
        Ok(())
    }

    /// The library, if every name in it is known.
    fn sound(self) -> Result<Self, SafetyError> {
        for template in &self.templates {
            let holes = template.holes.iter().map(|(_, category)| category.as_str());
            for category in holes.chain(template.inner()) {
                if !self.categories.contains_key(category) {
                    let error = unknown("category", category, self.categories.keys().cloned());
                    return Err(SafetyError(format!("template `{}`: {error}", template.id)));
                }
            }
            let mut pool = template.body.pool.clone();
            let value = |name: &str| self.constants.get(name).copied();
            pool.substitute_constants(template.body.root, value)
                .map_err(|why| SafetyError(format!("template `{}`: {why}", template.id)))?;
        }
        if let Some(capacity) = &self.capacity
            && !self.categories.contains_key(&capacity.category)
        {
            let names = self.categories.keys().cloned();
            return Err(unknown("category", &capacity.category, names));
        }
        Ok(self)
    }
}

fn schemes(lines: &[String]) -> Result<Vec<Axiom>, SafetyError> {
    let scheme = |line: &String| match Axiom::scheme(line) {
        Some(read) => read.map_err(|why| SafetyError(why.to_string())),
        None => Err(SafetyError(format!(
            "found the axiom `{line}`, expected a scheme such as `opposite on, off`"
        ))),
    };
    lines.iter().map(scheme).collect()
}

fn unknown(what: &str, name: &str, names: impl Iterator<Item = String>) -> SafetyError {
    let near = crate::vocabulary::nearest::nearest(name, names);
    let mend = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    SafetyError(format!("found the {what} `{name}`, which is not known{mend}"))
}
