//! Where a rule is rewritten: at each place in turn, and at all places of a kind.

use super::{Misconception, rewrite};
use crate::formula::{Id, Node, Pool};

/// The most single rewritings.
const SINGLES: usize = 600;

/// The rule with one place rewritten, or with every place of a kind.
pub(super) fn rewritten(pool: &mut Pool, rule: Id) -> Vec<(Misconception, Id)> {
    let outside = outside(pool, rule);
    let mut out = Vec::new();
    // The outermost place first: it explains most.
    for site in pool.reachable(&[rule]).into_iter().rev() {
        for (misconception, new) in rewrite::rewritings(pool, site, site == outside) {
            if out.len() >= SINGLES {
                return out;
            }
            let id = pool.replaced(rule, site, new);
            out.push((misconception, id));
        }
    }
    for misconception in Misconception::ALL {
        let id = replaced_everywhere(pool, rule, misconception);
        out.push((misconception, id));
    }
    out
}

/// The rule below its quantifiers over objects.
fn outside(pool: &Pool, mut rule: Id) -> Id {
    while let Node::Bind(_, _, body) = pool.node(rule) {
        rule = body;
    }
    rule
}

fn replaced_everywhere(pool: &mut Pool, rule: Id, misconception: Misconception) -> Id {
    let outside = outside(pool, rule);
    let mut done = vec![Id::default(); rule.index() + 1];
    for id in pool.reachable(&[rule]) {
        let node = pool.node(id).map_children(|child| done[child.index()]);
        let same = pool.add(node);
        let options = rewrite::rewritings(pool, same, id == outside);
        let hit = options.into_iter().find(|(kind, _)| *kind == misconception);
        done[id.index()] = hit.map_or(same, |(_, new)| new);
    }
    done[rule.index()]
}
