//! The vocabulary of symbolic households: states, relations and actions of [`crate::household`].
//!
//! Opposites are two predicates, not one and its negation: an object of which a scene says neither that
//! it is open nor that it is closed is neither. Where a name is also one of the AI2-THOR vocabulary it
//! means the same, so that a rule over `on`, `inside`, `held` can be checked on both.

use super::{Meaning, Predicate, Sort, Vocabulary};
use crate::household::Action;

/// A row: name, how many arguments, whether their order does not matter, aliases, words.
type Row = (&'static str, usize, bool, &'static str, &'static str);

#[rustfmt::skip]
const PREDICATES: &[Row] = &[
    ("clean", 1, false, "ISCLEAN", "is clean"),
    ("closed", 1, false, "ISCLOSED", "is closed"),
    ("dirty", 1, false, "ISDIRTY", "is dirty"),
    ("lying", 1, false, "", "lies"),
    ("off", 1, false, "ISOFF POWERED_OFF", "is switched off"),
    ("on", 1, false, "ISON TOGGLED_ON POWERED_ON", "is switched on"),
    ("open", 1, false, "ISOPEN OPENED", "is open"),
    ("plugged_in", 1, false, "", "is plugged in"),
    ("plugged_out", 1, false, "UNPLUGGED", "is unplugged"),
    ("sitting", 1, false, "", "sits"),
    ("held", 1, false, "HOLDING ISHELD", "is held by the agent"),
    ("holds", 2, false, "", "holds"),
    ("holds_lh", 2, false, "", "holds in the left hand"),
    ("holds_rh", 2, false, "", "holds in the right hand"),
    ("near", 2, true, "CLOSE NEXT_TO", "is within reach of"),
    ("facing", 2, false, "", "faces"),
    ("inside", 2, false, "IN IS_IN", "is inside"),
    ("ontop", 2, false, "ON_TOP_OF", "is on top of, or worn by"),
    ("between", 2, false, "", "leads to"),
];

/// The vocabulary made of the table.
pub(super) fn vocabulary() -> Vocabulary {
    let mut words = Vocabulary { name: "household".to_owned(), ..Vocabulary::default() };
    for &(name, args, symmetric, aliases, text) in PREDICATES {
        words.declare(Predicate {
            name: name.into(),
            args: vec![Sort::Thing; args],
            symmetric,
            numeric: false,
            aliases: aliases.split_whitespace().map(str::to_owned).collect(),
            negated: Vec::new(),
            meaning: Meaning::Listed,
            threshold: None,
            words: text.to_owned(),
        });
    }
    for action in Action::ALL {
        words.declare_action(&action.name().to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::household::{ObjectState, Relation, Term};

    #[test]
    fn every_state_and_relation_is_a_predicate() {
        let words = vocabulary();
        for state in ObjectState::ALL {
            assert_eq!(words.predicate(state.name()).unwrap().0.args.len(), 1);
        }
        for relation in Relation::ALL {
            let name = match relation {
                // One name, two meanings: the relation has a name of its own in facts.
                Relation::On => "ontop",
                // No scene has it.
                Relation::Sitting => continue,
                other => other.name(),
            };
            let (predicate, negated) = words.predicate(name).unwrap();
            assert_eq!((predicate.args.len(), negated), (2, false), "{name}");
        }
    }
}
