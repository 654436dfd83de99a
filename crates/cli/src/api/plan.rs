//! `POST /api/plan/verify`: an agent's program is held against policies before the agent runs it.
//!
//! The body is a question about a plan in JSON (`docs/formats/plan.question.schema.json`), the answer a
//! report. Nothing in a question names a file: tools and policies come as texts, or as names of what
//! the program carries.

use super::{Answer, Refused, json, own_origin, read, refused, told};
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use vedette_checker::budget::{Budget, Limit};
use vedette_report::plan::{PlanQuestion, verify};

/// Where it is asked.
pub(crate) const PATH: &str = "/api/plan/verify";

/// The most bytes of a question.
const BODY: usize = 1 << 20;

/// How long a question may be looked at.
const TIME: Duration = Duration::from_secs(5);

/// The most states that are built for a question.
const STATES: u64 = 2_000_000;

/// How many questions are looked at at once; others wait.
const AT_ONCE: usize = 2;

/// How many may wait; further ones are turned away.
const WAITING: usize = 64;

/// The places of those that are looked at, and of those that wait.
#[derive(Debug)]
pub(crate) struct Places {
    waiting: Arc<Semaphore>,
    working: Arc<Semaphore>,
}

impl Default for Places {
    fn default() -> Self {
        let semaphore = |count| Arc::new(Semaphore::new(count));
        Self { waiting: semaphore(AT_ONCE + WAITING), working: semaphore(AT_ONCE) }
    }
}

/// Answers a request.
pub(crate) async fn answer(places: &Places, request: Request) -> Answer {
    told(tried(places, request).await)
}

async fn tried(places: &Places, request: Request) -> Result<Vec<u8>, Refused> {
    if request.method() != Method::POST {
        return refused(StatusCode::METHOD_NOT_ALLOWED, "expected POST with a question in JSON");
    }
    own_origin(request.headers())?;
    json(request.headers())?;
    let Ok(_waiting) = places.waiting.try_acquire() else {
        let message = "too many questions at once: ask again later";
        return refused(StatusCode::SERVICE_UNAVAILABLE, message);
    };
    let body = read(request.into_body(), BODY).await?;
    let question: PlanQuestion = serde_json::from_slice(&body)
        .map_err(|e| (StatusCode::BAD_REQUEST, format!("not a question about a plan: {e}")))?;
    let Ok(_working) = places.working.acquire().await else {
        return refused(StatusCode::SERVICE_UNAVAILABLE, "the server is about to stop");
    };
    let work = tokio::task::spawn_blocking(move || {
        let start = Instant::now();
        let millis = TIME.as_millis() as u64;
        let ask = || (start.elapsed() > TIME).then_some(Limit::Time { millis });
        let report = verify(&question, &Budget::states(STATES).with_interrupt(&ask));
        serde_json::to_vec(&report)
    });
    match work.await {
        Ok(Ok(report)) => Ok(report),
        _ => refused(StatusCode::INTERNAL_SERVER_ERROR, "the question was not answered"),
    }
}
