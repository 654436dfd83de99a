//! Which key does what while annotating. Keys can be changed, and are kept in this browser.
//!
//! ```
//! use vedette_web::state::annotate::keymap::{Act, Keymap, Phase};
//!
//! let mut keys = Keymap::default();
//! assert_eq!(keys.act(Phase::Blind, "y"), Some(Act::Yes));
//! assert_eq!(keys.act(Phase::Decide, "a"), Some(Act::Accept));
//! assert_eq!(keys.act(Phase::Decide, "y"), None, "no trace is asked about any more");
//! keys.set(Act::Accept, "Enter").unwrap();
//! assert_eq!(keys.act(Phase::Decide, "a"), None);
//! assert!(keys.set(Act::Reject, "Enter").is_err(), "one key, one meaning");
//! ```
//!
//! Backspace and Delete are never decisions: who presses them means a text.

use gloo::storage::{LocalStorage, Storage};
use std::collections::BTreeMap;

const KEY: &str = "vedette.annotate.keys";

/// What the screen asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Traces, while the formula is hidden.
    Blind,
    /// A decision on the formula.
    Decide,
}

/// What a key can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The rule should allow the trace.
    Yes,
    /// It should not.
    No,
    /// The rule does not say.
    Unsure,
    /// Show the formula without further answers.
    Reveal,
    /// The formula says what the rule says.
    Accept,
    /// It should be another formula.
    Repair,
    /// It is wrong.
    Reject,
    /// The rule is unclear.
    Unclear,
    /// Later.
    Skip,
    /// Mark the item.
    Flag,
    /// Write a remark.
    Comment,
    /// The next item, undecided.
    Next,
    /// The item before.
    Previous,
    /// Take back.
    Undo,
    /// Do again.
    Redo,
    /// Show or hide the guidelines.
    Guidelines,
    /// Save a file.
    Export,
}

use Act::{
    Accept, Comment, Export, Flag, Guidelines, Next, No, Previous, Redo, Reject, Repair, Reveal,
    Skip, Unclear, Undo, Unsure, Yes,
};

/// Every act: its name where it is kept, its usual key, what it does in words.
pub const ACTS: [(Act, &str, &str, &str); 17] = [
    (Yes, "yes", "y", "the rule should allow the trace"),
    (No, "no", "n", "the rule should forbid the trace"),
    (Unsure, "unsure", "u", "the rule does not say"),
    (Reveal, "reveal", "v", "show the formula without further answers"),
    (Accept, "accept", "a", "accept the formula"),
    (Repair, "repair", "r", "write a better formula; with one, take it"),
    (Reject, "reject", "x", "reject the formula"),
    (Unclear, "unclear", "u", "the rule is unclear"),
    (Skip, "skip", "s", "skip: come back later"),
    (Flag, "flag", "f", "flag the item, or take the flag off"),
    (Comment, "comment", "c", "write a comment"),
    (Next, "next", "j", "next item"),
    (Previous, "previous", "k", "item before"),
    (Undo, "undo", "z", "undo the last decision (also Ctrl+Z)"),
    (Redo, "redo", "Z", "redo (also Ctrl+Shift+Z)"),
    (Guidelines, "guidelines", "h", "show or hide the guidelines"),
    (Export, "export", "e", "save everything as a file"),
];

impl Act {
    fn row(self) -> usize {
        ACTS.iter().position(|(act, ..)| *act == self).unwrap_or(0)
    }

    /// Its name where keys are kept.
    pub fn name(self) -> &'static str {
        ACTS[self.row()].1
    }

    /// Whether it means something in this phase.
    pub fn is_of(self, phase: Phase) -> bool {
        match self {
            Yes | No | Unsure | Reveal => phase == Phase::Blind,
            Accept | Repair | Reject | Unclear => phase == Phase::Decide,
            _ => true,
        }
    }
}

/// Keys that differ from the usual ones, by the act's name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap(BTreeMap<String, String>);

impl Keymap {
    /// The keys of this browser.
    pub fn load() -> Self {
        Self(LocalStorage::get(KEY).unwrap_or_default())
    }

    /// Keeps them.
    pub fn keep(&self) {
        // Where nothing can be kept they last for this visit.
        let _ = LocalStorage::set(KEY, &self.0);
    }

    /// The key of an act.
    pub fn key(&self, act: Act) -> &str {
        let (_, name, usual, _) = ACTS[act.row()];
        self.0.get(name).map_or(usual, String::as_str)
    }

    /// What a key does in a phase.
    pub fn act(&self, phase: Phase, key: &str) -> Option<Act> {
        ACTS.iter().map(|(act, ..)| *act).find(|act| act.is_of(phase) && self.key(*act) == key)
    }

    /// Gives an act another key.
    ///
    /// # Errors
    /// If the key is taken, or is none that can be a decision.
    pub fn set(&mut self, act: Act, key: &str) -> Result<(), String> {
        if matches!(key, "Backspace" | "Delete" | "Tab" | "Escape" | "?" | "Shift" | "Control") {
            return Err(format!("{key} cannot be used here"));
        }
        let shared = |other: Act| {
            [Phase::Blind, Phase::Decide].into_iter().any(|p| act.is_of(p) && other.is_of(p))
        };
        let taken = ACTS
            .iter()
            .find(|(other, ..)| *other != act && shared(*other) && self.key(*other) == key);
        if let Some((.., does)) = taken {
            return Err(format!("{key} is taken: {does}"));
        }
        self.0.insert(act.name().into(), key.into());
        Ok(())
    }

    /// All usual keys again.
    pub fn reset(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{ACTS, Keymap, Phase};

    #[test]
    fn every_usual_key_has_one_meaning_in_each_phase() {
        let keys = Keymap::default();
        for phase in [Phase::Blind, Phase::Decide] {
            for (act, name, usual, _) in ACTS {
                if act.is_of(phase) {
                    assert_eq!(keys.act(phase, usual), Some(act), "{name} in {phase:?}");
                }
            }
        }
    }

    #[test]
    fn keys_that_mean_a_text_are_refused() {
        let mut keys = Keymap::default();
        for key in ["Backspace", "Delete", "Tab", "Escape", "?"] {
            assert!(keys.set(super::Act::Reject, key).is_err(), "{key}");
        }
        assert_eq!(keys, Keymap::default());
    }
}
