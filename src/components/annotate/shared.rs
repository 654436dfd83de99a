//! The shared log on the screen: whether the set is exchanged with it, and what else could be.

use crate::state::annotate::live::Sharing;
use crate::state::annotate::room::Annotation;
use crate::state::annotate::saver::clock;
use leptos::prelude::*;

/// How the exchange goes, in a few words; nothing if the set is not exchanged.
pub fn chip(room: Annotation) -> impl IntoView {
    let live = room.live;
    let words = Memo::new(move |_| {
        let name = live.link.get()?.name;
        let waiting = live.waiting.get();
        Some(match live.sharing.get() {
            Sharing::Alone => return None,
            Sharing::With if waiting == 0 => ("sent", format!("shared with “{name}”")),
            Sharing::With => ("waiting", format!("“{name}”: {waiting} waiting")),
            Sharing::Offline(since) => {
                let waiting =
                    if waiting > 0 { format!(", {waiting} waiting") } else { String::new() };
                ("offline", format!("“{name}” offline since {}{waiting}", clock(since)))
            }
            Sharing::Apart => ("apart", format!("not exchanged with “{name}”")),
        })
    });
    let name = move || words.get().map(|(name, _)| name);
    let look = move || match name() {
        Some("sent") => ("chip holds", "✓"),
        Some("waiting") => ("chip open", "…"),
        _ => ("chip fault", "!"),
    };
    // Read aloud only when there is no answer any more, and when there is one again.
    let aloud = Memo::new(move |_| match live.sharing.get() {
        Sharing::Offline(_) => {
            "the shared log does not answer; what you do is kept here and sent later"
        }
        Sharing::With => "exchanged with the shared log",
        Sharing::Alone | Sharing::Apart => "",
    });
    view! {
        <span class=move || look().0 id="shared" hidden=move || words.with(Option::is_none) data-shared=name>
            <span aria-hidden="true">{move || look().1}</span>
            {move || words.get().map(|(_, words)| words)}
        </span>
        <span class="seen-not" role="status">
            {move || aloud.get()}
        </span>
    }
}

/// What must be told of the exchange: another log is served now, events were not taken.
pub fn notices(room: Annotation) -> impl IntoView {
    let live = room.live;
    let apart = move || {
        if live.sharing.get() != Sharing::Apart {
            return None;
        }
        let (served, link) = (live.served.get()?, live.link.get()?);
        let what = if served.log.is_empty() {
            format!("“{}”, which is empty", served.name)
        } else {
            format!("another log, “{}”", served.name)
        };
        Some(view! {
            <div class="notice bad" role="alert" id="apart">
                <p>
                    <strong>{format!("The log “{}” is not served any more. ", link.name)}</strong>
                    {format!("There is {what} now. Nothing of this set goes there before you say so; what you do is kept here.")}
                </p>
                <p class="row">
                    <button type="button" id="open-served" on:click=move |_| open_served(room)>
                        "Open the log that is served"
                    </button>
                    <button type="button" id="share-here" on:click=move |_| live.share()>
                        "Put this set into it, and go on together"
                    </button>
                </p>
            </div>
        })
    };
    let refused = move || {
        let messages = live.refused.get();
        (!messages.is_empty()).then(|| {
            let lines: Vec<_> =
                messages.into_iter().map(|what| view! { <li>{what}</li> }).collect();
            view! {
                <div class="notice bad" role="alert" id="not-taken">
                    <p>"The shared log did not take some events; they are kept in this browser:"</p>
                    <ul>{lines}</ul>
                </div>
            }
        })
    };
    view! { {apart} {refused} }
}

/// Offers the log that is served here, where sets are chosen.
pub fn offer(room: Annotation) -> impl IntoView {
    let live = room.live;
    let shown = move || {
        let served = live.served.get()?;
        if live.link.get().is_some() && live.sharing.get() != Sharing::Alone {
            return None;
        }
        let set = room.session.set.get();
        Some(view! {
            <div class="notice" id="served">
                <p>
                    {format!(
                        "This server keeps a shared log, “{}”: everybody who opens this address works on it together.",
                        served.name,
                    )}
                </p>
                <p class="row">
                    <button type="button" id="open-served" on:click=move |_| open_served(room)>
                        "Open it"
                    </button>
                    {set
                        .map(|set| {
                            view! {
                                <button type="button" id="share-here" on:click=move |_| live.share()>
                                    {format!("Put the set “{set}” into it")}
                                </button>
                            }
                        })}
                </p>
            </div>
        })
    };
    view! { {shown} }
}

fn open_served(room: Annotation) {
    if let Some(set) = room.live.other() {
        room.open(&set);
    }
}
