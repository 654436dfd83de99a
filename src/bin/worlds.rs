//! The room of worlds.

use leptos::prelude::*;
use vedette_web::pages::worlds::WorldsPage;
use vedette_web::rooms::{Handed, Room, enter, receive};

fn main() {
    enter(Room::Worlds, |route| {
        let here = Memo::new(move |_| route.with(Option::is_some));
        // Files may be dropped before the page is shown.
        let handed = RwSignal::new_local(None::<Handed>);
        receive(Room::Worlds, move |what| handed.set(Some(what)));
        move || here.get().then(|| view! { <WorldsPage handed=handed /> })
    });
}
