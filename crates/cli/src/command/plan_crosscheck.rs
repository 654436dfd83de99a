//! Runs an installed `NuSMV` or `nuXmv` on an exported model, and compares its verdicts with ours.

use crate::exit::{Done, Exit, Failure};
use crate::options::Global;
use crate::output::Printer;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::Command;
use vedette_checker::budget::Budget;
use vedette_plans::export::smv::Export;
use vedette_plans::policy::Policy;
use vedette_plans::verify::{Plan, Verdict};

/// The programs looked for when none is named.
const KNOWN: [&str; 2] = ["nuXmv", "NuSMV"];

/// A policy's verdict here and there.
#[derive(Serialize)]
struct Row<'a> {
    schema: &'static str,
    policy: &'a str,
    ours: &'static str,
    theirs: &'static str,
    agree: bool,
}

/// The program to run: the one that is named, else the first that is installed.
pub(crate) fn binary(named: &Path) -> Result<PathBuf, Failure> {
    if !named.as_os_str().is_empty() {
        return Ok(named.to_path_buf());
    }
    let folders: Vec<PathBuf> =
        std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
    let found = KNOWN.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    found.into_iter().find(|path| path.is_file()).ok_or_else(|| {
        Failure::failed(
            "neither nuXmv nor NuSMV is on the search path: install one, or name it after \
             --crosscheck",
        )
    })
}

/// Compares; status 3 if a verdict differs.
pub(crate) fn crosscheck(
    plan: &Plan<'_>,
    policies: &[Policy],
    export: &Export,
    binary: &Path,
    budget: &Budget<'_>,
    global: &Global,
) -> Done {
    let file = std::env::temp_dir().join(format!("vedette-{}.smv", std::process::id()));
    let failed = |e: std::io::Error| Failure::failed(format!("{}: {e}", file.display()));
    std::fs::write(&file, &export.text).map_err(failed)?;
    let run = Command::new(binary).arg(&file).output();
    std::fs::remove_file(&file).map_err(failed)?;
    let run =
        run.map_err(|e| Failure::failed(format!("{} cannot be run: {e}", binary.display())))?;
    let said = String::from_utf8_lossy(&run.stdout);
    let specs = verdicts(&said);
    if specs.len() != export.specs.len() {
        let errors = String::from_utf8_lossy(&run.stderr);
        return Err(Failure::failed(format!(
            "{} decided {} specifications of {}: {}",
            binary.display(),
            specs.len(),
            export.specs.len(),
            errors.lines().next().unwrap_or("it gave no reason")
        )));
    }
    let mut printer = Printer::new(global.format(), true);
    let mut worst = Exit::Fine;
    for (index, policy) in policies.iter().enumerate() {
        let Some(theirs) = export.verdict(index, &specs) else { continue };
        let ours = plan.check(policy, budget).verdict;
        let (ours_name, theirs) = (ours.name(), theirs.name());
        let agree = ours_name == theirs;
        worst = worst.and(match (agree, ours) {
            (true, _) => Exit::Fine,
            (false, Verdict::Unknown) => Exit::Undecided,
            (false, _) => Exit::Violated,
        });
        let schema = "vedette.plan.crosscheck/1";
        let row = Row { schema, policy: &policy.id, ours: ours_name, theirs, agree };
        printer.print(&row, |row| {
            let word = if row.agree { "AGREE" } else { "DIFFER" };
            format!("{word:<7} {}: {} here, {} there", row.policy, row.ours, row.theirs)
        })?;
    }
    printer.finish()?;
    Ok(worst)
}

/// The verdicts in what the program says, in order.
fn verdicts(said: &str) -> Vec<bool> {
    let verdict = |line: &str| {
        let line = line.trim().strip_prefix("-- specification")?;
        match line.rsplit_once(" is ")?.1.trim() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    };
    said.lines().filter_map(verdict).collect()
}

#[cfg(test)]
mod tests {
    use super::verdicts;

    #[test]
    fn verdicts_are_read_from_what_the_program_says() {
        let said = "*** This is NuSMV\n-- specification AG (call_a -> p)  is true\n-- specification \
                    AF b  is false\n-- as demonstrated by the following execution sequence\n";
        assert_eq!(verdicts(said), [true, false]);
    }
}
