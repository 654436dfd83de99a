//! Determinisation: from a Büchi automaton to a deterministic parity automaton.
//!
//! A state is a Safra tree with nodes named by age. Every step branches off what an accepting
//! transition reaches, keeps each state in the eldest branch that has it, and lets a node whose
//! children hold all it holds swallow them (it *flashes*). The word is accepted if some node lives for
//! ever and flashes for ever; the eldest event of a step is its priority.
//!
//! ```
//! use vedette_checker::automata::parity::parity_automaton;
//! use vedette_checker::budget::Budget;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::{Reading, Word};
//!
//! let mut f = parse("F G a", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let machine = parity_automaton(&f.pool, f.root, &Budget::default()).unwrap();
//! for (text, accepted) in [("!a; cycle{a}", true), ("cycle{a; !a}", false)] {
//!     let Word::Lasso(word) = Word::parse(text, &mut f.pool).unwrap() else { unreachable!() };
//!     assert_eq!(machine.least_repeated(&word) % 2 == 0, accepted);
//! }
//! ```
//!
//! # Why this construction
//!
//! The hierarchy of Manna and Pnueli is about deterministic automata, so there is no way round a
//! determinisation for formulas that are no obligations. Safra's trees with Piterman's names (LMCS
//! 2007) give parity at once; with parity, "recurrence" and "persistence" are questions about nested
//! cycles. (`tests/automata_words.rs` holds it against the plain evaluator.)

use super::degeneralize::one_set;
use super::deterministic::{Machine, Rows};
use super::simulation::reduce;
use super::table::Table;
use super::translate::{NotBuilt, Translation};
use crate::budget::{Budget, Limit};
use crate::formula::{Id, Pool};
use crate::words::{Lasso, Reading};
use fixedbitset::FixedBitSet;

/// A node: its parent, which is older, and the states it holds. Nodes are in order of age.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node {
    parent: usize,
    holds: FixedBitSet,
}

/// The nodes, eldest first, with the priority of the step that led here.
type Tree = (Vec<Node>, usize);

/// The deterministic parity automaton of `root` over infinite words: the colour of a state is the
/// priority of the steps into it, and a word is accepted if the least one that comes again and again
/// is even.
pub fn parity_automaton(
    pool: &Pool,
    root: Id,
    budget: &Budget<'_>,
) -> Result<Machine<usize>, NotBuilt> {
    let mut general = Translation::new(pool, root, Reading::Infinite)?.automaton(budget)?;
    reduce(&mut general, budget)?;
    let mut plain = one_set(&general, budget)?;
    let table = Table::of(&mut plain)?;
    let rows = parity(&table, budget)?.minimal(budget)?;
    Ok(rows.machine(plain.atoms, plain.guards, &table.blocks))
}

impl Machine<usize> {
    /// The least colour that comes again and again when `word` is read.
    pub fn least_repeated(&self, word: &Lasso) -> usize {
        let mut state = self.run(&word.prefix);
        // After as many rounds as there are states, the states at the begin of a round repeat.
        for _ in 0..self.states() {
            state = self.run_from(state, &word.cycle);
        }
        let begin = state;
        let mut least = usize::MAX;
        loop {
            for letter in &word.cycle {
                state = self.step(state, letter);
                least = least.min(self.colours[state]);
            }
            if state == begin {
                return least;
            }
        }
    }
}

/// The deterministic parity automaton of a table with one acceptance set. The colour of a state is the
/// priority of every step *into* it; a run is accepted if the least one that comes for ever is even.
pub(super) fn parity(table: &Table, budget: &Budget<'_>) -> Result<Rows<usize>, Limit> {
    let count = table.moves.len();
    let mut all = FixedBitSet::with_capacity(count);
    let mut start = Vec::new();
    if count > 0 {
        all.insert(0);
        start.push(Node { parent: 0, holds: all });
    }
    let nothing = 2 * count + 3;
    let step = |tree: &Tree, block: usize| step(table, &tree.0, block, nothing);
    let (rows, _) =
        Rows::explore((start, nothing), table.blocks.len(), budget, step, |tree| tree.1)?;
    Ok(rows)
}

