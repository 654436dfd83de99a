//! The data suites of `tests/suites/syntax`: one case a line.

use std::path::PathBuf;
use vedette_checker::classify::{logic, rule_class};
use vedette_checker::english;
use vedette_checker::formula::Node;
use vedette_checker::syntax::{Dialect, Parsed, Style, expressible, parse, print, render};
use vedette_checker::words::Reading;

/// The lines of a suite with `columns` columns, numbered.
fn suite(name: &str, columns: usize) -> Vec<(usize, Vec<String>)> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/suites/syntax").join(name);
    let text = std::fs::read_to_string(&path).expect("the suite is part of the project");
    let rows: Vec<_> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(at, line)| (at + 1, line.split('\t').map(str::to_owned).collect::<Vec<_>>()))
        .collect();
    assert!(rows.len() > 10, "{name} is a suite");
    for (line, row) in &rows {
        assert_eq!(row.len(), columns, "{name}:{line}");
    }
    rows
}

fn reading(word: &str) -> Reading {
    match word {
        "infinite" => Reading::Infinite,
        "finite" => Reading::Finite,
        _ => panic!("{word} is no kind of words"),
    }
}

fn dialect(word: &str) -> Dialect {
    word.parse().expect("the suite names a dialect")
}

fn canonical(parsed: &Parsed) -> String {
    print(&parsed.formula.pool, parsed.formula.root, Style::Vedette)
}

/// Fails once, with every line that differs.
fn report(failures: &[String]) {
    assert!(failures.is_empty(), "{} lines differ:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn reads() {
    let mut failures = Vec::new();
    for (line, row) in suite("reads.tsv", 4) {
        let parsed = parse(&row[2], dialect(&row[0]), reading(&row[1]));
        if !parsed.errors.is_empty() {
            failures.push(format!("{line}: {}: {}", row[2], render(&row[2], &parsed.errors[0])));
        } else if canonical(&parsed) != row[3] {
            failures.push(format!("{line}: {} => {}", row[2], canonical(&parsed)));
        }
        // The canonical text means the same, to ours.
        let again = parse(&row[3], Dialect::Vedette, Reading::Finite);
        if !again.formula.same_as(&parsed.formula) {
            failures.push(format!("{line}: the canonical text {} is another formula", row[3]));
        }
    }
    report(&failures);
}

#[test]
fn rejects() {
    let mut failures = Vec::new();
    for (line, row) in suite("rejects.tsv", 4) {
        let parsed = parse(&row[1], dialect(&row[0]), Reading::Infinite);
        let spans: Vec<String> =
            parsed.errors.iter().map(|e| format!("{}..{}", e.span.start, e.span.end)).collect();
        let first = parsed.errors.first().map(ToString::to_string).unwrap_or_default();
        if spans.join(" ") != row[2] || !first.contains(&row[3]) {
            failures.push(format!("{line}: {}: {} {first}", row[1], spans.join(" ")));
        }
        for error in &parsed.errors {
            assert!(render(&row[1], error).contains('^'), "{line}");
        }
    }
    report(&failures);
}

#[test]
fn warns() {
    let mut failures = Vec::new();
    for (line, row) in suite("warns.tsv", 4) {
        let parsed = parse(&row[2], dialect(&row[0]), reading(&row[1]));
        let found: Vec<String> = parsed.warnings.iter().map(ToString::to_string).collect();
        if found.join("; ") != row[3] || !parsed.errors.is_empty() {
            failures.push(format!("{line}: {}: {}", row[2], found.join("; ")));
        }
    }
    report(&failures);
}

#[test]
fn classes() {
    let mut failures = Vec::new();
    for (line, row) in suite("classes.tsv", 3) {
        let formula = parse(&row[0], Dialect::Vedette, Reading::Finite).ok().unwrap();
        let found = (
            logic(&formula.pool, formula.root).name(),
            rule_class(&formula.pool, formula.root).name(),
        );
        if found != (row[1].as_str(), row[2].as_str()) {
            failures.push(format!("{line}: {}: {found:?}", row[0]));
        }
    }
    report(&failures);
}

#[test]
fn english_readings() {
    let mut failures = Vec::new();
    for (line, row) in suite("english.tsv", 2) {
        let formula = parse(&row[0], Dialect::Vedette, Reading::Finite).ok().unwrap();
        let found = english::read(&formula.pool, formula.root).replace('\n', " / ");
        if found.trim_end_matches('.') != row[1].trim_end_matches('.') {
            failures.push(format!("{line}: {}: {found}", row[0]));
        }
    }
    report(&failures);
}

#[test]
fn an_error_leaves_a_hole_only_where_it_is() {
    let parsed = parse("G(p -> ) & F q", Dialect::Vedette, Reading::Infinite);
    let formula = &parsed.formula;
    let holes = formula.nodes().into_iter().filter(|&id| formula.pool.node(id) == Node::Hole);
    assert_eq!(holes.count(), 1);
    assert_eq!(canonical(&parsed), "G(p -> ?) & F q");
    assert!(parsed.ok().is_err());
}

#[test]
fn prints() {
    let mut failures = Vec::new();
    for (line, row) in suite("prints.tsv", 3) {
        let formula = parse(&row[0], Dialect::Vedette, Reading::Finite).ok().unwrap();
        let style = Style::ALL.into_iter().find(|style| style.name() == row[1]).unwrap();
        let found = match expressible(&formula.pool, formula.root, style) {
            Ok(()) => print(&formula.pool, formula.root, style),
            Err(why) => format!("refused: {why}"),
        };
        if found != row[2] {
            failures.push(format!("{line}: {}: {found}", row[0]));
        }
    }
    report(&failures);
}
