//! `vedette bench world`: how long the household simulator, the search from subgoal to subgoal, the
//! constraints of a scene and the metric rooms take.
//!
//! Files are read before; nothing is written. What each part measures stands in
//! `docs/benchmarks/worlds.md`.

use crate::bench::household::{Case, Course, long_recorded, long_shipped, recorded, shipped};
use crate::bench::rooms::{Walk, walks};
use crate::bench::times::{SHOWN, Spread, micros, middle};
use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use crate::recorded::{Graphs, scenes};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;
use vedette_report::evaluation::benchmark;
use vedette_report::evaluation::search::{Segment, segment};
use vedette_report::world::constraints::{self, constraints};
use vedette_report::world::simulate::{Asked, Shield, carry_out};
use vedette_worlds::household::{Rules, Run};
use vedette_worlds::metric::End;
use vedette_worlds::safety::analysis::Options;
use vedette_worlds::scene::Scene;

/// Arguments of `vedette bench world`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A folder of recorded programs and scenes, as `vedette world oracle` reads them
    /// [default: the shipped tasks]
    folder: Option<PathBuf>,
    /// Measure only these
    #[arg(long, value_name = "PART", value_enum, num_args = 1..)]
    part: Vec<Part>,
    /// How often each figure is measured; the median counts
    #[arg(long, value_name = "N", default_value_t = 5)]
    repeat: usize,
    /// The least number of steps in each measurement of the simulator
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    steps: usize,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Programs in the household simulator.
    Simulator,
    /// Steps from subgoal to subgoal.
    Reach,
    /// The constraints of scenes, and what they come to together.
    Constraints,
    /// Plans in metric rooms.
    Rooms,
}

/// All parts.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    simulator: Vec<Simulated>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reach: Option<Reached>,
    #[serde(skip_serializing_if = "Option::is_none")]
    constraints: Option<Constrained>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rooms: Vec<Walked>,
}

/// Programs run in one mode, each up to its first step that fails.
#[derive(Serialize)]
struct Simulated {
    mode: &'static str,
    programs: usize,
    steps: usize,
    failed: usize,
    micros: f64,
    steps_per_second: f64,
}

/// The search for steps.
#[derive(Serialize)]
struct Reached {
    tasks: usize,
    subgoals: usize,
    impossible: usize,
    unknown: usize,
    #[serde(flatten)]
    spread: Spread,
    slowest: Vec<Subgoal>,
}

/// A subgoal that was looked for.
#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the text of the subgoal, in JSON under its name")]
struct Subgoal {
    micros: f64,
    task: String,
    subgoal: String,
    verdict: &'static str,
    steps: usize,
}

/// The constraints of scenes.
#[derive(Serialize)]
struct Constrained {
    scenes: usize,
    #[serde(flatten)]
    spread: Spread,
    slowest: Vec<SceneTime>,
}

/// A scene that was constrained.
#[derive(Serialize)]
struct SceneTime {
    micros: f64,
    scene: String,
    objects: usize,
    constraints: usize,
    findings: usize,
    unknown: usize,
}

/// A plan carried out many times.
#[derive(Serialize)]
struct Walked {
    room: String,
    shield: &'static str,
    runs: u64,
    done: usize,
    steps: usize,
    micros: f64,
    steps_per_second: f64,
}

/// How often a plan is carried out in a measurement.
const RUNS: u64 = 20;

