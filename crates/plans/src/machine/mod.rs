//! The state machine of a plan: its states are events, its paths the runs of the plan.
//!
//! An *event* is a call of a tool, `done` or `aborted`, after the start; `AX` speaks of the next event.
//! Tests and joins are silent and removed. Only where removing one would multiply the edges does it
//! stay, and formulas are read past it (see [`crate::verify`]); so a plan of ten thousand calls has a
//! machine of that size.
//!
//! ```
//! use vedette_plans::flow::{Context, lower};
//! use vedette_plans::language::parse;
//! use vedette_plans::machine::{Event, Machine};
//! use vedette_plans::source::Source;
//! use vedette_plans::tools::Tools;
//!
//! let tools = Tools::read(r#"{"read": {"params": []}, "send": {"params": ["to"]}}"#, None).unwrap();
//! let source = Source::new("x = read()\nif x:\n    y = 1\n    send('a')\nif not x:\n    send('b')\n");
//! let program = parse(&source.unwrap(), &tools).unwrap();
//! let flow = lower(&program, &tools, &Context::default()).unwrap();
//! let machine = Machine::build(&flow);
//! // start, read, two calls of send, done: the two tests agree, so one of the calls is made.
//! assert_eq!(machine.states.len(), 5);
//! let sends = machine.states.iter().filter(|state| matches!(state.event, Event::Call(1 | 2)));
//! assert_eq!(sends.count(), 2);
//! assert!(machine.edges.iter().all(|edge| (edge.from, edge.to) != (2, 3)));
//! ```
//!
//! # Branches that agree
//!
//! Two tests of the same unmodified value on one path have the same outcome. A state is therefore a
//! node of the flow graph with the outcomes of those tests that can still be asked again; what is
//! dead is forgotten at once, so straight plans do not grow. At most 64 conditions are followed, and
//! none if states became many more than nodes: that only adds paths.

mod build;
mod silent;
mod way;

pub(crate) use silent::MOST_FAN;

use crate::flow::{Flow, NodeKind};
use vedette_checker::budget::{Budget, Limit};

/// What happens in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The plan begins.
    Start,
    /// A call, by its number.
    Call(u32),
    /// The plan is done.
    Done,
    /// An exception ended it.
    Aborted,
    /// Nothing; the state only spares edges.
    Silent,
}

/// A state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// What happens in it.
    pub event: Event,
    /// The node of the flow graph.
    pub node: u32,
}

/// The outcome of a test on the way: a node of the flow graph, and what was decided.
pub type Decision = (u32, bool);

/// A step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// From a state.
    pub from: u32,
    /// To a state.
    pub to: u32,
    /// The tests on the way.
    pub decisions: Vec<Decision>,
}

/// The machine. State 0 is the start; `done` and `aborted` loop on themselves.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The states.
    pub states: Vec<State>,
    /// The steps, by their first state.
    pub edges: Vec<Step>,
    /// Whether tests of the same value agree; not if there are too many to follow.
    pub correlated: bool,
}

impl Machine {
    /// The machine of a flow graph.
    pub fn build(flow: &Flow) -> Self {
        Self::with_fan(flow, MOST_FAN)
    }

    /// The same, a silent state being kept if removing it makes more than `fan` edges.
    pub fn with_fan(flow: &Flow, fan: usize) -> Self {
        Self::within(flow, fan, &Budget::states(u64::MAX)).expect("nothing stops this budget")
    }

    /// The same, as long as there is time.
    pub fn within(flow: &Flow, fan: usize, budget: &Budget<'_>) -> Result<Self, Limit> {
        silent::remove(build::unfold(flow, budget)?, fan, budget)
    }

    /// Whether some states are silent.
    pub fn has_silent(&self) -> bool {
        self.states.iter().any(|state| state.event == Event::Silent)
    }

    /// The step between two states.
    pub fn step(&self, from: u32, to: u32) -> Option<&Step> {
        let first = self.edges.partition_point(|edge| (edge.from, edge.to) < (from, to));
        self.edges.get(first).filter(|edge| (edge.from, edge.to) == (from, to))
    }
}

fn event(kind: NodeKind) -> Event {
    match kind {
        NodeKind::Start => Event::Start,
        NodeKind::Call(call) => Event::Call(call),
        NodeKind::Done => Event::Done,
        NodeKind::Aborted => Event::Aborted,
        NodeKind::Test(_) | NodeKind::Round | NodeKind::Join => Event::Silent,
    }
}
