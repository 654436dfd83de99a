//! The labels of definitions: the least solution of "at least my own, at least those I am made of".

use super::{Def, DefId};
use crate::provenance::{Level, Readers};
use vedette_checker::budget::{Budget, Limit};

/// The label and readers of each definition. A work list: linear in the graph times the height of the
/// lattice, with loops or without.
pub(super) fn solve(defs: &[Def], budget: &Budget<'_>) -> Result<Vec<(Level, Readers)>, Limit> {
    let mut values: Vec<(Level, Readers)> =
        defs.iter().map(|def| (def.level, def.readers)).collect();
    let mut users: Vec<Vec<u32>> = vec![Vec::new(); defs.len()];
    for (index, def) in defs.iter().enumerate() {
        for &DefId(from) in &def.from {
            users[from as usize].push(index as u32);
        }
    }
    let mut open: Vec<u32> = (0..defs.len() as u32).rev().collect();
    while let Some(from) = open.pop() {
        budget.tick()?;
        let (level, readers) = values[from as usize];
        for &user in &users[from as usize] {
            let value = &mut values[user as usize];
            let joined = (value.0.max(level), value.1.max(readers));
            if joined != *value {
                *value = joined;
                open.push(user);
            }
        }
    }
    Ok(values)
}