/// Measures and prints.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let graphs = args.folder.as_deref().map(Graphs::open).transpose()?;
    let set = benchmark::shipped();
    let wanted = |part: Part| args.part.is_empty() || args.part.contains(&part);
    let mut report = Report {
        schema: "vedette.bench.world/1",
        simulator: Vec::new(),
        reach: None,
        constraints: None,
        rooms: Vec::new(),
    };
    if wanted(Part::Simulator) {
        let cases = match (&args.folder, &graphs) {
            (Some(folder), Some(graphs)) => recorded(folder, graphs)?,
            _ => shipped(&set),
        };
        for rules in [Rules::compat(), Rules::strict()] {
            report.simulator.push(simulated(args, &cases, rules)?);
        }
    }
    if wanted(Part::Reach) {
        let courses = match &graphs {
            Some(graphs) => long_recorded(graphs)?,
            None => long_shipped(&set),
        };
        report.reach = Some(reached(args, courses)?);
    }
    if wanted(Part::Constraints) {
        let scenes = match &args.folder {
            Some(folder) => scenes(folder)?,
            None => set.settings.into_iter().map(|(name, it)| (name, it.scene)).collect(),
        };
        report.constraints = Some(constrained(args, &scenes)?);
    }
    if wanted(Part::Rooms) {
        for walk in walks()? {
            for shield in [Shield::None, Shield::Paper, Shield::Search] {
                report.rooms.push(walked(args, &walk, shield)?);
            }
        }
    }
    let open = report.reach.as_ref().map_or(0, |reach| reach.unknown);
    let mut printer = Printer::new(global.format(), false);
    printer.print(&report, human)?;
    printer.finish()?;
    Ok(if open > 0 { Exit::Undecided } else { Exit::Fine })
}

#[expect(clippy::cast_precision_loss, reason = "far fewer steps than 2^52")]
fn per_second(steps: usize, micros: f64) -> f64 {
    if micros > 0.0 { (steps as f64 / micros * 1e6).round() } else { 0.0 }
}

/// All programs, again and again until there are steps enough. Going back to the start counts.
fn simulated(args: &Args, cases: &[Case], rules: Rules) -> Result<Simulated, Failure> {
    let mut runs: Vec<Run> =
        cases.iter().map(|case| Run::new(case.household.clone(), rules)).collect();
    let mode = rules.mode.name();
    middle(
        args.repeat,
        |one: &Simulated| -one.steps_per_second,
        || {
            let (mut steps, mut failed) = (0, 0);
            let start = Instant::now();
            while steps < args.steps.max(1) {
                let before = steps;
                for (run, case) in runs.iter_mut().zip(cases) {
                    run.rewind();
                    for line in &case.program.lines {
                        steps += 1;
                        if run.step(line).is_err() {
                            failed += 1;
                            break;
                        }
                    }
                }
                if steps == before {
                    return Err(Failure::rejected("found no program with a step"));
                }
            }
            let micros = micros(start.elapsed());
            let steps_per_second = per_second(steps, micros);
            Ok(Simulated { mode, programs: cases.len(), steps, failed, micros, steps_per_second })
        },
    )
}

/// From subgoal to subgoal as `vedette eval plan` goes, up to the first that is not reached.
fn reached(args: &Args, courses: Vec<Course>) -> Result<Reached, Failure> {
    let (tasks, mut timed) = (courses.len(), Vec::new());
    for Course { task, start, subgoals } in courses {
        let mut run = start;
        for subgoal in subgoals {
            let (micros, found) = middle(
                args.repeat,
                |one: &(f64, Segment)| one.0,
                || {
                    let start = Instant::now();
                    let found = segment(&run, &subgoal);
                    Ok::<_, Failure>((micros(start.elapsed()), found))
                },
            )?;
            let (verdict, steps, next) = match found {
                Segment::Found { steps, run } => ("found", steps.len(), Some(run)),
                Segment::Impossible(_) => ("impossible", 0, None),
                Segment::NotFound(_) => ("unknown", 0, None),
            };
            let (task, subgoal) = (task.clone(), subgoal.to_string());
            timed.push(Subgoal { micros, task, subgoal, verdict, steps });
            match next {
                Some(next) => run = *next,
                None => break,
            }
        }
    }
    let count = |verdict| timed.iter().filter(|one: &&Subgoal| one.verdict == verdict).count();
    let (impossible, unknown) = (count("impossible"), count("unknown"));
    Ok(Reached {
        tasks,
        subgoals: timed.len(),
        impossible,
        unknown,
        spread: Spread::of(&mut timed, |one| one.micros),
        slowest: timed.into_iter().take(SHOWN).collect(),
    })
}

