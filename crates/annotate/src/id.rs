//! The name of an event: who, in which session, the how-manieth.
//!
//! ```
//! use vedette_annotate::EventId;
//!
//! let id: EventId = "ann/s1/3".parse().unwrap();
//! assert_eq!((id.annotator(), id.session(), id.number()), ("ann", "s1", 3));
//! assert_eq!(id.to_string(), "ann/s1/3");
//! assert!("ann/3".parse::<EventId>().unwrap_err().contains("expected"));
//! ```
//!
//! # Why these three
//! Nobody has to be asked for a number: a session (a browser tab, a run of the companion) counts its own
//! events, and its name makes the count unique. Two copies of one log therefore agree on what is the
//! same event, whatever the order they are merged in. A replica and its counter: Shapiro, Preguiça,
//! Baquero, Zawirski, *Conflict-free Replicated Data Types*, SSS 2011, section 3.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The longest name of an annotator or a session, in bytes.
const NAME: usize = 100;

/// The name of an event.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EventId {
    annotator: String,
    session: String,
    number: u64,
}

impl EventId {
    /// The event `number` of a session of an annotator.
    pub fn new(annotator: &str, session: &str, number: u64) -> Result<Self, String> {
        if annotator.trim().is_empty() || annotator.len() > NAME {
            return Err(format!(
                "found the annotator {annotator:?}; expected a name of 1 to {NAME} bytes"
            ));
        }
        if annotator.trim() != annotator || annotator.chars().any(char::is_control) {
            return Err(format!(
                "found the annotator {annotator:?}; expected no space around it and no control \
                 characters"
            ));
        }
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if session.is_empty() || session.len() > NAME || !session.chars().all(plain) {
            return Err(format!(
                "found the session {session:?}; expected 1 to {NAME} letters, digits, `-` or `_`"
            ));
        }
        Ok(Self { annotator: annotator.to_owned(), session: session.to_owned(), number })
    }

    /// Who did it.
    pub fn annotator(&self) -> &str {
        &self.annotator
    }

    /// In which session.
    pub fn session(&self) -> &str {
        &self.session
    }

    /// The how-manieth event of that session.
    pub fn number(&self) -> u64 {
        self.number
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.annotator, self.session, self.number)
    }
}

impl From<EventId> for String {
    fn from(id: EventId) -> Self {
        id.to_string()
    }
}

impl TryFrom<String> for EventId {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for EventId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // From the right: an annotator's name may have slashes.
        let mut parts = text.rsplitn(3, '/');
        let number = parts.next().and_then(|number| {
            // One spelling for one number, so that equal ids are equal texts.
            number.parse::<u64>().ok().filter(|value| value.to_string() == number)
        });
        match (number, parts.next(), parts.next()) {
            (Some(number), Some(session), Some(annotator)) => Self::new(annotator, session, number),
            _ => Err(format!(
                "found the event id {text:?}; expected `annotator/session/number`, as `ann/s1/3`"
            )),
        }
    }
}
