//! Hostile and damaged bundles: explained, and harmless.

use crate::driver::{Browser, open};
use std::fs;
use std::path::{Path, PathBuf};
use thirtyfour::Key;
use vedette_report::bundle::sha256;
use vedette_tests::{companion, scratch};

/// The sample bundle, in a folder of this name.
fn sample(name: &str) -> PathBuf {
    let folder = scratch(&format!("hostile-{name}")).join("bundle");
    let made =
        companion().args(["bundle", "sample", "--quiet"]).arg(&folder).status().expect("it runs");
    assert!(made.success(), "the sample bundle is written");
    folder
}

/// Replaces `from` by `to` in a file of the bundle, and mends the manifest's size and hash.
fn forge(folder: &Path, path: &str, from: &str, to: &str) {
    let file = folder.join(path);
    let old = fs::read(&file).unwrap();
    let new = String::from_utf8(old.clone()).unwrap().replace(from, to);
    assert_ne!(old, new.as_bytes(), "{path} holds {from}");
    fs::write(&file, &new).unwrap();
    let manifest = folder.join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let text = text
        .replace(&sha256(&old), &sha256(new.as_bytes()))
        .replace(&format!("\"bytes\":{},", old.len()), &format!("\"bytes\":{},", new.len()));
    fs::write(&manifest, text).unwrap();
}

/// Gives a folder to the page as a person drops it.
async fn give(browser: &Browser, folder: &Path) {
    browser.go("#/r").await;
    browser.find("#items [data-verdict='violated']").await;
    browser.drop_on_page(folder).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_script_in_a_label_stays_text() {
    let folder = sample("script");
    let evil = "<img src=x onerror=window.harmed=1><script>window.harmed=1</script>";
    let title = fs::read_to_string(folder.join("manifest.json")).unwrap();
    let value: serde_json::Value = serde_json::from_str(&title).unwrap();
    let old = value["title"].as_str().unwrap().to_owned();
    fs::write(folder.join("manifest.json"), title.replace(&old, evil)).unwrap();
    let browser = open(Some(&folder.display().to_string())).await;
    browser.go("#/r").await;
    browser.text("main", "onerror=window.harmed").await;
    let harmed = browser.run("return window.harmed === undefined;").await;
    assert_eq!(harmed, serde_json::Value::Bool(true), "no script of the bundle runs");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_script_in_a_fact_stays_text() {
    let folder = sample("fact");
    let evil = "<script>window.harmed=1</script>";
    forge(&folder, "runs/0000.json", "\"title\":\"", &format!("\"title\":\"{evil}"));
    let browser = open(Some(&folder.display().to_string())).await;
    browser.go("#/r").await;
    browser.find("#items [data-verdict='violated']").await;
    browser.press("]").await;
    browser.press(Key::Enter).await;
    browser.find("#tree svg").await;
    browser.text("main", "window.harmed").await;
    let harmed = browser.run("return window.harmed === undefined;").await;
    assert_eq!(harmed, serde_json::Value::Bool(true), "no script of the bundle runs");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_file_is_named() {
    let folder = sample("hash");
    let items = folder.join("items/0000.json");
    let text = fs::read_to_string(&items).unwrap();
    fs::write(&items, text.replacen("violated", "satisfie", 1)).unwrap();
    let browser = open(None).await;
    give(&browser, &folder).await;
    let message = browser.text("#problems", "items/0000.json").await;
    assert!(message.contains("SHA-256"), "{message}");
    browser.picture("hostile-hash").await;
    // The page goes on working.
    browser.go("#/compare?a=G%20a&b=F%20a").await;
    browser.find("#verdict [data-verdict='stronger']").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_megabytes_of_nesting_are_refused() {
    for path in ["items/0000.json", "manifest.json"] {
        let folder = sample("nesting");
        fs::write(folder.join(path), "[".repeat(200 << 20)).unwrap();
        let browser = open(None).await;
        give(&browser, &folder).await;
        let message = browser.text("#problems", path).await;
        assert!(message.contains("bytes"), "{message}");
        // The page goes on working.
        browser.go("#/compare?a=G%20a&b=F%20a").await;
        browser.find("#verdict [data-verdict='stronger']").await;
        browser.close().await;
        fs::remove_dir_all(&folder).unwrap();
    }
}
