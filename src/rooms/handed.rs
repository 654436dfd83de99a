//! What the front hands to a room: files that were dropped or chosen, an address that was typed.
//!
//! It waits at the room's element, for the room may still be loading.

use super::Room;
use crate::state::files::Found;
use js_sys::{Array, JsString, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, Element, File};

/// The property of the element that holds what waits.
const PROPERTY: &str = "vedetteHanded";
/// The event that tells of it.
const EVENT: &str = "vedette-handed";

/// What is to be opened.
#[derive(Clone, Debug)]
pub enum Handed {
    /// Files with their paths.
    Files(Vec<Found>),
    /// An address.
    Address(String),
    /// Nothing: this went wrong.
    Failed(String),
}

impl Handed {
    /// Hands it to a room.
    pub fn give(self, room: Room) {
        let Some(host) = document().get_element_by_id(&room.id()) else { return };
        // An element takes any property, and an event without listeners is no fault.
        let _ = Reflect::set(&host, &PROPERTY.into(), &self.pack());
        if let Ok(event) = CustomEvent::new(EVENT) {
            let _ = host.dispatch_event(&event);
        }
    }

    fn take(host: &Element) -> Option<Self> {
        let waiting = Reflect::get(host, &PROPERTY.into()).ok()?;
        let handed = Self::unpack(&waiting)?;
        let _ = Reflect::set(host, &PROPERTY.into(), &JsValue::NULL);
        Some(handed)
    }

    /// `["files", path, file, …]`, `["address", text]`, `["failed", text]`.
    fn pack(&self) -> JsValue {
        let packed = Array::new();
        match self {
            Self::Files(files) => {
                packed.push(&"files".into());
                for (path, file) in files {
                    packed.push(&path.into());
                    packed.push(file);
                }
            }
            Self::Address(text) => {
                packed.push(&"address".into());
                packed.push(&text.into());
            }
            Self::Failed(text) => {
                packed.push(&"failed".into());
                packed.push(&text.into());
            }
        }
        packed.into()
    }

    fn unpack(packed: &JsValue) -> Option<Self> {
        let packed: &Array = packed.dyn_ref()?;
        let text = |at| packed.get(at).dyn_into::<JsString>().ok().map(String::from);
        Some(match text(0)?.as_str() {
            "files" => {
                let file = |at| Some((text(at)?, packed.get(at + 1).dyn_into::<File>().ok()?));
                Self::Files((1..packed.length()).step_by(2).map(file).collect::<Option<_>>()?)
            }
            "address" => Self::Address(text(1)?),
            _ => Self::Failed(text(1)?),
        })
    }
}

/// Gives `act` what waits for a room, and from now on what is handed to it.
pub fn receive(room: Room, act: impl Fn(Handed) + 'static) {
    let Some(host) = document().get_element_by_id(&room.id()) else { return };
    if let Some(handed) = Handed::take(&host) {
        act(handed);
    }
    let here = host.clone();
    gloo::events::EventListener::new(&host, EVENT, move |_| {
        if let Some(handed) = Handed::take(&here) {
            act(handed);
        }
    })
    .forget();
}
