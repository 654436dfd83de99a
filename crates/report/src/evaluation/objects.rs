//! Which objects a prompt lists: a scene of hundreds of objects is cut to what matters for a task.
//!
//! ```
//! use vedette_report::evaluation::{objects::relevant, task::TaskSet};
//!
//! let set = TaskSet::read(include_bytes!("../../../../packs/tasks/sample.json"), "sample").unwrap();
//! let task = &set.tasks[0];
//! let names: Vec<_> = relevant(task).iter().map(|&slot| task.household.scene.name(slot).clone()).collect();
//! assert!(names.iter().any(|name| &**name == "stove.4"));
//! ```
//!
//! # Which
//! Up to [`ALL`] objects, all of them. In larger scenes: what the goal, a rule or the reference program
//! names, everything that these are in or on, and the rooms. The paper keeps what its safety database
//! calls critical and what the goal changes (Algorithm 3); here the rules of the task say what is
//! critical, so that a prompt never hides an object that a verdict rests on.

use super::task::Task;
use rustc_hash::FxHashSet;
use vedette_checker::formula::{Atom, Formula, Node, Number, Term};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;
use vedette_worlds::household::{Relation, Slot, read_step};

/// Scenes of up to so many objects are listed whole.
pub const ALL: usize = 60;

/// The names that stand as arguments in a formula, each once, in order.
pub fn names(formula: &Formula) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut take = |terms: &[Term]| {
        for term in terms {
            if let Term::Name(symbol) | Term::Placeholder(symbol) = term {
                let name = formula.pool.name(*symbol);
                if found.iter().all(|known| known != name) {
                    found.push(name.to_owned());
                }
            }
        }
    };
    for id in formula.nodes() {
        let Node::Atom(atom) = formula.pool.node(id) else { continue };
        match formula.pool.atom(atom) {
            Atom::Fact(fact) => take(&fact.args),
            Atom::Compare { left, right, .. } => {
                for side in [left, right] {
                    if let Number::Value(value) = side {
                        take(&value.args);
                    }
                }
            }
        }
    }
    found
}

/// The objects that a prompt about the task lists, ascending.
pub fn relevant(task: &Task) -> Vec<Slot> {
    let scene = &task.household.scene;
    let all: Vec<Slot> = scene.slots().filter(|&slot| slot != scene.character()).collect();
    if all.len() <= ALL {
        return all;
    }
    let mut wanted: FxHashSet<String> = FxHashSet::default();
    let rules = task.rules.rules.iter().map(|rule| match &rule.text {
        vedette_worlds::rules::RuleText::Formula(text)
        | vedette_worlds::rules::RuleText::Rule(text) => text,
    });
    for text in rules.chain([&task.goal]) {
        wanted.extend(names(&parse(text, Dialect::Vedette, Reading::Finite).formula));
    }
    for line in &task.reference {
        for arg in read_step(line, 1).map(|step| step.args).unwrap_or_default() {
            wanted.extend(scene.slot(arg.id).map(|slot| scene.name(slot).to_string()));
        }
    }
    let named = |slot: Slot| wanted.contains(&**scene.name(slot)) || scene.node(slot).is_room();
    let mut kept: FxHashSet<Slot> = all.iter().copied().filter(|&slot| named(slot)).collect();
    // What they are in or on, all the way out.
    let mut open: Vec<Slot> = kept.iter().copied().collect();
    while let Some(slot) = open.pop() {
        let edges = task.household.state.edges_of(slot);
        for edge in edges.filter(|e| matches!(e.relation, Relation::Inside | Relation::On)) {
            if edge.to != scene.character() && kept.insert(edge.to) {
                open.push(edge.to);
            }
        }
    }
    all.into_iter().filter(|slot| kept.contains(slot)).collect()
}
