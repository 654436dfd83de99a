//! The Results page: from a bundle to a counterexample, by keyboard alone.

use crate::driver::{Browser, open};
use thirtyfour::prelude::*;
use vedette_report::evaluation::Level;
use vedette_report::evaluation::stages::{First, Stages};

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

/// A model of the sample that does badly, and what its first task is.
const NOISY: &str = "scripted-noisy (no rules)";
const TITLE: &str = "Take the milk out of the fridge and put it on the table.";

/// A model of the sample whose answers first go wrong in execution in some tasks only.
const MIXED: &str = "scripted-noisy (rules as LTL)";

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
    follow(&browser, &format!("#leaderboard tr[data-model='{NOISY}'] a")).await;
    browser.text("#sums", TITLE).await;
    let tasks = browser.run("return document.querySelectorAll('#sums tbody tr').length;").await;
    assert_eq!(tasks, 5, "one line a task of this model");
    browser.picture("results-tasks").await;
    follow(&browser, "#line-0").await;
    browser.find("#items [data-verdict='violated']").await;
    let wanted = format!("2 of {} results", report["counts"]["items"]);
    let count = browser.text("#item-count", &wanted).await;
    assert_eq!(count, wanted);
    follow(&browser, "#items a.item:has([data-verdict='violated'])").await;
    browser.find("#rechecked[data-ok='true']").await;
    for _ in 0..2 {
        browser.page.back().await.expect("back");
    }
    browser.text("#sums", TITLE).await;
    // The address alone leads to the same list.
    browser.go("#/r?view=rules&verdict=violated&sort=verdict").await;
    browser.find("#sums").await;
    browser.find("#view-rules[aria-pressed='true']").await;
    browser.close().await;
}

/// What the list says of the levels of every run that it shows: the run's name, right answers of those
/// asked at each level, and where they first go wrong, as the index of the bundle counts them.
fn told(path: &str, first: Option<First>, model: &str) -> Vec<[String; 4]> {
    let read = |file: &str| {
        std::fs::read(std::path::Path::new(path).join(file)).map_err(|e| e.to_string())
    };
    let whole = vedette_report::bundle::load(read).expect("the sample is sound");
    let rows = whole.index.iter().filter(|row| row.model == model);
    rows.filter_map(|row| row.levels.as_ref())
        .map(Stages::of)
        .filter(|stages| first.is_none_or(|first| stages.fits(first)))
        .map(|stages| {
            let shares = Level::ALL.map(|level| {
                let right = stages.right(level).expect("all levels were asked");
                format!("{}/{}", right.count, right.total)
            });
            let [understood, planned, did] = shares;
            [understood, planned, did, stages.words()]
        })
        .collect()
}

/// Understood, planned, done: in the table of tasks and above the results of each, and a filter.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_list_tells_where_answers_first_go_wrong() {
    let (path, _) = checked("browser-stages");
    let browser = open(Some(&path)).await;
    let cells = |css: &str| {
        format!(
            "return [...document.querySelectorAll('{css}')].map(line => \
                 ['semantic', 'plan', 'trajectory', 'wrong'].map(level => \
                     line.querySelector(`[data-level=${{level}}]`).textContent.trim()));"
        )
    };
    let model = MIXED.replace(' ', "+").replace('(', "%28").replace(')', "%29");
    browser.go(&format!("#/r?view=tasks&model={model}")).await;
    browser.find("#sums td[data-level='wrong']").await;
    let all = told(&path, None, MIXED);
    let shown = browser.run(&cells("#sums tbody tr")).await;
    assert_eq!(shown, serde_json::json!(all), "the table of tasks");
    browser.picture("results-stages").await;
    // The filter is a field, and stands in the address.
    let execution = First::Wrong(Level::Trajectory);
    let wanted = told(&path, Some(execution), MIXED);
    assert!(!wanted.is_empty() && wanted.len() < all.len(), "it leaves some: {wanted:?}");
    browser
        .run(
            "const field = document.querySelector('#filter-wrong'); field.value = 'execution'; \
             field.dispatchEvent(new Event('change')); return null;",
        )
        .await;
    let left = wanted.len();
    browser
        .run(&format!(
            "return new Promise(done => {{ const look = () => \
                 document.querySelectorAll('#sums tbody tr').length === {left} ? done(true) : \
                 requestAnimationFrame(look); look(); }});"
        ))
        .await;
    let address = browser.run("return location.hash;").await;
    assert!(address.as_str().is_some_and(|at| at.contains("wrong=execution")), "{address}");
    assert_eq!(browser.run(&cells("#sums tbody tr")).await, serde_json::json!(wanted));
    // Above the results of a task, and from there to all its answers.
    follow(&browser, "#line-0").await;
    let line = browser.text("#items .stages", &wanted[0][3]).await;
    assert!(line.contains(&wanted[0][0]), "{line}");
    follow(&browser, "#items .stages a").await;
    browser.find("#levels tr[data-sample='1'] td[data-level='trajectory']").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_models_are_side_by_side_with_a_test_in_words() {
    let (path, report) = checked("browser-diff");
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
    let verdicts = report["models"][0]["verdicts"].as_object().expect("verdicts");
    let total: u64 = verdicts.values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(total, 17, "the rules of five tasks");
    assert_eq!(counts.iter().sum::<u64>(), total, "every rule of every task once");
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
    browser.find(&format!("#leaderboard tr[data-model='{NOISY}']")).await;
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
        ("results-tasks", "#/r?view=tasks", "#sums"),
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
