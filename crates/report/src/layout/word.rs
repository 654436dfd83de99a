//! The picture of a word: its letters in a row, and for a lasso the edge back to the cycle's start.
//!
//! ```
//! use vedette_report::layout::word::{Slot, layout};
//! use vedette_report::word_view::{Letter, WordView};
//!
//! // a; cycle{!a}
//! let letter = |value| Letter { atoms: vec![("a".into(), value)] };
//! let word = WordView {
//!     text: "a; cycle{!a}".into(), sentence: String::new(),
//!     letters: vec![letter(true), letter(false)], loop_start: Some(1), rows: vec![],
//! };
//! let picture = layout(&word);
//! assert_eq!(picture.boxes.len(), 2);
//! assert_eq!(picture.boxes[1].slot, Slot::Letter(1));
//! assert_eq!(picture.back, Some((1, 1)), "from the last letter to the cycle's first");
//! ```
//!
//! # Why this construction
//! A word is read in one direction, so its letters stand in a row; all boxes have the size of the
//! largest, so that the eye compares atoms at the same height. Of very long words the middle is
//! left out, visibly. Text is measured in characters of a fixed width: the same picture everywhere,
//! without asking a browser.

use crate::word_view::WordView;

/// The width of a character of the pictures' type.
pub const CHARACTER: f64 = 7.8;
/// The height of a line of text.
pub const LINE: f64 = 17.0;
/// Of longer words, the middle is left out.
const MOST: usize = 60;
/// Of letters with more atoms, the rest is counted.
const MOST_ATOMS: usize = 12;
/// Longer names are cut.
const MOST_CHARACTERS: usize = 24;
/// Between boxes.
const GAP: f64 = 26.0;
/// Above the boxes: the letters' numbers.
const TOP: f64 = 22.0;

/// What a box stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The letter at this position.
    Letter(usize),
    /// So many letters are left out.
    Gap(usize),
}

/// A box of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct WordBox {
    /// What it stands for.
    pub slot: Slot,
    /// Its left edge.
    pub x: f64,
    /// The lines of text within it, each with the value of its atom.
    pub lines: Vec<(String, bool)>,
}

/// The picture of a word.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The boxes, from left to right.
    pub boxes: Vec<WordBox>,
    /// The width of every box.
    pub box_width: f64,
    /// The height of every box.
    pub box_height: f64,
    /// The upper edge of every box.
    pub y: f64,
    /// The boxes that the edge back joins: from, to.
    pub back: Option<(usize, usize)>,
    /// The width of the whole.
    pub width: f64,
    /// The height of the whole.
    pub height: f64,
}

/// A name that fits into a box.
pub fn shorten(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Lays a word out.
pub fn layout(word: &WordView) -> Picture {
    let count = word.letters.len();
    let slots: Vec<Slot> = if count <= MOST {
        (0..count).map(Slot::Letter).collect()
    } else {
        let half = MOST / 2;
        let front = (0..half).map(Slot::Letter);
        let back = (count - half..count).map(Slot::Letter);
        front.chain([Slot::Gap(count - 2 * half)]).chain(back).collect()
    };
    let mut boxes: Vec<WordBox> = Vec::with_capacity(slots.len());
    for slot in slots {
        let lines = match slot {
            Slot::Gap(left_out) => vec![(format!("{left_out} more"), true)],
            Slot::Letter(at) => letter_lines(&word.letters[at].atoms),
        };
        boxes.push(WordBox { slot, x: 0.0, lines });
    }
    let longest = boxes.iter().flat_map(|b| &b.lines).map(|(text, _)| text.chars().count());
    let tallest = boxes.iter().map(|b| b.lines.len()).max().unwrap_or(1).max(1);
    #[expect(clippy::cast_precision_loss, reason = "small numbers of characters and lines")]
    let (box_width, box_height) =
        (longest.max().unwrap_or(1).max(4) as f64 * CHARACTER + 16.0, tallest as f64 * LINE + 12.0);
    let mut x = 6.0;
    for b in &mut boxes {
        b.x = x;
        x += box_width + GAP;
    }
    let back = word.loop_start.map(|start| {
        let holds = |b: &WordBox| matches!(b.slot, Slot::Letter(at) if at >= start);
        let to = boxes.iter().position(|b| match b.slot {
            Slot::Gap(_) => start < count - MOST / 2,
            Slot::Letter(_) => holds(b),
        });
        (boxes.len() - 1, to.unwrap_or(boxes.len() - 1))
    });
    let below = if back.is_some() { 44.0 } else { 8.0 };
    Picture {
        width: x - GAP + 6.0 + if back.is_some() { 14.0 } else { 0.0 },
        height: TOP + box_height + below,
        boxes,
        box_width,
        box_height,
        y: TOP,
        back,
    }
}

fn letter_lines(atoms: &[(String, bool)]) -> Vec<(String, bool)> {
    let line = |(name, value): &(String, bool)| {
        let name = shorten(name, MOST_CHARACTERS);
        (if *value { name } else { format!("¬{name}") }, *value)
    };
    let mut lines: Vec<_> = atoms.iter().take(MOST_ATOMS).map(line).collect();
    if atoms.len() > MOST_ATOMS {
        lines.push((format!("+{} more", atoms.len() - MOST_ATOMS), true));
    }
    if lines.is_empty() {
        lines.push(("any".into(), true));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{Slot, layout};
    use crate::word_view::{Letter, WordView};

    fn word(count: usize, loop_start: Option<usize>) -> WordView {
        let letters = vec![Letter { atoms: vec![("é".repeat(40), false)] }; count];
        WordView {
            text: String::new(),
            sentence: String::new(),
            letters,
            loop_start,
            rows: Vec::new(),
        }
    }

    #[test]
    fn the_middle_of_a_long_word_is_left_out_and_the_edge_back_ends_there() {
        for (start, to) in [(0, 0), (29, 29), (30, 30), (500, 30), (970, 31), (999, 60)] {
            let picture = layout(&word(1000, Some(start)));
            assert_eq!(picture.boxes.len(), 61);
            assert_eq!(picture.boxes[30].slot, Slot::Gap(940));
            assert_eq!(picture.back, Some((60, to)), "a cycle from {start}");
        }
    }

    #[test]
    fn boxes_stand_apart_within_the_picture() {
        let picture = layout(&word(9, None));
        for pair in picture.boxes.windows(2) {
            assert!(pair[0].x + picture.box_width < pair[1].x);
        }
        let last = picture.boxes.last().unwrap();
        assert!(last.x + picture.box_width <= picture.width);
        assert!(picture.y + picture.box_height <= picture.height);
    }
}
