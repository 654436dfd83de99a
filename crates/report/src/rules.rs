//! The rules of a bundle, shared by its runs.

use crate::bundle::{IndexRow, RunRule};

/// The rules, file by file; a file that could not be read is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    shards: Vec<Vec<RunRule>>,
}

impl Rules {
    /// Takes the rules of file number `shard`.
    pub fn insert(&mut self, shard: usize, rules: Vec<RunRule>) {
        if self.shards.len() <= shard {
            self.shards.resize_with(shard + 1, Vec::new);
        }
        self.shards[shard] = rules;
    }

    /// The rule at a place.
    pub fn get(&self, (shard, row): (u32, u32)) -> Option<&RunRule> {
        self.shards.get(shard as usize)?.get(row as usize)
    }

    /// Rule number `at` of a run.
    pub fn at(&self, row: &IndexRow, at: usize) -> Option<&RunRule> {
        self.get(IndexRow::place(&row.rules, at)?)
    }

    /// The rules of a run, one for each of its verdicts; none where a file is missing.
    pub fn of<'a>(&'a self, row: &'a IndexRow) -> impl Iterator<Item = Option<&'a RunRule>> {
        let places = row.rules.iter().flat_map(|slice| {
            (0..slice.count).map(|at| (slice.shard, slice.from.saturating_add(at)))
        });
        // A forged slice may claim billions of rows: the verdicts bound it.
        places.take(row.verdicts.len()).map(|place| self.get(place))
    }

    /// All rules.
    pub fn all(&self) -> impl Iterator<Item = &RunRule> {
        self.shards.iter().flatten()
    }
}
