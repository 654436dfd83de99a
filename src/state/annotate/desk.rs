//! What lies before the annotator: an item, the questions about it, what is being typed.
//!
//! An item is first *blind*: its traces are there and its formula is not, not even in the page's
//! elements. It is revealed when every trace has an answer, when somebody asks for it, or when it was
//! judged before; a judge sees everything.

use super::ahead::{Ahead, Ready};
use super::keymap::{Act, Phase};
use super::queue::{self, Shown};
use super::saver::now;
use super::session::Session;
use super::settings::Settings;
use leptos::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use vedette_annotate::prepare::Options;
use vedette_annotate::{Allowed, Decision, Item, ItemState, Opinion, Role, What};
use vedette_report::vocabulary::Vocabulary;

/// How many items are made ready ahead.
const AHEAD: usize = 24;

/// The desk.
#[derive(Clone, Copy, Debug)]
pub struct Desk {
    /// The open set.
    pub session: Session,
    /// The settings.
    pub settings: Settings,
    /// The item that lies there.
    pub here: RwSignal<Option<String>>,
    /// Its content; changes only if that does.
    pub item: Memo<Option<Item>>,
    /// What the worker made of it.
    pub ready: Memo<Option<Ready>>,
    /// What is asked for now.
    pub phase: Memo<Phase>,
    /// My opinion of it.
    pub mine: Memo<Option<Opinion>>,
    /// Which items are walked through.
    pub shown: RwSignal<Shown>,
    /// The repair as typed.
    pub repair: RwSignal<String>,
    /// The comment as typed.
    pub comment: RwSignal<String>,
    /// When the item came on the screen.
    pub since: RwSignal<u64>,
    /// How items are made ready.
    pub options: Memo<Options>,
    /// What was just done, in words.
    pub said: RwSignal<String>,
    revealed: RwSignal<FxHashSet<String>>,
    ahead: Ahead,
    drafts: StoredValue<FxHashMap<String, String>>,
}

impl Desk {
    /// An empty desk.
    pub fn new(session: Session, settings: Settings) -> Self {
        let ahead = Ahead::new();
        let here = RwSignal::new(None::<String>);
        let revealed = RwSignal::new(FxHashSet::default());
        let item = Memo::new(move |_| {
            here.with(|here| {
                session.state.with(|state| state.items.get(here.as_ref()?)?.item.clone())
            })
        });
        let ready = Memo::new(move |_| {
            ahead.arrived.track();
            item.with(|item| ahead.get(item.as_ref()?))
        });
        let mine = Memo::new(move |_| {
            here.with(|here| {
                session.state.with(|state| {
                    let state = state.items.get(here.as_ref()?)?;
                    session.who.with(|who| state.opinion(&who.name, who.role).cloned())
                })
            })
        });
        let phase = Memo::new(move |_| {
            let judge = session.who.with(|who| who.role == Role::Judge);
            let asked = here.with(|here| {
                here.as_ref().is_some_and(|here| revealed.with(|all| all.contains(here)))
            });
            let judged = mine.with(|mine| mine.as_ref().is_some_and(|o| o.decided().is_some()));
            let answered = ready.with(|ready| match ready {
                // Until it is known what is asked, nothing is shown.
                None => false,
                Some(Err(_)) => true,
                Some(Ok(ready)) => mine.with(|mine| {
                    let known = |text: &str| {
                        mine.iter().flat_map(|o| &o.answers).any(|answered| answered.trace == text)
                    };
                    ready.traces.iter().all(|trace| known(&trace.text))
                }),
            });
            if judge || asked || judged || answered { Phase::Decide } else { Phase::Blind }
        });
        let options = Memo::new(move |_| {
            // The field takes only what can be read; another version may have written another kind.
            let words = session.vocabulary().and_then(|text| Vocabulary::read(&text).ok());
            Options { vocabulary: words, ..Options::default() }
        });
        let desk = Self {
            session,
            options,
            settings,
            here,
            item,
            ready,
            phase,
            mine,
            shown: RwSignal::new(Shown::All),
            repair: RwSignal::new(String::new()),
            comment: RwSignal::new(String::new()),
            since: RwSignal::new(now()),
            said: RwSignal::new(String::new()),
            revealed,
            ahead,
            drafts: StoredValue::new(FxHashMap::default()),
        };
        desk.prepare_ahead();
        desk.keep_drafts();
        desk
    }

