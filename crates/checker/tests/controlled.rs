//! Controlled English: the examples of the table, what is refused, and the way back from readings.

use vedette_checker::controlled::{PATTERNS, read};
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
fn nothing_is_half_understood() {
    for (text, found) in [
        ("whenever p, q until r", "until"),
        ("never p or q and r", "never p or q and r"),
        ("always eventually p", "eventually"),
        ("p happens only after q", "only"),
        ("", ""),
        ("never", "never"),
    ] {
        let Err(error) = read(text) else { panic!("{text} is understood") };
        assert!(text.contains(&error.found), "{text}: {}", error.found);
        if found == "until" || found == "only" {
            assert!(!error.found.is_empty());
        }
    }
}
