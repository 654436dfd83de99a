//! Long, deep and broken texts: nothing may panic, overflow the stack or take more than linear time.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use vedette_checker::classify::{logic, rule_class};
use vedette_checker::english;
use vedette_checker::formula::{Binary, Formula, Node, Pool, Unary};
use vedette_checker::syntax::{Dialect, MAX_TEXT, Style, parse, print, print_within, render};
use vedette_checker::words::Reading;

const DEPTH: usize = 100_000;

const DIALECTS: [Dialect; 6] = [
    Dialect::Auto,
    Dialect::Vedette,
    Dialect::Spot,
    Dialect::NuSmv,
    Dialect::Paper,
    Dialect::Sentinel,
];

/// Runs on a stack as small as a browser's.
fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(128 * 1024).spawn(work).unwrap().join().unwrap();
}

/// Everything that walks a formula.
fn walk(formula: &Formula) {
    let text = print(&formula.pool, formula.root, Style::Vedette);
    let again = parse(&text, Dialect::Vedette, Reading::Infinite);
    assert!(again.errors.is_empty(), "{:?}", again.errors);
    assert!(again.formula.same_as(formula));
    logic(&formula.pool, formula.root);
    rule_class(&formula.pool, formula.root);
    let english = english::read(&formula.pool, formula.root);
    assert!(english.len() < 20_000, "{}", english.len());
}

#[test]
fn deep_texts_are_read() {
    on_small_stack(|| {
        for (open, middle, close, size) in [
            ("(", "p", ")", 1),
            ("!", "p", "", DEPTH + 1),
            ("G(", "p", ")", DEPTH + 1),
            ("G ", "p", "", DEPTH + 1),
            ("p U (", "q", ")", DEPTH + 2),
            ("p -> ", "q", "", DEPTH + 2),
            ("A[p U ", "q", "]", 2 * DEPTH + 2),
            ("forall x: T. ", "p(x)", "", DEPTH + 1),
            ("F[<=3](", "p", ")", DEPTH + 1),
        ] {
            let text = format!("{}{middle}{}", open.repeat(DEPTH), close.repeat(DEPTH));
            let parsed = parse(&text, Dialect::Vedette, Reading::Infinite);
            assert!(parsed.errors.is_empty(), "{open}: {:?}", parsed.errors);
            assert_eq!(parsed.formula.nodes().len(), size, "{open}");
            walk(&parsed.formula);
        }
    });
}

#[test]
fn wide_texts_are_read() {
    on_small_stack(|| {
        let wide: Vec<String> = (0..40_000).map(|i| format!("s{i}")).collect();
        for join in [" | ", " & ", " xor ", " -> ", " U "] {
            for dialect in [Dialect::Vedette, Dialect::Spot, Dialect::NuSmv] {
                let parsed = parse(&wide.join(join), dialect, Reading::Infinite);
                assert!(parsed.errors.is_empty(), "{join}");
                assert_eq!(parsed.formula.nodes().len(), 2 * 40_000 - 1);
                assert!(parsed.warnings.len() <= 20);
                if dialect == Dialect::Vedette {
                    walk(&parsed.formula);
                }
            }
        }
    });
}

#[test]
fn a_million_characters_are_read() {
    on_small_stack(|| {
        let mut text = String::from("true");
        while text.len() < 1_000_000 {
            text.push_str(" & G(request(agent, <Cup>) -> F[<=10] !\"an odd name\" U grant)");
        }
        let parsed = parse(&text, Dialect::Auto, Reading::Infinite);
        assert!(parsed.errors.is_empty(), "{:?}", parsed.errors.first());
        walk(&parsed.formula);
    });
}

