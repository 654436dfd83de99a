//! Controlled English: the examples of the table, what is refused, and the way back from readings.

use vedette_checker::controlled::{Expected, PATTERNS, looks_like_words, read};
use vedette_checker::english;
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;

#[test]
fn examples_mean_what_the_table_says() {
    for pattern in PATTERNS {
        let found = read(pattern.example).unwrap_or_else(|e| panic!("{}: {e}", pattern.example));
        let wanted = parse(pattern.meaning, Dialect::Vedette, Reading::Infinite).ok().unwrap();
        assert_eq!(found.pattern.sentence, pattern.sentence, "{}", pattern.example);
        assert!(found.formula.same_as(&wanted), "{}: {}", pattern.example, found.text);
        for part in &found.parts {
            assert!(!pattern.example[part.span.clone()].is_empty());
        }
    }
}

#[test]
fn readings_of_simple_formulas_are_understood() {
    for text in [
        "G !p",
        "G !(p & q)",
        "G(p -> F q)",
        "G(p -> X q)",
        "G(p -> F[<=10] q)",
        "G(on(m) -> !open(m))",
        "F p",
        "X p",
        "G p",
    ] {
        let formula = parse(text, Dialect::Vedette, Reading::Infinite).ok().unwrap();
        let english = english::read(&formula.pool, formula.root);
        let back = read(&english).unwrap_or_else(|e| panic!("{text}: {english}: {e}"));
        assert!(back.formula.same_as(&formula), "{text}: {english}: {}", back.text);
    }
}

#[test]
fn the_words_that_are_not_understood_are_named() {
    for (text, found, expected, nearest) in [
        ("whenever p, q before r", "before", Expected::OtherWord, "whenever {p} {q}"),
        ("never p or q and r", "p or q and r", Expected::Facts, "never {p}"),
        (
            "whenever p is q r s, eventually t",
            "p is q r s",
            Expected::Facts,
            "whenever {p} eventually {q}",
        ),
        ("within few steps p", "few", Expected::Number, "within {n} steps {p}"),
        ("for every stove: never p", "for every stove", Expected::Objects, PATTERNS[0].sentence),
        ("for stove s never p", "for stove s never p", Expected::Objects, PATTERNS[0].sentence),
        ("p happens only if q", "only", Expected::OtherWord, "{p} never happens"),
        ("", "", Expected::Sentence, "never {p}"),
    ] {
        let Err(error) = read(text) else { panic!("{text} is understood") };
        assert_eq!((&*error.found, error.expected), (found, expected), "{text}: {error}");
        assert_eq!(&text[error.span.clone()], found, "{text}");
        assert_eq!(error.nearest.sentence, nearest, "{text}");
    }
    for text in ["never", "whenever p", "always q until", "p q, r, s", "not p is not q"] {
        assert!(read(text).is_err(), "{text} is understood");
    }
}

#[test]
fn facts_in_words() {
    for (text, formula) in [
        (
            "never the stove is on and the agent is not near stove",
            "G !(on(stove) & !near(agent, stove))",
        ),
        ("always d is at least 2", "G(d >= 2)"),
        ("always dist(agent, s) is not greater than 0.5", "G(dist(agent, s) <= 0.5)"),
        ("eventually door is false", "F !door"),
        ("eventually (p & q)", "F(p & q)"),
        ("eventually pan is on top of stove.1", "F ontop(pan, stove.1)"),
        (
            "for every mug m and some table t: eventually m is on t",
            "forall m: Mug. exists t: Table. F on(m, t)",
        ),
        ("Always p holds.", "G p"),
    ] {
        let found = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let wanted = parse(formula, Dialect::Vedette, Reading::Infinite).ok().unwrap();
        assert!(found.formula.same_as(&wanted), "{text}: {}", found.text);
    }
}

/// Were a text a formula of one meaning and a sentence of another, `auto` would have to guess.
#[test]
fn no_sentence_of_the_table_is_a_formula_too() {
    for pattern in PATTERNS {
        let parsed = parse(pattern.example, Dialect::Auto, Reading::Infinite);
        assert!(!parsed.errors.is_empty(), "{}", pattern.example);
        assert!(looks_like_words(pattern.example), "{}", pattern.example);
    }
    for text in ["G(p -> F", "p &", "G p q", "stove", "a U U b"] {
        assert!(!looks_like_words(text), "{text}");
    }
}
