//! Where the files of a bundle come from: beside the page, an address, or what was dropped.
//!
//! Reading an address is a GET without a body and without credentials for other origins, and the
//! page's Content-Security-Policy allows only this site and this computer: what was loaded here
//! cannot leave, whatever a bundle holds. Paths of a bundle are plain (the manifest's reader refuses
//! others), so that no bundle can make the page ask elsewhere.

use rustc_hash::FxHashMap;
use vedette_report::bundle::MANIFEST;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestCache, RequestCredentials, RequestInit, RequestMode, Response};

/// A source of files.
#[derive(Clone, Debug)]
pub enum Source {
    /// Files under an address that ends in `/`.
    Address(String),
    /// Files that were dropped or chosen, by their paths within the bundle.
    Files(FxHashMap<String, web_sys::File>),
    /// Files of an archive.
    Unpacked(FxHashMap<String, Vec<u8>>),
}

/// Why a file could not be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// There is no such file.
    Absent,
    /// What went wrong.
    Failed(String),
}

impl Source {
    /// The bytes of a file.
    pub async fn read(&self, path: &str) -> Result<Vec<u8>, Missing> {
        match self {
            // The manifest keeps its name when a bundle is published anew; every other file is named
            // by its content.
            Self::Address(base) => fetch(&format!("{base}{path}"), path == MANIFEST).await,
            Self::Unpacked(files) => files.get(path).cloned().ok_or(Missing::Absent),
            Self::Files(files) => bytes(files.get(path).ok_or(Missing::Absent)?).await,
        }
    }
}

/// The bytes of a file of this computer.
pub async fn bytes(file: &web_sys::File) -> Result<Vec<u8>, Missing> {
    let failed = |_| Missing::Failed("the browser could not read it".into());
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(failed)?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

async fn fetch(url: &str, fresh: bool) -> Result<Vec<u8>, Missing> {
    let failed = |what: String| Missing::Failed(what);
    let options = RequestInit::new();
    options.set_method("GET");
    if fresh {
        options.set_cache(RequestCache::NoCache);
    }
    options.set_mode(RequestMode::Cors);
    options.set_credentials(RequestCredentials::SameOrigin);
    let window = web_sys::window().ok_or_else(|| failed("there is no window".into()))?;
    let answer =
        JsFuture::from(window.fetch_with_str_and_init(url, &options)).await.map_err(|_| {
            failed(
                "no answer. Either nothing serves this address, or its server does not allow other \
                 pages to read it (CORS), or this page's policy forbids it: it may ask only its own \
                 site and this computer, so that nothing you load can leave. Download the bundle \
                 and drop it here instead"
                    .into(),
            )
        })?;
    let answer: Response = answer.unchecked_into();
    let kind = answer.headers().get("content-type").ok().flatten().unwrap_or_default();
    // Some servers answer with their start page where there is no file.
    if answer.status() == 404 || kind.starts_with("text/html") {
        return Err(Missing::Absent);
    }
    if !answer.ok() {
        return Err(failed(format!("the server answered with status {}", answer.status())));
    }
    let broken = |_| failed("the connection broke off".into());
    let buffer = JsFuture::from(answer.array_buffer().map_err(broken)?).await.map_err(broken)?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// The archive that the page itself carries (`vedette bundle site --single-file`), if there is one.
pub fn embedded() -> Option<Vec<u8>> {
    let window = web_sys::window()?;
    let block = window.document()?.get_element_by_id("vedette-bundle")?;
    let packed = window.atob(&block.text_content()?).ok()?;
    // `atob` gives a character for every byte.
    Some(packed.chars().map(|c| c as u8).collect())
}
