//! `/api/annotations`: one log of judgements on disk, written by several browsers at once.
//!
//! `GET ?after=N` gives the events after a cursor, `POST {"events": […]}` puts events in; both answer with
//! the new cursor. An event is acknowledged only after it is on the disk (`fsync`); a second copy of one
//! that is there is acknowledged and not written again, so that a browser sends until it is answered.
//! The file is only ever appended to, by one process, which holds a lock on it. A line that a kill has cut
//! off is named when the file is opened, and stays where it is; it can only be one that nobody was told
//! was saved.
//!
//! A cursor counts the events of the file, in its order, and comes with a *mark*: a digest of all events
//! up to it, each hashed with the mark before it (as in a log of transparency, RFC 6962, but a chain).
//! The server may be started again with another file, even one that begins with the same items; a cursor
//! whose mark does not fit belongs to another log, and the answer begins anew. Nothing is skipped.
//!
//! `log` names the log by its first event. Who puts events in may say which log they are for; another one
//! does not take them.

use super::{Answer, Refused, own_origin, read, refused, told};
use crate::exit::Failure;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use vedette_annotate::{Damage, Event, Log};

/// Where it is asked.
pub(crate) const PATH: &str = "/api/annotations";

/// The most bytes of events that are put in at once.
const BODY: usize = 8 << 20;
/// The most bytes of events that are given at once; the reader asks again from the new cursor.
const PAGE: usize = 1 << 20;

/// The first bytes of a digest: enough to tell logs apart that nobody forges.
type Mark = [u8; 8];

/// A log on disk.
#[derive(Clone, Debug)]
pub(crate) struct Store(Arc<Mutex<Inner>>);

#[derive(Debug)]
struct Inner {
    file: File,
    /// What people call it: the file's name without its ending.
    name: String,
    log: Log,
    /// The lines of the events, in the order of the file.
    lines: Vec<String>,
    /// The mark after each of them.
    marks: Vec<Mark>,
    /// How long the file is, without anything that could not be written whole.
    length: u64,
}

