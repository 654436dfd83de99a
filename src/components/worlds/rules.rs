//! The rules and their verdicts; the one that is looked at in full.

use super::findings::Findings;
use crate::components::verdict::Look;
use crate::routes::{Compare, Route};
use crate::state::worlds::Worlds;
use leptos::prelude::*;
use vedette_report::playground::link::State;
use vedette_report::world::view::{AtomRow, RuleView, Status};

/// The most columns of the table of atoms.
const COLUMNS: usize = 60;
/// The longest trace that is taken to the playground.
const TRACE: usize = 60;

/// How the verdict on a rule looks.
fn look(verdict: &str) -> Look {
    let (class, glyph, word) = match verdict {
        "satisfied" => ("holds", "✓", "kept"),
        "vacuous" => ("holds", "∅", "kept: never at stake"),
        "violated" => ("violated", "✗", "violated"),
        "inconclusive" => ("open", "?", "inconclusive"),
        "unknown" => ("open", "?", "unknown"),
        "unsupported" => ("fault", "!", "unsupported"),
        "error" => ("fault", "!", "not readable"),
        _ => ("fault", "–", "not checked"),
    };
    Look { class, glyph, word }
}

fn look_whole(status: Status) -> Look {
    let (class, glyph) = match status {
        Status::Safe => ("holds", "✓"),
        Status::Violated => ("violated", "✗"),
        Status::Stopped | Status::Missed => ("fault", "–"),
        Status::Unknown => ("open", "?"),
        Status::Rejected => ("fault", "!"),
    };
    Look { class, glyph, word: status.word() }
}

/// The whole, the list, and the rule that is looked at.
#[component]
pub fn Rules(
    /// What is shown.
    worlds: Worlds,
) -> impl IntoView {
    let whole = move || {
        worlds.report.with(|report| {
            let report = report.as_ref()?;
            let Look { class, glyph, word } = look_whole(report.status);
            Some(view! {
                <div
                    class=format!("verdict {class}")
                    id="whole"
                    data-verdict=word
                    class:stale=move || !worlds.is_fresh()
                    role="status"
                >
                    <span class="glyph" aria-hidden="true">{glyph}</span>
                    <span class="word">{word}</span>
                    <p>{report.sentence()}</p>
                </div>
            })
        })
    };
    let goal = move || {
        worlds.report.with(|report| {
            let goal = report.as_ref()?.goal.as_ref()?;
            let notes = (!goal.notes.is_empty()).then(|| {
                view! { <div class="notice bad" id="goal-notes"><p>"The goal: " {goal.notes.join("; ")}</p></div> }
            });
            Some(notes)
        })
    };
    let problems = move || {
        worlds.report.with(|report| {
            let all = &report.as_ref()?.rule_problems;
            let all: Vec<_> = all.iter().map(|what| view! { <li>{what.clone()}</li> }).collect();
            (!all.is_empty()).then(|| view! { <ul class="remarks" id="rule-problems">{all}</ul> })
        })
    };
    view! { {whole} {goal} {problems} <Findings worlds=worlds /> {list(worlds)} {chosen(worlds)} }
}

fn list(worlds: Worlds) -> impl IntoView {
    move || {
        worlds.report.with(|report| {
            let report = report.as_ref()?;
            let all: usize = report.counts.iter().map(|(_, count)| count).sum();
            let kept = |rule: &&RuleView| matches!(rule.verdict.as_str(), "satisfied" | "vacuous" | "unchecked");
            let (fine, other): (Vec<&RuleView>, Vec<&RuleView>) = report.rules.iter().partition(kept);
            let other: Vec<_> = other.into_iter().map(|rule| row(worlds, rule)).collect();
            let many = fine.len() > 12;
            let more = if other.is_empty() { "rules" } else { "more" };
            let summary = format!("{} {more}: kept", all - other.len());
            let fine: Vec<_> = fine.into_iter().map(|rule| row(worlds, rule)).collect();
            let left = all - report.rules.len();
            let left = (left > 0).then(|| view! { <p class="small quiet">{format!("{left} more are not listed.")}</p> });
            let fine = if many {
                view! { <details><summary>{summary}</summary><ul class="policies">{fine}</ul></details> }.into_any()
            } else {
                view! { <ul class="policies">{fine}</ul> }.into_any()
            };
            Some(view! {
                <div id="rules" class:stale=move || !worlds.is_fresh()>
                    <ul class="policies">{other}</ul>
                    {fine}
                    {left}
                </div>
            })
        })
    }
}

