//! VirtualHome graphs to scenes, strictly: what is wrong is named and located, and nothing else lost.
//!
//! ```
//! use vedette_worlds::household::read_graph;
//!
//! let graph = r#"{"nodes": [
//!     {"id": 1, "class_name": "kitchen", "category": "Rooms", "properties": [], "states": []},
//!     {"id": 2, "class_name": "character", "category": "Characters"}],
//!   "edges": [{"from_id": 2, "relation_type": "INSIDE", "to_id": 1},
//!             {"from_id": 2, "relation_type": "NEAR", "to_id": 1}]}"#;
//! let household = read_graph(graph.as_bytes(), "home.json").unwrap();
//! assert_eq!(household.state.edges().count(), 1);
//! assert_eq!(
//!     household.problems[0].to_string(),
//!     "home.json, at edges[1]: found the relation \"NEAR\", expected one of BETWEEN, CLOSE, FACING, \
//!      HOLDS_LH, HOLDS_RH, INSIDE, ON, SITTING"
//! );
//! ```
//!
//! # Why problems beside the scene
//!
//! An edge to a node that is not there is a fault of the file that somebody has to see, all such
//! faults at once, and the rest of the scene is still worth looking at. So the reader leaves out what
//! is wrong, lists it, and lets the caller refuse. Only a text without any scene in it is an error.
//!
//! Two spellings are read: VirtualHome's own (`class_name`, edges as objects) and a compact one
//! (`class`, edges as `[from, relation, to]`). Positions (`bounding_box`) have no meaning here.

use super::scene::{MOST_OBJECTS, Node, Scene, Slot};
use super::state::{Edge, State};
use super::terms::{ObjectState, Property, Relation, Set, Term};
use crate::input::{self, At, InputError, Limits};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// A household as a file describes it.
#[derive(Clone, Debug)]
pub struct Household {
    /// What never changes.
    pub scene: Arc<Scene>,
    /// The state at first.
    pub state: State,
    /// What was wrong with the file, and left out.
    pub problems: Vec<InputError>,
    /// What is doubtful and kept: objects inside or on themselves, by way of others. The scenes of
    /// VirtualHome have some (two curtains, each inside the other).
    pub remarks: Vec<InputError>,
    /// The relations that close these circles; a strict run leaves them out.
    pub circular: Vec<Edge>,
}

const EXPECTED: &str = "a graph: {\"nodes\": [{\"id\", \"class_name\", \"category\", \
                        \"properties\", \"states\"}, …], \"edges\": [{\"from_id\", \
                        \"relation_type\", \"to_id\"}, …]}";

/// A graph whose elements are still to be looked at.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct RawGraph {
    pub(super) nodes: Vec<Value>,
    #[serde(default)]
    pub(super) edges: Vec<Value>,
}

#[derive(Deserialize)]
struct Wrapped {
    init_graph: RawGraph,
}

/// The household of a file, plain or gzip.
pub fn read_graph(bytes: &[u8], source: &str) -> Result<Household, InputError> {
    let limits = Limits::default();
    let text = input::text(bytes, source, &limits)?;
    let raw = match serde_json::from_str::<Wrapped>(&text) {
        Ok(wrapped) => wrapped.init_graph,
        Err(_) => input::read(&text, source, 1, EXPECTED, &limits)?,
    };
    household(&raw, source)
}

