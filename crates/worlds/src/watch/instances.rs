//! The instances of a rule over the objects known so far, each with its monitor.

use super::Options;
use crate::labels::{Ground, World};
use crate::rules::{RuleError, RuleSet, ground};
use crate::vocabulary::Vocabulary;
use vedette_checker::budget::Budget;
use vedette_checker::formula::{AtomId, Formula, Id, Node};
use vedette_checker::monitor::Monitor;
use vedette_checker::monitor::Status;
use vedette_checker::syntax::{Style, print};
use vedette_checker::truth::Truth;

/// A rule about certain objects, watched.
#[derive(Debug)]
pub(super) struct Watched {
    pub(super) rule: usize,
    pub(super) binding: Vec<(String, String)>,
    formula: Formula,
    /// The ground atom of every atom of the formula.
    grounds: Vec<Ground>,
    pub(super) monitor: Monitor,
    /// How many steps it was shown.
    shown: u32,
    /// What was last told of it.
    pub(super) told: Option<Status>,
}

/// The instances of a rule.
pub(super) fn instances(
    rules: &RuleSet,
    rule: usize,
    world: &World<'_>,
    vocabulary: &Vocabulary,
    options: &Options,
) -> Result<Vec<Watched>, Vec<RuleError>> {
    let budget = Budget::states(options.nodes);
    let grounded = ground(rules, rule, world, vocabulary, options.dialect, &budget)?;
    let watch = |(binding, formula, grounds): (_, Formula, _)| {
        let monitor = Monitor::new(&formula.pool, formula.root).map_err(|error| {
            vec![RuleError::new(
                error.to_string(),
                "a monitor watches one trace: leave out path quantifiers",
            )]
        })?;
        Ok(Watched { rule, binding, formula, grounds, monitor, shown: 0, told: None })
    };
    grounded.into_iter().map(watch).collect()
}

impl Watched {
    /// Whether it is the same rule about the same objects, and still means the same.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.rule == other.rule
            && self.binding == other.binding
            && self.grounds == other.grounds
            && self.formula.same_as(&other.formula)
    }

    /// Shows the steps before `until` that were not shown yet.
    pub(super) fn catch_up(&mut self, world: &World<'_>, until: u32, budget: &Budget<'_>) {
        if self.shown >= until {
            return;
        }
        let columns: Vec<Vec<Truth>> = self.grounds.iter().map(|g| world.column(g)).collect();
        let (path, steps) = (&world.paths()[0], &world.trajectories()[0].steps);
        for step in self.shown..until {
            let moment = path[step as usize] as usize;
            let clock = steps[step as usize].clock.map(vedette_checker::formula::Real::get);
            self.monitor.step(|atom| columns[atom.index()][moment], clock, budget);
        }
        self.shown = until;
    }

    /// Shows the only step of `world`; returns what the atoms are, unless false.
    pub(super) fn step(&mut self, world: &World<'_>, budget: &Budget<'_>) -> Vec<(String, Truth)> {
        let values: Vec<Truth> = self.grounds.iter().map(|g| world.column(g)[0]).collect();
        let clock = world.trajectories()[0].steps[0].clock;
        let clock = clock.map(vedette_checker::formula::Real::get);
        self.monitor.step(|atom| values[atom.index()], clock, budget);
        self.shown += 1;
        let seen = values.iter().enumerate().filter(|(_, value)| **value != Truth::False);
        seen.map(|(atom, &value)| (self.atom(AtomId::from_index(atom)), value)).collect()
    }

    fn atom(&self, atom: AtomId) -> String {
        let nodes = (0..self.formula.pool.len()).map(Id::from_index);
        let mut nodes = nodes.filter(|&id| self.formula.pool.node(id) == Node::Atom(atom));
        nodes.next().map_or(String::new(), |id| print(&self.formula.pool, id, Style::Vedette))
    }

    pub(super) fn printed(&self) -> String {
        print(&self.formula.pool, self.formula.root, Style::Vedette)
    }

    /// A formula of the monitor, printed.
    pub(super) fn show(&self, id: Id) -> String {
        print(self.monitor.pool(), id, Style::Vedette)
    }
}
