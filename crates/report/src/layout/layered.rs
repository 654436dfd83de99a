//! A small layered drawing of a graph with a start, such as an automaton.
//!
//! ```
//! use vedette_report::layout::layered::{Arrow, Graph, layout};
//!
//! // 0 → 1, 1 → 0, and a loop at 1.
//! let arrow = |from, to| Arrow { from, to, label: "a & b".into() };
//! let arrows = [arrow(0, 1), arrow(1, 0), arrow(1, 1)];
//! let drawing = layout(&Graph { nodes: 2, start: 0, arrows: &arrows });
//! assert!(drawing.nodes[0].0 < drawing.nodes[1].0, "runs go from left to right");
//! assert_eq!(drawing.arrows.len(), 3);
//! ```
//!
//! # Why this construction
//! Sugiyama, Tagawa & Toda (*Methods for visual understanding of hierarchical system structures*, IEEE
//! TSMC 1981) in the form that suits automata: a state's layer is the length of the shortest run to it,
//! so that an arrow goes at most one layer forward and no layer in between is crossed. Layers are
//! ordered by barycentres, sweeping to and fro; the order with the fewest crossings is kept. All other
//! arrows run through the gaps between layers, where no state stands: within a layer as brackets, back
//! as lines in lanes below everything, short ones first. Text is measured in characters of one width, so
//! the picture is the same everywhere. Beyond some thirty states a table says more.

use super::word::CHARACTER;

/// The radius of a state.
pub const RADIUS: f64 = 17.0;
/// Between the middles of two states of a layer.
const ROW: f64 = 74.0;
/// The height of a lane for arrows back.
const LANE: f64 = 24.0;
/// Between arrows that run side by side in a gap.
const APART: f64 = 9.0;
/// Around the picture.
const MARGIN: f64 = 10.0;
/// Before the start state: its arrow.
const ENTRY: f64 = 30.0;
/// How often layers are ordered anew.
const SWEEPS: usize = 12;

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a> {
    /// The number of nodes.
    pub nodes: usize,
    /// Where it begins.
    pub start: usize,
    /// The arrows.
    pub arrows: &'a [Arrow],
}

/// An arrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The node that it leaves.
    pub from: usize,
    /// The node that it leads to.
    pub to: usize,
    /// What is written on it.
    pub label: String,
}

/// An arrow as drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The line, as the `d` of an SVG path.
    pub line: String,
    /// The head, as the `d` of a filled path.
    pub head: String,
    /// The middle of the label's base line.
    pub label: (f64, f64),
}

/// The drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The middle of each node.
    pub nodes: Vec<(f64, f64)>,
    /// The arrows, in the given order.
    pub arrows: Vec<Route>,
    /// The arrow to the start node.
    pub entry: Route,
    /// The width of the whole.
    pub width: f64,
    /// The height of the whole.
    pub height: f64,
}

/// How an arrow runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Loop,
    Forward,
    Sideways,
    Back,
}

/// Lays the graph out. Nodes that no run reaches stand in a layer after all others.
pub fn layout(graph: &Graph<'_>) -> Drawing {
    let layer = layers(graph);
    let order = order(graph, &layer);
    Placing { graph, layer, order }.place()
}

/// By node: the length of a shortest run to it.
fn layers(graph: &Graph<'_>) -> Vec<usize> {
    let mut layer = vec![usize::MAX; graph.nodes];
    let mut now = vec![graph.start];
    let mut number = 0;
    while !now.is_empty() {
        for &node in &now {
            layer[node] = number;
        }
        let mut next: Vec<usize> = graph
            .arrows
            .iter()
            .filter(|arrow| layer[arrow.from] == number && layer[arrow.to] == usize::MAX)
            .map(|arrow| arrow.to)
            .collect();
        next.sort_unstable();
        next.dedup();
        now = next;
        number += 1;
    }
    for own in &mut layer {
        *own = (*own).min(number);
    }
    layer
}

