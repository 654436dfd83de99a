//! The Results page: from a bundle to a counterexample, by keyboard alone.

use crate::driver::open;
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
        assert!(asked.iter().any(|address| address.ends_with(".wasm")), "{asked:?}");
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
