//! A metric room: what never changes in it, and the state at the start, made from a scene.
//!
//! ```
//! use vedette_worlds::metric::Room;
//! use vedette_worlds::scene::Scene;
//!
//! let text = r#"{"schema": "vedette.scene/1", "id": "bath", "objects": [
//!     {"id": "bathroom.1", "class": "bathroom", "position": [1.5, 1.2, 1.5], "size": [3, 2.4, 3]},
//!     {"id": "sink.1", "class": "sink", "position": [2.6, 0.45, 1.5], "size": [0.6, 0.9, 0.6]},
//!     {"id": "cup.1", "class": "cup"}], "relations": [["cup.1", "IN", "sink.1"]],
//!     "agent": {"at": [0.5, 0.5]}}"#;
//! let scene = Scene::read(text.as_bytes(), "bath.json").unwrap();
//! let room = Room::new(&scene).unwrap();
//! assert_eq!(room.start().agent.cell, [2, 2], "half a metre from both walls, in quarters");
//! assert_eq!(room.assumed().collect::<Vec<_>>(), ["cup.1"], "its size is a guess");
//! ```
//!
//! # What is taken for granted
//!
//! The floor is the union of the rooms. A body of 20 cm radius walks on points 25 cm apart, turns by quarters
//! and moves straight ahead. Things it can carry lie where they lie; all others stay. What a scene does
//! not say and a room cannot do without is an error; a size it does not say is assumed and named.
//!
//! Reference: SENTINEL, appendix F (navigation on a grid with A*); the grid, the turns and the reach are
//! those of ALFRED's constants.

use super::body::{Body, millimetres};
use super::chance::{self, Chances};
use super::grid::{Cell, Grid, Obstacle};
use super::kinds::{Role, Roles};
use super::place;
use super::state::{Item, Mark, Marks, Pose, State};
use crate::household::ROOMS;
use crate::input::{At, InputError};
use crate::scene::{Scene, Thing};
use crate::trajectory::{Object, Objects, Temperature};
use std::sync::Arc;
use vedette_checker::formula::Real;

/// The distance of two points of the grid, in millimetres.
pub(super) const STEP: i32 = 250;
/// The radius of the agent.
const RADIUS: i32 = 200;
/// The height of the agent: what hangs higher is not in its way.
const HEIGHT: i32 = 1800;
/// What is flatter is walked over.
const FLAT: i32 = 30;

/// What never changes, and the state at the start.
#[derive(Clone, Debug)]
pub struct Room {
    id: String,
    objects: Objects,
    roles: Vec<Roles>,
    walls: Vec<Body>,
    /// The floor with all that is never moved.
    grid: Grid,
    origin: [i32; 2],
    chances: Chances,
    assumed: Vec<u32>,
    start: State,
}

impl Room {
    /// The room of a scene.
    ///
    /// # Errors
    /// All that is missing or does not fit together.
    pub fn new(scene: &Scene) -> Result<Self, Vec<InputError>> {
        let mut maker = Maker { scene, problems: Vec::new() };
        let made = maker.room();
        match made {
            Some(room) if maker.problems.is_empty() => Ok(room),
            _ => Err(maker.problems),
        }
    }

    /// The name of the scene.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The objects; an object's place among them is its slot.
    pub fn objects(&self) -> &Objects {
        &self.objects
    }

    /// The id of an object.
    pub fn name(&self, slot: u32) -> &Arc<str> {
        self.objects.get_index(slot as usize).expect("slots number the objects").0
    }

    /// What an object is good for.
    pub fn roles(&self, slot: u32) -> Roles {
        self.roles[slot as usize]
    }

    /// The state at the start.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// The objects whose size the scene does not say.
    pub fn assumed(&self) -> impl Iterator<Item = &str> {
        self.assumed.iter().map(|&slot| &**self.name(slot))
    }

    pub(super) fn walls(&self) -> &[Body] {
        &self.walls
    }

    pub(super) fn chances(&self) -> &Chances {
        &self.chances
    }

    /// Where a point of the grid is, in millimetres.
    pub(super) fn spot(&self, cell: Cell) -> [i32; 2] {
        std::array::from_fn(|axis| self.origin[axis] + STEP * cell[axis] as i32)
    }

    /// The floor as it is in a state: also with what lies on it.
    pub fn floor(&self, state: &State) -> Grid {
        let loose = |slot: &u32| {
            self.roles(*slot).has(Role::Grab)
                && state.held != Some(*slot)
                && state.item(*slot).parent.is_none()
                && blocks(&state.item(*slot).body)
        };
        let of = |slot: u32| obstacle(self.name(slot), &state.item(slot).body);
        let lying: Vec<Obstacle> = state.slots().filter(loose).map(of).collect();
        if lying.is_empty() {
            return self.grid.clone();
        }
        self.grid.with(&lying).expect("the boxes of a state have their corners in order")
    }
}

