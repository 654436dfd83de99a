//! The first page: an example already judged, and the doors.

use crate::components::compare::Comparison;
use crate::components::open::OpenBundle;
use crate::rooms::Room;
use crate::routes::Compare;
use crate::state::examples::EXAMPLES;
use crate::state::texts::Texts;
use leptos::prelude::*;

/// The other pages, in the order of the bar: name, address, the room it is in, and what it is for.
const DOORS: [(&str, &str, Option<Room>, &str); 7] = [
    (
        "Compare",
        "#/compare",
        None,
        "Two formulas: equivalent, stronger, weaker, or neither, with the traces that tell them apart.",
    ),
    (
        "Playground",
        "#/play",
        Some(Room::Playground),
        "Formulas on a trace that you edit: the truth of every part at every time, why, and the automaton's run.",
    ),
    (
        "Annotate",
        "#/annotate",
        Some(Room::Annotate),
        "Judge whether formulas say what their rules say: short traces first, one key a decision, agreement of two.",
    ),
    (
        "Plans",
        "#/plan",
        Some(Room::Plans),
        "An agent's program against policies before it runs: the run that breaks one, and a change that would not.",
    ),
    (
        "Worlds",
        "#/world",
        Some(Room::Worlds),
        "A plan in a household, step by step, seen from above, with the safety rules of the scene.",
    ),
    (
        "Results",
        "#/r",
        Some(Room::Results),
        "What agents did: every rule on every task, with the counterexample in the tree of runs.",
    ),
    ("Help", "#/help", None, "The notation, the readings, what each verdict means, the keys."),
];

/// The first page.
#[component]
pub fn Start() -> impl IntoView {
    let texts = Texts::new(&Compare::default());
    let doors: Vec<_> = DOORS
        .into_iter()
        .filter(|(_, _, room, _)| room.is_none_or(Room::is_here))
        .map(|(name, href, _, what)| {
            view! {
                <a class="card" href=href>
                    <strong>{name}</strong>
                    <p>{what}</p>
                </a>
            }
        })
        .collect();
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
        <div class="doors">{doors}</div>
        <OpenBundle />
    }
}

#[cfg(test)]
mod tests {
    use super::DOORS;
    use crate::rooms::Room;
    use crate::routes::Route;

    #[test]
    fn every_door_leads_to_the_page_that_it_names() {
        for (name, href, room, _) in DOORS {
            let route = Route::parse(href);
            assert!(!matches!(route, Route::Unknown(_) | Route::Start), "{name}");
            assert_eq!(Room::of(&route), room, "{name}");
        }
    }
}
