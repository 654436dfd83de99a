//! Initial scenes of many tasks, each as a difference to one base scene.
//!
//! The format of our data pack: `base_graph.json` is a graph, and each line of `tasks.jsonl` has an
//! `init` with what is different: `removed` nodes, `nodes` set by id, `states` replaced, edges added
//! (`add`) and then deleted (`del`). Edges to removed nodes go with them.

use super::finals::RecordedFinal;
use crate::household::read::{Household, RawGraph, household};
use crate::input::{At, InputError, Limits, read};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};
use serde::Deserialize;
use serde_json::{Value, json};

/// The scenes of tasks.
#[derive(Clone, Debug)]
pub struct Tasks {
    source: String,
    base: RawGraph,
    by_id: IndexMap<String, Task, FxBuildHasher>,
}

/// A task, as far as it is looked at here.
#[derive(Clone, Debug, Deserialize)]
struct Task {
    id: String,
    #[serde(default)]
    program: Vec<String>,
    init: Init,
    final_diff_recorded: Option<RecordedFinal>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Init {
    removed: FxHashSet<u32>,
    nodes: Vec<Value>,
    states: Vec<(u32, Value)>,
    add: Vec<(u32, String, u32)>,
    del: FxHashSet<(u32, String, u32)>,
}

fn id(node: &Value) -> Option<u32> {
    u32::try_from(node.get("id")?.as_u64()?).ok()
}

fn edge(edge: &Value) -> Option<(u32, String, u32)> {
    Deserialize::deserialize(edge).ok()
}

impl Tasks {
    /// The tasks of a base graph and of a file with a task a line.
    pub fn read(base: &str, tasks: &str, source: &str) -> Result<Self, InputError> {
        let base =
            read(base, source, 1, "the base graph: {\"nodes\", \"edges\"}", &Limits::default())?;
        let expected = "a task a line: {\"id\", \"init\": {\"removed\", \"nodes\", \"states\", \
                        \"add\", \"del\"}}";
        let list: Vec<Task> = super::lines(tasks, source, expected)?;
        let mut tasks = IndexMap::default();
        for task in list {
            if let Some(first) = tasks.insert(task.id.clone(), task) {
                return Err(InputError::new(
                    source,
                    At::Value(format!("id {:?}", first.id)),
                    "found two tasks of this id",
                    "an id of its own for every task",
                ));
            }
        }
        Ok(Self { source: source.to_owned(), base, by_id: tasks })
    }

    /// The names of the tasks, each with its reference program.
    pub fn programs(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.by_id.iter().map(|(id, task)| (id.as_str(), &task.program[..]))
    }

    /// The reference program of a task, and the recorded difference of its final graph, if any.
    pub fn reference(&self, task: &str) -> Option<(&[String], &RecordedFinal)> {
        let task = self.by_id.get(task)?;
        Some((&task.program, task.final_diff_recorded.as_ref()?))
    }

    /// The household that a task starts in; none if there is no such task.
    pub fn household(&self, task: &str) -> Option<Result<Household, InputError>> {
        let init = &self.by_id.get(task)?.init;
        let mut nodes: IndexMap<u32, Value, FxBuildHasher> = IndexMap::default();
        for node in &self.base.nodes {
            if let Some(id) = id(node).filter(|id| !init.removed.contains(id)) {
                nodes.insert(id, node.clone());
            }
        }
        for node in &init.nodes {
            if let Some(id) = id(node) {
                nodes.insert(id, node.clone());
            }
        }
        for (id, states) in &init.states {
            if let Some(node) = nodes.get_mut(id) {
                node["states"] = states.clone();
            }
        }
        let kept = |value: &&Value| {
            edge(value).is_none_or(|edge| {
                let there = |id| nodes.contains_key(id) || !init.removed.contains(id);
                there(&edge.0) && there(&edge.2) && !init.del.contains(&edge)
            })
        };
        let mut edges: Vec<Value> = self.base.edges.iter().filter(kept).cloned().collect();
        let added = init.add.iter().filter(|edge| !init.del.contains(*edge));
        edges.extend(added.map(|edge| json!(edge)));
        let raw = RawGraph { nodes: nodes.into_values().collect(), edges };
        Some(household(&raw, &format!("{}, task {task}", self.source)))
    }
}
