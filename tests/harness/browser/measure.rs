//! Measurements of the Results page, printed for `docs/benchmarks/results.md`. They are run by name, and
//! no time is asserted; how much is drawn is.
#![expect(clippy::print_stdout, reason = "what is measured is printed")]

use crate::driver::{Browser, open};
use std::fs;
use vedette_tests::{companion, scratch};

/// Gives, in milliseconds since `start`, when an element is there and painted.
const SEEN: &str = "const seen = css => new Promise(done => { \
     const look = () => requestAnimationFrame(() => document.querySelector(css) \
         ? setTimeout(() => done(Math.round(performance.now() - start))) : look()); \
     look(); });";

/// A made-up bundle of this size.
fn made(name: &str, size: &[&str]) -> String {
    let folder = scratch(name).join("bundle");
    let made = companion().args(["bundle", "sample", "--quiet"]).args(size).arg(&folder).status();
    assert!(made.is_ok_and(|status| status.success()), "the bundle is written");
    folder.display().to_string()
}

/// The memory of the largest renderer of a browser on this machine, in MB.
fn renderer() -> u64 {
    let resident = |process: fs::DirEntry| {
        let command = fs::read_to_string(process.path().join("cmdline")).ok()?;
        let status = fs::read_to_string(process.path().join("status")).ok()?;
        let size = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let size = size.split_whitespace().next()?.parse::<u64>().ok()?;
        command.contains("--type=renderer").then_some(size / 1024)
    };
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    all.filter_map(resident).max().unwrap_or(0)
}

/// Opens the first result of the list; says when its verdict and its tree were there.
async fn open_first(browser: &Browser) {
    let times = browser
        .run(&format!(
            "const start = performance.now(); {SEEN} \
             document.querySelector('#items .item').click(); \
             return (async () => [await seen('#verdict'), await seen('#tree .fold')])();"
        ))
        .await;
    println!("verdict and tree after {times} ms; renderer {} MB", renderer());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement, run by name"]
async fn the_first_screen_of_two_thousand_tasks() {
    let path = made("measure-list", &["--tasks", "2000"]);
    for _ in 0..5 {
        let browser = open(Some(&path)).await;
        let empty = renderer();
        browser.go("#/r").await;
        let list =
            browser.run(&format!("const start = 0; {SEEN} return seen('#items .item');")).await;
        println!("list after {list} ms; renderer {} MB, {empty} MB when empty", renderer());
        open_first(&browser).await;
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement, run by name"]
async fn a_tree_of_a_hundred_thousand_nodes() {
    let size = ["--tasks", "1", "--samples", "4000", "--rules", "3"];
    let path = made("measure-tree", &size);
    for _ in 0..3 {
        let browser = open(Some(&path)).await;
        browser.go("#/r").await;
        browser.find("#items .item").await;
        open_first(&browser).await;
        browser.close().await;
    }
    let browser = open(Some(&path)).await;
    browser.go("#/r").await;
    browser.find("#items .item").await;
    open_first(&browser).await;
    println!("{}", browser.text("#tree-count", "states").await);
    // Everything that can be opened, until the picture is full.
    let most = browser
        .run(
            "return (async () => { let most = 0; \
                 for (let round = 0; round < 60; round++) { \
                     const folds = [...document.querySelectorAll('#tree .fold[role=button]')]; \
                     if (folds.length === 0) break; \
                     folds[(round * 7) % folds.length] \
                         .dispatchEvent(new MouseEvent('click', { bubbles: true })); \
                     await new Promise(done => requestAnimationFrame(() => setTimeout(done))); \
                     const now = document.querySelectorAll('#tree svg, #tree svg *').length; \
                     most = Math.max(most, now); \
                 } return most; })();",
        )
        .await;
    println!("at most {most} elements");
    assert!(most.as_u64().is_some_and(|most| (100..=1500).contains(&most)), "{most}");
    let frames = browser
        .run(
            "return (async () => { const field = document.querySelector('#tree'); \
                 const frame = () => new Promise(requestAnimationFrame); \
                 let last = await frame(); const gaps = []; \
                 for (let at = 0; at < 240; at++) { \
                     field.scrollLeft += at % 120 < 60 ? 16 : -16; \
                     field.scrollTop += at % 80 < 40 ? 7 : -7; \
                     const now = await frame(); gaps.push(now - last); last = now; \
                 } gaps.sort((a, b) => a - b); \
                 return { median: gaps[120], longest: gaps[239], \
                     late: gaps.filter(gap => gap > 25).length }; })();",
        )
        .await;
    println!("240 frames of panning, milliseconds a frame: {frames}");
    browser.close().await;
}
