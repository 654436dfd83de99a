//! What changes in a metric room: where everything is, and in which condition.

use super::body::Body;
use super::grid::Cell;
use crate::trajectory::Temperature;

/// A state of a room: equal states have the same future.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Where the agent stands and looks.
    pub agent: Pose,
    /// What it holds.
    pub held: Option<u32>,
    /// The objects, by slot.
    pub items: Box<[Item]>,
}

/// Where an agent stands and looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pose {
    /// The point of the grid.
    pub cell: Cell,
    /// Quarter turns clockwise from the direction of `z`, below 4.
    pub quarter: u8,
    /// How far down it looks, in steps of 15 degrees, from -2 to 4.
    pub horizon: i8,
}

/// An object in a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// Where it is.
    pub body: Body,
    /// What it is in or on.
    pub parent: Option<u32>,
    /// Whether that is in rather than on.
    pub inside: bool,
    /// Its conditions.
    pub marks: Marks,
    /// How warm it is.
    pub temperature: Temperature,
    /// For how many steps it has been heated or cooled, while that goes on.
    pub exposed: u8,
    /// How many more steps it stays hot or cold by itself.
    pub lasts: u8,
}

/// A condition of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "they are what they are called")]
pub enum Mark {
    On,
    Open,
    Broken,
    Cooked,
    Filled,
    Dirty,
    Sliced,
}

/// A set of conditions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks(u8);

impl Marks {
    /// Whether the condition is one of these.
    pub fn has(self, mark: Mark) -> bool {
        self.0 & 1 << mark as u8 != 0
    }

    /// Adds or removes a condition.
    pub fn set(&mut self, mark: Mark, value: bool) {
        let bit = 1 << mark as u8;
        self.0 = if value { self.0 | bit } else { self.0 & !bit };
    }
}

impl State {
    /// An object.
    pub fn item(&self, slot: u32) -> &Item {
        &self.items[slot as usize]
    }

    pub(super) fn item_mut(&mut self, slot: u32) -> &mut Item {
        &mut self.items[slot as usize]
    }

    /// The slots of the objects.
    pub fn slots(&self) -> std::ops::Range<u32> {
        0..self.items.len() as u32
    }

    /// Whether `inner` is in or on `outer`, at any depth.
    pub fn carries(&self, outer: u32, inner: u32) -> bool {
        // There are no circles: a scene with one is refused, and nothing is put into its own load.
        let mut at = self.item(inner).parent;
        while let Some(parent) = at {
            if parent == outer {
                return true;
            }
            at = self.item(parent).parent;
        }
        false
    }

    /// Moves an object with all that is in or on it.
    pub(super) fn shift(&mut self, slot: u32, by: [i32; 3]) {
        let load: Vec<u32> = self.slots().filter(|&one| self.carries(slot, one)).collect();
        for one in load.into_iter().chain([slot]) {
            let item = self.item_mut(one);
            item.body = item.body.moved(by);
        }
    }

    /// Moves an object so that the middle of its bottom is at a point, with its load.
    pub(super) fn stand(&mut self, slot: u32, at: [i32; 3]) {
        let body = self.item(slot).body;
        let to = body.standing_at(at).low;
        self.shift(slot, std::array::from_fn(|axis| to[axis] - body.low[axis]));
    }
}