impl Store {
    /// Opens the log at `path`, or begins one; says which of its lines are damaged.
    pub(crate) fn open(path: &Path) -> Result<(Self, Vec<Damage>), Failure> {
        let shown = path.display();
        let failed = |e: std::io::Error| Failure::failed(format!("{shown} cannot be used: {e}"));
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::failed(format!(
                    "{shown} is in use by another `vedette serve`: open that one, or stop it first"
                )));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        file.read_to_end(&mut bytes).map_err(failed)?;
        let mut inner = Inner {
            file,
            name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            log: Log::default(),
            lines: Vec::new(),
            marks: Vec::new(),
            length: bytes.len() as u64,
        };
        let mut damaged = Vec::new();
        let lines = bytes.split(|&byte| byte == b'\n').enumerate();
        for (at, line) in lines.filter(|(_, line)| !line.trim_ascii().is_empty()) {
            match vedette_annotate::read_event(line) {
                Ok(event) => inner.take(event),
                Err(message) => damaged.push(Damage { line: at + 1, message }),
            }
        }
        if inner.lines.is_empty()
            && let Some(first) = damaged.first()
        {
            return Err(Failure::rejected(format!(
                "{shown} has no event of an annotation log (line {}: {}); nothing was written",
                first.line, first.message
            )));
        }
        if bytes.last().is_some_and(|&last| last != b'\n') {
            // The next event must not continue a line that was cut off.
            inner.file.write_all(b"\n").and_then(|()| inner.file.sync_data()).map_err(failed)?;
            inner.length += 1;
        }
        Ok((Self(Arc::new(Mutex::new(inner))), damaged))
    }

    /// At most so many events after a cursor. Where its mark is known, it must be that of this log.
    fn after(&self, cursor: usize, mark: Option<&str>, most: usize) -> Value {
        let inner = self.lock();
        let fits = cursor <= inner.lines.len() && mark.is_none_or(|m| m == inner.mark(cursor));
        let begin = if fits { cursor } else { 0 };
        let mut size = 0;
        let page = inner.lines[begin..].iter().take(most).take_while(|line| {
            let first = size == 0;
            size += line.len();
            first || size <= PAGE
        });
        let events: Vec<Value> = page.filter_map(|line| serde_json::from_str(line).ok()).collect();
        let end = begin + events.len();
        json!({
            "schema": "vedette.annotations/1",
            "name": inner.name,
            "log": inner.identity(),
            "events": events,
            "from": begin,
            "cursor": end,
            "mark": inner.mark(end),
            "more": end < inner.lines.len(),
        })
    }

    /// Puts events in, if they are for this log. They are on the disk when this returns.
    fn put(&self, wanted: Option<&str>, events: Vec<Value>) -> Result<Value, Refused> {
        let (mut good, mut refused) = (Vec::new(), Vec::new());
        for (at, event) in events.into_iter().enumerate() {
            let event = serde_json::from_value::<Event>(event).map_err(|e| e.to_string());
            // What could not be read again must not be written.
            match event.and_then(|event| vedette_annotate::read_event(event.line().as_bytes())) {
                Ok(event) => good.push(event),
                Err(message) => refused.push(json!({ "number": at, "message": message })),
            }
        }
        let mut inner = self.lock();
        if wanted.is_some_and(|wanted| wanted != inner.identity()) {
            let message = "the events are for another log than the one that is here; ask for its \
                           events first";
            return super::refused(StatusCode::CONFLICT, message);
        }
        let mut fresh: Vec<Event> = Vec::new();
        for event in &good {
            if !inner.log.contains(event) && !fresh.contains(event) {
                fresh.push(event.clone());
            }
        }
        let mut text = String::new();
        for event in &fresh {
            text.push_str(&event.line());
            text.push('\n');
        }
        if !text.is_empty() {
            let written =
                inner.file.write_all(text.as_bytes()).and_then(|()| inner.file.sync_data());
            if let Err(e) = written {
                // Nothing of it counts: the file is as long as before, and nobody is told otherwise.
                let length = inner.length;
                let undone = inner.file.set_len(length);
                let undone = undone.err().map(|e| format!(", and not undone: {e}"));
                let undone = undone.unwrap_or_default();
                let message = format!("the events were not saved: {e}{undone}");
                return Err((StatusCode::INSUFFICIENT_STORAGE, message));
            }
            inner.length += text.len() as u64;
        }
        let accepted = fresh.len();
        let known = good.len() - accepted;
        for event in fresh {
            inner.take(event);
        }
        Ok(json!({
            "schema": "vedette.annotations/1",
            "name": inner.name,
            "log": inner.identity(),
            "accepted": accepted,
            "known": known,
            "refused": refused,
            "cursor": inner.lines.len(),
            "mark": inner.mark(inner.lines.len()),
        }))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        // What a panicking holder left is whole: the log changes only after the file has.
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Inner {
    fn take(&mut self, event: Event) {
        if !self.log.contains(&event) {
            let line = event.line();
            let mut hash = Sha256::new();
            hash.update(self.marks.last().map_or(&[][..], |mark| &mark[..]));
            hash.update(line.as_bytes());
            let mut mark = Mark::default();
            mark.copy_from_slice(&hash.finalize()[..size_of::<Mark>()]);
            self.marks.push(mark);
            self.lines.push(line);
            self.log.insert(event);
        }
    }

    /// The mark after so many events; none after none.
    fn mark(&self, events: usize) -> String {
        let mark = events.checked_sub(1).and_then(|last| self.marks.get(last));
        mark.map_or_else(String::new, |mark| format!("{:016x}", u64::from_be_bytes(*mark)))
    }

    /// What tells the log from others: its first event. None while it is empty.
    fn identity(&self) -> String {
        self.mark(1)
    }
}

/// What is put in.
#[derive(serde::Deserialize)]
struct Put {
    /// Which log it is for; none if that does not matter.
    log: Option<String>,
    events: Vec<Value>,
}

/// Answers a request.
pub(crate) async fn answer(store: Option<&Store>, request: Request) -> Answer {
    told(tried(store, request).await.map(|body| body.to_string().into_bytes()))
}

async fn tried(store: Option<&Store>, request: Request) -> Result<Value, Refused> {
    let Some(store) = store.cloned() else {
        let message = "there is no shared log: start `vedette serve --annotations FILE`";
        return refused(StatusCode::NOT_FOUND, message);
    };
    own_origin(request.headers())?;
    match *request.method() {
        Method::GET => {
            let query = request.uri().query().unwrap_or_default();
            let field = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name));
            let number = |name, usual: usize| match field(name) {
                Some(text) => text.parse().map_err(|_| {
                    (StatusCode::BAD_REQUEST, format!("expected `{name}` and a number"))
                }),
                None => Ok(usual),
            };
            let (after, most) = (number("after=", 0)?, number("most=", usize::MAX)?);
            Ok(store.after(after, field("mark="), most))
        }
        Method::POST => {
            super::json(request.headers())?;
            let body = read(request.into_body(), BODY).await?;
            let Ok(Put { log, events }) = serde_json::from_slice(&body) else {
                return refused(StatusCode::BAD_REQUEST, "expected {\"events\": [\u{2026}]}");
            };
            // Waiting for the disk is no work for the threads that answer.
            let work = tokio::task::spawn_blocking(move || store.put(log.as_deref(), events)).await;
            work.unwrap_or_else(|_| {
                refused(StatusCode::INTERNAL_SERVER_ERROR, "the events were not saved")
            })
        }
        _ => refused(StatusCode::METHOD_NOT_ALLOWED, "expected GET or POST"),
    }
}

