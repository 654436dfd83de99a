//! Files out of the room: the log and what it comes to.

use super::session::Session;
use crate::bridge::{Annotating, EngineOf, Failure};
use crate::state::dom::download_bytes;
use vedette_annotate::Log;
use vedette_annotate::export::Format;
use vedette_annotate::protocol::{Answer, Question};

/// What can be saved: the format, its button's words, its file's ending, its kind.
pub const FORMATS: [(Format, &str, &str, &str); 4] = [
    (Format::Log, "Everything (JSON lines)", "annotations.jsonl", "application/jsonl"),
    (Format::Final, "Final state (JSON lines)", "final.jsonl", "application/jsonl"),
    (Format::Table, "Table (CSV)", "csv", "text/csv"),
    (Format::Bundle, "Bundle of what stands (.zip)", "bundle.zip", "application/zip"),
];

/// Saves the set as a file; gives the file's name.
///
/// # Errors
/// What went wrong, in words.
pub async fn save(
    session: Session,
    engine: EngineOf<Annotating>,
    format: Format,
) -> Result<String, String> {
    let (_, _, end, kind) = FORMATS.iter().find(|(f, ..)| *f == format).unwrap_or(&FORMATS[0]);
    let log = session.with_log(Log::text).into_bytes();
    let events = session.with_log(Log::len);
    let bytes = if format == Format::Log {
        // It is what the page holds: it must work even if the engine does not.
        log
    } else {
        match engine.ask(&Question::Export { format }, vec![log]).await {
            Ok((Answer::File, mut blobs)) if !blobs.is_empty() => blobs.remove(0),
            other => return Err(said(other.map(|(answer, _)| answer))),
        }
    };
    let set = leptos::prelude::GetUntracked::get_untracked(&session.set).unwrap_or_default();
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
    let stem: String = set.chars().map(plain).collect();
    let name = format!("{stem}.{end}");
    download_bytes(&name, kind, &bytes)
        .map_err(|_| "the file could not be saved: the browser refused".to_owned())?;
    if format == Format::Log {
        session.saver.exported(events);
    }
    Ok(name)
}

/// The set as a text for a link: what was brought in and how it is to be judged, not what was judged.
///
/// # Errors
/// What went wrong, in words.
pub async fn packed(session: Session, engine: EngineOf<Annotating>) -> Result<String, String> {
    let set = session.with_log(Log::set).text().into_bytes();
    match engine.ask(&Question::Pack, vec![set]).await.map(|(answer, _)| answer) {
        Ok(Answer::Packed { packed }) => Ok(packed),
        other => Err(said(other)),
    }
}

/// An answer that is not the one asked for, in words.
pub fn said(answer: Result<Answer, Failure>) -> String {
    match answer {
        Ok(Answer::Rejected { message }) => message,
        Ok(_) => "the worker answered another question".into(),
        Err(Failure::Cancelled) => "cancelled; try again".into(),
        Err(Failure::Stopped(what)) => format!("the engine stopped ({what}); try again"),
    }
}