/// The household of a graph.
pub(super) fn household(raw: &RawGraph, source: &str) -> Result<Household, InputError> {
    let mut reader = Reader { source, problems: Vec::new() };
    let mut nodes: Vec<(Node, Set<ObjectState>)> = Vec::with_capacity(raw.nodes.len());
    let mut first: FxHashMap<u32, usize> = FxHashMap::default();
    for (index, value) in raw.nodes.iter().enumerate() {
        let Some(node) = reader.node(index, value) else { continue };
        let id = node.0.id;
        if let Some(&other) = first.get(&id) {
            reader.problem(
                format!("nodes[{index}].id"),
                format!("found the id {id} a second time (first at nodes[{other}])"),
                "an id of its own for every node; edges to it mean the first",
            );
            continue;
        }
        first.insert(id, index);
        nodes.push(node);
    }
    if nodes.len() > MOST_OBJECTS {
        return Err(InputError::new(
            source,
            At::Value("nodes".to_owned()),
            format!("found {} nodes", nodes.len()),
            format!("at most {MOST_OBJECTS}"),
        ));
    }
    nodes.sort_by_key(|(node, _)| node.id);
    let (nodes, states): (Vec<Node>, Vec<Set<ObjectState>>) = nodes.into_iter().unzip();
    let scene = Scene::new(nodes).ok_or_else(|| {
        InputError::new(
            source,
            At::Value("nodes".to_owned()),
            "found no node of class \"character\"",
            "one: the agent that acts",
        )
    })?;
    let mut state = State::empty(states.len());
    for (slot, states) in scene.slots().zip(states) {
        state.restate(slot, states);
    }
    for (index, value) in raw.edges.iter().enumerate() {
        if let Some(edge) = reader.edge(index, value, &scene) {
            state.link(edge);
        }
    }
    state.settle();
    let problems = std::mem::take(&mut reader.problems);
    let circular = reader.circles(&scene, &state);
    let remarks = reader.problems;
    Ok(Household { scene: Arc::new(scene), state, problems, remarks, circular })
}

struct Reader<'a> {
    source: &'a str,
    problems: Vec<InputError>,
}

impl Reader<'_> {
    fn problem(&mut self, path: String, what: impl Into<String>, expected: impl Into<String>) {
        self.problems.push(InputError::new(self.source, At::Value(path), what, expected));
    }

    fn node(&mut self, index: usize, value: &Value) -> Option<(Node, Set<ObjectState>)> {
        let at = |key: &str| format!("nodes[{index}]{key}");
        let Some(id) = value.get("id").and_then(id) else {
            let found = shown(value.get("id"));
            self.problem(at(".id"), format!("found {found}"), "a whole number from 0 on");
            return None;
        };
        let class = value.get("class_name").or_else(|| value.get("class"));
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let Some(class) =
            class.and_then(Value::as_str).filter(|c| !c.is_empty() && c.chars().all(fits))
        else {
            self.problem(
                at(".class_name"),
                format!("found {} for node {id}", shown(class)),
                "the class as a word of letters, digits, `_` and `-`",
            );
            return None;
        };
        let category = value.get("category").and_then(Value::as_str).unwrap_or_default();
        let properties = self.set::<Property>(value, "properties", index, "property");
        let states = self.set::<ObjectState>(value, "states", index, "state");
        let node = Node { id, class: class.into(), category: category.into(), properties };
        Some((node, states))
    }

    fn set<T: Term>(&mut self, value: &Value, key: &str, index: usize, what: &str) -> Set<T> {
        let Some(words) = value.get(key) else { return Set::default() };
        let Some(words) = words.as_array() else {
            let found = shown(Some(words));
            self.problem(format!("nodes[{index}].{key}"), format!("found {found}"), "a list");
            return Set::default();
        };
        let mut set = Set::default();
        for (position, word) in words.iter().enumerate() {
            match word.as_str().and_then(T::named) {
                Some(term) => set = set.with(term),
                None => self.problem(
                    format!("nodes[{index}].{key}[{position}]"),
                    format!("found the {what} {}", shown(Some(word))),
                    one_of::<T>(),
                ),
            }
        }
        set
    }

    fn edge(&mut self, index: usize, value: &Value, scene: &Scene) -> Option<Edge> {
        let at = format!("edges[{index}]");
        let parts = match value {
            Value::Array(parts) if parts.len() == 3 => [&parts[0], &parts[1], &parts[2]].map(Some),
            Value::Object(map) => ["from_id", "relation_type", "to_id"].map(|key| map.get(key)),
            _ => [None; 3],
        };
        let [Some(from), Some(relation), Some(to)] = parts else {
            self.problem(
                at,
                format!("found {}", shown(Some(value))),
                "an edge: {\"from_id\", \"relation_type\", \"to_id\"}",
            );
            return None;
        };
        let named = relation.as_str().and_then(Relation::named);
        if named.is_none() {
            let what = format!("found the relation {}", shown(Some(relation)));
            self.problem(at.clone(), what, one_of::<Relation>());
        }
        let mut end = |value: &Value| {
            let slot = id(value).and_then(|id| scene.slot(id));
            if slot.is_none() {
                let what = format!("found an edge to the node {}", shown(Some(value)));
                self.problem(at.clone(), what, "the id of a node of this graph");
            }
            slot
        };
        let (from, to) = (end(from), end(to));
        Some(Edge { from: from?, relation: named?, to: to? })
    }

    /// Names the objects that are, step by step, inside or on themselves; the relations that close
    /// these circles.
    fn circles(&mut self, scene: &Scene, state: &State) -> Vec<Edge> {
        let found = circles(state);
        for circle in &found {
            let Edge { from, relation, to } = circle.cut;
            let names: Vec<&str> = circle.through.iter().map(|&s| scene.name(s).as_ref()).collect();
            let more = if circle.length > names.len() { ", …" } else { "" };
            self.problem(
                format!("the edge from {} to {}", scene.node(from).id, scene.node(to).id),
                format!(
                    "found {} objects that are inside or on one another in a circle: {}{more}",
                    circle.length,
                    names.join(", "),
                ),
                format!(
                    "no circle; a strict run leaves out {} {} {}",
                    scene.name(from),
                    relation.name(),
                    scene.name(to)
                ),
            );
        }
        found.into_iter().map(|circle| circle.cut).collect()
    }
}

