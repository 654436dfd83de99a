//! The room of annotation.

use leptos::prelude::*;
use vedette_web::pages::annotate::AnnotatePage;
use vedette_web::rooms::{Room, enter};

fn main() {
    enter(Room::Annotate, |route| {
        let here = Memo::new(move |_| route.with(Option::is_some));
        move || here.get().then(|| view! { <AnnotatePage /> })
    });
}
