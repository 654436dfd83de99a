//! The scene seen from above: rooms as boxes, things in them, what they hold in rows.
//!
//! ```
//! use vedette_report::world::view::{CellKind, Plan, WorldQuestion, run};
//!
//! let program = "[WALK] <pan> (5)\n[GRAB] <pan> (5)".into();
//! let report = run(&WorldQuestion { scene: "kitchen".into(), program, ..WorldQuestion::default() });
//! let plan = Plan::new(&report, false);
//! let place = |moment: usize, label: &str| {
//!     let cells = plan.at(&report, moment).cells;
//!     let cell = cells.into_iter().find(|cell| cell.label == label).unwrap();
//!     (cell.kind, cell.x, cell.y)
//! };
//! assert_eq!(place(0, "stove 4"), place(2, "stove 4"), "what stands still is drawn at one place");
//! assert_eq!(place(2, "pan 5").0, CellKind::Item);
//! assert_ne!(place(1, "pan 5"), place(2, "pan 5"));
//! ```
//!
//! # Why boxes that never move
//! Whoever steps through a run looks for what changed. So every thing that stands in a room at any moment
//! has a box of its own, as large as the most that it ever holds, and only rows come and go. A household
//! has no positions; where a scene has, things are put into columns and ordered by them, which says what is
//! beside what and never overlaps. Scenes of more than 60 objects are folded to what the plan, the
//! goal and the rules name and what changes; the rest is counted.

use super::situation::{How, Situation, walk};
use super::wire::WorldReport;

/// Scenes of up to so many objects are drawn whole.
const ALL: usize = 60;
/// The most things that are drawn when all are asked for: some 1,500 elements.
const MOST: usize = 420;
/// The most rows of a box.
const ROWS: usize = 10;
/// The most moments that are looked at for how large boxes must be.
const MOMENTS: usize = 200;

const WIDE: u32 = 176;
const HEAD: u32 = 36;
const ROW: u32 = 20;
const GAP: u32 = 10;
const TITLE: u32 = 26;
/// The width that rooms are laid out in.
const ACROSS: u32 = 640;
/// The most columns of a room.
const COLUMNS: usize = 3;

/// What a part of the picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// A room.
    Room,
    /// A thing that stands in a room, or the agent.
    Thing,
    /// Something that a thing holds.
    Item,
    /// How many more there are.
    More,
}

/// A part of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What it is.
    pub kind: CellKind,
    /// The object.
    pub object: Option<u32>,
    /// Left.
    pub x: u32,
    /// Top.
    pub y: u32,
    /// Width.
    pub w: u32,
    /// Height.
    pub h: u32,
    /// What it is called.
    pub label: String,
    /// How it is where it is, and the states it is in.
    pub note: String,
}

/// A picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Its parts, outer ones first.
    pub cells: Vec<Cell>,
    /// How many objects are not drawn.
    pub folded: usize,
}

/// Where everything that stands still is drawn.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    width: u32,
    height: u32,
    rooms: Vec<RoomBox>,
    shown: Vec<bool>,
    situations: Vec<Situation>,
}

#[derive(Clone, Debug, Default)]
struct RoomBox {
    room: Option<usize>,
    x: u32,
    y: u32,
    w: u32,
    h: u32,
    things: Vec<ThingBox>,
}

#[derive(Clone, Debug)]
struct ThingBox {
    object: usize,
    x: u32,
    y: u32,
    rows: usize,
}

impl Plan {
    /// The plan of a report; with `all`, scenes are not folded as long as that can be drawn.
    pub fn new(report: &WorldReport, all: bool) -> Self {
        let mut situations = Vec::new();
        walk(report, MOMENTS, |_, situation| situations.push(situation));
        let shown = shown(report, &situations, all);
        let mut rooms: Vec<RoomBox> = Vec::new();
        for (at, object) in report.objects.iter().enumerate() {
            if object.room {
                rooms.push(RoomBox { room: Some(at), ..RoomBox::default() });
            }
        }
        let mut elsewhere = RoomBox::default();
        for situation in &situations {
            for object in (0..shown.len()).filter(|&at| shown[at] && !report.objects[at].room) {
                let (outer, room) = situation.outermost(object);
                let known = rooms.iter_mut().find(|one| one.room.is_some() && one.room == room);
                let things = &mut known.unwrap_or(&mut elsewhere).things;
                if things.iter().all(|thing| thing.object != outer) {
                    things.push(ThingBox { object: outer, x: 0, y: 0, rows: 0 });
                }
            }
            for room in rooms.iter_mut().chain([&mut elsewhere]) {
                for thing in &mut room.things {
                    let rows = rows(situation, &shown, thing.object).count().min(ROWS + 1);
                    thing.rows = thing.rows.max(rows);
                }
            }
        }
        if !elsewhere.things.is_empty() {
            rooms.push(elsewhere);
        }
        let mut plan = Self { rooms, shown, situations, ..Self::default() };
        plan.rooms.iter_mut().for_each(|room| room.arrange(report));
        plan.shelve();
        plan
    }

