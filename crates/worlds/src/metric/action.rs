//! The twelve basic actions, and plans of them.
//!
//! ```
//! use vedette_worlds::metric::{Action, Command, Room, plan};
//! use vedette_worlds::scene::Scene;
//!
//! let text = r#"{"schema": "vedette.scene/1", "id": "bath", "objects": [
//!     {"id": "bathroom.1", "class": "bathroom", "position": [1.5, 1.2, 1.5], "size": [3, 2.4, 3]},
//!     {"id": "candle.1", "class": "candle", "position": [2, 0.1, 2]}]}"#;
//! let room = Room::new(&Scene::read(text.as_bytes(), "bath.json").unwrap()).unwrap();
//! let commands = plan("goto(candle.1)\nPickupObject(candle)  # the only one\nmove_ahead", &room).unwrap();
//! assert_eq!(commands[1].command, Command::Basic(Action::Pickup(1)));
//! let errors = plan("pickup(candel.1)\nfly", &room).unwrap_err();
//! assert_eq!(errors[0].to_string(), "line 1: found \"candel.1\", which is no object here, expected an id; did you mean `candle.1`?");
//! assert!(errors[1].to_string().starts_with("line 2: found the action \"fly\""));
//! ```
//!
//! # Why these twelve
//!
//! They are the ones that occur in ALFRED's demonstrations, which were made with AI2-THOR, and so most
//! likely the "12 fundamental actions" of SENTINEL, appendix B.2, which does not list them. `goto` is no
//! action of its own: it stands for moves, turns and looks, each a step of the run.

use super::kinds::Role;
use super::room::Room;
use crate::input::clip;
use crate::vocabulary::{fold, fold_action, nearest::nearest};
use std::fmt;
use std::sync::Arc;

/// The most characters of what is wrong with a line that are kept.
const KEPT: usize = 600;

/// A basic action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// To the next point of the grid.
    MoveAhead,
    /// A quarter turn against the clock.
    RotateLeft,
    /// A quarter turn with the clock.
    RotateRight,
    /// 15 degrees up.
    LookUp,
    /// 15 degrees down.
    LookDown,
    /// Takes a thing into the hand.
    Pickup(u32),
    /// Puts what is held in or on a thing.
    Put(u32),
    /// Opens.
    Open(u32),
    /// Closes.
    Close(u32),
    /// Switches on.
    ToggleOn(u32),
    /// Switches off.
    ToggleOff(u32),
    /// Slices, with what is held.
    Slice(u32),
}

impl Action {
    /// The names, those of AI2-THOR.
    pub const NAMES: [&'static str; 12] = [
        "MoveAhead",
        "RotateLeft",
        "RotateRight",
        "LookUp",
        "LookDown",
        "PickupObject",
        "PutObject",
        "OpenObject",
        "CloseObject",
        "ToggleObjectOn",
        "ToggleObjectOff",
        "SliceObject",
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES[match self {
            Self::MoveAhead => 0,
            Self::RotateLeft => 1,
            Self::RotateRight => 2,
            Self::LookUp => 3,
            Self::LookDown => 4,
            Self::Pickup(_) => 5,
            Self::Put(_) => 6,
            Self::Open(_) => 7,
            Self::Close(_) => 8,
            Self::ToggleOn(_) => 9,
            Self::ToggleOff(_) => 10,
            Self::Slice(_) => 11,
        }]
    }

    /// What it is done to.
    pub fn object(self) -> Option<u32> {
        match self {
            Self::Pickup(slot)
            | Self::Put(slot)
            | Self::Open(slot)
            | Self::Close(slot)
            | Self::ToggleOn(slot)
            | Self::ToggleOff(slot)
            | Self::Slice(slot) => Some(slot),
            _ => None,
        }
    }

    /// The action of this number, done to `slot` if it is done to anything.
    fn numbered(number: usize, slot: u32) -> Option<Self> {
        let object: fn(u32) -> Self = match number {
            0 => return Some(Self::MoveAhead),
            1 => return Some(Self::RotateLeft),
            2 => return Some(Self::RotateRight),
            3 => return Some(Self::LookUp),
            4 => return Some(Self::LookDown),
            5 => Self::Pickup,
            6 => Self::Put,
            7 => Self::Open,
            8 => Self::Close,
            9 => Self::ToggleOn,
            10 => Self::ToggleOff,
            11 => Self::Slice,
            _ => return None,
        };
        Some(object(slot))
    }

    /// All actions, done to everything in a room that is such, in the order of the names.
    pub fn all(room: &Room) -> Vec<Self> {
        let slots = room.start().slots();
        (0..Self::NAMES.len())
            .flat_map(|number| {
                let every = if number < 5 { 0..1 } else { slots.clone() };
                every.filter_map(move |slot| Self::numbered(number, slot))
            })
            .filter(|action| action.suits(room))
            .collect()
    }

