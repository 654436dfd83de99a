//! The playground: a trace edited by mouse and by keyboard, verdicts, links, the automaton.

use crate::driver::{Browser, open};
use thirtyfour::prelude::*;

/// The text of the cell in this row and column of the table, as a screen reader gets it.
async fn cell(browser: &Browser, row: usize, at: usize) -> WebElement {
    browser.find(&format!("[data-cell='{row},{at}']")).await
}

/// What has the focus, by its `data-cell`.
async fn focus(browser: &Browser) -> serde_json::Value {
    browser.run("return document.activeElement.dataset.cell || null;").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cell_is_turned_and_the_verdict_follows() {
    let browser = open(None).await;
    browser.go("#/play?f=G(req->F grant)&t=req,!grant;1;grant;req;@1").await;
    browser.find("#verdict-1 [data-verdict='violated']").await;
    let decided = browser.text("#because", "grant is false at times 3 and 4").await;
    assert!(decided.starts_with("G(req -> F grant) is false at time 0"), "{decided}");
    browser.picture("playground-wide").await;
    // Rows: where the cycle starts, req, grant, and the sub-formulas.
    cell(&browser, 2, 4).await.click().await.expect("a cell takes a click");
    browser.find("#verdict-1 [data-verdict='holds']").await;
    let address = browser.run("return location.hash;").await;
    assert_eq!(address, "#/play?f=G%28req-%3EF+grant%29&t=req,!grant;1;grant;req;@grant&at=4");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_keyboard_alone_edits_the_trace() {
    let browser = open(None).await;
    browser.go("#/play?f=F b&t=a,!b;@a").await;
    browser.find("#verdict-1 [data-verdict='violated']").await;
    browser.run("document.querySelector('#play-table [tabindex=\"0\"]').focus();").await;
    assert_eq!(focus(&browser).await, "0,0");
    browser.press(Key::Down).await;
    browser.press(Key::Down).await;
    browser.press(Key::Right).await;
    assert_eq!(focus(&browser).await, "2,1", "b at time 1");
    browser.press(" ").await;
    browser.find("#verdict-1 [data-verdict='holds']").await;
    assert_eq!(focus(&browser).await, "2,1", "the focus stays when a value turns");
    // A step more: a copy, which is looked at.
    browser.press("+").await;
    cell(&browser, 2, 2).await;
    assert_eq!(focus(&browser).await, "2,2", "the focus follows to the new step");
    browser.press("l").await;
    browser.find("td.loop-start[data-cell='0,2']").await;
    browser.press("-").await;
    browser.find("td.loop-start[data-cell='0,1']").await;
    let columns = browser.run("return document.querySelectorAll('#play-table thead th').length;");
    assert_eq!(columns.await, 3, "the head of the rows, and two times");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_arrow_of_the_cycle_is_dragged() {
    let browser = open(None).await;
    browser.go("#/play?f=G F a&t=a;1;@1").await;
    browser.find("#verdict-1 [data-verdict='violated']").await;
    let (from, to) = (cell(&browser, 0, 2).await, cell(&browser, 0, 0).await);
    let drag = browser.page.action_chain();
    drag.drag_and_drop_element(&from, &to).perform().await.expect("the mouse drags");
    browser.find("#verdict-1 [data-verdict='holds']").await;
    browser.find("td.loop-start[data-cell='0,0']").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_automaton_shows_its_run_at_the_chosen_time() {
    let browser = open(None).await;
    browser.go("#/play?f=G F a&t=1,!a;@a;1").await;
    browser.text("#automaton-says", "It accepts the trace").await;
    let state = "return document.querySelector('[data-here=\"true\"]').dataset.state;";
    let mut seen = Vec::new();
    for at in 0..3 {
        cell(&browser, 1, at).await;
        browser.run(&format!("document.querySelector('[data-cell=\"1,{at}\"]').focus();")).await;
        browser.text("#automaton-says", &format!("At time {at}")).await;
        seen.push(browser.run(state).await);
    }
    assert!(seen.iter().any(|state| *state != seen[0]), "the run moves: {seen:?}");
    // A finite trace has a DFA, and a step that decides.
    browser.go("#/play?f=G a&t=a;1;a&reading=finite").await;
    browser.text("#automaton-says", "The minimal DFA").await;
    browser.text("#decided", "Decided at time 1").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_playgrounds_make_short_links() {
    let browser = open(None).await;
    browser.go("#/play").await;
    let long = vec!["(request_granted_to_the_first_process U door_closed)"; 40].join(" & ");
    browser.fill("#formula-1", "a").await;
    browser
        .run(&format!(
            "const box = document.querySelector('#formula-1'); box.value = {long:?}; \
             box.dispatchEvent(new Event('input', {{ bubbles: true }}));"
        ))
        .await;
    let start = std::time::Instant::now();
    let mut address = String::new();
    while !address.contains("z=1.") {
        assert!(start.elapsed().as_secs() < 30, "the address stays {address}");
        address = browser.run("return location.hash;").await.as_str().unwrap_or("").to_owned();
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(address.len() < 2_000, "{}", address.len());
    browser.go("#/").await;
    browser.find("#verdict").await;
    browser.go(&address).await;
    let start = std::time::Instant::now();
    while browser.run("return document.querySelector('#formula-1')?.value;").await != long.as_str()
    {
        assert!(start.elapsed().as_secs() < 30, "the link does not bring the formula back");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    // A damaged link is explained, and harmless.
    browser.go("#/play?z=1.AAAA").await;
    browser.text("#trouble", "the link is damaged").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_table_is_a_grid_with_headers() {
    let browser = open(None).await;
    browser.go("#/play").await;
    browser.find("#verdict-1 [data-verdict]").await;
    let found = browser
        .run(
            "const table = document.querySelector('#play-table'); return [ \
                 table.getAttribute('role'), \
                 [...table.querySelectorAll('tr')].every(row => row.querySelector('th[scope]')), \
                 table.querySelectorAll('td[tabindex=\"0\"]').length, \
                 [...table.querySelectorAll('td')].every(cell => cell.textContent.trim() !== ''), \
             ];",
        )
        .await;
    assert_eq!(found, serde_json::json!(["grid", true, 1, true]));
    browser.close().await;
}
