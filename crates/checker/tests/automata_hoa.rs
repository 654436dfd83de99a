//! The Hanoi format: what is written is read back the same; what is not understood is refused.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use vedette_checker::automata::deterministic::dfa;
use vedette_checker::automata::explicit::{Acceptance, Automaton, atom_names, automaton};
use vedette_checker::automata::hoa::{Header, write};
use vedette_checker::automata::hoa_read::read;
use vedette_checker::automata::monitor::monitor;
use vedette_checker::budget::Budget;
use vedette_checker::formula::Pool;
use vedette_checker::words::{Reading, Word, holds};
use vedette_testkit::trees::{Grammar, Random, formula};
use vedette_testkit::words::words;

/// Writes, reads, writes again.
fn there_and_back(found: &Automaton, header: &Header<'_>) -> Automaton {
    let text = write(found, header);
    let back = read(&text).unwrap_or_else(|e| panic!("{e}:\n{text}"));
    assert_eq!(back.atoms, header.atoms);
    assert_eq!(back.finite, header.finite);
    assert_eq!(back.name.as_deref().unwrap_or(""), header.name);
    let again = write(&back.automaton, header);
    // Marks that are the same on all steps of a state are read as those of the state.
    if found.state_based == back.automaton.state_based {
        assert_eq!(text, again);
    }
    let third = read(&again).unwrap();
    assert_eq!(again, write(&third.automaton, header));
    back.automaton
}

#[test]
fn what_is_written_is_read_back() {
    const LTL: Grammar = Grammar { paths: false, ctl: false, steps: false, seconds: false };
    let mut random = Random(21);
    for _ in 0..300 {
        let mut pool = Pool::default();
        pool.proposition("p");
        pool.proposition("q");
        let root = formula(&mut random, &mut pool, LTL, 2, 3);
        let budget = Budget::default();
        for acceptance in [Acceptance::Transitions, Acceptance::States] {
            let found = automaton(&pool, root, acceptance, &budget).unwrap();
            let names = atom_names(&pool, &found.atoms);
            let header = Header { name: "a \"title\" \\ ", atoms: &names, ..Header::default() };
            let mut back = there_and_back(&found, &header);
            back.atoms = found.atoms.clone();
            for word in words(&found.atoms, Reading::Infinite, 3) {
                let Word::Lasso(lasso) = &word else { unreachable!("infinite words are lassos") };
                let expected = holds(&pool, root, &word, Reading::Infinite).unwrap();
                assert_eq!(back.accepts(lasso), expected);
            }
        }
        let finite = dfa(&pool, root, Reading::Finite, &budget).unwrap().as_automaton();
        let names = atom_names(&pool, &finite.atoms);
        there_and_back(&finite, &Header { atoms: &names, finite: true, ..Header::default() });
        let (found, states) = monitor(&pool, root, &budget).unwrap().as_automaton();
        there_and_back(&found, &Header { atoms: &names, states: &states, ..Header::default() });
    }
}

/// A text with one thing changed, and what the error must say.
#[test]
fn what_is_not_understood_is_refused() {
    let right = "HOA: v1\nStates: 2\nStart: 0\nAP: 2 \"a\" \"b\"\nAlias: @x 0 & !1\n\
                 acc-name: Buchi\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0 \"s\" {0}\n\
                 [@x | !(0 | 1)] 1 /* and /* so */ on */\nState: [t] 1\n0 {0}\n--END--\n";
    let found = read(right).unwrap();
    assert_eq!((found.automaton.states(), found.atoms.len()), (2, 2));
    for (from, to, message) in [
        ("HOA: v1", "HOA: v2", "begin with HOA: v1"),
        ("Start: 0", "Start: 0 & 1", "several start states"),
        ("Start: 0", "Start: 0\nStart: 1", "several start states"),
        ("Start: 0\n", "", "expected Start:"),
        ("Start: 0", "Start: 7", "expected Start:"),
        ("1 Inf(0)", "1 Fin(0)", "found Fin, expected a conjunction of Inf"),
        ("1 Inf(0)", "2 Inf(0) | Inf(1)", "only Büchi"),
        ("1 Inf(0)", "2 Inf(0)", "leaves out some of 2 sets"),
        ("1 Inf(0)", "99 Inf(0)", "expected a number of acceptance sets below 49"),
        ("Acceptance: 1 Inf(0)\n", "", "expected a header Acceptance:"),
        ("acc-name: Buchi", "Weights: 3", "found the header Weights:, which changes the meaning"),
        ("& !1\n", "& !2\n", "found atom 2, expected one below 2"),
        ("[@x", "[@y", "found @y, which no Alias: declares"),
        ("[@x | !(0 | 1)]", "[@x | !(0 | 1]", "open ("),
        ("[@x | !(0 | 1)]", "[@x 1]", "found 1, expected ]"),
        ("[@x | !(0 | 1)]", "[@x |]", "found ], expected the number of an atom"),
        ("[@x | !(0 | 1)] 1", "1", "found a step without a label"),
        ("State: [t] 1\n0", "State: [t] 1\n[0] 0", "a label on a step of a state with a label"),
        ("State: [t] 1", "State: [t] 5", "found 5, expected a state below 2"),
        ("0 {0}", "0 {1}", "found 1, expected an acceptance set below 1"),
        ("on */", "on", "found a comment without an end"),
        ("\"s\"", "\"s", "that is not closed"),
        ("--END--", "", "found the end of the text"),
        ("States: 2", "States: 99999999999999999999999", "too large"),
        ("{0}\n--END", "# 0\n--END", "found #, which has no meaning"),
    ] {
        assert!(right.contains(from), "{from}");
        let error = read(&right.replacen(from, to, 1)).unwrap_err();
        assert!(error.to_string().contains(message), "{to}: {error}");
    }
}

#[test]
fn labels_nest_as_deep_as_they_like() {
    let deep = format!("{}0{}", "!(".repeat(100_000), ")".repeat(100_000));
    let text = format!(
        "HOA: v1 Start: 0 AP: 1 \"a\" Acceptance: 0 t --BODY-- State: 0 [{deep}] 0 --END--"
    );
    assert_eq!(read(&text).unwrap().automaton.states(), 1);
}
