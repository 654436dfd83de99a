//! The bridge to the worker: numbered questions, JSON texts, bytes that are handed over uncopied.
//!
//! A question is cancelled by ending the worker; a new one is started with the next question. A
//! worker that panics is ended too, and the question is answered with what it said.

mod engine;
pub mod wire;

pub use engine::{Answer, Engine, Failure};
