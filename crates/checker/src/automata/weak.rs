//! Minimal weak deterministic automata, and with them the obligations.
//!
//! A language is an *obligation* (a Boolean combination of safety and guarantee) exactly if a weak
//! deterministic automaton accepts it: one whose components are either all accepting or all
//! rejecting. Such a language has one minimal automaton, as regular languages do.
//!
//! ```
//! use vedette_checker::automata::explicit::{Acceptance, automaton};
//! use vedette_checker::budget::Budget;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let text = "F(p & X(q & X F r))";
//! let f = parse(text, Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let a = automaton(&f.pool, f.root, Acceptance::States, &Budget::default()).unwrap();
//! assert_eq!(a.states(), 4);
//! ```
//!
//! # How
//!
//! Subsets of an automaton for φ refine the right congruence of the language; if it is an obligation,
//! each component of the subset automaton accepts all of its cycles or none (Dax, Eisinger & Klaedtke,
//! *Mechanizing the powerset construction for restricted classes of ω-automata*, ATVA 2007). So one
//! cycle of each component is judged, and the resulting weak automaton is compared with φ and !φ: it
//! is right exactly if φ is an obligation. Minimisation is Löding's (IPL 2001): colour each state by
//! the number of alternations ahead, then refine. The test needs an automaton of !φ, which for
//! formulas costs no complementation.

use super::deterministic::Rows;
use super::explicit::{Automaton, Edge, component_of, components, has_accepting_component};
use super::monitor::live_tables;
use super::simulation::trim;
use super::table::Table;
use super::translate::{NotBuilt, merged};
use crate::budget::Budget;

/// The minimal weak deterministic automaton, if the language of `yes` is an obligation and it has at
/// most `most` states; `no` accepts exactly the other words. It is trimmed: a state that rejects all
/// is not there.
pub fn minimal_weak(
    yes: &Automaton,
    no: &Automaton,
    most: usize,
    budget: &Budget<'_>,
) -> Result<Option<Automaton>, NotBuilt> {
    let mut yes = yes.clone();
    let all = [yes.all(), no.all()];
    let tables = live_tables(&mut yes, no.clone())?;
    let Some(rows) = weak_rows(&tables, all, budget)? else { return Ok(None) };
    let rows = rows.minimal(budget)?;
    if rows.rows.len() > most + 1 {
        return Ok(None);
    }
    let mut guards = yes.guards;
    let edges = rows.rows.iter().zip(&rows.colours).map(|(row, colour)| {
        let marks = u64::from(colour % 2 == 0);
        let steps = row.iter().zip(&tables[0].blocks);
        let edges = steps.map(|(&target, &guard)| Edge { target, marks, guard });
        merged(&mut guards, edges.collect())
    });
    let edges = edges.collect();
    let mut weak =
        Automaton { atoms: yes.atoms, guards, start: 0, sets: 1, edges, state_based: true };
    trim(&mut weak);
    Ok(Some(weak))
}

/// A weak automaton for the first table, complement of the second; none if it is no obligation.
/// Colours are alternations ahead: even accepts.
pub(super) fn weak_rows(
    [yes, no]: &[Table; 2],
    [all_yes, all_no]: [u64; 2],
    budget: &Budget<'_>,
) -> Result<Option<Rows<usize>>, NotBuilt> {
    let start = if yes.moves.is_empty() { Vec::new() } else { vec![0] };
    let step = |from: &Vec<usize>, block: usize| yes.step(from, block);
    let (subsets, states) = Rows::explore(start, yes.blocks.len(), budget, step, |_| ())?;
    let steps = |rows: &[Vec<usize>]| {
        let steps = rows.iter().enumerate();
        steps.flat_map(|(s, row)| row.iter().map(move |&t| (s, t))).collect::<Vec<_>>()
    };
    let components = components(states.len(), steps(&subsets.rows).into_iter());
    let of = component_of(states.len(), &components);
    // Successors come first: the alternations ahead of each component.
    let mut colour = vec![0; components.len()];
    for (number, members) in components.iter().enumerate() {
        budget.tick()?;
        let targets = members.iter().flat_map(|&s| &subsets.rows[s]).map(|&t| of[t]);
        let ahead = targets.filter(|&t| t != number).map(|t| colour[t]).max();
        colour[number] = match cycle(&subsets.rows, &of, members[0]) {
            None => ahead.expect("a state without a cycle leads on"),
            Some(word) => {
                let accepts = accepts_cycle(yes, &states[members[0]], &word, all_yes);
                let ahead = ahead.unwrap_or(0);
                ahead + usize::from((ahead % 2 == 0) != accepts)
            }
        };
    }
    let colours: Vec<usize> = of.iter().map(|&component| colour[component]).collect();
    // Right exactly if it accepts no word of !φ and refuses none of φ.
    let rows = Rows { colours, rows: subsets.rows };
    let right =
        !meets(&rows, true, no, all_no, budget)? && !meets(&rows, false, yes, all_yes, budget)?;
    Ok(right.then_some(rows))
}

