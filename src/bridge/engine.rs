//! The page's side of the worker.

use super::wire;
use futures_channel::oneshot;
use js_sys::Array;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use vedette_report::service::{Request, Response};
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

/// What comes of a question.
pub type Answer = Result<(Response, Vec<Vec<u8>>), Failure>;

/// A worker, started with its first question.
#[derive(Clone, Copy, Debug)]
pub struct Engine(StoredValue<Rc<RefCell<Inner>>, LocalStorage>);

#[derive(Debug, Default)]
struct Inner {
    worker: Option<Running>,
    /// Whether the worker listens: what is sent before is lost, so it waits in `waiting`.
    ready: bool,
    waiting: Vec<(Array, Array)>,
    asked: u32,
    pending: Vec<(u32, oneshot::Sender<Answer>)>,
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

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine without a worker yet.
    pub fn new() -> Self {
        Self(StoredValue::new_local(Rc::default()))
    }

    /// Asks, and waits for the answer.
    pub async fn ask(self, request: &Request, blobs: Vec<Vec<u8>>) -> Answer {
        let inner = self.0.get_value();
        let answer = Inner::send(&inner, request, &blobs)?;
        answer.await.unwrap_or(Err(Failure::Cancelled))
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
    fn send(
        this: &Rc<RefCell<Self>>,
        request: &Request,
        blobs: &[Vec<u8>],
    ) -> Result<oneshot::Receiver<Answer>, Failure> {
        let stopped = |what: String| Failure::Stopped(what);
        let text = serde_json::to_string(request).map_err(|e| stopped(e.to_string()))?;
        if this.borrow().worker.is_none() {
            let running = start(this).map_err(stopped)?;
            this.borrow_mut().worker = Some(running);
        }
        let mut inner = this.borrow_mut();
        let number = wire::FIRST + inner.asked;
        inner.asked += 1;
        inner.waiting.push(wire::pack(number, &text, blobs));
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
        let answer = serde_json::from_str(&text)
            .map(|response| (response, blobs))
            .map_err(|e| Failure::Stopped(format!("the answer could not be read: {e}")));
        let _ = sender.send(answer);
    }

    /// Ends the worker after its own listener has returned: a closure must not drop itself.
    fn end_soon(this: &Rc<RefCell<Self>>, why: Failure) {
        let this = Rc::clone(this);
        gloo::timers::callback::Timeout::new(0, move || Self::end(&this, &why)).forget();
    }
}

/// Where the worker is: the build names it in the page's head.
fn address() -> Result<String, String> {
    let document = web_sys::window().and_then(|w| w.document()).ok_or("there is no page")?;
    let meta = document.query_selector("meta[name=vedette-worker]").ok().flatten();
    let name = meta.and_then(|meta| meta.get_attribute("content"));
    // A page in one file makes its worker from a blob (`vedette bundle site --single-file`).
    let place = |name: String| if name.starts_with("blob:") { name } else { format!("./{name}") };
    name.map(place).ok_or_else(|| "the page does not name its worker".into())
}

fn start(this: &Rc<RefCell<Inner>>) -> Result<Running, String> {
    let worker =
        Worker::new(&address()?).map_err(|e| format!("the worker could not be started: {e:?}"))?;
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
