//! Times of comparisons over files of pairs: median, 95th percentile, maximum, the slowest.
//!
//! `cargo run --release -p vedette-checker --example equivalence_times -- FILE.tsv [--finite]`

#![expect(clippy::print_stdout, reason = "a table is what this prints")]

use std::time::Instant;
use vedette_checker::budget::Budget;
use vedette_checker::equivalence::{Verdict, compare};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;

/// Each pair is measured so often, and the fastest counts.
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let reading =
        if args.iter().any(|arg| arg == "--finite") { Reading::Finite } else { Reading::Infinite };
    let rounds = if args.iter().any(|arg| arg == "--once") { 1 } else { ROUNDS };
    for file in args.iter().filter(|arg| !arg.starts_with("--")) {
        let text = std::fs::read_to_string(file)?;
        let mut times = Vec::new();
        let (mut unknown, mut witnesses, mut shortest) = (0, 0, 0);
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut columns = line.split('\t');
            let (Some(f), Some(g)) = (columns.next(), columns.next()) else { continue };
            let read = |text| {
                parse(text, Dialect::Spot, reading).ok().map_err(|_| format!("not read: {text}"))
            };
            let (candidate, truth) = (read(f)?, read(g)?);
            let mut pool = candidate.pool;
            let truth = pool.import(&truth.pool, truth.root);
            let mut best = f64::INFINITY;
            for round in 0..rounds {
                let start = Instant::now();
                let budget = Budget::states(200_000);
                let found = compare(&pool, candidate.root, truth, reading, &budget)?;
                best = best.min(start.elapsed().as_secs_f64() * 1e6);
                if round == 0 {
                    unknown += usize::from(matches!(found.verdict, Verdict::Unknown(_)));
                    let words = [&found.candidate_only, &found.truth_only];
                    let count = words.into_iter().flatten().count();
                    witnesses += count;
                    shortest += if found.shortest { count } else { 0 };
                }
            }
            times.push((best, line.to_owned()));
        }
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        let at = |share: usize| times.get(times.len() * share / 100).map_or(0.0, |time| time.0);
        println!(
            "{file}: {} pairs, {unknown} unknown, {witnesses} witnesses, {shortest} known shortest",
            times.len()
        );
        println!("  median {:.1} µs, p95 {:.1} µs, p99 {:.1} µs", at(50), at(95), at(99));
        for (time, line) in times.iter().rev().take(8) {
            println!("  {time:.1} µs  {line}");
        }
    }
    Ok(())
}
