//! What `vedette serve` answers besides files: one question a file, and here what all have in common.
//!
//! A web page elsewhere cannot ask: a request with a body needs the content type of JSON, which a
//! foreign page may send only after a preflight that is never answered, and an `Origin`, where there is
//! one, must be this server's own. Whether a request names this machine was looked at before.

pub(crate) mod annotations;
pub(crate) mod plan;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, StatusCode, header};
use std::time::Duration;

/// How long a body may take to arrive.
const ARRIVES: Duration = Duration::from_secs(5);
/// How long the body of a request that is refused is waited for.
const PASSED_OVER: Duration = Duration::from_millis(500);

/// A status and a body of JSON.
pub(crate) type Answer = (StatusCode, Vec<u8>);

/// Why there is no answer.
type Refused = (StatusCode, String);

/// The answer, or what stood in its way, in JSON.
fn told(answer: Result<Vec<u8>, Refused>) -> Answer {
    match answer {
        Ok(body) => (StatusCode::OK, body),
        Err((status, message)) => {
            let body = serde_json::json!({ "schema": "vedette.error/1", "message": message });
            (status, body.to_string().into_bytes())
        }
    }
}

fn refused<T>(status: StatusCode, message: &str) -> Result<T, Refused> {
    Err((status, message.to_owned()))
}

/// That the request comes from no page, or from a page of this server.
fn own_origin(headers: &HeaderMap) -> Result<(), Refused> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
    if origin.is_some() && origin == host {
        return Ok(());
    }
    refused(StatusCode::FORBIDDEN, "a page of another origin may not ask")
}

/// That the body is said to be JSON.
fn json(headers: &HeaderMap) -> Result<(), Refused> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.map(|kind| kind.split(';').next().unwrap_or_default().trim());
    if kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
        return Ok(());
    }
    refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected `Content-Type: application/json`")
}

/// The body, of at most so many bytes.
async fn read(body: Body, most: usize) -> Result<Vec<u8>, Refused> {
    let Ok(read) = tokio::time::timeout(ARRIVES, to_bytes(body, most)).await else {
        return refused(StatusCode::REQUEST_TIMEOUT, "the question did not come to its end");
    };
    read.map(Into::into).map_err(|_| {
        let message = format!("found a question of more than {most} bytes, expected at most that");
        (StatusCode::PAYLOAD_TOO_LARGE, message)
    })
}

/// Takes in the body of a request that is refused: a connection that is closed before its body was read is
/// reset, and whoever asked may never see why. Of a long or slow body the beginning must do.
async fn pass_over(body: Body) {
    // What comes of it does not matter.
    let _ = tokio::time::timeout(PASSED_OVER, to_bytes(body, 64 << 10)).await;
}
