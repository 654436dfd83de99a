//! The front's side: the elements that rooms live in, and the request to load one.

use super::Room;
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::{CustomEvent, CustomEventInit};

/// The event that the page's script listens to: it loads the room that the event names.
const EVENT: &str = "vedette-room";

/// The elements of all rooms; the one that is entered is loaded.
#[component]
pub fn Hosts(
    /// The room that the address asks for.
    #[prop(into)]
    current: Signal<Option<Room>>,
) -> impl IntoView {
    let entered = StoredValue::new([false; Room::ALL.len()]);
    Effect::new(move |_| {
        let Some(room) = current.get() else { return };
        let at = room as usize;
        if !entered.with_value(|entered| entered[at]) {
            entered.update_value(|entered| entered[at] = true);
            load(room);
        }
    });
    let host = move |room: Room| {
        view! {
            <div id=room.id() class="room" hidden=move || current.get() != Some(room)>
                <p class="quiet" role="status">
                    "Opening this page…"
                </p>
            </div>
        }
    };
    Room::ALL.map(host).collect_view()
}

fn load(room: Room) {
    let init = CustomEventInit::new();
    init.set_detail(&JsValue::from_str(room.name()));
    if let Ok(event) = CustomEvent::new_with_event_init_dict(EVENT, &init) {
        // The script's listener throws nothing.
        let _ = window().dispatch_event(&event);
    }
}
