//! A small web server for one page on this machine.
//!
//! It listens on the loopback interface only, answers only requests that name it as a local host (a
//! foreign page that rebinds its own name to 127.0.0.1 gets nothing), knows only GET and HEAD, and
//! serves only files of the app, the sample and the bundle; and it answers questions about plans
//! ([`crate::api::plan`]) and holds a log of judgements ([`crate::api::annotations`]).

use crate::api::annotations::{self, Store};
use crate::api::plan;
use crate::app::App;
use crate::exit::Failure;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, Response, StatusCode, header};
use std::net::Ipv4Addr;
use std::ops::Range;
use std::sync::Arc;
use tokio::net::TcpListener;

/// The ports tried when none is named.
const PORTS: Range<u16> = 8080..8120;

/// The content type of messages.
const TEXT: &str = "text/plain; charset=utf-8";

/// What is served.
#[derive(Debug)]
pub(crate) struct Site {
    /// The web app, at `/`.
    pub(crate) app: App,
    /// The files of a bundle, at `/data/`; none if there is no bundle.
    pub(crate) bundle: Vec<(String, Vec<u8>)>,
    /// The sample bundle, at `/sample/`.
    pub(crate) sample: Vec<(String, Vec<u8>)>,
    /// Who is asked about plans.
    pub(crate) places: plan::Places,
    /// The shared log of judgements, if there is one.
    pub(crate) annotations: Option<Store>,
}

/// Serves `site` until the process is stopped.
pub(crate) fn serve(site: Site, port: Option<u16>, quiet: bool) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::failed(format!("the server cannot run: {e}"));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(failed)?;
    runtime.block_on(async {
        let listener = listen(port).await?;
        let address = listener.local_addr().map_err(failed)?;
        println!("http://{address}/");
        if !quiet {
            eprintln!("serving on this machine only; stop with Ctrl+C");
        }
        let pages = Router::new().fallback(answer).with_state(Arc::new(site));
        axum::serve(listener, pages).await.map_err(failed)
    })
}

async fn listen(port: Option<u16>) -> Result<TcpListener, Failure> {
    let ports = port.map_or(PORTS, |port| port..port.saturating_add(1));
    let mut last = String::from("there is no such port");
    for port in ports.clone() {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) => last = error.to_string(),
        }
    }
    Err(Failure::failed(format!(
        "no port of {}–{} can be used ({last}): name a free one with --port",
        ports.start,
        ports.end - 1
    )))
}

async fn answer(State(site): State<Arc<Site>>, request: Request) -> Response<Body> {
    if !is_local(request.headers()) {
        let body = format!("{}\n", StatusCode::FORBIDDEN).into_bytes();
        return response(StatusCode::FORBIDDEN, TEXT, body);
    }
    let (status, content) = match request.uri().path() {
        plan::PATH => plan::answer(&site.places, request).await,
        annotations::PATH => annotations::answer(site.annotations.as_ref(), request).await,
        path => return page(&site, path, request.method()),
    };
    response(status, "application/json", content)
}

/// A file of the site.
fn page(site: &Site, path: &str, method: &Method) -> Response<Body> {
    let (status, content) = match *method {
        Method::GET | Method::HEAD => match site.file(path) {
            Some(content) => (StatusCode::OK, Some(content)),
            None => (StatusCode::NOT_FOUND, None),
        },
        _ => (StatusCode::METHOD_NOT_ALLOWED, None),
    };
    let kind = if content.is_some() { content_type(path) } else { TEXT };
    let body = content.unwrap_or_else(|| format!("{status}\n").into_bytes());
    response(status, kind, body)
}

fn response(status: StatusCode, kind: &'static str, body: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ] {
        response.headers_mut().insert(name, header::HeaderValue::from_static(value));
    }
    response
}

/// Whether the request names this machine, so that no foreign page reads through it.
fn is_local(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(host) = host else { return false };
    let name = host.rsplit_once(':').map_or(host, |(name, _port)| name);
    let name = name.to_ascii_lowercase();
    matches!(name.as_str(), "localhost" | "127.0.0.1" | "[::1]")
}

impl Site {
    /// The file at a path of the address, if there is one.
    fn file(&self, path: &str) -> Option<Vec<u8>> {
        let path = path.strip_prefix('/')?;
        let path = if path.is_empty() { "index.html" } else { path };
        if path.split('/').any(|part| part.is_empty() || part.starts_with('.'))
            || path.contains('\\')
        {
            return None;
        }
        for (folder, files) in [("data/", &self.bundle), ("sample/", &self.sample)] {
            if let Some(inner) = path.strip_prefix(folder) {
                let found = files.iter().find(|(known, _)| known == inner);
                return found.map(|(_, content)| content.clone());
            }
        }
        self.app.file(path)
    }
}

/// The content type that a browser needs.
fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "" | "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "txt" => TEXT,
        _ => "application/octet-stream",
    }
}
