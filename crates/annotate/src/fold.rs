//! From the log to the state.
//!
//! ```
//! use vedette_annotate::{Decision, Log, Role, What, Writer, fold, refold};
//!
//! let mut log = Log::default();
//! let mut ann = Writer::new("ann", "s1", &log).unwrap();
//! let accept = What::Decision { decision: Decision::Accept, replaces: vec![] };
//! let accept = ann.event(1, Role::Label, Some("7"), accept);
//! log.insert(accept.clone());
//! let mut state = fold(&log);
//! assert_eq!(state.progress("ann", Role::Label).decided, 1);
//!
//! // After one more event only its item is looked at again.
//! log.insert(ann.event(2, Role::Label, Some("7"), What::Undo { of: accept.id }));
//! refold(&mut state, &log, Some("7"));
//! assert_eq!(state.progress("ann", Role::Label).decided, 0);
//! assert_eq!(state, fold(&log));
//! ```
//!
//! # How
//! An event about an item changes nothing but that item: an undo names the item of what it undoes. So
//! the state is one fold an item, and the next key press costs one item, not the log. Of several undos and
//! redos of an event the last in the order of the log counts.

use crate::event::{Event, Role, What};
use crate::id::EventId;
use crate::log::Log;
use crate::state::{Answered, Comment, Held, ItemState, Opinion, State, Version};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// When an item came in: the time and name of the first event with its content.
type Came = Option<(u64, EventId)>;

/// What a log comes to.
pub fn fold(log: &Log) -> State {
    let mut state = State::default();
    let mut items: Vec<(Came, &str, ItemState)> = Vec::new();
    for subject in log.subjects() {
        match subject {
            None => general(&mut state, log),
            Some(item) => {
                let (found, came) = of_item(&mut state, log, item);
                items.push((came, item, found));
            }
        }
    }
    // In the order in which they came in; `None`, never, is last.
    items.sort_by(|(a, left, _), (b, right, _)| {
        (a.is_none(), a, left).cmp(&(b.is_none(), b, right))
    });
    state.items = items.into_iter().map(|(_, id, found)| (id.to_owned(), found)).collect();
    state
}

/// Looks again at one item, or at what is about none, after an event about it was put into `log`.
pub fn refold(state: &mut State, log: &Log, item: Option<&str>) {
    let events = log.about(item);
    // A name that was used twice may speak of two items.
    if events.iter().any(|event| log.get(&event.id).len() > 1) {
        *state = fold(log);
        return;
    }
    for event in events {
        state.remarks.remove(&event.id);
    }
    let Some(item) = item else {
        general(state, log);
        return;
    };
    let (found, _) = of_item(state, log, item);
    // Where an item stands depends on when it came in.
    let place = |state: &ItemState| state.versions.first().map(|version| version.event.clone());
    match state.items.get_mut(item) {
        Some(known) if known.item.is_some() && place(known) == place(&found) => *known = found,
        _ => *state = fold(log),
    }
}

/// Looks again at all that some events are about, after they were put into `log`: at each subject alone
/// where that is enough, at the whole log where an item came in.
///
/// ```
/// use vedette_annotate::{Log, Role, What, Writer, fold, refold_all};
///
/// let mut log = Log::default();
/// let mut ann = Writer::new("ann", "s1", &log).unwrap();
/// let mut state = fold(&log);
/// let events: Vec<_> =
///     ["7", "8"].map(|item| ann.event(1, Role::Label, Some(item), What::Flag { on: true })).into();
/// for event in &events {
///     log.insert(event.clone());
/// }
/// refold_all(&mut state, &log, &events);
/// assert_eq!(state, fold(&log));
/// ```
pub fn refold_all(state: &mut State, log: &Log, events: &[Event]) {
    let subjects: BTreeSet<Option<&str>> = events.iter().map(|e| e.item.as_deref()).collect();
    let known = |id: &str| state.items.get(id).is_some_and(|item| item.item.is_some());
    let places = |event: &Event| matches!(event.what, What::Item { .. } | What::Amend { .. });
    if events.iter().any(places) || subjects.iter().flatten().any(|id| !known(id)) {
        // Each of them would fold the whole log.
        *state = fold(log);
        return;
    }
    for subject in subjects {
        refold(state, log, subject);
    }
}

/// What is about no item: guidelines and settings.
fn general(state: &mut State, log: &Log) {
    let events = log.about(None);
    let undone = undone(state, log, &events);
    state.guideline = None;
    state.settings.clear();
    for event in events.into_iter().filter(|event| !undone.contains(&event.id)) {
        match &event.what {
            What::Guideline { text } => {
                let (id, time) = (event.id.clone(), event.time);
                state.guideline = Some(Comment { event: id, time, text: text.clone() });
            }
            What::Setting { name, value } => {
                let own = state.settings.entry(event.id.annotator().to_owned()).or_default();
                own.insert(name.clone(), value.clone());
            }
            _ => {}
        }
    }
}

