//! The bridge to the workers: numbered questions, JSON texts, bytes that are handed over uncopied.
//!
//! A question is cancelled by ending the worker; a new one is started with the next question. A
//! worker that panics is ended too, and the question is answered with what it said.
//!
//! A worker is a program of its own that answers the questions of one [`Service`]: what only some
//! pages ask for weighs on no other page's worker.

mod engine;
mod latest;
mod listen;
pub mod planning;
pub mod wire;
pub mod worlds;

pub use engine::{Answered, EngineOf, Failure};
pub use latest::LatestOf;
pub use listen::listen;
pub use planning::Planning;
pub use worlds::Worldly;

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use vedette_annotate::protocol as annotating;
use vedette_report::service::{Request, Response};

/// Questions that one worker answers.
pub trait Service: Copy + Debug + 'static {
    /// What is asked.
    type Question: Serialize + DeserializeOwned;
    /// What is answered.
    type Answer: Serialize + DeserializeOwned;
    /// The meta element that names the worker's script.
    const WORKER: &'static str;
    /// The answer to a question that cannot be read.
    fn unreadable(message: String) -> Self::Answer;
}

/// Formulas, traces and bundles.
#[derive(Clone, Copy, Debug)]
pub struct Checking;

impl Service for Checking {
    type Question = Request;
    type Answer = Response;
    const WORKER: &'static str = "vedette-worker";

    fn unreadable(message: String) -> Response {
        Response::Rejected { message }
    }
}

/// Annotation: items made ready, imports, agreement, exports.
#[derive(Clone, Copy, Debug)]
pub struct Annotating;

impl Service for Annotating {
    type Question = annotating::Question;
    type Answer = annotating::Answer;
    const WORKER: &'static str = "vedette-worker-annotate";

    fn unreadable(message: String) -> annotating::Answer {
        annotating::Answer::Rejected { message }
    }
}

/// The engines that all pages may ask.
pub type Engine = EngineOf<Checking>;
/// What comes of asking them.
pub type Answer = Answered<Response>;
