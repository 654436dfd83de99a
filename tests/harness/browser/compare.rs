//! The Compare page: type two formulas, read verdict and witness.

use crate::driver::open;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_types_two_formulas_and_reads_verdict_and_witness() {
    let browser = open(None).await;
    browser.go("#/compare").await;
    browser.fill("#truth", "G(on -> F off)").await;
    browser.fill("#candidate", "G(on -> X off)").await;
    browser.find("#verdict [data-verdict='stronger']").await;
    let verdict = browser.text("#verdict", "implies").await;
    assert!(verdict.contains("forbids more"), "the direction is explained: {verdict}");
    browser.find("#witness-truth-only svg").await;
    browser.text("#witness-truth-only", "cycle{").await;
    browser.picture("compare-wide").await;

    browser.fill("#candidate", "G(on -> (true U off))").await;
    browser.find("#verdict [data-verdict='equivalent']").await;

    browser.fill("#candidate", "G(on -> F").await;
    browser.text("#candidate-remarks", "expected").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rule_in_words_is_compared_and_its_parse_is_shown() {
    let browser = open(None).await;
    browser.go("#/compare").await;
    browser.fill("#truth", "G(on -> F off)").await;
    browser.fill("#candidate", "whenever on, eventually off").await;
    browser.find("#verdict [data-verdict='equivalent']").await;
    browser.text("main", "understood as").await;
    browser.fill("#candidate", "whenever on, sometimes off").await;
    browser.text("#candidate-remarks", "sometimes").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_address_carries_the_comparison() {
    let browser = open(None).await;
    browser.go("#/compare?a=G%20a&b=F%20a").await;
    browser.find("#verdict [data-verdict='stronger']").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_thousand_brackets_are_answered() {
    let browser = open(None).await;
    browser.go("#/compare").await;
    browser.fill("#truth", "a").await;
    browser
        .run(
            "const box = document.querySelector('#candidate'); \
             box.value = '('.repeat(100000) + 'a' + ')'.repeat(100000); \
             box.dispatchEvent(new Event('input', { bubbles: true }));",
        )
        .await;
    browser.find("#verdict [data-verdict='equivalent']").await;
    browser
        .run(
            "const box = document.querySelector('#candidate'); \
             box.value = 'G('.repeat(100000); \
             box.dispatchEvent(new Event('input', { bubbles: true }));",
        )
        .await;
    browser.text("#candidate-remarks", "expected").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axioms_and_further_truths_stand_beside_the_strict_verdict() {
    let browser = open(None).await;
    browser.go("#/compare?a=F%20OFF(s)&b=F%20!ON(s)").await;
    browser.find("#verdict [data-verdict='incomparable']").await;
    browser.run("document.querySelector('#scene').open = true;").await;
    browser.fill("#axioms", "opposite ON, OFF").await;
    browser.find("#under-axioms [data-verdict='equivalent']").await;
    browser.find("#under-axioms [data-verdict='incomparable']").await;
    browser.fill("#further-truths", "F OFF(s)").await;
    browser.text("#verdict", "number 2 matches best").await;
    browser
        .fill("#vocabulary", "{\"predicates\": [{\"name\": \"ON\"}, {\"name\": \"OFFF\"}]}")
        .await;
    browser
        .run(
            "const box = document.querySelector('#axioms'); box.value = ''; \
             box.dispatchEvent(new Event('input', { bubbles: true }));",
        )
        .await;
    browser.text(".notes", "`OFFF` is nearest").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn help_lists_the_sentences() {
    let browser = open(None).await;
    browser.go("#/help").await;
    browser.find("#sentences summary").await.click().await.expect("a summary");
    browser.text("#sentences tbody", "whenever {p} eventually {q}").await;
    browser.close().await;
}
