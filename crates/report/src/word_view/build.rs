//! From a word and the formulas of interest to what is shown of it.

use super::{Letter, Row, Side, WordView};
use crate::atoms::text;
use vedette_checker::formula::{AtomId, Id, Node, Pool};
use vedette_checker::syntax::{Style, print};
use vedette_checker::words::{Reading, Word, values};

/// The most sub-formulas that a table shows; the whole formulas always stand in it.
const ROWS: usize = 24;
/// The longest formula that is shown as a sub-formula, in nodes.
const NODES: usize = 60;

/// What is shown of `word`: `wholes` are the formulas compared, `atoms` those that matter.
pub fn view(
    pool: &Pool,
    word: &Word,
    reading: Reading,
    wholes: &[(Side, Id)],
    atoms: &[AtomId],
) -> WordView {
    let letters: Vec<Letter> = word
        .letters()
        .map(|letter| Letter {
            atoms: atoms.iter().map(|&atom| (text(pool, atom), letter.contains(atom))).collect(),
        })
        .collect();
    let loop_start = match (word, reading) {
        (Word::Lasso(lasso), _) => Some(lasso.prefix.len()),
        (Word::Finite(letters), Reading::Stuttering) => letters.len().checked_sub(1),
        (Word::Finite(_), _) => None,
    };
    WordView {
        text: word.render_over(pool, atoms),
        sentence: sentence(&letters, loop_start),
        rows: rows(pool, word, reading, wholes),
        letters,
        loop_start,
    }
}

fn rows(pool: &Pool, word: &Word, reading: Reading, wholes: &[(Side, Id)]) -> Vec<Row> {
    let roots: Vec<Id> = wholes.iter().map(|(_, id)| *id).collect();
    let is_shown = |&id: &Id| {
        let plain = matches!(pool.node(id), Node::Atom(_) | Node::Constant(_));
        !plain && !roots.contains(&id) && pool.reachable(&[id]).len() <= NODES
    };
    // Parts come first, and small ones before large: of a long formula only its beginning is looked at.
    let parts = pool.reachable(&roots).into_iter().filter(is_shown).take(ROWS);
    let parts = parts.map(|id| (None, id));
    let wholes = wholes.iter().map(|&(side, id)| (Some(side), id));
    parts
        .chain(wholes)
        .filter_map(|(whole, id)| {
            let values = values(pool, id, word, reading).ok()?;
            Some(Row { formula: print(pool, id, Style::Vedette), whole, values })
        })
        .collect()
}

/// The word in words: "step 0: a, not b; from step 1 on, for ever: b".
fn sentence(letters: &[Letter], loop_start: Option<usize>) -> String {
    let say = |letter: &Letter| {
        let atoms: Vec<String> = letter
            .atoms
            .iter()
            .map(|(atom, value)| if *value { atom.clone() } else { format!("not {atom}") })
            .collect();
        if atoms.is_empty() { "anything".to_owned() } else { atoms.join(", ") }
    };
    let mut parts = Vec::new();
    for (index, letter) in letters.iter().enumerate() {
        parts.push(match loop_start {
            Some(start) if start == index && start + 1 == letters.len() => {
                format!("from step {index} on, for ever: {}", say(letter))
            }
            _ => format!("step {index}: {}", say(letter)),
        });
    }
    match loop_start {
        Some(start) if start + 1 < letters.len() => {
            parts.push(format!("then again from step {start}, for ever"));
        }
        Some(_) => {}
        None => parts.push("then it ends".to_owned()),
    }
    parts.join("; ")
}