    /// Takes over a set that was opened: what was typed, and where to go on.
    pub fn start(self, drafts: Vec<(String, String)>, item: &str) {
        self.drafts.set_value(drafts.into_iter().collect());
        self.revealed.set(FxHashSet::default());
        self.here.set(None);
        let known = self.session.state.with_untracked(|state| state.items.contains_key(item));
        if known {
            self.go(Some(item.to_owned()));
        }
        self.begin();
    }

    /// Begins with the first item that is to do, if none lies here: items of a shared log come later.
    pub fn begin(self) {
        if self.here.with_untracked(Option::is_none) {
            let any = || self.session.state.with_untracked(|s| s.items.keys().next().cloned());
            self.go(self.next(None).or_else(any));
        }
    }

    /// Puts an item on the desk.
    pub fn go(self, id: Option<String>) {
        if id.is_none() || self.here.with_untracked(|here| *here == id) {
            return;
        }
        let draft = |field: &str| {
            let key = format!("{field}:{}", id.as_deref().unwrap_or_default());
            self.drafts.with_value(|drafts| drafts.get(&key).cloned().unwrap_or_default())
        };
        let (repair, comment) = (draft("repair"), draft("comment"));
        self.here.set(id);
        self.repair.set(repair);
        self.comment.set(comment);
        self.since.set(now());
    }

    /// What is known of the item, and by whom.
    pub fn with_state<T>(self, look: impl FnOnce(&ItemState) -> T) -> Option<T> {
        let here = self.here.get()?;
        self.session.state.with(|state| state.items.get(&here).map(look))
    }

    /// The answers to the traces, in their order.
    pub fn answers(self) -> Vec<Option<Allowed>> {
        self.ready.with(|ready| {
            let Some(Ok(ready)) = ready else { return Vec::new() };
            self.mine.with(|mine| {
                let answers = mine.iter().flat_map(|opinion| &opinion.answers);
                let answers: Vec<_> = answers.collect();
                let of = |text: &str| {
                    answers.iter().find(|answered| answered.trace == text).map(|a| a.answer)
                };
                ready.traces.iter().map(|trace| of(&trace.text)).collect()
            })
        })
    }

    /// The trace that is asked about: the first without an answer.
    pub fn asked(self) -> Option<usize> {
        self.answers().iter().position(Option::is_none)
    }

    /// Answers about a trace.
    pub fn answer(self, at: usize, answer: Allowed) {
        let trace = self.ready.with_untracked(|ready| match ready {
            Some(Ok(ready)) => ready.traces.get(at).map(|trace| trace.text.clone()),
            _ => None,
        });
        if let (Some(trace), Some(here)) = (trace, self.here.get_untracked()) {
            self.session.act(Some(&here), What::Answer { trace, answer: Some(answer) }, None);
        }
    }

    /// Shows the formula.
    pub fn reveal(self) {
        if let Some(here) = self.here.get_untracked() {
            self.revealed.update(|revealed| {
                revealed.insert(here);
            });
        }
    }

    /// Decides, and goes on.
    pub fn decide(self, decision: Decision) {
        let Some(here) = self.here.get_untracked() else { return };
        let seconds = self
            .settings
            .timer
            .get_untracked()
            .then(|| now().saturating_sub(self.since.get_untracked()) / 1_000);
        let name = decision.name();
        let next = self.next(Some(&here));
        if !self.session.decide(&here, decision, seconds) {
            return;
        }
        self.said.set(format!("{here}: {name}"));
        self.go(next);
    }

    /// Decides by the repair that is typed, if one is.
    pub fn take_repair(self) -> bool {
        let formula = self.repair.get_untracked().trim().to_owned();
        if formula.is_empty() {
            return false;
        }
        let here = self.here.get_untracked();
        self.decide(Decision::Repair { formula });
        self.forget("repair", here.as_deref());
        true
    }

    /// Forgets what was typed about an item, once it is said.
    fn forget(self, field: &str, item: Option<&str>) {
        let key = format!("{field}:{}", item.unwrap_or_default());
        self.drafts.update_value(|drafts| {
            drafts.remove(&key);
        });
        self.session.saver.draft(key, String::new());
    }

