//! A file that is brought in: read by the worker, looked at, and only then put into a set.

use super::files::said;
use super::session::Session;
use crate::bridge::{Annotating, EngineOf};
use crate::state::source::{Missing, bytes};
use leptos::prelude::*;
use leptos::task::spawn_local;
use vedette_annotate::import::{Columns, Imported, Wanted};
use vedette_annotate::protocol::{Answer, Question};
use vedette_annotate::{Log, Preview};

/// The items of the example, in our own words.
const EXAMPLE: &str = include_str!("example.jsonl");

/// A file that is looked at.
#[derive(Clone, Copy)]
pub struct Bringing {
    /// The file's name.
    pub name: RwSignal<String>,
    /// What was found in it.
    pub found: RwSignal<Option<Imported>>,
    /// What would come of merging it into the open set, if it is a log.
    pub preview: RwSignal<Option<Preview>>,
    /// Why it cannot be read.
    pub trouble: RwSignal<Option<String>>,
    /// Whether it is being read.
    pub busy: RwSignal<bool>,
    session: Session,
    content: StoredValue<Vec<u8>>,
    engine: EngineOf<Annotating>,
    turn: StoredValue<u32>,
}

impl std::fmt::Debug for Bringing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bringing")
    }
}

/// How the items of a file lie to those of the open set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Against {
    /// Not there.
    pub new: usize,
    /// There, and the same.
    pub same: usize,
    /// There, and different: both are kept.
    pub different: usize,
}

impl Bringing {
    /// Nothing yet.
    pub fn new(session: Session, engine: EngineOf<Annotating>) -> Self {
        Self {
            name: RwSignal::new(String::new()),
            found: RwSignal::new(None),
            preview: RwSignal::new(None),
            trouble: RwSignal::new(None),
            busy: RwSignal::new(false),
            session,
            content: StoredValue::new(Vec::new()),
            engine,
            turn: StoredValue::new(0),
        }
    }

    /// Looks at a file of this computer.
    pub fn open_file(self, file: web_sys::File) {
        spawn_local(async move {
            match bytes(&file).await {
                Ok(content) => self.open(&file.name(), content),
                Err(Missing::Absent) => self.trouble.set(Some("the file is gone".into())),
                Err(Missing::Failed(what)) => self.trouble.set(Some(what)),
            }
        });
    }

    /// Looks at a file's content.
    pub fn open(self, name: &str, content: Vec<u8>) {
        self.name.set(name.to_owned());
        self.content.set_value(content);
        self.read(Columns::default());
    }

    /// Looks at the example.
    pub fn example() -> Vec<u8> {
        EXAMPLE.as_bytes().to_vec()
    }

    /// Reads the file again, with columns that are not to be guessed.
    pub fn read(self, columns: Columns) {
        self.turn.update_value(|turn| *turn += 1);
        let turn = self.turn.get_value();
        self.trouble.set(None);
        self.busy.set(true);
        spawn_local(async move {
            let done = self.ask(columns).await;
            if self.turn.get_value() != turn {
                return;
            }
            self.busy.set(false);
            match done {
                Ok((found, preview)) => {
                    self.preview.set(preview);
                    self.found.set(Some(found));
                }
                Err(why) => {
                    self.found.set(None);
                    self.trouble.set(Some(why));
                }
            }
        });
    }

    async fn ask(self, columns: Columns) -> Result<(Imported, Option<Preview>), String> {
        let wanted = Wanted { columns, dialect: String::new() };
        let content = self.content.get_value();
        let asked = self.engine.ask(&Question::Import { wanted }, vec![content]).await;
        let found = match asked.map(|(answer, _)| answer) {
            Ok(Answer::Imported(found)) => *found,
            other => return Err(said(other)),
        };
        if found.events.is_empty() {
            return Ok((found, None));
        }
        let here = self.session.with_log(Log::text).into_bytes();
        let blobs = vec![here, self.content.get_value()];
        match self.engine.ask(&Question::Preview, blobs).await.map(|(answer, _)| answer) {
            Ok(Answer::Preview(preview)) => Ok((found, Some(preview))),
            other => Err(said(other)),
        }
    }

    /// How its items lie to those of the open set.
    pub fn against(self) -> Against {
        let mut counts = Against::default();
        self.session.state.with(|state| {
            self.found.with(|found| {
                for item in found.iter().flat_map(|found| &found.items) {
                    match state.items.get(&item.id) {
                        None => counts.new += 1,
                        Some(here) if here.versions.iter().any(|v| v.item == *item) => {
                            counts.same += 1;
                        }
                        Some(_) => counts.different += 1,
                    }
                }
            });
        });
        counts
    }

    /// Puts it into the open set; gives how many events that made.
    pub fn take(self) -> usize {
        let Some(found) = self.found.get_untracked() else { return 0 };
        let count = if found.events.is_empty() {
            self.session.bring(found.items)
        } else {
            self.session.merge(found.events, true).unwrap_or(0)
        };
        if count > 0 || self.session.refused.with_untracked(Option::is_none) {
            self.close();
        }
        count
    }

    /// A name for a new set, after the file's.
    pub fn set_name(self) -> String {
        let name = self.name.get_untracked();
        let stem = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = stem.split('.').next().unwrap_or_default().trim();
        if stem.is_empty() { "items".into() } else { stem.to_owned() }
    }

    /// Puts it away.
    pub fn close(self) {
        self.found.set(None);
        self.preview.set(None);
        self.trouble.set(None);
        self.content.set_value(Vec::new());
    }
}
