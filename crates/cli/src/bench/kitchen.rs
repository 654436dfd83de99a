//! Recorded traces of a kitchen task, as the SENTINEL code base writes them: our own simulation, in
//! the format of `docs/formats/traces.md`, with all keys that a simulator's dump has.
//!
//! An agent walks to things, opens the microwave or the fridge, puts a thing in, and carries on.
//! Trajectories of one task follow the same script up to a step of their own, and stray from it then:
//! the later they stray on the average, the more of the computation tree they share.

use std::fmt::Write;
use vedette_worlds::random::Random;

/// How the traces are to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// What the agent does: 0 heat, 1 cool, 2 place.
    pub(crate) family: usize,
    /// Objects of the scene.
    pub(crate) objects: usize,
    /// Steps of a trajectory.
    pub(crate) steps: usize,
    /// How many steps every trajectory shares with the others at least.
    pub(crate) shared: usize,
    /// What decides all the rest.
    pub(crate) seed: u64,
}

/// The names of the families.
pub(crate) const FAMILIES: [&str; 3] = ["heat", "cool", "place"];

/// Types in order of how early a scene has them; what is in, on or near what is by chance.
const TYPES: [(&str, &str); 34] = [
    ("Microwave", "ot"),
    ("Fridge", "o"),
    ("StoveBurner", "t"),
    ("StoveBurner", "t"),
    ("Potato", "pk"),
    ("Mug", "pf"),
    ("CounterTop", ""),
    ("Fork", "p"),
    ("Knife", "p"),
    ("Pan", "p"),
    ("Candle", "pt"),
    ("PaperTowelRoll", "p"),
    ("Toaster", "t"),
    ("Faucet", "t"),
    ("SinkBasin", ""),
    ("CellPhone", "pt"),
    ("Book", "p"),
    ("Plate", "pb"),
    ("Bowl", "pbf"),
    ("Cup", "pbf"),
    ("Bottle", "pbf"),
    ("Spoon", "p"),
    ("ButterKnife", "p"),
    ("Spatula", "p"),
    ("Cabinet", "o"),
    ("Drawer", "o"),
    ("CoffeeMachine", "t"),
    ("GarbageCan", ""),
    ("Tomato", "pk"),
    ("Egg", "pbk"),
    ("Bread", "pk"),
    ("Apple", "pk"),
    ("DishSponge", "p"),
    ("Laptop", "pto"),
];

/// A thing of the scene.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "a simulator's flags are independent")]
struct Thing {
    id: String,
    kind: &'static str,
    traits: &'static str,
    at: [f64; 3],
    half: [f64; 3],
    on: bool,
    open: bool,
    filled: bool,
    hot: bool,
    inside: Option<usize>,
}

impl Thing {
    fn is(&self, mark: char) -> bool {
        self.traits.contains(mark)
    }
}

/// The state of the simulation.
#[derive(Clone)]
struct Kitchen {
    things: Vec<Thing>,
    agent: [f64; 3],
    held: Option<usize>,
}

/// The text of trace number `index`.
pub(crate) fn trace(shape: &Shape, index: usize) -> String {
    let mut kitchen = Kitchen::new(shape);
    let (mut script, mut own) =
        (Random::seeded(shape.seed), Random::seeded(shape.seed ^ (index as u64 + 1) << 20));
    let first = shape.shared.min(shape.steps);
    let strays = first + own.below(shape.steps.saturating_sub(first) + 1);
    let mut text = String::with_capacity(shape.steps * shape.objects * 1300);
    text.push_str("{\"trajectory\": [");
    for step in 0..shape.steps {
        // The script's numbers are drawn in any case, so that it stays in step.
        let choice = script.bits();
        let choice = if step >= strays { own.bits() } else { choice };
        let (action, object) = kitchen.act(step, shape, choice);
        if step > 0 {
            text.push_str(", ");
        }
        kitchen.write(&mut text, step, action, object.as_deref());
    }
    text.push_str("], \"success\": true}");
    text
}

