use super::{Edge, Node, Outline, layout};
use proptest::prelude::*;

fn graph() -> impl Strategy<Value = (Vec<Node>, Vec<Edge>)> {
    let node = (40_u32..160, 16_u32..40, any::<bool>()).prop_map(|(width, height, diamond)| Node {
        width: width.into(),
        height: height.into(),
        outline: if diamond { Outline::Diamond } else { Outline::Box },
    });
    prop::collection::vec(node, 1..24).prop_flat_map(|nodes| {
        let edge = (0..nodes.len(), 0..nodes.len(), "[a-z]{0,6}");
        let edge = edge.prop_map(|(from, to, label)| Edge { from, to, label });
        (Just(nodes), prop::collection::vec(edge, 0..40))
    })
}

/// The numbers of a path, as points as far as it has both.
fn numbers(line: &str) -> Vec<f64> {
    let parts = line.split(|c: char| c.is_ascii_alphabetic() || c == ' ');
    parts.filter(|part| !part.is_empty()).map(|part| part.parse().unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Boxes stand apart and within the picture; so do the lines.
    #[test]
    fn boxes_stand_apart((nodes, edges) in graph()) {
        let drawing = layout(&nodes, &edges);
        for (at, (one, size)) in drawing.nodes.iter().zip(&nodes).enumerate() {
            prop_assert!(one.0 - size.width / 2.0 >= 0.0);
            prop_assert!(one.0 + size.width / 2.0 <= drawing.width);
            prop_assert!(one.1 - size.height / 2.0 >= 0.0);
            prop_assert!(one.1 + size.height / 2.0 <= drawing.height);
            for (other, wide) in drawing.nodes.iter().zip(&nodes).skip(at + 1) {
                let apart = (one.0 - other.0).abs() >= f64::midpoint(size.width, wide.width)
                    || (one.1 - other.1).abs() >= f64::midpoint(size.height, wide.height);
                prop_assert!(apart, "{one:?} {other:?}");
            }
        }
        for route in &drawing.routes {
            let most = drawing.width.max(drawing.height);
            prop_assert!(numbers(&route.line).iter().all(|&n| (0.0..=most).contains(&n)), "{}", route.line);
        }
    }

    #[test]
    fn the_same_graph_gives_the_same_drawing((nodes, edges) in graph()) {
        prop_assert_eq!(layout(&nodes, &edges), layout(&nodes, &edges));
    }
}

fn boxes(count: usize) -> Vec<Node> {
    vec![Node { width: 80.0, height: 30.0, outline: Outline::Box }; count]
}

fn edges(ends: &[(usize, usize)]) -> Vec<Edge> {
    ends.iter().map(|&(from, to)| Edge { from, to, label: String::new() }).collect()
}

#[test]
fn a_plan_without_branches_is_a_straight_line() {
    let drawing = layout(&boxes(4), &edges(&[(0, 1), (1, 2), (2, 3)]));
    assert!(drawing.nodes.windows(2).all(|pair| (pair[0].0 - pair[1].0).abs() < 0.1));
    assert!(drawing.routes.iter().all(|route| !route.line.contains('C')), "no curve is needed");
}

#[test]
fn branches_stand_side_by_side_in_the_order_given_and_meet_below() {
    let drawing = layout(&boxes(5), &edges(&[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]));
    let [test, yes, no, join, _] = drawing.nodes[..] else { panic!("five boxes") };
    assert!(yes.0 < no.0 && (yes.1 - no.1).abs() < 0.1);
    assert!((f64::midpoint(yes.0, no.0) - test.0).abs() < 1.0, "under the middle");
    assert!(join.1 > yes.1 && (join.0 - test.0).abs() < 1.0);
}

#[test]
fn a_run_within_a_branch_is_straight() {
    // 0 is a test: 1, 2, 3 on one way, 4 on the other; they meet in 5.
    let ends = [(0, 1), (1, 2), (2, 3), (3, 5), (0, 4), (4, 5)];
    let mut nodes = boxes(6);
    (nodes[2].width, nodes[3].width) = (140.0, 50.0);
    let drawing = layout(&nodes, &edges(&ends));
    let x = |node: usize| drawing.nodes[node].0;
    assert!((x(1) - x(2)).abs() < 0.5 && (x(2) - x(3)).abs() < 0.5, "{:?}", drawing.nodes);
    assert!(!drawing.routes[1].line.contains('C') && !drawing.routes[2].line.contains('C'));
}

#[test]
fn the_line_back_runs_left_of_the_whole_body() {
    // 0 → head 1 → a branch of 2 and 3 → 4 → back to 1, or on to 5.
    let ends = [(0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 1), (4, 5)];
    let drawing = layout(&boxes(6), &edges(&ends));
    let left = drawing.nodes[2].0 - 40.0;
    let lane = drawing.routes[5].line.split('Q').nth(1).unwrap();
    let lane: f64 = lane.split(' ').next().unwrap().parse().unwrap();
    assert!(lane < left, "{lane} {left}");
    assert!(drawing.nodes[4].1 > drawing.nodes[1].1);
}

#[test]
fn a_step_to_itself_and_what_is_never_reached_are_drawn() {
    let drawing = layout(&boxes(3), &edges(&[(0, 0), (1, 2)]));
    assert_eq!(drawing.routes.len(), 2);
    assert!((drawing.nodes[1].1 - drawing.nodes[0].1).abs() < 0.1, "it begins at the top");
}

#[test]
fn a_thousand_branches_in_a_row() {
    let mut ends = Vec::new();
    for at in 0..1_000 {
        let test = 3 * at;
        ends.extend([
            (test, test + 1),
            (test, test + 2),
            (test + 1, test + 3),
            (test + 2, test + 3),
        ]);
    }
    let drawing = layout(&boxes(3_001), &edges(&ends));
    assert_eq!(drawing.nodes.len(), 3_001);
    assert!(drawing.width < 240.0, "{}", drawing.width);
}