    /// Whether what it is done to is such.
    fn suits(self, room: &Room) -> bool {
        let has = |slot: u32, role| room.roles(slot).has(role);
        match self {
            Self::Pickup(slot) => has(slot, Role::Grab),
            Self::Put(slot) => has(slot, Role::Surface) || has(slot, Role::Contain),
            Self::Open(slot) | Self::Close(slot) => has(slot, Role::Open),
            Self::ToggleOn(slot) | Self::ToggleOff(slot) => has(slot, Role::Switch),
            Self::Slice(slot) => has(slot, Role::Cut),
            _ => true,
        }
    }

    /// As in plans: `PickupObject(mug.1)`.
    pub fn shown(self, room: &Room) -> String {
        match self.object() {
            Some(slot) => format!("{}({})", self.name(), room.name(slot)),
            None => self.name().to_owned(),
        }
    }
}

/// What a line of a plan asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// An action.
    Basic(Action),
    /// To go to where a thing is in view and within reach.
    Goto(u32),
}

/// A line of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// What it asks for.
    pub command: Command,
}

/// A line that asks for nothing that there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError {
    /// Its number, from 1.
    pub line: usize,
    /// What was found, and what was expected.
    pub what: String,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for PlanError {}

/// The commands of a text, one a line: `goto(mug.1)`, `pickup(mug.1)`, `put(mug.1, sink.1)` or
/// `put(sink.1)`, `move_ahead`. `#` begins a comment. A class stands for its only object.
///
/// # Errors
/// Every line that cannot be read.
pub fn plan(text: &str, room: &Room) -> Result<Vec<Line>, Vec<PlanError>> {
    let (mut lines, mut errors) = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let said = line.split('#').next().unwrap_or_default().trim();
        if said.is_empty() {
            continue;
        }
        match command(said, room) {
            Ok(command) => lines.push(Line { number: index + 1, command }),
            Err(what) => {
                errors.push(PlanError { line: index + 1, what: clip(&what, KEPT).into_owned() });
            }
        }
    }
    if errors.is_empty() { Ok(lines) } else { Err(errors) }
}

fn command(text: &str, room: &Room) -> Result<Command, String> {
    let (name, args) = match text.split_once('(') {
        None => (text, Vec::new()),
        Some((name, rest)) => {
            let inner = rest.strip_suffix(')').ok_or_else(|| {
                format!("found {text:?}, expected an action such as `pickup(mug.1)`")
            })?;
            (name.trim(), inner.split(',').map(str::trim).filter(|arg| !arg.is_empty()).collect())
        }
    };
    let folded = fold_action(name);
    let number = Action::NAMES.iter().position(|known| fold_action(known) == folded);
    let goto = matches!(folded.as_str(), "goto" | "gotolocation" | "walk");
    let wanted = match (goto, number) {
        (true, _) => 1..=1,
        (_, Some(6)) => 1..=2,
        (_, Some(number)) if number < 5 => 0..=0,
        (_, Some(_)) => 1..=1,
        (false, None) => {
            let names =
                Action::NAMES.iter().map(|&name| name.to_owned()).chain(["goto".to_owned()]);
            let hint = nearest(name, names)
                .map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            let all = Action::NAMES.join(", ");
            return Err(format!(
                "found the action {name:?}, expected `goto` or one of {all}{hint}"
            ));
        }
    };
    if !wanted.contains(&args.len()) {
        let expected = wanted.end();
        return Err(format!("found {} arguments of `{name}`, expected {expected}", args.len()));
    }
    // Of `put(thing, place)` the place decides; that the thing is held is seen when it is done.
    let Some(last) = args.last() else {
        return number
            .and_then(|number| Action::numbered(number, 0))
            .map(Command::Basic)
            .ok_or_else(|| format!("found `{name}` without an argument, expected an object"));
    };
    let slots = args.iter().map(|arg| slot(arg, room)).collect::<Result<Vec<u32>, _>>();
    let slot = *slots?.last().ok_or_else(|| format!("found {last:?}, expected an object"))?;
    if goto {
        return Ok(Command::Goto(slot));
    }
    let action = number.and_then(|number| Action::numbered(number, slot));
    action.map(Command::Basic).ok_or_else(|| format!("found {text:?}, expected an action"))
}

fn slot(name: &str, room: &Room) -> Result<u32, String> {
    if let Some(slot) = room.objects().get_index_of(name) {
        return Ok(slot as u32);
    }
    let of_class = |(_, (_, object)): &(usize, (&Arc<str>, &crate::trajectory::Object))| {
        fold(&object.category) == fold(name)
    };
    let alike: Vec<usize> =
        room.objects().iter().enumerate().filter(of_class).map(|(slot, _)| slot).collect();
    match alike[..] {
        [only] => Ok(only as u32),
        [] => {
            let names = room.objects().keys().map(ToString::to_string);
            let hint = nearest(name, names)
                .map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            Err(format!("found {name:?}, which is no object here, expected an id{hint}"))
        }
        _ => {
            let names: Vec<&str> = alike.iter().map(|&slot| &**room.name(slot as u32)).collect();
            Err(format!("found {name:?}, which may be any of {}, expected an id", names.join(", ")))
        }
    }
}
