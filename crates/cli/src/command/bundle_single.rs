//! `vedette bundle site --single-file`: app and bundle as one HTML file that opens from disk.
//!
//! A page opened from disk may load nothing: browsers give every such file an origin of its own. So
//! everything is inside: style sheets and the start script inline, the WebAssembly and the bundle (as
//! a zip archive) as base64 in data blocks, which no browser runs, and the worker as a blob made of
//! the worker's own script. The rooms' scripts wait for the app to ask for their room.
//!
//! The policy stays strict: no `unsafe-inline`. Every inline style sheet and script is allowed by the
//! SHA-256 of its text, so that nothing else that might get into the page runs. `worker-src blob:` is
//! needed for the worker; only a script that already runs here could make such a blob.

use super::bundle_site::{RESULTS, start_element};
use crate::app::App;
use crate::exit::{Done, Exit, Failure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::path::Path;
use zip::write::SimpleFileOptions;

/// The most bytes that the packed bundle may have: a browser decodes it at once.
const LIMIT: usize = 64 << 20;

/// The rooms that are carried: those that show what a bundle holds.
const ROOMS: [&str; 2] = ["results", "playground"];

/// Writes the file.
pub(crate) fn write(app: &App, bundle: &[(String, Vec<u8>)], out: &Path) -> Done {
    let archive = archive(bundle)?;
    if archive.len() > LIMIT {
        return Err(Failure::rejected(format!(
            "the bundle has {} bytes after packing, and a single file takes at most {LIMIT}: make a \
             folder instead (without --single-file)",
            archive.len()
        )));
    }
    let html = page(app, &archive)?;
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = out.with_file_name(name);
    std::fs::write(&part, html).and_then(|()| std::fs::rename(&part, out)).map_err(|e| {
        let _ = std::fs::remove_file(&part);
        Failure::failed(format!("{} cannot be written: {e}", out.display()))
    })?;
    Ok(Exit::Fine)
}

fn archive(bundle: &[(String, Vec<u8>)]) -> Result<Vec<u8>, Failure> {
    let failed = |e: &dyn std::fmt::Display| Failure::failed(format!("packing the bundle: {e}"));
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    // No time of day: equal bundles give equal files.
    let options = SimpleFileOptions::default().last_modified_time(zip::DateTime::default());
    for (path, content) in bundle {
        zip.start_file(path.as_str(), options).map_err(|e| failed(&e))?;
        zip.write_all(content).map_err(|e| failed(&e))?;
    }
    Ok(zip.finish().map_err(|e| failed(&e))?.into_inner())
}

/// The text of a file of the app.
fn text(app: &App, path: &str) -> Result<String, Failure> {
    let content = app.file(path).ok_or_else(|| {
        Failure::failed(format!(
            "the web app has no {path}: build it again with `cargo xtask build`"
        ))
    })?;
    String::from_utf8(content).map_err(|_| Failure::failed(format!("{path} is not text")))
}

/// The one file of the app whose name begins and ends so.
fn named(paths: &[String], begin: &str, end: &str) -> Result<String, Failure> {
    let mut found = paths.iter().filter(|path| path.starts_with(begin) && path.ends_with(end));
    match (found.next(), found.next()) {
        (Some(path), None) => Ok(path.clone()),
        (found, _) => Err(Failure::failed(format!(
            "the web app has {} {begin}…{end}; expected one: build it again with `cargo xtask build`",
            if found.is_some() { "several" } else { "no" }
        ))),
    }
}

fn page(app: &App, archive: &[u8]) -> Result<String, Failure> {
    let paths = app.paths()?;
    let index = text(app, "index.html")?;
    let glue = text(app, &named(&paths, "vedette-web-", ".js")?)?;
    let worker_glue = {
        let scripts: Vec<String> =
            paths.iter().filter(|path| !path.ends_with("_loader.js")).cloned().collect();
        text(app, &named(&scripts, "worker-", ".js")?)?
    };
    let wasm = |begin: &str| -> Result<String, Failure> {
        let path = named(&paths, begin, "_bg.wasm")?;
        let content = app.file(&path).ok_or_else(|| Failure::failed(format!("no {path}")))?;
        Ok(base64(&content))
    };
    let mut styles = Vec::new();
    for path in sheets(&index) {
        styles.push(text(app, &path)?);
    }
    let mut scripts = Vec::new();
    let mut rooms = Vec::new();
    for (room, script) in named_rooms(&index) {
        if !ROOMS.contains(&room.as_str()) {
            continue;
        }
        let glue = text(app, &script)?;
        scripts.push(format!("{glue}\n{}", start_room(&room)));
        rooms.push((format!("vedette-{room}-wasm"), wasm(script.trim_end_matches(".js"))?));
    }
    // The last, for it asks for the others.
    scripts.push(format!("{glue}\n{}", start()));
    for content in scripts.iter().chain([&worker_glue]) {
        if content.to_ascii_lowercase().contains("</script") {
            return Err(Failure::failed("a script of the app cannot stand within a page"));
        }
    }
    let mut head = String::from("<meta charset=\"utf-8\">\n");
    let hashes = |texts: &[String]| {
        texts.iter().fold(String::new(), |mut all, text| {
            let _ = write!(all, " 'sha256-{}'", base64(&Sha256::digest(text.as_bytes())));
            all
        })
    };
    let _ = writeln!(
        head,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src \
         'wasm-unsafe-eval'{}; style-src{}; img-src data: blob:; connect-src http://localhost:* \
         http://127.0.0.1:*; worker-src blob:; base-uri 'none'; form-action 'none'; object-src \
         'none'\">",
        hashes(&scripts),
        hashes(&styles),
    );
    head.push_str(
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta \
         name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" \
         content=\"no-referrer\">\n<meta name=\"robots\" content=\"noindex\">\n<meta \
         name=\"vedette-worker\" content=\"\">\n<title>Vedette</title>\n",
    );
    for room in ROOMS {
        // The app looks for these to know which pages it has.
        let _ = writeln!(head, "<meta name=\"vedette-room-{room}\" content=\"\">");
    }
    head.push_str(&start_element(RESULTS));
    for style in &styles {
        let _ = writeln!(head, "<style>{style}</style>");
    }
    let body = index
        .split_once("<body>")
        .and_then(|(_, rest)| rest.rsplit_once("</body>"))
        .map(|(body, _)| body)
        .ok_or_else(|| Failure::failed("the web app's index.html has no body"))?;
    let block = |id: &str, kind: &str, content: &str| {
        format!("<script id=\"{id}\" type=\"{kind}\">{content}</script>\n")
    };
    let mut blocks = [
        block("vedette-wasm", "application/wasm;base64", &wasm("vedette-web-")?),
        block("vedette-worker-wasm", "application/wasm;base64", &wasm("worker-")?),
        block("vedette-worker-script", "text/plain", &worker_glue),
        block("vedette-bundle", "application/zip;base64", &base64(archive)),
    ]
    .concat();
    for (id, content) in &rooms {
        blocks.push_str(&block(id, "application/wasm;base64", content));
    }
    for script in &scripts {
        let _ = writeln!(blocks, "<script type=\"module\">{script}</script>");
    }
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n{head}</head>\n<body>{body}{blocks}</body>\n\
         </html>\n"
    ))
}

