//! The room of results: the list, one result, two models side by side.

use leptos::prelude::*;
use vedette_web::pages::diff::DiffPage;
use vedette_web::pages::item::ItemPage;
use vedette_web::pages::results::ResultsPage;
use vedette_web::rooms::{Handed, Room, enter, receive};
use vedette_web::routes::Route;
use vedette_web::state::dom::mend_focus;
use vedette_web::state::results::Results;

/// Which page is shown, whatever it shows: a filter must not build the page anew.
#[derive(Clone, Copy, PartialEq)]
enum Page {
    List,
    Item,
    Diff,
}

fn main() {
    enter(Room::Results, |route| {
        let results = Results::new();
        provide_context(results);
        receive(Room::Results, move |handed| match handed {
            Handed::Files(files) => results.open_files(files),
            Handed::Address(address) => results.open_address(&address),
            Handed::Failed(problem) => results.fail(problem),
        });
        let page = Memo::new(move |_| {
            route.with(|route| match route {
                Some(Route::Results(_)) => Some(Page::List),
                Some(Route::Item(_)) => Some(Page::Item),
                Some(Route::Diff(_)) => Some(Page::Diff),
                _ => None,
            })
        });
        Effect::new(move |before: Option<Option<Route>>| {
            let now = route.get();
            if before.flatten().is_some() && now.is_some() {
                mend_focus();
            }
            now
        });
        move || match page.get() {
            Some(Page::List) => view! { <ResultsPage /> }.into_any(),
            Some(Page::Item) => view! { <ItemPage /> }.into_any(),
            Some(Page::Diff) => view! { <DiffPage /> }.into_any(),
            None => ().into_any(),
        }
    });
}