/// A circle of INSIDE and ON.
pub(super) struct Circle {
    /// The edge that closes it.
    pub(super) cut: Edge,
    /// Its first objects, from that edge on.
    pub(super) through: Vec<Slot>,
    /// How many objects are on it.
    pub(super) length: usize,
}

/// So many objects of a circle are named.
const NAMED: usize = 8;

/// Circles of INSIDE and ON, such that without their closing edges there is none.
///
/// One iterative depth-first search: the edges that lead back to an object that is still being
/// explored. Reference: Tarjan, Depth-first search and linear graph algorithms (1972).
pub(super) fn circles(state: &State) -> Vec<Circle> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        Never,
        /// Being explored, at this depth.
        Open(usize),
        Done,
    }
    let ups = |slot: Slot| -> Vec<Edge> {
        let bears = |e: &Edge| matches!(e.relation, Relation::Inside | Relation::On);
        state.edges_of(slot).filter(bears).collect()
    };
    let mut found = Vec::new();
    let mut seen = vec![Seen::Never; state.objects()];
    for start in (0..state.objects() as u32).map(Slot) {
        if seen[start.index()] != Seen::Never {
            continue;
        }
        let mut path: Vec<(Slot, std::vec::IntoIter<Edge>)> = vec![(start, ups(start).into_iter())];
        seen[start.index()] = Seen::Open(0);
        while let Some((slot, edges)) = path.last_mut() {
            let Some(edge) = edges.next() else {
                seen[slot.index()] = Seen::Done;
                path.pop();
                continue;
            };
            match seen[edge.to.index()] {
                Seen::Done => {}
                Seen::Never => {
                    seen[edge.to.index()] = Seen::Open(path.len());
                    path.push((edge.to, ups(edge.to).into_iter()));
                }
                Seen::Open(depth) => {
                    let through = path[depth..path.len() - 1].iter().map(|(slot, _)| *slot);
                    found.push(Circle {
                        cut: edge,
                        through: std::iter::once(edge.from).chain(through).take(NAMED).collect(),
                        length: path.len() - depth,
                    });
                }
            }
        }
    }
    found
}

fn id(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|id| u32::try_from(id).ok())
}

fn one_of<T: Term>() -> String {
    let names: Vec<&str> = T::ALL.iter().map(|&term| Term::name(term)).collect();
    format!("one of {}", names.join(", "))
}

