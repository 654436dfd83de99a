//! The page of annotation: blind answers, decisions by key, undo, a killed page, two tabs, damaged and
//! merged files, a full disk.

use crate::driver::{Browser, open};
use serde_json::json;
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

/// Waits until a script gives true.
pub(crate) async fn wait(browser: &Browser, what: &str, script: &str) {
    let start = Instant::now();
    while browser.run(script).await != true {
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

/// Opens the example, and waits for the first item's traces.
pub(crate) async fn example(browser: &Browser) {
    browser.go("#/annotate?set=example").await;
    browser.find("#rule[data-item='oven-1']").await;
    browser.find("[data-trace='0'] svg").await;
}

/// Presses a key that no field takes.
pub(crate) async fn key(browser: &Browser, key: &str) {
    browser.run("document.activeElement.blur();").await;
    browser.press(key).await;
}

/// Answers every trace of the item in the same way; the formula is shown then.
pub(crate) async fn answer_all(browser: &Browser, item: &str, answer: &str) {
    browser.find(&format!("#rule[data-item='{item}']")).await;
    browser.find("[data-trace='0'] svg").await;
    let traces = browser.run("return document.querySelectorAll('.trace').length;").await;
    for _ in 0..traces.as_u64().unwrap_or(0) {
        key(browser, answer).await;
    }
    browser.find("#formula-text").await;
}

async fn text_of(browser: &Browser, css: &str) -> String {
    let script = format!("return document.querySelector({css:?})?.innerText || '';");
    browser.run(&script).await.as_str().unwrap_or_default().to_owned()
}

/// Puts a text into the field of pasted items, and has it looked at.
pub(crate) async fn paste(browser: &Browser, text: &str) {
    browser.find("#paste-items").await;
    let script = "const box = document.querySelector('#paste-items'); box.value = arguments[0]; \
                  box.dispatchEvent(new Event('input', { bubbles: true })); \
                  document.querySelector('#read-pasted').click();";
    browser.page.execute(script, vec![text.into()]).await.expect("the field takes a text");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_formula_says_is_not_in_the_page_before_the_answers() {
    let browser = open(None).await;
    example(&browser).await;
    let leaks = "const page = document.documentElement.outerHTML; \
                 return ['G !(', 'It never happens', 'data-formula', 'the formula: ', 'safety'] \
                     .filter(part => page.includes(part));";
    assert_eq!(browser.run(leaks).await, json!([]), "nothing of the formula is in the page");
    browser.picture("annotate-blind").await;
    // One answer is not all.
    key(&browser, "n").await;
    browser.find("[data-trace='0'] [data-mine='you: no']").await;
    browser.find("[data-trace='1'].current").await;
    assert_eq!(browser.run(leaks).await, json!([]));
    for _ in 0..4 {
        key(&browser, "n").await;
    }
    browser.text("#formula-text", "G !(on(oven) & open(fridge))").await;
    browser.find("[data-trace='0'] [data-against='differ'][data-formula='yes']").await;
    browser.text("#explained", "differ").await;
    browser.picture("annotate-shown").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_keyboard_alone_decides_comments_repairs_and_takes_back() {
    let browser = open(None).await;
    example(&browser).await;
    answer_all(&browser, "oven-1", "y").await;
    key(&browser, "a").await;
    // One key decided, saved, and went on.
    browser.find("#rule[data-item='oven-2']").await;
    browser.find("#recent [data-decision='accept']").await;
    browser.text("#progress", "mine 1 of 12").await;
    // A repair: a sentence is compared at every stroke.
    key(&browser, "j").await;
    browser.find("#rule[data-item='oven-3']").await;
    browser.find("[data-trace='0'] svg").await;
    key(&browser, "v").await;
    browser.find("#formula-text").await;
    key(&browser, "r").await;
    browser.press("G (on(oven) -> in(agent, kitchen))").await;
    browser.find("#repair-verdict [data-verdict='stronger']").await;
    browser.picture("annotate-repair").await;
    browser.press(Key::Control + Key::Enter).await;
    browser.find("#recent [data-decision='repair']").await;
    browser.find("#rule[data-item='door-1']").await;
    // Comment, flag, skip.
    key(&browser, "c").await;
    browser.press("the cellar has two lights").await;
    browser.press(Key::Enter).await;
    browser.text("#comment-list", "the cellar has two lights").await;
    key(&browser, "f").await;
    browser.find(".flagged #act-flag").await;
    key(&browser, "s").await;
    browser.find("#rule[data-item='door-2']").await;
    // Back without end: skip, flag, comment, repair, accept, and the answers.
    for (step, item) in ["door-1", "door-1", "door-1", "oven-3", "oven-1"].iter().enumerate() {
        key(&browser, "z").await;
        wait(
            &browser,
            &format!("undo {step} goes to {item}"),
            &format!("return document.querySelector('#rule').dataset.item === {item:?};"),
        )
        .await;
    }
    browser.text("#progress", "mine 0 of 12").await;
    key(&browser, "Z").await;
    browser.text("#progress", "mine 1 of 12").await;
    browser.press(Key::Control + "z").await;
    browser.text("#progress", "mine 0 of 12").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_is_killed_between_keys_loses_nothing() {
    let browser = open(None).await;
    example(&browser).await;
    key(&browser, "y").await;
    browser.page.goto("about:blank").await.expect("the page goes");
    example(&browser).await;
    browser.find("[data-trace='0'] [data-mine='you: yes']").await;
    for _ in 0..4 {
        key(&browser, "y").await;
    }
    browser.find("#formula-text").await;
    key(&browser, "r").await;
    browser.press("G !(on(oven)").await;
    browser.page.goto("about:blank").await.expect("the page goes");
    browser.go("#/annotate?set=example").await;
    browser.find("#rule[data-item='oven-1']").await;
    browser.find("#repair").await;
    let typed = browser.run("return document.querySelector('#repair').value;").await;
    assert_eq!(typed, "G !(on(oven)", "what was being typed is there");
    key(&browser, "x").await;
    browser.page.goto("about:blank").await.expect("the page goes");
    browser.go("#/annotate?set=example").await;
    browser.text("#progress", "mine 1 of 12").await;
    browser.find("#recent [data-decision='reject']").await;
    // The tab itself goes while the key is still down.
    let first = browser.page.window().await.expect("a window");
    browser.find("#rule[data-item='oven-2']").await;
    browser.find("[data-trace='0'] svg").await;
    key(&browser, "s").await;
    let second = browser.page.new_tab().await.expect("a tab");
    browser.page.switch_to_window(first).await.expect("the first tab");
    browser.page.close_window().await.expect("it closes");
    browser.page.switch_to_window(second).await.expect("the second tab");
    browser.go("#/annotate?set=example").await;
    browser.find("#recent [data-decision='skip']").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_tab_looks_on_until_the_first_goes() {
    let browser = open(None).await;
    example(&browser).await;
    let first = browser.page.window().await.expect("a window");
    let second = browser.page.new_tab().await.expect("a tab");
    browser.page.switch_to_window(second.clone()).await.expect("the second tab");
    example(&browser).await;
    browser.text("#read-only", "only looks on").await;
    key(&browser, "s").await;
    browser.text("#refused", "another tab writes").await;
    browser.page.switch_to_window(first).await.expect("the first tab");
    key(&browser, "s").await;
    browser.find("#recent [data-decision='skip']").await;
    browser.find("#saved[data-saved='saved']").await;
    browser.page.close_window().await.expect("it closes");
    browser.page.switch_to_window(second).await.expect("the second tab");
    // It follows what was saved, and writes now.
    browser.find("#recent [data-decision='skip']").await;
    wait(&browser, "it writes", "return !document.querySelector('#read-only');").await;
    key(&browser, "k").await;
    browser.find("#rule[data-item='oven-1']").await;
    key(&browser, "f").await;
    browser.find(".flagged #act-flag").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_files_are_named_by_row_and_the_rest_is_used() {
    let browser = open(None).await;
    browser.go("#/annotate?view=open").await;
    let file = "{\"id\": 1, \"said\": \"never p\", \"meant\": \"G !p\"}\n\
                {\"id\": 2, \"said\":\n\
                {\"id\": 3, \"said\": \"always q\", \"meant\": \"G (\"}\n\
                {\"id\": 4, \"said\": \"q at some time\", \"meant\": \"F q\"}\n";
    paste(&browser, file).await;
    browser.text("#found-count", "3 items").await;
    let problems = browser.text("#problems", "row 2").await;
    assert!(problems.contains("row 3") && problems.contains("taken all the same"), "{problems}");
    let chosen = "return document.querySelector('#column-formula').value;";
    assert_eq!(browser.run(chosen).await, "meant", "the column was guessed, and can be corrected");
    browser.find("#take-new").await.click().await.expect("a click");
    browser.find("#rule[data-item='1']").await;
    browser.text("#place", "item 1 of 3").await;
    // The formula that cannot be read is shown as such.
    key(&browser, "j").await;
    browser.find("#rule[data-item='3']").await;
    browser.text("#signals", "cannot be read").await;
    // The same file again: nothing is there twice.
    browser.find("#view-open").await.click().await.expect("a click");
    paste(&browser, file).await;
    browser.text("#preview", "0 new, 3 already there, 0 there with another content").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_carries_the_set_and_nothing_that_was_judged() {
    let browser = open(None).await;
    example(&browser).await;
    answer_all(&browser, "oven-1", "y").await;
    key(&browser, "x").await;
    browser.find("#rule[data-item='oven-2']").await;
    browser.find("#view-files").await.click().await.expect("a click");
    browser.find("#make-link").await.click().await.expect("a click");
    browser.text("#set-link-says", "characters").await;
    let link = browser.run("return document.querySelector('#set-link').value;").await;
    let link = link.as_str().unwrap_or_default().to_owned();
    assert!(link.contains("#/annotate?z=1."), "{link}");
    // Somebody else, who has nothing of it.
    let other = open(None).await;
    let route = link.split_once('#').expect("a route").1;
    other.go(&format!("#{route}")).await;
    other.find("#rule[data-item='oven-1']").await;
    other.text("#progress", "mine 0 of 12 · all 0 of 12").await;
    answer_all(&other, "oven-1", "y").await;
    key(&other, "a").await;
    other.find("#saved[data-saved='saved']").await;
    // The same link again is the same set, with what was judged since.
    other.page.goto("about:blank").await.expect("the page goes");
    other.go(&format!("#{route}")).await;
    other.text("#progress", "mine 1 of 12 · all 1 of 12").await;
    // A link that was cut is told.
    other.page.goto("about:blank").await.expect("the page goes");
    other.go(&format!("#{}", &route[..route.len() / 2])).await;
    other.text("#trouble", "the link is damaged").await;
    other.close().await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_that_the_scene_does_not_have_are_shown() {
    let browser = open(None).await;
    example(&browser).await;
    browser.find("#view-setup").await.click().await.expect("a click");
    let save = |text: &'static str| {
        let script = "const box = document.querySelector('#set-vocabulary'); box.value = arguments[0]; \
                      box.dispatchEvent(new Event('input', { bubbles: true })); \
                      document.querySelector('#save-vocabulary').click();";
        browser.page.execute(script, vec![text.into()])
    };
    browser.find("#set-vocabulary").await;
    save("{\"predicates\": 3}").await.expect("a script");
    browser.text("#vocabulary-says", "cannot be read").await;
    save(r#"{"predicates": [{"name": "on"}]}"#).await.expect("a script");
    browser.text("#vocabulary-says", "saved").await;
    browser.find("#view-item").await.click().await.expect("a click");
    browser.find("#rule[data-item='oven-1']").await;
    key(&browser, "v").await;
    browser.text("#signals", "unknown name").await;
    browser.text("#signals", "open").await;
    browser.close().await;
}

/// The log that another annotator sends back: `oven-1` is rejected.
fn from_another() -> String {
    let event = |number: u32, item: &str, what: serde_json::Value| {
        json!({
            "schema": "vedette.annotation/1", "id": format!("bea/s9/{number}"), "time": number,
            "role": "label", "item": item, "what": what,
        })
        .to_string()
    };
    let decide = |verdict: &str| json!({ "kind": "decision", "decision": { "verdict": verdict } });
    [event(1, "oven-1", decide("reject")), event(2, "oven-2", decide("accept"))].join("\n")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_annotators_are_compared_and_a_judge_settles() {
    let browser = open(None).await;
    example(&browser).await;
    for item in ["oven-1", "oven-2"] {
        browser.find(&format!("#rule[data-item='{item}']")).await;
        browser.find("[data-trace='0'] svg").await;
        key(&browser, "v").await;
        browser.find("#formula-text").await;
        key(&browser, "a").await;
    }
    browser.find("#view-open").await.click().await.expect("a click");
    paste(&browser, &from_another()).await;
    browser.text("#found-count", "2 events").await;
    browser.text("#preview", "judgements").await;
    browser.find("#take-merge").await.click().await.expect("a click");
    browser.find("#view-agree").await.click().await.expect("a click");
    browser.text(".agreement-says", "1/2 = 50.0 %").await;
    browser.text(".disagreements", "oven-1").await;
    browser.picture("annotate-agreement").await;
    browser.find("#judge").await.click().await.expect("a click");
    // The judge sees both, side by side, and has only this one to do.
    browser.find("#rule[data-item='oven-1']").await;
    browser.find("#opinions[data-standing='disputed'] [data-annotator='bea']").await;
    browser.picture("annotate-judge").await;
    key(&browser, "x").await;
    browser.find("#opinions[data-standing='settled']").await;
    browser.find("#view-agree").await.click().await.expect("a click");
    browser.text(".disagreements", "rejected").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_told_and_written_later() {
    let browser = open(None).await;
    example(&browser).await;
    browser.find("#saved[data-saved='saved']").await;
    browser
        .run(
            "window.add = IDBObjectStore.prototype.add; IDBObjectStore.prototype.add = () => { \
             throw new DOMException('no room', 'QuotaExceededError'); };",
        )
        .await;
    key(&browser, "s").await;
    // The work goes on, and what is not saved is said.
    browser.find("#rule[data-item='oven-2']").await;
    browser.text("#not-saved", "storage is full").await;
    browser.find("#saved[data-saved='not']").await;
    browser.run("IDBObjectStore.prototype.add = window.add;").await;
    key(&browser, "s").await;
    browser.find("#saved[data-saved='saved']").await;
    browser.go("#/annotate?set=example&view=list").await;
    browser.page.refresh().await.expect("the page loads again");
    browser.text("#item-list", "skipped").await;
    let skipped = text_of(&browser, "#item-list").await.matches("skipped").count();
    assert_eq!(skipped, 2, "both are on the disk");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_set_that_the_browser_cleared_is_told() {
    let browser = open(None).await;
    example(&browser).await;
    browser.find("#saved[data-saved='saved']").await;
    browser.page.goto(format!("{}icon.svg", browser.site)).await.expect("no page is open");
    let deleted = "return new Promise(done => { \
                       const gone = indexedDB.deleteDatabase('vedette-annotations'); \
                       gone.onsuccess = () => done(true); gone.onblocked = () => done(false); });";
    assert_eq!(browser.run(deleted).await, true);
    browser.go("#/annotate?set=example").await;
    browser.text("#lost", "This browser has cleared the set").await;
    browser.close().await;
}
