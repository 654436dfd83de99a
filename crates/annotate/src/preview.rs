//! What would come of merging another log, in counts, before it is done.
//!
//! ```
//! use vedette_annotate::{Decision, Log, Role, What, Writer, preview};
//!
//! let decide = |decision| What::Decision { decision, replaces: vec![] };
//! let (mut mine, mut theirs) = (Log::default(), Log::default());
//! mine.insert(
//!     Writer::new("ann", "s1", &mine).unwrap().event(1, Role::Label, Some("7"), decide(Decision::Accept)),
//! );
//! let mut elsewhere = Writer::new("ann", "s2", &theirs).unwrap();
//! theirs.insert(elsewhere.event(2, Role::Label, Some("7"), decide(Decision::Reject)));
//! theirs.insert(elsewhere.event(3, Role::Label, Some("8"), decide(Decision::Reject)));
//! let counts = preview(&mine, &theirs);
//! assert_eq!((counts.decisions.new, counts.decisions.conflicting), (1, 1));
//! assert_eq!(counts.events.new, 2);
//! ```

use crate::event::Decision;
use crate::fold::fold;
use crate::log::Log;
use serde::{Deserialize, Serialize};

/// What would come of merging.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// Events; one is conflicting if its name is here with another content.
    pub events: Counts,
    /// Items; one is conflicting if it is here with another content, which stays.
    pub items: Counts,
    /// Judgements, one an item, annotator and role; of conflicting ones both are kept.
    pub decisions: Counts,
}

/// How many of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Not here.
    pub new: usize,
    /// Here, and the same.
    pub same: usize,
    /// Here, and changed by somebody who knew what is here.
    pub updated: usize,
    /// Here, and different.
    pub conflicting: usize,
}

/// What would come of merging `theirs` into `mine`.
pub fn preview(mine: &Log, theirs: &Log) -> Preview {
    let mut counts = Preview::default();
    for event in theirs.ordered() {
        let events = &mut counts.events;
        match mine.get(&event.id) {
            [] => events.new += 1,
            here if here.contains(event) => events.same += 1,
            _ => events.conflicting += 1,
        }
    }
    let mut both = mine.clone();
    both.merge(theirs);
    let (before, other, after) = (fold(mine), fold(theirs), fold(&both));
    for (id, state) in &other.items {
        let here = before.items.get(id);
        if let Some(item) = &state.item {
            let items = &mut counts.items;
            match here.and_then(|here| here.item.as_ref()) {
                None => items.new += 1,
                Some(known) if known == item => items.same += 1,
                // An amendment makes the other content the one that counts.
                Some(_) if after.items[id].item.as_ref() == Some(item) => items.updated += 1,
                Some(_) => items.conflicting += 1,
            }
        }
        for opinion in state.opinions.iter().filter(|opinion| opinion.current.is_some()) {
            let (annotator, role) = (&opinion.annotator, opinion.role);
            let decisions = &mut counts.decisions;
            let known = here.and_then(|here| here.opinion(annotator, role));
            let known = known.and_then(|known| known.current.as_ref());
            let merged = after.items[id].opinion(annotator, role);
            let current = merged.and_then(|merged| merged.current.as_ref());
            let decision = |held: Option<&crate::state::Held>| -> Option<Decision> {
                held.map(|held| held.decision.clone())
            };
            match known {
                None => decisions.new += 1,
                Some(_) if merged.is_some_and(|merged| !merged.rivals.is_empty()) => {
                    decisions.conflicting += 1;
                }
                Some(_) if decision(known) == decision(current) => decisions.same += 1,
                Some(_) => decisions.updated += 1,
            }
        }
    }
    counts
}
