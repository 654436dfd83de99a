//! A run that is looked at: what the picture of a scene follows, whether the run was executed here or recorded.

use leptos::prelude::*;
use std::sync::Arc;
use vedette_report::world::view::{RuleView, WorldReport};

/// A run, where it is looked at, and what of it.
#[derive(Clone, Copy, Debug)]
pub struct Watched {
    /// The run.
    pub report: Signal<Option<Arc<WorldReport>>>,
    /// The moment that is looked at.
    pub moment: Signal<usize>,
    /// The id of the rule that is looked at.
    pub chosen: Signal<Option<String>>,
    /// The object that is looked at.
    pub object: RwSignal<Option<usize>>,
}

impl Watched {
    /// What a function says of the rule that is looked at.
    pub fn of_rule<T>(self, function: impl FnOnce(&RuleView) -> T) -> Option<T> {
        let chosen = self.chosen.get()?;
        self.report.with(|report| {
            report.as_ref()?.rules.iter().find(|rule| rule.id == chosen).map(function)
        })
    }
}