impl Kitchen {
    fn new(shape: &Shape) -> Self {
        let mut random = Random::seeded(shape.seed ^ 0x5ce4e);
        let things = (0..shape.objects)
            .map(|index| {
                let (kind, traits) = TYPES[index % TYPES.len()];
                let big = !traits.contains('p');
                let at = [random.part() * 6.0 - 3.0, 0.9, random.part() * 6.0 - 3.0];
                let half = if big { [0.3, 0.2, 0.3] } else { [0.05, 0.05, 0.05] };
                Thing {
                    id: format!("{kind}|{:+06.2}|{:+06.2}|{:+06.2}", at[0], at[1], at[2]),
                    kind,
                    traits,
                    at,
                    half,
                    on: traits.contains('t') && random.below(8) == 0,
                    open: false,
                    filled: traits.contains('f') && random.below(3) == 0,
                    hot: false,
                    inside: None,
                }
            })
            .collect();
        Self { things, agent: [0.0, 0.9, 0.0], held: None }
    }

    /// Does one step; returns the action and what it was done to.
    fn act(&mut self, step: usize, shape: &Shape, choice: u64) -> (&'static str, Option<String>) {
        let goal = [0, 1, 6][shape.family].min(self.things.len() - 1);
        let thing = 4.min(self.things.len() - 1);
        let part = step * 10 / shape.steps.max(1);
        let some = (choice >> 8) as usize % self.things.len();
        match choice % 16 {
            0 if self.held.is_none() && part >= 2 => {
                self.held = Some(thing);
                ("PickupObject", Some(self.things[thing].id.clone()))
            }
            1 if self.things[goal].is('o') => {
                self.things[goal].open = !self.things[goal].open;
                let name = if self.things[goal].open { "OpenObject" } else { "CloseObject" };
                (name, Some(self.things[goal].id.clone()))
            }
            2 if self.held.is_some() && part >= 5 => {
                let held = self.held.take().unwrap_or_default();
                (self.things[held].at, self.things[held].inside) =
                    (self.things[goal].at, Some(goal));
                ("PutObject", Some(self.things[goal].id.clone()))
            }
            3 | 4 if self.things[some].is('t') => {
                let thing = &mut self.things[some];
                thing.on = !thing.on;
                let name = if thing.on { "ToggleObjectOn" } else { "ToggleObjectOff" };
                let id = thing.id.clone();
                for index in 0..self.things.len() {
                    if self.things[index].inside == Some(some) && self.things[some].on {
                        self.things[index].hot = true;
                    }
                }
                (name, Some(id))
            }
            5 if self.things[some].is('f') => {
                self.things[some].filled = !self.things[some].filled;
                ("FillObjectWithLiquid", Some(self.things[some].id.clone()))
            }
            _ => {
                let axis = if choice & 32 == 0 { 0 } else { 2 };
                let way = if choice & 64 == 0 { 0.25 } else { -0.25 };
                self.agent[axis] = (self.agent[axis] + way).clamp(-3.0, 3.0);
                if let Some(held) = self.held {
                    self.things[held].at = self.agent;
                    self.things[held].inside = None;
                }
                (if way > 0.0 { "MoveAhead" } else { "MoveBack" }, None)
            }
        }
    }

