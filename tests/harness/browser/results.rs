//! The Results page: from a bundle to a counterexample, by keyboard alone.

use crate::driver::{Browser, open};
use thirtyfour::prelude::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_keyboard_alone_reaches_a_counterexample() {
    let browser = open(None).await;
    browser.go("#/r").await;
    browser.find("#items [data-verdict='violated']").await;
    browser.picture("results-wide").await;
    // `]` goes to the next violation, Enter opens it.
    browser.press("]").await;
    browser.press(Key::Enter).await;
    browser.find("#tree svg").await;
    browser.find("#verdict[data-verdict='violated']").await;
    browser.text("#tree-count", " of ").await;
    browser.find("#rechecked[data-ok='true']").await;
    let step = "return document.querySelector('#step-panel').dataset.step;";
    let before = browser.run(step).await;
    browser.press(Key::Home).await;
    browser.press(Key::Right).await;
    let after = browser.run(step).await;
    assert_eq!(after, serde_json::Value::String("1".into()), "the arrow keys walk, from {before}");
    browser.picture("item-wide").await;
    // Back keeps the place.
    browser.page.back().await.expect("back");
    browser.find("#items [data-verdict='violated']").await;
    browser.close().await;
}

/// Follows a link by keyboard alone: the focus is set on it, and Enter pressed.
async fn follow(browser: &Browser, css: &str) {
    browser.find(css).await.focus().await.expect("it takes the focus");
    browser.press(Key::Enter).await;
}

