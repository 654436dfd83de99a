//! Changes of a text area that its own undo takes back.
//!
//! A text that a script sets makes a browser forget what was typed. The command `insertText` does not;
//! it is old, and has no successor for plain fields. Where it fails, the text is set.

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlDocument, HtmlTextAreaElement};

/// What one level is indented by.
pub const INDENT: &str = "    ";

/// Replaces the characters `from` up to `to`, counted as UTF-16, as if somebody had typed.
pub fn replace(area: &HtmlTextAreaElement, from: u32, to: u32, text: &str) {
    // A field that is shown takes the focus and a selection.
    area.focus().unwrap_or_default();
    area.set_selection_range(from, to).unwrap_or_default();
    let page: HtmlDocument = leptos::prelude::document().unchecked_into();
    let command = if text.is_empty() { "delete" } else { "insertText" };
    let done = from == to && text.is_empty()
        || page.exec_command_with_show_ui_and_value(command, false, text).is_ok_and(|done| done);
    if !done {
        area.set_range_text_with_start_and_end(text, from, to).unwrap_or_default();
        if let Ok(event) = Event::new("input") {
            // Nobody cancels an input event.
            let _ = area.dispatch_event(&event);
        }
    }
}

/// Replaces the lines `from` up to, not including, `to`, both counted from 1.
pub fn replace_lines(area: &HtmlTextAreaElement, from: u32, to: u32, text: &str) {
    let value = area.value();
    let end = utf16(&value);
    let start = line_start(&value, from).unwrap_or(end);
    let stop = line_start(&value, to).unwrap_or(end).max(start);
    let mut new = text.to_owned();
    if start == end && !value.is_empty() && !value.ends_with('\n') {
        // The last line has no end, and something follows it now.
        new.insert(0, '\n');
    }
    replace(area, start, stop, &new);
}

/// Where a line begins, in UTF-16; none past the last line.
pub fn line_start(text: &str, line: u32) -> Option<u32> {
    let mut at = 0;
    let mut lines = text.split_inclusive('\n');
    for _ in 1..line {
        at += utf16(lines.next()?);
    }
    (line == 1 || text[..byte(text, at)].ends_with('\n')).then_some(at)
}

/// The line and column, in characters from 1, of a place in UTF-16.
pub fn place(text: &str, at: u32) -> (u32, u32) {
    let (mut line, mut column, mut seen) = (1, 1, 0);
    for c in text.chars() {
        if seen >= at {
            break;
        }
        seen += c.len_utf16() as u32;
        (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    (line, column)
}

fn utf16(text: &str) -> u32 {
    text.chars().map(|c| c.len_utf16() as u32).sum()
}

/// The byte of a place in UTF-16.
pub fn byte(text: &str, at: u32) -> usize {
    let mut seen = 0;
    let found = text.char_indices().find(|(_, c)| {
        let here = seen >= at;
        seen += c.len_utf16() as u32;
        here
    });
    found.map_or(text.len(), |(index, _)| index)
}

/// What a line break is followed by: the indentation of the line before, deeper after a colon.
pub fn next_line(before: &str) -> String {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let blank: String = line.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
    let deeper = if line.trim_end().ends_with(':') { INDENT } else { "" };
    format!("\n{blank}{deeper}")
}

/// Lines moved one level in or out.
pub fn indented(lines: &str, deeper: bool) -> String {
    let one = |line: &str| {
        if deeper {
            return if line.trim().is_empty() {
                line.to_owned()
            } else {
                format!("{INDENT}{line}")
            };
        }
        let blanks = line.bytes().take(INDENT.len()).take_while(|&c| c == b' ').count();
        line[blanks..].to_owned()
    };
    lines.split_inclusive('\n').map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_places_are_counted_in_utf16() {
        let text = "é😀\nb\n";
        assert_eq!(
            [1, 2, 3, 4].map(|line| line_start(text, line)),
            [Some(0), Some(4), Some(6), None]
        );
        assert_eq!(place(text, 3), (1, 3));
        assert_eq!(place(text, 5), (2, 2));
        assert_eq!(byte(text, 4), 7);
        assert_eq!(byte(text, 99), text.len());
        assert_eq!(line_start("a", 2), None);
    }

    #[test]
    fn lines_are_indented_as_python_wants_it() {
        assert_eq!(next_line("x = 1\n  if y:"), "\n      ");
        assert_eq!(next_line("\tf()"), "\n\t");
        assert_eq!(indented("a\n\nb", true), "    a\n\n    b");
        assert_eq!(indented("      a\n  b\n", false), "  a\nb\n");
    }
}
