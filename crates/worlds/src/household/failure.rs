//! Why a step cannot be done: what is missing, as data, as a kind and in words.
//!
//! ```
//! use vedette_worlds::household::{Kind, Why};
//!
//! assert_eq!((Kind::Missing.name(), Kind::Afford.name()), ("missing", "afford"));
//! assert_eq!(Why::NoFreeHand.text(), "both hands are full");
//! ```
//!
//! # Why kinds
//!
//! A planner that forgot to open the cupboard, one that wants to open a wall and one that opens an open
//! door made different mistakes. The kinds are those of the Embodied Agent Interface: a *missing* step,
//! an *affordance* that the object has not, an effect that is already *satisfied*, an object that is
//! *unseen*. A missing step whose precondition held at some earlier time was done in the wrong *order*
//! ([`History`](super::History)). Reference: Embodied Agent Interface (Li et al., NeurIPS 2024),
//! section on transition and grammar errors of action sequencing.

use super::scene::{Scene, Slot};
use super::terms::{ObjectState, Property, Relation};
use std::fmt::Write;

/// What sort of mistake a failing step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A step that would have made a precondition true is missing.
    Missing,
    /// The object is not such that this can be done to it.
    Afford,
    /// What the step is for holds already.
    Satisfied,
    /// The scene has no such object, or does not say where it is.
    Unseen,
    /// The reference executor has no such action.
    Unsupported,
    /// The reference executor fails without a kind.
    Unclassified,
    /// The line is no step.
    Parse,
}

impl Kind {
    /// As reports spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Afford => "afford",
            Self::Satisfied => "satisfied",
            Self::Unseen => "unseen",
            Self::Unsupported => "unsupported",
            Self::Unclassified => "none",
            Self::Parse => "parse",
        }
    }
}

/// Whom a held thing is asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thing {
    /// Anything at all.
    Anything,
    /// This one.
    This(Slot),
}

/// A condition on a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// An object is in a state.
    State(Slot, ObjectState),
    /// A relation holds.
    Relation(Slot, Relation, Slot),
    /// A character holds something, in whichever hand.
    Holds(Slot, Thing),
}

/// A condition that has to hold, or that must not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Precondition {
    /// Whether it must not hold.
    pub negated: bool,
    /// The condition.
    pub condition: Condition,
}

/// How several preconditions count together when one looks for them in earlier states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connective {
    /// All of them at once.
    And,
    /// One of them.
    Or,
    /// The first.
    First,
}

/// What stood in the way, before objects are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the texts below say what each one is")]
pub enum Why {
    Unknown,
    OtherClass,
    NotClose,
    NotFacing,
    Enclosed,
    NotHeld,
    HeldAlready,
    NotWorn,
    Worn,
    NoFreeHand,
    HandsEmpty,
    NoKnife,
    Sitting,
    Lying,
    NotResting,
    Full,
    Occupied,
    NoRoom,
    OtherRoom,
    NotTaken,
    TakenBefore,
    Lacks(Property),
    CannotBe(&'static str),
    Is(ObjectState),
    IsNot(ObjectState),
    NotOpen,
    WithinItself,
    NoExecutor,
}

impl Why {
    /// What it says of the object that the failure names.
    pub fn text(self) -> &'static str {
        match self {
            Self::Unknown => "is not in the scene",
            Self::OtherClass => "is of another class",
            Self::NotClose => "is out of reach",
            Self::NotFacing => "is not what the agent faces",
            Self::Enclosed => "is shut away in something closed",
            Self::NotHeld => "is not held",
            Self::HeldAlready => "is held already",
            Self::NotWorn => "is not worn",
            Self::Worn => "is worn; it has to be taken off first",
            Self::NoFreeHand => "both hands are full",
            Self::HandsEmpty => "both hands are empty",
            Self::NoKnife => "no knife is held",
            Self::Sitting => "is sitting",
            Self::Lying => "is lying",
            Self::NotResting => "neither sits nor lies",
            Self::Full => "has no place left",
            Self::Occupied => "bears the agent",
            Self::NoRoom => "is in no room",
            Self::OtherRoom => "is in another room",
            Self::NotTaken => "was taken from nowhere",
            Self::TakenBefore => "was taken and never put back",
            Self::Lacks(_) => "lacks a property",
            Self::CannotBe(what) => what,
            Self::Is(_) => "is in a state that prevents it",
            Self::IsNot(_) => "is not in the state that it takes",
            Self::NotOpen => "is not open",
            Self::WithinItself => "would come to be inside or on itself",
            Self::NoExecutor => "the reference executor cannot do this",
        }
    }
}

/// Why a step cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What sort of mistake it is.
    pub kind: Kind,
    /// What stood in the way.
    pub why: Why,
    /// The object that it is said of; none where the agent itself is meant.
    pub object: Option<Slot>,
    /// The object's id as the program has it, where the scene has no such object or it is another.
    pub named: Option<(std::sync::Arc<str>, u32)>,
    /// What another step could have made true.
    pub missing: Vec<Precondition>,
    /// How these count together.
    pub connective: Connective,
}

impl Failure {
    pub(super) fn new(kind: Kind, why: Why, object: Option<Slot>) -> Self {
        let (named, missing) = (None, Vec::new());
        Self { kind, why, object, named, missing, connective: Connective::First }
    }

    /// A missing step, with what it would have made true.
    pub(super) fn missing(why: Why, object: Option<Slot>, condition: Condition) -> Self {
        let missing = vec![Precondition { negated: false, condition }];
        Self { missing, ..Self::new(Kind::Missing, why, object) }
    }

    /// In words.
    pub fn reason(&self, scene: &Scene) -> String {
        let mut text = String::new();
        match (&self.named, self.object) {
            (Some((class, id)), _) => {
                let _ = write!(text, "<{class}> ({id}) ");
            }
            (None, Some(slot)) => {
                let _ = write!(text, "{} ", scene.shown(slot));
            }
            (None, None) => {}
        }
        match self.why {
            Why::Lacks(property) => {
                let _ = write!(text, "is not {}", property.name());
            }
            Why::Is(state) => {
                let _ = write!(text, "is {}", state.name());
            }
            Why::IsNot(state) => {
                let _ = write!(text, "is not {}", state.name());
            }
            Why::OtherClass => {
                let class = self.object.map_or("", |slot| scene.node(slot).class.as_ref());
                let _ = write!(text, "is a <{class}> in this scene");
            }
            why => text.push_str(why.text()),
        }
        text
    }
}

impl Condition {
    /// In the notation of facts: `CLOSE(agent, mug.7)`.
    pub fn shown(&self, scene: &Scene) -> String {
        match *self {
            Self::State(slot, state) => format!("{}({})", state.name(), scene.name(slot)),
            Self::Relation(from, relation, to) => {
                format!("{}({}, {})", relation.fact(), scene.name(from), scene.name(to))
            }
            Self::Holds(who, Thing::Anything) => format!("HOLDS({}, anything)", scene.name(who)),
            Self::Holds(who, Thing::This(what)) => {
                format!("HOLDS({}, {})", scene.name(who), scene.name(what))
            }
        }
    }
}
