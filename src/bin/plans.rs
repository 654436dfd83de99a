//! The room of agent programs.

use leptos::prelude::*;
use vedette_web::pages::plans::PlansPage;
use vedette_web::rooms::{Room, enter};

fn main() {
    enter(Room::Plans, |route| {
        let here = Memo::new(move |_| route.with(Option::is_some));
        move || here.get().then(|| view! { <PlansPage /> })
    });
}
