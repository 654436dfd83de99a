//! What the companion's shared log is asked, and what it answers (`docs/formats/annotations.md`).
//!
//! Only a page that this computer serves asks: the companion listens nowhere else, and a page on a
//! static host has nobody to ask.

use js_sys::{Function, JSON, Object, Reflect};
use leptos::prelude::window;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use vedette_annotate::Event;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestCache, RequestCredentials, RequestInit, Response};

/// Where it is asked, beside the page.
const PATH: &str = "./api/annotations";

/// How long an answer may take, in milliseconds.
const PATIENCE_MS: u32 = 20_000;

/// So many bytes of events are sent at once, if it is more than one event; the service takes 8 MiB.
const PART: usize = 1 << 20;

/// Events of the shared log, after a cursor.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Page {
    /// What people call the log.
    pub(super) name: String,
    /// Which log it is; empty while it has no event.
    pub(super) log: String,
    /// The mark at the cursor.
    pub(super) mark: String,
    /// Where the events begin: at 0 if the cursor that was sent is of another log.
    pub(super) from: usize,
    /// Where they end.
    pub(super) cursor: usize,
    /// Whether there are more.
    pub(super) more: bool,
    events: Vec<Value>,
}

impl Page {
    /// The events; those of a later version, which this page cannot read, are left where they are.
    pub(super) fn events(&mut self) -> Vec<Event> {
        let events = std::mem::take(&mut self.events).into_iter();
        events.filter_map(|event| serde_json::from_value(event).ok()).collect()
    }
}

/// What became of events that were sent.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Taken {
    /// Which log has them.
    pub(super) log: String,
    /// Those that were not taken.
    pub(super) refused: Vec<Refusal>,
}

/// An event that was not taken.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Refusal {
    /// Which of those that were sent, counted from 0.
    pub(super) number: usize,
    /// Why.
    pub(super) message: String,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// Nobody serves a shared log here.
    Absent,
    /// It has another log now than the events are for.
    Another,
    /// What went wrong, in words.
    Failed(String),
}

/// Whether a companion may have served this page.
pub(super) fn possible() -> bool {
    let host = window().location().hostname().unwrap_or_default();
    matches!(host.as_str(), "localhost" | "127.0.0.1" | "[::1]")
}

/// At most so many events after a cursor; all that come in one answer if no number is given.
pub(super) async fn after(cursor: usize, mark: &str, most: Option<usize>) -> Result<Page, Failure> {
    let most = most.map(|most| format!("&most={most}")).unwrap_or_default();
    let options = RequestInit::new();
    options.set_method("GET");
    asked(&format!("{PATH}?after={cursor}&mark={mark}{most}"), &options).await
}

/// Sends events for a log.
pub(super) async fn send(log: &str, events: &[Event]) -> Result<Taken, Failure> {
    let options = RequestInit::new();
    options.set_method("POST");
    let lines: Vec<String> = events.iter().map(Event::line).collect();
    let log = Value::from(log);
    let body = format!("{{\"log\":{log},\"events\":[{}]}}", lines.join(","));
    options.set_body(&body.into());
    let headers = Object::new();
    // Setting a field of an object that was just made does not fail.
    let _ = Reflect::set(&headers, &"content-type".into(), &"application/json".into());
    options.set_headers(&headers);
    asked(PATH, &options).await
}

/// The events of one part, of those that are to be sent: at least one.
pub(super) fn part(events: &[Event]) -> &[Event] {
    let mut size = 0;
    let fits = |event: &&Event| {
        size += event.line().len();
        size <= PART
    };
    let count = events.iter().take_while(fits).count().max(1);
    &events[..count.min(events.len())]
}

async fn asked<T: DeserializeOwned>(url: &str, options: &RequestInit) -> Result<T, Failure> {
    options.set_credentials(RequestCredentials::SameOrigin);
    options.set_cache(RequestCache::NoStore);
    if let Some(signal) = patience() {
        let _ = Reflect::set(options, &"signal".into(), &signal);
    }
    let failed = |what: &str| Failure::Failed(what.to_owned());
    let answer = JsFuture::from(window().fetch_with_str_and_init(url, options)).await;
    let answer: Response = answer.map_err(|_| failed("no answer"))?.unchecked_into();
    let body = answer.json().map_err(|_| failed("no answer"))?;
    let body = JsFuture::from(body).await;
    match answer.status() {
        404 => return Err(Failure::Absent),
        409 => return Err(Failure::Another),
        _ => {}
    }
    let body = body.map_err(|_| failed("the answer is no JSON"))?;
    let text = JSON::stringify(&body).map_err(|_| failed("the answer is no JSON"))?;
    let text = String::from(text);
    if !answer.ok() {
        let said = serde_json::from_str::<Value>(&text).ok();
        let said = said.and_then(|body| Some(body.get("message")?.as_str()?.to_owned()));
        return Err(Failure::Failed(said.unwrap_or_else(|| "an error".into())));
    }
    serde_json::from_str(&text)
        .map_err(|e| Failure::Failed(format!("an answer of another kind: {e}")))
}

/// A signal that ends a request which takes too long, where the browser has one.
fn patience() -> Option<JsValue> {
    let kind = Reflect::get(&window(), &"AbortSignal".into()).ok()?;
    let timeout = Reflect::get(&kind, &"timeout".into()).ok()?;
    timeout.dyn_into::<Function>().ok()?.call1(&kind, &PATIENCE_MS.into()).ok()
}

#[cfg(test)]
mod tests {
    use super::{PART, part};
    use vedette_annotate::{Log, Role, What, Writer};

    #[test]
    fn parts_are_small_and_have_at_least_one_event() {
        let mut ann = Writer::new("ann", "s", &Log::default()).unwrap();
        let mut event = |length: usize| {
            let what = What::Guideline { text: "x".repeat(length) };
            ann.event(1, Role::Label, None, what)
        };
        let events = [event(PART + 1), event(PART / 2), event(PART / 4), event(PART / 2)];
        assert_eq!(part(&events).len(), 1);
        assert_eq!(part(&events[1..]).len(), 2);
        assert_eq!(part(&events[3..]).len(), 1);
        assert_eq!(part(&[]).len(), 0);
    }
}
