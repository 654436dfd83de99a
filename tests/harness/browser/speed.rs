//! How fast the worker compares, beside the same code native. Not a test of time: it prints.
//!
//! `VEDETTE=target/release/vedette cargo test --release -p vedette-tests --features browser --test
//! browser -- --ignored speed --nocapture`

use crate::driver::open;
use std::time::Instant;
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

    let browser = open(None).await;
    browser.go("#/help").await;
    browser.find("h1").await;
    let script = r"
        const [question, rounds, done] = arguments;
        const name = document.querySelector('meta[name=vedette-worker]').content;
        const worker = new Worker(`./${name}`);
        let start = 0, best = Infinity, round = 0;
        worker.onmessage = ({ data }) => {
            if (data[0] > 1) best = Math.min(best, performance.now() - start);
            if (round === rounds) return done([best, JSON.parse(data[1]).semantic_rows.rows.length]);
            round += 1;
            start = performance.now();
            worker.postMessage([round + 1, question]);
        };";
    let arguments = vec![question.into(), ROUNDS.into()];
    let result = browser.page.execute_async(script, arguments).await.expect("the worker answers");
    let (wasm, rows): (f64, usize) = result.convert().expect("a time and a count");
    browser.close().await;
    assert_eq!(rows, count);
    #[expect(clippy::print_stdout, reason = "this is what it is for")]
    {
        println!(
            "{count} rows: native {native:.1} ms, worker {wasm:.1} ms: {:.2} times",
            wasm / native
        );
    }
}