/// By layer: its nodes from top to bottom.
fn order(graph: &Graph<'_>, layer: &[usize]) -> Vec<Vec<usize>> {
    let count = layer.iter().max().map_or(0, |last| last + 1);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (node, &own) in layer.iter().enumerate() {
        rows[own].push(node);
    }
    let mut best = rows.clone();
    let mut least = crossings(graph, layer, &rows);
    for sweep in 0..SWEEPS {
        let layers: Vec<usize> = if sweep % 2 == 0 {
            (1..count).collect()
        } else {
            (0..count.max(1) - 1).rev().collect()
        };
        for own in layers {
            let beside = if sweep % 2 == 0 { own - 1 } else { own + 1 };
            let place = places(&rows[beside], graph.nodes);
            let centre = |node: usize| {
                let (mut sum, mut many) = (0.0, 0.0);
                for arrow in graph.arrows {
                    for (one, other) in [(arrow.from, arrow.to), (arrow.to, arrow.from)] {
                        if one == node && layer[other] == beside {
                            sum += place[other];
                            many += 1.0;
                        }
                    }
                }
                if many > 0.0 { sum / many } else { f64::MAX }
            };
            rows[own].sort_by(|a, b| centre(*a).total_cmp(&centre(*b)));
        }
        let now = crossings(graph, layer, &rows);
        if now < least {
            (least, best) = (now, rows.clone());
        }
    }
    best
}

#[expect(clippy::cast_precision_loss, reason = "small numbers of nodes")]
fn places(row: &[usize], nodes: usize) -> Vec<f64> {
    let mut place = vec![0.0; nodes];
    for (at, &node) in row.iter().enumerate() {
        // Around the middle, so that layers of different sizes compare.
        place[node] = at as f64 - (row.len() as f64 - 1.0) / 2.0;
    }
    place
}

/// How many pairs of arrows between neighbouring layers cross.
fn crossings(graph: &Graph<'_>, layer: &[usize], rows: &[Vec<usize>]) -> usize {
    let mut place = vec![0; graph.nodes];
    for row in rows {
        for (at, &node) in row.iter().enumerate() {
            place[node] = at;
        }
    }
    let forward: Vec<&Arrow> =
        graph.arrows.iter().filter(|a| layer[a.to] == layer[a.from] + 1).collect();
    let mut count = 0;
    for (at, one) in forward.iter().enumerate() {
        for other in &forward[at + 1..] {
            let from = place[one.from].cmp(&place[other.from]);
            let to = place[one.to].cmp(&place[other.to]);
            let same = layer[one.from] == layer[other.from];
            count += usize::from(same && from.is_ne() && to.is_ne() && from != to);
        }
    }
    count
}

struct Placing<'a> {
    graph: &'a Graph<'a>,
    layer: Vec<usize>,
    order: Vec<Vec<usize>>,
}

