//! A recorded trajectory of a bundle, told as runs are: so that the same picture shows both.
//!
//! ```
//! use vedette_report::bundle::{Item, Run, SceneObject};
//! use vedette_report::tree_view::{NodeView, TreeView};
//! use vedette_report::world::view::{Recorded, replay};
//!
//! let object = |id: &str, class: &str| SceneObject { id: id.into(), categories: vec![class.into()] };
//! let run = Run {
//!     scene: "kitchen".into(),
//!     objects: vec![object("kitchen.1", "kitchen"), object("pan.5", "pan")],
//!     ..Run::default()
//! };
//! let node = |parent, action: &str, added: &[&str], removed: &[&str]| NodeView {
//!     parent,
//!     step: u32::from(parent.is_some()),
//!     action: parent.map(|_| action.into()),
//!     added: added.iter().map(|&fact| fact.into()).collect(),
//!     removed: removed.iter().map(|&fact| fact.into()).collect(),
//!     through: 1,
//!     ends: vec![],
//!     outcome: None,
//! };
//! let start = ["INSIDE(agent, kitchen.1)", "INSIDE(pan.5, kitchen.1)"];
//! let tree = TreeView {
//!     nodes: vec![node(None, "", &start, &[]), node(Some(0), "grab(pan.5)", &["HELD(pan.5)", "held(pan.5)"], &[])],
//!     trajectories: vec![vec![0, 1]],
//!     ..TreeView::default()
//! };
//! let report = replay(&Recorded { run: &run, tree: &tree, rule: "", formula: "G !HELD(pan.5)" }, 0).unwrap();
//! assert_eq!(report.objects[2].name, "pan.5");
//! let told = &report.moments[1].added;
//! assert_eq!((report.moments.len(), told.len(), told[0].name.as_str()), (2, 1, "held"));
//! assert_eq!(report.rules[0].objects, [2]);
//! ```
//!
//! # Which trajectories
//! A bundle keeps what the source said of each state. Those that were made in a household say where
//! everything is, and where the agent is; of others (a log of a robot, a simulator's metadata) a picture
//! would put all things in no room, and say something that nobody recorded. So there is a replay only if
//! the first state says where the agent is.

use super::situation::situation;
use super::wire::{FactView, LineState, LineView, Moment, ObjectView, RuleView, WorldReport};
use crate::atoms::UNSUPPORTED;
use crate::bundle::Run;
use crate::tree_view::{NodeView, TreeView};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use vedette_worlds::household::ROOMS;

/// How facts name the agent.
const AGENT: &str = "agent";

/// What a bundle says of a result.
#[derive(Clone, Copy, Debug)]
pub struct Recorded<'a> {
    /// The run.
    pub run: &'a Run,
    /// Its tree.
    pub tree: &'a TreeView,
    /// The id of the rule.
    pub rule: &'a str,
    /// The rule, or the instance of it that the evidence is about.
    pub formula: &'a str,
}

/// A trajectory as a run; none if it does not say where things are. Linear in the facts of its steps.
pub fn replay(recorded: &Recorded<'_>, trajectory: usize) -> Option<WorldReport> {
    let Recorded { run, tree, rule, formula } = *recorded;
    let nodes = tree.trajectories.get(trajectory)?.iter();
    let nodes: Vec<&NodeView> = nodes.filter_map(|&node| tree.nodes.get(node as usize)).collect();
    let agent = ObjectView {
        name: AGENT.into(),
        class: "character".into(),
        agent: true,
        ..ObjectView::default()
    };
    let rest = run.objects.iter().filter(|object| object.id != AGENT).map(|object| ObjectView {
        name: object.id.clone(),
        class: object.categories.first().cloned().unwrap_or_default(),
        room: object.categories.iter().any(|class| ROOMS.contains(&class.as_str())),
        ..ObjectView::default()
    });
    let mut objects: Vec<ObjectView> = std::iter::once(agent).chain(rest).collect();
    let number: FxHashMap<String, u32> =
        objects.iter().zip(0..).map(|(object, at)| (object.name.clone(), at)).collect();
    let facts = |all: &[Arc<str>]| -> Vec<FactView> {
        let mut all: Vec<FactView> = all.iter().filter_map(|text| fact(text, &number)).collect();
        // What a rule asks about stands in a bundle beside what the source said: ON(x) and on(x).
        all.sort_unstable_by(|a, b| (&a.name, &a.args).cmp(&(&b.name, &b.args)));
        all.dedup();
        all
    };
    let mut report = WorldReport { scene: run.scene.clone(), ..WorldReport::default() };
    for (at, node) in nodes.into_iter().enumerate() {
        let (added, removed) = (facts(&node.added), facts(&node.removed));
        // What the agent is inside of is a room, whatever its class.
        for fact in added.iter().filter(|fact| fact.name == "inside") {
            if let [0, place] = fact.args[..] {
                objects[place as usize].room = true;
            }
        }
        if at == 0 {
            report.facts = added;
            report.moments.push(Moment::default());
            continue;
        }
        let text = node.action.as_deref().unwrap_or_default().to_owned();
        report.lines.push(LineView {
            number: at as u32,
            state: LineState::Done,
            column: 0,
            words: None,
            moment: Some(at as u32),
            objects: named(&text, &number),
        });
        report.moments.push(Moment { line: Some(at as u32), text, failed: None, added, removed });
    }
    report.objects = objects;
    let evidence = tree.evidence.as_ref().filter(|evidence| evidence.trajectory == trajectory);
    report.rules = vec![RuleView {
        id: rule.to_owned(),
        formula: formula.to_owned(),
        objects: named(formula, &number),
        fails: evidence.map(|e| vec![e.step as u32, e.certain_at as u32]).unwrap_or_default(),
        ..RuleView::default()
    }];
    let says_where = situation(&report, 0).places.first().is_some_and(Option::is_some);
    says_where.then_some(report)
}

