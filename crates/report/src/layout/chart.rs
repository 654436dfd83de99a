//! A drawing of control flow from top to bottom, as of a program.
//!
//! ```
//! use vedette_report::layout::chart::{Edge, Node, Outline, layout};
//!
//! // A test; one way makes a call, the other does not; they meet.
//! let node = |outline| Node { width: 80.0, height: 30.0, outline };
//! let nodes = [Outline::Diamond, Outline::Box, Outline::Box].map(node);
//! let edge = |from, to, label: &str| Edge { from, to, label: label.into() };
//! let edges = [edge(0, 1, "yes"), edge(0, 2, "no"), edge(1, 2, "")];
//! let drawing = layout(&nodes, &edges);
//! let y = |node: usize| drawing.nodes[node].1;
//! assert!(y(0) < y(1) && y(1) < y(2), "what comes later stands lower");
//! assert_eq!(drawing.routes.len(), 3);
//! ```
//!
//! # Why this construction
//!
//! Sugiyama, Tagawa & Toda (see [`super::layered`]), in the form that suits programs: a node's layer is
//! the length of the *longest* way to it, so that ways meet below everything they pass. Within a layer
//! things stand in the order in which a search in depth meets them: programs without jumps are
//! series-parallel graphs, and that order draws those without a crossing. An edge over several layers
//! has a slot of its own in each, so that no line runs through a box; an edge back has its slots left of
//! the loop's body. Places across are least squares under the order and the gaps, found layer by layer
//! by pooling (Barlow et al., *Statistical Inference under Order Restrictions*, 1972; the idea of
//! Gansner, Koutsofios, North & Vo, IEEE TSE 1993, section 4, with another solver). For some hundred
//! nodes; [`super::folded`] makes larger graphs small.

mod across;

use super::layered::{Route, tip};
use super::word::CHARACTER;
use std::fmt::Write;

/// Between the layers.
const GAP: f64 = 34.0;
/// Between neighbours of a layer.
const BESIDE: f64 = 18.0;
/// Around the picture.
const MARGIN: f64 = 12.0;
/// The room of a line in a layer that it only passes.
const LINE: f64 = 12.0;

/// The outline of a node; lines begin and end on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// A box, or anything that is as wide at its foot as in the middle.
    Box,
    /// A diamond.
    Diamond,
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Its outline.
    pub outline: Outline,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The node that it leaves.
    pub from: usize,
    /// The node that it leads to.
    pub to: usize,
    /// What is written on it.
    pub label: String,
}

/// The drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The middle of each node.
    pub nodes: Vec<(f64, f64)>,
    /// The edges, in the given order.
    pub routes: Vec<Route>,
    /// The width of the whole.
    pub width: f64,
    /// The height of the whole.
    pub height: f64,
}

/// What stands in a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Node(usize),
    Line(usize),
}

/// A thing with its room.
#[derive(Clone, Copy, Debug)]
struct Slot {
    thing: Thing,
    layer: usize,
    /// Its place in the order of the layer.
    key: (usize, i8, usize),
    width: f64,
    x: f64,
    /// Whether it is of an edge back.
    back: bool,
}

/// Lays the graph out; node 0 is the start. Nodes that it does not reach begin at the top.
pub fn layout(nodes: &[Node], edges: &[Edge]) -> Drawing {
    let search = Search::run(nodes.len(), edges);
    let layer = layers(&search, edges);
    let count = layer.iter().max().map_or(0, |last| last + 1);
    let (mut slots, chains) = slots(nodes, edges, &search, &layer);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (index, slot) in slots.iter().enumerate() {
        rows[slot.layer].push(index);
    }
    for row in &mut rows {
        row.sort_by_key(|&slot| slots[slot].key);
    }
    across::place(&mut slots, &rows, edges, &chains, BESIDE);
    let left = slots.iter().map(|slot| slot.x - slot.width / 2.0).fold(f64::INFINITY, f64::min);
    let shift = if left.is_finite() { MARGIN - left } else { 0.0 };
    for slot in &mut slots {
        slot.x += shift;
    }
    let mut bands = vec![(0.0, 0.0_f64); count];
    for (node, &own) in nodes.iter().zip(&layer) {
        bands[own].1 = bands[own].1.max(node.height);
    }
    let mut y = MARGIN;
    for band in &mut bands {
        *band = (y, y + band.1);
        y = band.1 + GAP;
    }
    let middle = |own: usize| f64::midpoint(bands[own].0, bands[own].1);
    let places: Vec<(f64, f64)> =
        (0..nodes.len()).map(|node| (slots[node].x, middle(layer[node]))).collect();
    let routes = Routes { nodes, edges, places: &places, bands: &bands, layer: &layer };
    let ports = routes.ports(&slots, &chains);
    let routes =
        (0..edges.len()).map(|edge| routes.route(edge, ports[edge], &slots, &chains[edge]));
    Drawing {
        routes: routes.collect(),
        width: slots.iter().map(|slot| slot.x + slot.width / 2.0).fold(0.0, f64::max) + MARGIN,
        height: (y - GAP + MARGIN).max(2.0 * MARGIN),
        nodes: places,
    }
}

