//! `IndexedDB` as futures: a database that opens, a request that is answered, a transaction that ends.

use super::Trouble;
use futures_channel::oneshot;
use js_sys::{Array, Function, Object, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    DomException, IdbDatabase, IdbFactory, IdbRequest, IdbRequestReadyState, IdbTransaction,
};

/// A listener that lives as long as what it listens to is awaited.
type Listener = Closure<dyn FnMut(JsValue)>;

/// Opens a database; `build` makes its stores when it is new.
pub(super) async fn open(
    name: &str,
    version: u32,
    build: impl Fn(&IdbDatabase) -> Result<(), JsValue> + 'static,
) -> Result<IdbDatabase, Trouble> {
    let none = |e: &JsValue| Trouble::Unavailable(said(e));
    let window = web_sys::window().ok_or_else(|| Trouble::Unavailable("no window".into()))?;
    let factory: Option<IdbFactory> = window.indexed_db().map_err(|e| none(&e))?;
    let factory = factory.ok_or_else(|| Trouble::Unavailable("no IndexedDB".into()))?;
    let request = factory.open_with_u32(name, version).map_err(|e| none(&e))?;
    let opened = request.clone();
    let upgrade: Listener = Closure::new(move |_| {
        let database = opened.result().ok().and_then(|found| found.dyn_into().ok());
        if let Some(database) = database {
            // A store that cannot be made fails the opening, which is told below.
            let _ = build(&database);
        }
    });
    request.set_onupgradeneeded(Some(upgrade.as_ref().unchecked_ref()));
    let found = answer(&request).await.map_err(|e| match e {
        Trouble::Full => Trouble::Full,
        other => Trouble::Unavailable(match other {
            Trouble::Failed(what) | Trouble::Unavailable(what) => what,
            _ => "the database does not open".into(),
        }),
    })?;
    found.dyn_into().map_err(|_| Trouble::Failed("the browser gave no database".into()))
}

/// Listeners to success and to failure, and which of them was called first.
fn outcome() -> (Listener, Listener, oneshot::Receiver<bool>) {
    let (sender, receiver) = oneshot::channel();
    let sender = Rc::new(RefCell::new(Some(sender)));
    let listen = |good: bool| -> Listener {
        let sender = Rc::clone(&sender);
        Closure::new(move |_| {
            if let Some(sender) = sender.borrow_mut().take() {
                // Whoever asked may have left.
                let _ = sender.send(good);
            }
        })
    };
    (listen(true), listen(false), receiver)
}

/// What a request is answered with.
pub(super) async fn answer(request: &IdbRequest) -> Result<JsValue, Trouble> {
    // Of two requests of one transaction, the second may be answered while the first is awaited.
    if request.ready_state() == IdbRequestReadyState::Done {
        return request.result().map_err(|_| named(request.error().ok().flatten()));
    }
    let (done, failed, receiver) = outcome();
    request.set_onsuccess(Some(done.as_ref().unchecked_ref()));
    request.set_onerror(Some(failed.as_ref().unchecked_ref()));
    let good = receiver.await.unwrap_or(false);
    request.set_onsuccess(None);
    request.set_onerror(None);
    if good {
        return request.result().map_err(|e| trouble(&e));
    }
    Err(named(request.error().ok().flatten()))
}

/// A transaction over stores; `durable` waits until the disk has it.
pub(super) fn transaction(
    database: &IdbDatabase,
    stores: &[&str],
    write: bool,
    durable: bool,
) -> Result<IdbTransaction, Trouble> {
    let names: Array = stores.iter().map(|name| JsValue::from_str(name)).collect();
    let options = Object::new();
    let durability = if durable { "strict" } else { "relaxed" };
    // A plain object takes any property.
    let _ = Reflect::set(&options, &"durability".into(), &durability.into());
    // The bindings count the third argument as unstable; browsers that do not know it ignore it.
    let start: Function = Reflect::get(database, &"transaction".into())
        .and_then(JsCast::dyn_into)
        .map_err(|e| trouble(&e))?;
    let mode = if write { "readwrite" } else { "readonly" };
    let made = start.call3(database, &names, &mode.into(), &options).map_err(|e| trouble(&e))?;
    made.dyn_into().map_err(|_| Trouble::Failed("the browser gave no transaction".into()))
}

/// Waits until a transaction has ended: only then is anything written.
pub(super) async fn ended(transaction: &IdbTransaction) -> Result<(), Trouble> {
    let (done, failed, receiver) = outcome();
    transaction.set_oncomplete(Some(done.as_ref().unchecked_ref()));
    transaction.set_onabort(Some(failed.as_ref().unchecked_ref()));
    let good = receiver.await.unwrap_or(false);
    transaction.set_oncomplete(None);
    transaction.set_onabort(None);
    if good { Ok(()) } else { Err(named(transaction.error())) }
}

/// A thrown value as a trouble.
pub(super) fn trouble(thrown: &JsValue) -> Trouble {
    match thrown.dyn_ref::<DomException>() {
        Some(exception) => named(Some(exception.clone())),
        None => Trouble::Failed(said(thrown)),
    }
}

fn named(exception: Option<DomException>) -> Trouble {
    // An abort without a reason comes from a browser that takes the storage away.
    let Some(exception) = exception else { return Trouble::Gone };
    match exception.name().as_str() {
        "QuotaExceededError" => Trouble::Full,
        // The connection was closed under the page's feet.
        "InvalidStateError" | "AbortError" => Trouble::Gone,
        "SecurityError" => Trouble::Unavailable(exception.message()),
        name => Trouble::Failed(format!("{name}: {}", exception.message())),
    }
}

fn said(thrown: &JsValue) -> String {
    let message = thrown.dyn_ref::<DomException>().map(DomException::message);
    message.or_else(|| thrown.as_string()).unwrap_or_else(|| format!("{thrown:?}"))
}
