//! Annotate: does a formula say what a rule in words says? The log of who judged what, the state that it
//! comes to, and what makes judging fast: traces that tell a formula from its misreadings.
//!
//! ```
//! use vedette_annotate::{Decision, Log, Role, What, Writer, fold, import};
//!
//! let found = import::import(b"never p => G !p\nalways q => F q\n", &import::Wanted::default()).unwrap();
//! let mut log = Log::default();
//! let mut ann = Writer::new("ann", "tab1", &log).unwrap();
//! for event in ann.items(1, found.items) {
//!     log.insert(event);
//! }
//! let state = fold(&log);
//! let id = state.items.keys().nth(1).unwrap().clone();
//! let repair = Decision::Repair { formula: "G q".into() };
//! log.insert(ann.event(2, Role::Label, Some(&id), state.decide("ann", Role::Label, &id, repair)));
//! let state = fold(&log);
//! assert_eq!(state.progress("ann", Role::Label).decided, 1);
//! ```
//!
//! The crate is pure: it reads no clock and no file; times and texts come in. The page and the companion
//! keep the log, each in its own way.

pub mod agreement;
pub mod event;
pub mod export;
mod fold;
mod history;
mod id;
pub mod import;
mod item;
pub mod kappa;
mod log;
pub mod prepare;
mod preview;
pub mod protocol;
mod state;
mod writer;

pub use event::{Allowed, Decision, Event, Role, What};
pub use fold::{fold, refold, refold_all};
pub use history::{History, history};
pub use id::EventId;
pub use item::{Item, Note};
pub use log::{Damage, Inserted, Log, ReadLog, event as read_event};
pub use preview::{Counts, Preview, preview};
pub use state::{Answered, Comment, Held, ItemState, Opinion, Progress, State, Version};
pub use writer::Writer;