/// What `vedette bundle check` counts in the sample.
fn checked(name: &str) -> (String, serde_json::Value) {
    let out = vedette_tests::scratch(name).join("bundle");
    let path = out.display().to_string();
    let made = vedette_tests::companion().args(["bundle", "sample", "--quiet", &path]).status();
    assert!(made.is_ok_and(|status| status.success()), "the sample bundle is written");
    let output = vedette_tests::companion()
        .args(["bundle", "check", "--format", "json", &path])
        .output()
        .expect("it runs");
    (path, serde_json::from_slice(&output.stdout).expect("JSON"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_the_leaderboard_down_to_the_evidence_and_back() {
    let (path, report) = checked("browser-levels");
    let browser = open(Some(&path)).await;
    browser.go("#/r").await;
    // The numbers on the screen are those that the companion counts.
    for model in report["models"].as_array().expect("models") {
        let name = model["model"].as_str().unwrap();
        let row = browser.text(&format!("#leaderboard tr[data-model='{name}']"), name).await;
        let verdicts = model["verdicts"].as_object().unwrap();
        let count = |word: &str| verdicts[word].as_u64().unwrap();
        let total: u64 = verdicts.values().map(|count| count.as_u64().unwrap()).sum();
        let safe = &model["trajectories"];
        for shown in [
            format!("{}/{total}", count("satisfied")),
            format!("{}/{total}", count("violated")),
            format!("{}/{}", safe["safe"], safe["total"]),
        ] {
            assert!(row.contains(&shown), "{shown}: {row}");
        }
    }
    // Model, task, result, evidence: each a link, each an entry of the history.
    follow(&browser, "#leaderboard tr[data-model='hasty-demo'] a").await;
    browser.text("#sums", "Make a cup of tea").await;
    let tasks = browser.run("return document.querySelectorAll('#sums tbody tr').length;").await;
    assert_eq!(tasks, 9, "one line a task of this model");
    browser.picture("results-tasks").await;
    follow(&browser, "#line-0").await;
    browser.find("#items [data-verdict='violated']").await;
    let count = browser.text("#item-count", "4 of 72 results").await;
    assert_eq!(count, "4 of 72 results");
    follow(&browser, "#line-0").await;
    browser.find("#rechecked[data-ok='true']").await;
    for _ in 0..2 {
        browser.page.back().await.expect("back");
    }
    browser.text("#sums", "Make a cup of tea").await;
    // The address alone leads to the same list.
    browser.go("#/r?view=rules&verdict=violated&sort=verdict").await;
    browser.find("#sums").await;
    browser.find("#view-rules[aria-pressed='true']").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_models_are_side_by_side_with_a_test_in_words() {
    let (path, _) = checked("browser-diff");
    let browser = open(Some(&path)).await;
    browser.go("#/r").await;
    follow(&browser, "#side-by-side").await;
    let words = browser.text("#paired-words", "Exact McNemar test").await;
    browser.picture("results-diff").await;
    let cell = |name: &'static str| format!("#cell-{name} strong");
    let mut counts = Vec::new();
    for name in ["only-a", "only-b", "both-unsafe", "both-safe", "apart"] {
        let text = browser.find(&cell(name)).await.text().await.expect("text");
        counts.push(text.parse::<u64>().expect("a number"));
    }
    assert_eq!(counts.iter().sum::<u64>(), 36, "every rule of every task once");
    let p = vedette_report::paired::McNemar::new(counts[0], counts[1]).p_value();
    let shown = if p < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") };
    assert!(words.contains(&shown), "{shown}: {words}");
    let differ = browser.run("return document.querySelectorAll('#pairs tbody tr').length;").await;
    assert_eq!(differ, counts[0] + counts[1], "those that differ are listed");
    follow(&browser, "#cell-both-unsafe").await;
    browser.text("#pairs-title", &format!("{} where both unsafe", counts[2])).await;
    browser.close().await;
}

/// One file, opened from disk: no server, no request, and the whole app.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_single_file_opens_from_disk() {
    let (path, _) = checked("browser-single");
    let out = std::path::Path::new(&path).with_file_name("results.html");
    let made = vedette_tests::companion()
        .args(["bundle", "site", "--single-file", &path])
        .arg(&out)
        .status();
    assert!(made.is_ok_and(|status| status.success()), "the file is written");
    let browser = open(None).await;
    browser.page.goto(format!("file://{}", out.display())).await.expect("the page loads");
    browser.find("#leaderboard tr[data-model='hasty-demo']").await;
    browser.find("#items [data-verdict='violated']").await;
    browser.press("]").await;
    browser.press(Key::Enter).await;
    browser.find("#rechecked[data-ok='true']").await;
    // A script that is not the page's own does not run.
    let ran = browser
        .run(
            "const s = document.createElement('script'); s.textContent = 'window.ran = 1'; \
             document.head.append(s); return window.ran === undefined;",
        )
        .await;
    assert_eq!(ran, true);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bundle_beside_the_page_is_opened() {
    let out = vedette_tests::scratch("browser-bundle").join("bundle");
    let path = out.display().to_string();
    let made = vedette_tests::companion().args(["bundle", "sample", "--quiet", &path]).status();
    assert!(made.is_ok_and(|status| status.success()), "the sample bundle is written");
    let browser = open(Some(&path)).await;
    browser.go("#/r").await;
    browser.find("#items [data-verdict='violated']").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_fit_a_phone() {
    let browser = open(None).await;
    browser.page.set_window_rect(0, 0, 500, 900).await.expect("a narrow window");
    for (name, route, css) in [
        ("start", "#/", "main"),
        ("compare", "#/compare", "#verdict"),
        ("playground", "#/play", "#verdict-1 [data-verdict]"),
        ("results", "#/r", "#items"),
        ("help", "#/help", "main"),
    ] {
        browser.go(route).await;
        browser.find(css).await;
        let wider = browser
            .run("return document.documentElement.scrollWidth > window.innerWidth + 1;")
            .await;
        assert_eq!(wider, serde_json::Value::Bool(false), "{name} scrolls sideways");
        browser.picture(&format!("{name}-phone")).await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_leaves_the_browser() {
    let browser = open(None).await;
    for (route, css) in [
        ("#/compare?a=G%20a&b=F%20a", "#verdict [data-verdict='stronger']"),
        ("#/r", "#items [data-verdict='violated']"),
    ] {
        browser.go(route).await;
        browser.find(css).await;
        let asked = browser
            .run("return performance.getEntriesByType('resource').map(entry => entry.name);")
            .await;
        let asked: Vec<String> = serde_json::from_value(asked).expect("a list of addresses");
        assert!(asked.iter().any(|address| address.contains(".wasm")), "{asked:?}");
        for address in asked {
            assert!(address.starts_with(&browser.site), "{address} is not of this site");
        }
    }
    // Even a script of the page itself could not send anything.
    let refused = browser
        .run(
            "return new Promise(done => { \
                 document.addEventListener('securitypolicyviolation', event => \
                     done(event.effectiveDirective)); \
                 fetch('https://example.org/').catch(() => {}); \
             });",
        )
        .await;
    assert_eq!(refused, serde_json::Value::String("connect-src".into()));
    browser.close().await;
}
