//! Results of our own scenes, replayed: the levels of a task, the scene beside the tree, the run's rules.

use crate::driver::open;
use crate::worlds::wait;
use thirtyfour::prelude::*;

/// A bundle of scripted answers to the sample tasks, at the trajectory level only. With this seed an
/// answer takes the candle while it burns.
fn evaluated() -> String {
    let folder = vedette_tests::scratch("browser-three-levels");
    let tasks = vedette_tests::root().join("packs/tasks/sample.json").display().to_string();
    let vedette = |arguments: &[&str]| {
        let command = vedette_tests::companion().args(arguments).current_dir(&folder).output();
        command.expect("the companion runs").stdout
    };
    let asked = ["--level", "trajectory", "--samples", "3", "--seed", "2"];
    let answers = vedette(&[&["eval", "scripted", "--tasks", &tasks], &asked[..]].concat());
    std::fs::write(folder.join("answers.jsonl"), answers).expect("a folder of this test");
    let ask =
        ["eval", "trajectory", "--tasks", &tasks, "--answers", "answers.jsonl", "--out", "bundle"];
    vedette(&ask);
    folder.join("bundle").display().to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_shows_the_levels_of_its_task_side_by_side() {
    let browser = open(Some(&evaluated())).await;
    browser.go("#/r?verdict=violated").await;
    browser.find("#items a.item").await.click().await.expect("a link takes a click");
    browser.find("#levels tr[data-sample='1'] td[data-level='trajectory']").await;
    let wrong = browser.text("#levels tbody", "execution").await;
    assert!(wrong.contains("not asked"), "the plan level was not evaluated: {wrong}");
    // Where it went wrong is a way to that step of that trajectory.
    browser
        .find("#levels td[data-level='wrong'] a")
        .await
        .click()
        .await
        .expect("a link takes a click");
    browser.find("#step-panel").await;
    let address = browser.run("return location.hash;").await;
    assert!(address.as_str().is_some_and(|at| at.contains("step=")), "{address}");
    browser.close().await;
}

/// The step, and where the picture says that the agent is.
const HERE: &str = "const agent = document.querySelector('#replay [data-object=\"agent\"] title'); \
     return [document.querySelector('#step-panel').dataset.step, agent && agent.textContent, \
             document.querySelector('#scene-picture').getAttribute('aria-label')];";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_recorded_execution_is_replayed_beside_its_tree() {
    let browser = open(Some(&evaluated())).await;
    browser.go("#/r?verdict=violated&rule=no-burning-candle-in-hand").await;
    browser.find("#items a.item").await.click().await.expect("a link takes a click");
    browser.find("#replay #scene-picture").await;
    // All panes are at the step of the counterexample; what the rule names is marked.
    browser.find("#tree").await;
    browser.find("#replay .box.named").await;
    browser.run("document.activeElement.blur();").await;
    browser.press(Key::Home).await;
    let start = browser.run(HERE).await;
    assert_eq!(start[0], "0");
    let says = start[2].as_str().unwrap_or_default().to_owned();
    assert!(says.contains("step 0") && says.contains("holds nothing"), "{says}");
    // The agent takes the candle: the picture follows the keys.
    let held = "return document.querySelector('#scene-picture').getAttribute('aria-label')\
                .includes('holds candle.9');";
    for _ in 0..6 {
        if browser.run(held).await == true {
            break;
        }
        browser.press(Key::Right).await;
    }
    assert_eq!(browser.run(held).await, true, "{}", browser.run(HERE).await);
    let step = browser.run(HERE).await[0].as_str().unwrap_or_default().to_owned();
    browser.find("#replay [data-object='candle.9'] rect.changed").await;
    browser.picture("replay-wide").await;
    // Another rule of the run, at the same step.
    let other = "#run-rules a:not([aria-current])";
    let id = browser
        .find(other)
        .await
        .attr("data-rule")
        .await
        .expect("an attribute")
        .unwrap_or_default();
    browser.find(other).await.click().await.expect("a link takes a click");
    let here = format!(
        "const here = document.querySelector('#run-rules a[aria-current]'); \
                        return here && here.dataset.rule === '{id}' && \
                        document.querySelector('#step-panel').dataset.step === '{step}';"
    );
    wait(&browser, "the other rule at the same step", &here).await;
    browser.find("#replay #scene-picture").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bundle_that_says_not_where_things_are_has_no_picture() {
    let folder = vedette_tests::scratch("browser-no-replay");
    let line = r#"{"task": "t", "sample": 1, "steps": [{"state": ["on(stove)"]}, {"action": "wait", "state": []}]}"#;
    let rules = r#"{"rules": [{"id": "on", "formula": "G on(stove)"}]}"#;
    std::fs::write(folder.join("traces.jsonl"), line).expect("a folder of this test");
    std::fs::write(folder.join("rules.json"), rules).expect("a folder of this test");
    let arguments = ["tree", "traces.jsonl", "--rules", "rules.json", "--bundle", "bundle"];
    let made = vedette_tests::companion().args(arguments).current_dir(&folder).output();
    assert_eq!(made.expect("the companion runs").status.code(), Some(3));
    let browser = open(Some(&folder.join("bundle").display().to_string())).await;
    browser.go("#/r").await;
    browser.find("#items a.item").await.click().await.expect("a link takes a click");
    browser.find("#step-panel").await;
    browser.find("#steps").await;
    let none = "return document.querySelector('#replay') === null && \
                document.querySelector('.replayed.beside') === null;";
    assert_eq!(browser.run(none).await, true);
    browser.close().await;
}
