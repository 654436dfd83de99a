//! How far two people agree, where they do not, and what stands in the end.
//!
//! ```
//! use vedette_annotate::agreement::{Standing, agreement, standing};
//! use vedette_annotate::{Decision, Log, Role, What, Writer, fold};
//!
//! let mut log = Log::default();
//! for (who, role, said) in [
//!     ("ann", Role::Label, ["accept", "accept"]),
//!     ("bea", Role::Label, ["accept", "reject"]),
//! ] {
//!     let mut writer = Writer::new(who, "s", &log).unwrap();
//!     for (item, said) in ["1", "2"].into_iter().zip(said) {
//!         let decision = if said == "accept" { Decision::Accept } else { Decision::Reject };
//!         log.insert(writer.event(1, role, Some(item), What::Decision { decision, replaces: vec![] }));
//!     }
//! }
//! let state = fold(&log);
//! let found = agreement(&state, "ann", "bea", Role::Label);
//! assert_eq!(found.overall.same.to_string(), "1/2 = 50.0 % (9.5–90.5 %)");
//! assert_eq!(found.disagreements[0].item, "2");
//! assert_eq!(standing(&state.items["1"]).0, Standing::Agreed);
//! assert_eq!(standing(&state.items["2"]).0, Standing::Disputed);
//! ```
//!
//! # What counts as agreeing
//! Two judgements agree in κ and in the table if they are of the same name. Two different repairs are both a
//! repair there, for κ needs a fixed set of categories; but they are no agreement on the formula, so they
//! stand in the list of disagreements, and the item is disputed. Items that only one of them judged, or
//! skipped, do not count.

use crate::event::{Decision, Role};
use crate::kappa::{Kappa, kappa};
use crate::state::{Held, ItemState, State};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use vedette_report::rates::Rate;

/// The judgements that are compared, in the order of the table.
pub const NAMES: [&str; 4] = ["accept", "repair", "reject", "unclear"];

/// How far two people agree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// The first: the rows of the table.
    pub first: String,
    /// The second: the columns.
    pub second: String,
    /// In which role both judged.
    pub role: Role,
    /// Over all items that both judged.
    pub overall: Share,
    /// How often the first said [`NAMES`]`[row]` and the second `[column]`.
    pub table: Vec<Vec<u64>>,
    /// By category of the item, in the order of the items; items without one are under the empty name.
    pub categories: Vec<(String, Share)>,
    /// Where they differ.
    pub disagreements: Vec<Disagreement>,
}

/// Agreement over some items.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// How many judgements are of the same name.
    pub same: Rate,
    /// Beyond chance, where that means something.
    pub kappa: Option<Kappa>,
}

/// An item on which two people differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disagreement {
    /// The item.
    pub item: String,
    /// What the first says.
    pub first: Decision,
    /// What the second says.
    pub second: Decision,
    /// What a judge decided, if one did.
    pub settled: Option<Decision>,
}

/// What stands in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// A judge decided.
    Settled,
    /// At least two judged it, and alike.
    Agreed,
    /// One judged it.
    Single,
    /// Those who judged it differ, or one of them differs from himself.
    Disputed,
    /// Nobody judged it.
    Open,
}

impl Standing {
    /// A stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Settled => "settled",
            Self::Agreed => "agreed",
            Self::Single => "single",
            Self::Disputed => "disputed",
            Self::Open => "open",
        }
    }
}

/// What stands of an item, and the judgement if there is one.
pub fn standing(state: &ItemState) -> (Standing, Option<&Decision>) {
    if let Some(held) = state.settled() {
        return (Standing::Settled, Some(&held.decision));
    }
    let judged =
        || state.opinions.iter().filter(|o| o.role != Role::Judge && o.decided().is_some());
    let decisions = || judged().filter_map(|opinion| opinion.decided()).map(|held| &held.decision);
    let Some(first) = decisions().next() else { return (Standing::Open, None) };
    let rivals = judged().any(|opinion| !opinion.rivals.is_empty());
    if rivals || decisions().any(|other| !alike(first, other)) {
        return (Standing::Disputed, None);
    }
    let mut people: Vec<&str> = judged().map(|opinion| opinion.annotator.as_str()).collect();
    people.dedup();
    let standing = if people.len() > 1 { Standing::Agreed } else { Standing::Single };
    (standing, Some(first))
}

/// Whether two judgements say the same; repairs are compared as texts, blanks aside.
fn alike(first: &Decision, second: &Decision) -> bool {
    match (first, second) {
        (Decision::Repair { formula: a }, Decision::Repair { formula: b }) => {
            a.split_whitespace().eq(b.split_whitespace())
        }
        _ => first == second,
    }
}

/// How far two annotators agree in a role.
pub fn agreement(state: &State, first: &str, second: &str, role: Role) -> Agreement {
    let mut table = empty();
    let mut categories: IndexMap<String, Vec<Vec<u64>>, FxBuildHasher> = IndexMap::default();
    let mut disagreements = Vec::new();
    for (id, item) in &state.items {
        let said = |who: &str| item.opinion(who, role).and_then(|opinion| opinion.decided());
        let (Some(a), Some(b)) = (said(first), said(second)) else { continue };
        let (Some(row), Some(column)) = (place(a), place(b)) else { continue };
        let category = item.item.as_ref().and_then(|item| item.category.clone());
        let own = categories.entry(category.unwrap_or_default()).or_insert_with(empty);
        for table in [&mut table, own] {
            table[row][column] += 1;
        }
        if !alike(&a.decision, &b.decision) {
            disagreements.push(Disagreement {
                item: id.clone(),
                first: a.decision.clone(),
                second: b.decision.clone(),
                settled: item.settled().map(|held| held.decision.clone()),
            });
        }
    }
    let categories = categories.into_iter().map(|(name, table)| (name, share(&table))).collect();
    Agreement {
        first: first.to_owned(),
        second: second.to_owned(),
        role,
        overall: share(&table),
        table,
        categories,
        disagreements,
    }
}

/// All pairs of those who judged anything in a role.
pub fn pairs(state: &State, role: Role) -> Vec<Agreement> {
    let names = state.annotators(role);
    let mut all = Vec::new();
    for (at, first) in names.iter().enumerate() {
        for second in &names[at + 1..] {
            all.push(agreement(state, first, second, role));
        }
    }
    all
}

fn empty() -> Vec<Vec<u64>> {
    vec![vec![0; NAMES.len()]; NAMES.len()]
}

fn place(held: &Held) -> Option<usize> {
    NAMES.iter().position(|name| *name == held.decision.name())
}

fn share(table: &[Vec<u64>]) -> Share {
    let same = (0..table.len()).map(|at| table[at][at]).sum();
    let total = table.iter().flatten().sum();
    Share { same: Rate::new(same, total), kappa: kappa(table) }
}
