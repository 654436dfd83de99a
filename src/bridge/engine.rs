//! The page's side of a worker.

use super::{Service, wire};
use futures_channel::oneshot;
use js_sys::Array;
use leptos::prelude::*;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{ErrorEvent, MessageEvent, Worker};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It was cancelled.
    Cancelled,
    /// The worker stopped, with this message.
    Stopped(String),
}

/// What comes of a question: an answer, with the bytes of files beside it.
pub type Answered<A> = Result<(A, Vec<Vec<u8>>), Failure>;

/// What comes of a question before it is read.
type Raw = Answered<String>;

/// A worker, started with its first question.
#[derive(Clone, Copy, Debug)]
pub struct EngineOf<S>(StoredValue<Rc<RefCell<Inner>>, LocalStorage>, PhantomData<S>);

#[derive(Debug)]
struct Inner {
    /// The meta element that names the worker's script.
    named: &'static str,
    worker: Option<Running>,
    /// Whether the worker listens: what is sent before is lost, so it waits in `waiting`.
    ready: bool,
    waiting: Vec<(Array, Array)>,
    asked: u32,
    pending: Vec<(u32, oneshot::Sender<Raw>)>,
}

/// A worker with the functions that listen to it.
#[derive(Debug)]
struct Running {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl<S: Service> Default for EngineOf<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Service> EngineOf<S> {
    /// An engine without a worker yet.
    pub fn new() -> Self {
        Self(StoredValue::new_local(Rc::new(RefCell::new(Inner::new(S::WORKER)))), PhantomData)
    }

    /// Asks, and waits for the answer.
    pub async fn ask(self, question: &S::Question, blobs: Vec<Vec<u8>>) -> Answered<S::Answer> {
        let unreadable = |what, e| Failure::Stopped(format!("{what} could not be read: {e}"));
        let text = serde_json::to_string(question).map_err(|e| unreadable("the question", e))?;
        let answer = Inner::send(&self.0.get_value(), &text, &blobs)?;
        let (text, blobs) = answer.await.unwrap_or(Err(Failure::Cancelled))?;
        let answer = serde_json::from_str(&text).map_err(|e| unreadable("the answer", e))?;
        Ok((answer, blobs))
    }

    /// Ends the worker and with it every question.
    pub fn cancel(self) {
        Inner::end(&self.0.get_value(), &Failure::Cancelled);
    }

    /// Whether the worker has started: what takes long before is loading, not computing.
    pub fn is_ready(self) -> bool {
        self.0.with_value(|inner| inner.borrow().ready)
    }

    /// Whether a question waits for its answer.
    pub fn is_busy(self) -> bool {
        self.0.with_value(|inner| !inner.borrow().pending.is_empty())
    }
}

impl Inner {
    fn new(named: &'static str) -> Self {
        Self {
            named,
            worker: None,
            ready: false,
            waiting: Vec::new(),
            asked: 0,
            pending: Vec::new(),
        }
    }

    fn send(
        this: &Rc<RefCell<Self>>,
        text: &str,
        blobs: &[Vec<u8>],
    ) -> Result<oneshot::Receiver<Raw>, Failure> {
        let stopped = |what: String| Failure::Stopped(what);
        if this.borrow().worker.is_none() {
            let running = start(this).map_err(stopped)?;
            this.borrow_mut().worker = Some(running);
        }
        let mut inner = this.borrow_mut();
        let number = wire::FIRST + inner.asked;
        inner.asked += 1;
        inner.waiting.push(wire::pack(number, text, blobs));
        if inner.ready {
            inner.post().map_err(stopped)?;
        }
        let (sender, receiver) = oneshot::channel();
        inner.pending.push((number, sender));
        Ok(receiver)
    }

    /// Sends what waits.
    fn post(&mut self) -> Result<(), String> {
        let running = self.worker.as_ref().ok_or("there is no worker")?;
        for (message, transfer) in self.waiting.drain(..) {
            let sent = running.worker.post_message_with_transfer(&message, &transfer);
            sent.map_err(|e| format!("the question could not be sent: {e:?}"))?;
        }
        Ok(())
    }

    fn end(this: &Rc<RefCell<Self>>, why: &Failure) {
        let mut inner = this.borrow_mut();
        inner.worker = None;
        inner.ready = false;
        inner.waiting.clear();
        for (_, sender) in inner.pending.drain(..) {
            // Whoever asked may have left; then nobody misses the answer.
            let _ = sender.send(Err(why.clone()));
        }
    }

    fn receive(this: &Rc<RefCell<Self>>, event: &MessageEvent) {
        let Some((number, text, blobs)) = wire::unpack(&event.data()) else {
            Self::end_soon(this, Failure::Stopped("the worker sent something unreadable".into()));
            return;
        };
        if number == wire::PANIC {
            Self::end_soon(this, Failure::Stopped(text));
            return;
        }
        let mut inner = this.borrow_mut();
        if number == wire::READY {
            inner.ready = true;
            if let Err(what) = inner.post() {
                Self::end_soon(this, Failure::Stopped(what));
            }
            return;
        }
        let Some(at) = inner.pending.iter().position(|(known, _)| *known == number) else { return };
        let (_, sender) = inner.pending.remove(at);
        drop(inner);
        let _ = sender.send(Ok((text, blobs)));
    }

    /// Ends the worker after its own listener has returned: a closure must not drop itself.
    fn end_soon(this: &Rc<RefCell<Self>>, why: Failure) {
        let this = Rc::clone(this);
        gloo::timers::callback::Timeout::new(0, move || Self::end(&this, &why)).forget();
    }
}

/// Where a worker is: the build names it in the page's head.
fn address(named: &str) -> Result<String, String> {
    let document = web_sys::window().and_then(|w| w.document()).ok_or("there is no page")?;
    let meta = document.query_selector(&format!("meta[name={named}]")).ok().flatten();
    let name = meta.and_then(|meta| meta.get_attribute("content"));
    // A page in one file makes its worker from a blob (`vedette bundle site --single-file`).
    let place = |name: String| if name.starts_with("blob:") { name } else { format!("./{name}") };
    name.map(place).ok_or_else(|| "the page does not name its worker".into())
}

fn start(this: &Rc<RefCell<Inner>>) -> Result<Running, String> {
    let address = address(this.borrow().named)?;
    let worker =
        Worker::new(&address).map_err(|e| format!("the worker could not be started: {e:?}"))?;
    let weak = Rc::downgrade(this);
    let on_message = Closure::<dyn FnMut(_)>::new(move |event: MessageEvent| {
        if let Some(inner) = weak.upgrade() {
            Inner::receive(&inner, &event);
        }
    });
    let weak = Rc::downgrade(this);
    let on_error = Closure::<dyn FnMut(_)>::new(move |event: ErrorEvent| {
        if let Some(inner) = weak.upgrade() {
            event.prevent_default();
            let what = event.message();
            let what = if what.is_empty() { "it could not be loaded".into() } else { what };
            Inner::end_soon(&inner, Failure::Stopped(what));
        }
    });
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    Ok(Running { worker, _on_message: on_message, _on_error: on_error })
}
