//! A scene: what there is before anybody acts, whatever program described it.
//!
//! ```
//! use vedette_worlds::scene::{Scene, Source};
//!
//! let text = r#"{"schema": "vedette.scene/1", "id": "flat", "objects": [
//!     {"id": "oven.1", "class": "oven", "properties": ["HAS_SWITCH"], "states": ["OFF"]},
//!     {"id": "towel.1", "class": "towel"}], "relations": [["towel.1", "CLOSE", "oven.1"]]}"#;
//! let scene = Scene::read(text.as_bytes(), "flat.json").unwrap();
//! assert_eq!(scene.source, Source::Own);
//! assert!(scene.holds("NEXT_TO", &["oven.1", "towel.1"]) && !scene.holds("on", &["oven.1"]));
//! assert_eq!(scene.objects["oven.1"].has("has_switch"), Some(true));
//! assert_eq!(scene.objects["towel.1"].has("has_switch"), None, "nothing was said of it");
//! ```
//!
//! # Why a value of its own
//!
//! Constraints need of a scene only its objects, their classes and properties, and what holds at the
//! start. A household graph, the metadata of a simulator and the first state of a trajectory all give
//! that, so each is turned into this value and the rest knows none of them. What is not listed does not
//! hold; of which nothing is listed, such as the properties of an object, it is *not known*.
//!
//! Reference: SENTINEL, appendix B.2 ("Generation"): objects of a scene with annotated properties. The
//! format is documented in `docs/formats/scene.md`.

mod file;
mod layout;
mod recorded;
mod write;

pub(crate) use recorded::is_graph;

pub use layout::{Chance, Layout, Stand, Wall};

use crate::input::{self, InputError, Limits};
use crate::vocabulary::{Vocabulary, fold};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use std::fmt;
use std::sync::Arc;
use vedette_checker::formula::Real;

/// Whose class names a scene uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Source {
    /// Those of `VirtualHome`, and some of our own.
    #[default]
    Own,
    /// Those of `VirtualHome`.
    VirtualHome,
    /// Those of AI2-THOR.
    Ai2Thor,
}

impl Source {
    /// As written in scenes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::VirtualHome => "virtualhome",
            Self::Ai2Thor => "ai2thor",
        }
    }

    /// The source of this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Own, Self::VirtualHome, Self::Ai2Thor]
            .into_iter()
            .find(|source| source.name().eq_ignore_ascii_case(name))
    }

    /// The predicates and actions that can be seen there; none if every name may occur.
    pub fn vocabulary(self) -> Option<Vocabulary> {
        (self == Self::Ai2Thor).then(Vocabulary::ai2thor)
    }
}

/// An object of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thing {
    /// What it is, such as `oven`.
    pub class: Arc<str>,
    /// What it is good for, in capitals; none if the source does not say.
    pub properties: Option<IndexSet<String, FxBuildHasher>>,
    /// Where its middle is, in metres, if the source says.
    pub position: Option<[Real; 3]>,
    /// Width (x), height (y) and depth (z) of its box, in metres, if the source says.
    pub size: Option<[Real; 3]>,
}

impl Thing {
    /// Whether it has a property, if anything is known.
    pub fn has(&self, property: &str) -> Option<bool> {
        let known = self.properties.as_ref()?;
        Some(known.iter().any(|own| own.eq_ignore_ascii_case(property)))
    }
}

/// A fact under the name that all its spellings share, with its arguments.
type Key = (String, Box<[Arc<str>]>);

/// What there is, and what holds at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Its name.
    pub id: String,
    /// What it shows, in a few words.
    pub title: String,
    /// Whose class names it uses.
    pub source: Source,
    /// The objects, by id, in the order of the source.
    pub objects: IndexMap<Arc<str>, Thing, FxBuildHasher>,
    /// Sizes, walls and where the agent stands, as far as the source says.
    pub layout: Layout,
    facts: IndexSet<Key, FxBuildHasher>,
}

