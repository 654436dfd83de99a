//! What never changes in a household: the objects, their classes and what they are good for.
//!
//! ```
//! use vedette_worlds::household::{Property, read_graph};
//!
//! let graph = r#"{"nodes": [
//!     {"id": 9, "class_name": "kitchen", "category": "Rooms"},
//!     {"id": 4, "class_name": "character", "category": "Characters"},
//!     {"id": 7, "class_name": "mug", "properties": ["GRABBABLE"]}], "edges": []}"#;
//! let scene = read_graph(graph.as_bytes(), "scene.json").unwrap().scene;
//! let mug = scene.slot(7).unwrap();
//! assert_eq!((mug.index(), scene.name(mug).as_ref()), (1, "mug.7"), "slots ascend with the ids");
//! assert!(scene.node(mug).properties.has(Property::Grabbable));
//! assert_eq!(scene.name(scene.character()).as_ref(), "agent");
//! ```
//!
//! # Why slots
//!
//! Ids are sparse (a task adds objects from 1000 on), and every choice among objects has to be made in
//! ascending order of ids to be the same everywhere. A *slot* is the position among the sorted ids:
//! dense, and in that order.

use super::terms::{Property, Set};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// The position of an object among those of its scene, by ascending id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub(crate) u32);

impl Slot {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// More objects than this are no scene: an edge packs two slots and a relation into one number.
pub const MOST_OBJECTS: usize = 1 << 20;

/// An object, as far as it never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The id that scenes and programs use.
    pub id: u32,
    /// What it is, such as `microwave`.
    pub class: Arc<str>,
    /// A coarser word for it, such as `Appliances`; only `Rooms` has a meaning here.
    pub category: Arc<str>,
    /// What it is good for.
    pub properties: Set<Property>,
}

impl Node {
    /// Whether it is a room.
    pub fn is_room(&self) -> bool {
        self.category.as_ref() == "Rooms"
    }
}

/// The objects of a household.
#[derive(Clone, Debug)]
pub struct Scene {
    nodes: Box<[Node]>,
    /// How facts name them: `mug.7`, and `agent`.
    names: Box<[Arc<str>]>,
    slots: FxHashMap<u32, Slot>,
    character: Slot,
    body_parts: Box<[Slot]>,
}

impl Scene {
    /// The scene of nodes with ids of their own, one of which is a character; else none.
    pub(super) fn new(mut nodes: Vec<Node>) -> Option<Self> {
        nodes.sort_by_key(|node| node.id);
        let at = nodes.iter().position(|node| node.class.as_ref() == "character")?;
        let slots = nodes.iter().zip(0..).map(|(node, slot)| (node.id, Slot(slot))).collect();
        let name = |(slot, node): (usize, &Node)| {
            if slot == at { "agent".into() } else { format!("{}.{}", node.class, node.id).into() }
        };
        let parts = nodes.iter().zip(0..).filter(|(n, _)| n.properties.has(Property::BodyPart));
        Some(Self {
            names: nodes.iter().enumerate().map(name).collect(),
            body_parts: parts.map(|(_, slot)| Slot(slot)).collect(),
            nodes: nodes.into(),
            slots,
            character: Slot(at as u32),
        })
    }

    /// The object with this id.
    pub fn slot(&self, id: u32) -> Option<Slot> {
        self.slots.get(&id).copied()
    }

    /// What never changes of an object.
    pub fn node(&self, slot: Slot) -> &Node {
        &self.nodes[slot.index()]
    }

    /// How facts name an object: class and id, and `agent` for the character.
    pub fn name(&self, slot: Slot) -> &Arc<str> {
        &self.names[slot.index()]
    }

    /// An object as programs write it: `<mug> (7)`.
    pub fn shown(&self, slot: Slot) -> impl fmt::Display {
        let node = self.node(slot);
        fmt::from_fn(move |f| write!(f, "<{}> ({})", node.class, node.id))
    }

    /// Who acts: the character with the smallest id.
    pub fn character(&self) -> Slot {
        self.character
    }

    /// All objects, by ascending id.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + use<> {
        (0..self.nodes.len() as u32).map(Slot)
    }

    /// What never changes of all objects, by ascending id.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The parts of the character's body.
    pub(super) fn body_parts(&self) -> &[Slot] {
        &self.body_parts
    }
}
