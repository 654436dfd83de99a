//! The worker: answers the page's questions with the engines, one after another.
//!
//! It holds no state between questions, so that the page may end it at any moment.

use js_sys::Array;
use vedette_report::service::{Request, Response, answer};
use vedette_web::bridge::wire;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
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
        let (response, blobs) = match serde_json::from_str::<Request>(&text) {
            Ok(request) => answer(request, blobs),
            Err(e) => {
                let message = format!("the question could not be read: {e}");
                (Response::Rejected { message }, Vec::new())
            }
        };
        let text = serde_json::to_string(&response).expect("answers are plain data");
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
