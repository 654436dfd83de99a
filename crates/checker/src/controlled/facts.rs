//! What may stand in a gap: facts, all joined by "and" or all by "or".

use super::fit::{Word, is_reserved};
use crate::classify::{Logic, logic};
use crate::english::predicate_named;
use crate::syntax::{Dialect, parse};
use crate::words::Reading;

fn is(word: &Word<'_>, text: &str) -> bool {
    word.text.eq_ignore_ascii_case(text)
}

/// A whole number.
pub(super) fn number(words: &[Word<'_>]) -> Option<String> {
    let [word] = words else { return None };
    word.text.parse::<u32>().ok().map(|number| number.to_string())
}

/// Facts joined by "and", or by "or"; not both, since English has no brackets.
pub(super) fn state(words: &[Word<'_>]) -> Option<String> {
    let (and, or) = (words.iter().any(|w| is(w, "and")), words.iter().any(|w| is(w, "or")));
    if (and && or) || words.iter().any(|word| is_reserved(word.text)) {
        return None;
    }
    let facts: Option<Vec<String>> =
        words.split(|word| is(word, "and") || is(word, "or")).map(fact).collect();
    Some(facts?.join(if or { " | " } else { " & " }))
}

/// `not p`, `on(stove)`, `the stove is not on`, `agent is near stove`, `d > 2`, `door open`.
fn fact(words: &[Word<'_>]) -> Option<String> {
    // A comma within a fact is an enumeration, or the start of something else.
    let (_, before) = words.split_last()?;
    if before.iter().any(|word| word.comma) {
        return None;
    }
    let mut texts: Vec<&str> = words
        .iter()
        .map(|word| word.text)
        .filter(|text| !["the", "a", "an"].iter().any(|a| text.eq_ignore_ascii_case(a)))
        .collect();
    let mut negated = texts.first().is_some_and(|first| first.eq_ignore_ascii_case("not"));
    if negated {
        texts.remove(0);
    }
    if texts.len() > 1 && texts.last().is_some_and(|last| last.eq_ignore_ascii_case("holds")) {
        texts.pop();
    }
    let copula = texts.iter().position(|t| ["is", "are"].iter().any(|c| t.eq_ignore_ascii_case(c)));
    let text = match copula {
        Some(1) => {
            let mut said = &texts[2..];
            if let Some((first, rest)) = said.split_first()
                && first.eq_ignore_ascii_case("not")
            {
                // "not p is not q" is more than anybody should have to think about.
                if negated {
                    return None;
                }
                (negated, said) = (true, rest);
            }
            property(texts[0], said)?
        }
        Some(_) => return None,
        None => match texts[..] {
            // As readings call the constants.
            ["anything"] => "true".to_owned(),
            ["impossible"] if is(&words[0], "the") => "false".to_owned(),
            [one] => one.to_owned(),
            [left, relation @ ("<" | "<=" | "=" | "!=" | ">=" | ">"), right] => {
                format!("{left} {relation} {right}")
            }
            _ if texts.iter().all(|text| is_simple(text) && !is_small(text)) => texts.join("_"),
            _ => return None,
        },
    };
    let read = parse(&text, Dialect::Vedette, Reading::Infinite).ok().ok()?;
    if logic(&read.pool, read.root) != Logic::Propositional {
        return None;
    }
    Some(if negated { format!("!({text})") } else { text })
}

/// What "subject is …" says.
fn property(subject: &str, said: &[&str]) -> Option<String> {
    if !is_simple(subject) || !said.iter().all(|text| is_simple(text)) {
        return None;
    }
    match said {
        [quality] if quality.eq_ignore_ascii_case("true") => return Some(subject.to_owned()),
        [quality] if quality.eq_ignore_ascii_case("false") => return Some(format!("!{subject}")),
        _ => {}
    }
    if let Some(name) = predicate_named(&said.join(" "), 1) {
        return Some(format!("{name}({subject})"));
    }
    match said {
        [quality] if !is_small(quality) => Some(format!("{quality}({subject})")),
        [place @ .., object] => {
            let name = predicate_named(&place.join(" "), 2)?;
            Some(format!("{name}({subject}, {object})"))
        }
        [] => None,
    }
}

/// A name, or the id of an object such as `stove.1`.
fn is_simple(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.ends_with(|c: char| c.is_alphanumeric() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
}

/// A word that joins others and is no name by itself.
fn is_small(text: &str) -> bool {
    ["is", "are", "not", "no", "to", "of", "from", "than", "with"]
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word))
}
