//! The first page: an example already judged, and the doors.

use crate::components::compare::Comparison;
use crate::components::open::OpenBundle;
use crate::routes::Compare;
use crate::state::examples::EXAMPLES;
use crate::state::texts::Texts;
use leptos::prelude::*;

/// The first page.
#[component]
pub fn Start() -> impl IntoView {
    let texts = Texts::new(&Compare::default());
    let is_first = move || texts.a.get() == EXAMPLES[0].candidate;
    view! {
        <h1>"Does the formula say what the rule says?"</h1>
        <p>
            "Vedette checks what an AI agent understood, plans and did against temporal logic. \
            Everything runs in this browser: nothing is uploaded, nothing to install."
        </p>
        <Show when=is_first>
            <p>
                "The rule: " <q>{EXAMPLES[0].words}</q>
                " Someone wrote the candidate below. Edit either one: the verdict follows."
            </p>
        </Show>
        <Comparison texts=texts />
        <div class="doors">
            <a class="card" href="#/compare">
                <strong>"Compare"</strong>
                <p>"Two formulas: equivalent, stronger, weaker, or neither, with the traces that tell them apart."</p>
            </a>
            <a class="card" href="#/play">
                <strong>"Playground"</strong>
                <p>"Formulas on a trace that you edit: the truth of every part at every time, why, and the automaton's run."</p>
            </a>
            <a class="card" href="#/r">
                <strong>"Results"</strong>
                <p>"What agents did: every rule on every task, with the counterexample in the tree of runs."</p>
            </a>
            <a class="card" href="#/help">
                <strong>"Help"</strong>
                <p>"The notation, the readings, what each verdict means, the keys."</p>
            </a>
        </div>
        <OpenBundle />
    }
}