/// What a search in depth finds.
struct Search {
    /// By node: when it was met.
    met: Vec<usize>,
    /// By edge: when it was followed.
    followed: Vec<usize>,
    /// By edge: whether it leads back to a node that the search was still in.
    back: Vec<bool>,
    /// The nodes, each after all that it leads to.
    finished: Vec<usize>,
}

impl Search {
    fn run(nodes: usize, edges: &[Edge]) -> Self {
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); nodes];
        for (index, edge) in edges.iter().enumerate() {
            out[edge.from].push(index);
        }
        let mut found = Self {
            met: vec![usize::MAX; nodes],
            followed: vec![0; edges.len()],
            back: vec![false; edges.len()],
            finished: Vec::with_capacity(nodes),
        };
        let mut within = vec![false; nodes];
        let mut time = 0;
        for root in 0..nodes {
            if found.met[root] != usize::MAX {
                continue;
            }
            found.met[root] = time;
            within[root] = true;
            let mut stack = vec![(root, 0)];
            while let Some((node, next)) = stack.last_mut() {
                time += 1;
                let Some(&edge) = out[*node].get(*next) else {
                    within[*node] = false;
                    found.finished.push(*node);
                    stack.pop();
                    continue;
                };
                *next += 1;
                found.followed[edge] = time;
                let to = edges[edge].to;
                if found.met[to] == usize::MAX {
                    time += 1;
                    found.met[to] = time;
                    within[to] = true;
                    stack.push((to, 0));
                } else {
                    found.back[edge] = within[to];
                }
            }
        }
        found
    }
}

/// By node: the length of a longest way to it, edges back left out.
fn layers(search: &Search, edges: &[Edge]) -> Vec<usize> {
    let mut layer = vec![0; search.met.len()];
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); layer.len()];
    for (index, edge) in edges.iter().enumerate().filter(|(index, _)| !search.back[*index]) {
        out[edge.from].push(index);
    }
    for &node in search.finished.iter().rev() {
        for &edge in &out[node] {
            let to = edges[edge].to;
            layer[to] = layer[to].max(layer[node] + 1);
        }
    }
    layer
}

/// The slots, those of nodes first; by edge, the slots that it passes, from top to bottom.
fn slots(
    nodes: &[Node],
    edges: &[Edge],
    search: &Search,
    layer: &[usize],
) -> (Vec<Slot>, Vec<Vec<usize>>) {
    let node = |(index, node): (usize, &Node)| Slot {
        thing: Thing::Node(index),
        layer: layer[index],
        key: (search.met[index], 0, 0),
        width: node.width,
        x: 0.0,
        back: false,
    };
    let mut slots: Vec<Slot> = nodes.iter().enumerate().map(node).collect();
    let mut chains = Vec::with_capacity(edges.len());
    for (index, edge) in edges.iter().enumerate() {
        let back = search.back[index];
        let (range, key) = if back {
            // Left of the loop's head, and so of its body.
            (layer[edge.to]..layer[edge.from] + 1, (search.met[edge.to], -1, index))
        } else {
            (layer[edge.from] + 1..layer[edge.to], (search.followed[index], 0, index))
        };
        let first = slots.len();
        for own in range {
            let labelled = slots.len() == first && !back;
            let width = if labelled { LINE.max(text(&edge.label)) } else { LINE };
            slots.push(Slot { thing: Thing::Line(index), layer: own, key, width, x: 0.0, back });
        }
        chains.push((first..slots.len()).collect());
    }
    (slots, chains)
}

#[expect(clippy::cast_precision_loss, reason = "a short text")]
fn text(label: &str) -> f64 {
    label.chars().count() as f64 * CHARACTER
}

/// What routes are made of.
struct Routes<'a> {
    nodes: &'a [Node],
    edges: &'a [Edge],
    places: &'a [(f64, f64)],
    bands: &'a [(f64, f64)],
    layer: &'a [usize],
}

