//! The scene at a moment: where every object is, and what it is like.
//!
//! ```
//! use vedette_report::world::view::{How, WorldQuestion, run, situation};
//!
//! let program = "[WALK] <pan> (5)\n[GRAB] <pan> (5)".into();
//! let report = run(&WorldQuestion { scene: "kitchen".into(), program, ..WorldQuestion::default() });
//! let at = |name: &str| report.objects.iter().position(|object| object.name == name).unwrap();
//! let place = |moment| situation(&report, moment).places[at("pan.5")].unwrap();
//! assert_eq!(place(1), (at("kitchen_counter.2") as u32, How::On));
//! assert_eq!(place(2), (at("agent") as u32, How::Held));
//! ```
//!
//! # Which place
//! A scene says that the milk is inside the fridge and inside the kitchen; it is drawn in the fridge. Held
//! comes before on, on before inside, a thing before a room; floors, walls and ceilings hold nothing that
//! is worth a box. Circles (two curtains, each inside the other) are cut at the smaller number.

use super::wire::{FactView, Moment, WorldReport};
use rustc_hash::FxHashSet;

/// How an object is where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// Held by it.
    Held,
    /// On it, or worn by it.
    On,
    /// Inside it.
    Inside,
    /// In this room.
    Room,
}

impl How {
    /// In words, before the name of the place.
    pub fn words(self) -> &'static str {
        match self {
            Self::Held => "held by",
            Self::On => "on",
            Self::Inside | Self::Room => "inside",
        }
    }
}

/// The scene at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Situation {
    /// Of every object: what it is in, on, or held by.
    pub places: Vec<Option<(u32, How)>>,
    /// Of every object: the names of the states it is in.
    pub states: Vec<Vec<String>>,
    /// Of every object: whether it is within the agent's reach.
    pub near: Vec<bool>,
}

/// What holds nothing that is worth a box.
const SHELL: [&str; 3] = ["floor", "wall", "ceiling"];

/// The scene of a report at a moment; at the last one if there are fewer.
pub fn situation(report: &WorldReport, moment: usize) -> Situation {
    if report.moments.is_empty() {
        return Situation::default();
    }
    let mut facts: Vec<&FactView> = report.facts.iter().collect();
    report.moments.iter().take(moment + 1).for_each(|step| advance(&mut facts, step));
    of(report, &facts)
}

/// Tells the scene at every moment up to one.
pub(super) fn walk(report: &WorldReport, last: usize, mut tell: impl FnMut(usize, Situation)) {
    let mut facts: Vec<&FactView> = report.facts.iter().collect();
    for (at, step) in report.moments.iter().enumerate().take(last + 1) {
        advance(&mut facts, step);
        tell(at, of(report, &facts));
    }
}

/// What holds after a step.
fn advance<'a>(facts: &mut Vec<&'a FactView>, step: &'a Moment) {
    if !step.removed.is_empty() {
        // The order of the list has no meaning.
        let gone: FxHashSet<(&str, &[u32])> =
            step.removed.iter().map(|fact| (fact.name.as_str(), &fact.args[..])).collect();
        facts.retain(|fact| !gone.contains(&(fact.name.as_str(), &fact.args[..])));
    }
    facts.extend(&step.added);
}

fn of(report: &WorldReport, facts: &[&FactView]) -> Situation {
    let count = report.objects.len();
    let agent = report.objects.iter().position(|object| object.agent);
    let mut found = Situation {
        places: vec![None; count],
        states: vec![Vec::new(); count],
        near: vec![false; count],
    };
    for fact in facts {
        let args: Vec<usize> = fact.args.iter().map(|&arg| arg as usize).collect();
        match (fact.name.as_str(), &args[..]) {
            ("held", &[what]) => found.place(report, what, agent, How::Held),
            ("ontop", &[what, on]) => found.place(report, what, Some(on), How::On),
            ("inside", &[what, place]) => found.place(report, what, Some(place), How::Inside),
            ("near", &[a, b]) => {
                for (one, other) in [(a, b), (b, a)] {
                    if Some(other) == agent && one < count {
                        found.near[one] = true;
                    }
                }
            }
            (name, &[what]) if what < count => found.states[what].push(name.to_owned()),
            _ => {}
        }
    }
    found.states.iter_mut().for_each(|states| states.sort_unstable());
    found.cut();
    found
}

impl Situation {
    fn place(&mut self, report: &WorldReport, what: usize, place: Option<usize>, how: How) {
        let Some(place) = place.filter(|&place| place != what && what < self.places.len()) else {
            return;
        };
        let Some(object) = report.objects.get(place) else { return };
        if SHELL.contains(&object.class.as_str()) {
            return;
        }
        let how = if object.room { How::Room } else { how };
        let key = |(place, how): (u32, How)| (how, place);
        let new = (place as u32, how);
        if self.places[what].is_none_or(|old| key(new) < key(old)) {
            self.places[what] = Some(new);
        }
    }

    /// Cuts circles: the object with the smallest number of each is nowhere.
    fn cut(&mut self) {
        // 0: not looked at; else the walk on which it was met.
        let mut met = vec![0_usize; self.places.len()];
        for start in 0..self.places.len() {
            let mut at = start;
            let walk = start + 1;
            while met[at] == 0 {
                met[at] = walk;
                let Some((next, _)) = self.places[at] else { break };
                at = next as usize;
                if met[at] == walk {
                    let mut smallest = at;
                    let mut other = at;
                    while let Some((next, _)) = self.places[other] {
                        other = next as usize;
                        smallest = smallest.min(other);
                        if other == at {
                            break;
                        }
                    }
                    self.places[smallest] = None;
                    break;
                }
            }
        }
    }

    /// What an object is in or on, at last: the outermost thing that is in a room, and the room.
    pub fn outermost(&self, object: usize) -> (usize, Option<usize>) {
        let mut at = object;
        // No circles are left, so that every way ends.
        while let Some((place, how)) = self.places[at] {
            if how == How::Room {
                return (at, Some(place as usize));
            }
            at = place as usize;
        }
        (at, None)
    }

    /// How many things an object is in or on before the outermost.
    pub fn depth(&self, object: usize) -> usize {
        let (mut at, mut depth) = (object, 0);
        while let Some((place, how)) = self.places[at] {
            if how == How::Room {
                break;
            }
            at = place as usize;
            depth += 1;
        }
        depth
    }
}
