//! `vedette bench tree`: what reading, labelling, merging and checking cost, as tables.
//!
//! All inputs are ours and made on the spot ([`crate::bench`]); `docs/benchmarks/tree.md` keeps the
//! figures of one machine beside those of the paper.

use crate::bench::kitchen::{FAMILIES, Shape, trace};
use crate::bench::times::{micros, middle};
use crate::bench::{forest, rules};
use crate::exit::{Done, Exit, Failure};
use std::cell::RefCell;
use std::fmt::Write;
use std::time::{Duration, Instant};
use vedette_checker::budget::Budget;
use vedette_checker::formula::Pool;
use vedette_checker::tree::{Path, Session, Tree};
use vedette_checker::truth::Truth;
use vedette_worlds::rules::{Options, RuleSet, Stage, check};
use vedette_worlds::trajectory::{self, Trajectory};
use vedette_worlds::vocabulary::Vocabulary;

/// Arguments of `vedette bench tree`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Which tables: group, rules, nodes, long, growth, table9, table10 [default: all]
    tables: Vec<String>,
    /// How often each figure is measured; the median is shown
    #[arg(long, value_name = "N", default_value_t = 5)]
    repeat: usize,
    /// A tenth of the size
    #[arg(long)]
    small: bool,
}

/// What makes a table.
type Make = fn(&Args) -> Result<String, Failure>;

/// The tables by name.
const TABLES: [(&str, Make); 7] = [
    ("group", group),
    ("rules", many_rules),
    ("nodes", nodes),
    ("long", long),
    ("growth", growth),
    ("table9", table9),
    ("table10", table10),
];

/// Measures and prints.
pub(crate) fn run(args: &Args) -> Done {
    if let Some(unknown) = args.tables.iter().find(|name| TABLES.iter().all(|t| t.0 != **name)) {
        let known: Vec<&str> = TABLES.iter().map(|table| table.0).collect();
        return Err(Failure::failed(format!(
            "found the table {unknown:?}, expected {}",
            known.join(", ")
        )));
    }
    for (name, make) in TABLES {
        if args.tables.is_empty() || args.tables.iter().any(|wanted| wanted == name) {
            println!("{}", make(args)?);
        }
    }
    Ok(Exit::Fine)
}

/// The time of each stage.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    label: Duration,
    merge: Duration,
    exact: Duration,
    lifted: Duration,
    rest: Duration,
    explain: Duration,
}

impl Times {
    fn check(&self) -> Duration {
        self.exact + self.lifted + self.rest
    }
}

/// What checking found, so that no figure is of work that was not done.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    states: usize,
    nodes: usize,
    bindings: usize,
    violated: usize,
}

fn timed(rules: &RuleSet, trajectories: &[Trajectory], evidence: usize) -> (Times, Found) {
    let (times, last) = (RefCell::new(Times::default()), RefCell::new(Instant::now()));
    let stage = |stage: Stage| {
        let now = Instant::now();
        let spent = now - last.replace(now);
        let mut times = times.borrow_mut();
        *match stage {
            Stage::Labelled => &mut times.label,
            Stage::Merged => &mut times.merge,
            Stage::Exact => &mut times.exact,
            Stage::Lifted => &mut times.lifted,
            Stage::Decided => &mut times.rest,
            Stage::Explained => &mut times.explain,
        } += spent;
    };
    let options = Options { stages: Some(&stage), evidence, ..Options::default() };
    let report = check(rules, trajectories, &Vocabulary::ai2thor(), &options);
    let violated = report.rules.iter().filter(|rule| !rule.violations.is_empty()).count();
    let found = Found {
        states: report.summary.states,
        nodes: report.summary.nodes,
        bindings: report.summary.bindings,
        violated,
    };
    (times.into_inner(), found)
}

/// The measurement with the median of `key`.
fn median<T>(
    args: &Args,
    key: impl Fn(&T) -> Duration,
    mut measure: impl FnMut() -> T,
) -> Result<T, Failure> {
    middle(args.repeat, |one| micros(key(one)), || Ok(measure()))
}

