//! What is exported can be checked, read again, and asked for from afar.

use vedette_annotate::export::{Format, export};
use vedette_annotate::import::{Wanted, import};
use vedette_annotate::protocol::{Answer, Question, answer};
use vedette_annotate::{Decision, Item, Log, Role, What, Writer, fold};
use vedette_report::bundle::{check, is_archive, unpack};

fn log() -> Log {
    let mut log = Log::default();
    let mut ann = Writer::new("ann", "s", &log).expect("names");
    let item = |id: &str, rule: &str, formula: &str| Item {
        id: id.into(),
        rule: rule.into(),
        formula: formula.into(),
        other: [("seen".to_owned(), "twice, \"ha\"".to_owned())].into(),
        ..Item::default()
    };
    let items = [
        item("1", "never p", "G !p"),
        item("2", "always q", "F q"),
        item("3", "p, or so", "p"),
        item("4", "not looked at", "F p"),
    ];
    for event in ann.items(1, items) {
        log.insert(event);
    }
    let said = [
        ("1", Decision::Accept),
        ("2", Decision::Repair { formula: "G q".into() }),
        ("3", Decision::Reject),
    ];
    for (id, decision) in said {
        let what = What::Decision { decision, replaces: vec![] };
        log.insert(ann.event(2, Role::Label, Some(id), what));
    }
    log
}

#[test]
fn the_bundle_is_sound_and_has_the_formulas_that_stand() {
    let bytes = export(&log(), Format::Bundle).unwrap();
    assert!(is_archive(&bytes));
    assert_eq!(bytes, export(&log(), Format::Bundle).unwrap(), "the same log, the same bytes");
    let files = unpack(&bytes).unwrap();
    let get = |path: &str| {
        let found = files.iter().find(|(name, _)| name == path);
        found.map(|(_, bytes)| bytes.clone()).ok_or_else(|| "not there".to_owned())
    };
    assert_eq!(check(get).1, []);
    let again = import(&bytes, &Wanted::default()).unwrap();
    let found: Vec<(&str, &str, &str)> =
        again.items.iter().map(|i| (&*i.id, &*i.rule, &*i.formula)).collect();
    assert_eq!(found, [("1", "never p", "G !p"), ("2", "always q", "G q")]);
}

#[test]
fn the_final_state_and_the_table_say_what_stands() {
    let text = String::from_utf8(export(&log(), Format::Final).unwrap()).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[1]["final_formula"], "G q");
    assert_eq!(lines[2]["decision"], "reject");
    assert_eq!(lines[2]["final_formula"], serde_json::Value::Null);
    assert_eq!(lines[3]["standing"], "open");
    assert_eq!(lines[0]["seen"], "twice, \"ha\"");
    let table = String::from_utf8(export(&log(), Format::Table).unwrap()).unwrap();
    assert!(table.contains("2,always q,F q,,,single,repair,G q,repair,G q,,\r\n"), "{table}");
    // Both open again with the same items.
    for bytes in [text.into_bytes(), table.into_bytes()] {
        let again = import(&bytes, &Wanted::default()).unwrap();
        let formulas: Vec<&str> = again.items.iter().map(|item| item.formula.as_str()).collect();
        assert_eq!(formulas, ["G !p", "F q", "p", "F p"]);
    }
}

#[test]
fn links_and_logs_pass_through_the_protocol() {
    let bytes = log().text().into_bytes();
    let (Answer::Packed { packed }, _) = answer(Question::Pack, std::slice::from_ref(&bytes))
    else {
        panic!("not packed")
    };
    let (Answer::Log { problems }, blobs) = answer(Question::Unpack { packed }, &[]) else {
        panic!("not unpacked")
    };
    assert_eq!((problems.len(), blobs), (0, vec![bytes.clone()]));
    // Merging with a damaged copy loses nothing and names the line.
    let mut damaged = bytes.clone();
    damaged.truncate(bytes.len() - 9);
    let (Answer::Log { problems }, blobs) = answer(Question::Merge, &[damaged, bytes.clone()])
    else {
        panic!("not merged")
    };
    assert_eq!(problems[0].line, 7);
    assert_eq!(fold(&Log::read(&blobs[0]).log), fold(&log()));
    // What is wrong is said, not guessed.
    let refused = answer(Question::Unpack { packed: "1.!".into() }, &[]).0;
    assert!(matches!(refused, Answer::Rejected { message } if message.contains("damaged")));
}
