//! Whether the browser promises to keep what is stored here.

use js_sys::Reflect;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::StorageManager;

/// What the browser promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// It keeps it until somebody clears it.
    Kept,
    /// It may clear it when room is short, or after some days without a visit.
    Perhaps,
    /// It does not say.
    Unsaid,
}

/// Asks the browser to keep what is stored.
pub async fn ask() -> Promise {
    let Some(manager) = manager() else { return Promise::Unsaid };
    let asked = match manager.persist() {
        Ok(asked) => JsFuture::from(asked).await,
        Err(e) => Err(e),
    };
    match asked.ok().and_then(|kept| kept.as_bool()) {
        Some(true) => Promise::Kept,
        Some(false) => Promise::Perhaps,
        None => Promise::Unsaid,
    }
}

/// How many bytes are used and how many may be, where the browser tells.
pub async fn room() -> Option<(f64, f64)> {
    let estimate = JsFuture::from(manager()?.estimate().ok()?).await.ok()?;
    let number = |name: &str| Reflect::get(&estimate, &JsValue::from_str(name)).ok()?.as_f64();
    Some((number("usage")?, number("quota")?))
}

/// Browsers offer it only to pages that came over a secure connection.
fn manager() -> Option<StorageManager> {
    let navigator = web_sys::window()?.navigator();
    let there = Reflect::get(&navigator, &"storage".into()).ok()?;
    there.is_object().then(|| navigator.storage())
}
