//! Whether a formula can tell how long something lasted: invariance under stuttering.
//!
//! Two words are the same up to stuttering if one becomes the other by repeating letters and leaving
//! repetitions out, finitely many each time. A formula is *invariant* if it never tells two such words
//! apart; then it does not matter how finely a run was sampled.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_checker::equivalence::stutter::sensitive;
//! use vedette_checker::syntax::{Dialect, parse};
//! use vedette_checker::words::Reading;
//!
//! let pair = |text| {
//!     let f = parse(text, Dialect::Vedette, Reading::Infinite).ok().unwrap();
//!     let found = sensitive(&f.pool, f.root, Reading::Infinite, &Budget::default());
//!     found.unwrap().unwrap().map(|words| words.map(|word| word.render(&f.pool)))
//! };
//! assert_eq!(pair("G(a -> F b)"), None);
//! assert_eq!(pair("G F X a"), None, "again and again one later is again and again");
//! let [repeated, plain] = pair("X a").unwrap();
//! assert_eq!((repeated.as_str(), plain.as_str()), ("a; a; cycle{!a}", "a; cycle{!a}"));
//! ```
//!
//! # How
//!
//! A fresh atom `d` marks positions that only repeat: `G(d -> (p <-> X p))` for every atom `p` of φ, and
//! `G F !d`. Every pair of words of which one repeats letters of the other is such a marked word: with
//! the marks taken off, and with the marked positions left out. Let φ′ say of the first what φ says of
//! the second: `X ψ` becomes `X(d U (!d & ψ′))`, `ψ U χ` becomes `(d | ψ′) U (!d & χ′)`, the others
//! likewise, and all of it begins at the first position without a mark. So φ is invariant exactly if φ
//! and φ′ agree on all marked words, which the [comparison](super::compare_under) decides.
//!
//! # Why this way
//!
//! Any two words that are the same up to stuttering are repetitions of one word without any, so one
//! direction is enough. Marks may come infinitely often: `G F(a & X a)` is changed by no finite number
//! of repetitions, and is sensitive all the same. φ′ is linear in φ; rewriting φ without `X` and
//! comparing (Etessami, IPL 75(6), 2000, after Peled & Wilke, IPL 63(5), 1997) takes a factor of the
//! square of the number of atoms for every `X`. And the answer is a pair of words that can be shown.

use super::{NotComparable, Verdict, compare_under};
use crate::budget::{Budget, Limit};
use crate::formula::{AtomId, Binary, Id, Node, Pool, Unary, without_bounds};
use crate::words::{Lasso, Letter, Reading, Word, holds};