#[test]
fn broken_deep_texts_are_errors() {
    on_small_stack(|| {
        for piece in [
            "(",
            ")",
            "[",
            "]",
            "!",
            "G(",
            "A[",
            "p(",
            "p & ",
            "& ",
            "forall x: ",
            "forall x: T. (",
            "\"",
            "<",
            "F[",
            "F[1,",
            "p p ",
            "->",
            "<->",
            "X[",
            "p<",
            "1",
            ".",
            ":",
            ",",
            "\\",
            "-",
            "f(f(",
            "(p",
            "U",
            "A",
            "§",
            "p)",
            "(]",
            "X[9]",
            "é",
        ] {
            let text = piece.repeat(DEPTH);
            for dialect in DIALECTS {
                let parsed = parse(&text, dialect, Reading::Finite);
                assert_ne!(parsed.dialect, Dialect::Auto);
                assert!(parsed.errors.len() <= 21, "{piece}");
                for error in &parsed.errors {
                    assert!(error.span.start <= error.span.end && error.span.end <= text.len());
                    assert!(render(&text, error).len() < 2_000, "{piece}");
                }
                // Also a broken formula can be shown.
                print(&parsed.formula.pool, parsed.formula.root, Style::Vedette);
                english::read(&parsed.formula.pool, parsed.formula.root);
            }
        }
    });
}

/// A fixed sequence of pseudo-random numbers (xorshift).
fn random() -> impl FnMut(usize) -> usize {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    }
}

#[test]
fn random_texts_never_panic_and_errors_are_holes() {
    const PIECES: &[&str] = &[
        "p", "q(x)", "(", ")", "[", "]", "!", "&", "|", "->", "<->", "xor", "U", "R", "X", "X[!]",
        "F", "G", "A", "E", "AG", "F[", "1", "2.5s", ",", ":", ".", "..", "forall", "exists",
        "x: T", "<", ">", "<=", "=", "\"", "\"n\"", "<s>", " ", "\n", "§", "é", "\u{feff}", "true",
        "not", "p=0", "LTLSPEC", ";", "--", "-", "\\", "$", "∞", "□", "𝒰", "\u{0}", "near(",
        "T_MAX",
    ];
    let mut next = random();
    let mut sound = 0;
    for _ in 0..20_000 {
        let length = 1 + next(14);
        let text: String = (0..length).map(|_| PIECES[next(PIECES.len())]).collect();
        for dialect in DIALECTS {
            let parsed = parse(&text, dialect, Reading::Finite);
            for error in &parsed.errors {
                assert!(text.is_char_boundary(error.span.start), "{text:?}");
                assert!(text.is_char_boundary(error.span.end), "{text:?}");
                render(&text, error);
            }
            let formula = &parsed.formula;
            let hole = formula.nodes().iter().any(|&id| formula.pool.node(id) == Node::Hole);
            if parsed.errors.is_empty() {
                assert!(!hole, "{text:?}: a hole without an error");
                sound += 1;
                let canonical = print(&formula.pool, formula.root, Style::Vedette);
                let again = parse(&canonical, Dialect::Vedette, Reading::Finite);
                assert!(again.errors.is_empty(), "{text:?} as {canonical:?}: {:?}", again.errors);
                assert!(again.formula.same_as(formula), "{text:?} as {canonical:?}");
            }
        }
    }
    assert!(sound > 4_000, "{sound}");
}

#[test]
fn too_long_a_text_is_refused() {
    let text = " ".repeat(MAX_TEXT + 1);
    let parsed = parse(&text, Dialect::Auto, Reading::Infinite);
    assert!(parsed.errors[0].to_string().contains("split the formula"));
}

#[test]
fn shared_nodes_do_not_explode() {
    let mut pool = Pool::default();
    let mut id = pool.proposition("p");
    for _ in 0..64 {
        let next = pool.unary(Unary::Next, id);
        id = pool.binary(Binary::Or, id, next);
    }
    let (text, complete) = print_within(&pool, id, Style::Vedette, 1_000);
    assert!(!complete && text.len() <= 1_000 && text.len() > 900);
    let english = english::read(&pool, id);
    assert!(english.contains("cut here") && english.len() < 100_000, "{}", english.len());
}
