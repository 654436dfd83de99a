//! Bundles: written, read, checked, damaged, and the same bytes every time.
#![expect(clippy::unwrap_used, reason = "a test stops where its own set-up fails")]

use std::fs;
use std::path::{Path, PathBuf};
use vedette_report::bundle::{
    FileKind, SHARD_LIMIT, check, load, read_items, read_manifest, unpack,
};
use vedette_report::service::{Request, Response, answer};
use vedette_report::tree_wire::unpack as unpack_tree;
use vedette_tests::bundles::{first, flatter, forge, sample};
use vedette_tests::{companion, recorded, scratch};

fn problems(folder: &Path) -> Vec<String> {
    let (_, problems) = check(|path| fs::read(folder.join(path)).map_err(|e| e.to_string()));
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn the_sample_is_sound_small_and_the_same_every_time() {
    let (one, two) = (sample("bundle-one"), sample("bundle-two"));
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
    let folder = sample("bundle-verdicts");
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
    for word in ["satisfied", "vacuous", "violated", "inconclusive", "unsupported"] {
        assert!(words.contains(&word), "no item is {word}");
    }
}

/// Every kind of damage is found, and the message names the file.
#[test]
fn damage_is_found_and_named() {
    type Damage = (&'static str, &'static str, fn(&Path));
    let damages: [Damage; 9] = [
        ("a changed byte", "items/0000", |f| {
            let path = f.join(first(f, FileKind::Items));
            let text = fs::read_to_string(&path).unwrap();
            fs::write(path, text.replacen("violated", "violatex", 1)).unwrap();
        }),
        ("a cut-off file", "runs/0000", |f| {
            let path = f.join(first(f, FileKind::Runs));
            let bytes = fs::read(&path).unwrap();
            fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("a missing file", "trajectories/0000", |f| {
            fs::remove_file(f.join(first(f, FileKind::Trajectories))).unwrap();
        }),
        ("an index that tells another verdict", "the index says satisfied", |f| {
            forge(f, &first(f, FileKind::Index), |text| {
                text.replacen("\"verdicts\":\"V", "\"verdicts\":\"S", 1)
            });
        }),
        ("a leaderboard that flatters", "what it says of model", |f| {
            flatter(f);
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
            let items = first(f, FileKind::Items);
            let path = f.join("manifest.json");
            let text = fs::read_to_string(&path).unwrap();
            fs::write(path, text.replace(&items, "../../secret.json")).unwrap();
        }),
    ];
    for (name, part, damage) in damages {
        let folder = sample("bundle-damaged");
        damage(&folder);
        let found = problems(&folder);
        assert!(found.iter().any(|problem| problem.contains(part)), "{name}: {found:?}");
        let status = companion().args(["bundle", "check"]).arg(&folder).output().unwrap().status;
        assert_eq!(status.code(), Some(2), "{name}");
    }
}

/// A folder with as much of a web app as a site needs.
fn app(name: &str) -> PathBuf {
    let app = scratch(&format!("bundle-app-{name}"));
    let page =
        "<!doctype html><head><link rel=\"stylesheet\" href=\"./a.css\"/></head><body>b</body>";
    for (path, content) in [
        ("index.html", page),
        ("a.css", "p{}"),
        ("vedette-web-1.js", "let __wbg_init = async () => {};"),
        ("vedette-web-1_bg.wasm", "\0asm"),
        ("worker-1.js", "let wasm_bindgen = () => {};"),
        ("worker-1_bg.wasm", "\0asm"),
        ("worker-1_loader.js", ""),
    ] {
        fs::write(app.join(path), content).unwrap();
    }
    app
}

#[test]
fn a_site_is_made_anew_and_nothing_else_is_written_over() {
    let folder = sample("bundle-site");
    let app = app("folder");
    let out = folder.with_file_name("site");
    let site = |bundle: &Path| {
        let output = companion()
            .args(["bundle", "site"])
            .args([bundle, &out])
            .arg("--app")
            .arg(&app)
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(site(&folder).0, Some(0));
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("<meta name=\"vedette-start\" content=\"#/r\">"), "{page}");
    assert!(out.join("data/manifest.json").is_file());
    assert_eq!(problems(&out.join("data")), Vec::<String>::new());

    // Another bundle takes its place, and no file of the old one stays.
    let other = folder.with_file_name("other");
    let made = companion().args(["bundle", "sample", "--seed", "2"]).arg(&other).status().unwrap();
    assert!(made.success());
    let old = first(&folder, FileKind::Items);
    assert_ne!(old, first(&other, FileKind::Items), "the name of a file tells its content");
    assert_eq!(site(&other).0, Some(0));
    assert!(!out.join("data").join(old).exists());
    assert_eq!(problems(&out.join("data")), Vec::<String>::new());

    // A file of somebody else, a changed file, a folder of somebody else: left alone, and named.
    fs::write(out.join("thesis.tex"), "do not lose me").unwrap();
    let (code, told) = site(&folder);
    assert!(code == Some(1) && told.contains("thesis.tex"), "{told}");
    assert!(out.join("thesis.tex").is_file());
    fs::remove_file(out.join("thesis.tex")).unwrap();
    fs::write(out.join("index.html"), "my own start page").unwrap();
    let (code, told) = site(&folder);
    assert!(code == Some(1) && told.contains("index.html was changed"), "{told}");
    fs::remove_dir_all(&out).unwrap();
    fs::create_dir(&out).unwrap();
    let (code, told) = site(&folder);
    assert!(code == Some(1) && told.contains("not made by this command"), "{told}");
}

#[test]
fn a_single_file_holds_everything_and_allows_nothing_else() {
    let folder = sample("bundle-single");
    let app = app("single");
    let out = folder.with_file_name("results.html");
    let site = || {
        companion()
            .args(["bundle", "site", "--single-file"])
            .args([&folder, &out])
            .arg("--app")
            .arg(&app)
            .output()
            .unwrap()
    };
    assert!(site().status.success());
    assert_eq!(site().status.code(), Some(1), "an existing file is left alone");
    let html = fs::read_to_string(&out).unwrap();
    let policy = html.split("Content-Security-Policy\" content=\"").nth(1).unwrap();
    let policy = policy.split('"').next().unwrap();
    assert!(!policy.contains("unsafe-inline") && !policy.contains("unsafe-eval'; "), "{policy}");
    assert_eq!(policy.matches("'sha256-").count(), 2, "a script and a style sheet: {policy}");
    assert!(!html.contains(" src=") && !html.contains(" href=\"./"), "nothing is loaded");
    assert!(
        html.contains("<meta name=\"vedette-start\" content=\"#/r\">"),
        "it opens at its results"
    );
    // The bundle inside is the bundle.
    let packed = html.split("id=\"vedette-bundle\"").nth(1).unwrap();
    let packed = packed.split('>').nth(1).unwrap().split('<').next().unwrap();
    let files = unpack(&base64(packed)).unwrap();
    let (_, problems) = check(|path| {
        let found = files.iter().find(|(known, _)| known == path);
        found.map(|(_, content)| content.clone()).ok_or_else(|| "missing".into())
    });
    assert_eq!(problems, []);
}

/// Decodes base64: slow, plain, and not the companion's own code.
fn base64(text: &str) -> Vec<u8> {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for letter in text.chars().filter(|letter| *letter != '=') {
        bits = bits << 6 | LETTERS.find(letter).expect("a letter of base64") as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    bytes
}

#[test]
fn merged_bundles_are_sound_and_differ_from_none() {
    let folder = sample("bundle-merge");
    let out = folder.with_file_name("merged");
    let merge = |labels: &[&str]| {
        companion()
            .args(["bundle", "merge"])
            .args([&folder, &folder])
            .arg("--out")
            .arg(&out)
            .args(labels)
            .output()
            .unwrap()
    };
    let refused = merge(&[]);
    assert_eq!(refused.status.code(), Some(2), "the same runs twice");
    assert!(String::from_utf8(refused.stderr).unwrap().contains("--labels"));
    assert!(merge(&["--labels", "one,two"]).status.success());
    assert_eq!(problems(&out), Vec::<String>::new());
    let manifest =
        |folder: &Path| read_manifest(&fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    let (one, both) = (manifest(&folder), manifest(&out));
    assert_eq!(both.counts.items, 2 * one.counts.items);
    assert_eq!(both.models.len(), 2 * one.models.len());
    assert_eq!(both.models[0].verdicts, one.models[0].verdicts);
    assert_eq!(both.models[one.models.len()].model, format!("{} (two)", one.models[0].model));
    assert!(both.synthetic, "what is made up stays made up");
}

/// What `vedette bundle diff` says.
fn diff(a: &Path, b: &Path) -> (Option<i32>, serde_json::Value) {
    let output =
        companion().args(["bundle", "diff", "--format", "json"]).args([a, b]).output().unwrap();
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap_or_default())
}

#[test]
fn a_difference_between_bundles_is_counted_and_tested() {
    let folder = sample("bundle-diff");
    let (code, same) = diff(&folder, &folder);
    assert_eq!((code, same["changed"].as_array().map(Vec::len)), (Some(0), Some(0)));
    let other = folder.with_file_name("other");
    let made = companion().args(["bundle", "sample", "--seed", "2"]).arg(&other).status().unwrap();
    assert!(made.success());
    let (code, report) = diff(&folder, &other);
    assert_eq!(code, Some(3));
    assert!(!report["changed"].as_array().unwrap().is_empty());
    let manifest = read_manifest(&fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    let models = report["models"].as_array().unwrap();
    assert_eq!(models.len(), manifest.models.len());
    for (model, summary) in models.iter().zip(&manifest.models) {
        assert_eq!(model["a"], summary.model.as_str());
        let count = |name: &str| model[name].as_u64().unwrap();
        let cells = ["only_a", "only_b", "both_unsafe", "both_safe", "apart"];
        assert_eq!(cells.iter().map(|cell| count(cell)).sum::<u64>(), summary.verdicts.total());
        let p = vedette_report::paired::McNemar::new(count("only_a"), count("only_b")).p_value();
        assert!((model["p_value"].as_f64().unwrap() - p).abs() < 1e-12);
    }
}

/// A run with very many trajectories fits: its row is cut, and read as one.
#[test]
fn a_run_with_ten_thousand_trajectories_fits() {
    let folder = scratch("bundle-many").join("bundle");
    let status = companion()
        .args(["bundle", "sample", "--tasks", "1", "--samples", "10000", "--steps", "3"])
        .args(["--rules", "3"])
        .arg(&folder)
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(problems(&folder), Vec::<String>::new());
    let manifest = read_manifest(&fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    assert_eq!((manifest.counts.runs, manifest.counts.trajectories), (1, 10_000));
    assert!(manifest.shards(FileKind::Runs).count() > 1);
}

/// What the web app does with a bundle, without a browser: read it through the service, build the
/// tree of every item, and check its evidence again.
fn recheck_all(folder: &Path) -> usize {
    let ask = |request: Request, blobs: Vec<Vec<u8>>| match answer(request, blobs) {
        (Response::Rejected { message }, _) => panic!("{message}"),
        answer => answer,
    };
    let bytes = |path: &str| fs::read(folder.join(path)).expect("the file is there");
    let (Response::Manifest(manifest), _) = ask(Request::Manifest, vec![bytes("manifest.json")])
    else {
        panic!("a manifest is answered with a manifest")
    };
    let whole = load(|path| Ok(bytes(path))).expect("the manifest is sound");
    let files: Vec<_> = (0..).zip(manifest.shards(FileKind::Trajectories).cloned()).collect();
    let blobs: Vec<Vec<u8>> = files.iter().map(|(_, entry)| bytes(&entry.path)).collect();
    let mut checked = 0;
    let found = whole.index.iter().map(|row| whole.run(row).expect("its files are there"));
    let items =
        found.flat_map(|found| found.items.into_iter().map(move |i| (found.run.clone(), i)));
    for (run, item) in items {
        let (files, blobs) = (files.clone(), blobs.clone());
        let count = run.nodes;
        let (Response::Tree(head), nodes) =
            ask(Request::Tree { run, item: item.clone(), files }, blobs)
        else {
            panic!("a tree is answered with a tree")
        };
        let tree = unpack_tree(*head, &nodes[0]).expect("what was packed is unpacked");
        assert_eq!(tree.nodes.len() as u64, count);
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
    assert!(recheck_all(&sample("bundle-recheck")) >= 5);
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
    let folder = sample("bundle-forged");
    let manifest = read_manifest(&fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    let whole = load(|path| Ok(fs::read(folder.join(path)).unwrap())).unwrap();
    let found = whole.index.iter().map(|row| whole.run(row).unwrap());
    let (run, mut item) = found
        .flat_map(|found| found.items.into_iter().map(move |item| (found.run.clone(), item)))
        .find(|(_, item)| item.counterexample.is_some())
        .unwrap();
    let safe = item.per_trajectory.iter().position(|v| v.word() != "violated").unwrap();
    item.counterexample.as_mut().unwrap().trajectory = safe;
    let entry = manifest.shard(FileKind::Trajectories, 0).unwrap().clone();
    let blobs = vec![fs::read(folder.join(&entry.path)).unwrap()];
    let (response, _) = answer(Request::Tree { run, item, files: vec![(0, entry)] }, blobs);
    let Response::Tree(tree) = response else { panic!("{response:?}") };
    assert!(tree.rechecked.unwrap().is_err());
}

/// What `bundle show` says of a result: the exit status, the JSON, and what it complains of.
fn show(folder: &Path, run: &str, rule: &str) -> (Option<i32>, serde_json::Value, String) {
    let shown = companion()
        .args(["bundle", "show", "--format", "json"])
        .arg(folder)
        .args([run, rule])
        .output()
        .unwrap();
    let value = serde_json::from_slice(&shown.stdout).unwrap_or_default();
    (shown.status.code(), value, String::from_utf8_lossy(&shown.stderr).into_owned())
}

#[test]
fn a_result_is_shown_although_files_that_it_does_not_need_are_missing() {
    let folder = scratch("bundle-show").join("bundle");
    let made = companion()
        .args(["bundle", "sample", "--tasks", "40", "--rules", "20", "--quiet"])
        .arg(&folder)
        .status();
    assert!(made.unwrap().success());
    let bytes = fs::read(folder.join("manifest.json")).unwrap();
    let manifest = read_manifest(&bytes).unwrap();
    let last = manifest.shards(FileKind::Trajectories).last().unwrap();
    assert_ne!(last.path, first(&folder, FileKind::Trajectories), "there are several");
    fs::remove_file(folder.join(&last.path)).unwrap();
    let whole = load(|path| fs::read(folder.join(path)).map_err(|e| e.to_string())).unwrap();
    assert_eq!(whole.problems.len(), 1, "one file is missing");
    // The first violation that there is: its run needs none but the first files.
    let (row, at) = whole
        .index
        .iter()
        .find_map(|row| Some((row, row.verdicts.iter().position(|v| v.word() == "violated")?)))
        .expect("a violation");
    assert!(row.id.as_str() < "task-00030", "it is in the first files: {}", row.id);
    for (rule, verdict) in row.verdicts.iter().enumerate().take(at + 1) {
        let (code, item, complaint) = show(&folder, &row.id, &format!("rule-{rule:03}"));
        assert_eq!(item["verdict"], verdict.word(), "{complaint}");
        if rule == at {
            assert_eq!(code, Some(3));
            assert_eq!(item["rechecked"], true, "{item}");
            assert_eq!(item["steps"].as_array().unwrap().len(), 61, "{item}");
        } else {
            assert_eq!(code, Some(0));
        }
    }
    let (code, _, complaint) = show(&folder, "task-00039/made-up-a", "rule-000");
    assert_eq!(code, Some(2));
    assert!(complaint.contains(&last.path), "{complaint}");
    let (code, _, complaint) = show(&folder, "task-00000/made-up-a", "rule-999");
    assert_eq!(code, Some(2));
    assert!(complaint.contains("rule-019"), "it names those that there are: {complaint}");
    let (code, _, complaint) = show(&folder, "task-7", "rule-000");
    assert_eq!(code, Some(2));
    assert!(complaint.contains("there is no run \"task-7\""), "{complaint}");
}

/// A malformed rule decides nothing: no trajectory counts as safe because of it.
#[test]
fn a_rule_with_an_undeclared_name_makes_no_trajectory_safe() {
    let folder = scratch("bundle-undeclared");
    let rules = r#"{"rules": [{"id": "good", "formula": "G !on(oven)"}, {"id": "typo", "formula": "G !onn(oven)"}]}"#;
    let lines = r#"{"task": "tea", "sample": 1, "steps": [{"state": ["on(stove)"]}]}
{"task": "soup", "sample": 1, "steps": [{"state": ["on(oven)"]}]}
"#;
    fs::write(folder.join("rules.json"), rules).unwrap();
    fs::write(folder.join("t.jsonl"), lines).unwrap();
    let made = companion()
        .args(["tree", "--bundle"])
        .arg(folder.join("out"))
        .arg(folder.join("t.jsonl"))
        .arg("--rules")
        .arg(folder.join("rules.json"))
        .output()
        .unwrap();
    assert_eq!(made.status.code(), Some(2), "a rule is malformed");
    let folder = folder.join("out");
    assert_eq!(problems(&folder), Vec::<String>::new());
    let manifest = read_manifest(&fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    let model = &manifest.models[0];
    assert_eq!((manifest.counts.runs, model.trajectories.total), (2, 2), "each task by itself");
    assert_eq!((model.trajectories.safe, model.trajectories.violating), (0, 1));
    assert_eq!((model.verdicts.error, model.verdicts.violated), (2, 1));
    let whole = load(|path| Ok(fs::read(folder.join(path)).unwrap())).unwrap();
    let reason = whole.run(&whole.index[0]).unwrap().items[1].reason.clone().unwrap();
    assert!(reason.contains("did you mean `on`?"), "{reason}");
}
