//! The text of a plan: bytes made text, the code inside a fenced block, lines and columns.
//!
//! ```
//! use vedette_plans::source::Source;
//!
//! let answer = "Here it is:\n```python\nx = f()\n```\n";
//! let source = Source::new(answer).unwrap();
//! assert_eq!(source.code(), "x = f()\n");
//! // Places are counted in the text as given.
//! let place = source.place(source.code_start());
//! assert_eq!((place.line, place.column), (3, 1));
//! ```
//!
//! A planner answers with exactly one fenced block (`CaMeL`'s protocol); a file has plain code. A text
//! whose first line opens a fence, or that has fences and is no Python as it stands, is an answer.

use std::ops::Range;
use vedette_checker::syntax::SyntaxError;

/// The most bytes of a plan that are read.
pub const MAX_PLAN: usize = 8 << 20;

/// A place in a text, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The character in it.
    pub column: u32,
}

/// A plan as given.
#[derive(Clone, Debug)]
pub struct Source {
    text: Box<str>,
    code: Range<usize>,
    /// Where each line begins.
    lines: Vec<u32>,
    /// How many characters begin before each block of [`BLOCK`] bytes; none if all have one byte.
    blocks: Vec<u32>,
}

/// Characters are counted once for so many bytes.
const BLOCK: usize = 256;

impl Source {
    /// The plan in `bytes`, which must be UTF-8.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SyntaxError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::new(text),
            Err(error) => {
                let at = error.valid_up_to();
                Err(SyntaxError {
                    span: at..at + 1,
                    found: format!("byte {:#04x}, which is no UTF-8", bytes[at]),
                    expected: "a text in UTF-8".into(),
                    mend: Some("save the plan as UTF-8".into()),
                    related: None,
                })
            }
        }
    }

    /// The plan in `text`.
    pub fn new(text: &str) -> Result<Self, SyntaxError> {
        let error = |span: Range<usize>, found: String, expected: &str, mend: &str| SyntaxError {
            span,
            found,
            expected: expected.into(),
            mend: Some(mend.into()),
            related: None,
        };
        if text.len() > MAX_PLAN {
            let found = format!("a plan of {} bytes", text.len());
            let expected = format!("at most {MAX_PLAN}");
            return Err(error(0..0, found, &expected, "split it"));
        }
        if let Some(at) = text.find('\0') {
            return Err(error(at..at + 1, "a zero byte".into(), "text", "remove it"));
        }
        let fences = fences(text);
        let first = text.trim_start_matches('\u{feff}').trim_start();
        let answer =
            first.starts_with("```") || (!fences.is_empty() && !crate::language::is_python(text));
        let code = match (answer, &fences[..]) {
            (false, _) => 0..text.len(),
            (true, [block]) => block.clone(),
            (true, [_, second, ..]) => {
                return Err(error(
                    second.clone(),
                    format!("{} fenced blocks", fences.len()),
                    "exactly one block of code",
                    "put the whole plan into one block",
                ));
            }
            (true, []) => {
                let at = text.find("```").unwrap_or(0);
                return Err(error(
                    at..at + 3,
                    "a fence that opens no block".into(),
                    "exactly one block of code",
                    "put the plan between two lines of three backquotes",
                ));
            }
        };
        Ok(Self { code, ..Self::plain(text) })
    }

    /// A text that need be no plan, all of it code, to tell places in it.
    pub fn plain(text: &str) -> Self {
        let starts = text.bytes().enumerate().filter(|(index, byte)| {
            *byte == b'\n' || (*byte == b'\r' && text.as_bytes().get(index + 1) != Some(&b'\n'))
        });
        let lines = std::iter::once(0).chain(starts.map(|(index, _)| index as u32 + 1)).collect();
        let mut blocks = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for block in text.as_bytes().chunks(BLOCK) {
                blocks.push(count);
                count += characters(block);
            }
        }
        Self { text: text.into(), code: 0..text.len(), lines, blocks }
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The code in it.
    pub fn code(&self) -> &str {
        &self.text[self.code.clone()]
    }

    /// Where the code begins in the text.
    pub fn code_start(&self) -> usize {
        self.code.start
    }

    /// The line and column of a byte of the text.
    pub fn place(&self, at: usize) -> Place {
        let at = self.text.floor_char_boundary(at);
        let line = self.lines.partition_point(|&start| start as usize <= at) - 1;
        let column = self.before(at) - self.before(self.lines[line] as usize);
        Place { line: line as u32 + 1, column: column + 1 }
    }

    /// How many characters begin before a byte.
    fn before(&self, at: usize) -> u32 {
        let block = at / BLOCK;
        match self.blocks.get(block) {
            Some(count) => count + characters(&self.text.as_bytes()[block * BLOCK..at]),
            None => self.blocks.last().map_or(at as u32, |count| {
                let block = (self.blocks.len() - 1) * BLOCK;
                count + characters(&self.text.as_bytes()[block..at])
            }),
        }
    }

    /// The text of a line, counted from 1, without its end.
    pub fn line(&self, line: u32) -> &str {
        let start = self.lines.get(line as usize - 1).map_or(self.text.len(), |&at| at as usize);
        let end = self.lines.get(line as usize).map_or(self.text.len(), |&at| at as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    /// What stands at `span`, or its beginning.
    pub fn excerpt(&self, span: &Range<usize>) -> &str {
        &self.text[self.text.floor_char_boundary(span.start)
            ..self.text.floor_char_boundary(span.end.min(self.text.len()))]
    }
}

/// How many characters begin in these bytes.
fn characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u32
}

/// The insides of the fenced blocks.
fn fences(text: &str) -> Vec<Range<usize>> {
    let (mut blocks, mut open, mut at) = (Vec::new(), None, 0);
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        if line.trim_start().starts_with("```") {
            open = match open {
                None => Some(end),
                Some(start) => {
                    blocks.push(start..at);
                    None
                }
            };
        }
        at = end;
    }
    if let Some(start) = open {
        blocks.push(start..text.len());
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_in_a_string_are_no_fences() {
        let text = "f(\"\"\"\n```\nx\n```\n\"\"\")\n";
        assert_eq!(Source::new(text).unwrap().code(), text);
    }

    #[test]
    fn two_blocks_are_one_too_many() {
        let error = Source::new("```\na()\n```\nor\n```\nb()\n```\n").unwrap_err();
        assert_eq!(error.found, "2 fenced blocks");
    }

    #[test]
    fn places_know_every_kind_of_line_end() {
        let source = Source::new("ä\r\nb\rc\nd").unwrap();
        let at = |needle| {
            let place = source.place(source.text().find(needle).unwrap());
            (place.line, place.column)
        };
        assert_eq!([at('ä'), at('b'), at('c'), at('d')], [(1, 1), (2, 1), (3, 1), (4, 1)]);
        assert_eq!(source.line(2), "b");
    }

    #[test]
    fn columns_count_characters_far_into_a_line() {
        for unit in ["ab", "aä", "€b"] {
            let text = format!("x\n{}", unit.repeat(700));
            let source = Source::new(&text).unwrap();
            for at in (2..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                let column = text[2..at].chars().count() as u32 + 1;
                assert_eq!(source.place(at), Place { line: 2, column }, "{unit} {at}");
            }
        }
    }

    #[test]
    fn bytes_must_be_text() {
        let error = Source::from_bytes(b"x = '\xff'").unwrap_err();
        assert_eq!(error.span, 5..6);
        assert!(Source::new("x\0").is_err());
    }
}