fn shown(value: Option<&Value>) -> String {
    let Some(value) = value else { return "nothing".to_owned() };
    input::clip(&value.to_string(), 60).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    /// A small home, with further nodes and edges.
    fn problems(nodes: &str, edges: &str) -> (Vec<String>, usize, usize) {
        let text = format!(
            r#"{{"nodes": [{{"id": 1, "class": "kitchen", "category": "Rooms"}},
                {{"id": 2, "class": "character"}}{nodes}],
              "edges": [[2, "INSIDE", 1]{edges}]}}"#
        );
        let read = read_graph(text.as_bytes(), "h").unwrap();
        let all = read.problems.iter().chain(&read.remarks);
        let problems = all.map(ToString::to_string).collect();
        (problems, read.scene.nodes().len(), read.state.edges().count())
    }

    #[test]
    fn every_fault_is_named_and_located_and_nothing_else_is_lost() {
        let box3 = r#", {"id": 3, "class": "box"}"#;
        for (nodes, edges, expected, kept) in [
            (
                r#", {"id": 2, "class": "mug"}"#,
                "",
                "h, at nodes[2].id: found the id 2 a second",
                (2, 1),
            ),
            (
                r#", {"id": "x", "class": "mug"}"#,
                "",
                "h, at nodes[2].id: found \"x\", expected",
                (2, 1),
            ),
            (r#", {"class": "mug"}"#, "", "h, at nodes[2].id: found nothing", (2, 1)),
            (
                r#", {"id": 4, "class": "a mug"}"#,
                "",
                "h, at nodes[2].class_name: found \"a mug\"",
                (2, 1),
            ),
            (
                r#", {"id": 4, "class": "mug", "states": ["WET", "CLEAN"]}"#,
                "",
                "h, at nodes[2].states[0]: found the state \"WET\", expected one of CLEAN",
                (3, 1),
            ),
            (
                r#", {"id": 4, "class": "mug", "properties": ["SOFT"]}"#,
                "",
                "h, at nodes[2].properties[0]: found the property \"SOFT\"",
                (3, 1),
            ),
            ("", r#", [2, "CLOSE", 77]"#, "h, at edges[1]: found an edge to the node 77", (2, 1)),
            ("", r#", [2, "UNDER", 1]"#, "h, at edges[1]: found the relation \"UNDER\"", (2, 1)),
            ("", ", [2, 1]", "h, at edges[1]: found [2,1], expected an edge", (2, 1)),
            (
                box3,
                r#", [3, "INSIDE", 3]"#,
                "h, at the edge from 3 to 3: found 1 objects that are inside or on one another in a circle: box.3, expected",
                (3, 2),
            ),
            (
                r#", {"id": 3, "class": "box"}, {"id": 4, "class": "bag"}"#,
                r#", [4, "ON", 3], [3, "INSIDE", 4], [4, "INSIDE", 1]"#,
                "in a circle: bag.4, box.3, expected no circle; a strict run leaves out bag.4 ON box.3",
                (4, 4),
            ),
        ] {
            let (found, objects, relations) = problems(nodes, edges);
            assert_eq!(found.len(), 1, "{nodes} {edges}: {found:?}");
            assert!(found[0].contains(expected), "{} has not {expected}", found[0]);
            assert_eq!((objects, relations), kept, "{nodes} {edges}");
        }
    }

    #[test]
    fn a_text_without_a_scene_is_an_error() {
        for (text, expected) in [
            ("{\"nodes\": [], \"edges\": []}", "found no node of class \"character\""),
            ("{\"nods\": []}", "missing field `nodes`"),
            ("{\"nodes\": [", "cut off"),
            ("{\"nodes\": [{\"id\": 1, \"bounding_box\": NaN}]}", "line 1, column"),
        ] {
            let error = read_graph(text.as_bytes(), "h").unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn a_deep_chain_of_containers_needs_no_stack() {
        let n = 100_000;
        let mut text = r#"{"nodes": [{"id": 0, "class": "character"}"#.to_owned();
        for id in 1..n {
            let _ = write!(text, r#",{{"id": {id}, "class": "box"}}"#);
        }
        text += r#"], "edges": [[1, "INSIDE", 2]"#;
        for id in 2..n - 1 {
            let _ = write!(text, r#",[{id}, "INSIDE", {}]"#, id + 1);
        }
        text += "]}";
        assert_eq!(read_graph(text.as_bytes(), "deep").unwrap().remarks, []);
        let closed = text.replace("]]}", &format!("],[{}, \"INSIDE\", 1]]}}", n - 1));
        assert_eq!(read_graph(closed.as_bytes(), "deep").unwrap().remarks.len(), 1);
    }
}
