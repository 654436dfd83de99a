//! From formulas and a trace to the table and its reasons.

use super::why::{self, Frame};
use super::{Named, PlayReport, PlayRow, Played, Question, RestsOn, SCHEMA, Trace};
use crate::atoms;
use crate::compare::Compared;
use crate::printed::printed;
use crate::reading;
use crate::typed::typed;
use crate::word_view;
use std::fmt::Write;
use vedette_checker::formula::{Atom, AtomId, Id, Node, Pool};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::{Lasso, Letter, Reading, Word, values};

/// At most so many formulas at once.
const FORMULAS: usize = 12;
/// At most so many sub-formulas of a formula are shown.
const ROWS: usize = 40;
/// The largest sub-formula that is shown, counted as it is written.
const WRITTEN: usize = 80;
/// A formula with more sub-formulas gets a verdict, and no reasons.
const EXPLAINED: usize = 400;
/// A verdict has at most so many sentences.
const SENTENCES: usize = 12;
/// The longest formula that is printed, in bytes.
const SHOWN: usize = 2_000;

/// Evaluates. Fails only if dialect or reading have no such name, or there are too many formulas.
pub fn play(question: &Question) -> Result<PlayReport, String> {
    let reading = reading::parse(&question.reading)?;
    if question.formulas.len() > FORMULAS {
        let found = question.formulas.len();
        return Err(format!("found {found} formulas; expected at most {FORMULAS}"));
    }
    let mut trace = question.trace.clone();
    trace.repair();
    let mut pool = Pool::default();
    let mut read = Vec::new();
    for text in &question.formulas {
        let typed = typed(text, &question.dialect, reading)?;
        let (formula, understood) = Compared::read(typed, SHOWN);
        read.push((pool.import(&formula.pool, formula.root), understood));
    }
    let roots: Vec<Id> = read.iter().map(|(root, _)| *root).collect();
    let used = used_atoms(&pool, &roots);
    let names: Vec<Option<AtomId>> =
        trace.rows.iter().map(|row| atom_named(&row.atom, &mut pool)).collect();
    let word = word(&trace, &names, reading);
    let rows = trace.rows.iter().zip(&names).map(|(row, &atom)| Named {
        atom: row.atom.clone(),
        canonical: atom.map(|atom| atoms::text(&pool, atom)),
        used: atom.is_some_and(|atom| used.contains(&atom)),
    });
    let rows = rows.collect();
    let missing = used.iter().filter(|atom| !names.contains(&Some(**atom)));
    let missing = missing.map(|&atom| atoms::text(&pool, atom)).collect();
    let formulas = read.into_iter();
    let formulas = formulas
        .map(|(root, understood)| played(understood, &pool, root, &word, reading))
        .collect();
    let mut shown: Vec<AtomId> = names.into_iter().flatten().collect();
    shown.extend(used);
    let mut known = Vec::new();
    shown.retain(|atom| {
        !known.contains(atom) && {
            known.push(*atom);
            true
        }
    });
    let word = word_view::view(&pool, &word, reading, &[], &shown);
    Ok(PlayReport {
        schema: SCHEMA.to_owned(),
        reading: question.reading.clone(),
        rows,
        missing,
        formulas,
        word,
    })
}

/// The atoms of the formulas, in their order. Also of formulas that are still being typed.
fn used_atoms(pool: &Pool, roots: &[Id]) -> Vec<AtomId> {
    let nodes = pool.reachable(roots).into_iter();
    let atoms =
        nodes.filter_map(|id| if let Node::Atom(a) = pool.node(id) { Some(a) } else { None });
    // A text that is not finished may hold any number of names.
    atoms.take(super::MAX_ROWS).collect()
}

/// The proposition that a text names.
pub(super) fn atom_named(text: &str, pool: &mut Pool) -> Option<AtomId> {
    let formula = parse(text, Dialect::Vedette, Reading::Infinite).ok().ok()?;
    let Node::Atom(atom) = formula.pool.node(formula.root) else { return None };
    let atom: Atom = pool.import_atom(&formula.pool, formula.pool.atom(atom));
    Some(pool.atom_id(atom))
}

/// The trace as the checker's word.
pub(super) fn word(trace: &Trace, names: &[Option<AtomId>], reading: Reading) -> Word {
    let letter = |at: usize| -> Letter {
        let true_rows = trace.rows.iter().zip(names).filter(|(row, _)| row.values[at]);
        true_rows.filter_map(|(_, atom)| *atom).collect()
    };
    let mut letters: Vec<Letter> = (0..trace.length).map(letter).collect();
    if reading != Reading::Infinite {
        return Word::Finite(letters);
    }
    let cycle = letters.split_off(trace.cycle_start());
    Word::Lasso(Lasso { prefix: letters, cycle })
}

fn played(understood: Compared, pool: &Pool, root: Id, word: &Word, reading: Reading) -> Played {
    let sound = understood.errors.is_empty();
    let mut played = Played {
        understood,
        undefined: None,
        holds: None,
        rows: Vec::new(),
        left_out: 0,
        rests_on: Vec::new(),
        because: Vec::new(),
    };
    if !sound {
        return played;
    }
    let whole = match values(pool, root, word, reading) {
        Ok(whole) => whole,
        Err(why) => {
            played.undefined = Some(why.to_string());
            return played;
        }
    };
    played.holds = Some(whole[0]);
    let nodes = pool.reachable(&[root]);
    if nodes.len() > EXPLAINED {
        played.left_out = nodes.len() - 1;
        let formula = printed(pool, root, SHOWN);
        played.rows = vec![PlayRow { formula, values: whole, marks: Vec::new() }];
        return played;
    }
    let tables: Option<Vec<Vec<bool>>> =
        nodes.iter().map(|&id| values(pool, id, word, reading).ok()).collect();
    // A part of a formula that has a value has one too.
    let tables = tables.unwrap_or_default();
    let frame = Frame {
        length: word.len(),
        back: match (word, reading) {
            (Word::Lasso(lasso), _) => Some(lasso.prefix.len()),
            (_, Reading::Stuttering) => Some(word.len() - 1),
            _ => None,
        },
    };
    let marks = why::marks(pool, &nodes, &tables, frame);
    let table = Table { pool, nodes: &nodes, tables: &tables, marks: &marks, frame };
    table.fill(&mut played);
    played
}

