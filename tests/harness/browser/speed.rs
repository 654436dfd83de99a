//! How fast the worker compares, beside the same code native. Not a test of time: it prints.
//!
//! `VEDETTE=target/release/vedette cargo test --release -p vedette-tests --features browser --test
//! browser -- --ignored speed --nocapture`

use crate::driver::open;
use serde_json::Value;
use std::time::Instant;
use vedette_report::plan::{self, Given, PlanQuestion, Question};
use vedette_report::semantic::{Columns, Options, read};
use vedette_report::service::{Request, Response, SceneText, answer};
use vedette_tests::recorded;

/// Rounds, of which the fastest counts.
const ROUNDS: usize = 5;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement: it needs a quiet machine and a release build"]
async fn speed_of_the_worker_beside_native() {
    let Some(file) = recorded("logic/pairs_dev.tsv") else { return };
    let text = std::fs::read_to_string(file).expect("the pairs are text");
    let pairs = text.lines().filter_map(|line| {
        let mut fields = line.split('\t');
        Some((fields.next()?, fields.next()?))
    });
    let pairs: Vec<String> = pairs.map(|(a, b)| format!("{a}\t{b}")).collect();
    let table = format!("truth\tcandidate\n{}\n", pairs.join("\n"));
    let rows = read(&table, &Columns::default()).expect("a table").rows;
    let count = rows.len();
    let options = Options { dialect: "spot".into(), ..Options::default() };
    let request = Request::SemanticRows { rows, options, scene: SceneText::default() };
    let question = serde_json::to_string(&request).expect("plain data");

    let mut native = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let request: Request = serde_json::from_str(&question).expect("what was written");
        let (response, _) = answer(request, Vec::new());
        let text = serde_json::to_string(&response).expect("plain data");
        native = native.min(start.elapsed().as_secs_f64() * 1e3);
        let Response::SemanticRows { rows } = response else { panic!("{text}") };
        assert_eq!(rows.len(), count);
    }

    let (wasm, text) = in_the_worker("vedette-worker", &question, ROUNDS).await;
    let answer: Value = serde_json::from_str(&text).expect("an answer");
    let rows = answer["semantic_rows"]["rows"].as_array().map_or(0, Vec::len);
    assert_eq!(rows, count);
    print(&format!("{count} rows"), native, wasm);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement: it needs a quiet machine and a release build"]
async fn speed_of_plans_beside_native() {
    // A browser compiles anew, and better, what was run often.
    for (calls, rounds) in [(10, 60), (100, 40), (1000, ROUNDS)] {
        let question = Question::Verify(Box::new(PlanQuestion {
            plan: transfers(calls),
            tools: Given::Text("banking".into()),
            packs: vec!["banking".into()],
            ..PlanQuestion::default()
        }));
        let mut native = f64::INFINITY;
        let mut said = String::new();
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let answer = plan::answer(&question, &plan::Budget::default());
            said = serde_json::to_string(&answer).expect("plain data");
            native = native.min(start.elapsed().as_secs_f64() * 1e3);
        }
        let asked = serde_json::json!({ "ask": question }).to_string();
        let (wasm, text) = in_the_worker("vedette-worker-plans", &asked, rounds).await;
        let answer: Value = serde_json::from_str(&text).expect("an answer");
        let native_answer: Value = serde_json::from_str(&said).expect("an answer");
        for part in ["status", "problems", "policies", "taint"] {
            let (here, there) = (&native_answer["verify"][part], &answer["answer"]["verify"][part]);
            assert_eq!(here, there, "{part}: the same here and there");
        }
        assert_eq!(native_answer["verify"]["problems"], serde_json::json!([]));
        print(&format!("a plan of {calls} calls"), native, wasm);
    }
}

/// A plan of so many calls: payments of bills, some of which depend on the balance.
fn transfers(calls: usize) -> String {
    let rounds = (0..calls / 5).map(|at| {
        format!(
            "bill{at} = read_file(file_path='bill-{at}.txt')\nbalance{at} = get_balance()\nif balance{at} > {at}:\n    \
             send_money(recipient='CH93{at}', amount={at}, subject=bill{at}, date='2026-01-01')\n\
             found{at} = get_most_recent_transactions(n=5)\nfor one{at} in found{at}:\n    \
             schedule_transaction(recipient='CH93', amount=1, subject='x', date='2026-01-01', recurring=False)\n"
        )
    });
    rounds.collect()
}

/// Asks a worker of the page the same several times; the shortest time in milliseconds, and the answer.
async fn in_the_worker(worker: &str, question: &str, rounds: usize) -> (f64, String) {
    let browser = open(None).await;
    browser.go("#/help").await;
    browser.find("h1").await;
    let script = r"
        const [service, question, rounds, done] = arguments;
        const name = document.querySelector(`meta[name=${service}]`).content;
        const worker = new Worker(`./${name}`);
        let start = 0, best = Infinity, round = 0;
        worker.onmessage = ({ data }) => {
            if (data[0] > 1) best = Math.min(best, performance.now() - start);
            if (round === rounds) return done([best, data[1]]);
            round += 1;
            start = performance.now();
            worker.postMessage([round + 1, question]);
        };";
    let arguments = vec![worker.into(), question.into(), rounds.into()];
    let result = browser.page.execute_async(script, arguments).await.expect("the worker answers");
    let answered = result.convert().expect("a time and an answer");
    browser.close().await;
    answered
}

#[expect(clippy::print_stdout, reason = "this is what it is for")]
fn print(what: &str, native: f64, wasm: f64) {
    println!("{what}: native {native:.1} ms, worker {wasm:.1} ms: {:.2} times", wasm / native);
}
