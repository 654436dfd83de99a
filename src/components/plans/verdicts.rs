//! The verdicts of the policies, each with its glyph, word, colour and line style.

use crate::components::verdict::Look;
use crate::state::plans::Plans;
use leptos::prelude::*;
use vedette_report::plan::{PlanReport, PolicyReport, Status};

/// The most policies of a kind that are listed at once.
const LISTED: usize = 200;

/// How the verdict on a policy looks.
pub fn look(policy: &PolicyReport) -> Look {
    let (class, glyph, word) = match policy.verdict.as_str() {
        "holds" if policy.vacuous => ("holds", "∅", "holds: none of its tools is called"),
        "holds" => ("holds", "✓", "holds"),
        "violated" => ("violated", "✗", "violated"),
        "runtime" => ("open", "?", "decided at run time"),
        "unknown" => ("open", "?", "unknown"),
        "error" => ("fault", "!", "not readable"),
        _ => ("fault", "–", "not checked"),
    };
    Look { class, glyph, word }
}

/// The whole in a word.
fn look_whole(status: Status) -> Look {
    let (class, glyph, word) = match status {
        Status::Accepted => ("holds", "✓", "accepted"),
        Status::Violated => ("violated", "✗", "violated"),
        Status::Unknown => ("open", "?", "unknown"),
        Status::Rejected => ("fault", "!", "rejected"),
    };
    Look { class, glyph, word }
}

/// The whole in a sentence.
fn sentence(report: &PlanReport) -> String {
    let count = |verdict: &str| report.policies.iter().filter(|p| p.verdict == verdict).count();
    let checked = report.policies.iter().filter(|p| p.verdict != "skipped").count();
    let many = |count: usize, one: &str, more: &str| {
        if count == 1 { format!("1 {one}") } else { format!("{count} {more}") }
    };
    match report.status {
        Status::Rejected if !report.problems.is_empty() => format!(
            "The plan is not one that is accepted: {}.",
            many(report.problems.len(), "problem", "problems")
        ),
        Status::Rejected => "Something that the plan is held against could not be read.".into(),
        Status::Violated => format!(
            "{} of {checked} policies {} violated.",
            count("violated"),
            if count("violated") == 1 { "is" } else { "are" }
        ),
        Status::Unknown if report.limit.is_some() => format!(
            "The plan was not read to its end: {}.",
            report.limit.as_deref().unwrap_or_default()
        ),
        Status::Unknown => format!("{} not decided.", many(count("unknown"), "policy", "policies")),
        Status::Accepted if checked == 0 => "No policy is about this plan.".into(),
        Status::Accepted => {
            let left = count("runtime");
            let rest = if left > 0 { format!("; {left} left to run time") } else { String::new() };
            format!("No run violates any of {}{rest}.", many(checked, "policy", "policies"))
        }
    }
}

/// The whole, and the list.
#[component]
pub fn Verdicts(
    /// What is shown.
    plans: Plans,
) -> impl IntoView {
    let whole = move || {
        plans.report.with(|report| {
            let report = report.as_ref()?;
            let Look { class, glyph, word } = look_whole(report.status);
            Some(view! {
                <div class=format!("verdict {class}") id="whole" data-verdict=word class:stale=move || !plans.is_fresh()>
                    <span class="glyph" aria-hidden="true">{glyph}</span>
                    <span class="word">{word}</span>
                    <p>{sentence(report)}</p>
                </div>
            })
        })
    };
    let list = move || {
        plans.report.with(|report| {
            let report = report.as_ref()?;
            let kind = |wanted: &[&str]| {
                let of = report.policies.iter().filter(|p| wanted.contains(&p.verdict.as_str()));
                let all: Vec<&PolicyReport> = of.collect();
                let rest = all.len().saturating_sub(LISTED);
                let rows: Vec<_> =
                    all.iter().take(LISTED).map(|policy| row(plans, policy)).collect();
                let rest = (rest > 0)
                    .then(|| view! { <li class="quiet">{format!("and {rest} more")}</li> });
                (all.len(), view! { <ul class="policies">{rows}{rest}</ul> })
            };
            let (_, first) = kind(&["violated", "error", "unknown"]);
            let (_, later) = kind(&["runtime", "holds"]);
            let (skipped, others) = kind(&["skipped"]);
            let others = (skipped > 0).then(|| {
                view! {
                    <details>
                        <summary>{format!("{skipped} not checked")}</summary>
                        {others}
                    </details>
                }
            });
            Some(view! { {first} {later} {others} })
        })
    };
    view! {
        <section id="verdicts">
            <div role="status" aria-live="polite">{whole}</div>
            {list}
        </section>
    }
}

fn row(plans: Plans, policy: &PolicyReport) -> impl IntoView + use<> {
    let Look { class, glyph, word } = look(policy);
    let id = policy.id.clone();
    let chosen = move || plans.chosen.with(|chosen| chosen.as_ref() == Some(&id));
    let whole = policy.clone();
    view! {
        <li>
            <button
                type="button"
                class="policy"
                data-policy=policy.id.clone()
                data-verdict=policy.verdict.clone()
                aria-pressed=move || chosen().to_string()
                on:click=move |_| plans.look_at(&whole)
            >
                <span class=format!("chip {class}")>
                    <span aria-hidden="true">{glyph}</span>
                    {word}
                </span>
                <span>
                    {if policy.title.is_empty() { policy.id.clone() } else { policy.title.clone() }}
                </span>
                <code class="quiet small">{policy.id.clone()}</code>
            </button>
        </li>
    }
}
