//! `vedette eval` from prompts to a bundle: the same bytes every time, also after it was killed half-way.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Output, Stdio};
use vedette_tests::{companion, root, scratch};

/// Runs the companion in a folder.
fn vedette(folder: &Path, arguments: &[&str]) -> Output {
    companion().args(arguments).current_dir(folder).stdin(Stdio::null()).output().expect("it runs")
}

/// A folder with the sample tasks and scripted answers to all their prompts.
fn prepared(name: &str, samples: &str) -> std::path::PathBuf {
    let folder = scratch(name);
    std::fs::copy(root().join("packs/tasks/sample.json"), folder.join("tasks.json"))
        .expect("a folder of this test");
    let answers =
        vedette(&folder, &["eval", "scripted", "--tasks", "tasks.json", "--samples", samples]);
    assert!(answers.status.success());
    std::fs::write(folder.join("answers.jsonl"), answers.stdout).expect("a folder of this test");
    folder
}

const ASK: [&str; 6] =
    ["eval", "trajectory", "--tasks", "tasks.json", "--answers", "answers.jsonl"];

/// The report of a run that writes to `out`.
fn run(folder: &Path, out: &str, more: &[&str]) -> serde_json::Value {
    let mut arguments = ASK.to_vec();
    arguments.extend(["--out", out, "--format", "json"]);
    arguments.extend(more);
    let output = vedette(folder, &arguments);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("a folder of this test")
}

/// All files of a bundle, with their bytes.
fn files(bundle: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in bundle.read_dir().expect("a folder of this test") {
        let path = entry.expect("a folder of this test").path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            all.push((
                path.display().to_string(),
                std::fs::read(&path).expect("a folder of this test"),
            ));
        }
    }
    all.sort();
    all
}

fn same(folder: &Path, a: &str, b: &str) -> bool {
    let strip = |bundle: &str| {
        let here = folder.join(bundle);
        let all = files(&here).into_iter();
        let prefix = here.display().to_string();
        all.map(|(path, bytes)| (path[prefix.len()..].to_owned(), bytes)).collect::<Vec<_>>()
    };
    strip(a) == strip(b)
}

#[test]
fn a_run_that_was_killed_goes_on_and_gives_the_same_bundle() {
    let folder = prepared("evaluation-killed", "12");
    let whole = run(&folder, "whole", &[]);
    let answers = whole["answers"].as_u64().unwrap();
    for after in [1, 7, 40] {
        let store = format!("store-{after}.sqlite");
        let mut child = companion()
            .args(ASK)
            .args(["--store", &store, "--format", "jsonl", "--out", "never"])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(lines.take(after).map_while(Result::ok).count(), after);
        // No signal that it could catch, wherever it is by now.
        child.kill().unwrap();
        child.wait().unwrap();
        if folder.join("never").exists() {
            std::fs::remove_dir_all(folder.join("never")).unwrap();
        }
        let out = format!("resumed-{after}");
        let resumed = run(&folder, &out, &["--store", &store]);
        let kept = resumed["resumed"].as_u64().unwrap();
        assert!(kept >= after as u64 && kept <= answers, "{kept} of {answers} after {after}");
        assert!(same(&folder, "whole", &out), "the same bytes after {after}");
        let again = run(&folder, &format!("again-{after}"), &["--store", &store]);
        assert_eq!(again["resumed"], answers, "everything was kept, once");
    }
}

#[test]
fn a_store_of_something_else_is_refused() {
    let folder = prepared("evaluation-refused", "1");
    run(&folder, "first", &["--store", "s.sqlite"]);
    let ask = |more: &[&str]| {
        let mut arguments = ASK.to_vec();
        arguments.extend(["--store", "s.sqlite"]);
        arguments.extend(more);
        let output = vedette(&folder, &arguments);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, error) = ask(&["--strict-format"]);
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("other options"), "{error}");
    let text = std::fs::read_to_string(folder.join("tasks.json")).unwrap();
    // A goal is in no prompt: the answers still belong to the prompts, the outcomes do not.
    let other = text.replace("\"goal\": \"ontop(milk.7, table.3)\"", "\"goal\": \"held(milk.7)\"");
    assert_ne!(text, other);
    std::fs::write(folder.join("tasks.json"), other).unwrap();
    assert_eq!(ask(&[]).0, Some(2));
    std::fs::write(folder.join("s.sqlite"), "no database at all, but long enough to be one")
        .unwrap();
    let (code, error) = ask(&[]);
    assert_eq!(code, Some(1), "{error}");
    assert!(error.contains("cannot be used as a run store"), "{error}");
}

#[test]
fn what_the_results_page_opens_is_sound() {
    let folder = prepared("evaluation-sound", "3");
    let report = run(&folder, "bundle", &[]);
    assert_eq!(
        (report["missing"].as_u64(), report["left_out"].as_array().map(Vec::len)),
        (Some(0), Some(0))
    );
    let checked = vedette(&folder, &["bundle", "check", "bundle", "--format", "json"]);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
    let manifest = std::fs::read(folder.join("bundle/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!(manifest["synthetic"], true, "a script made the answers");
    assert_eq!(manifest["evaluation"]["groups"], report["groups"]);
}
