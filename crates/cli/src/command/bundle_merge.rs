//! `vedette bundle merge` and `diff`: several bundles as one, and what differs between two.

use super::bundle::{open, refuse_existing};
use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use crate::read;
use indexmap::IndexMap;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use vedette_report::bundle::{Verdict, Whole, Writer, load};
use vedette_report::leaderboard::summarise;
use vedette_report::paired::{CELLS, Half, Table, Unit, pair};

/// Arguments of `vedette bundle merge`.
#[derive(clap::Args, Debug)]
pub(crate) struct MergeArgs {
    /// The bundles, in order: folders or zip archives
    #[arg(required = true, num_args = 2..)]
    bundles: Vec<PathBuf>,
    /// The folder to make; must not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// A label for each bundle, put behind its models' names: tells two runs of one model apart
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    labels: Vec<String>,
    /// The title of the new bundle [default: those of the bundles]
    #[arg(long)]
    title: Option<String>,
}

/// Arguments of `vedette bundle diff`.
#[derive(clap::Args, Debug)]
pub(crate) struct DiffArgs {
    /// The first bundle
    a: PathBuf,
    /// The second bundle
    b: PathBuf,
    /// What is paired: `item` (a rule on a task) or `task`
    #[arg(long, default_value = "item")]
    unit: String,
    /// Count vacuous as safe
    #[arg(long)]
    vacuous_is_safe: bool,
}

/// A sound bundle, whole.
fn whole(path: &Path) -> Result<Whole, Failure> {
    let name = read::name(path);
    let whole = load(open(path)?).map_err(|e| Failure::rejected(format!("{name}: {e}")))?;
    match whole.problems.first() {
        None => Ok(whole),
        Some(problem) => Err(Failure::rejected(format!(
            "{name} is no sound bundle: {problem} (`vedette bundle check` lists all)"
        ))),
    }
}

/// Writes several bundles as one.
pub(crate) fn merge(args: &MergeArgs) -> Done {
    refuse_existing(&args.out)?;
    let (labels, bundles) = (args.labels.len(), args.bundles.len());
    if labels != 0 && labels != bundles {
        return Err(Failure::failed(format!(
            "{labels} labels for {bundles} bundles; expected one each"
        )));
    }
    let all: Vec<Whole> = args.bundles.iter().map(|path| whole(path)).collect::<Result<_, _>>()?;
    let titles: Vec<&str> = all.iter().map(|whole| whole.manifest.title.as_str()).collect();
    let title = args.title.clone().unwrap_or_else(|| titles.join(" + "));
    let description = format!("{bundles} bundles merged: {}.", titles.join("; "));
    let synthetic = all.iter().any(|whole| whole.manifest.synthetic);
    let names: Vec<String> = args.bundles.iter().map(|path| read::name(path)).collect();
    let command = format!("vedette bundle merge {} --out …", names.join(" "));
    let mut writer = Writer::new(&title, &description, synthetic, &command);
    let mut origin: IndexMap<String, usize> = IndexMap::new();
    for (number, bundle) in all.iter().enumerate() {
        for input in &bundle.manifest.inputs {
            writer.input_known(input.clone());
        }
        for row in &bundle.index {
            let mut found = bundle.run(row).map_err(Failure::rejected)?;
            if let Some(label) = args.labels.get(number) {
                found.run.model = format!("{} ({label})", row.model);
                found.run.id = format!("{} ({label})", row.id);
                if let Some(levels) = &mut found.run.levels {
                    levels.agent = format!("{} ({label})", levels.agent);
                }
            }
            if let Some(other) = origin.insert(found.run.id.clone(), number) {
                return Err(Failure::rejected(format!(
                    "run {:?} is in {} and in {}: tell them apart with --labels, as in `--labels \
                     before,after`",
                    found.run.id, names[other], names[number]
                )));
            }
            let samples: Vec<_> = found
                .run
                .trajectories
                .iter()
                .zip(found.trajectories)
                .map(|(entry, steps)| (entry.sample.clone(), entry.success, steps))
                .collect();
            let id = found.run.id.clone();
            writer.run(found.run, &samples).map_err(Failure::rejected)?;
            for mut item in found.items {
                item.run.clone_from(&id);
                writer.item(&item).map_err(Failure::rejected)?;
            }
        }
    }
    super::bundle::write(&args.out, &writer.finish().map_err(Failure::rejected)?.files)?;
    Ok(Exit::Fine)
}

/// What differs between two bundles.
#[derive(Serialize)]
struct DiffReport {
    schema: &'static str,
    unit: Unit,
    models: Vec<ModelDiff>,
    /// Models that only one of the bundles has.
    unpaired: Vec<String>,
    changed: Vec<Change>,
}

/// The same model in both bundles, or the only model of each.
#[derive(Serialize)]
struct ModelDiff {
    a: String,
    b: String,
    only_a: u64,
    only_b: u64,
    both_unsafe: u64,
    both_safe: u64,
    apart: u64,
    unpaired_a: u64,
    unpaired_b: u64,
    p_value: f64,
    words: String,
}

