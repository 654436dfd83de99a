//! `vedette bench plan`: how long programs take to be read and held against policies.
//!
//! A measurement is all that `vedette plan verify` does between its inputs and its verdicts: reading the
//! text, labels, machine, every policy that is about the plan, evidence looked at once more. Tools and
//! policies are loaded before; edits are not looked for, and nothing is drawn or written.

use super::plan_input::Input;
use crate::bench::programs;
use crate::bench::times::{SHOWN, Spread, micros, middle};
use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use crate::read;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use vedette_checker::budget::Budget;
use vedette_plans::policy::{Policy, pack};
use vedette_plans::tools::{Tools, shipped};
use vedette_plans::verify::{Options, Plan, Verdict};
use vedette_report::plan::Prepared;

/// Arguments of `vedette bench plan`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Plans, or folders of them (`.py`)
    plans: Vec<PathBuf>,
    /// The tools of all plans [default: of each the shipped table and pack that its name begins with]
    #[arg(long, value_name = "TOOLS")]
    tools: Option<String>,
    /// The policies of all plans
    #[arg(long, value_name = "PATH", num_args = 1.., requires = "tools")]
    policies: Vec<String>,
    /// How often each plan is measured; the median counts
    #[arg(long, value_name = "N", default_value_t = 5)]
    repeat: usize,
    /// Also a plan made on the spot, of so many calls, against thirty policies
    #[arg(long, value_name = "CALLS")]
    made: Vec<usize>,
}

/// How long a plan took.
#[derive(Clone, Serialize)]
struct Timed {
    plan: String,
    calls: usize,
    states: usize,
    policies: usize,
    violated: usize,
    unknown: usize,
    read_micros: f64,
    check_micros: f64,
    micros: f64,
}

/// What the times amount to, in microseconds.
#[derive(Serialize)]
struct Times {
    schema: &'static str,
    plans: usize,
    unknown: usize,
    #[serde(flatten)]
    spread: Spread,
    slowest: Vec<Timed>,
    made: Vec<Timed>,
}

/// Measures and prints.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let given = args.tools.as_ref().map(|tools| loaded(tools, &args.policies)).transpose()?;
    let mut timed = Vec::new();
    for path in files(&args.plans)? {
        let (name, text) = (read::name(&path), read::text(&path)?);
        let set = match &given {
            Some(given) => given.clone(),
            None => of_name(&name)?,
        };
        timed.push(median(args, &name, &text, &set)?);
    }
    let mut made = Vec::new();
    for &calls in &args.made {
        let tools = Tools::read(programs::TOOLS, None).map_err(Failure::failed)?;
        let of = |(index, formula): (usize, &&str)| Policy::new(&format!("P{index}"), formula);
        let set = Set { tools, policies: programs::POLICIES.iter().enumerate().map(of).collect() };
        let text = programs::plan(calls, 1);
        made.push(median(args, &format!("made, {calls} calls"), &text, &set)?);
    }
    if timed.is_empty() && made.is_empty() {
        return Err(Failure::rejected("found no plans, expected files in Python, or --made"));
    }
    let times = times(timed, made);
    let unknown = times.unknown > 0;
    let mut printer = Printer::new(global.format(), false);
    printer.print(&times, human)?;
    printer.finish()?;
    Ok(if unknown { Exit::Undecided } else { Exit::Fine })
}

/// Tools, and policies over them.
#[derive(Clone)]
struct Set {
    tools: Tools,
    policies: Vec<Policy>,
}

fn loaded(tools: &str, policies: &[String]) -> Result<Set, Failure> {
    let question = Input::of(tools, policies).question()?;
    let prepared = Prepared::sound(&question).map_err(Failure::rejected)?;
    let policies = prepared.policies.into_iter().map(|(_, policy)| policy).collect();
    Ok(Set { tools: prepared.tools, policies })
}

/// The shipped table and pack that a plan's name begins with.
fn of_name(name: &str) -> Result<Set, Failure> {
    let file = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
    let domain = file.split(['_', '-', '.']).next().unwrap_or_default();
    let found = shipped::tools(domain).zip(pack::shipped(domain));
    let (tools, policies) = found.ok_or_else(|| {
        let names = shipped::names().collect::<Vec<_>>().join(", ");
        Failure::rejected(format!(
            "{name}: expected --tools, or a name that begins with a shipped table ({names})"
        ))
    })?;
    Ok(Set { tools, policies })
}

/// The plans that are given, folders opened.
fn files(given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in given {
        if path.is_dir() {
            let programs =
                |name: &String| Path::new(name).extension().is_some_and(|end| end == "py");
            let inner = read::folder(path)?.into_iter().filter(programs);
            files.extend(inner.map(|name| path.join(name)));
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// The measurement that is in the middle.
fn median(args: &Args, name: &str, text: &str, set: &Set) -> Result<Timed, Failure> {
    middle(args.repeat, |timed: &Timed| timed.micros, || measure(name, text, set))
}

fn measure(name: &str, text: &str, set: &Set) -> Result<Timed, Failure> {
    let budget = Budget::states(u64::MAX);
    let start = Instant::now();
    let plan = Plan::new(text, &set.tools, Options::default()).map_err(|problems| {
        let found = problems.first().map(|problem| problem.found.clone()).unwrap_or_default();
        Failure::rejected(format!("{name}: not a plan of the language: found {found}"))
    })?;
    let read = start.elapsed();
    let (mut policies, mut violated, mut unknown) = (0, 0, 0);
    for policy in set.policies.iter().filter(|policy| plan.selects(policy)) {
        let verdict = plan.check(policy, &budget).verdict;
        policies += 1;
        violated += usize::from(verdict == Verdict::Violated);
        unknown += usize::from(matches!(verdict, Verdict::Unknown | Verdict::Error));
    }
    let all = start.elapsed();
    Ok(Timed {
        plan: name.into(),
        calls: plan.flow().calls.len(),
        states: plan.machine().states.len(),
        policies,
        violated,
        unknown,
        read_micros: micros(read),
        check_micros: micros(all.saturating_sub(read)),
        micros: micros(all),
    })
}

fn times(mut timed: Vec<Timed>, made: Vec<Timed>) -> Times {
    Times {
        schema: "vedette.bench.plan/1",
        plans: timed.len(),
        unknown: timed.iter().chain(&made).map(|plan| plan.unknown).sum(),
        spread: Spread::of(&mut timed, |plan| plan.micros),
        slowest: timed.into_iter().take(SHOWN).collect(),
        made,
    }
}

fn human(times: &Times) -> String {
    let mut text = String::new();
    let mut rows = |title: &str, rows: &[Timed]| {
        let _ = write!(
            text,
            "{title}\n{:>12} {:>12} {:>12}  {:>6} {:>6} {:>8} {:>8}  plan",
            "all µs", "reading", "checking", "calls", "states", "policies", "violated"
        );
        for row in rows {
            let _ = write!(
                text,
                "\n{:>12.1} {:>12.1} {:>12.1}  {:>6} {:>6} {:>8} {:>8}  {}",
                row.micros,
                row.read_micros,
                row.check_micros,
                row.calls,
                row.states,
                row.policies,
                row.violated,
                row.plan
            );
        }
    };
    if !times.slowest.is_empty() {
        let title = format!(
            "{} plans, {} policies not decided\n\n{}\n\nslowest",
            times.plans, times.unknown, times.spread
        );
        rows(&title, &times.slowest);
    }
    if !times.made.is_empty() {
        let title = if times.slowest.is_empty() { "made" } else { "\n\nmade" };
        rows(title, &times.made);
    }
    text
}
