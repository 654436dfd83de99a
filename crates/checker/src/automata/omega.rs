//! Emptiness over infinite words: a lasso that a formula accepts, or none.
//!
//! ```
//! use vedette_checker::automata::kernel::{Kernel, Ref};
//! use vedette_checker::automata::omega::accepted;
//! use vedette_checker::budget::Budget;
//! use vedette_checker::words::Reading;
//!
//! let mut kernel = Kernel::new(Reading::Infinite);
//! let a = kernel.variable(0);
//! let next = kernel.next(a);
//! let not_now = kernel.and(vec![!a, next]);
//! let run = accepted(&kernel, not_now, &Budget::default()).unwrap().unwrap();
//! assert_eq!((run.prefix, run.cycle), (vec![vec![], vec![0]], vec![vec![]]));
//! let globally = kernel.globally(a);
//! let never = kernel.and(vec![!a, globally]);
//! assert_eq!(accepted(&kernel, never, &Budget::default()).unwrap(), None);
//! ```
//!
//! # Why this algorithm
//!
//! Couvreur's search (FM 1999; as presented by Couvreur, Duret-Lutz & Poitrenaud, SPIN 2005): depth
//! first, with a stack of the roots of the strongly connected components met so far, each with the
//! promises it has seen kept. It answers as soon as one component has seen all of them, handles
//! generalized acceptance without multiplying states, and visits every state once; nested searches
//! need one pass per promise. The search keeps its own stack.

use super::bits::Bits;
use super::kernel::{Kernel, Ref};
use super::layout::Layout;
use super::tableau::Tableau;
use crate::budget::{Budget, Limit};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::collections::VecDeque;

/// Letters as sets of true variables: a prefix, and a cycle that is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What comes first.
    pub prefix: Vec<Vec<u32>>,
    /// What repeats.
    pub cycle: Vec<Vec<u32>>,
}

/// A lasso that satisfies `root`, or none if no word does.
pub fn accepted(kernel: &Kernel, root: Ref, budget: &Budget<'_>) -> Result<Option<Run>, Limit> {
    let layout = Layout::new(kernel, root);
    match layout.width() {
        1 => Search::<[u64; 1]>::new(kernel, &layout, budget)?.run(root),
        2 => Search::<[u64; 2]>::new(kernel, &layout, budget)?.run(root),
        3..=4 => Search::<[u64; 4]>::new(kernel, &layout, budget)?.run(root),
        _ => Search::<Box<[u64]>>::new(kernel, &layout, budget)?.run(root),
    }
}

/// Where the search stands with a state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    /// On the stack of live states, with its number.
    Live(u32),
    Dead,
}

/// A component on the stack.
struct Root<B> {
    number: u32,
    /// The promises that some step within the component keeps.
    kept: B,
    /// The promises that the step into the component keeps.
    entered: B,
}

struct Frame {
    state: usize,
    next: usize,
}

struct Search<'a, B> {
    tableau: Tableau<'a, B>,
    layout: &'a Layout,
    budget: &'a Budget<'a>,
    states: IndexSet<B, FxBuildHasher>,
    /// By state: its terms with the states they lead to, once it was visited.
    steps: Vec<Box<[(B, usize)]>>,
    marks: Vec<Mark>,
}

impl<'a, B: Bits> Search<'a, B> {
    fn new(kernel: &'a Kernel, layout: &'a Layout, budget: &'a Budget<'a>) -> Result<Self, Limit> {
        Ok(Self {
            tableau: Tableau::new(kernel, layout, budget)?,
            layout,
            budget,
            states: IndexSet::default(),
            steps: Vec::new(),
            marks: Vec::new(),
        })
    }

    fn intern(&mut self, state: B) -> Result<usize, Limit> {
        let (index, new) = self.states.insert_full(state);
        if new {
            self.budget.state()?;
            self.steps.push(Box::default());
            self.marks.push(Mark::New);
        }
        Ok(index)
    }

    fn visit(&mut self, state: usize) -> Result<(), Limit> {
        let terms = self.tableau.successors(&self.states[state].clone())?;
        let mut steps = Vec::with_capacity(terms.len());
        for term in terms {
            let target = self.tableau.target(&term);
            steps.push((term, self.intern(target)?));
        }
        self.steps[state] = steps.into();
        Ok(())
    }

    fn kept(&self, term: &B) -> B {
        let mut kept = self.tableau.promises().clone();
        kept.remove(term);
        kept
    }

