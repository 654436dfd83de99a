//! How long comparisons take over the recorded corpora: `cargo bench -p vedette-checker`.
//!
//! Prints a table for each part; with words behind `--` only the parts named: `pairs`, `sat`, `hard`,
//! `scalable`. The corpora lie in `shared/data/logic` beside the project; without them there is
//! nothing to measure. What the figures were, and what they mean, stands in `docs/benchmarks.md`.

#![expect(clippy::print_stdout, reason = "tables are what this prints")]

use std::time::{Duration, Instant};
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::equivalence::{Verdict, compare, status};
use vedette_checker::formula::{Binary, Formula, Id, Node, Pool, Unary};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;

type Failed = Box<dyn std::error::Error>;

/// What takes longer is unknown.
const DEADLINE: Duration = Duration::from_secs(10);
/// And what needs more states than these, which bounds the memory.
const STATES: u64 = 1_000_000;
/// Short work is repeated, and the fastest time counts.
const ROUNDS: usize = 5;
/// What took longer is not repeated.
const SHORT: Duration = Duration::from_millis(20);

fn main() -> Result<(), Failed> {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let wanted = |part: &str| args.is_empty() || args.iter().any(|arg| arg == part);
    let Some(folder) = vedette_testkit::recorded("logic") else { return Ok(()) };
    let text = |name: &str| std::fs::read_to_string(folder.join(name));
    if wanted("pairs") {
        pairs("pairs_dev", &text("pairs_dev.tsv")?, Reading::Infinite)?;
        pairs("ltlf_pairs_dev", &text("ltlf_pairs_dev.tsv")?, Reading::Finite)?;
    }
    if wanted("sat") {
        satisfiability(&text("sat.tsv")?)?;
    }
    if wanted("hard") {
        pairs("pairs_hard", &text("pairs_hard.tsv")?, Reading::Infinite)?;
    }
    if wanted("scalable") {
        scalable(&text("scalable.tsv")?)?;
    }
    Ok(())
}

fn read(text: &str, reading: Reading) -> Result<Formula, Failed> {
    let parsed = parse(text, Dialect::Spot, reading).ok();
    parsed.map_err(|_| format!("not read: {text}").into())
}

/// The fastest time of `work`, and what it came to.
fn timed<T>(mut work: impl FnMut(&Budget<'_>) -> Result<T, Failed>) -> Result<(f64, T), Failed> {
    let mut best: Option<(Duration, T)> = None;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let late = || {
            (start.elapsed() > DEADLINE)
                .then_some(Limit::Time { millis: DEADLINE.as_secs() * 1000 })
        };
        let budget = Budget::states(STATES).with_interrupt(&late);
        let result = work(&budget)?;
        let time = start.elapsed();
        if best.as_ref().is_none_or(|(before, _)| time < *before) {
            best = Some((time, result));
        }
        if time > SHORT {
            break;
        }
    }
    let (time, result) = best.ok_or("nothing was measured")?;
    Ok((time.as_secs_f64() * 1e6, result))
}

/// One comparison: both containments, with witnesses and both statuses; reading is not counted.
fn comparison(pool: &Pool, f: Id, g: Id, reading: Reading) -> Result<(f64, Verdict), Failed> {
    timed(|budget| Ok(compare(pool, f, g, reading, budget)?.verdict))
}

fn summary(name: &str, mut times: Vec<(f64, String)>, unknown: &[String]) {
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let at = |share: usize| times.get(times.len() * share / 100).map_or(0.0, |time| time.0);
    let max = times.last().map_or(0.0, |time| time.0);
    println!(
        "{name}: {}, {} unknown; median {:.1} µs, p95 {:.1} µs, max {max:.1} µs; the slowest:",
        times.len(),
        unknown.len(),
        at(50),
        at(95),
    );
    for (time, line) in times.iter().rev().take(10) {
        println!("  {time:>12.1} µs  {line}");
    }
    for line in unknown {
        println!("  unknown: {line}");
    }
}

fn pairs(name: &str, text: &str, reading: Reading) -> Result<(), Failed> {
    let (mut times, mut unknown) = (Vec::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut columns = line.split('\t');
        let (Some(f), Some(g)) = (columns.next(), columns.next()) else { continue };
        let (candidate, truth) = (read(f, reading)?, read(g, reading)?);
        let mut pool = candidate.pool;
        let truth = pool.import(&truth.pool, truth.root);
        let (time, verdict) = comparison(&pool, candidate.root, truth, reading)?;
        if let Verdict::Unknown(limit) = verdict {
            unknown.push(format!("{limit}: {line}"));
        }
        times.push((time, line.to_owned()));
    }
    summary(name, times, &unknown);
    Ok(())
}

/// Whether each formula is valid, unsatisfiable or neither: two emptiness questions.
fn satisfiability(text: &str) -> Result<(), Failed> {
    let (mut times, mut unknown) = (Vec::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let formula = read(line.split('\t').next().unwrap_or_default(), Reading::Infinite)?;
        let (pool, root) = (&formula.pool, formula.root);
        let (time, found) = timed(|budget| Ok(status(pool, root, Reading::Infinite, budget)?))?;
        if let Err(limit) = found {
            unknown.push(format!("{limit}: {line}"));
        }
        times.push((time, line.to_owned()));
    }
    summary("sat", times, &unknown);
    Ok(())
}

