//! Where the page is: a signal in every program of the page (the front, and each room), kept in step
//! with the address. Whoever changes the address tells the others by an event; the front has the
//! window's title and its scrolling.
//!
//! Typing replaces the address; following a link adds to the history. How far a page was scrolled is
//! kept with its entry of the history, so that Back returns to the same line.

use crate::routes::Route;
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::Event;

/// Told after the address was changed, as by a link.
const MOVED: &str = "vedette-moved";
/// Told after the address was changed while the page stays, as by typing.
const REPLACED: &str = "vedette-replaced";

/// The current page.
#[derive(Clone, Copy, Debug)]
pub struct Navigation {
    /// Where the page is, as the address says.
    pub route: RwSignal<Route>,
}

impl Navigation {
    /// Reads the address, and follows it from now on.
    pub fn follow() -> Self {
        let here = Self { route: RwSignal::new(Route::parse(&address())) };
        for event in ["popstate", "hashchange", MOVED, REPLACED] {
            EventListener::new(&window(), event, move |_| here.arrive()).forget();
        }
        here
    }

    /// Follows the address, and has the window's title and scrolling.
    pub fn lead() -> Self {
        if let Some(start) = start().filter(|_| !address().contains('#')) {
            write(&start, true);
        }
        if let Ok(history) = window().history() {
            // The page is built after the browser would have scrolled.
            let _ = history.set_scroll_restoration(web_sys::ScrollRestoration::Manual);
        }
        let here = Self::follow();
        for event in ["popstate", "hashchange", MOVED] {
            EventListener::new(&window(), event, |_| restore_scroll()).forget();
        }
        let pending: StoredValue<Option<Timeout>, LocalStorage> = StoredValue::new_local(None);
        EventListener::new(&window(), "scroll", move |_| {
            pending.set_value(Some(Timeout::new(120, remember_scroll)));
        })
        .forget();
        Effect::new(move |_| document().set_title(&here.route.get().title()));
        here
    }

    fn arrive(self) {
        let route = Route::parse(&address());
        if self.route.get_untracked() != route {
            self.route.set(route);
        }
    }

    /// Changes the address without a new entry in the history.
    pub fn replace(self, route: Route) {
        if self.route.get_untracked() == route {
            return;
        }
        write(&route, true);
        self.route.set(route);
        tell(REPLACED);
    }

    /// Goes to a page, as a link would.
    pub fn go(self, route: &Route) {
        if self.route.get_untracked() == *route {
            return;
        }
        remember_scroll();
        write(route, false);
        self.arrive();
        tell(MOVED);
    }
}

/// The page that this site opens at, where it says so: `vedette bundle site` and `vedette annotate
/// site` name one.
pub fn start() -> Option<Route> {
    let found = document().query_selector("meta[name=vedette-start]").ok().flatten()?;
    found.get_attribute("content").map(|start| Route::parse(&start))
}

fn tell(event: &str) {
    if let Ok(event) = Event::new(event) {
        // Listeners here throw nothing.
        let _ = window().dispatch_event(&event);
    }
}

/// The whole address of a route, to be copied.
pub fn link(route: &Route) -> String {
    let href = address();
    format!("{}{route}", href.split('#').next().unwrap_or_default())
}

fn address() -> String {
    window().location().href().unwrap_or_default()
}

fn write(route: &Route, replace: bool) {
    let Ok(history) = window().history() else { return };
    let url = route.to_string();
    // Browsers refuse very long addresses and too many changes; the page goes on without.
    let _ = if replace {
        let y = JsValue::from(window().scroll_y().unwrap_or(0.0));
        history.replace_state_with_url(&y, "", Some(&url))
    } else {
        history.push_state_with_url(&JsValue::NULL, "", Some(&url))
    };
}

/// Scrolls to where the page was left; a new one begins at its top.
fn restore_scroll() {
    let y = window().history().ok().and_then(|history| history.state().ok());
    let y = y.and_then(|state| state.as_f64()).unwrap_or(0.0);
    Timeout::new(0, move || window().scroll_to_with_x_and_y(0.0, y)).forget();
}

fn remember_scroll() {
    if let Ok(history) = window().history() {
        let y = JsValue::from(window().scroll_y().unwrap_or(0.0));
        let _ = history.replace_state(&y, "");
    }
}
