//! Seals the built page: nothing inline is left that its Content-Security-Policy would have to allow.
//!
//! Trunk starts the app with an inline script. A policy that forbids inline scripts is worth more
//! than the convenience, and a hash in the policy would have to be written anew for every build; so
//! the script moves into a file of its own, named by its content. The files of the worker and
//! of the rooms, which Trunk names without a hash, are renamed in the same way, so that no browser
//! mixes two versions.

use std::fs;
use std::path::Path;

/// The meta elements that say where the workers and the rooms are.
const PROGRAMS: [&str; 2] = ["<meta name=\"vedette-worker", "<meta name=\"vedette-room-"];
/// What stands before the name of the script.
const CONTENT: &str = "content=\"";

/// Seals `index.html` in `staging`.
///
/// # Errors
/// If a file cannot be read or written, or something inline is left that cannot be moved.
pub(crate) fn seal(staging: &Path) -> Result<(), String> {
    let index = staging.join("index.html");
    let mut html = read(&index)?;
    html = name_programs(staging, &html)?;
    let (sealed, scripts) = move_scripts(&html)?;
    for (name, script) in scripts {
        write(&staging.join(name), &script)?;
    }
    if let Some(left) = inline(&sealed) {
        return Err(format!("{}: {left}", index.display()));
    }
    write(&index, &sealed)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Gives the files of the worker and of the rooms names with a hash of what they hold.
fn name_programs(staging: &Path, html: &str) -> Result<String, String> {
    let mut named = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = PROGRAMS.iter().filter_map(|meta| rest.find(meta)).min() {
        let content = at + rest[at..].find(CONTENT).ok_or("a meta element has no content")?;
        let (before, after) = rest.split_at(content + CONTENT.len());
        let (script, after) = after.split_once('"').ok_or("a meta element is not closed")?;
        named.extend([before, &name_program(staging, script)?, "\""]);
        rest = after;
    }
    named.push_str(rest);
    Ok(named)
}

/// Renames the files of one program; gives the name of its script.
fn name_program(staging: &Path, script: &str) -> Result<String, String> {
    let stem = script.strip_suffix(".js").ok_or_else(|| format!("{script:?} is no script"))?;
    let (stem, is_worker) = stem.strip_suffix("_loader").map_or((stem, false), |stem| (stem, true));
    if !staging.join(script).exists() {
        return Err(format!("{script} is named in index.html, and it was not built"));
    }
    let file = |end: &str| staging.join(format!("{stem}{end}"));
    let mut content = read(&file(".js"))?.into_bytes();
    content.extend(fs::read(file("_bg.wasm")).map_err(|e| format!("{stem}_bg.wasm: {e}"))?);
    let named = format!("{stem}-{:016x}", hash(&content));
    for end in [".js", "_bg.wasm"] {
        let to = staging.join(format!("{named}{end}"));
        fs::rename(file(end), to).map_err(|e| format!("{stem}{end}: {e}"))?;
    }
    if !is_worker {
        return Ok(format!("{named}.js"));
    }
    // Trunk's own loader passes the address in a way that wasm-bindgen calls deprecated.
    let shim = format!(
        "importScripts(\"./{named}.js\");wasm_bindgen({{module_or_path:\"./{named}_bg.wasm\"}});\n"
    );
    fs::remove_file(staging.join(script)).map_err(|e| format!("{script}: {e}"))?;
    write(&staging.join(format!("{named}_loader.js")), &shim)?;
    Ok(format!("{named}_loader.js"))
}

/// Moves every inline script to a file; gives the page and the files.
fn move_scripts(html: &str) -> Result<(String, Vec<(String, String)>), String> {
    let mut sealed = String::with_capacity(html.len());
    let mut scripts = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find("<script") {
        let tag_end = start + rest[start..].find('>').ok_or("a <script> tag is not closed")? + 1;
        let end = tag_end + rest[tag_end..].find("</script>").ok_or("a <script> is not closed")?;
        let (tag, body) = (&rest[start..tag_end], &rest[tag_end..end]);
        sealed.push_str(&rest[..start]);
        if tag.contains(" src=") {
            if !body.trim().is_empty() {
                return Err("a <script src> has a body, which no browser runs".into());
            }
            sealed.push_str(&rest[start..end]);
        } else {
            let body = format!("{}\n", body.trim());
            let name = format!("start-{:016x}.js", hash(body.as_bytes()));
            sealed.push_str(&tag[..tag.len() - 1]);
            sealed.extend([" src=\"./", &name, "\">"]);
            scripts.push((name, body));
        }
        sealed.push_str("</script>");
        rest = &rest[end + "</script>".len()..];
    }
    sealed.push_str(rest);
    Ok((sealed, scripts))
}

/// What is inline in a page, if anything: styles, handlers, `javascript:` addresses.
fn inline(html: &str) -> Option<String> {
    let lower = html.to_ascii_lowercase();
    if lower.contains("<style") {
        return Some("a <style> element is left; put it into a file of style/".into());
    }
    if lower.contains("javascript:") {
        return Some("a javascript: address is left".into());
    }
    for tag in lower.split('<').filter_map(|part| part.split_once('>').map(|(tag, _)| tag)) {
        for attribute in tag.split_ascii_whitespace().skip(1) {
            let Some((name, _)) = attribute.split_once('=') else { continue };
            let handler = name.strip_prefix("on");
            if name == "style" || handler.is_some_and(|n| n.bytes().all(|c| c.is_ascii_lowercase()))
            {
                return Some(format!("an inline {name}=… is left in <{tag}>"));
            }
        }
    }
    None
}

/// FNV-1a with 64 bits: names files by their content; nothing trusts it.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::{inline, move_scripts};

    #[test]
    fn inline_scripts_move_to_files_and_others_stay() {
        let html = "<head><script src=\"a.js\"></script></head><script type=\"module\">\nb()\n\
                    </script>x";
        let (sealed, scripts) = move_scripts(html).unwrap();
        let [(name, body)] = &scripts[..] else { panic!("one script: {scripts:?}") };
        assert_eq!(body, "b()\n");
        assert_eq!(
            sealed,
            format!(
                "<head><script src=\"a.js\"></script></head><script type=\"module\" \
                 src=\"./{name}\"></script>x"
            )
        );
        assert!(move_scripts("<script>never closed").is_err());
    }

    #[test]
    fn what_the_policy_forbids_is_found() {
        for bad in [
            "<style>a{}</style>",
            "<p STYLE=\"x\">",
            "<p onclick=\"x\">",
            "<a href=\"javascript:x\">",
        ] {
            assert!(inline(bad).is_some(), "{bad}");
        }
        for good in
            ["<p class=\"style\" data-on=\"x\">", "<link rel=\"stylesheet\" href=\"a.css\">"]
        {
            assert_eq!(inline(good), None, "{good}");
        }
    }
}
