//! Whether a condition can be brought about in a household: by which steps, or why not.
//!
//! ```
//! use vedette_worlds::household::reach::{Effort, Reach, reach};
//! use vedette_worlds::household::{Condition, ObjectState, Precondition, Rules, Run, Thing, read_graph};
//!
//! let graph = r#"{"nodes": [{"id": 1, "class": "kitchen", "category": "Rooms"},
//!     {"id": 2, "class": "character"},
//!     {"id": 3, "class": "fridge", "properties": ["CAN_OPEN", "CONTAINERS"], "states": ["CLOSED"]},
//!     {"id": 4, "class": "milk", "properties": ["GRABBABLE"]}],
//!   "edges": [[2, "INSIDE", 1], [3, "INSIDE", 1], [4, "INSIDE", 1], [4, "INSIDE", 3]]}"#;
//! let goal = |run: &Run| {
//!     let [me, milk] = [2, 4].map(|id| run.scene().slot(id).unwrap());
//!     [Precondition { negated: false, condition: Condition::Holds(me, Thing::This(milk)) }]
//! };
//! let run = Run::new(read_graph(graph.as_bytes(), "home").unwrap(), Rules::strict());
//! let Reach::Found { steps, .. } = reach(&run, &goal(&run), &Effort::default()) else { panic!() };
//! assert_eq!(steps.len(), 3, "walk there, open the fridge, grab the milk");
//! let shut = graph.replace("\"CAN_OPEN\", ", "");
//! let run = Run::new(read_graph(shut.as_bytes(), "home").unwrap(), Rules::strict());
//! let Reach::Unreachable { obstacles, .. } = reach(&run, &goal(&run), &Effort::default()) else { panic!() };
//! let told: Vec<String> = obstacles.iter().map(|one| one.told(run.scene())).collect();
//! assert_eq!(told, ["<milk> (4) is shut away, and !CLOSED(fridge.3) cannot be brought about",
//!     "<fridge> (3) is not CAN_OPEN, and no action makes it so"]);
//! ```
//!
//! # How
//!
//! 1. *Relaxed* ([`relaxed`], strict rules only): were nothing ever undone, could each part of the goal become
//!    true? If not, it cannot, and the preconditions that block it are the reason. This takes microseconds, and decides
//!    most of what is unreachable.
//! 2. *Exclusive* ([`exclusive`], strict rules only): are there parts of the goal that are never true together?
//! 3. *Found*: breadth-first over actions on the objects that matter for the goal.
//! 4. Else breadth-first over all actions that change anything. If that comes to an end, there is no way.
//!
//! Whatever is left is *not decided*, and never called unreachable. References: SENTINEL, Algorithm 5; Bonet and
//! Geffner, Planning as heuristic search (2001), for the relaxation that ignores deletions.

pub mod exclusive;
mod moves;
mod print;
pub mod relaxed;

#[cfg(test)]
mod tests;

pub use relaxed::Obstacle;

use super::act::perform;
use super::failure::{Condition, Precondition};
use super::program::Step;
use super::rules::Rules;
use super::run::Run;
use super::scene::{Scene, Slot};
use super::state::{Mark, State};
use super::terms::Relation;
use crate::reach::{Search, World, search};
use print::print;
use vedette_checker::budget::{Budget, Limit};

/// How far to search.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The most states among actions on objects that matter.
    pub relevant: u64,
    /// The most steps that are tried among all actions, about; 0: not at all.
    pub every: u64,
    /// A deadline, a cancel flag.
    pub interrupt: Option<&'a dyn Fn() -> Option<Limit>>,
}

impl std::fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Effort")
            .field("relevant", &self.relevant)
            .field("every", &self.every)
            .finish_non_exhaustive()
    }
}

impl Default for Effort<'_> {
    /// What a plan of some ten subgoals can wait for.
    fn default() -> Self {
        Self { relevant: 4_000, every: 40_000, interrupt: None }
    }
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Steps that bring it about.
    Found {
        /// The steps: as few as possible among those on the objects that matter.
        steps: Vec<Step>,
        /// How many states were looked at.
        states: usize,
    },
    /// Nothing brings it about.
    Unreachable {
        /// The first part of the goal that cannot become true, if there is one by itself.
        part: Option<usize>,
        /// What stands in its way, each for the sake of the one before.
        obstacles: Vec<Obstacle>,
        /// How many states there are, if all were looked at.
        states: Option<usize>,
    },
    /// A limit was reached first.
    Unknown {
        /// Which.
        limit: Limit,
        /// How many states were looked at.
        states: usize,
        /// The parts of the goal that do not hold in the nearest of them.
        missing: Vec<usize>,
    },
}

