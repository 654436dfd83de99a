//! Two formulas compared; the address follows what is typed.

use crate::components::compare::Comparison;
use crate::routes::Route;
use crate::state::navigation::Navigation;
use crate::state::texts::Texts;
use leptos::prelude::*;
use vedette_report::semantic::listing::Filter;

/// The page.
#[component]
pub fn ComparePage() -> impl IntoView {
    let navigation = expect_context::<Navigation>();
    let asked = match navigation.route.get_untracked() {
        Route::Compare(compare) => compare,
        _ => crate::routes::Compare::default(),
    };
    let texts = Texts::new(&asked);
    // Someone may follow a link to another comparison while this one is shown.
    Effect::new(move |_| {
        if let Route::Compare(compare) = navigation.route.get() {
            texts.set(&compare);
        }
    });
    Effect::new(move |_| {
        let compare = texts.address();
        let here = navigation.route.with_untracked(|route| matches!(route, Route::Compare(_)));
        if here && !(compare.a.is_empty() && compare.b.is_empty()) {
            navigation.replace(Route::Compare(compare));
        }
    });
    view! {
        <h1>"Compare two formulas"</h1>
        <p class="quiet">
            "The candidate is held against the truth: each must imply the other, or a trace shows where they part. "
            <a href=Route::Answers(Filter::default()).to_string()>"Compare a whole file"</a>
            "."
        </p>
        <Comparison texts=texts />
    }
}
