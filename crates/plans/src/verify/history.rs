//! The machine with the history that a policy asks for: one bit a tool.

use crate::flow::Flow;
use crate::machine::{Event, Machine};
use crate::tools::ToolId;
use rustc_hash::FxHashMap;
use vedette_checker::budget::Budget;
use vedette_checker::ctl::CtlError;
use vedette_checker::kripke::Kripke;

/// The product.
#[derive(Debug)]
pub(super) struct History {
    pub(super) kripke: Kripke,
    tools: Vec<ToolId>,
    /// Of each state: the event, its state of the machine, the tools called before it and with it.
    states: Vec<(Event, u32, u64, u64)>,
}

impl History {
    pub(super) fn new(
        machine: &Machine,
        flow: &Flow,
        tools: Vec<ToolId>,
        called: &[ToolId],
        budget: &Budget<'_>,
    ) -> Result<Self, CtlError> {
        if tools.len() > 64 {
            return Err(CtlError::Internal {
                what: "a policy asks for the history of too many tools",
            });
        }
        let bit =
            |tool: ToolId| tools.iter().position(|&other| other == tool).map(|at| 1_u64 << at);
        let with = |event: Event, before: u64| match event {
            Event::Call(call) => before | bit(flow.calls[call as usize].tool).unwrap_or(0),
            _ => before,
        };
        let first = called.iter().filter_map(|&tool| bit(tool)).fold(0, |all, bit| all | bit);
        let mut states = vec![(Event::Start, 0, first, first)];
        let mut numbers: FxHashMap<(u32, u64), u32> = FxHashMap::default();
        numbers.insert((0, first), 0);
        let mut rows = vec![0; machine.states.len() + 1];
        for edge in &machine.edges {
            rows[edge.from as usize + 1] += 1;
        }
        for row in 1..rows.len() {
            rows[row] += rows[row - 1];
        }
        let (mut edges, mut at) = (Vec::new(), 0);
        while at < states.len() {
            budget.state()?;
            let (_, state, _, after) = states[at];
            for edge in &machine.edges[rows[state as usize]..rows[state as usize + 1]] {
                let number = *numbers.entry((edge.to, after)).or_insert_with(|| {
                    let event = machine.states[edge.to as usize].event;
                    states.push((event, edge.to, after, with(event, after)));
                    states.len() as u32 - 1
                });
                edges.push((at as u32, number));
            }
            at += 1;
        }
        let kripke = Kripke::new(states.len() as u32, &edges, &[0])
            .map_err(|_| CtlError::Internal { what: "a machine that is not total" })?;
        Ok(Self { kripke, tools, states })
    }

    /// The state of the machine.
    pub(super) fn state(&self, state: u32) -> u32 {
        self.states[state as usize].1
    }

    pub(super) fn event(&self, state: u32) -> Event {
        self.states[state as usize].0
    }

    /// The call that is made in a state.
    pub(super) fn call(&self, state: u32) -> Option<usize> {
        match self.event(state) {
            Event::Call(call) => Some(call as usize),
            _ => None,
        }
    }

    fn bit(&self, tool: ToolId) -> u64 {
        self.tools.iter().position(|&other| other == tool).map_or(0, |at| 1 << at)
    }

    pub(super) fn called(&self, state: u32, tool: ToolId) -> bool {
        self.states[state as usize].3 & self.bit(tool) != 0
    }

    pub(super) fn called_before(&self, state: u32, tool: ToolId) -> bool {
        self.states[state as usize].2 & self.bit(tool) != 0
    }

    pub(super) fn is_event(&self, state: u32) -> bool {
        self.event(state) != Event::Silent
    }

    pub(super) fn is_start(&self, state: u32) -> bool {
        self.event(state) == Event::Start
    }

    pub(super) fn is_done(&self, state: u32) -> bool {
        self.event(state) == Event::Done
    }

    pub(super) fn is_aborted(&self, state: u32) -> bool {
        self.event(state) == Event::Aborted
    }

    pub(super) fn is_ended(&self, state: u32) -> bool {
        self.is_done(state) || self.is_aborted(state)
    }
}
