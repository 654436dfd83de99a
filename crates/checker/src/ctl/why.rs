//! Why a formula holds or fails on a structure, whatever its operators: see [`crate::reasons`].

use super::sat::{Checked, CtlError, fair_model};
use super::witness::Witness;
use crate::budget::Budget;
use crate::evidence::{Rejection, recheck_reasons};
use crate::formula::{AtomId, Id, Pool};
use crate::kripke::Kripke;
use crate::reasons::{Builder, Fair, Reasons, Structure, Trouble};

impl Structure for Kripke {
    fn successors(&self, state: u32) -> &[u32] {
        self.successors(state)
    }
}

/// Why `root` holds in the first initial state, or fails in the first initial state that violates it,
/// re-checked; none if it would take more than [`crate::reasons::MOST_CLAIMS`] claims, or a path that is
/// too long to be shown. `checked` is what [`super::check`] found.
pub fn reasons(
    pool: &Pool,
    root: Id,
    kripke: &Kripke,
    label: &impl Fn(u32, AtomId) -> bool,
    fairness: &[Id],
    checked: &Checked,
    budget: &Budget<'_>,
) -> Result<Option<Reasons>, CtlError> {
    let model = fair_model(pool, kripke, label, fairness, budget)?;
    let sat = &checked.sat;
    let failing = kripke.initial().iter().copied().find(|&state| !sat.has(root, state));
    let state = failing.unwrap_or(kripke.initial()[0]);
    let witness = Witness { pool, model: &model, sat };
    let value = |id: Id, state: u32| sat.states(id).map(|set| set.contains(state as usize));
    let path = |id: Id, state: u32| {
        witness.of(id, state).map_err(|error| match error {
            CtlError::Limit(limit) => Trouble::Limit(limit),
            _ => Trouble::Internal("a path could not be found"),
        })
    };
    let fair = Fair { states: &model.fair, constraints: &model.constraints };
    let builder = Builder {
        pool,
        structure: kripke,
        value: &value,
        path: &path,
        fair: (!fairness.is_empty()).then_some(fair),
        budget,
    };
    let found = builder.build(root, state).map_err(|trouble| match trouble {
        Trouble::Limit(limit) => CtlError::Limit(limit),
        Trouble::Internal(what) => CtlError::Internal { what },
    })?;
    if let Some(found) = &found {
        let holds = failing.is_none();
        recheck_reasons(pool, root, kripke, label, fairness, state, holds, found, budget).map_err(
            |rejection| match rejection {
                Rejection::Claim(what) => CtlError::Internal { what },
                Rejection::Limit(limit) => CtlError::Limit(limit),
            },
        )?;
    }
    Ok(found)
}
