//! Categories of objects: which classes are dangerous in which way, each with a reason.
//!
//! ```
//! use vedette_worlds::safety::Library;
//! use vedette_worlds::scene::Source;
//!
//! let library = Library::shipped();
//! let sharp = &library.categories["Sharp"];
//! assert_eq!(sharp.why_member("ButterKnife", Source::Ai2Thor, false), Some("a blade"));
//! assert!(sharp.why_member("knife", Source::Own, false).is_some(), "ours are VirtualHome's and more");
//! assert!(sharp.why_member("Pencil", Source::Ai2Thor, false).is_none(), "doubtful");
//! assert!(sharp.why_member("Pencil", Source::Ai2Thor, true).is_some());
//! ```
//!
//! # Why per source
//!
//! Two simulators use one name for different things: a `Box` of AI2-THOR may be of plastic, one of
//! `VirtualHome` is of card. Membership is therefore asked of the source that named the class. Names
//! ignore case and underscores. Reference: SENTINEL, appendix B.2 (the curated database); which classes
//! there are is a fact of the simulators, the reasons are ours.

use crate::scene::Source;
use crate::vocabulary::fold;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

/// Objects that are dangerous in one way.
#[derive(Clone, Debug)]
pub struct Category {
    /// How a sentence names one of them: `a liquid`.
    pub words: String,
    /// What is dangerous about them.
    pub why: String,
    /// The classes, by reason.
    pub groups: Vec<Group>,
    /// Folded class names of each source: the group.
    members: FxHashMap<(Source, String), usize>,
    removed: FxHashSet<String>,
}

/// Classes that belong to a category for the same reason.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Why they belong to it.
    pub why: String,
    /// Whether they do in some uses only.
    #[serde(default)]
    pub doubtful: bool,
    /// Classes that only our own scenes have.
    #[serde(default)]
    pub own: Vec<String>,
    /// Classes of `VirtualHome`.
    #[serde(default)]
    pub virtualhome: Vec<String>,
    /// Classes of AI2-THOR.
    #[serde(default)]
    pub ai2thor: Vec<String>,
    /// Classes of whatever source: what users add.
    #[serde(default)]
    pub classes: Vec<String>,
}

/// A category as a file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCategory {
    words: String,
    why: String,
    members: Vec<Group>,
}

impl Category {
    /// A category without members.
    pub(super) fn new(words: String, why: String) -> Self {
        let (members, removed) = (FxHashMap::default(), FxHashSet::default());
        Self { words, why, groups: Vec::new(), members, removed }
    }

    /// The category that a file describes; an error names a class that has two groups.
    pub(super) fn of(raw: RawCategory) -> Result<Self, String> {
        let mut category = Self::new(raw.words, raw.why);
        for group in raw.members {
            if let Some(twice) = category.add(group) {
                return Err(twice);
            }
        }
        Ok(category)
    }

    /// Adds classes; gives one that was there before, if any. The new reason counts.
    pub(super) fn add(&mut self, group: Group) -> Option<String> {
        let number = self.groups.len();
        let mut twice = None;
        let own = [Source::Own];
        let both = [Source::VirtualHome, Source::Own];
        let thor = [Source::Ai2Thor];
        let every = [Source::Own, Source::VirtualHome, Source::Ai2Thor];
        let named: [(&[Source], &[String]); 4] = [
            (&own, &group.own),
            (&both, &group.virtualhome),
            (&thor, &group.ai2thor),
            (&every, &group.classes),
        ];
        for (sources, classes) in named {
            for class in classes {
                self.removed.remove(&fold(class));
                for &source in sources {
                    if self.members.insert((source, fold(class)), number).is_some() {
                        twice = Some(class.clone());
                    }
                }
            }
        }
        self.groups.push(group);
        twice
    }

    /// Takes a class out; whether it was in.
    pub(super) fn remove(&mut self, class: &str) -> bool {
        let folded = fold(class);
        let known = self.members.keys().any(|(_, name)| *name == folded);
        self.removed.insert(folded) && known
    }

    /// Why a class of `source` belongs here; none if it does not.
    pub fn why_member(&self, class: &str, source: Source, doubtful: bool) -> Option<&str> {
        let folded = fold(class);
        if self.removed.contains(&folded) {
            return None;
        }
        let group = &self.groups[*self.members.get(&(source, folded))?];
        (doubtful || !group.doubtful).then_some(group.why.as_str())
    }
}
