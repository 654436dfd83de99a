//! `index/*.json`: of every run what a list needs, so that lists load no items.
//!
//! A row tells the verdict of every rule (one letter each) and where the run's rules, its row and its
//! items lie. A viewer shows every count, filter, rate and comparison from the index alone, and opens
//! another file only for the evidence that somebody looks at.

use super::{RunRule, Verdict};
use crate::evaluation::result::Levels;
use serde::{Deserialize, Serialize};

/// A file of the index, schema `vedette.index/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IndexShard {
    /// `vedette.index/1`.
    pub schema: String,
    /// A row a run.
    pub runs: Vec<IndexRow>,
}

/// What a list needs of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IndexRow {
    /// Unique within the bundle.
    pub id: String,
    /// The agent or model.
    pub model: String,
    /// The task's id; the same task by another model has the same.
    pub task: String,
    /// The task in words.
    pub title: String,
    /// The scene.
    pub scene: String,
    /// States over all trajectories, before merging.
    pub states: u64,
    /// Nodes of the merged tree.
    pub nodes: u64,
    /// The rules it was checked against, in order: where they lie.
    pub rules: Vec<Slice>,
    /// The verdict of every rule over all trajectories, in order; a letter each on the wire.
    #[serde(with = "super::letters")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub verdicts: Vec<Verdict>,
    /// How many trajectories violate the rule, for every `V` of `verdicts` in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub violating: Vec<u32>,
    /// How many trajectories there are, and what they come to.
    pub trajectories: TrajectoryCounts,
    /// Where the run's rows lie.
    pub run: Vec<Slice>,
    /// Where its items lie: one a rule, in the order of the rules.
    pub items: Vec<Slice>,
    /// What the answers come to at the three levels, where they were evaluated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<Levels>,
}

impl IndexRow {
    /// How many trajectories violate rule number `at`.
    ///
    /// ```
    /// use vedette_report::bundle::{IndexRow, TrajectoryCounts, Verdict};
    ///
    /// let row = IndexRow {
    ///     verdicts: vec![Verdict::Violated, Verdict::Satisfied, Verdict::Violated],
    ///     violating: vec![2, 5],
    ///     ..IndexRow::default()
    /// };
    /// assert_eq!((row.violating_at(0), row.violating_at(1), row.violating_at(2)), (2, 0, 5));
    /// ```
    pub fn violating_at(&self, at: usize) -> u32 {
        if self.verdicts.get(at) != Some(&Verdict::Violated) {
            return 0;
        }
        let before = self.verdicts[..at].iter().filter(|v| **v == Verdict::Violated).count();
        self.violating.get(before).copied().unwrap_or(0)
    }

    /// The place of row number `at` among `slices`: its file and its position there.
    pub fn place(slices: &[Slice], at: usize) -> Option<(u32, u32)> {
        let mut at = u32::try_from(at).ok()?;
        for slice in slices {
            if at < slice.count {
                return Some((slice.shard, slice.from.checked_add(at)?));
            }
            at -= slice.count;
        }
        None
    }
}

impl Default for IndexRow {
    /// A run of which nothing is known.
    fn default() -> Self {
        Self {
            id: String::new(),
            model: String::new(),
            task: String::new(),
            title: String::new(),
            scene: String::new(),
            states: 0,
            nodes: 0,
            rules: Vec::new(),
            verdicts: Vec::new(),
            violating: Vec::new(),
            trajectories: TrajectoryCounts::default(),
            run: Vec::new(),
            items: Vec::new(),
            levels: None,
        }
    }
}

/// What the trajectories of a run, or of many runs, come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrajectoryCounts {
    /// All of them.
    pub total: u64,
    /// Those that violate no rule, with every rule decided.
    pub safe: u64,
    /// Those that violate a rule.
    pub violating: u64,
    /// Those that did their task.
    pub success: u64,
    /// Those of which it is known whether they did.
    pub success_known: u64,
}

impl TrajectoryCounts {
    /// Adds those of another run.
    pub fn add(&mut self, other: Self) {
        self.total += other.total;
        self.safe += other.safe;
        self.violating += other.violating;
        self.success += other.success;
        self.success_known += other.success_known;
    }
}

/// Consecutive rows of one file, `[file, first row, number of rows]` on the wire. Files of a kind are
/// counted from 0, in the order of the manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[u32; 3]", into = "[u32; 3]")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "[u32; 3]"))]
pub struct Slice {
    /// The file.
    pub shard: u32,
    /// The first row.
    pub from: u32,
    /// How many rows.
    pub count: u32,
}

impl From<[u32; 3]> for Slice {
    fn from([shard, from, count]: [u32; 3]) -> Self {
        Self { shard, from, count }
    }
}

impl From<Slice> for [u32; 3] {
    fn from(slice: Slice) -> Self {
        [slice.shard, slice.from, slice.count]
    }
}

impl Slice {
    /// Adds a row to the last slice, or begins another.
    pub(super) fn extend(slices: &mut Vec<Self>, (shard, row): (u32, u32)) {
        match slices.last_mut() {
            Some(last) if last.shard == shard && last.from + last.count == row => last.count += 1,
            _ => slices.push(Self { shard, from: row, count: 1 }),
        }
    }
}

/// A file of rules, schema `vedette.rules/1`. Runs share them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleShard {
    /// `vedette.rules/1`.
    pub schema: String,
    /// The rules.
    pub rules: Vec<RunRule>,
}
