//! `vedette bundle show`: one result of a bundle, with its evidence checked again.
//!
//! Only the files that the result needs are read, each against its hash: a bundle that is damaged
//! elsewhere can still be looked at. What a viewer shows of a result is what is printed here.

use super::bundle::open;
use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use vedette_report::bundle::{Item, load_run};
use vedette_report::tree_view::{self, TreeView};

/// Arguments of `vedette bundle show`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The folder of the bundle, or a zip archive of it
    bundle: PathBuf,
    /// The run
    run: String,
    /// The rule
    rule: String,
    /// The trajectory whose steps are printed [default: that of the counterexample]
    #[arg(long, value_name = "N")]
    trajectory: Option<usize>,
}

/// A result.
#[derive(Serialize)]
struct Shown<'a> {
    schema: &'static str,
    model: String,
    task: String,
    words: String,
    formula: String,
    #[serde(flatten)]
    item: Item,
    /// Whether the counterexample is right, checked here and now; none if there is none.
    rechecked: Option<bool>,
    /// Why it is not right.
    refuted: Option<String>,
    states: u64,
    nodes: usize,
    trajectory: Option<usize>,
    steps: Vec<Step<'a>>,
}

/// A step of the trajectory.
#[derive(Serialize)]
struct Step<'a> {
    #[serde(rename = "step")]
    number: usize,
    action: Option<&'a str>,
    added: Vec<&'a str>,
    removed: Vec<&'a str>,
}

/// Prints a result. Status as of `vedette tree`; 2 if its evidence is not right.
pub(crate) fn run(args: &Args, global: &Global) -> Done {
    let found = load_run(open(&args.bundle)?, &args.run).map_err(Failure::rejected)?;
    let pair = found.items.iter().zip(&found.run.rules).find(|(_, rule)| rule.id == args.rule);
    let Some((item, rule)) = pair.filter(|(item, _)| item.rule == args.rule) else {
        return Err(Failure::rejected(format!(
            "run {:?} has no rule {:?}; it has {}",
            args.run,
            args.rule,
            found.run.rules.iter().map(|rule| &*rule.id).collect::<Vec<_>>().join(", ")
        )));
    };
    let tree = tree_view::view(&found.run, item, &found.trajectories).map_err(Failure::rejected)?;
    let trajectory = args.trajectory.or(item.counterexample.as_ref().map(|e| e.trajectory));
    let count = tree.trajectories.len();
    if let Some(wrong) = trajectory.filter(|&number| number >= count) {
        return Err(Failure::rejected(format!(
            "there is no trajectory {wrong}; the run has {count}, counted from 0"
        )));
    }
    let refuted = tree.rechecked.clone().and_then(Result::err);
    let exit = if refuted.is_some() { Exit::Rejected } else { item.verdict.into() };
    let shown = Shown {
        schema: "vedette.bundle-item/1",
        model: found.run.model.clone(),
        task: found.run.task.clone(),
        words: rule.words.clone(),
        formula: rule.formula.clone(),
        item: item.clone(),
        rechecked: tree.rechecked.as_ref().map(Result::is_ok),
        refuted,
        states: tree.states,
        nodes: tree.nodes.len(),
        trajectory,
        steps: trajectory.map_or_else(Vec::new, |number| steps(&tree, number)),
    };
    let mut printer = Printer::new(global.format(), false);
    printer.print(&shown, human)?;
    printer.finish()?;
    Ok(exit)
}

fn steps(tree: &TreeView, trajectory: usize) -> Vec<Step<'_>> {
    let step = |(number, &node): (usize, &u32)| {
        let node = &tree.nodes[node as usize];
        Step {
            number,
            action: node.action.as_deref(),
            added: node.added.iter().map(|fact| &**fact).collect(),
            removed: node.removed.iter().map(|fact| &**fact).collect(),
        }
    };
    tree.trajectories[trajectory].iter().enumerate().map(step).collect()
}

fn human(shown: &Shown<'_>) -> String {
    let item = &shown.item;
    let letters: String = item.per_trajectory.iter().map(|verdict| verdict.letter()).collect();
    let words = if shown.words.is_empty() { &item.rule } else { &shown.words };
    let mut text = format!("{}  {words}", item.verdict.word());
    let mut line = |words: String| {
        text.push_str("\n  ");
        text.push_str(&words);
    };
    line(format!("rule {}: {}", item.rule, shown.formula));
    line(format!("run {}, task {}, model {}", item.run, shown.task, shown.model));
    line(format!("trajectories {letters}: {} states in a tree of {}", shown.states, shown.nodes));
    if let Some(reason) = &item.reason {
        line(reason.clone());
    }
    if let Some(found) = &item.counterexample {
        let binding: Vec<String> = found
            .binding
            .iter()
            .map(|(variable, object)| format!("{variable} = {object}"))
            .collect();
        let (comma, binding) =
            if binding.is_empty() { ("", String::new()) } else { (", ", binding.join(", ")) };
        line(format!(
            "trajectory {}, from step {}, certain at step {}, {}{comma}{binding}",
            found.trajectory, found.step, found.certain_at, found.origin
        ));
        for reason in &found.reasons {
            line(format!("step {:>3}  {} is {}", reason.step, reason.formula, reason.value));
        }
        line(match &shown.refuted {
            None => "the counterexample was checked again, and is right".to_owned(),
            Some(why) => format!("the counterexample is not right: {why}"),
        });
    }
    if let Some(number) = shown.trajectory {
        line(format!("steps of trajectory {number}"));
    }
    for step in &shown.steps {
        let mut words = format!("{:>5}  {}", step.number, step.action.unwrap_or("start"));
        for (sign, facts) in [("+", &step.added), ("-", &step.removed)] {
            for fact in facts {
                let _ = write!(words, "  {sign}{fact}");
            }
        }
        line(words);
    }
    text
}