    /// Puts the rooms beside and below one another.
    fn shelve(&mut self) {
        let (mut x, mut y, mut high) = (0, 0, 0);
        for room in &mut self.rooms {
            if x > 0 && x + room.w > ACROSS {
                (x, y, high) = (0, y + high + GAP, 0);
            }
            (room.x, room.y) = (x, y);
            x += room.w + GAP;
            high = high.max(room.h);
            self.width = self.width.max(room.x + room.w);
        }
        self.height = y + high;
    }

    /// The picture at a moment.
    pub fn at(&self, report: &WorldReport, moment: usize) -> Picture {
        let later;
        let situation = if let Some(known) = self.situations.get(moment) {
            known
        } else {
            later = super::situation(report, moment);
            &later
        };
        let mut picture = Picture { width: self.width, height: self.height, ..Picture::default() };
        if situation.places.is_empty() {
            return picture;
        }
        let mut hidden = vec![0_usize; report.objects.len() + 1];
        for at in (0..self.shown.len()).filter(|&at| !self.shown[at] && !report.objects[at].room) {
            picture.folded += 1;
            hidden[situation.outermost(at).1.map_or(0, |room| room + 1)] += 1;
        }
        for room in &self.rooms {
            room.draw(
                report,
                situation,
                &self.shown,
                hidden[room.room.map_or(0, |at| at + 1)],
                &mut picture,
            );
        }
        picture
    }
}

/// What is drawn.
fn shown(report: &WorldReport, situations: &[Situation], all: bool) -> Vec<bool> {
    let count = report.objects.len();
    if count <= ALL || all && count <= MOST {
        return vec![true; count];
    }
    let mut shown: Vec<bool> = report.objects.iter().map(|object| object.agent).collect();
    let mut budget = MOST;
    let mut take = |at: u32| {
        if let Some(shown) = shown.get_mut(at as usize)
            && !*shown
            && budget > 0
        {
            *shown = true;
            budget -= 1;
        }
    };
    for line in &report.lines {
        line.objects.iter().copied().for_each(&mut take);
    }
    if let Some(goal) = &report.goal {
        goal.objects.iter().copied().for_each(&mut take);
    }
    for rule in &report.rules {
        if rule.template.is_none() || rule.verdict == "violated" {
            rule.objects.iter().copied().for_each(&mut take);
        }
    }
    for fact in report.moments.iter().flat_map(|moment| moment.added.iter().chain(&moment.removed))
    {
        if !matches!(fact.name.as_str(), "near" | "facing") {
            fact.args.iter().copied().for_each(&mut take);
        }
    }
    // What is shown stands in or on something, which is shown too.
    for situation in situations {
        for start in 0..count {
            let mut at = start;
            let drawn = shown[at];
            while let (true, Some((place, how))) = (drawn, situation.places[at]) {
                if how == How::Room {
                    break;
                }
                at = place as usize;
                shown[at] = true;
            }
        }
    }
    shown
}

/// What a thing holds, at any depth, each after what it is in.
fn rows<'a>(
    situation: &'a Situation,
    shown: &'a [bool],
    thing: usize,
) -> impl Iterator<Item = usize> + 'a {
    (0..shown.len()).filter(move |&at| {
        shown[at]
            && at != thing
            && situation.places[at].is_some()
            && situation.outermost(at).0 == thing
    })
}

