//! What stands beside a run on the page of worlds: conflicts among constraints, the command line, a file where a
//! link would be too long.

use crate::driver::open;
use crate::worlds::{paste, wait};
use serde_json::json;

/// The paper's templates want two pots on one burner: then the stove can never be switched on.
fn pots() -> String {
    json!({"schema": "vedette.scene/1", "id": "pots", "objects": [
        {"id": "kitchen.1", "class": "kitchen"},
        {"id": "stove.2", "class": "stove", "room": "kitchen.1", "properties": ["HAS_SWITCH"], "states": ["OFF"]},
        {"id": "sauce_pan.3", "class": "sauce_pan", "room": "kitchen.1"},
        {"id": "coffee_pot.4", "class": "coffee_pot", "room": "kitchen.1"}],
        "relations": [["agent", "INSIDE", "kitchen.1"]]})
    .to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn conflicts_among_constraints_are_shown_and_compared() {
    let browser = open(None).await;
    browser.go("#/world?example=templates").await;
    browser.find("#whole[data-verdict='violated']").await;
    browser.text("#findings", "repeated by another").await;
    browser.run("document.querySelector('#scene-text').open = true;").await;
    paste(&browser, "#scene-source", &pots()).await;
    browser.find("#templates option[value='paper']").await.click().await.expect("an option");
    browser.find("#findings[data-conflict='true'] li[data-kind='blocked']").await;
    let told = browser.text("li[data-kind='blocked']", "so that this never happens").await;
    assert!(told.contains("paper-10[stove.2,sauce_pan.3]"), "{told}");
    assert!(told.contains("paper-11[stove.2,coffee_pot.4]"), "{told}");
    browser.picture("worlds-findings").await;
    // Each of them is a way to the constraint in the list, once that is there.
    let listed =
        "return document.querySelector('#rules button[data-rule^=\"paper-10\"]') !== null;";
    wait(&browser, "the constraints are checked", listed).await;
    browser.find("li[data-kind='blocked'] button").await.click().await.expect("a click");
    browser.find("#rule[data-rule='paper-10[stove.2,sauce_pan.3]']").await;
    browser.find("li[data-kind='blocked'] a[data-compare]").await.click().await.expect("a click");
    browser.find("#verdict [data-verdict='stronger']").await;
    // Without templates there is nothing to say.
    browser.go("#/world?example=candle").await;
    browser.find("#whole[data-verdict='violated']").await;
    wait(&browser, "no findings", "return document.querySelector('#findings') === null;").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_line_says_what_the_page_shows() {
    let browser = open(None).await;
    browser.go("#/world?example=stove").await;
    browser.find("#whole[data-verdict='violated']").await;
    let listen = "Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: text => { \
                  window.copied = text; return Promise.resolve(); } } });";
    browser.run(listen).await;
    browser.find("#copy-command").await.click().await.expect("a click");
    let copied = browser.run("return window.copied;").await;
    let copied = copied.as_str().unwrap_or_default().to_owned();
    let begins = "vedette world check --scene kitchen --program plan.txt --rules rules.txt";
    assert!(copied.starts_with(begins), "{copied}");
    // The companion comes to the same.
    let folder = vedette_tests::scratch("browser-world-check");
    for (field, file) in [("#plan", "plan.txt"), ("#rules-text", "rules.txt")] {
        let text = browser.run(&format!("return document.querySelector('{field}').value;")).await;
        std::fs::write(folder.join(file), text.as_str().unwrap_or_default()).expect("a folder");
    }
    let goal = browser.run("return document.querySelector('#goal').value;").await;
    let mut arguments: Vec<String> = begins.split(' ').skip(1).map(str::to_owned).collect();
    arguments.push(format!("--goal={}", goal.as_str().unwrap_or_default()));
    arguments.push("--format=human".to_owned());
    let out = vedette_tests::companion().args(&arguments).current_dir(&folder).output();
    let out = out.expect("the companion runs");
    assert_eq!(out.status.code(), Some(3));
    let sentence = browser.text("#whole p", "steps done").await;
    assert!(String::from_utf8_lossy(&out.stdout).contains(sentence.trim()), "{sentence}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_a_link_would_be_too_long_a_file_is_offered() {
    let browser = open(None).await;
    browser.go("#/world?example=candle").await;
    browser.find("#whole[data-verdict='violated']").await;
    let none = "return document.querySelector('#no-link') === null;";
    assert_eq!(browser.run(none).await, true);
    // Words that no packing makes short.
    let mut seed: u64 = 7;
    let mut word = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!("{:016x}", seed ^ (seed >> 29))
    };
    let remarks: Vec<String> = (0..900).map(|_| format!("# {}", word())).collect();
    let remarks = remarks.join("\n");
    let rules = format!("{remarks}\na: G off(stove.4)\n");
    paste(&browser, "#rules-text", &rules).await;
    browser.text("#no-link", "Save all of it as a file").await;
    // The address says nothing rather than something else.
    wait(&browser, "a bare address", "return location.hash === '#/world';").await;
    paste(&browser, "#rules-text", "a: G off(stove.4)").await;
    wait(&browser, "a link again", none).await;
    wait(&browser, "in the address", "return location.hash.startsWith('#/world?z=');").await;
    browser.close().await;
}