/// The blocks on a shortest cycle through `state` within its component.
fn cycle(rows: &[Vec<usize>], of: &[usize], state: usize) -> Option<Vec<usize>> {
    let mut from: Vec<Option<(usize, usize)>> = vec![None; rows.len()];
    let mut queue = std::collections::VecDeque::from([state]);
    while let Some(at) = queue.pop_front() {
        for (block, &target) in rows[at].iter().enumerate() {
            if of[target] != of[state] || from[target].is_some() {
                continue;
            }
            from[target] = Some((at, block));
            if target == state {
                let mut word = Vec::new();
                let mut back = state;
                loop {
                    let (before, block) = from[back].expect("on the search tree");
                    word.push(block);
                    back = before;
                    if back == state {
                        word.reverse();
                        return Some(word);
                    }
                }
            }
            queue.push_back(target);
        }
    }
    None
}

/// Whether `word`, repeated for ever, is accepted from one of `states`.
fn accepts_cycle(table: &Table, states: &[usize], word: &[usize], all: u64) -> bool {
    let index = |state: usize, position: usize| state * word.len() + position;
    let mut steps = Vec::new();
    let mut reached = vec![false; table.moves.len() * word.len()];
    let mut stack: Vec<(usize, usize)> = states.iter().map(|&state| (state, 0)).collect();
    for &state in states {
        reached[index(state, 0)] = true;
    }
    while let Some((state, position)) = stack.pop() {
        let next = (position + 1) % word.len();
        for &(target, marks) in &table.moves[state][word[position]] {
            steps.push((index(state, position), index(target, next), marks));
            if !std::mem::replace(&mut reached[index(target, next)], true) {
                stack.push((target, next));
            }
        }
    }
    has_accepting_component(reached.len(), &steps, all)
}

/// Whether some word is accepted by `table` and, as `accepted` says, accepted or refused by the weak
/// machine.
fn meets(
    weak: &Rows<usize>,
    accepted: bool,
    table: &Table,
    all: u64,
    budget: &Budget<'_>,
) -> Result<bool, NotBuilt> {
    if table.moves.is_empty() {
        return Ok(false);
    }
    let width = table.moves.len();
    let wanted = |state: usize| (weak.colours[state].is_multiple_of(2)) == accepted;
    let mut steps = Vec::new();
    let mut reached = vec![false; weak.rows.len() * width];
    reached[0] = true;
    let mut stack = vec![(0, 0)];
    while let Some((w, t)) = stack.pop() {
        budget.state()?;
        for (block, &next) in weak.rows[w].iter().enumerate() {
            for &(target, marks) in &table.moves[t][block] {
                // Colours never change within a component, so where they differ nothing repeats.
                if wanted(w) && wanted(next) {
                    steps.push((w * width + t, next * width + target, marks));
                }
                if !std::mem::replace(&mut reached[next * width + target], true) {
                    stack.push((next, target));
                }
            }
        }
    }
    Ok(has_accepting_component(reached.len(), &steps, all))
}
