//! Rooms: parts of the app that are programs of their own, loaded when somebody first enters.
//!
//! The first page must be there at once, and grows with nothing that it does not show. So the app is
//! one *front* (`src/main.rs`: the bar, Start, Compare, Help) and rooms beside it (`src/bin/`), each
//! its own WebAssembly, with its own worker once it asks for one. A room lives in an element of the
//! front's page, keeps its state while other pages are shown, and shows something only while the
//! address is its own. Front and rooms share the document and nothing else:
//!
//! * the address, told by events ([`crate::state::navigation`]);
//! * the setting of single keys, an attribute of the document ([`crate::state::settings`]);
//! * what was dropped or chosen for a room, handed over at its element ([`Handed`]).
//!
//! A script of the page loads a room when the front asks ([`host`]); in a page of one file it takes
//! it from the page itself.

pub mod enter;
pub mod handed;
pub mod host;

pub use enter::enter;
pub use handed::{Handed, receive};
pub use host::Hosts;

use crate::routes::Route;

/// A part of the app that is loaded on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// What agents did.
    Results,
    /// Formulas on a trace.
    Playground,
    /// Agent programs.
    Plans,
    /// Judging ground-truth formulas.
    Annotate,
    /// Scenes, and programs in them.
    Worlds,
}

impl Room {
    /// All rooms.
    pub const ALL: [Self; 5] =
        [Self::Results, Self::Playground, Self::Plans, Self::Annotate, Self::Worlds];

    /// The room that shows a route; none for the front.
    pub fn of(route: &Route) -> Option<Self> {
        match route {
            Route::Results(_) | Route::Item(_) | Route::Diff(_) => Some(Self::Results),
            Route::Play(_) | Route::PlayPacked(_) => Some(Self::Playground),
            Route::Plan(_) => Some(Self::Plans),
            Route::Annotate(_) => Some(Self::Annotate),
            Route::World(_) => Some(Self::Worlds),
            Route::Start
            | Route::Compare(_)
            | Route::Answers(_)
            | Route::Help
            | Route::Unknown(_) => None,
        }
    }

    /// The name of its program.
    pub fn name(self) -> &'static str {
        match self {
            Self::Results => "results",
            Self::Playground => "playground",
            Self::Plans => "plans",
            Self::Annotate => "annotate",
            Self::Worlds => "worlds",
        }
    }

    /// Whether the page has it: a site of one file carries only what shows results.
    pub fn is_here(self) -> bool {
        let meta = format!("meta[name=vedette-room-{}]", self.name());
        leptos::prelude::document().query_selector(&meta).is_ok_and(|found| found.is_some())
    }

    /// The id of the element it lives in.
    fn id(self) -> String {
        format!("room-{}", self.name())
    }
}
