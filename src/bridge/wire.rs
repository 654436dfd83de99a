//! A message between page and worker: `[number, JSON text, bytes…]`.

use js_sys::{Array, JsString, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

/// The number of a message that the worker sends when it panics.
pub const PANIC: u32 = 0;
/// The number of the message that the worker sends when it listens.
pub const READY: u32 = 1;
/// The number of the first question.
pub const FIRST: u32 = 2;

/// A message, and the buffers to hand over with it.
pub fn pack(number: u32, text: &str, blobs: &[Vec<u8>]) -> (Array, Array) {
    let message = Array::of2(&number.into(), &text.into());
    let transfer = Array::new();
    for blob in blobs {
        let bytes = Uint8Array::from(blob.as_slice());
        transfer.push(&bytes.buffer());
        message.push(&bytes);
    }
    (message, transfer)
}

/// The parts of a message, if it is one.
pub fn unpack(message: &JsValue) -> Option<(u32, String, Vec<Vec<u8>>)> {
    let message: &Array = message.dyn_ref()?;
    #[expect(clippy::cast_sign_loss, reason = "`pack` wrote it from a u32")]
    let number = message.get(0).as_f64()? as u32;
    let text: String = message.get(1).dyn_into::<JsString>().ok()?.into();
    let blob = |at| Some(message.get(at).dyn_ref::<Uint8Array>()?.to_vec());
    let blobs: Option<Vec<Vec<u8>>> = (2..message.length()).map(blob).collect();
    Some((number, text, blobs?))
}
