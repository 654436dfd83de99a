use super::{Folded, Folding, Kind, fold};
use crate::tree_view::NodeView;
use proptest::prelude::*;
use rustc_hash::FxHashSet;

/// Nodes from their parents; leaves end a trajectory.
fn tree(parents: &[Option<u32>]) -> Vec<NodeView> {
    let mut nodes: Vec<NodeView> = Vec::new();
    for (at, &parent) in parents.iter().enumerate() {
        let step = parent.map_or(0, |parent| nodes[parent as usize].step + 1);
        let leaf = !parents.contains(&Some(at as u32));
        nodes.push(NodeView {
            parent,
            step,
            action: None,
            added: vec![],
            removed: vec![],
            through: 1,
            ends: if leaf { vec![0] } else { vec![] },
            outcome: None,
        });
    }
    nodes
}

/// The path from the root to `node`.
fn path_to(nodes: &[NodeView], mut node: u32) -> Vec<u32> {
    let mut path = vec![node];
    while let Some(parent) = nodes[node as usize].parent {
        path.push(parent);
        node = parent;
    }
    path.reverse();
    path
}

/// What holds of every folding.
fn check(nodes: &[NodeView], folding: &Folding<'_>, folded: &Folded) {
    let states: u32 = folded.shown.iter().map(|shown| shown.states).sum();
    assert_eq!(states as usize, nodes.len(), "every state is in exactly one box");
    for (at, node) in nodes.iter().enumerate() {
        let home = folded.home[at] as usize;
        if let Some(parent) = node.parent {
            let above = folded.home[parent as usize] as usize;
            let parent = folded.shown[home].parent;
            assert!(
                home == above || parent == Some(above),
                "the box of {at} hangs on its parent's"
            );
        }
    }
    for (at, shown) in folded.shown.iter().enumerate() {
        assert!(shown.parent.is_none_or(|parent| parent < at), "parents come first");
        assert!(shown.kind != Kind::State || shown.states == 1, "a state is one state");
    }
    assert!(
        nodes.len() <= super::SMALL || folded.shown.len() <= folding.budget * 3 / 2 + 10,
        "{} boxes for a budget of {}",
        folded.shown.len(),
        folding.budget
    );
    if let (Some(&end), true) = (folding.path.last(), folding.keys.len() <= folding.budget / 8) {
        for &key in folding.keys {
            let home = folded.shown[folded.home[key as usize] as usize];
            assert_eq!((home.kind, home.node), (Kind::State, key), "a key is shown");
        }
        assert!(folded.shown[folded.home[end as usize] as usize].on_path);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_state_has_one_box_and_the_budget_is_kept(
        picks in prop::collection::vec((any::<u32>(), 0..6_u32), 1..400),
        end in any::<prop::sample::Index>(),
        opened in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
        budget in 24..200_usize,
    ) {
        // Mostly chains, with branchings anywhere.
        let parents: Vec<Option<u32>> = picks
            .iter()
            .enumerate()
            .map(|(at, &(pick, kind))| match (at as u32, kind) {
                (0, _) => None,
                (at, 0) => Some(pick % at),
                (at, _) => Some(at - 1),
            })
            .collect();
        let nodes = tree(&parents);
        let end = end.index(nodes.len()) as u32;
        let path = path_to(&nodes, end);
        let opened: FxHashSet<u32> = opened.iter().map(|i| i.index(nodes.len()) as u32).collect();
        let folding = Folding { opened: &opened, path: &path, keys: &[end], budget };
        check(&nodes, &folding, &fold(&nodes, &folding));
    }
}

/// A comb: a path of `n` states, each of which another trajectory leaves.
fn comb(n: u32) -> Vec<NodeView> {
    let mut parents = vec![None];
    let mut spine = 0;
    for _ in 0..n {
        let at = parents.len() as u32;
        parents.extend([Some(spine), Some(spine)]);
        spine = at;
    }
    tree(&parents)
}

#[test]
fn a_path_with_too_many_branchings_is_folded_at_its_beginning() {
    let nodes = comb(1000);
    let path = path_to(&nodes, 1999);
    let opened = FxHashSet::default();
    let folding = Folding { opened: &opened, path: &path, keys: &[1999], budget: 100 };
    let folded = fold(&nodes, &folding);
    check(&nodes, &folding, &folded);
    let stretch = folded.shown.iter().find(|shown| shown.kind == Kind::Steps).unwrap();
    assert!(stretch.on_path && stretch.branches > 900, "{stretch:?}");
    assert!(folded.shown.len() > 20, "the last branchings are shown");
}

#[test]
fn opening_shows_more_and_a_full_picture_says_so() {
    let mut parents = vec![None];
    parents.extend(vec![Some(0); 5000]);
    let nodes = tree(&parents);
    let closed = FxHashSet::default();
    let folding = Folding { opened: &closed, path: &[0, 1], keys: &[1], budget: 100 };
    let folded = fold(&nodes, &folding);
    check(&nodes, &folding, &folded);
    let rest = folded.shown.iter().find(|shown| shown.kind == Kind::Siblings).unwrap();
    assert_eq!((rest.opens, folded.full), (Some(0), false));

    let opened = FxHashSet::from_iter([0]);
    let more = Folding { opened: &opened, ..folding };
    let unfolded = fold(&nodes, &more);
    check(&nodes, &more, &unfolded);
    assert!(unfolded.shown.len() > folded.shown.len() && unfolded.full);
}

#[test]
fn a_small_tree_is_shown_whole() {
    let nodes = comb(10);
    let opened = FxHashSet::default();
    let folding = Folding { opened: &opened, path: &[], keys: &[], budget: 100 };
    assert_eq!(fold(&nodes, &folding).states_shown(), nodes.len());
}
