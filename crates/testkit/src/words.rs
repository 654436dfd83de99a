//! All words of a few letters: the brute-force side of a comparison.
//!
//! ```
//! use vedette_checker::formula::AtomId;
//! use vedette_checker::words::Reading;
//! use vedette_testkit::words::words;
//!
//! let atoms = [AtomId::from_index(0)];
//! // One letter: 2 lassos. Two: 4 letters' worth in each of 2 shapes.
//! assert_eq!(words(&atoms, Reading::Infinite, 2).count(), 2 + 2 * 4);
//! assert_eq!(words(&atoms, Reading::Finite, 2).count(), 2 + 4);
//! ```

use std::ops::RangeInclusive;
use vedette_checker::formula::{AtomId, Binary, Bound, Id, Interval, Node, Pool, Unary, Unit};
use vedette_checker::words::{Lasso, Letter, Reading, Word};

/// Every word over `atoms` with at most `longest` letters, shortest first.
pub fn words(
    atoms: &[AtomId],
    reading: Reading,
    longest: usize,
) -> impl Iterator<Item = Word> + use<'_> {
    (1..=longest).flat_map(move |length| {
        let shapes = if reading == Reading::Infinite { length } else { 1 };
        (0..shapes).flat_map(move |back| {
            (0..1_u64 << (atoms.len() * length)).map(move |code| {
                let letter = |position: usize| -> Letter {
                    let bit = |slot: usize| code >> (position * atoms.len() + slot) & 1 == 1;
                    (0..atoms.len()).filter(|&slot| bit(slot)).map(|slot| atoms[slot]).collect()
                };
                let mut letters: Vec<Letter> = (0..length).map(letter).collect();
                if reading == Reading::Infinite {
                    let cycle = letters.split_off(back);
                    Word::Lasso(Lasso { prefix: letters, cycle })
                } else {
                    Word::Finite(letters)
                }
            })
        })
    })
}

/// The value of a linear-time formula at a position of a word, by quantifying over positions as the
/// definition does. It recurses; only for small formulas.
///
/// # Panics
///
/// If the formula has quantifiers, holes, or bounds other than literal steps.
pub fn definition(pool: &Pool, id: Id, word: &Word, reading: Reading, at: usize) -> bool {
    let letters: Vec<&Letter> = word.letters().collect();
    let back = match (word, reading) {
        (Word::Lasso(lasso), _) => Some(lasso.prefix.len()),
        (Word::Finite(letters), Reading::Stuttering) => Some(letters.len() - 1),
        (Word::Finite(_), _) => None,
    };
    let later = |steps: usize| {
        let to = at + steps;
        if to < letters.len() {
            return Some(to);
        }
        back.map(|back| back + (to - back) % (letters.len() - back))
    };
    let value = |id: Id, at: usize| definition(pool, id, word, reading, at);
    let holds = |id: Id, steps: usize| later(steps).map(|at| value(id, at));
    // After so many steps, every position that can be reached has been.
    let far = letters.len() + 1;
    let window = |interval: Interval| {
        let steps = |bound: Bound| match bound {
            Bound::Number(real) => {
                assert!(interval.unit == Unit::Steps, "a word has no clock");
                (0..1000).find(|&n| Bound::steps(n) == Bound::Number(real)).expect("whole steps")
            }
            Bound::Constant(_) => panic!("a named bound"),
        };
        let low = steps(interval.low) as usize;
        low..=interval.high.map_or(low + far, |high| steps(high) as usize)
    };
    let unary = |op: Unary, a: Id, window: RangeInclusive<usize>| match op {
        Unary::Finally => window.into_iter().any(|j| holds(a, j) == Some(true)),
        Unary::Globally => window.into_iter().all(|j| holds(a, j) != Some(false)),
        _ => panic!("no linear-time operator"),
    };
    let binary = |op: Binary, a: Id, b: Id, window: RangeInclusive<usize>| match op {
        Binary::Until => window
            .into_iter()
            .any(|j| holds(b, j) == Some(true) && (0..j).all(|k| holds(a, k) == Some(true))),
        Binary::Release => window
            .into_iter()
            .all(|j| holds(b, j) != Some(false) || (0..j).any(|k| holds(a, k) == Some(true))),
        Binary::WeakUntil => window.into_iter().all(|j| {
            holds(a, j) != Some(false)
                || holds(b, j) != Some(false)
                || (0..j).any(|k| holds(b, k) == Some(true))
        }),
        Binary::StrongRelease => window
            .into_iter()
            .any(|j| holds(a, j) == Some(true) && (0..=j).all(|k| holds(b, k) == Some(true))),
        _ => panic!("no linear-time operator"),
    };
    match pool.node(id) {
        Node::Constant(value) => value,
        Node::Atom(atom) => letters[at].contains(atom),
        Node::Unary(Unary::Not, a) => !value(a, at),
        Node::Unary(Unary::Next, a) => holds(a, 1) == Some(true),
        Node::Unary(Unary::WeakNext, a) => holds(a, 1) != Some(false),
        Node::Unary(op, a) => unary(op, a, 0..=far),
        Node::UnaryWithin(op, interval, a) => unary(op, a, window(interval)),
        Node::Binary(Binary::And, a, b) => value(a, at) && value(b, at),
        Node::Binary(Binary::Or, a, b) => value(a, at) || value(b, at),
        Node::Binary(Binary::Xor, a, b) => value(a, at) != value(b, at),
        Node::Binary(Binary::Implies, a, b) => !value(a, at) || value(b, at),
        Node::Binary(Binary::Iff, a, b) => value(a, at) == value(b, at),
        Node::Binary(op, a, b) => binary(op, a, b, 0..=far),
        Node::BinaryWithin(op, interval, a, b) => binary(op, a, b, window(interval)),
        Node::Hole | Node::Bind(..) => panic!("not a linear-time formula"),
    }
}
