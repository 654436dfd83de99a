//! What a log comes to: items, who thinks what of them, and how far everybody is.
//!
//! ```
//! use vedette_annotate::{Decision, Log, Role, What, Writer, fold};
//!
//! // Two tabs of one annotator decide differently, neither knowing of the other: both are kept.
//! let mut log = Log::default();
//! let decide = |decision| What::Decision { decision, replaces: vec![] };
//! let mut first = Writer::new("ann", "tab1", &log).unwrap();
//! let mut second = Writer::new("ann", "tab2", &log).unwrap();
//! log.insert(first.event(1, Role::Label, Some("7"), decide(Decision::Accept)));
//! log.insert(second.event(2, Role::Label, Some("7"), decide(Decision::Reject)));
//! let state = fold(&log);
//! let opinion = state.items["7"].opinion("ann", Role::Label).unwrap();
//! assert_eq!(opinion.current.as_ref().unwrap().decision, Decision::Reject);
//! assert_eq!(opinion.rivals[0].decision, Decision::Accept);
//!
//! // Who decides again and has seen both, replaces both.
//! let again = state.decide("ann", Role::Label, "7", Decision::Unclear);
//! log.insert(first.event(3, Role::Label, Some("7"), again));
//! assert!(fold(&log).items["7"].opinion("ann", Role::Label).unwrap().rivals.is_empty());
//! ```
//!
//! # Why rivals
//! The later of two clocks would throw a judgement away that nobody took back. A register that keeps all
//! values that none has replaced is the multi-value register of Shapiro et al., *A Comprehensive Study
//! of Convergent and Commutative Replicated Data Types*, INRIA RR-7506 (2011), section 3.2.2.

use crate::event::{Allowed, Decision, Role, What};
use crate::id::EventId;
use crate::item::Item;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What a log comes to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The items, in the order in which they came in; those that only judgements speak of last.
    pub items: IndexMap<String, ItemState, FxBuildHasher>,
    /// The guidelines that hold; none if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guideline: Option<Comment>,
    /// The settings of every annotator.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, BTreeMap<String, Value>>,
    /// Events without effect, and why; names that were used twice.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub remarks: BTreeMap<EventId, String>,
}

/// An item, with what everybody thinks of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ItemState {
    /// Its content: the last amendment, else what came in first; none if only judgements are here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<Item>,
    /// All its different contents, in the order in which they came in.
    pub versions: Vec<Version>,
    /// Who thinks what, by annotator and role.
    pub opinions: Vec<Opinion>,
}

/// A content of an item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Version {
    /// Which event brought it first.
    pub event: EventId,
    /// Whether it is an amendment.
    pub amended: bool,
    /// The content.
    pub item: Item,
}

/// What an annotator thinks of an item, in a role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opinion {
    /// Who.
    pub annotator: String,
    /// In which role.
    pub role: Role,
    /// The judgement that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<Held>,
    /// Other judgements that nothing has replaced: made elsewhere, in ignorance of this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rivals: Vec<Held>,
    /// Marked to come back to.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flagged: bool,
    /// Remarks, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Comment>,
    /// Answers about traces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answered>,
}

/// A judgement that counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Its event.
    pub event: EventId,
    /// When.
    pub time: u64,
    /// The judgement.
    pub decision: Decision,
}

/// A text that counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    /// Its event.
    pub event: EventId,
    /// When.
    pub time: u64,
    /// The text.
    pub text: String,
}

/// An answer about a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The trace.
    pub trace: String,
    /// The answer.
    pub answer: Allowed,
    /// When.
    pub time: u64,
}

/// How far somebody, or everybody, is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// How many items there are.
    pub items: usize,
    /// How many are judged: accepted, repaired, rejected, or unclear.
    pub decided: usize,
    /// How many are left for later.
    pub skipped: usize,
    /// How many are flagged.
    pub flagged: usize,
    /// How many have judgements that rival one another.
    pub rivalled: usize,
}

impl ItemState {
    /// What an annotator thinks of it, in a role.
    pub fn opinion(&self, annotator: &str, role: Role) -> Option<&Opinion> {
        self.opinions.iter().find(|o| o.annotator == annotator && o.role == role)
    }

    /// The final judgement: the last one of a judge. Skipping is none.
    pub fn settled(&self) -> Option<&Held> {
        let judges = self.opinions.iter().filter(|opinion| opinion.role == Role::Judge);
        let held = judges.filter_map(Opinion::decided);
        held.max_by(|a, b| (a.time, &a.event).cmp(&(b.time, &b.event)))
    }
}

impl Opinion {
    /// The judgement, if it is one: leaving an item for later is none.
    pub fn decided(&self) -> Option<&Held> {
        self.current.as_ref().filter(|held| held.decision != Decision::Skip)
    }
}

impl State {
    /// A judgement that replaces what the same annotator thought in the same role, wherever that was
    /// written.
    pub fn decide(&self, annotator: &str, role: Role, item: &str, decision: Decision) -> What {
        let before = self.items.get(item).and_then(|state| state.opinion(annotator, role));
        let held = before.into_iter().flat_map(|o| o.current.iter().chain(&o.rivals));
        What::Decision { decision, replaces: held.map(|held| held.event.clone()).collect() }
    }

    /// How far an annotator is in a role.
    pub fn progress(&self, annotator: &str, role: Role) -> Progress {
        self.sum(|state| {
            let of = |opinion: &&Opinion| opinion.annotator == annotator && opinion.role == role;
            state.opinions.iter().filter(of).collect()
        })
    }

    /// How far all are in a role together: an item counts if anybody judged it.
    pub fn progress_of_all(&self, role: Role) -> Progress {
        self.sum(|state| state.opinions.iter().filter(|opinion| opinion.role == role).collect())
    }

    fn sum<'a>(&'a self, of: impl Fn(&'a ItemState) -> Vec<&'a Opinion>) -> Progress {
        let mut sum = Progress { items: self.items.len(), ..Progress::default() };
        for state in self.items.values() {
            let opinions = of(state);
            let decided = opinions.iter().any(|o| o.decided().is_some());
            sum.decided += usize::from(decided);
            sum.skipped += usize::from(!decided && opinions.iter().any(|o| o.current.is_some()));
            sum.flagged += usize::from(opinions.iter().any(|o| o.flagged));
            sum.rivalled += usize::from(opinions.iter().any(|o| !o.rivals.is_empty()));
        }
        sum
    }

    /// Who judged anything, in the order of names.
    pub fn annotators(&self, role: Role) -> Vec<&str> {
        let opinions = self.items.values().flat_map(|state| &state.opinions);
        let judged = opinions.filter(|o| o.role == role && o.current.is_some());
        let mut names: Vec<&str> = judged.map(|opinion| opinion.annotator.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The last judgements of an annotator, the newest first: item and judgement.
    pub fn recent(&self, annotator: &str, most: usize) -> Vec<(&str, &Opinion)> {
        let mut all: Vec<(&Held, &str, &Opinion)> = Vec::new();
        for (id, state) in &self.items {
            for opinion in state.opinions.iter().filter(|o| o.annotator == annotator) {
                all.extend(opinion.current.as_ref().map(|held| (held, id.as_str(), opinion)));
            }
        }
        all.sort_by(|(a, ..), (b, ..)| (b.time, &b.event).cmp(&(a.time, &a.event)));
        all.into_iter().take(most).map(|(_, id, opinion)| (id, opinion)).collect()
    }
}
