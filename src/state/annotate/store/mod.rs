//! Where annotations lie in this browser: an append-only log in `IndexedDB`.
//!
//! A record of the log is what was appended at once: one event a line, many lines after an import. A
//! record is added under a fresh number and never written again, so that a page that is killed at any
//! moment leaves a log that is whole up to its last record ([`log`]). What is being typed lies beside
//! it, a text a field, and is written over with every stroke ([`Log::keep_draft`]).
//!
//! Three things can go wrong and are told apart ([`Trouble`]): there is no storage (a private window
//! of some browsers), it is full, and it was cleared while the page was open. Clearing while it was
//! closed shows in what [`marker`] remembers elsewhere.
//!
//! web-sys binds the calls that this needs; wrappers add a version to keep in step and hide when a
//! transaction ends, which is what "saved" means here.

mod idb;
pub mod journal;
pub mod lock;
pub mod log;
pub mod marker;
pub mod persist;

pub use log::Log;

/// Why something could not be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The browser offers no storage to this page.
    Unavailable(String),
    /// There is no room left.
    Full,
    /// The storage was cleared or taken away while the page was open.
    Gone,
    /// Anything else, as the browser says it.
    Failed(String),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unavailable(what) => write!(
                f,
                "this browser keeps nothing for this page ({what}); a private window or a setting \
                 forbids it"
            ),
            Self::Full => {
                write!(f, "the browser's storage is full; make room, or go on from a file")
            }
            Self::Gone => write!(f, "the browser's storage was cleared while this page was open"),
            Self::Failed(what) => write!(f, "the browser could not write: {what}"),
        }
    }
}
