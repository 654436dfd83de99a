//! A worker's side: it answers with the engines.
//!
//! It holds no state between questions, so that the page may end it at any moment.

use super::{Service, wire};
use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// The bytes of files beside a question or an answer.
type Blobs = Vec<Vec<u8>>;

/// Answers the page's questions, one after another, as long as the worker lives.
pub fn listen<S: Service>(answer: fn(S::Question, Blobs) -> (S::Answer, Blobs)) {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let to_page = scope.clone();
    std::panic::set_hook(Box::new(move |info| {
        console_error_panic_hook::hook(info);
        let (message, transfer) = wire::pack(wire::PANIC, &info.to_string(), &[]);
        post(&to_page, &message, &transfer);
    }));
    let to_page = scope.clone();
    let on_message = Closure::<dyn FnMut(_)>::new(move |event: MessageEvent| {
        let Some((number, text, blobs)) = wire::unpack(&event.data()) else { return };
        let (answer, blobs) = match serde_json::from_str::<S::Question>(&text) {
            Ok(question) => answer(question, blobs),
            Err(e) => (S::unreadable(format!("the question could not be read: {e}")), Vec::new()),
        };
        let text = serde_json::to_string(&answer).expect("answers are plain data");
        let (message, transfer) = wire::pack(number, &text, &blobs);
        post(&to_page, &message, &transfer);
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // The worker listens as long as it lives.
    on_message.forget();
    let (message, transfer) = wire::pack(wire::READY, "", &[]);
    post(&scope, &message, &transfer);
}

fn post(scope: &DedicatedWorkerGlobalScope, message: &Array, transfer: &Array) {
    if let Err(e) = scope.post_message_with_transfer(message, transfer) {
        web_sys::console::error_1(&e);
    }
}