#[expect(clippy::cast_precision_loss, reason = "small numbers of nodes, arrows and characters")]
impl Placing<'_> {
    fn way(&self, arrow: &Arrow) -> Way {
        let (from, to) = (self.layer[arrow.from], self.layer[arrow.to]);
        match from.cmp(&to) {
            _ if arrow.from == arrow.to => Way::Loop,
            std::cmp::Ordering::Less => Way::Forward,
            std::cmp::Ordering::Equal => Way::Sideways,
            std::cmp::Ordering::Greater => Way::Back,
        }
    }

    fn ways(&self) -> Vec<Way> {
        self.graph.arrows.iter().map(|arrow| self.way(arrow)).collect()
    }

    fn text(arrow: &Arrow) -> f64 {
        arrow.label.chars().count() as f64 * CHARACTER
    }

    /// How wide a layer is: as its states and their loops' labels are.
    fn column(&self, own: usize) -> f64 {
        let loops =
            self.graph.arrows.iter().filter(|a| a.from == a.to && self.layer[a.from] == own);
        loops.map(Self::text).fold(2.0 * RADIUS, f64::max)
    }

    /// By layer, the width of the gap after it.
    fn gap(&self, own: usize, ways: &[Way]) -> f64 {
        let (mut forward, mut beside, mut turns) = (0.0_f64, 0.0_f64, 0.0);
        for (arrow, way) in self.graph.arrows.iter().zip(ways) {
            let (from, to) = (self.layer[arrow.from], self.layer[arrow.to]);
            match way {
                Way::Forward if from == own => forward = forward.max(Self::text(arrow)),
                Way::Sideways if from == own => {
                    beside = beside.max(Self::text(arrow) + 26.0);
                    turns += APART;
                }
                Way::Back if from == own || to == own + 1 => turns += APART,
                _ => {}
            }
        }
        forward + beside + turns + 36.0
    }

    /// How much room the arrows need that turn in the gap after a layer.
    fn turns_after(&self, own: usize, ways: &[Way]) -> f64 {
        let turning = self.graph.arrows.iter().zip(ways).filter(|(arrow, way)| {
            matches!(way, Way::Sideways | Way::Back) && self.layer[arrow.from] == own
        });
        turning.count() as f64 * APART
    }

    fn place(&self) -> Drawing {
        let ways = self.ways();
        let tallest = self.order.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let has_loop = ways.contains(&Way::Loop);
        let top = MARGIN + RADIUS + if has_loop { 46.0 } else { 8.0 };
        let mut nodes = vec![(0.0, 0.0); self.graph.nodes];
        // By layer: its middle, and where the gap before it and the one after it begin.
        let mut columns: Vec<(f64, f64)> = Vec::new();
        let mut x = MARGIN + ENTRY + self.gap_before_first(&ways);
        for (own, row) in self.order.iter().enumerate() {
            let width = self.column(own);
            let middle = x + width / 2.0;
            for (at, &node) in row.iter().enumerate() {
                let offset = (tallest - row.len() as f64) / 2.0;
                nodes[node] = (middle, top + (offset + at as f64) * ROW);
            }
            columns.push((middle, x + width));
            x += width + self.gap(own, &ways);
        }
        let foot = top + (tallest - 1.0) * ROW + RADIUS + 14.0;
        let lanes = self.lanes(&ways);
        let used = lanes.iter().flatten().max().map_or(0.0, |last| (*last + 1) as f64);
        let mut turns = vec![0.0; self.order.len() + 1];
        let mut turn = |gap: usize| {
            turns[gap] += APART;
            turns[gap]
        };
        let arrows = self.graph.arrows.iter().zip(&ways).zip(&lanes).map(|((arrow, way), lane)| {
            let (from, to) = (nodes[arrow.from], nodes[arrow.to]);
            match way {
                Way::Loop => looping(from),
                Way::Forward => {
                    let own = self.layer[arrow.from];
                    // Brackets and their labels stand in the first part of the gap.
                    let crowded = self.turns_after(own, &ways) > 0.0;
                    forward(from, to, crowded.then(|| Self::text(arrow)))
                }
                Way::Sideways => {
                    let own = self.layer[arrow.from];
                    let right = columns[own].1.max(from.0 + RADIUS) + turn(own + 1);
                    let text = columns[own].1 + self.turns_after(own, &ways) + APART;
                    sideways(from, to, right, text + Self::text(arrow) / 2.0)
                }
                Way::Back => {
                    let y = foot + (lane.unwrap_or(0) as f64 + 0.6) * LANE;
                    let after = self.layer[arrow.from];
                    let right = columns[after].1.max(from.0 + RADIUS) + turn(after + 1);
                    let left = to.0 - RADIUS - 12.0 - turn(self.layer[arrow.to]);
                    back(from, to, (left, right), y)
                }
            }
        });
        let arrows: Vec<Route> = arrows.collect();
        let start = nodes.get(self.graph.start).copied().unwrap_or((MARGIN + ENTRY, top));
        let edge = start.0 - RADIUS;
        let entry = Route {
            line: format!(
                "M{:.1} {:.1}L{:.1} {:.1}",
                edge - 26.0,
                start.1 - 26.0,
                edge + 1.0,
                start.1 - 12.0
            ),
            head: tip((edge + 2.5, start.1 - 11.0), (27.0, 14.0)),
            label: (edge, start.1),
        };
        let right = x - self.order.len().checked_sub(1).map_or(0.0, |last| {
            // After the last layer only what runs there needs room.
            let beside = ways.iter().zip(self.graph.arrows).any(|(way, arrow)| {
                matches!(way, Way::Sideways | Way::Back) && self.layer[arrow.from] == last
            });
            if beside { 0.0 } else { self.gap(last, &ways) }
        });
        Drawing { nodes, arrows, entry, width: right + MARGIN, height: foot + used * LANE + MARGIN }
    }

    /// Room before the first layer for arrows that come back to it.
    fn gap_before_first(&self, ways: &[Way]) -> f64 {
        let back = self.graph.arrows.iter().zip(ways);
        let back = back.filter(|(a, way)| **way == Way::Back && self.layer[a.to] == 0).count();
        back as f64 * APART
    }

    /// By arrow: its lane, if it goes back. Arrows of one lane do not overlap; short ones are on top.
    fn lanes(&self, ways: &[Way]) -> Vec<Option<usize>> {
        let span = |at: usize| {
            let arrow = &self.graph.arrows[at];
            (self.layer[arrow.to], self.layer[arrow.from])
        };
        let mut back: Vec<usize> = (0..ways.len()).filter(|&at| ways[at] == Way::Back).collect();
        back.sort_by_key(|&at| (span(at).1 - span(at).0, at));
        let mut lanes: Vec<Vec<(usize, usize)>> = Vec::new();
        let mut given = vec![None; ways.len()];
        for at in back {
            let (low, high) = span(at);
            let free = |lane: &Vec<(usize, usize)>| lane.iter().all(|&(l, h)| h < low || high < l);
            let lane = lanes.iter().position(free).unwrap_or_else(|| {
                lanes.push(Vec::new());
                lanes.len() - 1
            });
            lanes[lane].push((low, high));
            given[at] = Some(lane);
        }
        given
    }
}