/// A formula with its values and marks; the vectors go with `nodes`, children first.
struct Table<'a> {
    pool: &'a Pool,
    nodes: &'a [Id],
    tables: &'a [Vec<bool>],
    marks: &'a [Vec<bool>],
    frame: Frame,
}

impl Table<'_> {
    fn fill(&self, played: &mut Played) {
        let written = self.written();
        let last = self.nodes.len() - 1;
        let compound = |at: &usize| {
            *at == last
                || !matches!(self.pool.node(self.nodes[*at]), Node::Atom(_) | Node::Constant(_))
        };
        let parts: Vec<usize> = (0..=last).filter(compound).collect();
        let mut shown: Vec<usize> =
            parts.iter().copied().filter(|&at| at == last || written[at] <= WRITTEN).collect();
        if shown.len() > ROWS {
            shown.drain(ROWS - 1..shown.len() - 1);
        }
        played.left_out = parts.len() - shown.len();
        played.rows = shown
            .into_iter()
            .map(|at| PlayRow {
                formula: self.name(at),
                values: self.tables[at].clone(),
                marks: set(&self.marks[at]),
            })
            .collect();
        for (at, marks) in self.marks.iter().enumerate() {
            if let Node::Atom(atom) = self.pool.node(self.nodes[at])
                && marks.contains(&true)
            {
                let steps = set(marks);
                played.rests_on.push(RestsOn { atom: atoms::text(self.pool, atom), steps });
            }
        }
        played.because = self.sentences();
    }

    /// By node: how many operators and atoms it has when it is written out.
    fn written(&self) -> Vec<usize> {
        let mut written: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for &id in self.nodes {
            let parts = self.pool.node(id).children();
            let parts = parts.map(|child| self.place(child).map_or(0, |at| written[at]));
            written.push(parts.fold(1_usize, usize::saturating_add));
        }
        written
    }

    fn place(&self, id: Id) -> Option<usize> {
        self.nodes.binary_search(&id).ok()
    }

    fn name(&self, at: usize) -> String {
        printed(self.pool, self.nodes[at], SHOWN)
    }

    /// One sentence for each marked value that is no proposition's, from the whole down.
    fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        let mut left = 0_usize;
        for at in (0..self.nodes.len()).rev() {
            let node = self.pool.node(self.nodes[at]);
            if matches!(node, Node::Atom(_) | Node::Constant(_)) {
                continue;
            }
            for position in set(&self.marks[at]) {
                if sentences.len() == SENTENCES {
                    left += 1;
                } else {
                    sentences.push(self.sentence(at, node, position));
                }
            }
        }
        if left > 0 {
            sentences.push(format!("And {left} more such steps; the table marks them."));
        }
        sentences
    }

    fn sentence(&self, at: usize, node: Node, position: usize) -> String {
        let value = self.tables[at][position];
        let row = |id: Id, p: usize| self.place(id).is_some_and(|at| self.tables[at][p]);
        let grounds = why::grounds(self.pool, self.frame, node, position, row, value);
        let mut out = format!("{} is {value} at time {position}", self.name(at));
        let mut joint = ", because ";
        for (child, mut positions) in grounds {
            let Some(child) = self.place(child) else { continue };
            positions.sort_unstable();
            positions.dedup();
            let Some(&first) = positions.first() else { continue };
            let value = self.tables[child][first];
            let _ = write!(out, "{joint}{} is {value} at {}", self.name(child), times(&positions));
            joint = " and ";
            let to_the_end =
                positions.len() > 1 && positions.last() == Some(&(self.frame.length - 1));
            out.push_str(match self.frame.back {
                Some(back)
                    if to_the_end
                        && positions.iter().filter(|p| **p >= back).count()
                            == self.frame.length - back =>
                {
                    " and so for ever"
                }
                None if to_the_end => ", where the trace ends",
                _ => "",
            });
        }
        if joint == ", because " {
            out.push_str(match node {
                Node::Unary(..) | Node::UnaryWithin(..) | Node::BinaryWithin(..) => {
                    ": the trace has no such time"
                }
                _ => "",
            });
        }
        out.push('.');
        out
    }
}

/// The positions where a row is true.
fn set(row: &[bool]) -> Vec<usize> {
    (0..row.len()).filter(|&at| row[at]).collect()
}

/// "time 2", "times 1, 3 and 5", "times 0 to 4".
fn times(positions: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &position in positions {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == position => *last = position,
            _ => runs.push((position, position)),
        }
    }
    let mut parts = Vec::new();
    for (first, last) in runs {
        match last - first {
            0 => parts.push(first.to_string()),
            1 => parts.extend([first.to_string(), last.to_string()]),
            _ => parts.push(format!("{first} to {last}")),
        }
    }
    let noun = if positions.len() == 1 { "time" } else { "times" };
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{noun} {} and {last}", rest.join(", ")),
        _ => format!("{noun} {}", parts.concat()),
    }
}

#[cfg(test)]
mod tests;