/// The rooms that a page names, each with its script.
fn named_rooms(html: &str) -> Vec<(String, String)> {
    html.split("<meta name=\"vedette-room-")
        .skip(1)
        .filter_map(|rest| {
            let (name, rest) = rest.split_once('"')?;
            let (_, rest) = rest.split_once("content=\"")?;
            let (script, _) = rest.split_once('"')?;
            Some((name.to_owned(), script.to_owned()))
        })
        .collect()
}

/// The style sheets that a page links, in order.
fn sheets(html: &str) -> Vec<String> {
    html.split("<link ")
        .skip(1)
        .filter_map(|rest| rest.split_once('>').map(|(tag, _)| tag))
        .filter(|tag| tag.contains("rel=\"stylesheet\""))
        .filter_map(|tag| {
            let (_, rest) = tag.split_once("href=\"./")?;
            rest.split_once('"').map(|(path, _)| path.to_owned())
        })
        .collect()
}

/// Starts the app from what the page holds.
fn start() -> String {
    r"
const block = id => document.getElementById(id).textContent;
const bytes = id => Uint8Array.from(atob(block(id)), c => c.charCodeAt(0));
const worker = block('vedette-worker-script')
    + '\nconst bytes=Uint8Array.from(atob(' + JSON.stringify(block('vedette-worker-wasm'))
    + '),c=>c.charCodeAt(0));wasm_bindgen({module_or_path:bytes});\n';
const address = URL.createObjectURL(new Blob([worker], { type: 'text/javascript' }));
document.querySelector('meta[name=vedette-worker]').content = address;
await __wbg_init({ module_or_path: bytes('vedette-wasm') });
"
    .to_owned()
}

/// Starts a room from what the page holds, when the app asks for it.
fn start_room(room: &str) -> String {
    format!(
        r"
addEventListener('vedette-room', event => {{
  if (event.detail !== '{room}') return;
  const text = document.getElementById('vedette-{room}-wasm').textContent;
  __wbg_init({{ module_or_path: Uint8Array.from(atob(text), c => c.charCodeAt(0)) }});
}});
"
    )
}

/// RFC 4648, section 4, padded: what `atob` and a Content-Security-Policy read.
fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::{base64, named_rooms, sheets};

    #[test]
    fn base64_is_that_of_the_standard() {
        // RFC 4648, section 10.
        for (text, wanted) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), wanted, "{text}");
        }
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
    }

    #[test]
    fn style_sheets_are_found_in_order() {
        let html = "<link rel=\"icon\" href=\"./i.svg\"><link rel=\"stylesheet\" href=\"./a.css\"/>\
                    <link rel=\"stylesheet\" href=\"./b.css\"/>";
        assert_eq!(sheets(html), ["a.css", "b.css"]);
    }

    #[test]
    fn rooms_are_found_with_their_scripts() {
        let html = "<meta name=\"vedette-worker\" content=\"w.js\"><meta \
                    name=\"vedette-room-results\" content=\"results-1.js\">";
        assert_eq!(named_rooms(html), [("results".into(), "results-1.js".into())]);
    }
}
