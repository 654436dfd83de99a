//! The page of worlds: edits and their violations, the replay by keyboard, links, hostile scenes.

use crate::driver::{Browser, open};
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

/// Puts a text into a field, as pasting does.
pub(crate) async fn paste(browser: &Browser, field: &str, text: &str) {
    let script = "const box = document.querySelector(arguments[0]); box.value = arguments[1]; \
                  box.dispatchEvent(new Event('input', { bubbles: true }));";
    browser.find("#plan").await;
    let arguments = vec![field.into(), text.into()];
    browser.page.execute(script, arguments).await.expect("the field takes a text");
}

/// Waits until a script gives true.
pub(crate) async fn wait(browser: &Browser, what: &str, script: &str) {
    let start = Instant::now();
    while browser.run(script).await != true {
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

/// The step, the line that is marked for it, and where the candle is drawn.
const HERE: &str = "const line = document.querySelector('.code .line.now'); \
     const candle = document.querySelector('#scene-picture [data-object=\"candle.9\"] rect'); \
     return [document.querySelector('#stepper').dataset.step, line && line.dataset.line, \
             candle && candle.querySelector('title').textContent];";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_edit_is_executed_and_checked_at_once() {
    let browser = open(None).await;
    browser.go("#/world").await;
    browser.find("#whole[data-verdict='violated']").await;
    let rule = "button[data-rule='no-burning-candle-in-hand']";
    browser.find(&format!("{rule}[data-verdict='violated'][aria-pressed='true']")).await;
    // All panes are at the step where the rule first fails.
    assert_eq!(browser.run(HERE).await, serde_json::json!(["2", "2", "candle.9: held · on"]));
    let margin = browser.text(".code .under", "breaks no-burning-candle-in-hand").await;
    assert!(margin.contains("[GRAB]"), "{margin}");
    browser.text("#failing", "no-burning-candle-in-hand").await;
    browser.text("#moment", "held(candle.9)").await;
    browser.picture("worlds-wide").await;
    // Put out before it is taken: the rule is kept, and the other too.
    let mended = "[WALK] <candle> (9)\n[SWITCHOFF] <candle> (9)\n[GRAB] <candle> (9)\n\
                  [WALK] <kitchen_counter> (2)\n[PUTBACK] <candle> (9) <kitchen_counter> (2)\n";
    paste(&browser, "#plan", mended).await;
    browser.find(&format!("{rule}[data-verdict='satisfied']")).await;
    let address = browser.run("return location.hash;").await;
    assert!(address.as_str().is_some_and(|at| at.starts_with("#/world?")), "{address}");
    // A step that cannot be done ends the run.
    paste(&browser, "#plan", "[GRAB] <milk> (7)\n[WALK] <fridge> (6)\n").await;
    let problem = browser.text("#problems", "line 1").await;
    assert!(problem.contains("cannot be done") && problem.contains("not reached"), "{problem}");
    // Its own rules may be changed, too.
    paste(&browser, "#plan", "[WALK] <stove> (4)\n[SWITCHON] <stove> (4)\n").await;
    paste(&browser, "#rules-text", "# Leave it alone.\nalone: G !on(stove.4)").await;
    browser
        .find("button[data-rule='alone'][data-verdict='violated']")
        .await
        .click()
        .await
        .expect("a click");
    browser.text("#rule", "Leave it alone.").await;
    let href = browser
        .find("#to-playground")
        .await
        .attr("href")
        .await
        .expect("a link")
        .unwrap_or_default();
    browser.go(&href[href.find('#').expect("a fragment")..]).await;
    browser.find("#room-playground table").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_run_is_replayed_by_keyboard() {
    let browser = open(None).await;
    browser.go("#/world?example=candle").await;
    browser.find("#whole[data-verdict='violated']").await;
    browser.run("document.activeElement.blur();").await;
    browser.press(Key::Home).await;
    let start = serde_json::json!(["0", null, "candle.9: on · on"]);
    assert_eq!(browser.run(HERE).await, start);
    browser.press(Key::Right).await;
    browser.press(Key::Right).await;
    browser.press(Key::Right).await;
    assert_eq!(browser.run(HERE).await, serde_json::json!(["3", "3", "candle.9: held · on"]));
    browser.press(Key::End).await;
    assert_eq!(browser.run(HERE).await, serde_json::json!(["5", "5", "candle.9: on · off"]));
    browser.press(Key::Left).await;
    assert_eq!(browser.run(HERE).await, serde_json::json!(["4", "4", "candle.9: on · on"]));
    // The brackets go to the rules that are violated, where they first fail.
    browser.press("]").await;
    browser.press("[").await;
    assert_eq!(browser.run(HERE).await, serde_json::json!(["2", "2", "candle.9: held · on"]));
    // What stands still is drawn at one place.
    let place = "const box = document.querySelector('#scene-picture [data-object=\"stove.4\"] rect'); \
                 return [box.getAttribute('x'), box.getAttribute('y')];";
    let before = browser.run(place).await;
    browser.press(Key::End).await;
    assert_eq!(browser.run(place).await, before);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_link_brings_the_world_back() {
    let browser = open(None).await;
    browser.go("#/world?example=stove").await;
    browser.find("#whole[data-verdict='violated']").await;
    paste(
        &browser,
        "#plan",
        "[WALK] <stove> (4)\n[SWITCHON] <stove> (4)\n[SWITCHOFF] <stove> (4)\n",
    )
    .await;
    paste(&browser, "#goal", "off(stove.4)").await;
    browser.find("#templates option[value='vedette']").await.click().await.expect("an option");
    browser.find("#semantics option[value='compat']").await.click().await.expect("an option");
    wait(&browser, "the link is packed", "return location.hash.startsWith('#/world?z=1.');").await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let address = browser.run("return location.hash;").await;
    browser.go("#/").await;
    browser.page.refresh().await.expect("the page is loaded anew");
    browser.go(address.as_str().unwrap()).await;
    browser.text("#whole", "3 of 3 steps done").await;
    let set = "return ['#plan', '#goal', '#templates', '#semantics', '#scene'].map(field => document.querySelector(field).value);";
    let plan = "[WALK] <stove> (4)\n[SWITCHON] <stove> (4)\n[SWITCHOFF] <stove> (4)\n";
    let expected = serde_json::json!([plan, "off(stove.4)", "vedette", "compat", "kitchen"]);
    assert_eq!(browser.run(set).await, expected);
    browser.go("#/world?z=1.AAAA").await;
    browser.text("#trouble", "the link is damaged").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_scenes_are_explained_and_harmless() {
    let browser = open(None).await;
    browser.go("#/world?example=candle").await;
    browser.find("#whole[data-verdict='violated']").await;
    let evil = "</text></svg></textarea><img src=x onerror=window.harmed=1><script>window.harmed=1</script>";
    let scene = serde_json::json!({"schema": "vedette.scene/1", "id": evil, "title": evil, "objects": [
        {"id": "kitchen.1", "class": "kitchen"},
        {"id": format!("{evil}.2"), "class": evil, "room": "kitchen.1", "properties": ["GRABBABLE"]}],
        "relations": [["agent", "INSIDE", "kitchen.1"]]});
    browser.run("document.querySelector('#scene-text').open = true;").await;
    paste(&browser, "#plan", &format!("[WALK] <{evil}> (2)\n{evil}\n")).await;
    paste(&browser, "#rules-text", &format!("# {evil}\n{evil}: G on({evil})\nx: G !on(a.1)")).await;
    paste(&browser, "#scene-source", &scene.to_string()).await;
    browser.text("#scene-title", "onerror").await;
    browser.text("#problems", "line 1").await;
    // Circles, positions that are none, absent objects: each is named, and nothing else lost.
    let graph = r#"{"nodes": [{"id": 1, "class": "hall", "category": "Rooms"}, {"id": 2, "class": "character"},
        {"id": 3, "class": "curtain"}, {"id": 4, "class": "curtain"}], "edges": [[2, "INSIDE", 1], [3, "INSIDE", 4],
        [4, "INSIDE", 3], [3, "UNDER", 1]]}"#;
    paste(&browser, "#scene-source", graph).await;
    browser.text("#scene-problems", "UNDER").await;
    browser.text("#scene-remarks", "remark").await;
    browser.find("#scene-picture [data-object='curtain.3']").await;
    paste(&browser, "#scene-source", "{").await;
    browser.text("#scene-problems", "expected").await;
    paste(&browser, "#scene-source", "kitchen").await;
    paste(&browser, "#plan", "[WALK] <ghost> (99)\n").await;
    browser.text("#problems", "ghost").await;
    // Ten thousand lines: refused by number, and the page lives.
    paste(&browser, "#plan", &"[WALK] <stove> (4)\n".repeat(10_000)).await;
    browser.text("#scene-problems", "10000 steps").await;
    let harmed = browser.run("return window.harmed === undefined;").await;
    assert_eq!(harmed, true, "no script of the scene runs");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn constraints_of_a_scene_are_listed_and_open_elsewhere() {
    let browser = open(None).await;
    browser.go("#/world?example=templates").await;
    browser.find("#whole[data-verdict='violated']").await;
    browser
        .run("document.querySelectorAll('#rules details').forEach(fold => { fold.open = true; });")
        .await;
    let count =
        browser.run("return document.querySelectorAll('#rules button[data-rule]').length;").await;
    assert!(count.as_u64().is_some_and(|count| count > 5), "{count} constraints");
    browser.find("#rules button[data-verdict='violated']").await.click().await.expect("a click");
    browser.text("#rule", "from the template").await;
    browser.text("#origins", "the first state").await;
    let rules = "const all = [...document.querySelectorAll('#rules button[data-rule]')]; \
                 for (const one of all) { one.click(); await new Promise(done => setTimeout(done, 20)); \
                 if (document.querySelector('#to-compare')) return true; } return false;";
    let script = format!("const back = arguments[0]; (async () => {{ {rules} }})().then(back);");
    let found = browser.page.execute_async(&script, vec![]).await.expect("the script runs");
    assert_eq!(found.json(), true, "a constraint has a sentence");
    browser.find("#to-compare").await.click().await.expect("a link takes a click");
    browser.find(".verdict.holds").await;
    browser.close().await;
}