fn row(worlds: Worlds, rule: &RuleView) -> impl IntoView + use<> {
    let Look { class, glyph, word } = look(&rule.verdict);
    let id = rule.id.clone();
    let pressed = move || worlds.chosen.with(|chosen| chosen.as_ref() == Some(&id)).to_string();
    let whole = rule.clone();
    let words = if rule.words.is_empty() { rule.id.clone() } else { rule.words.clone() };
    view! {
        <li>
            <button
                type="button"
                class="policy"
                data-rule=rule.id.clone()
                data-verdict=rule.verdict.clone()
                aria-pressed=pressed
                on:click=move |_| worlds.look_at(&whole)
            >
                <span class=format!("chip {class}")>
                    <span aria-hidden="true">{glyph}</span>
                    {word}
                </span>
                <span>{words}</span>
                <code class="quiet small">{rule.id.clone()}</code>
            </button>
        </li>
    }
}

/// The rule that is looked at.
fn chosen(worlds: Worlds) -> impl IntoView {
    let rule = Memo::new(move |_| worlds.of_rule(RuleView::clone));
    move || rule.get().map(|rule| whole(worlds, &rule))
}

fn whole(worlds: Worlds, rule: &RuleView) -> impl IntoView + use<> {
    let Look { class, glyph, word } = look(&rule.verdict);
    let step = |what: &'static str, at: Option<u32>, id: &'static str| {
        at.map(|at| {
            view! {
                <button type="button" id=id on:click=move |_| worlds.moment.set(at as usize)>
                    {format!("{what} step {at}")}
                </button>
            }
        })
    };
    let certain = rule.certain.filter(|certain| Some(*certain) != rule.first);
    let origins: Vec<_> = rule.origins.iter().map(|one| view! { <li>{one.words()}</li> }).collect();
    let origins =
        (!origins.is_empty()).then(|| view! { <ul class="small" id="origins">{origins}</ul> });
    let notes: Vec<_> = rule.notes.iter().map(|note| view! { <li>{note.clone()}</li> }).collect();
    let notes =
        (!notes.is_empty()).then(|| view! { <ul class="small" id="rule-notes">{notes}</ul> });
    let sentence = rule.sentence.clone();
    let compare = sentence.clone().filter(|_| rule.verdict != "error").map(|sentence| {
        let route = Route::Compare(Compare {
            a: sentence,
            b: rule.formula.clone(),
            reading: "finite".into(),
            dialect: String::new(),
        });
        view! { <a class="button" id="to-compare" href=route.to_string()>"Sentence and formula in Compare"</a> }
    });
    let play = playground(rule).map(|route| {
        view! { <a class="button" id="to-playground" href=route.to_string()>"This rule on this run in the Playground"</a> }
    });
    let class_words = rule.class.replace('_', " ");
    let about = match &rule.template {
        Some(template) => format!("{class_words} · from the template {template}"),
        None => class_words,
    };
    view! {
        <section id="rule" class="card" data-rule=rule.id.clone()>
            <h2>
                <span class=format!("chip {class}")><span aria-hidden="true">{glyph}</span> {word}</span>
                " " {rule.id.clone()}
            </h2>
            <p>{rule.words.clone()}</p>
            <p><code>{rule.formula.clone()}</code></p>
            {sentence.map(|sentence| view! { <p class="small"><span class="quiet">"in words: "</span> <q>{sentence}</q></p> })}
            <p class="small quiet">{about}</p>
            {origins}
            {notes}
            <div class="row">
                {step("First fails at", rule.first, "to-first")}
                {step("Certain at", certain, "to-certain")}
            </div>
            {atoms(worlds, &rule.atoms, &rule.fails)}
            <div class="row print-not">{compare} {play}</div>
        </section>
    }
    .into_any()
}

