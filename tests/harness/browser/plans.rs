//! The page of plans: verdicts, the walk in code and machine, edits, links, hostile plans.

use crate::driver::{Browser, open};
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

/// Puts a text into the editor, as pasting does.
async fn paste(browser: &Browser, text: &str) {
    let script = "const box = document.querySelector('#plan'); box.value = arguments[0]; \
                  box.dispatchEvent(new Event('input', { bubbles: true }));";
    browser.find("#plan").await;
    let arguments = vec![text.into()];
    browser.page.execute(script, arguments).await.expect("the field takes a text");
}

/// What the editor holds.
async fn code(browser: &Browser) -> String {
    let value = browser.run("return document.querySelector('#plan').value;").await;
    value.as_str().unwrap_or_default().to_owned()
}

/// Waits until a script gives true.
async fn wait(browser: &Browser, what: &str, script: &str) {
    let start = Instant::now();
    while browser.run(script).await != true {
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_violation_is_walked_and_mended() {
    let browser = open(None).await;
    browser.go("#/plan?example=forgotten_stove").await;
    browser.find("#whole[data-verdict='violated']").await;
    browser
        .find("button[data-policy='home.stove'][data-verdict='violated'][aria-pressed='true']")
        .await;
    let blame = browser.text("#blame", "To blame: line 3").await;
    assert!(blame.contains("stove_on"), "{blame}");
    browser.picture("plans-wide").await;
    // Code, machine and table are at the same step.
    let here = "const line = document.querySelector('.code .line.now'); \
                const node = document.querySelector('#machine-picture [data-here=\"true\"]'); \
                return [line && line.dataset.line, node && node.dataset.shape, \
                        document.querySelector('#walk').dataset.step];";
    assert_eq!(browser.run(here).await, serde_json::json!(["3", "call", "2"]));
    browser.run("document.activeElement.blur();").await;
    browser.press(Key::End).await;
    browser.text("#moment", "done").await;
    let end = browser.run(here).await;
    assert_eq!(end[1], "done");
    browser.press(Key::Home).await;
    assert_eq!(browser.run(here).await, serde_json::json!([null, "start", "0"]));
    browser.press(Key::Right).await;
    browser.find("#walk-next").await.click().await.expect("a button takes a click");
    assert_eq!(browser.run(here).await, serde_json::json!(["3", "call", "2"]));
    browser.text("#moment", "call_stove_on").await;
    // The suggested edit turns the verdict, and the browser's own undo turns it back.
    let before = code(&browser).await;
    browser.find("#apply").await.click().await.expect("a button takes a click");
    browser.find("#whole[data-verdict='accepted']").await;
    assert!(code(&browser).await.contains("stove_on(\"high\")\nstove_off()\n"));
    let address = browser.run("return location.hash;").await;
    assert!(address.as_str().is_some_and(|at| at.starts_with("#/plan?z=1.")), "{address}");
    browser.find("#plan").await.send_keys(Key::Control + "z").await.expect("keys");
    browser.find("#whole[data-verdict='violated']").await;
    assert_eq!(code(&browser).await, before);
    wait(
        &browser,
        "the address is the example's again",
        "return location.hash === '#/plan?example=forgotten_stove';",
    )
    .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_link_brings_everything_back() {
    let browser = open(None).await;
    browser.go("#/plan?example=bill").await;
    browser.find("#whole[data-verdict='violated']").await;
    paste(&browser, "send_money(get_iban(), 1.0, 'rent', '2026-12-02')\n").await;
    browser.find("#mode option[value='strict']").await.click().await.expect("an option");
    browser.run("document.querySelector('#obligations-panel').open = true;").await;
    browser
        .find("#form option[value='side_effect_allowlist']")
        .await
        .click()
        .await
        .expect("an option");
    browser.fill("#place-allowed", "send_money").await;
    browser.find("#add-obligation").await.click().await.expect("a button takes a click");
    let obligation = browser.text("#obligations", "accepted").await;
    assert!(obligation.contains("send_money"), "{obligation}");
    wait(&browser, "the link is packed", "return location.hash.startsWith('#/plan?z=1.');").await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let address = browser.run("return location.hash;").await;
    browser.go("#/").await;
    browser.page.refresh().await.expect("the page is loaded anew");
    browser.go(address.as_str().unwrap()).await;
    browser.text("#obligations", "send_money").await;
    assert!(code(&browser).await.starts_with("send_money(get_iban()"));
    let set = "return [document.querySelector('#mode').value, document.querySelector('#tools').value, \
               [...document.querySelectorAll('[data-pack]')].filter(b => b.checked).map(b => b.dataset.pack)];";
    assert_eq!(browser.run(set).await, serde_json::json!(["strict", "banking", ["banking"]]));
    browser.go("#/plan?z=1.AAAA").await;
    browser.text("#trouble", "the link is damaged").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_typed_is_checked_and_the_keyboard_is_not_trapped() {
    let browser = open(None).await;
    browser.go("#/plan?example=supper").await;
    browser.find("#whole[data-verdict='accepted']").await;
    browser.fill("#plan", "if True:").await;
    browser.press(Key::Enter).await;
    browser.press("stove_on('high')").await;
    browser.press(Key::Enter).await;
    browser.press("stove_off()").await;
    assert_eq!(code(&browser).await, "if True:\n    stove_on('high')\n    stove_off()");
    browser.find("#whole[data-verdict='accepted']").await;
    browser.press(Key::Enter).await;
    browser.press("import os").await;
    browser.find("#whole[data-verdict='rejected']").await;
    let problem = browser.text("#problems", "line 4").await;
    let margin = browser.text(".code .under", "import os").await;
    assert!(problem.contains("import") && margin.contains("expected"), "{problem} {margin}");
    // Tab indents; Esc leaves, and Tab then goes on.
    browser.press(Key::Tab).await;
    assert!(code(&browser).await.ends_with("import os    "));
    browser.press(Key::Escape).await;
    let focus = "return document.activeElement.id || document.activeElement.tagName;";
    assert_ne!(browser.run(focus).await, "plan");
    browser.page.action_chain().send_keys(Key::Tab).perform().await.expect("keys");
    assert_ne!(browser.run(focus).await, "plan");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_plans_are_explained_and_harmless() {
    let browser = open(None).await;
    browser.go("#/plan?example=bill").await;
    browser.find("#whole[data-verdict='violated']").await;
    let evil = "</textarea><img src=x onerror=window.harmed=1><script>window.harmed=1</script>";
    paste(&browser, &format!("send_money(\"{evil}\", 1.0, read_file('{evil}'), 'now')\nx{evil}\n"))
        .await;
    browser.find("#whole[data-verdict='rejected']").await;
    paste(&browser, &format!("send_money(read_file(\"{evil}\"), 1.0, \"{evil}\", 'now')\n")).await;
    browser.find("#whole[data-verdict='violated']").await;
    browser.find("#walk-previous").await.click().await.expect("a button takes a click");
    browser.text("#moment", "onerror=window.harmed").await;
    let harmed = browser.run("return window.harmed === undefined;").await;
    assert_eq!(harmed, true, "no script of the plan runs");
    paste(&browser, &"(".repeat(100_000)).await;
    browser.find("#whole[data-verdict='rejected']").await;
    browser.text("#problems", "line 1").await;
    // Ten thousand calls: judged, walked, and drawn as far as that says anything.
    let call = "send_money(read_file('bill.txt'), 1.0, 'bill', 'now')\n";
    paste(&browser, &call.repeat(5_000)).await;
    browser.find("#whole[data-verdict='violated']:not(.stale)").await;
    browser.text("#blame", "To blame: line 1").await;
    let lines = browser.run("return document.querySelectorAll('.code .line').length;").await;
    assert!(lines.as_u64().is_some_and(|lines| lines < 100), "{lines} lines are drawn");
    // As many points as are drawn at all: folded.
    paste(&browser, &"get_balance()\n".repeat(1_500)).await;
    browser.text("#machine-says", "1502 points").await;
    let drawn = browser.run("return document.querySelectorAll('#machine-picture *').length;").await;
    assert!(drawn.as_u64().is_some_and(|drawn| drawn > 5 && drawn <= 1_500), "{drawn} elements");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement: it needs a quiet machine and a release build"]
async fn how_long_a_hundred_calls_take_while_typing() {
    let browser = open(None).await;
    browser.go("#/plan?example=bill").await;
    browser.find("#whole[data-verdict='violated']").await;
    let plan = "x = read_file('bill.txt')\nsend_money('a', 1.0, 'bill', 'now')\n".repeat(50);
    paste(&browser, &plan).await;
    browser.find("#whole[data-verdict='accepted']:not(.stale)").await;
    let script = r"
        const done = arguments[0];
        const box = document.querySelector('#plan'), times = [];
        const round = () => {
            if (times.length === 20) return done(times.sort((a, b) => a - b));
            const start = performance.now();
            box.value += `# ${times.length}\n`;
            box.dispatchEvent(new Event('input', { bubbles: true }));
            const look = () => {
                if (document.querySelector('.code.stale')) return setTimeout(look, 0);
                times.push(performance.now() - start);
                setTimeout(round, 50);
            };
            setTimeout(look, 1);
        };
        round();";
    let result = browser.page.execute_async(script, vec![]).await.expect("it settles");
    let times: Vec<f64> = result.convert().expect("times");
    browser.close().await;
    #[expect(clippy::print_stdout, reason = "this is what it is for")]
    {
        println!(
            "a hundred calls, from key to marks: median {:.1} ms, most {:.1} ms",
            times[10], times[19]
        );
    }
}
