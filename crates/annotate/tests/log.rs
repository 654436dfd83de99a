//! Properties of the log and of what it comes to: nothing is lost, and the order never matters.

use proptest::prelude::*;
use vedette_annotate::{
    Allowed, Decision, Event, EventId, Item, Log, Role, What, fold, history, refold, refold_all,
};

const PEOPLE: [&str; 2] = ["ann", "bea"];

fn id() -> impl Strategy<Value = EventId> {
    (0..2_usize, 0..2_usize, 1..9_u64).prop_map(|(who, session, number)| {
        EventId::new(PEOPLE[who], ["s1", "s2"][session], number).expect("names")
    })
}

fn decision() -> impl Strategy<Value = Decision> {
    prop_oneof![
        Just(Decision::Accept),
        Just(Decision::Reject),
        Just(Decision::Unclear),
        Just(Decision::Skip),
        "[pq]".prop_map(|formula| Decision::Repair { formula }),
    ]
}

fn what(item: usize) -> impl Strategy<Value = What> {
    let content = move |rule: String| Item { id: item.to_string(), rule, ..Item::default() };
    prop_oneof![
        2 => "[ab]".prop_map(move |rule| What::Item { item: content(rule) }),
        1 => "[ab]".prop_map(move |rule| What::Amend { item: content(rule) }),
        4 => (decision(), prop::collection::vec(id(), 0..2))
            .prop_map(|(decision, replaces)| What::Decision { decision, replaces }),
        1 => any::<bool>().prop_map(|on| What::Flag { on }),
        1 => ("[xy]?", prop::collection::vec(id(), 0..2))
            .prop_map(|(text, replaces)| What::Comment { text, replaces }),
        1 => ("[tu]", prop::option::of(Just(Allowed::Yes)))
            .prop_map(|(trace, answer)| What::Answer { trace, answer }),
        3 => id().prop_map(|of| What::Undo { of }),
        2 => id().prop_map(|of| What::Redo { of }),
        1 => Just(What::Later([("kind".to_owned(), "dance".into())].into_iter().collect())),
    ]
}

/// Any event, also one that no honest writer makes.
fn event() -> impl Strategy<Value = Event> {
    let general = prop_oneof![
        "[gh]".prop_map(|text| What::Guideline { text }),
        "[kl]".prop_map(|name| What::Setting { name, value: true.into() }),
        id().prop_map(|of| What::Undo { of }),
    ];
    let of_item = (0..3_usize)
        .prop_flat_map(|item| what(item).prop_map(move |what| (Some(item.to_string()), what)));
    let subject = prop_oneof![8 => of_item, 1 => general.prop_map(|what| (None, what))];
    (id(), 0..5_u64, 0..2_usize, subject).prop_map(|(id, time, role, (item, what))| Event {
        id,
        time,
        role: [Role::Label, Role::Check][role],
        item,
        what,
        more: serde_json::Map::new(),
        what_more: serde_json::Map::new(),
    })
}

fn log(events: &[Event]) -> Log {
    let mut log = Log::default();
    for event in events {
        log.insert(event.clone());
    }
    log
}