/// The templates bound to scenes, and what the constraints come to together.
fn constrained(args: &Args, scenes: &[(String, Scene)]) -> Result<Constrained, Failure> {
    let mut timed = Vec::new();
    for (name, scene) in scenes {
        let asked = constraints::Asked { analysis: Some(Options::default()), ..Default::default() };
        timed.push(middle(
            args.repeat,
            |one: &SceneTime| one.micros,
            || {
                let start = Instant::now();
                let report = constraints(scene, &asked)
                    .map_err(|_| Failure::rejected(format!("{name}: has no constraints")))?;
                Ok::<_, Failure>(SceneTime {
                    micros: micros(start.elapsed()),
                    scene: name.clone(),
                    objects: scene.objects.len(),
                    constraints: report.rules.len(),
                    findings: report.findings.len(),
                    unknown: report.unknown.len(),
                })
            },
        )?);
    }
    Ok(Constrained {
        scenes: timed.len(),
        spread: Spread::of(&mut timed, |one| one.micros),
        slowest: timed.into_iter().take(SHOWN).collect(),
    })
}

/// A plan carried out, with everything that a run records.
fn walked(args: &Args, walk: &Walk, shield: Shield) -> Result<Walked, Failure> {
    let Walk { room, plan, rules } = walk;
    let asked = Asked { rules: Some(rules), shield, ..Asked::default() };
    middle(
        args.repeat,
        |one: &Walked| one.micros,
        || {
            let start = Instant::now();
            let (mut steps, mut done) = (0, 0);
            for number in 0..RUNS {
                let (run, _) = carry_out(room, plan, &asked, number);
                steps += run.taken.len();
                done += usize::from(run.end == End::Done);
            }
            let micros = micros(start.elapsed());
            let (room, shield) = (room.id().to_owned(), shield.name());
            let steps_per_second = per_second(steps, micros);
            Ok(Walked { room, shield, runs: RUNS, done, steps, micros, steps_per_second })
        },
    )
}

fn human(report: &Report) -> String {
    let mut text = String::new();
    if !report.simulator.is_empty() {
        text.push_str("simulator\n     steps/s  mode    programs    steps   failed");
    }
    for Simulated { mode, programs, steps, failed, steps_per_second, .. } in &report.simulator {
        let _ = write!(
            text,
            "\n{steps_per_second:>12.0}  {mode:<7} {programs:>8} {steps:>8} {failed:>8}"
        );
    }
    let between = |text: &mut String| {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
    };
    if let Some(Reached { tasks, subgoals, impossible, unknown, spread, slowest }) = &report.reach {
        between(&mut text);
        let _ = write!(
            text,
            "from subgoal to subgoal: {subgoals} subgoals of {tasks} long tasks, {impossible} \
             impossible, {unknown} not decided\n{spread}"
        );
        for Subgoal { micros, task, subgoal, verdict, steps } in slowest {
            let _ = write!(
                text,
                "\n{micros:>12.1} µs  {verdict:<10} {steps:>3} steps  {task}  {subgoal}"
            );
        }
    }
    if let Some(Constrained { scenes, spread, slowest }) = &report.constraints {
        between(&mut text);
        let _ = write!(text, "constraints of {scenes} scenes\n{spread}");
        for SceneTime { micros, scene, objects, constraints, findings, unknown } in slowest {
            let _ = write!(
                text,
                "\n{micros:>12.1} µs  {objects:>4} objects {constraints:>4} constraints \
                 {findings:>3} findings {unknown:>3} left open  {scene}"
            );
        }
    }
    if !report.rooms.is_empty() {
        between(&mut text);
        text.push_str("metric rooms\n     steps/s  shield  runs  done    steps  room");
    }
    for Walked { room, shield, runs, done, steps, steps_per_second, .. } in &report.rooms {
        let _ = write!(
            text,
            "\n{steps_per_second:>12.0}  {shield:<7} {runs:>4} {done:>5} {steps:>8}  {room}"
        );
    }
    text
}
