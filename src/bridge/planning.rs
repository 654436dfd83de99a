//! Questions about agent programs, and about links to them.

use super::Service;
use serde::{Deserialize, Serialize};
use vedette_report::packed::{pack, unpack};
use vedette_report::plan::{Answer, PlanQuestion, Question};

/// Agent programs. The parser of Python is in this worker alone.
#[derive(Clone, Copy, Debug)]
pub struct Planning;

/// What the page of plans asks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanAsked {
    /// A question to the engines.
    Ask(Question),
    /// What a link says of all this.
    Pack(Box<PlanQuestion>),
    /// What a link says.
    Unpack(String),
}

/// What is answered.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanAnswered {
    /// The engines' answer.
    Answer(Answer),
    /// The packed state.
    Packed(String),
    /// What was packed.
    Unpacked(Box<PlanQuestion>),
    /// The question or the link could not be read.
    Rejected(String),
}

impl Service for Planning {
    type Question = PlanAsked;
    type Answer = PlanAnswered;
    const WORKER: &'static str = "vedette-worker-plans";

    fn unreadable(message: String) -> PlanAnswered {
        PlanAnswered::Rejected(message)
    }
}

/// Answers with `engines` what is for them, and links here.
pub fn answer(asked: PlanAsked, engines: fn(&Question) -> Answer) -> PlanAnswered {
    match asked {
        PlanAsked::Ask(question) => PlanAnswered::Answer(engines(&question)),
        PlanAsked::Pack(question) => PlanAnswered::Packed(pack(&question)),
        PlanAsked::Unpack(packed) => match unpack(&packed) {
            Ok(question) => PlanAnswered::Unpacked(question),
            Err(message) => PlanAnswered::Rejected(message),
        },
    }
}
