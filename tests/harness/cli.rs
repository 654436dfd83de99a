//! The companion's contract (`docs/cli.md`), case by case: `tests/suites/cli/*.txt`.
//!
//! ```text
//! # a name
//! file rules.json = {"rules": []}
//! $ vedette tree traces.jsonl --rules rules.json
//! exit 3
//! out "verdict": "violated"
//! err no such file
//! ```
//! `out` and `err` lines must occur in the output; `not` lines must not occur in either. In a `file`
//! line `\n` is a line break, `\t` a tab, and `\xNN` a byte. `{recorded}` stands for the recorded data; a case
//! that uses it is skipped where that is missing.

use std::path::Path;
use std::process::Stdio;
use vedette_tests::{companion, recorded, root, scratch};

#[derive(Default, Debug)]
struct Case {
    name: String,
    files: Vec<(String, Vec<u8>)>,
    command: String,
    exit: i32,
    out: Vec<String>,
    err: Vec<String>,
    not: Vec<String>,
}

#[test]
fn the_companion_keeps_its_contract() {
    let suites = root().join("tests/suites/cli");
    let mut failures = Vec::new();
    let mut count = 0;
    let mut paths: Vec<_> =
        suites.read_dir().expect("the suites are there").map(|e| e.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        for case in parse(&text) {
            count += 1;
            failures.extend(run(&case).err().map(|e| format!("{}: {e}", case.name)));
        }
    }
    assert!(count > 30, "the suites hold cases");
    assert!(failures.is_empty(), "{} of {count} fail:\n{}", failures.len(), failures.join("\n"));
}

fn parse(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(name) = line.strip_prefix("# ") {
            cases.push(Case { name: name.into(), ..Case::default() });
            continue;
        }
        let case = cases.last_mut().expect("a case starts with `# name`");
        if let Some(file) = line.strip_prefix("file ") {
            let (name, content) = file.split_once(" = ").expect("file NAME = CONTENT");
            case.files.push((name.into(), unescape(content)));
        } else if let Some(command) = line.strip_prefix("$ vedette ") {
            case.command = command.into();
        } else if let Some(code) = line.strip_prefix("exit ") {
            case.exit = code.parse().expect("an exit status");
        } else if let Some(part) = line.strip_prefix("out ") {
            case.out.push(part.into());
        } else if let Some(part) = line.strip_prefix("err ") {
            case.err.push(part.into());
        } else if let Some(part) = line.strip_prefix("not ") {
            case.not.push(part.into());
        } else {
            panic!("not a line of a case: {line}");
        }
    }
    cases
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend(rest[..at].bytes());
        let escape = &rest[at + 1..];
        if let Some(tail) = escape.strip_prefix('n') {
            bytes.push(b'\n');
            rest = tail;
        } else if let Some(tail) = escape.strip_prefix('t') {
            bytes.push(b'\t');
            rest = tail;
        } else if let Some(digits) = escape.strip_prefix('x') {
            bytes.push(u8::from_str_radix(&digits[..2], 16).expect("two hexadecimal digits"));
            rest = &digits[2..];
        } else {
            bytes.push(b'\\');
            rest = escape;
        }
    }
    bytes.extend(rest.bytes());
    bytes
}

fn run(case: &Case) -> Result<(), String> {
    let mut command = case.command.clone();
    if command.contains("{recorded}") {
        let Some(data) = recorded("") else { return Ok(()) };
        command = command.replace("{recorded}", &data.display().to_string());
    }
    let folder = scratch("cli");
    for (name, content) in &case.files {
        std::fs::write(folder.join(name), content).map_err(|e| e.to_string())?;
    }
    let arguments = words(&command);
    let output = companion()
        .args(&arguments)
        .current_dir(Path::new(&folder))
        .stdin(Stdio::null())
        .output()
        .map_err(|e| e.to_string())?;
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    let shown = || format!("\n  stdout: {}\n  stderr: {}", clip(&out), clip(&err));
    if output.status.code() != Some(case.exit) {
        return Err(format!("exit {:?}, expected {}{}", output.status.code(), case.exit, shown()));
    }
    let missing = case.out.iter().find(|part| !out.contains(*part));
    let missing = missing.or_else(|| case.err.iter().find(|part| !err.contains(*part)));
    if let Some(part) = missing {
        return Err(format!("`{part}` is missing{}", shown()));
    }
    let always = ["panicked at".to_owned(), "RUST_BACKTRACE".to_owned()];
    let unwanted = case.not.iter().chain(&always).find(|p| out.contains(*p) || err.contains(*p));
    unwanted.map_or(Ok(()), |part| Err(format!("`{part}` should not be there{}", shown())))
}

fn clip(text: &str) -> String {
    text.chars().take(1500).collect()
}

/// Splits a command line at blanks, except within single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    let mut fresh = true;
    for c in command.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                fresh = false;
            }
            ' ' if !quoted => {
                if !fresh {
                    words.push(String::new());
                    fresh = true;
                }
            }
            c => {
                words.last_mut().expect("never empty").push(c);
                fresh = false;
            }
        }
    }
    if fresh {
        words.pop();
    }
    words
}
