//! How the languages of two formulas lie to one another, as a picture: four regions, and which of
//! them have members.

use super::copy::SavePicture;
use leptos::prelude::*;
use vedette_report::compare::{CompareReport, Region, Regions};

/// A circle: centre and radius.
type Circle = (f64, f64, f64);

/// Where the two languages are drawn, and where the signs of the regions stand.
struct Plan {
    candidate: Circle,
    truth: Circle,
    /// Where the name of the candidate's circle stands, and of the truth's.
    names: [(f64, f64); 2],
    /// Signs of: both, candidate only, truth only, neither.
    signs: [(f64, f64); 4],
}

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 220.0;
/// Where the sign of what neither allows stands.
const OUTSIDE: (f64, f64) = (24.0, 200.0);

/// The circles that say the same as the regions.
fn plan(regions: Regions) -> Plan {
    let empty = |region| region == Region::Empty;
    match (empty(regions.candidate_only), empty(regions.truth_only)) {
        (true, true) => Plan {
            candidate: (210.0, 118.0, 80.0),
            truth: (210.0, 118.0, 80.0),
            names: [(210.0, 30.0), (210.0, 30.0)],
            signs: [(210.0, 118.0), (0.0, 0.0), (0.0, 0.0), OUTSIDE],
        },
        (true, false) => Plan {
            candidate: (210.0, 138.0, 46.0),
            truth: (210.0, 118.0, 88.0),
            names: [(210.0, 112.0), (210.0, 22.0)],
            signs: [(210.0, 142.0), (0.0, 0.0), (210.0, 62.0), OUTSIDE],
        },
        (false, true) => Plan {
            candidate: (210.0, 118.0, 88.0),
            truth: (210.0, 138.0, 46.0),
            names: [(210.0, 22.0), (210.0, 112.0)],
            signs: [(210.0, 142.0), (210.0, 62.0), (0.0, 0.0), OUTSIDE],
        },
        (false, false) if empty(regions.both) => Plan {
            candidate: (115.0, 118.0, 76.0),
            truth: (305.0, 118.0, 76.0),
            names: [(115.0, 30.0), (305.0, 30.0)],
            signs: [(0.0, 0.0), (115.0, 118.0), (305.0, 118.0), (210.0, 200.0)],
        },
        (false, false) => Plan {
            candidate: (160.0, 118.0, 80.0),
            truth: (260.0, 118.0, 80.0),
            names: [(120.0, 28.0), (300.0, 28.0)],
            signs: [(210.0, 118.0), (118.0, 118.0), (302.0, 118.0), OUTSIDE],
        },
    }
}

/// A region in words, and the element that shows a word of it.
struct Entry {
    name: &'static str,
    region: Region,
    target: &'static str,
}

fn entries(regions: Regions) -> [Entry; 4] {
    let entry = |name, region, target| Entry { name, region, target };
    [
        entry("both allow", regions.both, "witness-both"),
        entry("only the candidate allows", regions.candidate_only, "witness-candidate-only"),
        entry("only the truth allows", regions.truth_only, "witness-truth-only"),
        entry("neither allows", regions.neither, "witness-neither"),
    ]
}

fn sign(region: Region) -> &'static str {
    match region {
        Region::Inhabited => "●",
        Region::Unknown => "?",
        Region::Empty => "∅",
    }
}

/// The picture, and the same in words: each region with a way to its example.
pub(super) fn relation(report: &CompareReport) -> Option<impl IntoView + use<>> {
    let regions = report.regions?;
    let plan = plan(regions);
    let entries = entries(regions);
    let spoken: Vec<String> = entries
        .iter()
        .map(|entry| {
            let there = match entry.region {
                Region::Inhabited => "some",
                Region::Empty => "none",
                Region::Unknown => "not known whether any",
            };
            format!("traces that {}: {there}", entry.name)
        })
        .collect();
    let same = plan.candidate == plan.truth;
    let circle = |(x, y, r): Circle, class: &'static str| {
        view! { <circle class=class cx=x cy=y r=r /> }
    };
    let name = |(x, y): (f64, f64), text: &'static str| {
        view! { <text class="name" x=x y=y text-anchor="middle">{text}</text> }
    };
    let names = if same {
        vec![name(plan.names[0], "candidate = truth")]
    } else {
        vec![name(plan.names[0], "candidate"), name(plan.names[1], "truth")]
    };
    let signs: Vec<_> = entries
        .iter()
        .zip(plan.signs)
        .filter(|(entry, at)| *at != (0.0, 0.0) || entry.region == Region::Unknown)
        .map(|(entry, (x, y))| {
            view! { <text class="sign" x=x y=y + 5.0 text-anchor="middle">{sign(entry.region)}</text> }
        })
        .collect();
    let list: Vec<_> = entries.into_iter().map(line).collect();
    Some(view! {
        <section id="relation" class="witness">
            <h2>"How they lie to one another"</h2>
            <div class="relation">
                <svg
                    id="picture-relation"
                    class="picture regions"
                    role="img"
                    aria-label=spoken.join("; ")
                    width=WIDTH
                    height=HEIGHT
                    viewBox=format!("0 0 {WIDTH} {HEIGHT}")
                    xmlns="http://www.w3.org/2000/svg"
                >
                    <rect class="world" x="1" y="1" width=WIDTH - 2.0 height=HEIGHT - 2.0 rx="6" />
                    {circle(plan.truth, "language truth")}
                    {circle(plan.candidate, "language candidate")}
                    {names}
                    {signs}
                </svg>
                <ul class="regions">{list}</ul>
            </div>
            <SavePicture picture="picture-relation" name="relation.svg" />
        </section>
    })
}

/// One region in words.
fn line(entry: Entry) -> impl IntoView {
    let Entry { name, region, target } = entry;
    let show = move |_| {
        if let Some(element) = document().get_element_by_id(target) {
            if let Ok(Some(details)) = element.closest("details") {
                // An attribute without blanks is always accepted.
                let _ = details.set_attribute("open", "");
            }
            element.scroll_into_view();
        }
    };
    let rest = match region {
        Region::Inhabited => view! {
            <button type="button" class="link" on:click=show>
                "show one"
            </button>
        }
        .into_any(),
        Region::Empty => view! { <strong>"none"</strong> }.into_any(),
        Region::Unknown => view! { "not decided within the limit" }.into_any(),
    };
    view! {
        <li data-region=target data-inhabited=(region == Region::Inhabited).to_string()>
            <span aria-hidden="true">{sign(region)} " "</span>
            "Traces that "
            {name}
            ": "
            {rest}
        </li>
    }
}
