//! Atoms as the texts that bundles know them by.

use vedette_checker::formula::{AtomId, Pool};
use vedette_checker::syntax::{Style, print};

/// The atom as it is written in our notation.
pub fn text(pool: &Pool, atom: AtomId) -> String {
    let mut scratch = Pool::default();
    let atom = scratch.import_atom(pool, pool.atom(atom));
    let id = scratch.atomic(atom);
    print(&scratch, id, Style::Vedette)
}

/// What stands before a fact that the data cannot decide.
pub const UNSUPPORTED: char = '?';
