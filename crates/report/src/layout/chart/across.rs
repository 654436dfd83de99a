//! Where things stand across: least squares under an order, layer by layer.

use super::{Edge, Slot, Thing};

/// How often all layers are placed, down and up.
const SWEEPS: usize = 10;
/// How often what goes straight on is made straight.
const STRAIGHTENED: usize = 16;
/// How much more a line counts than a node: lines are to be straight.
const STRAIGHT: f64 = 3.0;

/// Places all slots, those of nodes being first. `rows` are the layers, in order; `chains` the slots of
/// each edge.
pub(super) fn place(
    slots: &mut [Slot],
    rows: &[Vec<usize>],
    edges: &[Edge],
    chains: &[Vec<usize>],
    gap: f64,
) {
    let (above, below) = neighbours(slots, edges, chains);
    for row in rows {
        let mut x = 0.0;
        for &slot in row {
            slots[slot].x = x + slots[slot].width / 2.0;
            x += slots[slot].width + gap;
        }
    }
    for sweep in 0..2 * SWEEPS {
        lanes(slots, rows, chains, gap);
        let down = sweep % 2 == 0;
        let mut order: Vec<&Vec<usize>> = rows.iter().collect();
        if !down {
            order.reverse();
        }
        for row in order {
            let near = if down { &above } else { &below };
            let wanted = |slot: usize| {
                let all = &near[slot];
                #[expect(clippy::cast_precision_loss, reason = "few lines meet")]
                let many = all.len() as f64;
                let own = slots[slot].x;
                match slots[slot].thing {
                    _ if slots[slot].back => (own, STRAIGHT),
                    _ if all.is_empty() => (own, 0.2),
                    Thing::Node(_) => (all.iter().map(|&at| slots[at].x).sum::<f64>() / many, 1.0),
                    Thing::Line(_) => (slots[all[0]].x, STRAIGHT),
                }
            };
            let wanted: Vec<(f64, f64)> = row.iter().map(|&slot| wanted(slot)).collect();
            let widths: Vec<f64> = row.iter().map(|&slot| slots[slot].width).collect();
            for (&slot, x) in row.iter().zip(pool(&wanted, &widths, gap)) {
                slots[slot].x = x;
            }
        }
    }
    straighten(slots, rows, chains, (&above, &below), gap);
}

/// Brings things that only lead to one another to one place across: a run of calls, a long line.
#[expect(clippy::cast_precision_loss, reason = "few things stand below one another")]
fn straighten(
    slots: &mut [Slot],
    rows: &[Vec<usize>],
    chains: &[Vec<usize>],
    (above, below): (&[Vec<usize>], &[Vec<usize>]),
    gap: f64,
) {
    let mut block: Vec<usize> = (0..slots.len()).collect();
    for &slot in rows.iter().flatten() {
        if let [high] = above[slot][..]
            && below[high].len() == 1
        {
            block[slot] = block[high];
        }
    }
    let mut size = vec![0.0; slots.len()];
    for &own in &block {
        size[own] += 1.0;
    }
    for _ in 0..STRAIGHTENED {
        lanes(slots, rows, chains, gap);
        let mut sum = vec![0.0; slots.len()];
        for (slot, &own) in slots.iter().zip(&block) {
            sum[own] += slot.x;
        }
        for row in rows {
            let wanted = |slot: usize| {
                let own = block[slot];
                if slots[slot].back {
                    return (slots[slot].x, STRAIGHT);
                }
                if size[own] > 1.0 {
                    return (sum[own] / size[own], size[own]);
                }
                let near = || above[slot].iter().chain(&below[slot]);
                let many = near().count() as f64;
                let all: f64 = near().map(|&at| slots[at].x).sum();
                if many > 0.0 { (all / many, 1.0) } else { (slots[slot].x, 0.2) }
            };
            let wanted: Vec<(f64, f64)> = row.iter().map(|&slot| wanted(slot)).collect();
            let widths: Vec<f64> = row.iter().map(|&slot| slots[slot].width).collect();
            for (&slot, x) in row.iter().zip(pool(&wanted, &widths, gap)) {
                slots[slot].x = x;
            }
        }
    }
}

/// By slot: the slots above it and below it that lines join it with.
fn neighbours(
    slots: &[Slot],
    edges: &[Edge],
    chains: &[Vec<usize>],
) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let (mut above, mut below) = (vec![Vec::new(); slots.len()], vec![Vec::new(); slots.len()]);
    for (edge, chain) in edges.iter().zip(chains) {
        if slots[edge.to].layer <= slots[edge.from].layer {
            continue;
        }
        let mut high = edge.from;
        for &low in chain.iter().chain([&edge.to]) {
            below[high].push(low);
            above[low].push(high);
            high = low;
        }
    }
    (above, below)
}

/// Puts the lines back as close to their loops' bodies as a straight line can be.
fn lanes(slots: &mut [Slot], rows: &[Vec<usize>], chains: &[Vec<usize>], gap: f64) {
    // Inner loops end first: an outer one goes around them.
    for chain in chains {
        if !chain.first().is_some_and(|&slot| slots[slot].back) {
            continue;
        }
        let beside = |&slot: &usize| {
            let row = &rows[slots[slot].layer];
            let at = row.iter().position(|&other| other == slot)?;
            let right = &slots[*row.get(at + 1)?];
            Some(right.x - right.width / 2.0 - gap - slots[slot].width / 2.0)
        };
        let x = chain.iter().filter_map(beside).fold(f64::INFINITY, f64::min);
        if x.is_finite() {
            for &slot in chain {
                slots[slot].x = x;
            }
        }
    }
}

/// The places that are closest to the wanted ones, each with its weight, such that neighbours stand
/// `gap` apart: isotonic regression, by pooling adjacent violators.
fn pool(wanted: &[(f64, f64)], widths: &[f64], gap: f64) -> Vec<f64> {
    // Less the room that lies before each, the places need only ascend.
    let mut room = Vec::with_capacity(widths.len());
    let mut before = 0.0;
    for &width in widths {
        room.push(before + width / 2.0);
        before += width + gap;
    }
    // Blocks that move together: sum of weighted places, sum of weights, how many.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for (&(x, weight), room) in wanted.iter().zip(&room) {
        let mut block = ((x - room) * weight, weight, 1);
        while let Some(&(sum, all, many)) = blocks.last() {
            if sum / all <= block.0 / block.1 {
                break;
            }
            block = (block.0 + sum, block.1 + all, block.2 + many);
            blocks.pop();
        }
        blocks.push(block);
    }
    let places = blocks.iter().flat_map(|&(sum, all, many)| std::iter::repeat_n(sum / all, many));
    places.zip(room).map(|(x, room)| x + room).collect()
}

#[cfg(test)]
mod tests {
    use super::pool;

    #[test]
    fn places_are_those_wanted_or_give_way_evenly() {
        assert_eq!(pool(&[(0.0, 1.0), (50.0, 1.0)], &[10.0, 10.0], 5.0), [0.0, 50.0]);
        // Both want the same place: they stand around it.
        assert_eq!(pool(&[(0.0, 1.0), (0.0, 1.0)], &[10.0, 10.0], 5.0), [-7.5, 7.5]);
        // What weighs more moves less.
        assert_eq!(pool(&[(0.0, 2.0), (0.0, 1.0)], &[10.0, 10.0], 5.0), [-5.0, 10.0]);
        assert_eq!(pool(&[], &[], 5.0), [0.0; 0]);
    }
}