/// Whether a body is in the way of somebody who walks.
fn blocks(body: &Body) -> bool {
    body.low[1] < HEIGHT && body.high[1] > FLAT
}

fn obstacle(name: &str, body: &Body) -> Obstacle {
    let corner = |at: [i32; 3]| [super::body::metres(at[0]), super::body::metres(at[2])];
    Obstacle { name: name.to_owned(), low: corner(body.low), high: corner(body.high) }
}

struct Maker<'a> {
    scene: &'a Scene,
    problems: Vec<InputError>,
}

impl Maker<'_> {
    fn problem(&mut self, path: &str, what: String, expected: &str) {
        let at = At::Value(path.to_owned());
        self.problems.push(InputError::new(&self.scene.id, at, what, expected));
    }

    fn room(&mut self) -> Option<Room> {
        let scene = self.scene;
        let (mut objects, mut roles) = (Objects::default(), Vec::new());
        for (id, thing) in &scene.objects {
            let own = self.roles(id, thing);
            let pickupable = Some(own.has(Role::Grab));
            objects.insert(id.clone(), Object { category: thing.class.clone(), pickupable });
            roles.push(own);
        }
        let parents = self.parents(&objects, &roles);
        if !self.problems.is_empty() {
            return None;
        }
        let mut assumed = Vec::new();
        let mut items: Vec<Item> = Vec::new();
        for (slot, (id, thing)) in scene.objects.iter().enumerate() {
            let size = thing.size.map(|sides| sides.map(|x| millimetres(x).max(1)));
            if size.is_none() {
                assumed.push(slot as u32);
            }
            let grab = roles[slot].has(Role::Grab);
            let size = size.unwrap_or(if grab { [80, 100, 80] } else { [300, 250, 250] });
            let middle = thing.position.map_or([0; 3], |at| at.map(millimetres));
            items.push(self.item(id, Body::around(middle, size), parents[slot]));
        }
        let rooms: Vec<Body> =
            (0..items.len()).filter(|&i| roles[i].has(Role::Room)).map(|i| items[i].body).collect();
        if rooms.is_empty() {
            let what = "found no room".to_owned();
            self.problem("objects", what, "a room with a position and a size: it is the floor");
            return None;
        }
        let start = Pose { cell: [0, 0], quarter: 0, horizon: 0 };
        let mut state = State { agent: start, held: None, items: items.into() };
        self.settle(&mut state, &roles, &objects);
        let walls: Vec<(Arc<str>, Body)> = self.walls();
        let (grid, origin) = self.grid(&rooms, &walls, &state, &roles, &objects)?;
        let chances = match chance::read(&scene.layout.chances, &objects) {
            Ok(chances) => chances,
            Err(faults) => {
                for (path, what, expected) in faults {
                    self.problem(&path, what, expected);
                }
                return None;
            }
        };
        let walls = walls.into_iter().map(|(_, body)| body).collect();
        let id = scene.id.clone();
        let mut room =
            Room { id, objects, roles, walls, grid, origin, chances, assumed, start: state };
        let pose = self.pose(&room)?;
        room.start.agent = pose;
        self.take(&mut room)?;
        Some(room)
    }

    fn roles(&mut self, id: &str, thing: &Thing) -> Roles {
        let room = ROOMS.contains(&thing.class.as_ref());
        let named = thing.properties.as_ref().map(|all| all.iter().map(String::as_str));
        let roles = match named {
            Some(mut stated) => Roles::of(&thing.class, Some(&mut stated)),
            None => Roles::of(&thing.class, None),
        };
        let roles = roles.unwrap_or_else(|| {
            let what = format!("found the class {:?}, of which nothing is known", thing.class);
            self.problem(id, what, "its `properties`, such as [\"GRABBABLE\"], or []");
            Roles::default()
        });
        if (room || roles.has(Role::Room)) && (thing.position.is_none() || thing.size.is_none()) {
            self.problem(id, "found a room without its place".to_owned(), "`position` and `size`");
        }
        roles
    }

    /// What each object is in (true) or on, from the relations; circles are problems.
    fn parents(&mut self, objects: &Objects, roles: &[Roles]) -> Vec<Option<(u32, bool)>> {
        let mut parents: Vec<Option<(u32, bool)>> = vec![None; objects.len()];
        for (name, args) in self.scene.listed() {
            let (inside, [inner, outer]) = (name == "inside", args) else { continue };
            if !inside && name != "ontop" {
                continue;
            }
            let (Some(inner), Some(outer)) =
                (objects.get_index_of(inner), objects.get_index_of(outer))
            else {
                continue;
            };
            if roles[outer].has(Role::Room) {
                continue;
            }
            // In something on something: it is in the first that says so, and the rest follows.
            if parents[inner].is_none() {
                parents[inner] = Some((outer as u32, inside));
            }
        }
        for slot in 0..parents.len() {
            let (mut at, mut chain) = (slot, vec![slot]);
            while let Some((parent, _)) = parents[at] {
                at = parent as usize;
                chain.push(at);
                if at == slot || chain.len() > parents.len() {
                    break;
                }
            }
            if at == slot && chain.len() > 1 {
                let names = chain.iter().filter_map(|&one| objects.get_index(one));
                let names: Vec<&str> = names.map(|(id, _)| &**id).collect();
                let what = format!("found a circle: {}", names.join(" is in or on "));
                self.problem(names[0], what, "a thing in or on another one, never in itself");
                break;
            }
        }
        parents
    }

    fn item(&self, id: &str, body: Body, parent: Option<(u32, bool)>) -> Item {
        let holds = |name: &str| self.scene.holds(name, &[id]);
        let mut marks = Marks::default();
        for (mark, names) in [
            (Mark::On, &["on", "toggled_on"][..]),
            (Mark::Open, &["open", "opened"]),
            (Mark::Broken, &["broken"]),
            (Mark::Cooked, &["cooked"]),
            (Mark::Filled, &["filled"]),
            (Mark::Dirty, &["dirty"]),
            (Mark::Sliced, &["sliced"]),
        ] {
            marks.set(mark, names.iter().any(|name| holds(name)));
        }
        let temperature = match (holds("hot"), holds("cold")) {
            (true, _) => Temperature::Hot,
            (_, true) => Temperature::Cold,
            _ => Temperature::Room,
        };
        let lasts = if temperature == Temperature::Room { 0 } else { super::time::LASTS };
        let inside = parent.is_some_and(|(_, inside)| inside);
        Item {
            body,
            parent: parent.map(|(of, _)| of),
            inside,
            marks,
            temperature,
            exposed: 0,
            lasts,
        }
    }

    /// Puts things without a position where their relation says, and finds out what things with one
    /// lie on.
    fn settle(&mut self, state: &mut State, roles: &[Roles], objects: &Objects) {
        let scene = self.scene;
        let placed = |slot: u32| {
            scene
                .objects
                .get_index(slot as usize)
                .is_some_and(|(_, thing)| thing.position.is_some())
        };
        let mut done: Vec<bool> = state.slots().map(placed).collect();
        // What bears something is placed before it: as many rounds as things lie on one another.
        for _ in state.slots() {
            for slot in state.slots() {
                let parent = state.item(slot).parent;
                let Some(parent) = parent.filter(|&of| !done[slot as usize] && done[of as usize])
                else {
                    continue;
                };
                let inside = state.item(slot).inside;
                let at = place::spot(state, slot, parent, inside, None);
                let body = state.item(parent).body;
                let [x, _, z] = body.middle();
                // Where there is no free spot it still is where the scene says: among the others.
                let at = at.unwrap_or([x, if inside { body.low[1] } else { body.high[1] }, z]);
                let to = state.item(slot).body.standing_at(at);
                state.item_mut(slot).body = to;
                done[slot as usize] = true;
            }
        }
        let name = |slot: usize| objects.get_index(slot).map_or("", |(id, _)| &**id);
        for slot in (0..done.len()).filter(|&slot| !done[slot]) {
            let own = name(slot);
            if !self.scene.holds("held", &[own]) {
                let what = "found an object without a place".to_owned();
                self.problem(own, what, "a `position`, or a relation to something that has one");
            }
        }
        for slot in state.slots() {
            let loose = state.item(slot).parent.is_none() && roles[slot as usize].has(Role::Grab);
            if loose && !self.scene.holds("held", &[name(slot as usize)]) {
                let parent = place::bearer(state, slot, roles);
                state.item_mut(slot).parent = parent;
            }
        }
    }

    fn walls(&self) -> Vec<(Arc<str>, Body)> {
        let wall = |wall: &crate::scene::Wall| {
            let at = |corner: [Real; 2], y| [millimetres(corner[0]), y, millimetres(corner[1])];
            (wall.id.clone(), Body { low: at(wall.low, 0), high: at(wall.high, 10_000) })
        };
        self.scene.layout.walls.iter().map(wall).collect()
    }

    fn grid(
        &mut self,
        rooms: &[Body],
        walls: &[(Arc<str>, Body)],
        state: &State,
        roles: &[Roles],
        objects: &Objects,
    ) -> Option<(Grid, [i32; 2])> {
        let edge = |axis: usize| {
            let low = rooms.iter().map(|room| room.low[axis]).min().unwrap_or_default();
            (low, rooms.iter().map(|room| room.high[axis]).max().unwrap_or_default())
        };
        let ((x, far_x), (z, far_z)) = (edge(0), edge(2));
        let mut obstacles: Vec<Obstacle> =
            walls.iter().map(|(id, body)| obstacle(id, body)).collect();
        for (slot, (id, _)) in objects.iter().enumerate() {
            let body = &state.item(slot as u32).body;
            let fixed = !roles[slot].has(Role::Grab) && !roles[slot].has(Role::Room);
            if fixed && blocks(body) {
                obstacles.push(obstacle(id, body));
            }
        }
        obstacles.extend(outside(rooms));
        let corner = |x, z| [super::body::metres(x), super::body::metres(z)];
        let (step, radius) = (super::body::metres(STEP), super::body::metres(RADIUS));
        match Grid::new(corner(x, z), corner(far_x, far_z), step, radius, &obstacles) {
            Ok(grid) => Some((grid, [x, z])),
            Err(why) => {
                self.problem("objects", why.to_string(), "rooms of a sensible size");
                None
            }
        }
    }

    /// Where the agent stands: at the point nearest to where the scene says; if it does not, on the largest
    /// part of the floor, in the room that it is in.
    fn pose(&mut self, room: &Room) -> Option<Pose> {
        let floor = room.floor(&room.start);
        let Some(stand) = self.scene.layout.agent else {
            let home = room
                .objects
                .keys()
                .enumerate()
                .find(|(_, id)| self.scene.holds("inside", &["agent", id]));
            let home = home.map(|(slot, _)| room.start.item(slot as u32).body);
            let fits = |cell: Cell| home.is_none_or(|home| home.covers(room.spot(cell)));
            let free = floor.widest(fits);
            if free.is_none() {
                let what = "found no free place for the agent".to_owned();
                self.problem("agent", what, "a room with free floor");
            }
            return Some(Pose { cell: free?, quarter: 0, horizon: 0 });
        };
        if stand.yaw.rem_euclid(90) != 0 {
            let what = format!("found a yaw of {} degrees", stand.yaw);
            self.problem("agent.yaw", what, "a multiple of 90");
            return None;
        }
        let at = stand.at.map(millimetres);
        let cell: Cell = std::array::from_fn(|axis| {
            ((at[axis] - room.origin[axis]).max(0) as usize + STEP as usize / 2) / STEP as usize
        });
        if let Err(why) = floor.stand(cell) {
            let what = format!("found the agent {why}");
            self.problem("agent.at", what, "a free place on the floor");
            return None;
        }
        let quarter = (stand.yaw.rem_euclid(360) / 90) as u8;
        Some(Pose { cell, quarter, horizon: 0 })
    }

    /// Puts what is held at the start into the hand.
    fn take(&mut self, room: &mut Room) -> Option<()> {
        let held = |id: &Arc<str>| self.scene.holds("held", &[id]);
        let slots: Vec<u32> = room.start.slots().filter(|&slot| held(room.name(slot))).collect();
        let Some(&slot) = slots.first() else { return Some(()) };
        let name = room.name(slot).to_string();
        if slots.len() > 1 {
            self.problem(&name, "found two things in the hand".to_owned(), "one thing at most");
            return None;
        }
        if !room.roles(slot).has(Role::Grab) {
            let what = "found something in the hand that cannot be picked up".to_owned();
            self.problem(&name, what, "the property GRABBABLE");
            return None;
        }
        let mut state = room.start.clone();
        place::take(room, &mut state, slot);
        room.start = state;
        Some(())
    }
}

/// Boxes that cover all that is not in a room, as far as it matters to somebody at the edge.
fn outside(rooms: &[Body]) -> Vec<Obstacle> {
    let edges = |axis: usize| {
        let mut all: Vec<i32> =
            rooms.iter().flat_map(|room| [room.low[axis], room.high[axis]]).collect();
        all.sort_unstable();
        all.dedup();
        let (first, last) = (all[0] - 1000, all[all.len() - 1] + 1000);
        all.insert(0, first);
        all.push(last);
        all
    };
    let (xs, zs) = (edges(0), edges(2));
    let mut boxes = Vec::new();
    for x in xs.windows(2) {
        for z in zs.windows(2) {
            let middle = [i32::midpoint(x[0], x[1]), i32::midpoint(z[0], z[1])];
            if !rooms.iter().any(|room| room.covers(middle)) {
                let body = Body { low: [x[0], 0, z[0]], high: [x[1], 1, z[1]] };
                boxes.push(obstacle("the edge of the floor", &body));
            }
        }
    }
    boxes
}
