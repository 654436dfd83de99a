//! The room of the playground.

use leptos::prelude::*;
use vedette_web::pages::playground::PlaygroundPage;
use vedette_web::rooms::{Room, enter};

fn main() {
    enter(Room::Playground, |route| {
        let here = Memo::new(move |_| route.with(Option::is_some));
        move || here.get().then(|| view! { <PlaygroundPage /> })
    });
}
