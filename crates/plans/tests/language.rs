//! What the language accepts and rejects: recorded cases, our own lines, and hostile input.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fmt::Write;
use vedette_plans::language::parse;
use vedette_plans::source::Source;
use vedette_plans::tools::Tools;

#[test]
fn the_recorded_cases_are_accepted_or_rejected_as_expected() {
    let Some(camel) = common::camel() else { return };
    let cases = common::json(&camel.join("lang/expected.json"));
    let mut counts = [0, 0];
    for case in cases.as_array().unwrap() {
        let file = case["file"].as_str().unwrap();
        let tools = common::tools(&camel, case["suite"].as_str().unwrap());
        let source = Source::new(&common::text(&camel.join("lang").join(file))).unwrap();
        let result = parse(&source, &tools);
        assert_eq!(Some(result.is_ok()), case["accepted"].as_bool(), "{file}: {result:?}");
        counts[usize::from(result.is_ok())] += 1;
    }
    assert_eq!(counts, [15, 23]);
}

#[test]
fn the_recorded_plans_are_accepted() {
    let Some(camel) = common::camel() else { return };
    let mut count = 0;
    for folder in ["plans", "soc", "e3"] {
        for entry in std::fs::read_dir(camel.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if path.extension().is_none_or(|extension| extension != "py") {
                continue;
            }
            let suite =
                if folder == "soc" { "soc" } else { name.split(['_', '-']).next().unwrap() };
            let source = Source::from_bytes(&std::fs::read(&path).unwrap()).unwrap();
            let result = parse(&source, &common::tools(&camel, suite));
            assert!(result.is_ok(), "{name}: {result:?}");
            count += 1;
        }
    }
    assert!(count >= 28 + 15 + 40, "{count}");
}

fn tools() -> Tools {
    let json = r#"{"domain": "test", "tools": [
        {"name": "read", "params": [], "static_provenance": "untrusted"},
        {"name": "send", "params": ["to", {"name": "body", "required": false}]},
        {"name": "query_ai_assistant", "params": ["query", "output_schema"]}
    ], "types": ["Mail"]}"#;
    Tools::read(json, None).unwrap()
}

/// Line and column of every problem, and what was found.
fn problems(text: &str) -> Vec<String> {
    let source = match Source::from_bytes(text.as_bytes()) {
        Ok(source) => source,
        Err(error) => return vec![format!("- {}", error.found)],
    };
    let Err(problems) = parse(&source, &tools()) else { return Vec::new() };
    problems
        .iter()
        .map(|problem| {
            let place = source.place(problem.span.start);
            format!("{}:{} {}", place.line, place.column, problem.found)
        })
        .collect()
}

#[test]
fn the_suite_of_lines_says_what_each_text_is_rejected_for() {
    let suite = include_str!("suites/language.tsv");
    let (mut count, mut wrong) = (0, String::new());
    for (index, line) in suite.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut columns = line.split('\t');
        let text = columns.next().unwrap().replace("\\n", "\n").replace("\\t", "\t");
        let text = text.replace("\\r", "\r");
        let expected: Vec<&str> = columns.filter(|column| !column.is_empty()).collect();
        let found = problems(&text);
        if found != expected {
            let found = found.join("\t");
            let _ = writeln!(wrong, "line {}: {text:?}\n  {found}", index + 1);
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 60, "{count}");
}

#[test]
fn hostile_nesting_is_a_problem_and_no_crash() {
    let rows: [(String, &str); 11] = [
        ("x = ".to_owned() + &"(".repeat(100_000), "brackets within brackets"),
        ("x = ".to_owned() + &"[".repeat(70) + &"]".repeat(70), "brackets within brackets"),
        ("x = ".to_owned() + &"-".repeat(100_000) + "1", "a very deep expression"),
        ("x = ".to_owned() + &"not ".repeat(100_000) + "1", "a very deep expression"),
        ("x = ".to_owned() + &"1 + ".repeat(100_000) + "1", "a very deep expression"),
        ("x = ".to_owned() + &"1 ** ".repeat(100_000) + "1", "a very deep expression"),
        ("x = ".to_owned() + &"1 if 1 else ".repeat(100_000) + "1", "a very deep expression"),
        ("x = ".to_owned() + &"lambda: ".repeat(100_000) + "1", "a very deep expression"),
        ("x = y".to_owned() + &".a".repeat(100_000), "a very deep expression"),
        ("x = y".to_owned() + &"[0]".repeat(100_000), "a very deep expression"),
        ("x = ".to_owned() + &"f'{".repeat(100_000), "brackets within brackets"),
    ];
    for (text, found) in rows {
        let problems = problems(&text);
        assert!(problems.iter().any(|problem| problem.ends_with(found)), "{problems:?}");
    }
    let mut blocks = String::new();
    for depth in 0..200 {
        blocks.push_str(&" ".repeat(depth));
        blocks.push_str("if x:\n");
    }
    blocks.push_str(&" ".repeat(200));
    blocks.push_str("pass\n");
    assert_eq!(problems(&blocks), ["66:66 blocks within blocks"]);
    // As deep as is allowed is no problem, also on a small stack.
    let deep = format!("x = {}1{}\n", "(".repeat(60), ")".repeat(60));
    let long = format!("x = {}1\n", "1 + ".repeat(190));
    let both = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(move || (problems(&deep), problems(&long)));
    assert_eq!(both.unwrap().join().unwrap(), (Vec::<String>::new(), Vec::new()));
}

#[test]
fn a_long_plan_is_read_whole() {
    let mut text = String::new();
    for i in 0..10_000 {
        let _ = writeln!(text, "x{i} = read()");
    }
    let source = Source::new(&text).unwrap();
    assert_eq!(parse(&source, &tools()).unwrap().body.len(), 10_000);
    let elements = format!("x = [{}]\n", "read(), ".repeat(10_000));
    assert!(parse(&Source::new(&elements).unwrap(), &tools()).is_ok());
    let mut elif = String::from("a = read()\nif a:\n    read()\n");
    elif.push_str(&"elif a:\n    read()\n".repeat(5_000));
    assert!(parse(&Source::new(&elif).unwrap(), &tools()).is_ok());
}

#[test]
fn a_text_that_is_no_text_is_refused() {
    assert!(Source::from_bytes(b"x = '\xc3('").is_err());
    assert!(Source::from_bytes(&[0xff, 0xfe, b'x', 0]).is_err());
    assert!(
        Source::from_bytes("\u{feff}x = read()\n".as_bytes())
            .is_ok_and(|source| { parse(&source, &tools()).is_ok() })
    );
}
