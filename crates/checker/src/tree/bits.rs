//! Columns of Kleene values as bits: 64 positions a machine word.
//!
//! A column says for every position where its formula is known to hold (`yes`). If nothing in it is
//! unknown, it fails everywhere else; otherwise two more planes say where it is known to fail (`no`)
//! and where the data does not say (`silent`); what is in none of the three is inconclusive. Most
//! columns need the one plane only, and `&` of 64 positions is one instruction.
//!
//! Bits beyond the last position are arbitrary: everything flows from lower to higher positions.

use crate::formula::Binary;
use crate::truth::Truth;
use std::rc::Rc;

/// The values of a formula, one per position of a layout.
#[derive(Clone, Debug)]
pub(super) struct Column {
    yes: Rc<[u64]>,
    open: Option<Rc<Open>>,
}

/// Where a value is known to be false, and where the data does not decide it.
#[derive(Debug)]
struct Open {
    no: Vec<u64>,
    silent: Vec<u64>,
}

/// The three planes of one word of a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planes {
    pub(super) yes: u64,
    pub(super) no: u64,
    pub(super) silent: u64,
}

impl Planes {
    /// The same value at all 64 positions.
    pub(super) fn constant(value: bool) -> Self {
        let yes = if value { u64::MAX } else { 0 };
        Self { yes, no: !yes, silent: 0 }
    }

    pub(super) fn not(self) -> Self {
        Self { yes: self.no, no: self.yes, silent: self.silent }
    }

    pub(super) fn and(self, other: Self) -> Self {
        let no = self.no | other.no;
        Self { yes: self.yes & other.yes, no, silent: !no & (self.silent | other.silent) }
    }

    pub(super) fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }
}

impl Column {
    /// A column without unknown values.
    pub(super) fn decided(yes: Vec<u64>) -> Self {
        Self { yes: yes.into(), open: None }
    }

    /// A column of three planes; the two that may not be needed are dropped if nothing is unknown.
    /// `len` positions count.
    pub(super) fn of_planes(yes: Vec<u64>, no: Vec<u64>, silent: Vec<u64>, len: usize) -> Self {
        let tail = match len % 64 {
            0 => u64::MAX,
            bits => (1 << bits) - 1,
        };
        let words = yes.len();
        let known = yes.iter().zip(&no).enumerate().all(|(word, (&yes, &no))| {
            let counts = if word + 1 == words { tail } else { u64::MAX };
            (yes | no) & counts == counts
        });
        if known {
            return Self::decided(yes);
        }
        Self { yes: yes.into(), open: Some(Rc::new(Open { no, silent })) }
    }

    /// The same value at `len` positions.
    pub(super) fn constant(value: bool, len: usize) -> Self {
        Self::decided(vec![if value { u64::MAX } else { 0 }; len.div_ceil(64)])
    }

    /// The values that `value` gives for each position.
    pub(super) fn collect<E>(
        len: usize,
        mut value: impl FnMut(usize) -> Result<Truth, E>,
    ) -> Result<Self, E> {
        let mut writer = Writer::new(len);
        for position in 0..len {
            writer.put(position, value(position)?);
        }
        Ok(writer.finish())
    }

    /// How many words there are.
    pub(super) fn words(&self) -> usize {
        self.yes.len()
    }

    /// Whether no value is unknown.
    pub(super) fn is_decided(&self) -> bool {
        self.open.is_none()
    }

    /// The three planes of a word.
    pub(super) fn planes(&self, word: usize) -> Planes {
        let yes = self.yes[word];
        match &self.open {
            None => Planes { yes, no: !yes, silent: 0 },
            Some(open) => Planes { yes, no: open.no[word], silent: open.silent[word] },
        }
    }

    /// The value at a position.
    pub(super) fn get(&self, position: usize) -> Truth {
        let (word, bit) = (position / 64, position % 64);
        let Planes { yes, no, silent } = self.planes(word);
        match (yes >> bit & 1, no >> bit & 1, silent >> bit & 1) {
            (1, ..) => Truth::True,
            (_, 1, _) => Truth::False,
            (_, _, 1) => Truth::Unsupported,
            _ => Truth::Inconclusive,
        }
    }

