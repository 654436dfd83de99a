//! A file of answers, judged batch by batch in the worker while the page stays free.

use super::source::{Missing, bytes};
use crate::bridge::{Engine, Failure};
use leptos::prelude::*;
use leptos::task::spawn_local;
use vedette_report::semantic::listing::Filter;
use vedette_report::semantic::{Columns, Options, Row, RowReport, Summary, Table};
use vedette_report::service::{Request, Response, SceneText};

/// How many rows are sent to the worker at once: enough to keep it busy, few enough to stop soon.
const BATCH: usize = 24;

/// How far the judging has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// No file is open.
    #[default]
    Nothing,
    /// The file is read.
    Reading,
    /// Rows are judged.
    Judging,
    /// Somebody stopped it.
    Stopped,
    /// Every row is judged.
    Done,
}

/// The open file and what is known about it.
#[derive(Clone, Copy)]
pub struct Answers {
    /// The file's name.
    pub name: RwSignal<String>,
    /// The file as it was read; none if there is none.
    pub table: RwSignal<Option<Table>>,
    /// What is known of the scene.
    pub scene: RwSignal<SceneText>,
    /// How rows are judged.
    pub options: RwSignal<Options>,
    /// The judged rows, in the order of the file.
    pub rows: RwSignal<Vec<RowReport>>,
    /// The rates over them.
    pub summary: RwSignal<Summary>,
    /// How far it has come.
    pub stage: RwSignal<Stage>,
    /// What went wrong.
    pub trouble: RwSignal<Option<String>>,
    /// Which rows are shown.
    pub filter: RwSignal<Filter>,
    /// The row that is looked at, by its place in the file.
    pub chosen: RwSignal<usize>,
    bytes: StoredValue<Vec<u8>>,
    /// Counts what was started, so that late answers to earlier questions are dropped.
    turn: StoredValue<u32>,
    engine: Engine,
}

impl std::fmt::Debug for Answers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Answers")
    }
}

impl Default for Answers {
    fn default() -> Self {
        Self::new()
    }
}

impl Answers {
    /// Without a file.
    pub fn new() -> Self {
        Self {
            name: RwSignal::new(String::new()),
            table: RwSignal::new(None),
            scene: RwSignal::new(SceneText::default()),
            options: RwSignal::new(Options::default()),
            rows: RwSignal::new(Vec::new()),
            summary: RwSignal::new(Summary::default()),
            stage: RwSignal::new(Stage::Nothing),
            trouble: RwSignal::new(None),
            filter: RwSignal::new(Filter::default()),
            chosen: RwSignal::new(0),
            bytes: StoredValue::new(Vec::new()),
            turn: StoredValue::new(0),
            engine: Engine::new(),
        }
    }

    /// Opens a file of this computer.
    pub fn open_file(self, file: web_sys::File) {
        spawn_local(async move {
            match bytes(&file).await {
                Ok(content) => self.open(&file.name(), content),
                Err(Missing::Absent) => self.fail("the file is gone".into()),
                Err(Missing::Failed(what)) => self.fail(what),
            }
        });
    }

    /// Opens a file's content.
    pub fn open(self, name: &str, content: Vec<u8>) {
        self.name.set(name.to_owned());
        self.bytes.set_value(content);
        self.filter.set(Filter::default());
        self.read(Columns::default());
    }

    /// Reads the open file with these columns, and judges it.
    pub fn read(self, columns: Columns) {
        let turn = self.next_turn();
        self.table.set(None);
        self.trouble.set(None);
        self.stage.set(Stage::Reading);
        let content = self.bytes.get_value();
        spawn_local(async move {
            let answer = self.engine.ask(&Request::SemanticTable { columns }, vec![content]).await;
            if self.turn.get_value() != turn {
                return;
            }
            match answer {
                Ok((Response::SemanticTable(table), _)) => {
                    self.table.set(Some(table));
                    self.judge();
                }
                Ok((Response::Rejected { message }, _)) => self.fail(message),
                other => self.fail(lost(&other)),
            }
        });
    }

    /// Judges all rows anew.
    pub fn judge(self) {
        self.rows.set(Vec::new());
        self.summary.set(Summary::default());
        self.chosen.set(0);
        self.go_on();
    }

    /// Judges the rows that are left; reads the file first if that was stopped.
    pub fn go_on(self) {
        if self.table.with_untracked(Option::is_none) {
            return self.read(Columns::default());
        }
        let turn = self.next_turn();
        self.stage.set(Stage::Judging);
        spawn_local(async move {
            loop {
                let from = self.rows.with_untracked(Vec::len);
                let batch: Vec<Row> = self.table.with_untracked(|table| {
                    let rows = table.iter().flat_map(|table| &table.rows);
                    rows.skip(from).take(BATCH).cloned().collect()
                });
                if batch.is_empty() {
                    self.stage.set(Stage::Done);
                    return;
                }
                let options = self.options.get_untracked();
                let request = Request::SemanticRows {
                    rows: batch,
                    options,
                    scene: self.scene.get_untracked(),
                };
                let answer = self.engine.ask(&request, Vec::new()).await;
                if self.turn.get_value() != turn {
                    return;
                }
                match answer {
                    Ok((Response::SemanticRows { rows }, _)) => {
                        self.summary.update(|summary| rows.iter().for_each(|row| summary.add(row)));
                        self.rows.update(|all| all.extend(rows));
                    }
                    Ok((Response::Rejected { message }, _)) => return self.fail(message),
                    other => return self.fail(lost(&other)),
                }
            }
        });
    }

    /// Stops judging; what is judged stays.
    pub fn stop(self) {
        self.next_turn();
        self.stage.set(Stage::Stopped);
    }

    /// The number of rows in the file.
    pub fn total(self) -> usize {
        self.table.with(|table| table.as_ref().map_or(0, |table| table.rows.len()))
    }

    fn next_turn(self) -> u32 {
        if self.engine.is_busy() {
            self.engine.cancel();
        }
        self.turn.update_value(|turn| *turn += 1);
        self.turn.get_value()
    }

    fn fail(self, what: String) {
        self.trouble.set(Some(what));
        let stage = if self.table.with_untracked(Option::is_none) {
            Stage::Nothing
        } else {
            Stage::Stopped
        };
        self.stage.set(stage);
    }
}

fn lost(answer: &Result<(Response, Vec<Vec<u8>>), Failure>) -> String {
    match answer {
        Err(Failure::Stopped(what)) => format!("the engine stopped ({what}); go on to try again"),
        Err(Failure::Cancelled) => "cancelled".into(),
        Ok(_) => "the worker answered another question".into(),
    }
}
