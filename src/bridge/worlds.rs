//! Questions about worlds, links to them, and files that hold them.

use super::Service;
use serde::{Deserialize, Serialize};
use vedette_report::packed::{pack, unpack};
use vedette_report::world::view::{self, Answer, Opened, Question, WorldQuestion};

/// Scenes, programs in them, and rules.
#[derive(Clone, Copy, Debug)]
pub struct Worldly;

/// What the page of worlds asks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorldAsked {
    /// A question to the engines.
    Ask(Question),
    /// What a link says of all this.
    Pack(Box<WorldQuestion>),
    /// What a link says.
    Unpack(String),
    /// What a file of this name holds; its bytes come beside.
    Open(String),
}

/// What is answered.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorldAnswered {
    /// The engines' answer.
    Answer(Answer),
    /// The packed state.
    Packed(String),
    /// What was packed.
    Unpacked(Box<WorldQuestion>),
    /// What a file holds.
    Opened(Opened),
    /// The question, the link or the file could not be read.
    Rejected(String),
}

impl Service for Worldly {
    type Question = WorldAsked;
    type Answer = WorldAnswered;
    const WORKER: &'static str = "vedette-worker-worlds";

    fn unreadable(message: String) -> WorldAnswered {
        WorldAnswered::Rejected(message)
    }
}

/// Answers with `engines` what is for them; links and files here.
pub fn answer(
    asked: WorldAsked,
    blobs: &[Vec<u8>],
    engines: fn(&Question) -> Answer,
    open: fn(&[u8], &str) -> Result<view::Opened, String>,
) -> WorldAnswered {
    let told =
        |result: Result<WorldAnswered, String>| result.unwrap_or_else(WorldAnswered::Rejected);
    match asked {
        WorldAsked::Ask(question) => WorldAnswered::Answer(engines(&question)),
        WorldAsked::Pack(question) => WorldAnswered::Packed(pack(&question)),
        WorldAsked::Unpack(packed) => told(unpack(&packed).map(WorldAnswered::Unpacked)),
        WorldAsked::Open(name) => {
            let bytes = blobs.first().map_or(&[][..], Vec::as_slice);
            told(open(bytes, &name).map(WorldAnswered::Opened))
        }
    }
}