impl RoomBox {
    /// Puts the things of a room into columns.
    fn arrange(&mut self, report: &WorldReport) {
        let object = |thing: &ThingBox| &report.objects[thing.object];
        let placed = self.things.iter().filter(|thing| object(thing).position.is_some()).count();
        let across = |thing: &ThingBox| object(thing).position.unwrap_or_default();
        self.things.sort_by_key(|thing| (!object(thing).agent, thing.object));
        let columns = (1..=COLUMNS).find(|n| n * n * 2 >= self.things.len()).unwrap_or(COLUMNS);
        let mut bottoms = vec![TITLE; columns];
        if placed * 2 > self.things.len() {
            // By rank, not by scale: a thing without a position, as the agent, comes first.
            self.things.sort_by(|a, b| across(a).0.total_cmp(&across(b).0));
            let each = self.things.len().div_ceil(columns);
            for (column, chunk) in self.things.chunks_mut(each.max(1)).enumerate() {
                chunk.sort_by(|a, b| across(a).1.total_cmp(&across(b).1));
                for thing in chunk {
                    thing.put(column, &mut bottoms);
                }
            }
        } else {
            for thing in &mut self.things {
                let lowest = bottoms.iter().min().copied().unwrap_or_default();
                let column =
                    bottoms.iter().position(|bottom| *bottom == lowest).unwrap_or_default();
                thing.put(column, &mut bottoms);
            }
        }
        self.w = columns as u32 * (WIDE + GAP) + GAP;
        // The last line is for how many more there are.
        self.h = bottoms.iter().max().copied().unwrap_or(TITLE) + ROW;
    }

    fn draw(
        &self,
        report: &WorldReport,
        situation: &Situation,
        shown: &[bool],
        hidden: usize,
        picture: &mut Picture,
    ) {
        let label = self.room.map_or_else(|| "in no room".to_owned(), |room| called(report, room));
        picture.cells.push(Cell {
            kind: CellKind::Room,
            object: self.room.map(|room| room as u32),
            x: self.x,
            y: self.y,
            w: self.w,
            h: self.h,
            label,
            note: String::new(),
        });
        for thing in &self.things {
            let here = situation.outermost(thing.object);
            if here == (thing.object, self.room) {
                thing.draw(report, situation, shown, (self.x, self.y), picture);
            }
        }
        if hidden > 0 {
            picture.cells.push(Cell {
                kind: CellKind::More,
                object: None,
                x: self.x + GAP,
                y: self.y + self.h - ROW,
                w: self.w - 2 * GAP,
                h: ROW,
                label: format!("and {hidden} more"),
                note: String::new(),
            });
        }
    }
}

impl ThingBox {
    fn height(&self) -> u32 {
        HEAD + self.rows as u32 * ROW + if self.rows > 0 { 4 } else { 0 }
    }

    fn put(&mut self, column: usize, bottoms: &mut [u32]) {
        self.x = GAP + column as u32 * (WIDE + GAP);
        self.y = bottoms[column];
        bottoms[column] += self.height() + GAP;
    }

    fn draw(
        &self,
        report: &WorldReport,
        situation: &Situation,
        shown: &[bool],
        (left, top): (u32, u32),
        picture: &mut Picture,
    ) {
        let (x, y) = (left + self.x, top + self.y);
        picture.cells.push(Cell {
            kind: CellKind::Thing,
            object: Some(self.object as u32),
            x,
            y,
            w: WIDE,
            h: self.height(),
            label: called(report, self.object),
            note: states(situation, self.object),
        });
        let held: Vec<usize> = rows(situation, shown, self.object).collect();
        let fit = if held.len() > self.rows.min(ROWS) { self.rows.min(ROWS) } else { held.len() };
        let row = |at: usize| y + HEAD + at as u32 * ROW;
        for (at, &object) in held.iter().take(fit).enumerate() {
            let indent = 8 * (situation.depth(object).clamp(1, 4) as u32 - 1);
            let how = match situation.places[object] {
                Some((_, How::Held)) => "held",
                Some((_, How::On)) => "on",
                _ => "in",
            };
            let states = states(situation, object);
            let note =
                if states.is_empty() { how.to_owned() } else { format!("{how} · {states}") };
            picture.cells.push(Cell {
                kind: CellKind::Item,
                object: Some(object as u32),
                x: x + 4 + indent,
                y: row(at),
                w: WIDE - 8 - indent,
                h: ROW - 2,
                label: called(report, object),
                note,
            });
        }
        if held.len() > fit {
            picture.cells.push(Cell {
                kind: CellKind::More,
                object: None,
                x: x + 4,
                y: row(fit),
                w: WIDE - 8,
                h: ROW - 2,
                label: format!("and {} more", held.len() - fit),
                note: String::new(),
            });
        }
    }
}

/// `coffee_maker.4` as words.
fn called(report: &WorldReport, object: usize) -> String {
    let name = &report.objects[object].name;
    match name.rsplit_once('.') {
        Some((class, number)) => format!("{} {number}", class.replace('_', " ")),
        None => name.replace('_', " "),
    }
}

fn states(situation: &Situation, object: usize) -> String {
    situation.states[object].join(", ").replace('_', " ")
}
