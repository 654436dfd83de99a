//! Several browsers work on one shared log, and the server dies in between.

use crate::annotate::{answer_all, example, key, paste, wait};
use crate::driver::{Browser, Served, open_site};
use std::path::Path;
use vedette_tests::{companion, scratch};

/// The events of a log's file that are decisions, as `annotator item verdict`.
fn decisions(log: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(log).expect("the log is there");
    let events = text.lines().map(|line| {
        let event: serde_json::Value = serde_json::from_str(line).expect("every line is whole");
        event
    });
    let decisions = events.filter(|event| event["what"]["kind"] == "decision");
    let mut found: Vec<String> = decisions
        .map(|event| {
            let id = event["id"].as_str().unwrap_or_default();
            let who = id.split('/').next().unwrap_or_default();
            let item = event["item"].as_str().unwrap_or_default();
            let verdict = event["what"]["decision"]["verdict"].as_str().unwrap_or_default();
            format!("{who} {item} {verdict}")
        })
        .collect();
    found.sort();
    found
}

/// Opens the room under a name of its own.
async fn enter(browser: &Browser, name: &str, route: &str) {
    browser.go("#/help").await;
    let who = format!("{{\"name\":\"{name}\",\"role\":\"label\"}}");
    let script = "localStorage.setItem('vedette.annotate.who', arguments[0]);";
    browser.page.execute(script, vec![who.into()]).await.expect("the name is kept");
    browser.go(route).await;
}

async fn shared(browser: &Browser, how: &str) {
    browser.find(&format!("#shared[data-shared='{how}']")).await;
}

