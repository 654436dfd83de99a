//! Canned answers until `vedette_report::service::answer` is there; then this file goes.

use rustc_hash::FxHashMap;
use vedette_report::bundle::{
    FileKind, TrajectoryShard, read_items, read_manifest, read_runs, read_trajectories, rebuild,
};
use vedette_report::service::{Request, Response};
use vedette_report::tree_view::{NodeView, TreeView};

pub(crate) fn answer(request: Request, blobs: Vec<Vec<u8>>) -> (Response, Vec<Vec<u8>>) {
    let response = match request {
        Request::Manifest => read_manifest(&blobs[0]).map(Response::Manifest),
        Request::Shard { entry } if entry.kind == FileKind::Runs => {
            read_runs(&entry, &blobs[0]).map(|runs| Response::Runs { runs })
        }
        Request::Shard { entry } => {
            read_items(&entry, &blobs[0]).map(|items| Response::Items { items })
        }
        Request::Tree { run, item, files } => {
            let shards: Result<FxHashMap<String, TrajectoryShard>, _> = files
                .iter()
                .zip(&blobs)
                .map(|(entry, bytes)| Ok((entry.path.clone(), read_trajectories(entry, bytes)?)))
                .collect();
            shards.and_then(|shards| rebuild(&run, |path| shards.get(path))).map(|all| {
                let mut nodes: Vec<NodeView> = Vec::new();
                let mut facts: Vec<Vec<String>> = Vec::new();
                let mut paths = Vec::new();
                for (t, steps) in all.iter().enumerate() {
                    let mut parent: Option<u32> = None;
                    let mut path = Vec::new();
                    for (step, full) in steps.iter().enumerate() {
                        let same = (0..nodes.len()).find(|&n| {
                            nodes[n].parent == parent
                                && nodes[n].action == full.action
                                && facts[n] == full.facts
                        });
                        let at = same.unwrap_or_else(|| {
                            let before =
                                parent.map(|p| facts[p as usize].clone()).unwrap_or_default();
                            let minus = |a: &[String], b: &[String]| {
                                a.iter().filter(|f| !b.contains(f)).cloned().collect()
                            };
                            nodes.push(NodeView {
                                parent,
                                step: step as u32,
                                action: full.action.clone(),
                                added: minus(&full.facts, &before),
                                removed: minus(&before, &full.facts),
                                through: 0,
                                ends: vec![],
                                outcome: Some(item.per_trajectory[t]),
                            });
                            facts.push(full.facts.clone());
                            nodes.len() - 1
                        });
                        nodes[at].through += 1;
                        if nodes[at].outcome != Some(item.per_trajectory[t]) {
                            nodes[at].outcome = None;
                        }
                        if step + 1 == steps.len() {
                            nodes[at].ends.push(t as u32);
                        }
                        parent = Some(at as u32);
                        path.push(at as u32);
                    }
                    paths.push(path);
                }
                Response::Tree(Box::new(TreeView {
                    nodes,
                    trajectories: paths,
                    samples: run.trajectories.iter().map(|t| t.sample.clone()).collect(),
                    verdicts: item.per_trajectory.clone(),
                    states: run.states,
                    rechecked: item.counterexample.as_ref().map(|_| Ok(())),
                    evidence: item.counterexample,
                }))
            })
        }
        Request::Compare { candidate, .. } if candidate.contains('#') => {
            return (
                serde_json::from_str(include_str!("stand_in_error.json")).expect("canned"),
                vec![],
            );
        }
        Request::Compare { candidate, .. } if candidate == "panic" => panic!("asked to panic"),
        Request::Compare { .. } => {
            return (serde_json::from_str(include_str!("stand_in.json")).expect("canned"), vec![]);
        }
        Request::Formula { .. } | Request::Archive => {
            return (Response::Rejected { message: "not there yet".into() }, vec![]);
        }
    };
    (response.unwrap_or_else(|e| Response::Rejected { message: e.to_string() }), vec![])
}