#[cfg(test)]
mod tests {
    use super::Store;
    use serde_json::{Value, json};
    use std::io::Write;

    fn event(who: &str, number: usize) -> Value {
        json!({
            "schema": "vedette.annotation/1", "id": format!("{who}/s/{number}"), "time": 1,
            "item": "1", "what": { "kind": "flag", "on": true },
        })
    }

    /// A file of its own in the folder for temporary files, gone at the end.
    struct Place(std::path::PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let name = format!("vedette-{name}-{}.jsonl", std::process::id());
            Self(std::env::temp_dir().join(name))
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn writers_at_once_lose_nothing_and_a_cut_line_costs_itself() {
        let place = Place::new("writers");
        let (store, damaged) = Store::open(&place.0).unwrap();
        assert_eq!(damaged, []);
        // A second server is refused while the first runs.
        assert!(Store::open(&place.0).unwrap_err().message.contains("another `vedette serve`"));
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let store = store.clone();
                scope.spawn(move || {
                    for number in 1..=25 {
                        let own = event(&format!("w{writer}"), number);
                        // Everybody also sends what all the others do.
                        let answer = store.put(None, vec![own, event("all", number)]).unwrap();
                        assert_eq!(answer["refused"], json!([]));
                    }
                });
            }
        });
        assert_eq!(store.after(0, None, usize::MAX)["cursor"], 125);
        drop(store);
        // As a kill within a write leaves it.
        let mut file = std::fs::OpenOptions::new().append(true).open(&place.0).unwrap();
        file.write_all(b"{\"schema\":\"vedette.annot").unwrap();
        drop(file);
        let (store, damaged) = Store::open(&place.0).unwrap();
        assert_eq!(damaged.iter().map(|d| d.line).collect::<Vec<_>>(), [126]);
        assert_eq!(store.put(None, vec![event("late", 1), json!(3)]).unwrap()["accepted"], 1);
        drop(store);
        let (store, _) = Store::open(&place.0).unwrap();
        let last = store.after(125, None, usize::MAX);
        assert_eq!((&last["cursor"], &last["events"][0]["id"]), (&json!(126), &json!("late/s/1")));
        assert_eq!(
            store.after(999, None, usize::MAX)["from"],
            0,
            "a cursor of another file begins anew"
        );
    }

    #[test]
    fn a_cursor_of_another_log_that_begins_alike_begins_anew() {
        let (one, two) = (Place::new("mark-one"), Place::new("mark-two"));
        let (first, _) = Store::open(&one.0).unwrap();
        let (second, _) = Store::open(&two.0).unwrap();
        let empty = first.after(0, None, usize::MAX);
        assert_eq!((&empty["log"], &empty["mark"]), (&json!(""), &json!("")));
        first.put(None, vec![event("a", 1), event("a", 2)]).unwrap();
        second.put(None, vec![event("a", 1), event("b", 2), event("b", 3)]).unwrap();
        let read = first.after(0, None, usize::MAX);
        let (log, mark) = (read["log"].as_str().unwrap(), read["mark"].as_str());
        // They begin with the same event, and the second is longer: only the mark tells them apart.
        assert_eq!(second.after(0, None, 1)["log"], log);
        assert_eq!(first.after(2, mark, usize::MAX)["from"], 2);
        assert_eq!(second.after(2, mark, usize::MAX)["from"], 0);
        // The same events in a file that is opened again have the same marks.
        drop(first);
        let (first, _) = Store::open(&one.0).unwrap();
        assert_eq!(first.after(2, mark, usize::MAX)["from"], 2);
        // Events for another log are not taken.
        let (status, _) = first.put(Some(""), vec![event("c", 1)]).unwrap_err();
        assert_eq!(status, super::StatusCode::CONFLICT);
        assert_eq!(first.put(Some(log), vec![event("c", 1)]).unwrap()["cursor"], 3);
    }

    #[test]
    fn what_could_not_be_read_again_is_not_written() {
        let place = Place::new("long");
        let (store, _) = Store::open(&place.0).unwrap();
        let mut long = event("a", 1);
        long["more"] = "x".repeat(2 << 20).into();
        let answer = store.put(None, vec![long, event("a", 2)]).unwrap();
        assert_eq!((&answer["accepted"], &answer["refused"][0]["number"]), (&json!(1), &json!(0)));
        drop(store);
        assert_eq!(Store::open(&place.0).unwrap().1, []);
    }

    #[test]
    fn a_file_that_is_no_log_is_left_alone() {
        let place = Place::new("other");
        for text in ["my only copy of something\n", "no end of line", "\na blank line\n\nbetween"] {
            std::fs::write(&place.0, text).unwrap();
            assert!(Store::open(&place.0).unwrap_err().message.contains("nothing was written"));
            assert_eq!(std::fs::read_to_string(&place.0).unwrap(), text);
        }
    }
}
