//! `POST /api/plan/verify`: an agent's program is held against policies before the agent runs it.
//!
//! The body is a question about a plan in JSON (`docs/formats/plan.question.schema.json`), the answer a
//! report. A web page elsewhere cannot ask: a request needs the content type of JSON, which a foreign
//! page may send only after a preflight that is never answered, and an `Origin`, where there is one,
//! must be this server's own. Nothing in a question names a file: tools and policies come as texts, or
//! as names of what the program carries.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
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

/// A status and a body of JSON.
pub(crate) type Answer = (StatusCode, Vec<u8>);

/// Answers a request; whether it names this machine was looked at before.
pub(crate) async fn answer(places: &Places, request: Request) -> Answer {
    match tried(places, request).await {
        Ok(report) => (StatusCode::OK, report),
        Err((status, message)) => {
            let body = serde_json::json!({ "schema": "vedette.error/1", "message": message });
            (status, body.to_string().into_bytes())
        }
    }
}

async fn tried(places: &Places, request: Request) -> Result<Vec<u8>, (StatusCode, String)> {
    let refused = |status, message: &str| Err((status, message.to_owned()));
    if request.method() != Method::POST {
        return refused(StatusCode::METHOD_NOT_ALLOWED, "expected POST with a question in JSON");
    }
    if !is_own_origin(request.headers()) {
        return refused(StatusCode::FORBIDDEN, "a page of another origin may not ask");
    }
    if !is_json(request.headers()) {
        let message = "expected `Content-Type: application/json`";
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, message);
    }
    let Ok(_waiting) = places.waiting.try_acquire() else {
        let message = "too many questions at once: ask again later";
        return refused(StatusCode::SERVICE_UNAVAILABLE, message);
    };
    let body = read(request.into_body());
    let Ok(body) = tokio::time::timeout(TIME, body).await else {
        return refused(StatusCode::REQUEST_TIMEOUT, "the question did not come to its end");
    };
    let Ok(body) = body else {
        let message = format!("found a question of more than {BODY} bytes, expected at most that");
        return Err((StatusCode::PAYLOAD_TOO_LARGE, message));
    };
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

async fn read(body: Body) -> Result<Vec<u8>, axum::Error> {
    to_bytes(body, BODY).await.map(Into::into)
}

/// Whether the body is said to be JSON.
pub(crate) fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.map(|kind| kind.split(';').next().unwrap_or_default().trim());
    kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"))
}

/// Whether the request comes from no page, or from a page of this server.
pub(crate) fn is_own_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
    origin.is_some() && origin == host
}