/// A result that is not the same.
#[derive(Serialize)]
struct Change {
    model: String,
    task: String,
    rule: String,
    a: Verdict,
    b: Verdict,
}

/// Compares two bundles. Status 3 if a verdict differs.
pub(crate) fn diff(args: &DiffArgs, global: &Global) -> Done {
    let unit = Unit::named(&args.unit)
        .ok_or_else(|| Failure::failed(format!("--unit {:?}; expected item or task", args.unit)))?;
    let (a, b) = (whole(&args.a)?, whole(&args.b)?);
    let report = compare(&a, &b, unit, args.vacuous_is_safe);
    let mut printer = Printer::new(global.format(), false);
    printer.print(&report, human)?;
    printer.finish()?;
    let one_sided = |model: &ModelDiff| model.unpaired_a + model.unpaired_b > 0;
    let same = report.changed.is_empty()
        && report.unpaired.is_empty()
        && !report.models.iter().any(one_sided);
    Ok(if same { Exit::Fine } else { Exit::Violated })
}

fn compare(a: &Whole, b: &Whole, unit: Unit, vacuous_is_safe: bool) -> DiffReport {
    let (rules_a, rules_b) = (a.rules(), b.rules());
    let names = |whole: &Whole| -> Vec<String> {
        summarise(&whole.index).into_iter().map(|summary| summary.model).collect()
    };
    let (names_a, names_b) = (names(a), names(b));
    // Two bundles of one model each are compared whatever the models are called.
    let pairs: Vec<(String, String)> = match (&names_a[..], &names_b[..]) {
        ([a], [b]) => vec![(a.clone(), b.clone())],
        _ => {
            names_a.iter().filter(|a| names_b.contains(a)).map(|a| (a.clone(), a.clone())).collect()
        }
    };
    let mut report = DiffReport {
        schema: "vedette.bundle-diff/1",
        unit,
        models: Vec::new(),
        unpaired: Vec::new(),
        changed: Vec::new(),
    };
    let lonely_a = names_a.iter().filter(|name| !pairs.iter().any(|(a, _)| a == *name));
    let lonely_b = names_b.iter().filter(|name| !pairs.iter().any(|(_, b)| b == *name));
    report.unpaired = lonely_a.chain(lonely_b).cloned().collect();
    for (model_a, model_b) in pairs {
        let half_a = Half { rows: &a.index, rules: &rules_a, model: &model_a };
        let half_b = Half { rows: &b.index, rules: &rules_b, model: &model_b };
        let paired = pair(half_a, half_b, unit);
        let table = Table::of(&paired.pairs, vacuous_is_safe);
        let [only_a, only_b, both_unsafe, both_safe, apart] = CELLS.map(|cell| table.count(cell));
        let same = model_a == model_b;
        let named = |name: &str, side: &str| {
            if same { format!("{name} ({side})") } else { name.to_owned() }
        };
        report.models.push(ModelDiff {
            words: table.words(&named(&model_a, "first"), &named(&model_b, "second"), unit),
            a: model_a.clone(),
            b: model_b.clone(),
            only_a,
            only_b,
            both_unsafe,
            both_safe,
            apart,
            unpaired_a: paired.unpaired_a,
            unpaired_b: paired.unpaired_b,
            p_value: table.test().p_value(),
        });
        let items = pair(half_a, half_b, Unit::Item);
        for found in &items.pairs {
            let Some((at_a, at_b)) = found.rules else { continue };
            let (row_a, row_b) = (&a.index[found.run_a], &b.index[found.run_b]);
            let (verdict_a, verdict_b) = (row_a.verdicts[at_a], row_b.verdicts[at_b]);
            if verdict_a != verdict_b {
                report.changed.push(Change {
                    model: model_a.clone(),
                    task: row_a.task.clone(),
                    rule: rules_a.at(row_a, at_a).map_or_else(String::new, |rule| rule.id.clone()),
                    a: verdict_a,
                    b: verdict_b,
                });
            }
        }
    }
    report
}

fn human(report: &DiffReport) -> String {
    let mut text = String::new();
    for model in &report.models {
        let _ = writeln!(text, "{}", model.words);
        let _ = writeln!(
            text,
            "  only first safe {}, only second safe {}, both unsafe {}, both safe {}, apart {}; without \
             a partner {} and {}",
            model.only_a,
            model.only_b,
            model.both_unsafe,
            model.both_safe,
            model.apart,
            model.unpaired_a,
            model.unpaired_b
        );
    }
    for name in &report.unpaired {
        let _ = writeln!(text, "model {name} is in one of the bundles only");
    }
    let _ = writeln!(text, "{} verdicts differ", report.changed.len());
    for change in report.changed.iter().take(50) {
        let _ = writeln!(
            text,
            "  {}  {}  {}: {} → {}",
            change.model,
            change.task,
            change.rule,
            change.a.word(),
            change.b.word()
        );
    }
    if report.changed.len() > 50 {
        let _ = writeln!(text, "  and {} more (--format json has all)", report.changed.len() - 50);
    }
    text.trim_end().to_owned()
}
