//! What happened: an event of the log, in its wire form `vedette.annotation/1`.
//!
//! ```
//! use vedette_annotate::{Decision, Event, What};
//!
//! let line = r#"{"schema":"vedette.annotation/1","id":"ann/s1/3","time":1700,"role":"label","item":"5",
//!     "what":{"kind":"decision","decision":{"verdict":"repair","formula":"G !p"},"seconds":4},"app":"x"}"#;
//! let event: Event = serde_json::from_str(line).unwrap();
//! let What::Decision { decision, .. } = &event.what else { panic!("a decision") };
//! assert_eq!(*decision, Decision::Repair { formula: "G !p".into() });
//!
//! // What is not known is kept, within and without.
//! let text = serde_json::to_string(&event).unwrap();
//! assert!(text.contains(r#""seconds":4"#) && text.ends_with(r#""app":"x"}"#));
//! ```
//!
//! # Why events
//! A state that is overwritten loses what it was; a set of events loses nothing, can be merged by
//! union, and undo is one more event. The state is a fold over it ([`crate::fold()`]).

use crate::id::EventId;
use crate::item::Item;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The schema of an event.
pub const SCHEMA: &str = "vedette.annotation/1";

/// The longest formula or comment, in bytes.
pub const TEXT: usize = 20_000;

/// In which role somebody acts.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Judges an item first.
    #[default]
    Label,
    /// Judges what others judged, without deciding it.
    Check,
    /// Decides where others disagree.
    Judge,
}

impl Role {
    /// A stable name, as in the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::Check => "check",
            Self::Judge => "judge",
        }
    }
}

/// What somebody thinks of an item.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Decision {
    /// The formula says what the rule says.
    Accept,
    /// It does not; another one does.
    Repair {
        /// The right formula, as it was typed.
        formula: String,
    },
    /// It does not, and none is proposed.
    Reject,
    /// The rule can be understood in several ways.
    Unclear,
    /// Left for later.
    Skip,
}

impl Decision {
    /// A stable name, as in the file.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Repair { .. } => "repair",
            Self::Reject => "reject",
            Self::Unclear => "unclear",
            Self::Skip => "skip",
        }
    }
}

/// An answer to "should the rule allow this?".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Allowed {
    /// It should.
    Yes,
    /// It should not.
    No,
    /// The rule does not say.
    Unclear,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum What {
    /// An item came in. A second one of the same name is a further version and does not replace it.
    Item {
        /// The item.
        item: Item,
    },
    /// An item was changed on purpose: this is its content from now on.
    Amend {
        /// The item.
        item: Item,
    },
    /// A judgement.
    Decision {
        /// The judgement.
        decision: Decision,
        /// The judgements of the same annotator that it takes the place of, beside those of its own
        /// session, which it always does.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        replaces: Vec<EventId>,
    },
    /// A mark to come back to.
    Flag {
        /// Set or removed.
        on: bool,
    },
    /// A remark; an empty one takes back those that it replaces.
    Comment {
        /// The remark.
        text: String,
        /// Remarks of the same annotator that it takes the place of.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        replaces: Vec<EventId>,
    },
    /// An answer about a trace, given before the formula's own was seen.
    Answer {
        /// The trace, as a word in Spot's notation.
        trace: String,
        /// The answer; none takes an earlier one back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Allowed>,
    },
    /// An event of the same annotator does not count.
    Undo {
        /// Which.
        of: EventId,
    },
    /// It counts again.
    Redo {
        /// Which.
        of: EventId,
    },
    /// The guidelines, whole.
    Guideline {
        /// The text.
        text: String,
    },
    /// A setting of the annotator.
    Setting {
        /// Its name.
        name: String,
        /// Its value.
        value: Value,
    },
    /// Something that a later version knows: kept as it is, and without effect.
    #[serde(skip)]
    Later(Map<String, Value>),
}

/// The kinds that this version knows.
const KINDS: [&str; 10] = [
    "item",
    "amend",
    "decision",
    "flag",
    "comment",
    "answer",
    "undo",
    "redo",
    "guideline",
    "setting",
];

