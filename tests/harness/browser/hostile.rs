//! Hostile and damaged bundles: explained, and harmless.

use crate::driver::{Browser, open};
use std::fs;
use std::path::Path;
use thirtyfour::Key;
use vedette_report::bundle::{FileKind, MANIFEST};
use vedette_tests::bundles::{first, flatter, forge, sample};
use vedette_tests::companion;

/// Gives a folder to the page as a person drops it.
async fn give(browser: &Browser, folder: &Path) {
    browser.go("#/r").await;
    browser.find("#items [data-verdict='violated']").await;
    browser.drop_on_page(folder).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_script_in_a_label_stays_text() {
    let folder = sample("hostile-script");
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
    let folder = sample("hostile-fact");
    let evil = "<script>window.harmed=1</script>";
    forge(&folder, &first(&folder, FileKind::Index), |text| {
        text.replace("\"title\":\"", &format!("\"title\":\"{evil}"))
    });
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
async fn a_changed_file_is_named_and_the_rest_is_still_there() {
    let folder = sample("hostile-hash");
    let path = first(&folder, FileKind::Items);
    let items = folder.join(&path);
    let text = fs::read_to_string(&items).unwrap();
    fs::write(&items, text.replacen("violated", "satisfie", 1)).unwrap();
    let browser = open(None).await;
    give(&browser, &folder).await;
    browser.text("#drop-message", "Opened a bundle in a folder").await;
    // The list is from the index; the damage is met where the file is needed.
    browser.press("]").await;
    browser.press(Key::Enter).await;
    let message = browser.text("#problems", &path).await;
    assert!(message.contains("SHA-256"), "{message}");
    browser.picture("hostile-hash").await;
    browser.page.back().await.expect("back");
    browser.find("#items [data-verdict='violated']").await;
    // The page goes on working.
    browser.go("#/compare?a=G%20a&b=F%20a").await;
    browser.find("#verdict [data-verdict='stronger']").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_file_hides_only_what_it_held() {
    let folder = sample("hostile-missing");
    let path = first(&folder, FileKind::Trajectories);
    fs::remove_file(folder.join(&path)).unwrap();
    let browser = open(None).await;
    give(&browser, &folder).await;
    browser.text("#drop-message", "Opened a bundle in a folder").await;
    browser.press("]").await;
    browser.press(Key::Enter).await;
    browser.find("#verdict[data-verdict='violated']").await;
    let message = browser.text("#problems", &path).await;
    assert!(message.contains("not there"), "{message}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leaderboard_that_flatters_is_found_out() {
    let folder = sample("hostile-flatter");
    let model = flatter(&folder);
    let browser = open(None).await;
    give(&browser, &folder).await;
    let message = browser.text("#problems", "not what the index comes to").await;
    assert!(message.contains(&model), "{message}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newer_bundle_and_two_at_once_are_explained() {
    let newer = sample("hostile-newer");
    let manifest = newer.join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("vedette.bundle/1", "vedette.bundle/2")).unwrap();
    let browser = open(None).await;
    give(&browser, &newer).await;
    browser.text("#problems", "open it with a newer vedette").await;
    // The folder above holds one bundle; another one beside it makes two.
    let above = newer.parent().unwrap();
    let copied = companion().args(["bundle", "sample"]).arg(above.join("other")).status();
    assert!(copied.is_ok_and(|status| status.success()));
    browser.drop_on_page(above).await;
    let message = browser.text("#problems", "two bundles at once").await;
    assert!(message.contains("vedette bundle merge"), "{message}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_megabytes_of_nesting_are_refused() {
    for kind in [Some(FileKind::Index), None] {
        let folder = sample("hostile-nesting");
        let path = kind.map_or(MANIFEST.to_owned(), |kind| first(&folder, kind));
        fs::write(folder.join(&path), "[".repeat(200 << 20)).unwrap();
        let browser = open(None).await;
        give(&browser, &folder).await;
        let message = browser.text("#problems", &path).await;
        assert!(message.contains("bytes"), "{message}");
        // The page goes on working.
        browser.go("#/compare?a=G%20a&b=F%20a").await;
        browser.find("#verdict [data-verdict='stronger']").await;
        browser.close().await;
        fs::remove_dir_all(&folder).unwrap();
    }
}
