//! A small web server for one page on this machine.
//!
//! It listens on the loopback interface only, answers only requests that name it as a local host (a
//! foreign page that rebinds its own name to 127.0.0.1 gets nothing), knows only GET and HEAD, and
//! serves only files of the app, the sample and the bundle.

use crate::app::App;
use crate::exit::Failure;
use std::path::PathBuf;
use std::sync::Arc;
use tiny_http::{Header, Method, Request, Response, Server};

/// How many threads answer.
const THREADS: usize = 4;
/// The ports tried when none is named.
const PORTS: std::ops::Range<u16> = 8080..8120;

/// What is served.
#[derive(Debug)]
pub(crate) struct Site {
    /// The web app, at `/`.
    pub(crate) app: App,
    /// A bundle, at `/data/`.
    pub(crate) bundle: Option<PathBuf>,
    /// The sample bundle, at `/sample/`.
    pub(crate) sample: Vec<(String, Vec<u8>)>,
}

/// Serves `site` until the process is stopped.
pub(crate) fn serve(site: &Site, port: Option<u16>, quiet: bool) -> Result<(), Failure> {
    let server = Arc::new(listen(port)?);
    let address = server.server_addr();
    println!("http://{address}/");
    if !quiet {
        eprintln!("serving on this machine only; stop with Ctrl+C");
    }
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            let server = Arc::clone(&server);
            scope.spawn(move || {
                for request in server.incoming_requests() {
                    answer(site, request);
                }
            });
        }
    });
    Ok(())
}

fn listen(port: Option<u16>) -> Result<Server, Failure> {
    let ports = port.map_or(PORTS, |port| port..port.saturating_add(1));
    let mut last = String::from("there is no such port");
    for port in ports.clone() {
        match Server::http(("127.0.0.1", port)) {
            Ok(server) => return Ok(server),
            Err(error) => last = error.to_string(),
        }
    }
    Err(Failure::failed(format!(
        "no port of {}–{} can be used ({last}): name a free one with --port",
        ports.start,
        ports.end - 1
    )))
}

fn answer(site: &Site, request: Request) {
    let (status, content) = match (is_local(&request), request.method()) {
        (false, _) => (403, None),
        (true, Method::Get | Method::Head) => match site.file(request.url()) {
            Some(content) => (200, Some(content)),
            None => (404, None),
        },
        (true, _) => (405, None),
    };
    let path = request.url().split(['?', '#']).next().unwrap_or_default();
    let kind = if content.is_some() { content_type(path) } else { "text/plain; charset=utf-8" };
    let body = content.unwrap_or_else(|| format!("{status}\n").into_bytes());
    let mut response = Response::from_data(body).with_status_code(status);
    for (name, value) in [
        ("Content-Type", kind),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-cache"),
    ] {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    // A visitor who left while the answer was written is no error of ours.
    let _ = request.respond(response);
}

/// Whether the request names this machine, so that no foreign page reads through it.
fn is_local(request: &Request) -> bool {
    let host = request.headers().iter().find(|header| header.field.equiv("Host"));
    let Some(host) = host.map(|header| header.value.as_str()) else { return false };
    let name = host.rsplit_once(':').map_or(host, |(name, _port)| name);
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

impl Site {
    /// The file for a request, if there is one.
    fn file(&self, url: &str) -> Option<Vec<u8>> {
        let path = url.split(['?', '#']).next()?.strip_prefix('/')?;
        let path = if path.is_empty() { "index.html" } else { path };
        if path.split('/').any(|part| part.is_empty() || part.starts_with('.'))
            || path.contains('\\')
        {
            return None;
        }
        if let Some(inner) = path.strip_prefix("data/") {
            return std::fs::read(self.bundle.as_ref()?.join(inner)).ok();
        }
        if let Some(inner) = path.strip_prefix("sample/") {
            return self
                .sample
                .iter()
                .find(|(p, _)| p == inner)
                .map(|(_, content)| content.clone());
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
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