/// How a formula of a family is changed.
#[derive(Clone, Copy)]
enum Change {
    /// `F` and `G`, `U` and `R`, `W` and `M` change places; `X φ` becomes `φ`. Mostly not equivalent.
    Exchange,
    /// The operator is written out for one step: `φ U ψ` becomes `ψ | φ & X(φ U ψ)`, `X φ` becomes
    /// `!X !φ`. Always equivalent.
    Unfold,
}

/// The formula with its *last* temporal operator changed: from the root, descend into the last operand
/// that has a temporal operator, as long as there is one; where that ends is the operator. Only this
/// occurrence is changed, also where the same subformula stands in several places.
fn changed(pool: &mut Pool, root: Id, change: Change) -> Option<Id> {
    let nodes = pool.reachable(&[root]);
    let mut temporal = vec![false; pool.len()];
    for &id in &nodes {
        let node = pool.node(id);
        let own = match node {
            Node::Unary(op, _) => op.is_temporal(),
            Node::Binary(op, ..) => op.is_temporal(),
            _ => false,
        };
        temporal[id.index()] = own || node.children().any(|child| temporal[child.index()]);
    }
    let mut path = vec![root];
    while let Some(&id) = path.last() {
        match pool.node(id).children().rev().find(|child| temporal[child.index()]) {
            Some(child) => path.push(child),
            None => break,
        }
    }
    let last = path.pop()?;
    let mut built = match (pool.node(last), change) {
        (Node::Unary(Unary::Next, a), Change::Exchange) => a,
        (Node::Unary(Unary::Finally, a), Change::Exchange) => pool.unary(Unary::Globally, a),
        (Node::Unary(Unary::Globally, a), Change::Exchange) => pool.unary(Unary::Finally, a),
        (Node::Binary(op, a, b), Change::Exchange) => {
            let other = match op {
                Binary::Until => Binary::Release,
                Binary::Release => Binary::Until,
                Binary::WeakUntil => Binary::StrongRelease,
                Binary::StrongRelease => Binary::WeakUntil,
                _ => return None,
            };
            pool.binary(other, a, b)
        }
        (Node::Unary(Unary::Next, a), Change::Unfold) => {
            let not = pool.unary(Unary::Not, a);
            let next = pool.unary(Unary::Next, not);
            pool.unary(Unary::Not, next)
        }
        (Node::Unary(op @ (Unary::Finally | Unary::Globally), a), Change::Unfold) => {
            let next = pool.unary(Unary::Next, last);
            pool.binary(if op == Unary::Finally { Binary::Or } else { Binary::And }, a, next)
        }
        (Node::Binary(op, a, b), Change::Unfold) => {
            let next = pool.unary(Unary::Next, last);
            let (goes_on, stops) = match op {
                Binary::Until | Binary::WeakUntil => (Binary::And, Binary::Or),
                Binary::Release | Binary::StrongRelease => (Binary::Or, Binary::And),
                _ => return None,
            };
            let more = pool.binary(goes_on, a, next);
            pool.binary(stops, b, more)
        }
        _ => return None,
    };
    let mut below = last;
    while let Some(id) = path.pop() {
        let node = pool.node(id);
        // The last operand with an operator is the one that was descended into.
        let place = node.children().enumerate().filter(|(_, child)| *child == below).last()?.0;
        let mut at = 0;
        let node = node.map_children(|child| {
            at += 1;
            if at - 1 == place { built } else { child }
        });
        (built, below) = (pool.add(node), id);
    }
    Some(built)
}

/// Each formula of each family against itself changed: the time by size, and the growth from size to
/// size over the slower half of the sizes. A family stops at its first unknown.
fn scalable(text: &str) -> Result<(), Failed> {
    let lines: Vec<(&str, &str, &str)> = text
        .lines()
        .filter_map(|line| {
            let (name, formula) = line.split_once('\t')?;
            let (family, size) = name.split_once('=')?;
            Some((family, size, formula))
        })
        .collect();
    for (title, change) in [("exchanged", Change::Exchange), ("unfolded", Change::Unfold)] {
        println!("scalable, last operator {title}: sizes decided, verdicts, growth, times in µs");
        for family in lines.chunk_by(|a, b| a.0 == b.0) {
            let (mut times, mut verdicts, mut stop) = (Vec::new(), String::new(), String::new());
            for (_, size, text) in family {
                let formula = read(text, Reading::Infinite)?;
                let (mut pool, root) = (formula.pool, formula.root);
                let Some(other) = changed(&mut pool, root, change) else { continue };
                let (time, verdict) = comparison(&pool, root, other, Reading::Infinite)?;
                verdicts.push(match verdict {
                    Verdict::Equivalent => '=',
                    Verdict::Stronger => '<',
                    Verdict::Weaker => '>',
                    Verdict::Incomparable => 'x',
                    Verdict::Unknown(limit) => {
                        stop = format!("; at {size} after {time:.0} µs: {limit}");
                        break;
                    }
                });
                times.push(time);
            }
            let half = &times[times.len() / 2..];
            let growth = match half {
                [first, .., last] => {
                    let steps = u32::try_from(half.len() - 1)?;
                    (last / first).powf(1.0 / f64::from(steps))
                }
                _ => 1.0,
            };
            let shown: Vec<String> = times.iter().map(|time| format!("{time:.0}")).collect();
            let (name, all) = (family[0].0, family.len());
            println!(
                "  {name:<24} {:>2}/{all:<2} {verdicts:<12} ×{growth:<5.2} {}{stop}",
                times.len(),
                shown.join(" ")
            );
        }
    }
    Ok(())
}
