//! The log of one annotation set, and what is being typed beside it.

use super::{Trouble, idb};
use js_sys::Array;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{IdbDatabase, IdbKeyRange, IdbObjectStore, IdbTransaction};

const DATABASE: &str = "vedette-annotations";
const VERSION: u32 = 1;
/// `[set, number]` → the lines of events that were appended at once.
const EVENTS: &str = "events";
/// `[set, field]` → what was typed there.
const DRAFTS: &str = "drafts";

/// An open log. Clones share the connection.
#[derive(Clone, Debug)]
pub struct Log(Rc<Inner>);

struct Inner {
    set: String,
    database: RefCell<IdbDatabase>,
    /// The number of the next record.
    next: Cell<u32>,
    /// Whether the browser closed the connection: the storage was cleared.
    gone: Rc<Cell<bool>>,
    /// Told when that happens.
    tell: Rc<dyn Fn()>,
    closed: RefCell<Option<Closure<dyn FnMut()>>>,
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inner").field("set", &self.set).finish_non_exhaustive()
    }
}

impl Log {
    /// Opens the log of a set; gives its records too, oldest first. `gone` is told if the browser
    /// takes the storage away later.
    pub async fn open(
        set: &str,
        gone: impl Fn() + 'static,
    ) -> Result<(Self, Vec<String>), Trouble> {
        let database = connect().await?;
        let log = Self(Rc::new(Inner {
            set: set.to_owned(),
            database: RefCell::new(database),
            next: Cell::new(0),
            gone: Rc::new(Cell::new(false)),
            tell: Rc::new(gone),
            closed: RefCell::new(None),
        }));
        log.watch();
        let records = log.read().await?;
        Ok((log, records))
    }

    /// All records, oldest first.
    pub async fn read(&self) -> Result<Vec<String>, Trouble> {
        let transaction = self.start(EVENTS, false, false)?;
        let store = store(&transaction, EVENTS)?;
        let all = self.all();
        let values = store.get_all_with_key(&all).map_err(|e| idb::trouble(&e))?;
        let keys = store.get_all_keys_with_key(&all).map_err(|e| idb::trouble(&e))?;
        let values = idb::answer(&values).await?;
        let keys = idb::answer(&keys).await?;
        self.0.next.set(next_number(keys.unchecked_ref()));
        Ok(texts(values.unchecked_ref()))
    }

    /// Appends a record; it is on the disk when this returns.
    pub async fn append(&self, lines: &str) -> Result<(), Trouble> {
        if self.0.gone.get() {
            return Err(Trouble::Gone);
        }
        let number = self.0.next.get();
        self.0.next.set(number + 1);
        let transaction = self.start(EVENTS, true, true)?;
        let key = self.key(&f64::from(number).into());
        let store = store(&transaction, EVENTS)?;
        // `add`, not `put`: a record that is there is never written over.
        store.add_with_key(&lines.into(), &key).map_err(|e| idb::trouble(&e))?;
        idb::ended(&transaction).await
    }

    /// Connects again after the storage was cleared; the caller appends what it holds.
    pub async fn reconnect(&self) -> Result<(), Trouble> {
        let database = connect().await?;
        self.0.database.replace(database);
        self.0.gone.set(false);
        self.watch();
        self.read().await.map(|_| ())
    }

    /// Whether the browser closed the connection.
    pub fn is_gone(&self) -> bool {
        self.0.gone.get()
    }

    /// Keeps what is typed in a field; an empty text is forgotten.
    pub async fn keep_draft(&self, field: &str, text: &str) -> Result<(), Trouble> {
        let transaction = self.start(DRAFTS, true, false)?;
        let key = self.key(&field.into());
        let store = store(&transaction, DRAFTS)?;
        let done = if text.is_empty() {
            store.delete(&key)
        } else {
            store.put_with_key(&text.into(), &key)
        };
        done.map_err(|e| idb::trouble(&e))?;
        idb::ended(&transaction).await
    }

    /// What was typed and not yet said, by field.
    pub async fn drafts(&self) -> Result<Vec<(String, String)>, Trouble> {
        let transaction = self.start(DRAFTS, false, false)?;
        let store = store(&transaction, DRAFTS)?;
        let all = self.all();
        let values = store.get_all_with_key(&all).map_err(|e| idb::trouble(&e))?;
        let keys = store.get_all_keys_with_key(&all).map_err(|e| idb::trouble(&e))?;
        let values = texts(idb::answer(&values).await?.unchecked_ref());
        let keys: Array = idb::answer(&keys).await?.unchecked_into();
        let field =
            |key: JsValue| Some(key.dyn_ref::<Array>()?.get(1).as_string().unwrap_or_default());
        Ok(keys.iter().filter_map(field).zip(values).collect())
    }

    /// Listens for the browser taking the storage away.
    fn watch(&self) {
        let gone = Rc::clone(&self.0.gone);
        let tell = Rc::clone(&self.0.tell);
        let closed = Closure::<dyn FnMut()>::new(move || {
            gone.set(true);
            tell();
        });
        self.0.database.borrow().set_onclose(Some(closed.as_ref().unchecked_ref()));
        self.0.closed.replace(Some(closed));
    }

    fn start(&self, store: &str, write: bool, durable: bool) -> Result<IdbTransaction, Trouble> {
        idb::transaction(&self.0.database.borrow(), &[store], write, durable)
    }

    fn key(&self, last: &JsValue) -> JsValue {
        Array::of2(&self.0.set.as_str().into(), last).into()
    }

    /// Every key of this set: an array is greater than any number or text.
    fn all(&self) -> JsValue {
        let from = Array::of1(&self.0.set.as_str().into());
        let to = Array::of2(&self.0.set.as_str().into(), &Array::new());
        // Two arrays in this order are always a range.
        IdbKeyRange::bound(&from, &to).map_or(JsValue::NULL, JsValue::from)
    }
}

async fn connect() -> Result<IdbDatabase, Trouble> {
    idb::open(DATABASE, VERSION, |database| {
        database.create_object_store(EVENTS)?;
        database.create_object_store(DRAFTS)?;
        Ok(())
    })
    .await
}

fn store(transaction: &IdbTransaction, name: &str) -> Result<IdbObjectStore, Trouble> {
    transaction.object_store(name).map_err(|e| idb::trouble(&e))
}

fn texts(values: &Array) -> Vec<String> {
    values.iter().filter_map(|value| value.as_string()).collect()
}

/// One more than the number of the last key.
fn next_number(keys: &Array) -> u32 {
    let last = keys.length().checked_sub(1).map(|at| keys.get(at));
    let number = last.and_then(|key| key.dyn_ref::<Array>()?.get(1).as_f64());
    #[expect(clippy::cast_sign_loss, reason = "`append` wrote it from a u32")]
    number.map_or(0, |number| number as u32 + 1)
}
