//! Parts of the page of worlds.

pub mod findings;
pub mod given;
pub mod marks;
pub mod moments;
pub mod picture;
pub mod rules;

use vedette_report::world::view::{FactView, WorldReport};

/// A fact in the notation of rules.
pub fn fact(report: &WorldReport, fact: &FactView) -> String {
    let name =
        |&at: &u32| report.objects.get(at as usize).map_or("?", |object| object.name.as_str());
    format!("{}({})", fact.name, fact.args.iter().map(name).collect::<Vec<_>>().join(", "))
}