/// A fact about known objects, as runs tell it: of nearness and of hands only what is about the agent.
fn fact(text: &str, number: &FxHashMap<String, u32>) -> Option<FactView> {
    if text.starts_with(UNSUPPORTED) || !text.ends_with(')') {
        return None;
    }
    let mut all = words(text);
    let mut name = all.next()?.to_lowercase();
    let args: Vec<u32> = all.map(|word| number.get(&word).copied()).collect::<Option<_>>()?;
    let told = match name.as_str() {
        // That something is held is told as well, and what holds it is the agent.
        "holds" | "holds_lh" | "holds_rh" => false,
        // Traces of households say CLOSE, as their scenes do, where rules say near.
        "near" | "close" => {
            name = "near".into();
            args.contains(&0)
        }
        // `act.open(x)` is what was done, and no state.
        _ => !args.is_empty() && !name.contains('.'),
    };
    told.then_some(FactView { name, args })
}

/// The objects that a text names, each once.
fn named(text: &str, number: &FxHashMap<String, u32>) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    for at in words(text).filter_map(|word| number.get(&word).copied()) {
        if !found.contains(&at) {
            found.push(at);
        }
    }
    found
}

/// The names and quoted names of a text in our notation, in order.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut rest = text.chars().peekable();
    std::iter::from_fn(move || {
        let inside = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let mut word = String::new();
        while let Some(c) = rest.next() {
            if c == '"' {
                while let Some(c) = rest.next().filter(|&c| c != '"') {
                    word.extend(if c == '\\' { rest.next() } else { Some(c) });
                }
                return Some(word);
            }
            if inside(&c) {
                word.push(c);
                while let Some(c) = rest.next_if(inside) {
                    word.push(c);
                }
                return Some(word);
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::{FxHashMap, fact, named, words};

    #[test]
    fn facts_are_read_as_they_are_written() {
        let names = ["agent", "pan.5", "stove.4", "a \"b\", c.6"];
        let number: FxHashMap<String, u32> =
            names.iter().map(ToString::to_string).zip(0..).collect();
        let read = |text: &str| fact(text, &number).map(|fact| (fact.name, fact.args));
        let told = |name: &str, args: &[u32]| Some((name.to_owned(), args.to_vec()));
        for (text, expected) in [
            ("ONTOP(pan.5, stove.4)", told("ontop", &[1, 2])),
            ("ON(stove.4)", told("on", &[2])),
            (r#"HOT("a \"b\", c.6")"#, told("hot", &[3])),
            ("NEAR(pan.5, stove.4)", None),
            ("NEAR(agent, stove.4)", told("near", &[0, 2])),
            ("CLOSE(agent, stove.4)", told("near", &[0, 2])),
            ("CLOSE(pan.5, stove.4)", None),
            ("CLOSED(stove.4)", told("closed", &[2])),
            ("HOLDS_RH(agent, pan.5)", None),
            ("?ON(stove.4)", None),
            ("ON(oven.9)", None),
            ("temperature(stove.4) = 3", None),
            ("raining", None),
            ("act.open(pan.5)", None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
        assert_eq!(named("G(ON(stove.4) -> F !ONTOP(pan.5, stove.4))", &number), [2, 1]);
        assert_eq!(words(r#"a_b(c.1, "d\"")"#).collect::<Vec<_>>(), ["a_b", "c.1", "d\""]);
    }
}
