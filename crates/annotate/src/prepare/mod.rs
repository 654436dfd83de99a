//! Making an item ready to be judged: the formula as understood, and a few traces that tell it from what
//! it might be mistaken for.
//!
//! ```
//! use vedette_annotate::prepare::{Options, explain, prepare};
//! use vedette_annotate::{Allowed, Item};
//!
//! let item = Item { id: "1".into(), rule: "p at some time".into(), formula: "G p".into(), ..Item::default() };
//! let ready = prepare(&item, &Options::default()).unwrap();
//! assert!((1..=5).contains(&ready.traces.len()));
//!
//! // Somebody who means `F p` answers so, without having seen the formula's own answers:
//! let means = ready.rivals.iter().find(|rival| rival.formula == "F p").unwrap();
//! let answers: Vec<Option<Allowed>> = means.allows.iter()
//!     .map(|&allows| Some(if allows { Allowed::Yes } else { Allowed::No })).collect();
//! let said = explain(&ready, &answers);
//! assert!(said.sentence.contains("`F p`"), "{}", said.sentence);
//! ```
//!
//! # Why blind
//! Who sees a formula's answer first agrees with it (automation bias). The traces carry propositions only;
//! what the formula says of them stands apart, in [`Prepared::revealed`], to be shown afterwards. That
//! people judge formulas best by words that separate near misses is the finding of Greenman et al., *Little
//! Tricky Logic*, Programming 7(2), 2022, and of the tutor built upon it.

mod choose;
mod explain;
mod neighbours;
mod objects;
mod rivals;

pub use explain::{Explained, explain};

use crate::item::Item;
use choose::{Asked, Known, choose};
use serde::{Deserialize, Serialize};
use vedette_checker::english;
use vedette_checker::formula::Formula;
use vedette_checker::syntax::{Style, print};
use vedette_checker::words::{Reading, holds};
use vedette_report::compare::{self, CompareReport, Status};
use vedette_report::formula::{FormulaReport, report};
use vedette_report::reading;
use vedette_report::typed::typed;
use vedette_report::vocabulary::Vocabulary;
use vedette_report::word_view::{Row, Side, WordView, view};

/// How it is said that a rule has no traces, for which it would need objects.
const SOME_OF_EACH: &str = "It speaks of all objects of a kind; traces would show a few of each";

/// The longest formula that is printed for a rival, in bytes.
const SHOWN: usize = 600;

/// How items are prepared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// The dialect's name.
    pub dialect: String,
    /// The reading's name.
    pub reading: String,
    /// The words of the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vocabulary: Option<Vocabulary>,
    /// The most traces.
    pub traces: usize,
    /// The most states for one comparison.
    pub states: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            dialect: "auto".to_owned(),
            reading: "infinite".to_owned(),
            vocabulary: None,
            traces: 5,
            states: 2_000,
        }
    }
}

/// An item, ready to be judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prepared {
    /// The item's name.
    pub item: String,
    /// The formula as understood.
    pub formula: FormulaReport,
    /// The questions: traces without anything that the formula says.
    pub traces: Vec<WordView>,
    /// What the formula says of each, to be shown after the answers.
    pub revealed: Vec<Revealed>,
    /// What it was told from, and what that says of each trace.
    pub rivals: Vec<Rival>,
    /// What is to be seen at once.
    pub signals: Vec<Signal>,
}

/// What a formula says of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revealed {
    /// Whether it allows it.
    pub allowed: bool,
    /// The truth of its parts at every step.
    pub rows: Vec<Row>,
}

/// Where a rival comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Source {
    /// It came with the item, counted from 1.
    Alternative {
        /// Which.
        number: usize,
    },
    /// The rule in words, read as a sentence of controlled English.
    Words {
        /// The sentence with gaps.
        pattern: String,
    },
    /// A known misconception turns the formula into it.
    Misreading {
        /// The misconception's stable name.
        id: String,
        /// Its name for people.
        name: String,
    },
    /// A small slip turns it into the formula.
    Neighbour {
        /// A stable name.
        id: String,
        /// What it is, for people.
        name: String,
    },
}

/// Something that the formula might be mistaken for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rival {
    /// Where it comes from.
    pub source: Source,
    /// The formula, in our notation.
    pub formula: String,
    /// In English.
    pub english: String,
    /// Whether it allows each of the traces.
    pub allows: Vec<bool>,
}

/// Something to be seen at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signal {
    /// What it is.
    pub kind: SignalKind,
    /// In a sentence.
    pub text: String,
}

/// What a signal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignalKind {
    /// The formula cannot be read.
    Error,
    /// It may be misread.
    Warning,
    /// It is true of every behaviour, or of none.
    Empty,
    /// A part does not matter.
    Idle,
    /// A name is not in the vocabulary.
    Ungrounded,
    /// Another candidate says something else.
    Alternative,
    /// The rule in words, as read, says something else.
    Words,
    /// Which objects there are in the traces of a rule about all of a kind.
    Objects,
    /// There are no traces, and why.
    NoTraces,
}

