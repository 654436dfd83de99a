//! The room of annotation.

use leptos::prelude::*;
use vedette_web::pages::annotate::{AnnotatePage, open_room};
use vedette_web::rooms::{Room, enter};

fn main() {
    enter(Room::Annotate, |route| {
        let room = open_room();
        let here = Memo::new(move |_| route.with(Option::is_some));
        move || here.get().then(|| view! { <AnnotatePage room=room /> })
    });
}
