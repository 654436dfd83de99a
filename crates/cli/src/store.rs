//! The run store: what every answer came to, kept in a file, so that a run that was stopped goes on.
//!
//! # Why a database
//! A process can be killed at any moment, also while it writes. Each outcome is one transaction: after
//! that it is whole or absent, and a second run reads what is there and judges the rest. An outcome
//! depends on nothing but tasks, answer, options and this program; the first, third and fourth are the
//! store's *fingerprint*, the answer is part of the key. A store with another fingerprint is refused: an
//! outcome by another build might be another verdict.

use crate::exit::Failure;
use rusqlite::{Connection, OptionalExtension};
use std::path::Path;
use std::time::Duration;
use vedette_report::bundle::sha256;
use vedette_report::evaluation::assembly::Job;
use vedette_report::evaluation::result::Outcome;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS store (fingerprint TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS outcome (key TEXT PRIMARY KEY, outcome TEXT NOT NULL) STRICT, WITHOUT ROWID;
";

/// An open store.
pub(crate) struct Store {
    connection: Connection,
    path: String,
}

impl Store {
    /// The store at `path`, made if it is not there, for outcomes that depend on `parts`.
    pub(crate) fn open(path: &Path, parts: &[&[u8]]) -> Result<Self, Failure> {
        let shown = path.display().to_string();
        let error = |e: rusqlite::Error| unusable(&shown, &e);
        let connection = Connection::open(path).map_err(error)?;
        connection.busy_timeout(Duration::from_secs(10)).map_err(error)?;
        connection.pragma_update(None, "journal_mode", "WAL").map_err(error)?;
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(error)?;
        let wanted = fingerprint(parts)?;
        // One at a time: of two processes that begin together, the second sees what the first wrote.
        connection.execute_batch("BEGIN IMMEDIATE").map_err(error)?;
        connection.execute_batch(TABLES).map_err(error)?;
        let found: Option<String> = connection
            .query_row("SELECT fingerprint FROM store", [], |row| row.get(0))
            .optional()
            .map_err(error)?;
        if found.is_none() {
            connection.execute("INSERT INTO store VALUES (?1)", [&wanted]).map_err(error)?;
        }
        connection.execute_batch("COMMIT").map_err(error)?;
        if found.is_some_and(|found| found != wanted) {
            return Err(Failure::rejected(format!(
                "{shown} holds results of other tasks, of other options or by another build of vedette; \
                 name another file, or remove it"
            )));
        }
        Ok(Self { connection, path: shown })
    }

    /// What a job came to, if that is known.
    pub(crate) fn get(&self, job: &Job<'_>) -> Result<Option<Outcome>, Failure> {
        let text: Option<String> = self
            .connection
            .prepare("SELECT outcome FROM outcome WHERE key = ?1")
            .and_then(|mut query| query.query_row([key(job)], |row| row.get(0)).optional())
            .map_err(|e| unusable(&self.path, &e))?;
        let read = |text: String| {
            serde_json::from_str(&text)
                .map_err(|e| Failure::rejected(format!("{}: a result is damaged: {e}", self.path)))
        };
        text.map(read).transpose()
    }

    /// Keeps what a job came to: one transaction.
    pub(crate) fn put(&self, job: &Job<'_>, outcome: &Outcome) -> Result<(), Failure> {
        let text = serde_json::to_string(outcome).map_err(Failure::failed)?;
        self.connection
            .prepare("INSERT OR IGNORE INTO outcome VALUES (?1, ?2)")
            .and_then(|mut insert| insert.execute([key(job), text]))
            .map(|_| ())
            .map_err(|e| unusable(&self.path, &e))
    }
}

fn unusable(path: &str, error: &rusqlite::Error) -> Failure {
    Failure::failed(format!("{path} cannot be used as a run store: {error}"))
}

/// What distinguishes an answer from all others to the same tasks.
fn key(job: &Job<'_>) -> String {
    let (task, answer) = (&job.task.id, job.answer);
    joined(&[
        task.as_bytes(),
        job.level.name().as_bytes(),
        job.style.name().as_bytes(),
        answer.prompt_hash.as_bytes(),
        answer.model.as_bytes(),
        &answer.sample.to_le_bytes(),
        answer.text.as_bytes(),
    ])
}

/// This program and `parts`.
fn fingerprint(parts: &[&[u8]]) -> Result<String, Failure> {
    let program = std::env::current_exe().and_then(std::fs::read).map_err(|e| {
        Failure::failed(format!(
            "this program cannot be read, to tell its results from others: {e}"
        ))
    })?;
    let program = sha256(&program);
    let mut all = vec![program.as_bytes()];
    all.extend(parts);
    Ok(joined(&all))
}

/// The hash of several texts: no two different lists have the same.
fn joined(parts: &[&[u8]]) -> String {
    let hashes: Vec<String> = parts.iter().map(|part| sha256(part)).collect();
    sha256(hashes.concat().as_bytes())
}
