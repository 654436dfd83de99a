//! A whole file of answers: dropped, judged, read by keyboard, and the same numbers as the
//! companion's.

use crate::driver::{Browser, open};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use thirtyfour::prelude::*;
use vedette_tests::{companion, recorded, scratch};

async fn done(browser: &Browser) {
    browser.find("#answers-state[data-stage='done']").await;
}

async fn number(browser: &Browser, css: &str) -> u64 {
    let text = browser.find(css).await.text().await.expect("a cell has text");
    text.split_whitespace().next().and_then(|first| first.parse().ok()).expect("a number")
}

/// The counts of the table's first row.
async fn overall(browser: &Browser) -> [u64; 5] {
    let mut counts = [0; 5];
    let names = ["gen_succ", "syntax_err", "nonequiv", "equiv", "undecided"];
    for (count, name) in counts.iter_mut().zip(names) {
        let css = format!("#rates tr[data-class='all rows'] td[data-rate='{name}'] strong");
        *count = number(browser, &css).await;
    }
    counts
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_keyboard_walks_over_the_rows_of_an_example() {
    let browser = open(None).await;
    browser.go("#/compare/file").await;
    browser.find("#example-answers").await.click().await.expect("a button");
    done(&browser).await;
    assert_eq!(overall(&browser).await, [11, 1, 7, 3, 0]);
    browser.run("document.querySelector('#rows').focus();").await;
    browser.press(Key::Down).await;
    browser.text("#row-detail h3", "r2").await;
    browser.find("#row-detail [data-misconception]").await;
    browser.picture("answers-wide").await;
    // A link to one row works by itself.
    browser.find("#row-link").await.click().await.expect("a link");
    browser.find("#verdict [data-verdict='weaker']").await;
    browser.page.back().await.expect("back");
    browser.text("#row-detail h3", "r2").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_counts_what_the_companion_counts() {
    let Some(file) = recorded("answers/semantic.jsonl") else { return };
    let out = companion()
        .args(["eval", "semantic", "--quiet", "--format", "json"])
        .arg(&file)
        .output()
        .expect("the companion runs");
    let report: serde_json::Value = serde_json::from_slice(&out.stdout).expect("its answer");
    let rates = &report["overall"];
    let count = |name: &str| rates[name].as_u64().expect("a count");
    let expected = [
        count("generated"),
        count("syntax_errors"),
        count("nonequivalent"),
        count("equivalent"),
        count("undecided"),
    ];
    let browser = open(None).await;
    browser.go("#/").await;
    browser.find("#verdict [data-verdict='weaker']").await;
    browser.drop_on_page(&file).await;
    done(&browser).await;
    assert_eq!(overall(&browser).await, expected);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_rows_stay_few_elements() {
    let file = scratch("browser-answers").join("many.tsv");
    let mut text = String::from("id\ttruth\tanswer\n");
    for at in 0..10_000 {
        let answer = if at % 3 == 0 { "F" } else { "G" };
        writeln!(text, "{at}\tG(p{at} -> X q)\t{answer}(p{at} -> X q)").expect("it is a string");
    }
    fs::write(&file, text).expect("the file is written");
    let browser = open(None).await;
    browser.go("#/compare/file").await;
    browser.find("#example-answers").await;
    browser.drop_on_page(&file).await;
    browser.find("#stop").await.click().await.expect("a button");
    browser.find("#answers-state[data-stage='stopped']").await;
    browser.find("#go-on").await.click().await.expect("a button");
    done(&browser).await;
    assert_eq!(overall(&browser).await, [10_000, 0, 3334, 6666, 0]);
    let rows = "return document.querySelectorAll('#rows tr').length;";
    let drawn = browser.run(rows).await.as_u64().expect("a number");
    assert!(drawn < 60, "{drawn} rows are drawn");
    browser.run("document.querySelector('#rows').focus();").await;
    browser.press(Key::End).await;
    browser.text("#row-detail h3", "9999").await;
    browser.find("#row-9999").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_files_are_explained_and_harmless() {
    let folder = scratch("browser-bad-answers");
    let evil = "<img src=x onerror=window.harmed=1>";
    let files: [(&str, Vec<u8>, &str); 4] = [
        ("empty.csv", Vec::new(), "#answers-problem"),
        ("junk.csv", vec![0xff, 0xfe, 0x00, 0x80], "#answers-problem"),
        ("deep.jsonl", "[".repeat(1 << 20).into_bytes(), "#answers-problem"),
        ("evil.csv", format!("truth,answer\nG p,{evil}\n").into_bytes(), "#row-detail"),
    ];
    let browser = open(None).await;
    browser.go("#/compare/file").await;
    browser.find("#example-answers").await;
    for (name, content, css) in files {
        let file = folder.join(name);
        fs::write(&file, content).expect("the file is written");
        drop_and_find(&browser, &file, css).await;
    }
    browser.text("#row-detail", "onerror").await;
    let harmed = browser.run("return window.harmed === undefined;").await;
    assert_eq!(harmed, serde_json::Value::Bool(true), "no script of the file runs");
    browser.close().await;
}

/// Drops a file and waits for what it makes the page show, after a file that was fine.
async fn drop_and_find(browser: &Browser, file: &Path, css: &str) {
    browser.find("#example-answers").await.click().await.expect("a button");
    done(browser).await;
    browser.drop_on_page(file).await;
    browser.find(css).await;
}
