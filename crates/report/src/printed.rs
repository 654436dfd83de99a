//! Formulas as reports print them: in our notation, and cut where they are very long.

use vedette_checker::formula::{Id, Pool};
use vedette_checker::syntax::{Style, print_within};

/// The formula, with an ellipsis where it was cut after about `limit` bytes.
pub fn printed(pool: &Pool, root: Id, limit: usize) -> String {
    let (mut text, whole) = print_within(pool, root, Style::Vedette, limit);
    if !whole {
        text.push('…');
    }
    text
}