fn millis(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e3)
}

/// Reads traces made for `shape`; how many bytes they had, and how long reading took.
fn read(shape: &Shape, count: usize) -> Result<(Vec<Trajectory>, usize, Duration), Failure> {
    let (mut trajectories, mut bytes, mut spent) = (Vec::new(), 0, Duration::ZERO);
    for index in 0..count {
        let text = trace(shape, index);
        bytes += text.len();
        let (source, options) = (format!("r{index}.json"), trajectory::Options::default());
        let start = Instant::now();
        let read = trajectory::read(text.as_bytes(), &source, &options);
        spent += start.elapsed();
        trajectories.extend(read.map_err(Failure::rejected)?);
    }
    Ok((trajectories, bytes, spent))
}

fn kitchen(family: usize, seed: u64) -> Shape {
    Shape { family, objects: 50, steps: 60, shared: 30, seed }
}

fn group(args: &Args) -> Result<String, Failure> {
    let count = if args.small { 10 } else { 100 };
    let set = rules::kitchen(40);
    let mut text = format!(
        "{count} traces x 60 steps x 50 objects, 40 rules (ms)\n\
         family     MB    read   label   merge   check  evidence  bindings  states  nodes  violated"
    );
    for (family, name) in FAMILIES.iter().enumerate() {
        let (trajectories, bytes, reading) = read(&kitchen(family, 1), count)?;
        let key = |(times, _): &(Times, Found)| times.merge + times.check();
        let (times, found) = median(args, key, || timed(&set, &trajectories, 8))?;
        let _ = write!(
            text,
            "\n{name:<7} {:>5} {:>7} {:>7} {:>7} {:>7} {:>9} {:>9} {:>7} {:>6} {:>9}",
            bytes / 1_000_000,
            millis(reading),
            millis(times.label),
            millis(times.merge),
            millis(times.check()),
            millis(times.explain),
            found.bindings,
            found.states,
            found.nodes,
            found.violated,
        );
    }
    Ok(text + "\n")
}

fn many_rules(args: &Args) -> Result<String, Failure> {
    let (trajectories, ..) = read(&kitchen(0, 1), 1)?;
    let mut text = "one trace of 60 steps x 50 objects (ms)\n\
                    rules   label   merge   check  evidence  violated"
        .to_owned();
    for count in [40, 100, 500] {
        let set = rules::kitchen(count);
        let key = |(times, _): &(Times, Found)| times.check();
        let (times, found) = median(args, key, || timed(&set, &trajectories, 8))?;
        let _ = write!(
            text,
            "\n{count:>5} {:>7} {:>7} {:>7} {:>9} {:>9}",
            millis(times.label),
            millis(times.merge),
            millis(times.check()),
            millis(times.explain),
            found.violated,
        );
    }
    Ok(text + "\n")
}

/// Merging and checking of a forest.
struct Large {
    nodes: usize,
    steps: usize,
    trajectories: usize,
    merge: Duration,
    check: Duration,
    violated: Vec<usize>,
}

fn large(
    paths: &[Path],
    labels: &forest::Table,
    pool: &Pool,
    roots: &[vedette_checker::formula::Id],
) -> Result<(Large, Duration), Failure> {
    let start = Instant::now();
    let tree = Tree::merge(paths).map_err(Failure::failed)?;
    let merge = start.elapsed();
    let start = Instant::now();
    let session = Session::new(&tree, labels);
    let budget = Budget::states(u64::MAX);
    let checked = session.check(pool, roots, &budget);
    let check = start.elapsed();
    let start = Instant::now();
    let mut violated = Vec::new();
    for (at, checked) in checked.iter().enumerate() {
        let checked = checked.as_ref().map_err(Failure::failed)?;
        if checked.verdict != Truth::False {
            continue;
        }
        violated.push(at);
        let Some((trajectory, _)) = checked.first_violation() else { continue };
        session
            .counterexample(pool, roots[at], checked, trajectory, &budget)
            .map_err(Failure::failed)?;
    }
    let explain = start.elapsed();
    let large = Large {
        nodes: tree.len(),
        steps: tree.steps(),
        trajectories: tree.trajectories(),
        merge,
        check,
        violated,
    };
    Ok((large, explain))
}

