//! The address of a page that keeps all it shows there, and the link that one may take along.
//!
//! What a page wrote into its address is not read back as news. A state that is too much for a link leaves
//! the bare address of the page: one that says something else would bring back another state.

use super::navigation::{Navigation, link};
use crate::routes::Route;
use leptos::prelude::*;

/// Longer links are not made: a file is safer.
const TOO_LONG: usize = 8_000;

/// The address of a page.
#[derive(Clone, Copy, Debug)]
pub struct OwnAddress {
    /// The link to what is shown; blank while there is none.
    pub link: RwSignal<String>,
    /// Whether what is shown is too much for a link.
    pub is_too_long: RwSignal<bool>,
    navigation: Navigation,
    is_own: fn(&Route) -> bool,
    here: StoredValue<Option<Route>>,
}

impl OwnAddress {
    /// The address of the page whose routes these are.
    pub fn new(is_own: fn(&Route) -> bool) -> Self {
        Self {
            link: RwSignal::new(String::new()),
            is_too_long: RwSignal::new(false),
            navigation: expect_context(),
            is_own,
            here: StoredValue::new(None),
        }
    }

    /// A route of the page that it did not write itself, and whether it is the first. It is news once.
    pub fn news(self) -> Option<(Route, bool)> {
        let route = self.navigation.route.get();
        if !(self.is_own)(&route) || self.here.with_value(|here| here.as_ref() == Some(&route)) {
            return None;
        }
        let first = self.here.with_value(Option::is_none);
        self.here.set_value(Some(route.clone()));
        Some((route, first))
    }

    /// The news could not be understood yet: they are news again.
    pub fn ask_again(self) {
        self.here.set_value(None);
    }

    /// What is shown has this route, which is not written into the address.
    pub fn offer(self, route: &Route) {
        self.is_too_long.set(false);
        self.link.set(link(route));
    }

    /// What is shown has this route.
    pub fn say(self, route: Route) {
        self.offer(&route);
        self.write(route);
    }

    /// What is shown has this route, unless it is too long: then the address is the `bare` one.
    pub fn say_packed(self, route: Route, bare: Route) {
        if route.to_string().len() > TOO_LONG {
            self.give_up(bare);
        } else {
            self.say(route);
        }
    }

    /// Whether a state of so many bytes need not be packed to know that it is too much, which it then says.
    pub fn is_hopeless(self, bytes: usize, bare: impl FnOnce() -> Route) -> bool {
        let hopeless = bytes > 40 * TOO_LONG;
        if hopeless {
            self.give_up(bare());
        }
        hopeless
    }

    fn give_up(self, bare: Route) {
        self.is_too_long.set(true);
        self.link.set(String::new());
        self.write(bare);
    }

    fn write(self, route: Route) {
        if self.navigation.route.with_untracked(self.is_own) {
            self.here.set_value(Some(route.clone()));
            self.navigation.replace(route);
        }
    }
}
