//! How long the next item takes to come on the screen, in a set of ten thousand. Not a test of time: it
//! prints.
//!
//! `VEDETTE=target/release/vedette cargo test -p vedette-tests --features browser --test browser --
//! --ignored annotate_speed --nocapture`

use crate::annotate::paste;
use crate::driver::open;

/// Shapes of rules that household rules have.
const SHAPES: [&str; 7] =
    ["G (a -> F b)", "G !(a & b)", "!a U b", "F G c", "G F c", "G (a -> X b)", "F (a & F b)"];

/// From the key to the frame after the next item and its first trace are there, forty times.
const MEASURE: &str = "return (async () => { \
    const press = key => document.body.dispatchEvent( \
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })); \
    const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done))); \
    const times = []; \
    for (let round = 0; round < 40; round++) { \
        press('v'); await frame(); \
        const before = document.querySelector('#rule').dataset.item; \
        const start = performance.now(); \
        press('a'); \
        while (document.querySelector('#rule').dataset.item === before \
               || !document.querySelector('[data-trace=\"0\"] svg')) \
            await new Promise(done => setTimeout(done)); \
        await frame(); \
        times.push(performance.now() - start); \
        await new Promise(done => setTimeout(done, 250)); \
    } \
    times.sort((a, b) => a - b); \
    return [times[20], times[37], times[39]]; })();";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement: it needs a quiet machine and a release build"]
async fn annotate_speed_of_the_next_item() {
    let browser = open(None).await;
    browser.go("#/annotate?view=open").await;
    let items = (0..10_000_usize).map(|number| {
        let formula = SHAPES[number % SHAPES.len()];
        format!("{{\"id\":\"i{number}\",\"rule\":\"rule {number}\",\"formula\":\"{formula}\"}}\n")
    });
    paste(&browser, &items.collect::<String>()).await;
    browser.find("#take-new").await.click().await.expect("a click");
    browser.find("[data-trace='0'] svg").await;
    let times = browser.run(MEASURE).await;
    let time = |at: usize| times[at].as_f64().expect("a time");
    #[expect(clippy::print_stdout, reason = "what a measurement is for")]
    {
        println!("median {:.0} ms, p95 {:.0} ms, max {:.0} ms", time(0), time(1), time(2));
    }
    browser.close().await;
}