const ITEMS: &str = "{\"id\":\"1\",\"rule\":\"never p\",\"formula\":\"G !p\"}\n\
                     {\"id\":\"2\",\"rule\":\"q at some time\",\"formula\":\"F q\"}\n\
                     {\"id\":\"3\",\"rule\":\"always p\",\"formula\":\"G p\"}\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_browsers_share_a_log_that_outlives_its_server() {
    let folder = scratch("annotate-shared");
    let log = folder.join("team.jsonl");
    let mut served = Served::with_log(&log);
    let (ann, bea) = (served.browser().await, served.browser().await);

    // The page finds the log by itself; what is brought in goes there.
    enter(&ann, "ann", "#/annotate").await;
    ann.find("#nothing").await;
    shared(&ann, "sent").await;
    paste(&ann, ITEMS).await;
    ann.find("#take-merge").await.click().await.expect("a click");
    ann.find("#rule[data-item='1']").await;
    shared(&ann, "sent").await;
    // Another browser gets the items from the address alone.
    enter(&bea, "bea", "#/annotate?set=shared:team").await;
    bea.find("#rule[data-item='1']").await;
    bea.text("#place", "item 1 of 3").await;

    answer_all(&ann, "1", "y").await;
    key(&ann, "c").await;
    ann.press("this one leads").await;
    ann.press(thirtyfour::Key::Enter).await;
    key(&ann, "a").await;
    bea.text("#progress", "all 1 of 3").await;
    // Who labels sees nothing of that before he decides.
    answer_all(&bea, "1", "n").await;
    let leaks = "return document.querySelectorAll('#opinions, [data-annotator]').length === 0 \
                 && !document.documentElement.outerHTML.includes('this one leads');";
    assert_eq!(bea.run(leaks).await, true);
    key(&bea, "x").await;
    ann.text("#progress", "all 1 of 3").await;
    key(&bea, "k").await;
    bea.find("#opinions [data-annotator='ann']").await;
    bea.text("#comment-list", "this one leads").await;
    shared(&bea, "sent").await;
    bea.picture("annotate-shared").await;

    // The server dies. Both go on; one page is killed, too.
    served.kill();
    answer_all(&ann, "2", "y").await;
    key(&ann, "a").await;
    ann.text("#shared", "waiting").await;
    shared(&ann, "offline").await;
    ann.picture("annotate-offline").await;
    key(&bea, "j").await;
    answer_all(&bea, "2", "y").await;
    key(&bea, "a").await;
    bea.find("#saved[data-saved='saved']").await;
    bea.page.goto("about:blank").await.expect("the page goes");

    served.again(&log);
    shared(&ann, "sent").await;
    bea.go("#/annotate?set=shared:team").await;
    shared(&bea, "sent").await;
    bea.text("#progress", "mine 2 of 3").await;
    ann.text("#progress", "mine 2 of 3").await;
    let expected = ["ann 1 accept", "ann 2 accept", "bea 1 reject", "bea 2 accept"];
    assert_eq!(decisions(&log), expected);
    ann.close().await;
    bea.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_with_another_log_gets_nothing_unasked() {
    let folder = scratch("annotate-shared-other");
    let (team, other) = (folder.join("team.jsonl"), folder.join("other.jsonl"));
    let mut served = Served::with_log(&team);
    let ann = served.browser().await;
    enter(&ann, "ann", "#/annotate").await;
    ann.find("#nothing").await;
    paste(&ann, ITEMS).await;
    ann.find("#take-merge").await.click().await.expect("a click");
    answer_all(&ann, "1", "y").await;
    key(&ann, "a").await;
    shared(&ann, "sent").await;
    let before = std::fs::read_to_string(&team).expect("the log is there");

    // Another file at the same address, as long as the first and begun by somebody else.
    let stranger = before.replace("ann/", "zoe/");
    std::fs::write(&other, &stranger).expect("the other log is written");
    served.again(&other);
    ann.text("#apart", "another log, “other”").await;
    answer_all(&ann, "2", "y").await;
    key(&ann, "a").await;
    shared(&ann, "apart").await;
    ann.picture("annotate-apart").await;
    let untouched = std::fs::read_to_string(&other).expect("the other log is there");
    assert_eq!(untouched, stranger, "nothing came there unasked");

    // The first one again, but cut back: what it has lost comes from the browser.
    let first = before.split_inclusive('\n').next().expect("a line");
    std::fs::write(&team, first).expect("the log is cut back");
    served.again(&team);
    shared(&ann, "sent").await;
    wait(&ann, "no notice", "return !document.querySelector('#apart');").await;
    assert_eq!(decisions(&team), ["ann 1 accept", "ann 2 accept"]);

    // Somebody says so: the other one is opened beside the set.
    served.again(&other);
    ann.find("#open-served").await.click().await.expect("a click");
    ann.text("#set-name", "shared:other").await;
    ann.text("#progress", "mine 0 of 3 · all 1 of 3").await;
    ann.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_set_of_this_browser_is_put_into_the_log_when_somebody_says_so() {
    let folder = scratch("annotate-shared-put");
    let log = folder.join("team.jsonl");
    let served = Served::with_log(&log);
    let ann = served.browser().await;
    enter(&ann, "ann", "#/annotate?set=example").await;
    example(&ann).await;
    answer_all(&ann, "oven-1", "y").await;
    key(&ann, "a").await;
    ann.find("#rule[data-item='oven-2']").await;
    ann.find("#saved[data-saved='saved']").await;
    assert_eq!(std::fs::read_to_string(&log).expect("the log is there"), "");
    ann.find("#view-open").await.click().await.expect("a click");
    ann.find("#share-here").await.click().await.expect("a click");
    shared(&ann, "sent").await;
    assert_eq!(decisions(&log), ["ann oven-1 accept"]);
    ann.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_site_with_a_set_opens_at_its_set() {
    let folder = scratch("annotate-site");
    let items = folder.join("items.jsonl");
    let site = folder.join("site");
    std::fs::write(&items, ITEMS).expect("the items are written");
    let made = companion()
        .args(["annotate", "site", "--quiet"])
        .arg(&items)
        .arg("--out")
        .arg(&site)
        .status();
    assert!(made.is_ok_and(|status| status.success()), "the site is written");
    let browser = open_site(&site).await;
    browser.go("").await;
    browser.find("#rule[data-item='1']").await;
    browser.find("[data-trace='0'] svg").await;
    let here = browser.run("return location.hash;").await;
    let here = here.as_str().unwrap_or_default();
    assert!(here.starts_with("#/annotate?set=annotations%2Fitems-"), "{here}");
    key(&browser, "s").await;
    browser.find("#rule[data-item='2']").await;
    browser.find("#saved[data-saved='saved']").await;
    // The other pages are there as well, and the plain address leads back to the next item.
    browser.go("#/help").await;
    browser.find("h1").await;
    browser.go("#/annotate").await;
    browser.find("#rule[data-item='2']").await;
    browser.page.goto(format!("{}icon.svg", browser.site)).await.expect("no page is open");
    browser.go("").await;
    browser.find("#rule[data-item='2']").await;
    browser.close().await;
}
