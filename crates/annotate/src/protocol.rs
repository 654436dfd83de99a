//! What can be asked of this crate from afar: the protocol of the worker of the annotation page.
//!
//! ```
//! use vedette_annotate::Item;
//! use vedette_annotate::prepare::Options;
//! use vedette_annotate::protocol::{Answer, Question, answer};
//!
//! let item = Item { id: "1".into(), rule: "never p".into(), formula: "G !p".into(), ..Item::default() };
//! let question = Question::Prepare { items: vec![item], options: Options::default() };
//! let text = serde_json::to_string(&question).unwrap();
//! let (Answer::Prepared { items }, _) = answer(serde_json::from_str(&text).unwrap(), &[]) else {
//!     panic!("an answer of another kind")
//! };
//! assert_eq!(items[0].item, "1");
//! ```
//!
//! Logs are JSON lines beside the question, so that a log of a hundred thousand events is copied once,
//! as bytes.

use crate::agreement::{Agreement, pairs};
use crate::event::Role;
use crate::export::{Format, export};
use crate::fold::fold;
use crate::import::{Imported, Problem, Wanted, import};
use crate::item::Item;
use crate::log::Log;
use crate::prepare::{Options, Prepared, compare_repair, prepare};
use crate::preview::{Preview, preview};
use serde::{Deserialize, Serialize};
use vedette_report::compare::CompareReport;
use vedette_report::packed::{pack_bytes, unpack_bytes};

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Read a file, whose bytes stand beside the question.
    Import {
        /// What is not to be guessed.
        wanted: Wanted,
    },
    /// Make items ready; the page sends a few at a time, the next one first.
    Prepare {
        /// The items.
        items: Vec<Item>,
        /// How.
        options: Options,
    },
    /// Compare a repair, a formula or a rule in words, with the formula of an item.
    Repair {
        /// The item.
        item: Item,
        /// What was typed.
        repair: String,
        /// How.
        options: Options,
    },
    /// What would come of merging. Beside it: the log that is here, and the other one.
    Preview,
    /// Put logs together, which stand beside it.
    Merge,
    /// How far all pairs agree. Beside it: the log.
    Agreement {
        /// In which role.
        role: Role,
    },
    /// The log, which stands beside it, in a format.
    Export {
        /// The format.
        format: Format,
    },
    /// A short text for a link, of the log that stands beside it.
    Pack,
    /// Read such a text.
    Unpack {
        /// The text.
        packed: String,
    },
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// To [`Question::Import`].
    Imported(Box<Imported>),
    /// To [`Question::Prepare`], in the order of the items.
    Prepared {
        /// The items.
        items: Vec<Prepared>,
    },
    /// To [`Question::Repair`]: the repair is the candidate, the item's formula the truth.
    Repair(Box<CompareReport>),
    /// To [`Question::Preview`].
    Preview(Preview),
    /// To [`Question::Merge`] and [`Question::Unpack`]: the log is the blob beside it.
    Log {
        /// Damaged lines, which are left out.
        problems: Vec<Problem>,
    },
    /// To [`Question::Agreement`].
    Agreement {
        /// One a pair.
        pairs: Vec<Agreement>,
    },
    /// To [`Question::Export`]: the file is the blob beside it.
    File,
    /// To [`Question::Pack`].
    Packed {
        /// The text.
        packed: String,
    },
    /// The input was rejected: what is wrong, and what was expected.
    Rejected {
        /// One clear message.
        message: String,
    },
}

/// Answers `question`; `blobs` are the bytes that stand beside it.
pub fn answer(question: Question, blobs: &[Vec<u8>]) -> (Answer, Vec<Vec<u8>>) {
    match answered(question, blobs) {
        Ok(answer) => answer,
        Err(message) => (Answer::Rejected { message }, Vec::new()),
    }
}

fn answered(question: Question, blobs: &[Vec<u8>]) -> Result<(Answer, Vec<Vec<u8>>), String> {
    let blob = |at: usize| blobs.get(at).map(Vec::as_slice).unwrap_or_default();
    let log = |at: usize| Log::read(blob(at)).log;
    let alone = |answer: Answer| Ok((answer, Vec::new()));
    match question {
        Question::Import { wanted } => alone(Answer::Imported(Box::new(import(blob(0), &wanted)?))),
        Question::Prepare { items, options } => {
            let ready: Result<_, String> = items.iter().map(|i| prepare(i, &options)).collect();
            alone(Answer::Prepared { items: ready? })
        }
        Question::Repair { item, repair, options } => {
            alone(Answer::Repair(Box::new(compare_repair(&item, &repair, &options)?)))
        }
        Question::Preview => alone(Answer::Preview(preview(&log(0), &log(1)))),
        Question::Merge => {
            let mut all = Log::default();
            let mut problems = Vec::new();
            for blob in blobs {
                let found = Log::read(blob);
                all.merge(&found.log);
                problems.extend(found.damaged.into_iter().map(Problem::from));
            }
            Ok((Answer::Log { problems }, vec![all.text().into_bytes()]))
        }
        Question::Agreement { role } => {
            alone(Answer::Agreement { pairs: pairs(&fold(&log(0)), role) })
        }
        Question::Export { format } => Ok((Answer::File, vec![export(&log(0), format)?])),
        Question::Pack => alone(Answer::Packed { packed: pack(&log(0))? }),
        Question::Unpack { packed } => {
            let found = unpack(&packed)?;
            let problems = found.damaged.into_iter().map(Problem::from).collect();
            Ok((Answer::Log { problems }, vec![found.log.text().into_bytes()]))
        }
    }
}

/// The log as a short text for a link.
pub fn pack(log: &Log) -> Result<String, String> {
    let packed = pack_bytes(log.text().as_bytes());
    // What cannot be read again is no link.
    unpack_bytes(&packed)
        .map_err(|why| format!("the set is too large for a link, make a site of it ({why})"))?;
    Ok(packed)
}

/// Reads such a text.
pub fn unpack(packed: &str) -> Result<crate::log::ReadLog, String> {
    Ok(Log::read(&unpack_bytes(packed)?))
}
