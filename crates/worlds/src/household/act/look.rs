//! Questions that actions ask of a state: reach, facing, rooms, what is shut away, hands.
//!
//! # Why reach has two hops
//!
//! A scene says what is near what, not how far. From the sink one reaches the tap on it although only
//! the sink is `CLOSE`. So an object is within reach if it is close to the agent, or close to something
//! that is, or on something that is. That is generous, and kept in both modes: a scene without
//! positions has nothing better. (`docs/worlds.md`, "Reach".)

use super::super::failure::{Condition, Connective, Failure, Kind, Precondition, Thing, Why};
use super::{Act, Checked, ObjectState, Property, Relation, Slot};

impl Act<'_> {
    /// Whether the agent could touch it, walls of containers aside.
    pub(super) fn is_near(&self, x: Slot) -> bool {
        if self.state.has(self.me, Relation::Close, x) {
            return true;
        }
        if self.state.targets(x, Relation::On).any(|y| self.state.has(self.me, Relation::Close, y))
        {
            return true;
        }
        // Both are sorted: one walk along the two.
        let mut mine = self.state.targets(self.me, Relation::Close).peekable();
        let mut theirs = self.state.sources(x, Relation::Close).peekable();
        while let (Some(a), Some(b)) = (mine.peek(), theirs.peek()) {
            match a.cmp(b) {
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Less => mine.next(),
                std::cmp::Ordering::Greater => theirs.next(),
            };
        }
        false
    }

    /// That it is within reach; strictly also that nothing closed is around it.
    pub(super) fn reach(&self, x: Slot) -> Checked {
        if !self.is_near(x) {
            return Err(self.lacks(Why::NotClose, x, Relation::Close));
        }
        if self.strict() { self.unshut(x) } else { Ok(()) }
    }

    /// That the agent faces it, or faces something that does.
    pub(super) fn face(&self, x: Slot) -> Checked {
        let facing = Relation::Facing;
        let mut faced = self.state.targets(self.me, facing);
        if faced.any(|y| y == x || self.state.has(y, facing, x)) {
            return Ok(());
        }
        Err(self.lacks(Why::NotFacing, x, facing))
    }

    /// A missing relation of the agent to an object.
    pub(super) fn lacks(&self, why: Why, x: Slot, relation: Relation) -> Failure {
        Failure::missing(why, Some(x), Condition::Relation(self.me, relation, x))
    }

    /// The room that an object is in: itself if it is one; else the first room that it is inside of;
    /// else that of what it is inside of.
    pub(super) fn room(&self, x: Slot) -> Option<Slot> {
        let mut at = x;
        // Scenes are read without circles, but compatible runs can make some.
        for _ in 0..self.state.objects() {
            if self.node(at).is_room() {
                return Some(at);
            }
            let mut around = self.state.targets(at, Relation::Inside);
            if around.len() > 1 {
                let room =
                    self.state.targets(at, Relation::Inside).find(|&y| self.node(y).is_room());
                match room {
                    Some(_) => return room,
                    None if self.strict() => {}
                    None => return None,
                }
            }
            at = around.next()?;
        }
        None
    }

    /// That nothing closed is around it. Compatible: only what it is directly in counts, and the
    /// record says that the thing itself should be open.
    pub(super) fn unshut(&self, x: Slot) -> Checked {
        let Some(y) = self.closed_around(x) else { return Ok(()) };
        let shut = if self.strict() { y } else { x };
        let open = Condition::State(shut, ObjectState::Open);
        Err(Failure::missing(Why::Enclosed, Some(x), open))
    }

    fn closed_around(&self, x: Slot) -> Option<Slot> {
        let closed =
            |y: &Slot| !self.node(*y).is_room() && self.states(*y).has(ObjectState::Closed);
        if !self.strict() {
            return self.state.targets(x, Relation::Inside).find(closed);
        }
        // What is on a plate in a closed cupboard is shut away as well.
        let mut around = vec![x];
        let mut next = 0;
        while let Some(&at) = around.get(next) {
            next += 1;
            if let Some(y) = self.state.targets(at, Relation::Inside).find(closed) {
                return Some(y);
            }
            for y in self.state.targets(at, Relation::Inside) {
                if !self.node(y).is_room() && !around.contains(&y) {
                    around.push(y);
                }
            }
            for y in self.state.targets(at, Relation::On) {
                if !around.contains(&y) {
                    around.push(y);
                }
            }
        }
        None
    }

    /// The hand that would take the next thing.
    pub(super) fn free_hand(&self) -> Option<Relation> {
        Relation::HANDS.into_iter().find(|&hand| self.state.targets(self.me, hand).len() == 0)
    }

    /// That a hand is free.
    pub(super) fn need_hand(&self) -> Result<Relation, Failure> {
        self.free_hand().ok_or_else(|| {
            let condition = Condition::Holds(self.me, Thing::Anything);
            Failure {
                missing: vec![Precondition { negated: true, condition }],
                connective: Connective::Or,
                ..Failure::new(Kind::Missing, Why::NoFreeHand, None)
            }
        })
    }

    pub(super) fn holds(&self, x: Slot) -> bool {
        Relation::HANDS.into_iter().any(|hand| self.state.has(self.me, hand, x))
    }

    /// That it is held.
    pub(super) fn need_held(&self, x: Slot) -> Checked {
        if self.holds(x) {
            return Ok(());
        }
        let condition = Condition::Holds(self.me, Thing::This(x));
        Err(Failure::missing(Why::NotHeld, Some(x), condition))
    }

    /// What is held, the right hand first.
    pub(super) fn held(&self) -> Vec<Slot> {
        Relation::HANDS.into_iter().flat_map(|hand| self.state.targets(self.me, hand)).collect()
    }

    /// That it has one of some properties; the first is the one that is missed.
    pub(super) fn need(&self, x: Slot, properties: &[Property]) -> Checked {
        if self.node(x).properties.has_any(properties) {
            return Ok(());
        }
        Err(Failure::new(Kind::Afford, Why::Lacks(properties[0]), Some(x)))
    }

    /// That it is in the state from which the action leads; what it is for holds already otherwise.
    pub(super) fn need_state(&self, x: Slot, state: ObjectState) -> Checked {
        if self.states(x).has(state) {
            return Ok(());
        }
        Err(Failure::new(Kind::Satisfied, Why::IsNot(state), Some(x)))
    }

    /// That it is not in a state. Another step could end that state, so strictly one is missing; the
    /// reference counts it as satisfied.
    pub(super) fn need_not(&self, x: Slot, state: ObjectState) -> Checked {
        if !self.states(x).has(state) {
            return Ok(());
        }
        if !self.strict() {
            return Err(Failure::new(Kind::Satisfied, Why::Is(state), Some(x)));
        }
        let lack = Precondition { negated: true, condition: Condition::State(x, state) };
        Err(Failure { missing: vec![lack], ..Failure::new(Kind::Missing, Why::Is(state), Some(x)) })
    }

    /// Whether `x` is `y`, or is by inside and on, step by step, in or on `y`.
    pub(super) fn rests_in(&self, x: Slot, y: Slot) -> bool {
        let mut around = vec![x];
        let mut next = 0;
        while let Some(&at) = around.get(next) {
            if at == y {
                return true;
            }
            next += 1;
            for relation in [Relation::Inside, Relation::On] {
                for up in self.state.targets(at, relation) {
                    if !around.contains(&up) {
                        around.push(up);
                    }
                }
            }
        }
        false
    }
}
