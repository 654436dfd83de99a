//! How far annotators agree: percentage, kappa, the confusion table, and where they differ.

use super::decision_words;
use crate::components::choice::choice;
use crate::routes::{Annotate, Route};
use crate::state::annotate::files::said;
use crate::state::annotate::queue::is_led;
use crate::state::annotate::room::Annotation;
use leptos::prelude::*;
use leptos::task::spawn_local;
use vedette_annotate::agreement::{Agreement, NAMES, Share};
use vedette_annotate::protocol::{Answer, Question};
use vedette_annotate::{Decision, Log, Role};

const ROLES: [(&str, &str); 2] = [("label", "those who label"), ("check", "those who check")];

/// The page of agreement.
pub fn agreement(room: Annotation) -> impl IntoView {
    let pairs = RwSignal::new(None::<Result<Vec<Agreement>, String>>);
    let role = RwSignal::new("label".to_owned());
    Effect::new(move |_| {
        // Asked anew whenever something was decided.
        room.session.state.track();
        let role = if role.get() == "check" { Role::Check } else { Role::Label };
        let log = room.session.with_log(Log::text).into_bytes();
        spawn_local(async move {
            let asked = room.engine.ask(&Question::Agreement { role }, vec![log]).await;
            let found = match asked.map(|(answer, _)| answer) {
                Ok(Answer::Agreement { pairs }) => Ok(pairs),
                other => Err(said(other)),
            };
            // The page may have gone meanwhile.
            let _ = pairs.try_set(Some(found));
        });
    });
    let judging = move || room.session.who.with(|who| who.role == Role::Judge);
    let judge = move |_| {
        let mut who = room.session.who.get_untracked();
        who.role = Role::Judge;
        room.session.rename(who);
        room.desk.start(Vec::new(), "");
        room.view("");
    };
    let shown = move || {
        pairs.get().map(|found| match found {
            Err(why) => view! { <p class="notice bad">{why}</p> }.into_any(),
            Ok(pairs) if pairs.is_empty() => view! {
                <p id="no-agreement">
                    "Two annotators are needed: send the set to somebody, and drop here what comes back."
                </p>
            }
            .into_any(),
            Ok(pairs) => {
                let set = room.session.set.get_untracked().unwrap_or_default();
                pairs.into_iter().map(|pair| one(&set, unled(room, pair))).collect_view().into_any()
            }
        })
    };
    view! {
        <section aria-label="agreement">
            <div class="row">
                {choice("agree-role", "Agreement of", role, &ROLES)}
                <button type="button" id="judge" disabled=judging on:click=judge>
                    "Settle disagreements as judge"
                </button>
            </div>
            {shown}
            <p class="small quiet">
                "Percentages have a 95 % Wilson interval. Kappa is Cohen's; its 95 % interval is from the \
                large-sample variance of Fleiss, Cohen and Everitt (1969)."
            </p>
        </section>
    }
}

fn share(share: &Share) -> String {
    let kappa = share.kappa.map_or_else(
        || "kappa: not defined (no variation)".to_owned(),
        |k| format!("kappa {:.3} ({:.3} to {:.3})", k.value, k.low, k.high),
    );
    format!("{}; {kappa}", share.same)
}

/// The pair without what would lead me: disagreements on items that I have yet to label are only counted.
fn unled(room: Annotation, mut pair: Agreement) -> (Agreement, usize) {
    let before = pair.disagreements.len();
    room.session.who.with_untracked(|who| {
        room.session.state.with_untracked(|state| {
            pair.disagreements.retain(|d| {
                !state.items.get(&d.item).is_some_and(|item| is_led(item, &who.name, who.role))
            });
        });
    });
    let hidden = before - pair.disagreements.len();
    (pair, hidden)
}

fn one(set: &str, (pair, hidden): (Agreement, usize)) -> impl IntoView + use<> {
    let rows: Vec<_> = pair
        .table
        .iter()
        .enumerate()
        .map(|(row, counts)| {
            let cells: Vec<_> = counts
                .iter()
                .enumerate()
                .map(|(column, count)| {
                    view! { <td class="number" class:same=row == column>{*count}</td> }
                })
                .collect();
            view! {
                <tr>
                    <th scope="row">{NAMES[row]}</th>
                    {cells}
                </tr>
            }
        })
        .collect();
    let heads = NAMES.map(|name| view! { <th scope="col">{name}</th> }).collect_view();
    let categories: Vec<_> = pair
        .categories
        .iter()
        .map(|(name, of)| {
            let name = if name.is_empty() { "(no category)".to_owned() } else { name.clone() };
            view! {
                <tr>
                    <th scope="row">{name}</th>
                    <td>{share(of)}</td>
                </tr>
            }
        })
        .collect();
    let by_category = (categories.len() > 1).then(|| {
        view! {
            <details>
                <summary>"By category"</summary>
                <table class="data">
                    <tbody>{categories}</tbody>
                </table>
            </details>
        }
    });
    let differ = differing(set, &pair);
    let count = differ.len();
    let more = if hidden > 0 {
        format!(", {hidden} more on items that you have yet to judge")
    } else {
        String::new()
    };
    let count_words = format!("{count} disagreements{more}");
    let (first, second) = (pair.first.clone(), pair.second.clone());
    let between = format!("{first} {second}");
    let title = format!("{first} and {second}");
    let caption = format!("rows: {first}; columns: {second}");
    view! {
        <article class="card" data-pair=between>
            <h2>{title}</h2>
            <p class="agreement-says">{format!("same judgement: {}", share(&pair.overall))}</p>
            <div class="scroll" tabindex="0" role="group" aria-label="confusion table">
                <table class="data confusion">
                    <caption class="small">{caption}</caption>
                    <thead>
                        <tr>
                            <td></td>
                            {heads}
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {by_category}
            <h3>{count_words}</h3>
            {(count > 0)
                .then(|| {
                    view! {
                        <div class="scroll" tabindex="0" role="group" aria-label="disagreements">
                            <table class="data disagreements">
                                <thead>
                                    <tr>
                                        <th scope="col">"item"</th>
                                        <th scope="col">{first}</th>
                                        <th scope="col">{second}</th>
                                        <th scope="col">"settled"</th>
                                    </tr>
                                </thead>
                                <tbody>{differ}</tbody>
                            </table>
                        </div>
                    }
                })}
        </article>
    }
}

/// A row for every item on which the two differ.
fn differing(set: &str, pair: &Agreement) -> Vec<impl IntoView + use<>> {
    pair.disagreements
        .iter()
        .map(|d| {
            let here =
                Annotate { set: set.to_owned(), item: d.item.clone(), ..Annotate::default() };
            view! {
                <tr>
                    <th scope="row">
                        <a href=Route::Annotate(here).to_string()>{d.item.clone()}</a>
                    </th>
                    <td>{decision(&d.first)}</td>
                    <td>{decision(&d.second)}</td>
                    <td>{d.settled.as_ref().map(decision)}</td>
                </tr>
            }
        })
        .collect()
}

fn decision(decision: &Decision) -> AnyView {
    let (glyph, word) = decision_words(decision.name());
    let formula = match decision {
        Decision::Repair { formula } => Some(view! { " " <code>{formula.clone()}</code> }),
        _ => None,
    };
    view! {
        {format!("{glyph} {word}")}
        {formula}
    }
    .into_any()
}