/// The head of an arrow that arrives at a point in a direction.
pub(super) fn tip((x, y): (f64, f64), (dx, dy): (f64, f64)) -> String {
    let length = dx.hypot(dy).max(0.01);
    let (ux, uy) = (dx / length, dy / length);
    let (bx, by) = (x - 9.0 * ux, y - 9.0 * uy);
    let (px, py) = (-uy * 4.2, ux * 4.2);
    format!("M{x:.1} {y:.1}L{:.1} {:.1}L{:.1} {:.1}Z", bx + px, by + py, bx - px, by - py)
}

fn looping((x, y): (f64, f64)) -> Route {
    let top = y - RADIUS;
    Route {
        line: format!(
            "M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            x - 8.0,
            top + 2.0,
            x - 22.0,
            top - 30.0,
            x + 22.0,
            top - 30.0,
            x + 9.5,
            top - 4.0
        ),
        head: tip((x + 7.0, top + 3.0), (-4.0, 10.0)),
        label: (x, top - 25.0),
    }
}

/// `text` is the label's width if it is to stand close to the target.
fn forward(from: (f64, f64), to: (f64, f64), text: Option<f64>) -> Route {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(0.01);
    let (ux, uy) = (dx / length, dy / length);
    let (x, y) = (from.0 + ux * RADIUS, from.1 + uy * RADIUS);
    let (u, v) = (to.0 - ux * (RADIUS + 1.0), to.1 - uy * (RADIUS + 1.0));
    let middle = f64::midpoint(x, u);
    let label = text.map_or(middle, |text| middle.max(u - 12.0 - text / 2.0));
    let label = (label, y + (label - x) * (v - y) / (u - x).max(0.01) - 5.0);
    Route {
        line: format!("M{x:.1} {y:.1}L{:.1} {:.1}", u - 6.0 * ux, v - 6.0 * uy),
        head: tip((u, v), (ux, uy)),
        label,
    }
}