fn nodes(args: &Args) -> Result<String, Failure> {
    let count = if args.small { 100_000 } else { 1_000_000 };
    let labels = forest::labels(3);
    let mut pool = Pool::default();
    let roots = forest::rules(&mut pool, 500, 5);
    let mut text = "500 rules over 64 atoms (ms)\n\
                    nodes    steps     trajectories   merge   check  evidence  violated"
        .to_owned();
    for own in [50, 1000] {
        let paths = forest::paths(count, own, 9);
        let (large, explain) = large(&paths, &labels, &pool, &roots)?;
        let _ = write!(
            text,
            "\n{:<8} {:<9} {:>12} {:>7} {:>7} {:>9} {:>9}",
            large.nodes,
            large.steps,
            large.trajectories,
            millis(large.merge),
            millis(large.check),
            millis(explain),
            large.violated.len(),
        );
    }
    if let Some(memory) = peak_memory() {
        let _ = write!(text, "\npeak memory of the process: {} MB", memory / 1000);
    }
    Ok(text + "\n")
}

/// The most memory the process ever had, in thousands of bytes, where the system says.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

fn long(args: &Args) -> Result<String, Failure> {
    let steps = if args.small { 100_000 } else { 1_000_000 };
    let labels = forest::labels(3);
    let mut pool = Pool::default();
    let roots = forest::rules(&mut pool, 40, 5);
    let paths = forest::paths(steps, steps, 9);
    let (large, explain) = large(&paths, &labels, &pool, &roots)?;
    Ok(format!(
        "one trace of {} steps, 40 rules (ms)\n  merge   check  evidence  violated\n\
         {:>7} {:>7} {:>9} {:>9}\n",
        large.steps,
        millis(large.merge),
        millis(large.check),
        millis(explain),
        large.violated.len(),
    ))
}

fn growth(args: &Args) -> Result<String, Failure> {
    let unit = if args.small { 25_000 } else { 125_000 };
    let labels = forest::labels(3);
    let mut pool = Pool::default();
    let roots = forest::rules(&mut pool, 400, 5);
    let mut text = "growth of checking (ms)".to_owned();
    let mut series = |name: &str, sizes: &[(usize, usize)]| -> Result<(), Failure> {
        let mut points = Vec::new();
        let _ = write!(text, "\n{name:>9}   check");
        for &(nodes, rules) in sizes {
            let paths = forest::paths(nodes, 500, 9);
            let mut best = Duration::MAX;
            for _ in 0..args.repeat.max(1) {
                best = best.min(large_check(&paths, &labels, &pool, &roots[..rules])?);
            }
            let size = if name == "nodes" { nodes } else { rules };
            points.push((f64::from(size as u32), best.as_secs_f64() * 1e3));
            let _ = write!(text, "\n{size:>9} {:>7}", millis(best));
        }
        let (slope, fit) = line(&points);
        let _ = write!(text, "\n  fit: {:.3} ms a thousand {name}, R^2 = {fit:.4}", slope * 1e3);
        Ok(())
    };
    let sizes: Vec<(usize, usize)> = [1, 2, 4, 8].map(|times| (unit * times, 100)).to_vec();
    series("nodes", &sizes)?;
    let sizes: Vec<(usize, usize)> = [50, 100, 200, 400].map(|rules| (unit * 2, rules)).to_vec();
    series("rules", &sizes)?;
    Ok(text + "\n")
}