    /// Says the comment that is typed.
    pub fn take_comment(self) {
        let text = self.comment.get_untracked().trim().to_owned();
        let Some(here) = self.here.get_untracked().filter(|_| !text.is_empty()) else { return };
        let what = What::Comment { text, replaces: Vec::new() };
        if self.session.act(Some(&here), what, None) {
            self.comment.set(String::new());
            self.forget("comment", Some(&here));
            self.said.set(format!("{here}: comment"));
        }
    }

    /// Flags the item, or takes the flag off.
    pub fn flag(self) {
        let Some(here) = self.here.get_untracked() else { return };
        let on = !self.mine.with_untracked(|mine| mine.as_ref().is_some_and(|o| o.flagged));
        if self.session.act(Some(&here), What::Flag { on }, None) {
            self.said.set(format!("{here}: {}", if on { "flagged" } else { "flag taken off" }));
        }
    }

    /// Undoes or redoes, and goes to the item that it is about.
    pub fn undo(self, redo: bool) {
        let done = if redo { self.session.redo() } else { self.session.undo() };
        match done {
            Some(item) => {
                let name = item.clone().unwrap_or_default();
                self.said.set(format!("{name}: {}", if redo { "redone" } else { "undone" }));
                self.go(item);
            }
            None => self.said.set(format!("nothing to {}", if redo { "redo" } else { "undo" })),
        }
    }

    /// Goes to the next or the former item.
    pub fn step(self, forward: bool) {
        let found = self.session.who.with_untracked(|who| {
            self.session.state.with_untracked(|state| {
                let here = self.here.get_untracked();
                let shown = self.shown.get_untracked();
                queue::step(state, here.as_deref(), shown, &who.name, who.role, forward)
            })
        });
        self.go(found);
    }

    /// Does what a key stands for, where that needs no element of the page.
    pub fn perform(self, act: Act) {
        let answer = |allowed| {
            if let Some(at) = untrack(|| self.asked()) {
                self.answer(at, allowed);
            }
        };
        match act {
            Act::Yes => answer(Allowed::Yes),
            Act::No => answer(Allowed::No),
            Act::Unsure => answer(Allowed::Unclear),
            Act::Reveal => self.reveal(),
            Act::Accept => self.decide(Decision::Accept),
            Act::Reject => self.decide(Decision::Reject),
            Act::Unclear => self.decide(Decision::Unclear),
            Act::Skip => self.decide(Decision::Skip),
            Act::Flag => self.flag(),
            Act::Undo => self.undo(false),
            Act::Redo => self.undo(true),
            Act::Next => self.step(true),
            Act::Previous => self.step(false),
            Act::Guidelines => self.settings.guidelines.update(|on| *on = !*on),
            // They need the page: a field, a download.
            Act::Repair | Act::Comment | Act::Export => {}
        }
    }

    fn next(self, here: Option<&str>) -> Option<String> {
        self.session.who.with_untracked(|who| {
            self.session
                .state
                .with_untracked(|state| queue::next_to_do(state, here, &who.name, who.role))
        })
    }

    /// Has the nearest items made ready whenever another one lies here.
    fn prepare_ahead(self) {
        Effect::new(move |_| {
            self.here.track();
            let items: Vec<Item> = self.session.who.with(|who| {
                self.session.state.with_untracked(|state| {
                    let here = self.here.get_untracked();
                    let ids = queue::upcoming(state, here.as_deref(), &who.name, who.role, AHEAD);
                    let item = |id: &String| state.items.get(id)?.item.clone();
                    ids.iter().filter_map(item).collect()
                })
            });
            self.ahead.want(items, self.options.get());
        });
    }

    /// Keeps every stroke of what is typed.
    fn keep_drafts(self) {
        let keep = move |field: &'static str, text: RwSignal<String>| {
            Effect::new(move |before: Option<()>| {
                let text = text.get();
                let Some(here) = self.here.get_untracked().filter(|_| before.is_some()) else {
                    return;
                };
                let key = format!("{field}:{here}");
                let mut same = false;
                self.drafts.update_value(|drafts| {
                    same = drafts.get(&key).map_or("", String::as_str) == text;
                    drafts.insert(key.clone(), text.clone());
                });
                if !same {
                    self.session.saver.draft(key, text);
                }
            });
        };
        keep("repair", self.repair);
        keep("comment", self.comment);
    }
}
