//! A whole file of recorded answers is read as it is and judged row by row.

use vedette_report::semantic::{Columns, Options, Outcome, Summary, judge, read};
use vedette_testkit::recorded;

#[test]
fn recorded_answers() {
    let Some(path) = recorded("answers/semantic.jsonl") else { return };
    let table = read(&std::fs::read_to_string(path).unwrap(), &Columns::default()).unwrap();
    assert_eq!(table.rows.len(), 178);
    assert_eq!(table.columns.truth.as_deref(), Some("truth"));
    assert_eq!(table.columns.candidate.as_deref(), Some("candidate"));
    assert_eq!(table.columns.rule.as_deref(), Some("rule"));
    let mut summary = Summary::default();
    let mut wrong = Vec::new();
    for row in &table.rows {
        let report = judge(row, &Options::default(), None).unwrap();
        if !matches!(report.outcome, Outcome::Equivalent | Outcome::Nonequivalent) {
            wrong.push(format!("{:?} {:?} {:?}", report.id, report.outcome, report.problems));
        }
        let expected = match report.id.as_deref() {
            Some("nl0" | "nl3" | "nl13" | "nl29" | "nl37" | "S007") => Some(Outcome::Equivalent),
            Some("nl5" | "nl9" | "nl34" | "nl57" | "S034" | "S036" | "S049" | "S074") => {
                Some(Outcome::Nonequivalent)
            }
            _ => None,
        };
        if let Some(expected) = expected {
            assert_eq!(report.outcome, expected, "{report:?}");
        }
        if report.outcome == Outcome::Nonequivalent {
            let found = report.comparison.as_ref().unwrap();
            assert!(
                found.witness_candidate_only.is_some() || found.witness_truth_only.is_some(),
                "{report:?}"
            );
        } else if let Some(found) = &report.comparison {
            assert!(found.diagnoses.is_empty());
        }
        summary.add(&report);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let all = summary.overall;
    assert_eq!((all.asked, all.generated), (178, 178));
    assert_eq!(all.equivalent + all.nonequivalent, 178);
    let classes: u64 = summary.classes.iter().map(|class| class.rates.asked).sum();
    assert_eq!(classes, 178);
}

#[test]
fn tables_of_every_format() {
    for (text, format, truth) in [
        ("rule,gold,output\n\"never p, ever\",G !p,!F p\n", "csv", "gold"),
        ("rule\tltl\tprediction\nnever p\tG !p\t!F p\n", "tsv", "ltl"),
        ("[{\"nl\": \"never p\", \"truth\": \"G !p\", \"answer\": \"!F p\"}]", "json", "truth"),
        ("never p,G !p,!F p\nalso,G q,G q\n", "csv", "column 2"),
    ] {
        let table = read(text, &Columns::default()).unwrap();
        assert_eq!(table.format, format);
        assert_eq!(table.columns.truth.as_deref(), Some(truth), "{text}");
        assert_eq!(table.rows[0].truth, "G !p");
        assert_eq!(table.rows[0].candidate, "!F p");
    }
    let wanted = Columns { truth: Some("b".into()), ..Columns::default() };
    let table = read("a,b\nG !p,F p\n", &wanted).unwrap();
    assert_eq!((&*table.rows[0].truth, &*table.rows[0].candidate), ("F p", "G !p"));
    assert!(read("a,b\nG !p,F p\n", &Columns { id: Some("z".into()), ..wanted }).is_err());
    assert!(read("{\"a\": 1}\nno json\n", &Columns::default()).unwrap_err().contains("line 2"));
}

#[test]
fn outcomes_and_rates() {
    let mut summary = Summary::default();
    for (answer, expected) in [
        ("G !p", Outcome::Equivalent),
        ("```ltl\nG !p\n```", Outcome::Equivalent),
        ("F p", Outcome::Nonequivalent),
        ("G(p ->", Outcome::SyntaxError),
        ("I do not know.", Outcome::NotInFormat),
        ("", Outcome::NotInFormat),
        ("Here: G !p\nor nothing.", Outcome::NotInFormat),
        ("Here: G !p\nor rather: F !p", Outcome::NotInFormat),
    ] {
        let line = format!(
            "{{\"truth\": \"G !p\", \"candidate\": {}}}",
            serde_json::to_string(answer).unwrap()
        );
        let wanted = Columns { candidate: Some("candidate".into()), ..Columns::default() };
        let table = read(&line, &wanted).unwrap();
        let report = judge(&table.rows[0], &Options::default(), None).unwrap();
        assert_eq!(report.outcome, expected, "{answer}");
        assert_eq!(report.class, "global_prohibition");
        summary.add(&report);
        let strict = Options { strict_format: true, ..Options::default() };
        let strict = judge(&table.rows[0], &strict, None).unwrap();
        assert_eq!(
            strict.outcome == Outcome::NotInFormat,
            !matches!(answer, "G !p" | "F p" | "G(p ->")
        );
    }
    let shares = summary.overall.shares();
    assert_eq!((shares[0].rate.count, shares[0].rate.total), (4, 8));
    assert_eq!((shares[3].rate.count, shares[3].rate.total), (2, 4));
    assert_eq!(summary.repaired, 1);
}