impl Scene {
    /// The scene of a file, plain or gzip: a scene of ours, a graph of `VirtualHome`, the metadata of
    /// an AI2-THOR event, or a file of trajectories, of which the first state counts.
    pub fn read(bytes: &[u8], source: &str) -> Result<Self, InputError> {
        let limits = Limits::default();
        let text = input::text(bytes, source, &limits)?;
        if file::is_scene(&text) {
            return file::read(&text, source, &limits);
        }
        if recorded::is_graph(&text) {
            return recorded::graph(&text, source);
        }
        recorded::read(&text, source)
    }

    /// Adds a fact that holds at the start. Spellings of one predicate are one.
    pub fn add(&mut self, name: &str, args: &[&str]) {
        let key = key(name, args);
        self.facts.insert(key);
    }

    /// Whether a fact is listed at the start.
    pub fn holds(&self, name: &str, args: &[&str]) -> bool {
        self.facts.contains(&key(name, args))
    }

    /// The facts that hold at the start, as text.
    pub fn facts(&self) -> impl Iterator<Item = String> {
        self.facts.iter().map(|(name, args)| format!("{name}({})", args.join(", ")))
    }

    /// The facts that hold at the start, by the names that their spellings share.
    pub fn listed(&self) -> impl Iterator<Item = (&str, &[Arc<str>])> {
        self.facts.iter().map(|(name, args)| (name.as_str(), &**args))
    }

    /// How a sentence names an object: `the kettle`, or `kettle 2` where there are several.
    pub fn called(&self, id: &str) -> String {
        let Some(thing) = self.objects.get(id) else { return id.to_owned() };
        let class = spaced(&thing.class);
        let alike = self.objects.values().filter(|other| fold(&other.class) == fold(&thing.class));
        if alike.count() == 1 {
            return format!("the {class}");
        }
        let number = id.strip_prefix(&*thing.class).and_then(|rest| rest.strip_prefix(['.', '_']));
        number.map_or_else(|| id.to_owned(), |number| format!("{class} {number}"))
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} objects, {})", self.id, self.objects.len(), self.source.name())
    }
}

/// `CoffeeMachine` and `coffee_machine` as words.
fn spaced(class: &str) -> String {
    let mut out = String::with_capacity(class.len() + 4);
    let mut small = false;
    for c in class.chars() {
        if c == '_' {
            out.push(' ');
        } else {
            if c.is_uppercase() && small {
                out.push(' ');
            }
            out.extend(c.to_lowercase());
        }
        small = c.is_lowercase();
    }
    out
}

/// What a fact is compared by: names ignore case, underscores and the spellings of `VirtualHome` and of
/// the papers; the two sides of nearness are one.
fn key(name: &str, args: &[&str]) -> Key {
    let folded = fold(name);
    let name = match (folded.as_str(), args.len()) {
        ("close" | "nextto", 2) => "near".to_owned(),
        ("in", 2) => "inside".to_owned(),
        ("on", 2) => "ontop".to_owned(),
        ("ison", 1) => "on".to_owned(),
        ("ishot", 1) => "hot".to_owned(),
        _ => folded,
    };
    let mut args: Box<[Arc<str>]> = args.iter().map(|&arg| Arc::from(arg)).collect();
    if name == "near" {
        args.sort_unstable();
    }
    (name, args)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_called_by_their_class_where_that_is_enough() {
        let mut scene = Scene::default();
        for (id, class) in [
            ("coffe_maker.4", "coffe_maker"),
            ("cup.1", "cup"),
            ("cup.2", "cup"),
            ("Mug|+0|+1", "Mug"),
            ("StoveBurner|1", "StoveBurner"),
            ("StoveBurner|2", "StoveBurner"),
        ] {
            let thing = Thing { class: class.into(), properties: None, position: None, size: None };
            scene.objects.insert(id.into(), thing);
        }
        for (id, called) in [
            ("coffe_maker.4", "the coffe maker"),
            ("cup.2", "cup 2"),
            ("Mug|+0|+1", "the mug"),
            ("StoveBurner|2", "StoveBurner|2"),
            ("agent", "agent"),
        ] {
            assert_eq!(scene.called(id), called);
        }
        assert_eq!(spaced("StoveBurner"), "stove burner");
    }
}
