//! "For every stove burner s and some book b:" at the beginning of a sentence.

use std::fmt::Write;
use std::ops::Range;

/// Which objects a rule is about.
#[derive(Clone, Debug)]
pub(super) struct Prefix {
    /// The words, with the colon.
    pub(super) span: Range<usize>,
    /// The quantifiers in our notation, with a blank at the end.
    pub(super) text: String,
}

/// The prefix, if the sentence has one; the words that were not understood if it is none.
pub(super) fn read(sentence: &str) -> Result<Option<Prefix>, Range<usize>> {
    let start = sentence.len() - sentence.trim_start().len();
    let first = sentence[start..].split_whitespace().next().unwrap_or_default();
    if !first.eq_ignore_ascii_case("for") {
        return Ok(None);
    }
    let Some(colon) = sentence.find(':') else { return Err(start..sentence.len()) };
    let head = &sentence[start + first.len()..colon];
    let mut text = String::new();
    let names: Vec<&str> = head.split_whitespace().collect();
    for group in names.split(|word| word.eq_ignore_ascii_case("and")) {
        let [which, category @ .., variable] = group else { return Err(start..colon) };
        let quantifier = match which.to_ascii_lowercase().as_str() {
            "every" | "each" | "all" | "any" => "forall",
            "some" => "exists",
            _ => return Err(start..colon),
        };
        let plain = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || c == '_');
        if category.is_empty() || !group.iter().all(plain) {
            return Err(start..colon);
        }
        let category: String = category.iter().map(|word| capitalised(word)).collect();
        // Writing to a string cannot fail.
        let _ = write!(text, "{quantifier} {variable}: {category}. ");
    }
    Ok(Some(Prefix { span: start..colon + 1, text }))
}

/// `stove` as `Stove`: categories are written so.
fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