/// Two words that are the same up to stuttering and that `root` tells apart, the one with the
/// repetitions first; none if `root` is invariant.
pub fn sensitive(
    pool: &Pool,
    root: Id,
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<Result<Option<[Word; 2]>, Limit>, NotComparable> {
    let mut marked = pool.clone();
    let plain = without_bounds(&mut marked, root)?;
    let nodes = marked.reachable(&[plain]);
    // Without a next there is nothing to decide (Lamport, IFIP 1983).
    if nodes.iter().all(|&id| has_no_next(marked.node(id))) {
        return Ok(Ok(None));
    }
    let atoms = nodes.iter().filter_map(|&id| match marked.node(id) {
        Node::Atom(_) => Some(id),
        _ => None,
    });
    let atoms: Vec<Id> = atoms.collect();
    let mark = fresh(&mut marked);
    let mut axioms: Vec<Id> = atoms.iter().map(|&atom| lasts(&mut marked, mark, atom)).collect();
    let unmarked = marked.unary(Unary::Not, mark);
    let again = marked.unary(Unary::Finally, unmarked);
    axioms.push(marked.unary(Unary::Globally, again));
    let skipping = marked.rewrite(plain, |pool, node| skip(pool, mark, unmarked, node));
    let skipping = from_unmarked(&mut marked, mark, unmarked, skipping);
    let found = compare_under(&marked, plain, skipping, &axioms, reading, budget)?;
    let word = match (found.candidate_only.or(found.truth_only), found.verdict) {
        (Some(word), _) => word,
        (None, Verdict::Unknown(limit)) => return Ok(Err(limit)),
        (None, _) => return Ok(Ok(None)),
    };
    let Node::Atom(mark) = marked.node(mark) else { return Err(NotComparable::Internal) };
    let words = [without(&word, mark, false), without(&word, mark, true)];
    if holds(pool, root, &words[0], reading)? == holds(pool, root, &words[1], reading)? {
        return Err(NotComparable::Internal);
    }
    Ok(Ok(Some(words)))
}

fn has_no_next(node: Node) -> bool {
    match node {
        Node::Constant(_) | Node::Atom(_) | Node::Binary(..) => true,
        Node::Unary(op, _) => matches!(op, Unary::Not | Unary::Finally | Unary::Globally),
        _ => false,
    }
}

/// An atom that does not occur yet.
fn fresh(pool: &mut Pool) -> Id {
    let (mut name, before) = ("repeated".to_owned(), pool.atom_count());
    loop {
        let atom = pool.proposition(&name);
        if pool.atom_count() > before {
            return atom;
        }
        name.push('_');
    }
}

/// `G(mark -> (atom <-> X atom))`.
fn lasts(pool: &mut Pool, mark: Id, atom: Id) -> Id {
    let next = pool.unary(Unary::Next, atom);
    let same = pool.binary(Binary::Iff, atom, next);
    let implied = pool.binary(Binary::Implies, mark, same);
    pool.unary(Unary::Globally, implied)
}

/// `mark U (!mark & id)`.
fn from_unmarked(pool: &mut Pool, mark: Id, unmarked: Id, id: Id) -> Id {
    let here = pool.binary(Binary::And, unmarked, id);
    pool.binary(Binary::Until, mark, here)
}

/// The operator, blind for marked positions; its operands are so already.
fn skip(pool: &mut Pool, mark: Id, unmarked: Id, node: Node) -> Id {
    let here = |pool: &mut Pool, id| pool.binary(Binary::And, unmarked, id);
    let beyond = |pool: &mut Pool, id| pool.binary(Binary::Or, mark, id);
    let (op, a, b) = match node {
        Node::Unary(op @ (Unary::Next | Unary::WeakNext), a) => {
            let a = from_unmarked(pool, mark, unmarked, a);
            return pool.unary(op, a);
        }
        Node::Unary(op @ Unary::Finally, a) => {
            let a = here(pool, a);
            return pool.unary(op, a);
        }
        Node::Unary(op @ Unary::Globally, a) => {
            let a = beyond(pool, a);
            return pool.unary(op, a);
        }
        Node::Binary(op, a, b) => (op, a, b),
        other => return pool.add(other),
    };
    let (a, b) = match op {
        Binary::Until | Binary::StrongRelease | Binary::Release | Binary::WeakUntil => {
            let keeps_left = matches!(op, Binary::Until | Binary::WeakUntil);
            let (keep, goal) = if keeps_left { (a, b) } else { (b, a) };
            let (keep, goal) = (beyond(pool, keep), here(pool, goal));
            if keeps_left { (keep, goal) } else { (goal, keep) }
        }
        _ => (a, b),
    };
    pool.binary(op, a, b)
}

/// The word without the mark, or without the letters that have it.
fn without(word: &Word, mark: AtomId, whole: bool) -> Word {
    let letters = |letters: &[Letter]| -> Vec<Letter> {
        let kept = letters.iter().filter(|letter| !whole || !letter.contains(mark));
        kept.map(|letter| letter.atoms().filter(|&atom| atom != mark).collect()).collect()
    };
    match word {
        Word::Finite(all) => Word::Finite(letters(all)),
        Word::Lasso(Lasso { prefix, cycle }) => {
            Word::Lasso(Lasso { prefix: letters(prefix), cycle: letters(cycle) })
        }
    }
}