    fn run(mut self, root: Ref) -> Result<Option<Run>, Limit> {
        if root == Ref::FALSE {
            return Ok(None);
        }
        let none = B::empty(self.layout.width());
        let start = self.intern(self.tableau.start(root))?;
        let mut frames = vec![Frame { state: start, next: 0 }];
        let mut live = vec![start];
        let mut roots = vec![Root { number: 0, kept: none.clone(), entered: none.clone() }];
        let mut count = 1;
        self.marks[start] = Mark::Live(0);
        self.visit(start)?;
        while let Some(frame) = frames.last_mut() {
            self.budget.tick()?;
            let state = frame.state;
            let Some((term, target)) = self.steps[state].get(frame.next) else {
                frames.pop();
                let Mark::Live(number) = self.marks[state] else { continue };
                if roots.last().is_some_and(|root| root.number == number) {
                    roots.pop();
                    while let Some(member) = live.pop() {
                        self.marks[member] = Mark::Dead;
                        if member == state {
                            break;
                        }
                    }
                }
                continue;
            };
            frame.next += 1;
            let target = *target;
            let mut kept = self.kept(term);
            match self.marks[target] {
                Mark::Dead => {}
                Mark::New => {
                    self.marks[target] = Mark::Live(count);
                    roots.push(Root { number: count, kept: none.clone(), entered: kept });
                    count += 1;
                    live.push(target);
                    self.visit(target)?;
                    frames.push(Frame { state: target, next: 0 });
                }
                Mark::Live(number) => {
                    while let Some(top) = roots.pop_if(|top| top.number > number) {
                        kept.union(&top.kept);
                        kept.union(&top.entered);
                    }
                    let top = roots.last_mut().expect("the root of a live state is on the stack");
                    top.kept.union(&kept);
                    if self.tableau.promises().is_subset(&top.kept) {
                        let from = top.number;
                        return Ok(Some(self.lasso(start, from)));
                    }
                }
            }
        }
        Ok(None)
    }

    /// A lasso through the component of the live states numbered `from` and up.
    fn lasso(&self, start: usize, from: u32) -> Run {
        let inside = |state: usize| matches!(self.marks[state], Mark::Live(n) if n >= from);
        let prefix = self
            .path(start, |_| true, |_, target| target.is_some_and(inside), inside(start))
            .expect("the search reached the component");
        let entry = prefix.last().map_or(start, |&(_, target)| target);
        let mut missing = self.tableau.promises().clone();
        let mut at = entry;
        let mut cycle = Vec::new();
        while missing.count() > 0 {
            let part = self
                .path(
                    at,
                    inside,
                    |term, _| term.is_some_and(|term| !missing.is_subset(term)),
                    false,
                )
                .expect("some step of the component keeps each promise");
            for (term, target) in part {
                missing.intersect(term);
                at = target;
                cycle.push((term, target));
            }
        }
        if at != entry || cycle.is_empty() {
            let part = self
                .path(at, inside, |_, target| target == Some(entry), false)
                .expect("a component is strongly connected");
            cycle.extend(part);
        }
        let letters = |steps: &[(&B, usize)]| {
            steps.iter().map(|(term, _)| self.layout.letter(*term).collect()).collect()
        };
        Run { prefix: letters(&prefix), cycle: letters(&cycle) }
    }

    /// The shortest path over states `within` from `start` to a step that is a `goal`; the empty
    /// path if `done`.
    fn path(
        &self,
        start: usize,
        within: impl Fn(usize) -> bool,
        goal: impl Fn(Option<&B>, Option<usize>) -> bool,
        done: bool,
    ) -> Option<Vec<(&B, usize)>> {
        if done {
            return Some(Vec::new());
        }
        let mut from: Vec<Option<(usize, usize)>> = vec![None; self.states.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            for (number, (term, target)) in self.steps[state].iter().enumerate() {
                if !within(*target) {
                    continue;
                }
                if goal(Some(term), Some(*target)) {
                    let mut path = vec![(term, *target)];
                    let mut at = state;
                    while at != start {
                        let (before, number) = from[at].expect("on the search tree");
                        let (term, target) = &self.steps[before][number];
                        path.push((term, *target));
                        at = before;
                    }
                    path.reverse();
                    return Some(path);
                }
                if *target != start && from[*target].is_none() {
                    from[*target] = Some((state, number));
                    queue.push_back(*target);
                }
            }
        }
        None
    }
}
