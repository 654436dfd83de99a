//! Bundles: written, read, checked, damaged, and the same bytes every time.

use std::fs;
use std::path::{Path, PathBuf};
use vedette_report::bundle::{FileKind, SHARD_LIMIT, check, read_items, read_manifest};
use vedette_report::service::{Request, Response, answer};
use vedette_tests::{companion, recorded, scratch};

/// The sample bundle in a folder of this name.
fn sample(name: &str) -> PathBuf {
    let folder = scratch(&format!("bundle-{name}")).join("bundle");
    let status = companion().args(["bundle", "sample"]).arg(&folder).status().expect("it runs");
    assert!(status.success());
    folder
}

fn problems(folder: &Path) -> Vec<String> {
    let (_, problems) = check(|path| fs::read(folder.join(path)).map_err(|e| e.to_string()));
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn the_sample_is_sound_small_and_the_same_every_time() {
    let (one, two) = (sample("one"), sample("two"));
    assert_eq!(problems(&one), Vec::<String>::new());
    let manifest = read_manifest(&fs::read(one.join("manifest.json")).unwrap()).unwrap();
    assert!(manifest.synthetic, "made-up trajectories say so");
    for entry in &manifest.files {
        let bytes = fs::read(one.join(&entry.path)).unwrap();
        assert!(bytes.len() as u64 <= SHARD_LIMIT);
        assert_eq!(bytes, fs::read(two.join(&entry.path)).unwrap(), "{}", entry.path);
    }
}

#[test]
fn every_verdict_that_teaches_something_is_in_the_sample() {
    let folder = sample("verdicts");
    let manifest = read_manifest(&fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    let mut words = Vec::new();
    for entry in manifest.files.iter().filter(|entry| entry.path.starts_with("items/")) {
        let items = read_items(entry, &fs::read(folder.join(&entry.path)).unwrap()).unwrap();
        words.extend(items.iter().map(|item| item.verdict.word()));
        let violated = items.iter().filter(|item| item.verdict.word() == "violated");
        for item in violated {
            let evidence = item.counterexample.as_ref().expect("a violation has evidence");
            assert!(!evidence.formula.is_empty() && !evidence.reasons.is_empty());
        }
    }
    for word in ["satisfied", "vacuous", "violated", "inconclusive"] {
        assert!(words.contains(&word), "no item is {word}");
    }
}

/// Every kind of damage is found, and the message names the file.
#[test]
fn damage_is_found_and_named() {
    type Damage = (&'static str, &'static str, fn(&Path));
    let damages: [Damage; 7] = [
        ("a changed byte", "items/0000.json", |f| {
            let path = f.join("items/0000.json");
            let text = fs::read_to_string(&path).unwrap();
            fs::write(path, text.replacen("violated", "violatex", 1)).unwrap();
        }),
        ("a cut-off file", "runs/0000.json", |f| {
            let path = f.join("runs/0000.json");
            let bytes = fs::read(&path).unwrap();
            fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("a missing file", "trajectories/0000.json", |f| {
            fs::remove_file(f.join("trajectories/0000.json")).unwrap();
        }),
        ("an empty manifest", "manifest.json", |f| fs::write(f.join("manifest.json"), "").unwrap()),
        ("a manifest of another kind", "manifest.json", |f| {
            fs::write(f.join("manifest.json"), "{\"schema\": \"other/1\"}").unwrap();
        }),
        ("a newer manifest", "newer", |f| {
            let path = f.join("manifest.json");
            let text = fs::read_to_string(&path).unwrap();
            fs::write(path, text.replace("vedette.bundle/1", "vedette.bundle/2")).unwrap();
        }),
        ("a path that leaves the bundle", "within the bundle", |f| {
            let path = f.join("manifest.json");
            let text = fs::read_to_string(&path).unwrap();
            fs::write(path, text.replace("items/0000.json", "../../secret.json")).unwrap();
        }),
    ];
    for (name, part, damage) in damages {
        let folder = sample("damaged");
        damage(&folder);
        let found = problems(&folder);
        assert!(found.iter().any(|problem| problem.contains(part)), "{name}: {found:?}");
        let status = companion().args(["bundle", "check"]).arg(&folder).output().unwrap().status;
        assert_eq!(status.code(), Some(2), "{name}");
    }
}

#[test]
fn a_site_is_the_app_with_the_bundle() {
    let folder = sample("site");
    let app = scratch("bundle-app");
    fs::write(app.join("index.html"), "<!doctype html>").unwrap();
    let out = folder.with_file_name("site");
    let site = |out: &Path| {
        companion().args(["bundle", "site"]).arg(&folder).arg(out).arg("--app").arg(&app).output()
    };
    assert!(site(&out).unwrap().status.success());
    assert!(out.join("index.html").is_file() && out.join("data/manifest.json").is_file());
    assert_eq!(problems(&out.join("data")), Vec::<String>::new());
    assert_eq!(site(&out).unwrap().status.code(), Some(1), "an existing folder is left alone");
}

/// What the web app does with a bundle, without a browser: read it through the service, build the
/// tree of every item, and check its evidence again.
fn recheck_all(folder: &Path) -> usize {
    let ask = |request: Request, blobs: Vec<Vec<u8>>| match answer(request, blobs).0 {
        Response::Rejected { message } => panic!("{message}"),
        response => response,
    };
    let bytes = |path: &str| fs::read(folder.join(path)).expect("the file is there");
    let Response::Manifest(manifest) = ask(Request::Manifest, vec![bytes("manifest.json")]) else {
        panic!("a manifest is answered with a manifest")
    };
    let (mut runs, mut items) = (Vec::new(), Vec::new());
    for entry in manifest.files.iter().filter(|entry| entry.kind != FileKind::Trajectories) {
        match ask(Request::Shard { entry: entry.clone() }, vec![bytes(&entry.path)]) {
            Response::Runs { runs: more } => runs.extend(more),
            Response::Items { items: more } => items.extend(more),
            other => panic!("{other:?}"),
        }
    }
    let mut checked = 0;
    for item in items {
        let run = runs.iter().find(|run| run.id == item.run).expect("its run is there").clone();
        let files: Vec<_> = manifest
            .files
            .iter()
            .filter(|entry| entry.kind == FileKind::Trajectories)
            .cloned()
            .collect();
        let blobs = files.iter().map(|entry| bytes(&entry.path)).collect();
        let nodes = run.nodes;
        let Response::Tree(tree) = ask(Request::Tree { run, item: item.clone(), files }, blobs)
        else {
            panic!("a tree is answered with a tree")
        };
        assert_eq!(tree.nodes.len() as u64, nodes);
        assert_eq!(tree.rechecked.is_some(), item.counterexample.is_some());
        if let Some(result) = tree.rechecked {
            assert_eq!(result, Ok(()), "{} of {}", item.rule, item.run);
            checked += 1;
        }
    }
    checked
}

#[test]
fn the_evidence_of_the_sample_is_right_when_checked_again() {
    assert!(recheck_all(&sample("recheck")) >= 5);
}

#[test]
fn the_evidence_of_recorded_traces_is_right_when_checked_again() {
    let Some(data) = recorded("sentinel") else { return };
    let out = scratch("bundle-recorded").join("bundle");
    let group = data.join("trace_groups/g02");
    let traces = (0..5).map(|sample| group.join(format!("r0_00{sample}.json.gz")));
    let status = companion()
        .arg("tree")
        .args(traces)
        .arg("--rules")
        .arg(data.join("rules/rules.json"))
        .arg("--bundle")
        .arg(&out)
        .output()
        .expect("it runs")
        .status;
    assert_eq!(status.code(), Some(3));
    assert_eq!(problems(&out), Vec::<String>::new());
    assert!(recheck_all(&out) >= 3);
}

#[test]
fn forged_evidence_is_not_believed() {
    let folder = sample("forged");
    let manifest = read_manifest(&fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    let read = |path: &str| fs::read(folder.join(path)).unwrap();
    let of = |kind| manifest.files.iter().find(move |entry| entry.kind == kind).unwrap();
    let items = of(FileKind::Items);
    let items = read_items(items, &read(&items.path)).unwrap();
    let runs = of(FileKind::Runs);
    let runs = vedette_report::bundle::read_runs(runs, &read(&runs.path)).unwrap();
    let mut item = items.into_iter().find(|item| item.counterexample.is_some()).unwrap();
    let run = runs.into_iter().find(|run| run.id == item.run).unwrap();
    let safe = item.per_trajectory.iter().position(|v| v.word() != "violated").unwrap();
    item.counterexample.as_mut().unwrap().trajectory = safe;
    let entry = of(FileKind::Trajectories).clone();
    let blobs = vec![read(&entry.path)];
    let (response, _) = answer(Request::Tree { run, item, files: vec![entry] }, blobs);
    let Response::Tree(tree) = response else { panic!("{response:?}") };
    assert!(tree.rechecked.unwrap().is_err());
}