/// The atoms of the rule along the run.
fn atoms(worlds: Worlds, atoms: &[AtomRow], fails: &[u32]) -> Option<impl IntoView + use<>> {
    let length = atoms.first()?.values.len();
    let shown = length.min(COLUMNS);
    let now = move |at: usize| move || worlds.moment.get() == at;
    let head: Vec<_> = (0..shown)
        .map(|at| {
            let bad = fails.contains(&(at as u32));
            let said = if bad { format!("{at} ✗") } else { at.to_string() };
            view! { <th scope="col" class:no=bad class:now=now(at)>{said}</th> }
        })
        .collect();
    let rows = atoms.iter().map(|row| {
        let cells = row.values.chars().take(shown).enumerate().map(|(at, sign)| {
            let (class, said) = match sign {
                '1' => ("yes", "1"),
                '0' => ("no", "0"),
                _ => ("", "?"),
            };
            view! { <td class=class class:now=now(at)>{said}</td> }
        });
        view! { <tr><th scope="row">{row.atom.clone()}</th>{cells.collect_view()}</tr> }
    });
    Some(view! {
        <div class="scroll" tabindex="0" role="group" aria-label="the rule's atoms, step by step">
            <table class="truth" id="atoms">
                <thead><tr><th scope="col">"step"</th>{head}</tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    })
}

/// The rule on this run, as the playground takes it; none if something is not known or it is too long.
fn playground(rule: &RuleView) -> Option<Route> {
    let length = rule.atoms.first()?.values.len();
    let known = rule.atoms.iter().all(|row| !row.values.contains('?'));
    if !known
        || length > TRACE
        || rule.formula.contains("forall")
        || rule.formula.contains("exists")
    {
        return None;
    }
    let letter = |at: usize| {
        let literal = |row: &AtomRow| {
            let holds = row.values.as_bytes().get(at) == Some(&b'1');
            // The first letter names every atom, so that each has a row.
            (holds || at == 0)
                .then(|| if holds { row.atom.clone() } else { format!("!{}", row.atom) })
        };
        let all: Vec<String> = rule.atoms.iter().filter_map(literal).collect();
        if all.is_empty() { "1".to_owned() } else { all.join(" & ") }
    };
    let trace: Vec<String> = (0..length).map(letter).collect();
    Some(Route::Play(State {
        formulas: vec![rule.formula.clone()],
        trace: trace.join("; "),
        reading: "finite".into(),
        dialect: String::new(),
        time: None,
    }))
}

#[cfg(test)]
mod tests {
    use super::playground;
    use crate::routes::Route;
    use vedette_report::playground::Trace;
    use vedette_report::world::view::{WorldQuestion, run};

    #[test]
    fn the_playground_gets_the_run_of_the_rule() {
        let report = run(&WorldQuestion {
            scene: "kitchen".into(),
            program: "[WALK] <stove> (4)\n[SWITCHON] <stove> (4)\n[SWITCHOFF] <stove> (4)".into(),
            rules: "a: G(on(stove.4) -> F off(stove.4))\nb: forall s: stove. G off(s)".into(),
            ..WorldQuestion::default()
        });
        let rule = |id: &str| report.rules.iter().find(|rule| rule.id == id).unwrap();
        let Some(Route::Play(state)) = playground(rule("a")) else { panic!("a link") };
        assert_eq!(
            state.trace,
            "!on(stove.4) & off(stove.4); off(stove.4); on(stove.4); off(stove.4)"
        );
        let trace = Trace::parse(&state.trace).unwrap();
        assert_eq!((trace.length, trace.rows.len(), trace.loop_start), (4, 2, None));
        assert!(playground(rule("b")).is_none(), "the playground knows no objects");
    }
}