/// Makes an item ready. Fails only if the options name no dialect or reading.
pub fn prepare(item: &Item, options: &Options) -> Result<Prepared, String> {
    let reading = reading::parse(&options.reading)?;
    let vocabulary = options.vocabulary.as_ref();
    let formula = report(&item.formula, &options.dialect, &options.reading, vocabulary)?;
    let mut ready = Prepared {
        item: item.id.clone(),
        signals: signals(&formula),
        formula,
        traces: Vec::new(),
        revealed: Vec::new(),
        rivals: Vec::new(),
    };
    if ready.formula.errors.is_empty() {
        let parsed = typed(&item.formula, &options.dialect, reading)?.formula;
        traces(&mut ready, rivals::normalised(parsed, options), item, options, reading);
    }
    Ok(ready)
}

/// Compares a repair, a formula or a rule in words, with the item's formula: the repair is the candidate.
pub fn compare_repair(
    item: &Item,
    repair: &str,
    options: &Options,
) -> Result<CompareReport, String> {
    let mut asked = compare::Options::new(&options.dialect, &options.reading);
    asked.vocabulary.clone_from(&options.vocabulary);
    asked.max_states = 200_000;
    compare::report(repair, &item.formula, &asked, None)
}

fn signals(formula: &FormulaReport) -> Vec<Signal> {
    let signal = |kind: SignalKind| move |text: &String| Signal { kind, text: text.clone() };
    let said = |kind: SignalKind, found: &[vedette_report::diagnostic::Diagnostic]| {
        found.iter().map(|d| Signal { kind, text: d.message.clone() }).collect::<Vec<_>>()
    };
    let mut all = said(SignalKind::Error, &formula.errors);
    all.extend(said(SignalKind::Warning, &formula.warnings));
    let empty = matches!(formula.status, Some(Status::Valid | Status::Unsatisfiable));
    // The notes are, in order: names without ground, emptiness, idle parts.
    let (names, others) = formula.notes.split_at(formula.ungrounded.len().min(formula.notes.len()));
    all.extend(names.iter().map(signal(SignalKind::Ungrounded)));
    let kind = if empty { SignalKind::Empty } else { SignalKind::Idle };
    all.extend(others.iter().map(signal(kind)));
    all
}

fn traces(
    ready: &mut Prepared,
    mut formula: Formula,
    item: &Item,
    options: &Options,
    reading: Reading,
) {
    let no_traces = |text: String| Signal { kind: SignalKind::NoTraces, text };
    let mut root = formula.root;
    let found = rivals::rivals(&mut formula, item, options, reading);
    let mut found: Vec<_> = found.into_iter().map(|rival| (rival.asked.formula, rival)).collect();
    if objects::is_quantified(&formula.pool, root) {
        let rivals = found.into_iter().map(|(_, rival)| rival).collect();
        match objects::place(&mut formula.pool, root, rivals, options) {
            Ok(placed) => {
                root = placed.root;
                found = placed.rivals;
                let text = placed.words;
                ready.signals.push(Signal { kind: SignalKind::Objects, text });
            }
            Err(why) => {
                ready.signals.push(no_traces(why));
                return;
            }
        }
    }
    let pool = &formula.pool;
    let asked: Vec<Asked> = found.iter().map(|(_, rival)| rival.asked).collect();
    let chosen = choose(pool, root, &asked, options.traces, reading, options.states);
    let mut atoms = rivals::atoms(pool, root);
    for (_, rival) in &found {
        // Only what came with the item has names of its own.
        for atom in rivals::atoms(pool, rival.asked.formula) {
            if !atoms.contains(&atom) {
                atoms.push(atom);
            }
        }
    }
    for word in &chosen.words {
        let Ok(allowed) = holds(pool, root, word, reading) else { continue };
        ready.traces.push(view(pool, word, reading, &[], &atoms));
        let rows = view(pool, word, reading, &[(Side::Candidate, root)], &atoms).rows;
        ready.revealed.push(Revealed { allowed, rows });
    }
    for ((said, rival), known) in found.into_iter().zip(chosen.known) {
        let id = rival.asked.formula;
        // As it was said, not as it is on these objects.
        let text = print(pool, said, Style::Vedette);
        if known == Known::Different {
            let kind = match &rival.source {
                Source::Alternative { .. } => Some(SignalKind::Alternative),
                Source::Words { .. } => Some(SignalKind::Words),
                Source::Misreading { .. } | Source::Neighbour { .. } => None,
            };
            ready.signals.extend(kind.map(|kind| differs(kind, &rival.source, &text)));
        }
        let values: Result<Vec<bool>, _> =
            chosen.words.iter().map(|word| holds(pool, id, word, reading)).collect();
        if let (Known::Different, Ok(allows)) = (known, values)
            && text.len() <= SHOWN
        {
            let english = english::read(pool, said);
            ready.rivals.push(Rival { source: rival.source, formula: text, english, allows });
        }
    }
    if ready.traces.is_empty() {
        let why = "No short trace tells it from another formula within the limits.";
        ready.signals.push(no_traces(why.to_owned()));
    }
}

fn differs(kind: SignalKind, source: &Source, text: &str) -> Signal {
    let shown: String = text.chars().take(SHOWN).collect();
    let text = match source {
        Source::Alternative { number } => {
            format!("Alternative {number}, `{shown}`, says something else.")
        }
        _ => format!("The rule in words reads as `{shown}`; the formula says something else."),
    };
    Signal { kind, text }
}