fn union(a: &Log, b: &Log) -> Log {
    let mut both = a.clone();
    both.merge(b);
    both
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn merging_is_a_union(
        a in prop::collection::vec(event(), 0..12),
        b in prop::collection::vec(event(), 0..12),
        c in prop::collection::vec(event(), 0..12),
    ) {
        let (a, b, c) = (log(&a), log(&b), log(&c));
        let both = union(&a, &b);
        prop_assert_eq!(&both, &union(&b, &a));
        prop_assert_eq!(fold(&both), fold(&union(&b, &a)));
        prop_assert_eq!(union(&both, &c), union(&a, &union(&b, &c)));
        prop_assert_eq!(&union(&both, &b), &both);
        prop_assert!(a.ordered().iter().chain(&b.ordered()).all(|event| both.contains(event)));
    }

    #[test]
    fn the_order_of_arrival_does_not_matter(
        events in prop::collection::vec(event(), 0..16).prop_shuffle(),
    ) {
        let mut other = events.clone();
        other.reverse();
        prop_assert_eq!(log(&events), log(&other));
        prop_assert_eq!(log(&events).text(), log(&other).text());
    }

    #[test]
    fn looking_again_at_one_item_is_folding_all(events in prop::collection::vec(event(), 0..24)) {
        let mut log = Log::default();
        let mut state = fold(&log);
        for event in events {
            let item = event.item.clone();
            log.insert(event);
            refold(&mut state, &log, item.as_deref());
            prop_assert_eq!(&state, &fold(&log));
        }
    }

    #[test]
    fn looking_again_at_what_came_in_is_folding_all(
        parts in prop::collection::vec(prop::collection::vec(event(), 0..6), 0..6),
    ) {
        let mut log = Log::default();
        let mut state = fold(&log);
        for part in parts {
            for event in &part {
                log.insert(event.clone());
            }
            refold_all(&mut state, &log, &part);
            prop_assert_eq!(&state, &fold(&log));
        }
    }

    #[test]
    fn what_one_log_has_beyond_another_makes_it_its_equal(
        a in prop::collection::vec(event(), 0..12),
        b in prop::collection::vec(event(), 0..12),
    ) {
        let (a, b) = (log(&a), log(&b));
        let mut there = b.clone();
        for event in a.beyond(&b) {
            prop_assert!(!b.contains(event));
            there.insert(event.clone());
        }
        prop_assert_eq!(there, union(&a, &b));
    }

    #[test]
    fn a_log_that_is_written_is_read_again(events in prop::collection::vec(event(), 0..16)) {
        let log = log(&events);
        let read = Log::read(log.text().as_bytes());
        prop_assert_eq!(read.damaged, vec![]);
        prop_assert_eq!(read.log, log);
    }

    /// A byte that is changed, or an end that is cut off, costs the lines that it hits.
    #[test]
    fn damage_costs_only_the_damaged_lines(
        events in prop::collection::vec(event(), 1..10),
        at in any::<prop::sample::Index>(),
        cut in any::<bool>(),
    ) {
        let text = log(&events).text();
        let at = at.index(text.len());
        let mut bytes = text.clone().into_bytes();
        if cut { bytes.truncate(at) } else { bytes[at] = 0xff }
        let line = text.as_bytes()[..at].split(|&b| b == b'\n').count() - 1;
        let read = Log::read(&bytes);
        // A byte in place of the end of a line hits the next line, too.
        let hit = if !cut && text.as_bytes()[at] == b'\n' { 2 } else { 1 };
        for (number, whole) in text.lines().enumerate() {
            let there = read.log.contains(&vedette_annotate::read_event(whole.as_bytes()).unwrap());
            if number < line || (!cut && number >= line + hit) {
                prop_assert!(there, "line {}", number + 1);
            }
        }
        prop_assert!(read.damaged.iter().all(|damage| damage.line == line + 1));
        prop_assert!(cut || read.damaged.len() == 1);
    }

    /// Undoing everything leaves what others did; redoing everything brings it back.
    #[test]
    fn undo_and_redo_take_each_other_back(
        deeds in prop::collection::vec((decision(), 0..3_usize, any::<bool>()), 1..12),
        back in 1..12_usize,
    ) {
        use vedette_annotate::Writer;
        let mut log = Log::default();
        let mut writers = PEOPLE.map(|who| Writer::new(who, "s1", &Log::default()).unwrap());
        for (time, (decision, item, second)) in (1..).zip(deeds) {
            let writer = &mut writers[usize::from(second)];
            let what = fold(&log).decide(writer.annotator(), Role::Label, &item.to_string(), decision);
            log.insert(writer.event(time, Role::Label, Some(&item.to_string()), what));
        }
        let before = fold(&log);
        let back = back.min(history(&log, "ann").undo.len());
        for _ in 0..back {
            let (what, item) = history(&log, "ann").undo().unwrap();
            log.insert(writers[0].event(100, Role::Label, item.as_deref(), what));
        }
        prop_assert_eq!(history(&log, "ann").redo.len(), back);
        let opinions = |state: &vedette_annotate::State, who: &str| {
            let all = state.items.iter().flat_map(|(id, item)| {
                item.opinions.iter().map(move |opinion| (id.clone(), opinion.clone()))
            });
            all.filter(|(_, opinion)| opinion.annotator == who).collect::<Vec<_>>()
        };
        prop_assert_eq!(opinions(&fold(&log), "bea"), opinions(&before, "bea"));
        for _ in 0..back {
            let (what, item) = history(&log, "ann").redo().unwrap();
            log.insert(writers[0].event(200, Role::Label, item.as_deref(), what));
        }
        prop_assert_eq!(fold(&log), before);
    }
}

#[test]
fn wrong_lines_are_named_with_what_was_expected() {
    let good = r#"{"schema":"vedette.annotation/1","id":"ann/s/1","time":1,"item":"1","what":{"kind":"flag","on":true}}"#;
    let cases = [
        (good.replace("/1\",\"id", "/2\",\"id"), "expected \"vedette.annotation/1\""),
        (good.replace("ann/s/1", "ann/1"), "`annotator/session/number`"),
        (good.replace("ann/s/1", "ann/s/01"), "`annotator/session/number`"),
        (good.replace("ann/s/1", " ann/s/1"), "no space around it"),
        (good.replace("ann/s/1", "ann/s t/1"), "letters, digits"),
        (good.replace("\"time\":1", "\"time\":-1"), "invalid value"),
        (good.replace("\"on\":true", "\"on\":3"), "of kind \"flag\""),
        (good.replace("\"kind\"", "\"sort\""), "without a `kind`"),
        (good.replace(",\"item\":\"1\"", ""), "found no `item`"),
        (
            r#"{"schema":"vedette.annotation/1","id":"a/s/1","time":1,"item":"1","what":{"kind":"item","item":{"id":"2","rule":"r","formula":"f"}}}"#.to_owned(),
            "expected the same",
        ),
        ("[]".to_owned(), "invalid"),
    ];
    assert_eq!(Log::read(good.as_bytes()).damaged, []);
    for (line, expected) in cases {
        let read = Log::read(format!("\n{line}\n{good}\n").as_bytes());
        assert_eq!(read.log.len(), 1);
        assert_eq!(read.damaged[0].line, 2);
        let message = &read.damaged[0].message;
        assert!(message.contains(expected), "{message:?} should say {expected:?}");
    }
}

#[test]
fn what_a_later_version_writes_is_kept() {
    let line = r#"{"schema":"vedette.annotation/1","id":"a/s/1","time":1,"item":"1","what":{"kind":"dance","steps":[1]},"mood":"good"}"#;
    let log = Log::read(line.as_bytes()).log;
    let again: serde_json::Value = serde_json::from_str(log.text().trim()).unwrap();
    assert_eq!(again["what"]["steps"][0], 1);
    assert_eq!(again["mood"], "good");
    let state = fold(&log);
    assert!(state.remarks.values().next().unwrap().contains("not known"));
}