/// The names of the events that do not count, of those about one subject. Notes what has no effect.
fn undone(state: &mut State, log: &Log, events: &[&Event]) -> FxHashSet<EventId> {
    let here: FxHashMap<&EventId, &Event> =
        events.iter().map(|event| (&event.id, *event)).collect();
    let mut undone = FxHashSet::default();
    for event in events {
        if log.get(&event.id).len() > 1 {
            let twice = "its name was used for two different events; both count";
            state.remarks.insert(event.id.clone(), twice.to_owned());
        }
        let (of, undo) = match &event.what {
            What::Undo { of } => (of, true),
            What::Redo { of } => (of, false),
            What::Later(_) => {
                let later = "its kind is not known to this version; it is kept without effect";
                state.remarks.insert(event.id.clone(), later.to_owned());
                continue;
            }
            _ => continue,
        };
        let why = match here.get(of) {
            None => Some(format!("it speaks of {of}, which is not here, or about another item")),
            Some(_) if of.annotator() != event.id.annotator() => {
                Some(format!("it speaks of {of}, which is somebody else's"))
            }
            Some(target) if !target.what.undoable() => {
                Some(format!("it speaks of {of}, which cannot be undone"))
            }
            Some(_) => None,
        };
        match why {
            Some(why) => {
                state.remarks.insert(event.id.clone(), format!("{why}; it has no effect"));
            }
            None if undo => {
                undone.insert(of.clone());
            }
            None => {
                undone.remove(of);
            }
        }
    }
    undone
}

/// The names of all events that do not count.
pub(crate) fn all_undone(log: &Log) -> FxHashSet<EventId> {
    let mut remarks = State::default();
    log.subjects().flat_map(|subject| undone(&mut remarks, log, &log.about(subject))).collect()
}

/// One item, and when it came in.
fn of_item(state: &mut State, log: &Log, item: &str) -> (ItemState, Came) {
    let events = log.about(Some(item));
    let undone = undone(state, log, &events);
    let mut found = ItemState::default();
    let mut came = None;
    let mut amended = false;
    let mut opinions: Vec<Parts<'_>> = Vec::new();
    for event in events.into_iter().filter(|event| !undone.contains(&event.id)) {
        match &event.what {
            What::Item { item } | What::Amend { item } => {
                let amends = matches!(event.what, What::Amend { .. });
                came.get_or_insert_with(|| (event.time, event.id.clone()));
                if amends || (!amended && found.item.is_none()) {
                    found.item = Some(item.clone());
                }
                amended |= amends;
                if !found.versions.iter().any(|known| known.item == *item) {
                    let event = event.id.clone();
                    found.versions.push(Version { event, amended: amends, item: item.clone() });
                }
            }
            What::Decision { .. }
            | What::Flag { .. }
            | What::Comment { .. }
            | What::Answer { .. } => {
                let who = (event.id.annotator(), event.role);
                let at = opinions.iter().position(|parts| parts.who == who);
                let at = at.unwrap_or_else(|| {
                    opinions.push(Parts::new(who));
                    opinions.len() - 1
                });
                opinions[at].add(event);
            }
            _ => {}
        }
    }
    opinions.sort_by_key(|parts| parts.who);
    found.opinions = opinions.into_iter().map(Parts::opinion).filter(said).collect();
    (found, came)
}

fn said(opinion: &Opinion) -> bool {
    opinion.current.is_some()
        || opinion.flagged
        || !opinion.comments.is_empty()
        || !opinion.answers.is_empty()
}

/// What counts of an annotator in a role, in the order of the log.
struct Parts<'a> {
    who: (&'a str, Role),
    decisions: Vec<&'a Event>,
    replaced: FxHashSet<&'a EventId>,
    comments: Vec<Comment>,
    answers: Vec<Answered>,
    flagged: bool,
}

impl<'a> Parts<'a> {
    fn new(who: (&'a str, Role)) -> Self {
        Self {
            who,
            decisions: vec![],
            replaced: FxHashSet::default(),
            comments: vec![],
            answers: vec![],
            flagged: false,
        }
    }

    fn add(&mut self, event: &'a Event) {
        match &event.what {
            What::Decision { replaces, .. } => {
                self.replaced.extend(replaces.iter().filter(|&id| *id != event.id));
                self.decisions.push(event);
            }
            What::Flag { on } => self.flagged = *on,
            What::Comment { text, replaces } => {
                self.replaced.extend(replaces.iter().filter(|&id| *id != event.id));
                let (id, time) = (event.id.clone(), event.time);
                self.comments.push(Comment { event: id, time, text: text.clone() });
            }
            What::Answer { trace, answer } => {
                self.answers.retain(|known| known.trace != *trace);
                let (trace, time) = (trace.clone(), event.time);
                self.answers.extend(answer.map(|answer| Answered { trace, answer, time }));
            }
            _ => {}
        }
    }

    fn opinion(mut self) -> Opinion {
        // A later judgement of the same session replaces an earlier one, whatever it says it replaces.
        let mut last: FxHashMap<&str, u64> = FxHashMap::default();
        for event in &self.decisions {
            let number = last.entry(event.id.session()).or_default();
            *number = (*number).max(event.id.number());
        }
        let newest = |event: &&Event| last[event.id.session()] == event.id.number();
        let open = |event: &&Event| newest(event) && !self.replaced.contains(&event.id);
        let mut heads: Vec<&Event> = self.decisions.iter().copied().filter(open).collect();
        if heads.is_empty() {
            // Judgements that replace one another in a circle are forged; the last of each session stays.
            heads = self.decisions.iter().copied().filter(newest).collect();
        }
        let mut held: Vec<Held> = heads.into_iter().filter_map(held).collect();
        let current = held.pop();
        held.retain(|rival| Some(&rival.decision) != current.as_ref().map(|held| &held.decision));
        let replaced = &self.replaced;
        self.comments.retain(|c| !replaced.contains(&c.event) && !c.text.trim().is_empty());
        Opinion {
            annotator: self.who.0.to_owned(),
            role: self.who.1,
            current,
            rivals: held,
            flagged: self.flagged,
            comments: self.comments,
            answers: self.answers,
        }
    }
}

fn held(event: &Event) -> Option<Held> {
    let What::Decision { decision, .. } = &event.what else { return None };
    Some(Held { event: event.id.clone(), time: event.time, decision: decision.clone() })
}
