//! What each action needs and does.
//!
//! One file a family: [`walk`] (getting there), [`hold`] (taking and putting), [`device`] (doors,
//! switches, plugs), [`posture`] (sitting and lying), [`handle`] (all that only needs something).
//! Every action checks before it changes: one that fails has changed nothing. The checks are made in
//! the order of the reference executor, since the first that fails names the mistake.
//!
//! Where `strict` is asked for, the reason stands in `docs/worlds.md` under the same words.

mod device;
mod handle;
mod hold;
mod look;
mod posture;
mod walk;

use super::action::Action;
use super::failure::{Failure, Kind, Why};
use super::program::{Named, Step};
use super::rules::Rules;
use super::scene::{Node, Scene, Slot};
use super::state::{Edge, State};
use super::terms::{ObjectState, Property, Relation, Set};

/// A step being done.
pub(super) struct Act<'a> {
    scene: &'a Scene,
    state: &'a mut State,
    rules: Rules,
    /// The character that acts.
    me: Slot,
}

type Checked = Result<(), Failure>;

/// Does a step, or says why it cannot be done and changes nothing.
pub(super) fn perform(scene: &Scene, state: &mut State, rules: Rules, step: &Step) -> Checked {
    let mut act = Act { scene, state, rules, me: scene.character() };
    let unsupported = matches!(step.action, Action::LookAtShort | Action::LookAtLong);
    if unsupported && !rules.is_strict() {
        return Err(Failure::new(Kind::Unsupported, Why::NoExecutor, None));
    }
    // The table of actions fixes how many arguments there are; the reader has counted them.
    let mut slots = [act.me; 2];
    for (slot, named) in slots.iter_mut().zip(&step.args) {
        *slot = act.find(named)?;
    }
    act.act(step.action, slots)
}

impl Act<'_> {
    fn act(&mut self, action: Action, [x, y]: [Slot; 2]) -> Checked {
        match action {
            Action::Walk | Action::Run => self.walk(x),
            Action::Find => self.find_near(x),
            Action::TurnTo => self.turn_to(x),
            Action::LookAt
            | Action::LookAtMedium
            | Action::LookAtShort
            | Action::LookAtLong
            | Action::PointAt => self.face(x),
            Action::Watch => self.watch(x),
            Action::Grab => self.grab(x),
            Action::PutBack => self.put(x, Relation::On, y),
            Action::PutIn => self.put(x, Relation::Inside, y),
            Action::PutObjBack => self.put_back_where_taken(x),
            Action::Drop | Action::Release => self.drop(x),
            Action::Pour => self.pour(x, y),
            Action::PutOn => self.wear(x),
            Action::PutOff => self.take_off(x),
            Action::Open => self.open(x),
            Action::Close => self.close(x),
            Action::SwitchOn => self.switch_on(x),
            Action::SwitchOff => self.switch_off(x),
            Action::PlugIn => self.plug_in(x),
            Action::PlugOut => self.plug_out(x),
            Action::Sit => self.sit(x),
            Action::Lie => self.lie(x),
            Action::StandUp => self.stand_up(),
            Action::Sleep | Action::WakeUp => self.resting(),
            Action::Wash | Action::Rinse | Action::Scrub => self.wash(x),
            Action::Wipe => self.wipe(x),
            Action::Drink => self.drink(x),
            Action::Eat => self.eat(x),
            Action::Cut => self.cut(x),
            Action::Read => self.read(x),
            Action::Type => self.type_on(x),
            Action::Touch => self.touch(x),
            Action::Push | Action::Pull | Action::Move => self.push(x, action),
            Action::Squeeze => self.squeeze(x),
            Action::Greet => self.greet(x),
        }
    }

    /// The object that a program names. In strict mode it has to be of the class that the line says.
    fn find(&self, named: &Named) -> Result<Slot, Failure> {
        let unseen = |why, object| Failure {
            named: Some((named.class.clone(), named.id)),
            ..Failure::new(Kind::Unseen, why, object)
        };
        let slot = self.scene.slot(named.id).ok_or_else(|| unseen(Why::Unknown, None))?;
        if self.rules.is_strict() && !self.node(slot).class.eq_ignore_ascii_case(&named.class) {
            return Err(unseen(Why::OtherClass, Some(slot)));
        }
        Ok(slot)
    }

    fn node(&self, slot: Slot) -> &Node {
        self.scene.node(slot)
    }

    fn is(&self, slot: Slot, property: Property) -> bool {
        self.node(slot).properties.has(property)
    }

    fn class_in(&self, slot: Slot, classes: &[&str]) -> bool {
        classes.contains(&self.node(slot).class.as_ref())
    }

    fn states(&self, slot: Slot) -> Set<ObjectState> {
        self.state.states(slot)
    }

    fn strict(&self) -> bool {
        self.rules.is_strict()
    }

    fn link(&mut self, from: Slot, relation: Relation, to: Slot) {
        self.state.link(Edge { from, relation, to });
    }

    fn unlink(&mut self, from: Slot, relation: Relation, to: Slot) {
        self.state.unlink(Edge { from, relation, to });
    }

    /// Two objects come within reach of one another.
    fn join(&mut self, a: Slot, b: Slot) {
        self.link(a, Relation::Close, b);
        self.link(b, Relation::Close, a);
    }

    /// One state in place of another.
    fn turn(&mut self, slot: Slot, from: ObjectState, to: ObjectState) {
        self.state.restate(slot, self.states(slot).without(from).with(to));
    }
}
