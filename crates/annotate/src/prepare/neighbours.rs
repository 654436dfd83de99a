//! Formulas that are easily meant by, or written for, a given one, beside the known misconceptions.
//!
//! The misconceptions of the checker turn what is *right* into what is written. Here nobody knows yet
//! whether the formula is right, so the ways back are needed too: a `G` that was left out, an "if" that
//! became an "and", names in each other's place, one occurrence too few.

use vedette_checker::formula::{AtomId, Binary, Id, Node, Pool, Unary};

/// The most different atoms of a formula whose names are exchanged.
const ATOMS: usize = 4;
/// The most places that are counted anew.
const COUNTED: usize = 3;

/// A formula near the given one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour {
    /// A stable name.
    pub(super) id: &'static str,
    /// What it is, for people.
    pub(super) name: &'static str,
    /// The formula.
    pub(super) formula: Id,
    /// Whether it is as likely as a known misconception.
    pub(super) likely: bool,
}

/// The formulas near `root`. Some may be equivalent to it.
pub(super) fn neighbours(pool: &mut Pool, root: Id, atoms: &[AtomId]) -> Vec<Neighbour> {
    let mut out = Vec::new();
    exchanged(pool, root, atoms, &mut out);
    if !matches!(pool.node(root), Node::Unary(Unary::Globally | Unary::Finally, _)) {
        let formula = pool.unary(Unary::Globally, root);
        let name = "the same at every moment";
        out.push(Neighbour { id: "outer_g_added", name, formula, likely: true });
    }
    for site in pool.reachable(&[root]) {
        if let Node::Unary(Unary::Globally, body) = pool.node(site)
            && let Node::Binary(Binary::And, p, q) = pool.node(body)
        {
            let arrow = pool.binary(Binary::Implies, p, q);
            let new = pool.unary(Unary::Globally, arrow);
            let (id, name) = ("conjunction_as_implication", "\"if\" in the place of \"and\"");
            let formula = pool.replaced(root, site, new);
            out.push(Neighbour { id, name, formula, likely: true });
        }
    }
    counted(pool, root, &mut out);
    out
}

/// Two names in each other's place: "not q before p" for "not p before q".
fn exchanged(pool: &mut Pool, root: Id, atoms: &[AtomId], out: &mut Vec<Neighbour>) {
    if atoms.len() > ATOMS {
        return;
    }
    for (at, &first) in atoms.iter().enumerate() {
        for &second in &atoms[at + 1..] {
            let formula = pool.rewrite(root, |pool, node| {
                pool.add(match node {
                    Node::Atom(atom) if atom == first => Node::Atom(second),
                    Node::Atom(atom) if atom == second => Node::Atom(first),
                    other => other,
                })
            });
            let (id, name) = ("names_exchanged", "two names in each other's place");
            let likely = atoms.len() == 2;
            out.push(Neighbour { id, name, formula, likely });
            // "Before" goes wrong in two ways at once: which is first, and whether it has to come.
            let other = pool.rewrite(formula, |pool, node| {
                pool.add(match node {
                    Node::Binary(Binary::Until, a, b) => Node::Binary(Binary::WeakUntil, a, b),
                    Node::Binary(Binary::WeakUntil, a, b) => Node::Binary(Binary::Until, a, b),
                    other => other,
                })
            });
            let (id, name) = (
                "names_exchanged_until",
                "two names in each other's place, and whether the awaited must come",
            );
            out.push(Neighbour { id, name, formula: other, likely });
        }
    }
}

/// One occurrence more, or one less: `F p` against `F(p & F(!p & F p))`.
fn counted(pool: &mut Pool, root: Id, out: &mut Vec<Neighbour>) {
    let sites = pool.reachable(&[root]);
    let mut places = 0;
    for &site in &sites {
        let Node::Unary(Unary::Finally, p) = pool.node(site) else { continue };
        let parts = pool.reachable(&[p]);
        if let Some(rest) = again(pool, p) {
            // `F(p & later again p ...)`: one less.
            let formula = pool.replaced(root, site, rest);
            let (id, name) = ("counted_once_less", "one occurrence less");
            out.push(Neighbour { id, name, formula, likely: true });
        }
        let plain = parts.iter().all(|&id| !temporal(pool, id));
        if !plain || places == COUNTED {
            continue;
        }
        places += 1;
        // Where the same is looked for at other moments too, something is being counted.
        let counts = sites.iter().any(|&id| {
            id != site && temporal(pool, id) && pool.node(id).children().any(|child| child == p)
        });
        let not = pool.unary(Unary::Not, p);
        let gap = pool.binary(Binary::And, not, site);
        let later = pool.unary(Unary::Finally, gap);
        let twice = pool.binary(Binary::And, p, later);
        let new = pool.unary(Unary::Finally, twice);
        let formula = pool.replaced(root, site, new);
        let (id, name) = ("counted_once_more", "one occurrence more");
        out.push(Neighbour { id, name, formula, likely: counts });
    }
}

/// The `F p` within `p & X F p`, `p & F(!p & F p)` and `p & (p U (!p & (!p U F p)))`.
fn again(pool: &Pool, body: Id) -> Option<Id> {
    let Node::Binary(Binary::And, p, mut later) = pool.node(body) else { return None };
    // Each step goes into an operand, so there are no more steps than parts.
    loop {
        later = match pool.node(later) {
            Node::Unary(Unary::Finally, inner) if first(pool, inner) == p => return Some(later),
            Node::Unary(Unary::Next | Unary::Finally, inner) => inner,
            Node::Binary(Binary::Until | Binary::And, _, right) => right,
            _ => return None,
        };
    }
}

/// `p` of `p & …`, else the formula itself.
fn first(pool: &Pool, id: Id) -> Id {
    match pool.node(id) {
        Node::Binary(Binary::And, left, _) => left,
        _ => id,
    }
}

fn temporal(pool: &Pool, id: Id) -> bool {
    match pool.node(id) {
        Node::Unary(op, _) | Node::UnaryWithin(op, ..) => op.is_temporal(),
        Node::Binary(op, ..) | Node::BinaryWithin(op, ..) => op.is_temporal(),
        _ => false,
    }
}
