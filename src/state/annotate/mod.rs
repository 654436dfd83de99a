//! What the room of annotation remembers and does.
//!
//! A [`session::Session`] is an open set: its log in memory, folded to a state, and saved by
//! [`saver`] into the log of the browser ([`store`]). A [`desk::Desk`] is what lies before the
//! annotator: the item, its traces, which the worker prepared ahead ([`ahead`]), what is typed.
//! [`live`] exchanges a set with a log that several browsers share.

pub mod ahead;
pub mod bringing;
pub mod desk;
pub mod files;
pub mod keymap;
pub mod live;
pub mod queue;
pub mod room;
pub mod saver;
pub mod session;
pub mod settings;
pub mod store;
pub mod who;
