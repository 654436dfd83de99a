//! `POST /api/plan/verify`: an agent's program is held against policies before the agent runs it.
//!
//! The body is a question about a plan in JSON (`docs/formats/plan.question.schema.json`), the answer a
//! report. Nothing in a question names a file: tools and policies come as texts, or as names of what
//! the program carries.

use super::{Answer, Refused, json, own_origin, pass_over, read, refused, told};
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, SemaphorePermit};
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

/// The places of those that are looked at, and of those that wait, and how long each is looked at.
#[derive(Debug)]
pub(crate) struct Places {
    time: Duration,
    waiting: Arc<Semaphore>,
    working: Arc<Semaphore>,
}

impl Default for Places {
    fn default() -> Self {
        Self::new(TIME, AT_ONCE, WAITING)
    }
}

impl Places {
    fn new(time: Duration, at_once: usize, waiting: usize) -> Self {
        let semaphore = |count| Arc::new(Semaphore::new(count));
        Self { time, waiting: semaphore(at_once + waiting), working: semaphore(at_once) }
    }
}

/// Answers a request.
pub(crate) async fn answer(places: &Places, request: Request) -> Answer {
    told(tried(places, request).await)
}

/// A place for a question, as far as its head tells that it may be asked.
fn admitted<'a>(places: &'a Places, head: &Parts) -> Result<SemaphorePermit<'a>, Refused> {
    if head.method != Method::POST {
        return refused(StatusCode::METHOD_NOT_ALLOWED, "expected POST with a question in JSON");
    }
    own_origin(&head.headers)?;
    json(&head.headers)?;
    places.waiting.try_acquire().or_else(|_| {
        refused(StatusCode::SERVICE_UNAVAILABLE, "too many questions at once: ask again later")
    })
}

async fn tried(places: &Places, request: Request) -> Result<Vec<u8>, Refused> {
    let (head, body) = request.into_parts();
    let _waiting = match admitted(places, &head) {
        Ok(place) => place,
        Err(why) => {
            pass_over(body).await;
            return Err(why);
        }
    };
    let body = read(body, BODY).await?;
    let question: PlanQuestion = serde_json::from_slice(&body)
        .map_err(|e| (StatusCode::BAD_REQUEST, format!("not a question about a plan: {e}")))?;
    let Ok(_working) = places.working.acquire().await else {
        return refused(StatusCode::SERVICE_UNAVAILABLE, "the server is about to stop");
    };
    let time = places.time;
    let work = tokio::task::spawn_blocking(move || {
        let start = Instant::now();
        let millis = time.as_millis() as u64;
        let ask = || (start.elapsed() > time).then_some(Limit::Time { millis });
        let report = verify(&question, &Budget::states(STATES).with_interrupt(&ask));
        serde_json::to_vec(&report)
    });
    match work.await {
        Ok(Ok(report)) => Ok(report),
        _ => refused(StatusCode::INTERNAL_SERVER_ERROR, "the question was not answered"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use serde_json::Value;

    fn ask(places: &Places, body: &str) -> (StatusCode, Value) {
        let request = axum::http::Request::builder()
            .method("POST")
            .header("Content-Type", "application/json");
        let request = request.body(Body::from(body.to_owned())).unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let (status, body) = runtime.block_on(answer(places, request));
        (status, serde_json::from_slice(&body).unwrap())
    }

    const QUESTION: &str =
        r#"{"plan": "stove_on('low')\nstove_off()\n", "tools": "home", "packs": ["home"]}"#;

    /// When there is no time, no policy is decided and the plan is not accepted: an agent may not run it.
    #[test]
    fn a_plan_for_which_there_is_no_time_is_unknown() {
        let (status, report) = ask(&Places::default(), QUESTION);
        assert_eq!((status, &report["status"]), (StatusCode::OK, &"accepted".into()));
        assert_eq!(report.get("limit"), None);
        let (status, report) = ask(&Places::new(Duration::ZERO, 1, 0), QUESTION);
        assert_eq!((status, &report["status"]), (StatusCode::OK, &"unknown".into()));
        assert_eq!(report["limit"], "the time limit of 0 ms was reached");
        for policy in report["policies"].as_array().unwrap() {
            assert_eq!(policy["verdict"], "skipped", "{policy}");
        }
    }

    #[test]
    fn without_a_place_a_question_is_turned_away() {
        let places = Places::new(TIME, 1, 0);
        let taken = Arc::clone(&places.waiting).try_acquire_owned().unwrap();
        let (status, said) = ask(&places, QUESTION);
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(said["message"], "too many questions at once: ask again later");
        drop(taken);
        assert_eq!(ask(&places, QUESTION).0, StatusCode::OK);
    }
}
