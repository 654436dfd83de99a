//! Recorded final graphs: what a whole program changed, by the executor's older rule for walking.

use crate::household::program::read_program;
use crate::household::read::Household;
use crate::household::rules::Rules;
use crate::household::run::Run;
use serde::Deserialize;

/// A final graph, as its difference to the initial one.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordedFinal {
    /// Objects with the states that they lost and gained.
    pub states: Vec<(u32, Vec<String>, Vec<String>)>,
    /// Relations that hold at the end only.
    pub add: Vec<(u32, String, u32)>,
    /// Relations that hold at the start only.
    pub del: Vec<(u32, String, u32)>,
}

/// Whether a program changes exactly what was recorded; none if a step fails.
pub fn final_agrees(
    program: &[String],
    household: Household,
    rules: Rules,
    recorded: &RecordedFinal,
) -> Option<bool> {
    let program = read_program(&program.join("\n"));
    let mut run = Run::new(household, rules);
    for line in &program.lines {
        run.step(line).ok()?;
    }
    Some(super::compare::same_effects(&run.whole(), recorded, run.scene()))
}