impl What {
    /// Whether it can be undone: what an annotator does on an item or the guidelines.
    pub fn undoable(&self) -> bool {
        match self {
            Self::Amend { .. }
            | Self::Decision { .. }
            | Self::Flag { .. }
            | Self::Comment { .. }
            | Self::Answer { .. }
            | Self::Guideline { .. } => true,
            Self::Item { .. }
            | Self::Undo { .. }
            | Self::Redo { .. }
            | Self::Setting { .. }
            | Self::Later(_) => false,
        }
    }
}

/// One event. Nobody changes it later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Wire", into = "Wire")]
pub struct Event {
    /// Its name.
    pub id: EventId,
    /// When, in milliseconds since 1970, by the clock of whoever did it.
    pub time: u64,
    /// In which role.
    pub role: Role,
    /// The item that it is about; none for guidelines and settings.
    pub item: Option<String>,
    /// What was done.
    pub what: What,
    /// Fields of the event that this version does not know.
    pub more: Map<String, Value>,
    /// Fields of `what` that this version does not know.
    pub what_more: Map<String, Value>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Wire {
    schema: String,
    id: EventId,
    time: u64,
    #[serde(default)]
    role: Role,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    item: Option<String>,
    what: Map<String, Value>,
    #[serde(flatten)]
    more: Map<String, Value>,
}

impl From<Event> for Wire {
    fn from(event: Event) -> Self {
        let mut what = fields(event.what);
        what.extend(event.what_more);
        Self {
            schema: SCHEMA.to_owned(),
            id: event.id,
            time: event.time,
            role: event.role,
            item: event.item,
            what,
            more: event.more,
        }
    }
}

impl TryFrom<Wire> for Event {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Self, String> {
        if wire.schema != SCHEMA {
            return Err(format!("found the schema {:?}; expected {SCHEMA:?}", wire.schema));
        }
        let kind = wire.what.get("kind").and_then(Value::as_str);
        let kind = kind.ok_or("found `what` without a `kind`; expected one, as \"decision\"")?;
        let (what, what_more) = if KINDS.contains(&kind) {
            let what: What = serde_json::from_value(Value::Object(wire.what.clone()))
                .map_err(|e| format!("found a damaged event of kind {kind:?}: {e}"))?;
            let known = fields(what.clone());
            let unknown = |(name, value): (String, Value)| {
                // A known field that was left out for being empty is no unknown one.
                let empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
                (!known.contains_key(&name) && !empty).then_some((name, value))
            };
            let more = wire.what.into_iter().filter_map(unknown).collect();
            (what, more)
        } else {
            (What::Later(wire.what), Map::new())
        };
        let event = Self {
            id: wire.id,
            time: wire.time,
            role: wire.role,
            item: wire.item,
            what,
            more: wire.more,
            what_more,
        };
        event.sound()?;
        Ok(event)
    }
}

/// The fields of `what`.
fn fields(what: What) -> Map<String, Value> {
    if let What::Later(fields) = what {
        return fields;
    }
    match serde_json::to_value(what) {
        Ok(Value::Object(fields)) => fields,
        _ => unreachable!("a tagged enum of named fields is a JSON object"),
    }
}

impl Event {
    /// Whether its parts fit one another.
    pub(crate) fn sound(&self) -> Result<(), String> {
        let short = |what: &str, text: &str| {
            if text.len() <= TEXT {
                return Ok(());
            }
            Err(format!("found {what} of {} bytes; expected at most {TEXT}", text.len()))
        };
        let about = self.item.as_deref();
        match &self.what {
            What::Item { item } | What::Amend { item } if about != Some(item.id.as_str()) => {
                return Err(format!(
                    "found the item {:?} in an event about {about:?}; expected the same",
                    item.id
                ));
            }
            What::Decision { .. }
            | What::Flag { .. }
            | What::Comment { .. }
            | What::Answer { .. }
                if about.is_none() =>
            {
                return Err("found no `item`; expected the id of the item it is about".into());
            }
            What::Decision { decision: Decision::Repair { formula }, .. } => {
                short("a formula", formula)?;
            }
            What::Comment { text, .. } => short("a comment", text)?,
            What::Answer { trace, .. } => short("a trace", trace)?,
            _ => {}
        }
        Ok(())
    }

    /// The event as one line, without the end of line.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("texts, numbers and maps with text keys are JSON")
    }
}
