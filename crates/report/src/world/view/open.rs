//! A file that somebody drops: a scene, tasks, rules, a program, or a question that was saved.
//!
//! ```
//! use vedette_report::world::view::{Opened, open};
//!
//! let opened = open(b"# tea\n[WALK] <kettle> (3)\n", "tea.txt").unwrap();
//! assert_eq!(opened, Opened::Program("# tea\n[WALK] <kettle> (3)\n".into()));
//! let error = open(b"to whom it may concern", "letter.txt").unwrap_err();
//! assert!(error.starts_with("letter.txt: found a file"), "{error}");
//! ```

use super::gallery::{Example, of_set};
use super::wire::WorldQuestion;
use serde::{Deserialize, Serialize};
use vedette_worlds::household::read_program;
use vedette_worlds::input::{Limits, text};

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opened {
    /// A scene of ours, or a graph of `VirtualHome`.
    Scene(String),
    /// Tasks with their scenes.
    Tasks(Vec<Example>),
    /// A file of rules.
    Rules(String),
    /// A program.
    Program(String),
    /// Everything at once.
    Question(Box<WorldQuestion>),
}

const EXPECTED: &str = "a scene (vedette.scene/1, a graph of VirtualHome), tasks (vedette.tasks/1), rules, \
                        a program (`[ACTION] <class> (id)`), or a saved question";

/// What a file, plain or gzip, holds.
pub fn open(bytes: &[u8], name: &str) -> Result<Opened, String> {
    let text = text(bytes, name, &Limits::default()).map_err(|e| e.to_string())?;
    let text = text.into_owned();
    if !text.trim_start().starts_with('{') {
        let program = read_program(&text);
        if program.lines.iter().any(|line| line.step.is_ok()) {
            return Ok(Opened::Program(text));
        }
        return Err(format!("{name}: found a file without an action, expected {EXPECTED}"));
    }
    // The first words of a format decide; its reader says what is wrong with the rest.
    if text.contains("\"vedette.tasks/") {
        return of_set(text.as_bytes(), name, true).map(Opened::Tasks);
    }
    if text.contains("\"vedette.scene/") && !text.contains("\"program\"") || is_graph(&text) {
        return Ok(Opened::Scene(text));
    }
    if text.contains("\"program\"") {
        let question = serde_json::from_str(&text).map_err(|e| format!("{name}: {e}"))?;
        return Ok(Opened::Question(Box::new(question)));
    }
    if text.contains("\"rules\"") {
        return Ok(Opened::Rules(text));
    }
    Err(format!("{name}: found a file of another kind, expected {EXPECTED}"))
}

fn is_graph(text: &str) -> bool {
    text.contains("\"nodes\"") && text.contains("\"edges\"") && !text.contains("\"program\"")
}
