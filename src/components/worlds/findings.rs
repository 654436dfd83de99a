//! What the constraints of the scene come to together, beside the list of them.

use crate::routes::{Compare, Route};
use crate::state::worlds::Worlds;
use leptos::prelude::*;
use vedette_report::world::view::{FindingView, Findings as Found, NamedRule};

/// The most findings that are listed.
const LISTED: usize = 60;
/// The longest formulas that are taken to Compare, in bytes: the address must stay one.
const LONG: usize = 3_000;

/// How a finding looks: class, glyph, word, and what it says of the constraints that follow.
fn look(kind: &str) -> (&'static str, &'static str, &'static str, &'static str) {
    match kind {
        "contradiction" => ("violated", "✗", "contradiction", "no run can keep these together:"),
        "blocked" => {
            ("violated", "✗", "conflict", "these together exclude what one of them is about:")
        }
        "violated_at_start" => {
            ("open", "!", "at the start", "no run from this scene can keep, whatever is done:")
        }
        "duplicate" => ("also", "=", "duplicate", "say the same:"),
        "implied" => ("also", "⊂", "implied", "the first says all that the second says:"),
        _ => ("fault", "?", "other", ""),
    }
}

/// How many findings of which kind, in a sentence.
fn sentence(found: &Found) -> String {
    if let Some(problem) = &found.problem {
        return format!("There are no constraints of this scene: {problem}");
    }
    let count = |kinds: &[&str]| {
        let of = found.counts.iter().filter(|(kind, _)| kinds.contains(&kind.as_str()));
        of.map(|(_, count)| count).sum::<usize>()
    };
    let told = [
        (count(&["contradiction", "blocked"]), "in conflict"),
        (count(&["violated_at_start"]), "broken before anybody acts"),
        (count(&["duplicate", "implied"]), "repeated by another"),
    ];
    let told: Vec<String> =
        told.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    let open = match found.unknown.len() {
        0 => String::new(),
        open => format!("; {open} questions were left open"),
    };
    let all = found.constraints;
    match told.is_empty() {
        true if open.is_empty() => {
            format!("{all} constraints of this scene: no conflict, none repeats another.")
        }
        true => format!("{all} constraints of this scene: nothing was found{open}."),
        false => format!("{all} constraints of this scene: {}{open}.", told.join(", ")),
    }
}

/// The sentence, and the findings within a fold that is open if there is a conflict.
#[component]
pub fn Findings(
    /// What is shown.
    worlds: Worlds,
) -> impl IntoView {
    move || {
        worlds.findings.with(|found| {
            let found = found.as_ref()?;
            let rows: Vec<_> =
                found.findings.iter().take(LISTED).map(|one| row(worlds, one)).collect();
            let all: usize = found.counts.iter().map(|(_, count)| count).sum();
            let left = all.saturating_sub(rows.len());
            let left = (left > 0)
                .then(|| view! { <p class="small quiet">{format!("{left} more are not listed.")}</p> });
            let open: Vec<_> = found
                .unknown
                .iter()
                .take(LISTED)
                .map(|one| view! { <li class="quiet">{format!("not decided: {one}")}</li> })
                .collect();
            let skipped: Vec<_> = found
                .skipped
                .iter()
                .take(LISTED)
                .map(|(template, why)| {
                    view! { <li><code>{template.clone()}</code> ": " {why.clone()}</li> }
                })
                .collect();
            let is_empty = rows.is_empty() && open.is_empty() && skipped.is_empty();
            let skipped = (!skipped.is_empty()).then(|| {
                let said = format!("{} templates give nothing here", found.skipped.len());
                view! { <details class="small quiet"><summary>{said}</summary><ul>{skipped}</ul></details> }
            });
            let conflict = found.findings.iter().any(|one| one.conflict);
            if is_empty {
                return Some(view! { <p id="findings" class="small">{sentence(found)}</p> }.into_any());
            }
            Some(view! {
                <details id="findings" open=conflict data-conflict=conflict.to_string()>
                    <summary>{sentence(found)}</summary>
                    <ul class="found">{rows}{open}</ul>
                    {left}
                    {skipped}
                </details>
            }
            .into_any())
        })
    }
}

fn row(worlds: Worlds, finding: &FindingView) -> impl IntoView + use<> {
    let (class, glyph, word, says) = look(&finding.kind);
    let rules: Vec<_> = finding.rules.iter().map(|rule| named(worlds, rule)).collect();
    let trigger = finding.trigger.clone().map(|trigger| {
        view! { <span class="small">"so that this never happens: " <code>{trigger}</code></span> }
    });
    let axioms: Vec<_> = finding
        .axioms
        .iter()
        .map(|axiom| view! { <span class="small quiet">" given " <code>{axiom.clone()}</code></span> })
        .collect();
    let compare = finding.comparison().filter(|(a, b)| a.len() + b.len() <= LONG).map(|(a, b)| {
        let route =
            Route::Compare(Compare { a, b, reading: "finite".into(), dialect: "vedette".into() });
        view! { <a class="small print-not" data-compare="" href=route.to_string()>"See it in Compare"</a> }
    });
    view! {
        <li data-kind=finding.kind.clone()>
            <span class=format!("chip {class}")><span aria-hidden="true">{glyph}</span> {word}</span>
            " " {says} " " {rules} {trigger} {axioms} " " {compare}
        </li>
    }
}

/// A constraint, as a way to it in the list.
fn named(worlds: Worlds, rule: &NamedRule) -> impl IntoView + use<> {
    let id = rule.id.clone();
    let go = move |_| {
        let report = worlds.report.get_untracked();
        let rule = report.as_ref().and_then(|r| r.rules.iter().find(|rule| rule.id == id));
        if let Some(rule) = rule {
            worlds.look_at(rule);
        }
    };
    view! {
        <button type="button" class="link" title=rule.words.clone() on:click=go>
            <code>{rule.id.clone()}</code>
        </button>
        " "
    }
}

#[cfg(test)]
mod tests {
    use super::sentence;
    use vedette_report::world::view::{FindingsQuestion, Templates, findings};

    #[test]
    fn a_sentence_says_what_was_found() {
        let asked = FindingsQuestion { scene: "kitchen".into(), templates: Templates::Vedette };
        let found = findings(&asked);
        let told = sentence(&found);
        assert!(
            told.contains("constraints of this scene: ") && told.contains("repeated by another"),
            "{told}"
        );
        let nothing = super::Found { constraints: 3, ..super::Found::default() };
        assert!(sentence(&nothing).contains("no conflict"));
        let open = super::Found { unknown: vec!["whether".into()], ..nothing };
        assert!(!sentence(&open).contains("no conflict"), "what is open is not said to be absent");
    }
}
