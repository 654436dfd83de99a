//! An edit as the lines that it replaces, so that an editor keeps its place.

use super::wire::Suggestion;
use vedette_plans::verify::Edit;

/// What an edit changes in `text`: the fewest whole lines in one piece.
pub(super) fn suggestion(text: &str, edit: &Edit) -> Suggestion {
    let old: Vec<&str> = text.split_inclusive('\n').collect();
    let new: Vec<&str> = edit.code.split_inclusive('\n').collect();
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old[same..].iter().rev().zip(new[same..].iter().rev());
    let after = rest.take_while(|(a, b)| a == b).count();
    Suggestion {
        words: edit.words.clone(),
        from: same as u32 + 1,
        to: (old.len() - after) as u32 + 1,
        text: new[same..new.len() - after].concat(),
        incomplete: edit.incomplete,
    }
}

impl Suggestion {
    /// The text after the edit.
    pub fn apply(&self, text: &str) -> String {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let from = (self.from as usize).saturating_sub(1).min(lines.len());
        let to = (self.to as usize).saturating_sub(1).clamp(from, lines.len());
        [&lines[..from].concat(), &*self.text, &lines[to..].concat()].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_replaced_gives_the_edited_text() {
        for (before, after, from, to) in [
            ("a\nb\nc\n", "a\nx\nb\nc\n", 2, 2),
            ("a\nb\nc\n", "b\na\nc\n", 1, 2),
            ("a\nb\nc\n", "a\nc\n", 2, 3),
            ("a\nb", "a\nb\nc\n", 2, 3),
            ("", "a\n", 1, 1),
            ("a\na\n", "a\na\na\n", 3, 3),
        ] {
            let edit =
                Edit { words: String::new(), line: 1, code: after.into(), incomplete: false };
            let found = suggestion(before, &edit);
            assert_eq!(found.apply(before), after, "{before:?}");
            assert!(found.from <= from && found.to >= to.min(found.from), "{found:?}");
        }
    }
}