impl Routes<'_> {
    /// By edge: how far beside the middle of its node it begins.
    #[expect(clippy::cast_precision_loss, reason = "few edges leave a node")]
    fn ports(&self, slots: &[Slot], chains: &[Vec<usize>]) -> Vec<f64> {
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (index, edge) in self.edges.iter().enumerate() {
            if self.layer[edge.to] > self.layer[edge.from] {
                out[edge.from].push(index);
            }
        }
        let mut ports = vec![0.0; self.edges.len()];
        for (node, leaving) in out.iter_mut().enumerate() {
            let next = |edge: usize| match chains[edge].first() {
                Some(&slot) => slots[slot].x,
                None => self.places[self.edges[edge].to].0,
            };
            leaving.sort_by(|a, b| next(*a).total_cmp(&next(*b)));
            let many = leaving.len() as f64;
            let apart = (self.nodes[node].width / (many + 1.0)).min(44.0);
            for (at, &edge) in leaving.iter().enumerate() {
                ports[edge] = (at as f64 - (many - 1.0) / 2.0) * apart;
            }
        }
        ports
    }

    fn route(&self, edge: usize, port: f64, slots: &[Slot], chain: &[usize]) -> Route {
        let Edge { from, to, ref label } = self.edges[edge];
        if self.layer[to] <= self.layer[from] {
            return self.back(from, to, label, slots, chain);
        }
        let ((x, y), node) = (self.places[from], &self.nodes[from]);
        let half = node.height / 2.0;
        let foot = match node.outline {
            Outline::Box => y + half,
            Outline::Diamond => y + half * (1.0 - 2.0 * port.abs() / node.width),
        };
        let start = x + port;
        let (mut here, mut low) = (start, self.bands[self.layer[from]].1);
        let mut line = format!("M{start:.1} {foot:.1}V{low:.1}");
        let mut middle = None;
        for &slot in chain {
            let (top, bottom) = self.bands[slots[slot].layer];
            curve(&mut line, (here, low), (slots[slot].x, top));
            let _ = write!(line, "V{bottom:.1}");
            let half = (f64::midpoint(here, slots[slot].x), f64::midpoint(low, top));
            middle.get_or_insert(half);
            (here, low) = (slots[slot].x, bottom);
        }
        let (x, y) = self.places[to];
        let head = y - self.nodes[to].height / 2.0;
        let top = self.bands[self.layer[to]].0;
        curve(&mut line, (here, low), (x, top));
        let _ = write!(line, "V{:.1}", head - 6.0);
        let (x0, y0) = middle.unwrap_or_else(|| (f64::midpoint(here, x), f64::midpoint(low, top)));
        Route { line, head: tip((x, head), (0.0, 1.0)), label: (x0, y0 + 3.0) }
    }

    /// Out at the left of its node, up beside the loop's body, and in at the left of the head.
    fn back(&self, from: usize, to: usize, label: &str, slots: &[Slot], chain: &[usize]) -> Route {
        let (foot, head) = (self.places[from], self.places[to]);
        let (y, v) = (foot.1 + 4.0, head.1 - 4.0);
        let edge = |node: usize, off: f64| {
            let Node { width, height, outline } = self.nodes[node];
            match outline {
                Outline::Box => width / 2.0,
                Outline::Diamond => width / 2.0 * (1.0 - 2.0 * off.abs() / height),
            }
        };
        let out = foot.0 - edge(from, 4.0);
        let into = head.0 - edge(to, 4.0);
        let lane = |at: usize| slots[chain[at]].x;
        let mut line = format!("M{out:.1} {y:.1}");
        let last = chain.len() - 1;
        let mut x = lane(last);
        let _ = write!(line, "H{:.1}Q{x:.1} {y:.1} {x:.1} {:.1}", x + 8.0, y - 8.0);
        for at in (0..last).rev() {
            let (next, low) =
                (self.bands[slots[chain[at]].layer], self.bands[slots[chain[at + 1]].layer]);
            let top = low.0.min(y - 8.0);
            let _ = write!(line, "V{top:.1}");
            if (lane(at) - x).abs() > 0.05 {
                curve(&mut line, (x, top), (lane(at), next.1));
            }
            x = lane(at);
        }
        let v = if last == 0 { v - 4.0 } else { v };
        let _ =
            write!(line, "V{:.1}Q{x:.1} {v:.1} {:.1} {v:.1}H{:.1}", v + 8.0, x + 8.0, into - 6.0);
        let label = (f64::midpoint(out, lane(last)).min(out - text(label) / 2.0 - 2.0), y - 5.0);
        Route { line, head: tip((into, v), (1.0, 0.0)), label }
    }
}

/// From a point to a lower or higher one, upright at both.
fn curve(line: &mut String, (x, y): (f64, f64), (u, v): (f64, f64)) {
    if (x - u).abs() < 0.05 {
        let _ = write!(line, "V{v:.1}");
    } else {
        let half = f64::midpoint(y, v);
        let _ = write!(line, "C{x:.1} {half:.1} {u:.1} {half:.1} {u:.1} {v:.1}");
    }
}

#[cfg(test)]
mod tests;