    /// Writes the step with the state after it.
    fn write(&self, text: &mut String, step: usize, action: &str, object: Option<&str>) {
        let object = object.map_or(String::new(), |id| format!(", \"objectId\": \"{id}\""));
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "{{\"step\": {step}, \"plan_action\": {{\"action\": \"{action}\"}}, \"thor_action\": \
             {{\"action\": \"{action}\"{object}}}, \"success\": true, \"error\": \"\", \
             \"event_metadata\": {{\"objects\": ["
        );
        for index in 0..self.things.len() {
            if index > 0 {
                text.push_str(", ");
            }
            self.thing(text, index);
        }
        let held = self.held.map_or(String::new(), |held| {
            let thing = &self.things[held];
            format!("{{\"objectId\": \"{}\", \"objectType\": \"{}\"}}", thing.id, thing.kind)
        });
        let [x, y, z] = self.agent;
        let _ = write!(
            text,
            "], \"inventoryObjects\": [{held}], \"agent\": {{\"name\": \"agent\", \"position\": \
             {{\"x\": {x:?}, \"y\": {y:?}, \"z\": {z:?}}}, \"rotation\": {{\"x\": 0.0, \"y\": 90.0, \
             \"z\": 0.0}}, \"cameraHorizon\": 30.0, \"isStanding\": true}}, \"lastActionSuccess\": \
             true, \"errorMessage\": \"\", \"sceneBounds\": null}}}}"
        );
    }

    fn thing(&self, text: &mut String, index: usize) {
        let thing = &self.things[index];
        let [x, y, z] = thing.at;
        let far =
            (0..3).map(|axis| (thing.at[axis] - self.agent[axis]).powi(2)).sum::<f64>().sqrt();
        let of = |outer: &Option<usize>| outer.map(|outer| self.things[outer].id.as_str());
        let parents = of(&thing.inside).map_or("null".to_owned(), |id| format!("[\"{id}\"]"));
        let contents: Vec<String> = (0..self.things.len())
            .filter(|&inner| self.things[inner].inside == Some(index))
            .map(|inner| format!("\"{}\"", self.things[inner].id))
            .collect();
        let receptacle = !thing.is('p');
        let contents =
            if receptacle { format!("[{}]", contents.join(", ")) } else { "null".to_owned() };
        let _ = write!(
            text,
            "{{\"name\": \"{kind}_{index:08x}\", \"position\": {{\"x\": {x:.3}, \"y\": {y:.3}, \
             \"z\": {z:.3}}}, \"rotation\": {{\"x\": 0.0, \"y\": 0.0, \"z\": 0.0}}, \"visible\": \
             {visible}, \"receptacle\": {receptacle}, \"toggleable\": {toggleable}, \"isToggled\": \
             {on}, \"breakable\": {breakable}, \"isBroken\": false, \"canFillWithLiquid\": {fills}, \
             \"isFilledWithLiquid\": {filled}, \"dirtyable\": false, \"isDirty\": false, \
             \"cookable\": {cookable}, \"isCooked\": false, \"sliceable\": false, \"isSliced\": \
             false, \"openable\": {openable}, \"isOpen\": {open}, \"pickupable\": {pickupable}, \
             \"isPickedUp\": {held}, \"ObjectTemperature\": \"{temperature}\", \"isHeatSource\": \
             false, \"receptacleObjectIds\": {contents}, \"distance\": {far:.4}, \"objectType\": \
             \"{kind}\", \"objectId\": \"{id}\", \"parentReceptacles\": {parents}, \"isMoving\": \
             false, \"objectBounds\": {{\"objectBoundsCorners\": [",
            kind = thing.kind,
            visible = far < 2.0,
            toggleable = thing.is('t'),
            on = thing.on,
            breakable = thing.is('b'),
            fills = thing.is('f'),
            filled = thing.filled,
            cookable = thing.is('k'),
            openable = thing.is('o'),
            open = thing.open,
            pickupable = thing.is('p'),
            held = self.held == Some(index),
            temperature = if thing.hot { "Hot" } else { "RoomTemp" },
            id = thing.id,
        );
        for corner in 0..8 {
            let side = |axis: usize| {
                let sign = if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
                thing.at[axis] + sign * thing.half[axis]
            };
            let comma = if corner > 0 { ", " } else { "" };
            let (x, y, z) = (side(0), side(1), side(2));
            let _ = write!(text, "{comma}{{\"x\": {x:.4}, \"y\": {y:.4}, \"z\": {z:.4}}}");
        }
        text.push_str("]}}");
    }
}