fn step(table: &Table, tree: &[Node], block: usize, nothing: usize) -> Tree {
    let count = table.moves.len();
    let reach = |from: &FixedBitSet, accepting: bool| {
        let mut to = FixedBitSet::with_capacity(count);
        for state in from.ones() {
            for &(target, marks) in &table.moves[state][block] {
                if !accepting || marks & 1 == 1 {
                    to.insert(target);
                }
            }
        }
        to
    };
    let mut nodes: Vec<Node> =
        tree.iter().map(|n| Node { parent: n.parent, holds: reach(&n.holds, false) }).collect();
    for (name, node) in tree.iter().enumerate() {
        nodes.push(Node { parent: name, holds: reach(&node.holds, true) });
    }
    // Every state stays in the eldest branch only; parents come before their children.
    let mut claimed = vec![FixedBitSet::with_capacity(count); nodes.len()];
    for name in 1..nodes.len() {
        let parent = nodes[name].parent;
        let (before, rest) = nodes.split_at_mut(name);
        rest[0].holds.intersect_with(&before[parent].holds);
        rest[0].holds.difference_with(&claimed[parent]);
        claimed[parent].union_with(&rest[0].holds);
    }
    let mut flashes: Vec<bool> = nodes
        .iter()
        .zip(&claimed)
        .map(|(n, children)| !n.holds.is_clear() && n.holds == *children)
        .collect();
    // What a flashing node held below it is gone.
    let mut gone: Vec<bool> = nodes.iter().map(|node| node.holds.is_clear()).collect();
    for name in 1..nodes.len() {
        let parent = nodes[name].parent;
        if gone[parent] || flashes[parent] {
            gone[name] = true;
            flashes[name] = false;
        }
    }
    let event = (0..tree.len()).find(|&name| gone[name] || flashes[name]);
    // Of one name, an end weighs more than a flash: another node may carry the name tomorrow.
    let priority = event.map_or(nothing, |name| 2 * name + if gone[name] { 1 } else { 2 });
    let mut names = vec![0; nodes.len()];
    let mut kept: Vec<Node> = Vec::new();
    for (name, node) in nodes.into_iter().enumerate() {
        if !gone[name] {
            names[name] = kept.len();
            kept.push(Node { parent: names[node.parent], holds: node.holds });
        }
    }
    (kept, priority)
}

/// Whether some reachable accepting cycle lies within a larger cycle that rejects. If none does, and
/// only then, a deterministic Büchi automaton accepts the language (Landweber 1969). With `flipped`,
/// the same question with accepting and rejecting exchanged.
pub(super) fn alternates(
    rows: &Rows<usize>,
    flipped: bool,
    budget: &Budget<'_>,
) -> Result<bool, Limit> {
    let inner = usize::from(flipped);
    let mut priorities: Vec<usize> = rows.colours.clone();
    priorities.sort_unstable();
    priorities.dedup();
    // The larger cycle has the smaller least priority, of the other parity.
    for &outer in priorities.iter().filter(|&&p| p % 2 != inner) {
        for members in cycles_from(rows, outer, |_| true) {
            budget.tick()?;
            if !members.iter().any(|&state| rows.colours[state] == outer) {
                continue;
            }
            let mut within = vec![false; rows.rows.len()];
            for &state in &members {
                within[state] = true;
            }
            for &least in priorities.iter().filter(|&&p| p > outer && p % 2 == inner) {
                budget.tick()?;
                let has = |cycle: Vec<usize>| cycle.iter().any(|&s| rows.colours[s] == least);
                if cycles_from(rows, least, |s| within[s]).into_iter().any(has) {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

/// The components with a cycle among states `within` whose priority is `least` or more.
fn cycles_from(
    rows: &Rows<usize>,
    least: usize,
    within: impl Fn(usize) -> bool,
) -> Vec<Vec<usize>> {
    let inside = |state: usize| rows.colours[state] >= least && within(state);
    let mut steps = Vec::new();
    for (state, row) in rows.rows.iter().enumerate().filter(|(s, _)| inside(*s)) {
        steps.extend(row.iter().filter(|&&t| inside(t)).map(|&t| (state, t)));
    }
    let components = super::explicit::components(rows.rows.len(), steps.iter().copied());
    let of = super::explicit::component_of(rows.rows.len(), &components);
    let mut cyclic = vec![false; components.len()];
    for &(from, to) in &steps {
        cyclic[of[from]] |= of[from] == of[to];
    }
    components.into_iter().zip(cyclic).filter(|(_, cyclic)| *cyclic).map(|(m, _)| m).collect()
}