fn large_check(
    paths: &[Path],
    labels: &forest::Table,
    pool: &Pool,
    roots: &[vedette_checker::formula::Id],
) -> Result<Duration, Failure> {
    let tree = Tree::merge(paths).map_err(Failure::failed)?;
    let start = Instant::now();
    let checked = Session::new(&tree, labels).check(pool, roots, &Budget::states(u64::MAX));
    let spent = start.elapsed();
    checked.into_iter().try_for_each(|checked| checked.map(drop)).map_err(Failure::failed)?;
    Ok(spent)
}

/// The least-squares line: its slope, and the share of the variance that it explains.
fn line(points: &[(f64, f64)]) -> (f64, f64) {
    let n = f64::from(points.len() as u32);
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>() / n;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let xy: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let xx: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
    let yy: f64 = points.iter().map(|p| (p.1 - y).powi(2)).sum();
    (xy / xx, xy * xy / (xx * yy))
}

/// Mean and standard deviation, in milliseconds.
fn spread(times: &[Duration]) -> String {
    let n = f64::from(times.len() as u32);
    let all = times.iter().map(|time| time.as_secs_f64() * 1e3);
    let mean = all.clone().sum::<f64>() / n;
    let variance = all.map(|time| (time - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    format!("{mean:.2} ({:.2})", variance.sqrt())
}

fn table9(args: &Args) -> Result<String, Failure> {
    let set = rules::kitchen(40);
    let mut text =
        "Table 9: merging and checking by number of trajectories, 40 rules, mean (sd) of \
                    the families in ms\n\
                    traj.  lifted CTL     exact LTL      each alone     label once     read"
            .to_owned();
    let counts: &[usize] = if args.small { &[10, 25] } else { &[10, 25, 50, 75, 100] };
    for &count in counts {
        let (mut lifted, mut exact, mut alone) = (Vec::new(), Vec::new(), Vec::new());
        let (mut label, mut reads) = (Vec::new(), Vec::new());
        for family in 0..FAMILIES.len() {
            let (trajectories, _, reading) = read(&kitchen(family, 2), count)?;
            let key = |(times, _): &(Times, Found)| times.merge + times.check();
            let (times, _) = median(args, key, || timed(&set, &trajectories, 0))?;
            lifted.push(times.merge + times.lifted);
            exact.push(times.merge + times.exact);
            label.push(times.label);
            reads.push(reading);
            let each = trajectories.iter().map(|one| {
                let (times, _) = timed(&set, std::slice::from_ref(one), 0);
                times.merge + times.exact
            });
            alone.push(each.sum());
        }
        let _ = write!(
            text,
            "\n{count:>5}  {:<14} {:<14} {:<14} {:<14} {}",
            spread(&lifted),
            spread(&exact),
            spread(&alone),
            spread(&label),
            spread(&reads)
        );
    }
    Ok(text + "\n")
}

fn table10(args: &Args) -> Result<String, Failure> {
    let mut text = "Table 10: checking by number of rules, mean (sd) of 15 single traces in ms\n\
                    rules  lifted CTL     exact LTL      both, merged, with labels"
        .to_owned();
    let mut traces = Vec::new();
    for family in 0..FAMILIES.len() {
        for seed in 0..5 {
            traces.extend(read(&kitchen(family, 10 + seed), 1)?.0);
        }
    }
    for count in [10, 25, 50, 75, 100, 500] {
        let set = rules::kitchen(count);
        let (mut lifted, mut exact, mut whole) = (Vec::new(), Vec::new(), Vec::new());
        for one in &traces {
            let key = |(times, _): &(Times, Found)| times.check();
            let (times, _) = median(args, key, || timed(&set, std::slice::from_ref(one), 0))?;
            lifted.push(times.lifted);
            exact.push(times.exact);
            whole.push(times.label + times.merge + times.check());
        }
        let _ = write!(
            text,
            "\n{count:>5}  {:<14} {:<14} {}",
            spread(&lifted),
            spread(&exact),
            spread(&whole)
        );
    }
    Ok(text + "\n")
}
