//! Who annotates in this browser, and in which role.

use gloo::storage::{LocalStorage, Storage};
use serde::{Deserialize, Serialize};
use vedette_annotate::{EventId, Role};

const KEY: &str = "vedette.annotate.who";

/// Somebody in a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Who {
    /// The name that stands in every event.
    pub name: String,
    /// The role.
    #[serde(default)]
    pub role: Role,
}

/// Every role: its name, and what it is called on the screen.
pub const ROLES: [(Role, &str, &str); 3] = [
    (Role::Label, "label", "label: judge each rule first"),
    (Role::Check, "check", "check: look over what others judged"),
    (Role::Judge, "judge", "judge: settle where others differ"),
];

impl Who {
    /// Who annotated here last; a stranger gets a name that no other is likely to have.
    pub fn load() -> Self {
        LocalStorage::get(KEY).unwrap_or_else(|_| {
            let who = Self { name: format!("annotator-{}", letters(4)), role: Role::Label };
            who.keep();
            who
        })
    }

    /// Remembers it.
    pub fn keep(&self) {
        // Where nothing can be kept it lasts for this visit.
        let _ = LocalStorage::set(KEY, self);
    }

    /// Whether a name can stand in events; else why not.
    pub fn check(name: &str) -> Result<(), String> {
        EventId::new(name, "s", 0).map(|_| ())
    }
}

/// The name of a session that no other tab has.
pub fn session() -> String {
    let time = format!("{:x}", super::saver::now());
    format!("{time}-{}", letters(6))
}

fn letters(count: usize) -> String {
    let letter = |_| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a number from 0 to 25"
        )]
        let at = (js_sys::Math::random() * 26.0) as u8;
        char::from(b'a' + at.min(25))
    };
    (0..count).map(letter).collect()
}
