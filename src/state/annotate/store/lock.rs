//! Who writes: of several tabs with the same set, one; the others look on until it goes.
//!
//! The browser's own locks end with the tab that holds them, however it ends (Web Locks API). Where a
//! page has none, a time stamp in `localStorage` that the writer renews stands in: a tab that stops
//! renewing it for [`STALE_MS`] has gone.

use gloo::storage::{LocalStorage, Storage};
use gloo::timers::callback::Interval;
use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// How often a writer without locks renews its stamp.
const BEAT_MS: u32 = 1_000;
/// Without a beat for so long, the writer is gone.
const STALE_MS: f64 = 4_000.0;

/// Tells `act` with `false` that another tab writes, and with `true` once this one does. It is held
/// until the page goes.
pub fn hold(set: &str, act: impl Fn(bool) + Clone + 'static) {
    let name = format!("vedette-annotations:{set}");
    match locks() {
        Some(locks) => with_locks(&locks, &name, act),
        None => with_beats(name, act),
    }
}

/// Browsers offer them only to pages that came over a secure connection.
fn locks() -> Option<Object> {
    let navigator = web_sys::window()?.navigator();
    let found = Reflect::get(&navigator, &"locks".into()).ok()?;
    found.is_object().then(|| found.unchecked_into())
}

fn with_locks(locks: &Object, name: &str, act: impl Fn(bool) + Clone + 'static) {
    let Some(request) = Reflect::get(locks, &"request".into())
        .ok()
        .and_then(|found| found.dyn_into::<Function>().ok())
    else {
        return act(true);
    };
    // A promise that never ends: the lock is held until the page goes.
    let forever = || Promise::new(&mut |_, _| {});
    let options = Object::new();
    let _ = Reflect::set(&options, &"ifAvailable".into(), &true.into());
    let (again, waiting) = (request.clone(), locks.clone());
    let wanted = name.to_owned();
    let taken = Closure::<dyn FnMut(JsValue) -> JsValue>::new(move |lock: JsValue| {
        if !lock.is_null() {
            act(true);
            return forever().into();
        }
        act(false);
        let act = act.clone();
        let mine = Closure::<dyn FnMut(JsValue) -> JsValue>::new(move |_| {
            act(true);
            forever().into()
        });
        // A request that the browser refuses leaves this tab looking on.
        let _ = again.call2(&waiting, &wanted.as_str().into(), mine.as_ref());
        mine.forget();
        JsValue::UNDEFINED
    });
    let _ = request.call3(locks, &name.into(), &options, taken.as_ref());
    // It is called once, at a moment that the browser chooses.
    taken.forget();
}

/// A stamp: who, and when last.
type Stamp = (f64, f64);

/// Whether the stamp is of another tab that still renews it.
fn is_alive(stamp: Option<Stamp>, me: f64, now: f64) -> bool {
    stamp.is_some_and(|(who, at)| (who - me).abs() > 0.0 && now - at < STALE_MS)
}

fn with_beats(name: String, act: impl Fn(bool) + 'static) {
    let me = js_sys::Math::random();
    let state = std::cell::Cell::new(None);
    let beat = move || {
        let now = js_sys::Date::now();
        let mine = !is_alive(LocalStorage::get(&name).ok(), me, now);
        if mine {
            // Where nothing can be kept, no other tab shares anything either.
            let _ = LocalStorage::set(&name, (me, now));
        }
        if state.replace(Some(mine)) != Some(mine) {
            act(mine);
        }
    };
    beat();
    Interval::new(BEAT_MS, beat).forget();
}

#[cfg(test)]
mod tests {
    use super::is_alive;

    #[test]
    fn a_writer_that_stopped_beating_is_gone() {
        assert!(!is_alive(None, 0.1, 10_000.0));
        assert!(is_alive(Some((0.2, 9_000.0)), 0.1, 10_000.0));
        assert!(!is_alive(Some((0.2, 5_000.0)), 0.1, 10_000.0));
        assert!(!is_alive(Some((0.1, 9_900.0)), 0.1, 10_000.0), "it is this tab's own");
    }
}