    /// Whether both are the same column, not only equal ones.
    pub(super) fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.yes, &other.yes)
    }

    /// Whether some position of `range` is known to hold.
    pub(super) fn any_true(&self, range: std::ops::Range<usize>) -> bool {
        last_of(range, |word| self.yes[word]).is_some()
    }

    /// The highest position of `range` that is known to fail.
    pub(super) fn last_false(&self, range: std::ops::Range<usize>) -> Option<usize> {
        last_of(range, |word| self.planes(word).no)
    }

    /// Every plane mapped by `f`, which is told whether the plane is the one of `yes`.
    pub(super) fn map_planes(
        &self,
        len: usize,
        f: impl Fn(&dyn Fn(usize) -> u64, Plane) -> Vec<u64>,
    ) -> Self {
        let yes = f(&|word| self.yes[word], Plane::Yes);
        let Some(open) = &self.open else { return Self::decided(yes) };
        let no = f(&|word| open.no[word], Plane::No);
        let silent = f(&|word| open.silent[word], Plane::Silent);
        Self::of_planes(yes, no, silent, len)
    }

    pub(super) fn not(&self, len: usize) -> Self {
        self.zip(self, len, |a, _| a.not())
    }

    /// The boolean operator `op` at every position.
    pub(super) fn boolean(&self, op: Binary, other: &Self, len: usize) -> Self {
        match op {
            Binary::And => self.zip(other, len, Planes::and),
            Binary::Or => self.zip(other, len, Planes::or),
            Binary::Implies => self.zip(other, len, |a, b| a.not().or(b)),
            Binary::Iff => self.zip(other, len, |a, b| a.not().or(b).and(b.not().or(a))),
            Binary::Xor => self.zip(other, len, |a, b| a.or(b).and(a.not().or(b.not()))),
            Binary::Until | Binary::Release | Binary::WeakUntil | Binary::StrongRelease => {
                unreachable!("a temporal operator is no boolean one")
            }
        }
    }

    /// `f` at every position.
    pub(super) fn zip(
        &self,
        other: &Self,
        len: usize,
        f: impl Fn(Planes, Planes) -> Planes,
    ) -> Self {
        if self.is_decided() && other.is_decided() {
            let pairs = self.yes.iter().zip(&*other.yes);
            let one = |(&a, &b)| {
                f(Planes { yes: a, no: !a, silent: 0 }, Planes { yes: b, no: !b, silent: 0 }).yes
            };
            return Self::decided(pairs.map(one).collect());
        }
        build(self.words(), len, |word| f(self.planes(word), other.planes(word)))
    }
}

/// Which plane of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plane {
    Yes,
    No,
    Silent,
}

/// A column from its words.
pub(super) fn build(words: usize, len: usize, f: impl Fn(usize) -> Planes) -> Column {
    let (mut yes, mut no, mut silent) = (vec![0; words], vec![0; words], vec![0; words]);
    for word in 0..words {
        let planes = f(word);
        (yes[word], no[word], silent[word]) = (planes.yes, planes.no, planes.silent);
    }
    Column::of_planes(yes, no, silent, len)
}

/// Writes a column value by value.
pub(super) struct Writer {
    len: usize,
    yes: Vec<u64>,
    no: Vec<u64>,
    silent: Vec<u64>,
}

impl Writer {
    pub(super) fn new(len: usize) -> Self {
        let empty = || vec![0; len.div_ceil(64)];
        Self { len, yes: empty(), no: empty(), silent: empty() }
    }

    /// Writes a value at a position that has none yet.
    pub(super) fn put(&mut self, position: usize, value: Truth) {
        let (word, bit) = (position / 64, 1 << (position % 64));
        match value {
            Truth::True => self.yes[word] |= bit,
            Truth::False => self.no[word] |= bit,
            Truth::Unsupported => self.silent[word] |= bit,
            Truth::Inconclusive => {}
        }
    }

    pub(super) fn finish(self) -> Column {
        Column::of_planes(self.yes, self.no, self.silent, self.len)
    }
}

/// The highest set bit of a range of positions.
fn last_of(range: std::ops::Range<usize>, plane: impl Fn(usize) -> u64) -> Option<usize> {
    if range.is_empty() {
        return None;
    }
    let (first, last) = (range.start / 64, (range.end - 1) / 64);
    for word in (first..=last).rev() {
        let mut bits = plane(word);
        if word == last {
            bits &= u64::MAX >> (63 - (range.end - 1) % 64);
        }
        if word == first {
            bits &= u64::MAX << (range.start % 64);
        }
        if bits != 0 {
            return Some(word * 64 + 63 - bits.leading_zeros() as usize);
        }
    }
    None
}

/// `count` bits (at most 64) of a plane from a position on.
pub(super) fn read(plane: &dyn Fn(usize) -> u64, at: usize, count: usize) -> u64 {
    let (word, shift) = (at / 64, at % 64);
    let mut bits = plane(word) >> shift;
    if shift + count > 64 {
        bits |= plane(word + 1) << (64 - shift);
    }
    if count < 64 { bits & ((1 << count) - 1) } else { bits }
}

/// Changes `count` bits (at most 64) of a plane from a position on: `change` gets a word of the
/// plane, the bits to be brought in, and a mask of the positions that are meant.
pub(super) fn write(
    plane: &mut [u64],
    at: usize,
    count: usize,
    bits: u64,
    change: impl Fn(&mut u64, u64, u64),
) {
    let mask = if count < 64 { (1 << count) - 1 } else { u64::MAX };
    let (word, shift) = (at / 64, at % 64);
    change(&mut plane[word], bits << shift, mask << shift);
    if shift + count > 64 {
        change(&mut plane[word + 1], bits >> (64 - shift), mask >> (64 - shift));
    }
}