/// Whether all of `goal` can be brought about from the present state of a run.
pub fn reach(run: &Run, goal: &[Precondition], effort: &Effort<'_>) -> Reach {
    let (scene, rules) = (run.scene(), run.rules());
    if rules.is_strict()
        && let Some((part, obstacles)) = relaxed::impossible(scene, run.state(), goal)
    {
        return Reach::Unreachable { part: Some(part), obstacles, states: None };
    }
    if rules.is_strict()
        && let Some(obstacle) = exclusive::together(scene, run.state(), goal)
    {
        return Reach::Unreachable { part: None, obstacles: vec![obstacle], states: None };
    }
    let mut state = run.state().clone();
    state.settle();
    let matter = moves::matter(scene, &state, goal);
    let mut walker = Walker::new(scene, state, rules, goal, Some(matter));
    let budget = |limit| {
        let budget = Budget::states(limit);
        match effort.interrupt {
            Some(interrupt) => budget.with_interrupt(interrupt),
            None => budget,
        }
    };
    // A state of a scene with many objects takes as long as many states of a small one.
    let every = effort.every.div_ceil(moves::breadth(scene));
    let (limit, mut states, mut nearest) = match search(&mut walker, &budget(effort.relevant)) {
        Search::Found { actions, states } => return Reach::Found { steps: actions, states },
        Search::Exhausted { states, nearest } => (Limit::States { limit: every }, states, nearest),
        Search::Stopped { limit, states, nearest } => (limit, states, nearest),
    };
    let mut limit = limit;
    if every > 0 && matches!(limit, Limit::States { .. }) {
        walker.matter = None;
        match search(&mut walker, &budget(every)) {
            Search::Found { actions, states } => return Reach::Found { steps: actions, states },
            Search::Exhausted { states, .. } => {
                return Reach::Unreachable {
                    part: None,
                    obstacles: Vec::new(),
                    states: Some(states),
                };
            }
            Search::Stopped { limit: reached, states: more, nearest: other } => {
                states += more;
                if walker.lacking(&other).len() < walker.lacking(&nearest).len() {
                    nearest = other;
                }
                limit = reached;
            }
        }
    }
    Reach::Unknown { limit, states, missing: walker.lacking(&nearest) }
}

/// Whether a part of a goal holds. Nearness has no direction there, as in rules.
pub fn met(part: &Precondition, state: &State) -> bool {
    match part.condition {
        Condition::Relation(from, Relation::Close, to) => {
            let near = state.has(from, Relation::Close, to) || state.has(to, Relation::Close, from);
            near != part.negated
        }
        _ => part.met(state),
    }
}

/// A household as a world.
struct Walker<'a> {
    scene: &'a Scene,
    state: State,
    rules: Rules,
    goal: &'a [Precondition],
    /// The objects to act on; none: all of them, in every way.
    matter: Option<Vec<Slot>>,
    /// Before each action that was done, with the fingerprint of that state.
    marks: Vec<(Mark, u128)>,
    print: u128,
}

impl<'a> Walker<'a> {
    fn new(
        scene: &'a Scene,
        state: State,
        rules: Rules,
        goal: &'a [Precondition],
        matter: Option<Vec<Slot>>,
    ) -> Self {
        // The fingerprint is that of the difference to the start.
        Self { scene, state, rules, goal, matter, marks: Vec::new(), print: 0 }
    }

    /// The parts of the goal that do not hold at the end of a way.
    fn lacking(&mut self, way: &[Step]) -> Vec<usize> {
        let done = way.iter().filter(|step| self.apply(step)).count();
        let lacking =
            (0..self.goal.len()).filter(|&at| !met(&self.goal[at], &self.state)).collect();
        for _ in 0..done {
            self.undo();
        }
        lacking
    }
}

impl World for Walker<'_> {
    type Action = Step;

    fn actions(&self) -> Vec<Step> {
        match &self.matter {
            Some(matter) => moves::relevant(self.scene, &self.state, matter),
            None => moves::every(self.scene, &self.state),
        }
    }

    fn apply(&mut self, step: &Step) -> bool {
        let mark = self.state.mark();
        if perform(self.scene, &mut self.state, self.rules, step).is_err() {
            return false;
        }
        self.marks.push((mark, self.print));
        self.print ^= print(&self.state, mark);
        true
    }

    fn undo(&mut self) {
        if let Some((mark, before)) = self.marks.pop() {
            self.state.undo(mark);
            self.print = before;
        }
    }

    fn fingerprint(&self) -> u128 {
        self.print
    }

    fn missing(&self) -> usize {
        self.goal.iter().filter(|part| !met(part, &self.state)).count()
    }
}