fn sideways(from: (f64, f64), to: (f64, f64), right: f64, label: f64) -> Route {
    // Two arrows between the same states, one each way, leave and arrive apart.
    let shift = if from.1 < to.1 { 5.0 } else { -5.0 };
    let (y, v) = (from.1 + shift, to.1 - shift);
    let reach = (RADIUS * RADIUS - 25.0).sqrt();
    let end = to.0 + reach + 1.0;
    Route {
        line: format!("M{:.1} {y:.1}H{right:.1}V{v:.1}H{:.1}", from.0 + reach, end + 6.0),
        head: tip((end, v), (-1.0, 0.0)),
        label: (label, f64::midpoint(y, v) + 4.0 - 2.0 * shift),
    }
}

fn back(from: (f64, f64), to: (f64, f64), (left, right): (f64, f64), lane: f64) -> Route {
    let reach = (RADIUS * RADIUS - 100.0).sqrt();
    let (y, v) = (from.1 + 10.0, to.1 + 10.0);
    let end = to.0 - reach - 1.0;
    Route {
        line: format!(
            "M{:.1} {y:.1}H{right:.1}V{lane:.1}H{left:.1}V{v:.1}H{:.1}",
            from.0 + reach,
            end - 6.0
        ),
        head: tip((end, v), (1.0, 0.0)),
        label: (f64::midpoint(left, right), lane - 5.0),
    }
}

#[cfg(test)]
mod tests {
    use super::{Arrow, Graph, RADIUS, layout};
    use proptest::prelude::*;

    fn graph() -> impl Strategy<Value = (usize, Vec<Arrow>)> {
        (1_usize..12).prop_flat_map(|nodes| {
            let arrow = (0..nodes, 0..nodes, "[ab!]{1,9}");
            let arrow = arrow.prop_map(|(from, to, label)| Arrow { from, to, label });
            (Just(nodes), prop::collection::vec(arrow, 0..24))
        })
    }

    proptest! {
        /// States stand apart and within the picture; so do labels, as far as their height goes.
        #[test]
        fn states_stand_apart((nodes, arrows) in graph()) {
            let drawing = layout(&Graph { nodes, start: 0, arrows: &arrows });
            for (at, one) in drawing.nodes.iter().enumerate() {
                prop_assert!(one.0 >= RADIUS && one.0 + RADIUS <= drawing.width);
                prop_assert!(one.1 >= RADIUS && one.1 + RADIUS <= drawing.height);
                for other in &drawing.nodes[at + 1..] {
                    let distance = (one.0 - other.0).hypot(one.1 - other.1);
                    prop_assert!(distance > 2.0 * RADIUS, "{one:?} {other:?}");
                }
            }
            prop_assert_eq!(drawing.arrows.len(), arrows.len());
            for route in &drawing.arrows {
                prop_assert!(route.label.0 >= 0.0 && route.label.0 <= drawing.width);
                prop_assert!(route.label.1 >= 8.0 && route.label.1 <= drawing.height);
            }
        }

        #[test]
        fn the_same_graph_gives_the_same_drawing((nodes, arrows) in graph()) {
            let graph = Graph { nodes, start: 0, arrows: &arrows };
            prop_assert_eq!(layout(&graph), layout(&graph));
        }
    }

    #[test]
    fn two_layers_are_ordered_without_a_crossing() {
        // 0 → 1, 2; 1 → 4; 2 → 3: in the order of numbers the last two would cross.
        let arrows: Vec<Arrow> = [(0, 1), (0, 2), (1, 4), (2, 3)]
            .map(|(from, to)| Arrow { from, to, label: "a".into() })
            .into();
        let drawing = layout(&Graph { nodes: 5, start: 0, arrows: &arrows });
        let y = |node: usize| drawing.nodes[node].1;
        assert_eq!(y(1) < y(2), y(4) < y(3));
    }
}
