//! `docs/policies.md` says of every policy and every tool of the suites what is decided before running:
//! it says what the shipped packs and tables say, and what was recorded of the originals.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Count, camel, json};
use std::collections::{BTreeMap, BTreeSet};
use vedette_plans::policy::Policy;
use vedette_plans::policy::pack::shipped;
use vedette_plans::tools::shipped as shipped_tools;

const SUITES: [&str; 4] = ["slack", "banking", "travel", "workspace"];

/// The rows of the table that begins with this column, each by its first cell.
fn table(first: &str) -> BTreeMap<String, Vec<String>> {
    let text = include_str!("../../../docs/policies.md");
    let mut rows = BTreeMap::new();
    let mut lines = text.lines().skip_while(|line| !line.starts_with(&format!("| {first} |")));
    let columns = lines.next().unwrap().matches('|').count();
    for line in lines.skip(1).take_while(|line| line.starts_with('|')) {
        let line = line.replace("\\|", "\u{1}");
        assert_eq!(line.matches('|').count(), columns, "{line}");
        let cell = |text: &str| text.trim().trim_matches('`').replace('\u{1}', "|");
        let mut cells: Vec<String> = line.trim_matches('|').split('|').map(cell).collect();
        let name = cells.remove(0);
        assert!(rows.insert(name.clone(), cells).is_none(), "{name} has two rows");
    }
    rows
}

/// The policies that stand for one of the originals.
fn originals() -> Vec<Policy> {
    let all = SUITES.iter().flat_map(|suite| shipped(suite).unwrap());
    all.filter(|policy| {
        policy.tags.iter().any(|tag| tag == "camel")
            && policy.tags.iter().any(|t| t == "provenance")
    })
    .collect()
}

#[test]
fn every_policy_has_its_row() {
    let mut rows = table("policy");
    assert_eq!(rows.len(), 28);
    for policy in originals() {
        let row = rows.remove(&*policy.id).unwrap_or_else(|| panic!("{} has no row", policy.id));
        let decided = match (&policy.formula, &policy.runtime) {
            (None, _) => "at run time",
            (Some(_), Some(_)) => "in part",
            (Some(_), None) => "before",
        };
        let text = |part: &Option<String>| part.clone().unwrap_or_default();
        let expected = [
            decided.to_owned(),
            text(&policy.formula),
            text(&policy.runtime),
            text(&policy.settled),
        ];
        assert_eq!(row[2..], expected, "{}", policy.id);
        assert!(!policy.description.is_empty(), "{} says why", policy.id);
    }
    assert!(rows.is_empty(), "{:?} are no policies of the packs", rows.keys());
}

#[test]
fn every_tool_has_its_row() {
    let mut rows = table("tool");
    for suite in SUITES {
        let tools = shipped_tools::tools(suite).unwrap();
        for (_, tool) in tools.all() {
            let name = format!("{suite}.{}", tool.name);
            let row = rows.remove(&name).unwrap_or_else(|| panic!("{name} has no row"));
            let changes = if tool.side_effect { "yes" } else { "" };
            let found = [&*row[0], &*row[1], &*row[3]];
            let expected = [changes, tools.lattice.name(tool.result), tool.readers.name()];
            assert_eq!(found, expected, "{name}");
        }
    }
    assert!(rows.is_empty(), "{:?} are no tools of the tables", rows.keys());
}

/// The stronger variants and the rules of the engine that the text names are those of the packs.
#[test]
fn what_goes_beyond_is_named() {
    let text = include_str!("../../../docs/policies.md");
    for suite in SUITES {
        for policy in shipped(suite).unwrap() {
            if policy.tags.iter().any(|tag| tag == "beyond") {
                assert!(text.contains(&format!("`{}`", policy.id)), "{}", policy.id);
            }
        }
        // A change under a private test: every tool that has a policy is asked about.
        let rule = format!("{suite}.control_flow_public");
        let pack = shipped(suite).unwrap();
        let rule = pack.iter().find(|policy| *policy.id == *rule).unwrap();
        let asked: BTreeSet<&str> = rule.tools.iter().map(|tool| &**tool).collect();
        let (all, suite_) = (originals(), format!("{suite}."));
        let guarded: BTreeSet<&str> =
            all.iter().filter_map(|policy| policy.id.strip_prefix(&*suite_)).collect();
        assert_eq!(asked, guarded, "{suite}");
        let formula = rule.formula.as_deref().unwrap();
        for tool in asked {
            assert!(formula.contains(&format!("call_{tool}")), "{suite}: {tool}");
        }
    }
}

#[test]
fn the_rows_are_those_of_the_recorded_originals() {
    let Some(camel) = camel() else { return };
    let mut count = Count::default();
    let rows = table("policy");
    for policy in json(&camel.join("policies.json"))["policies"].as_array().unwrap() {
        let (id, paper) = (policy["id"].as_str().unwrap(), &policy["static"]);
        let word = |part: &str| paper[part].as_str().unwrap().to_lowercase();
        let ratings = vec![word("security"), word("confidentiality")];
        count.same(id, &rows[id][..2].to_vec(), &ratings);
        // What the paper decides fully is decided here, and nothing less.
        let decided = &*rows[id][2];
        count.same(id, &(word("security") == "full" && decided == "at run time"), &false);
        count.same(id, &(word("confidentiality") == "full" && decided != "before"), &false);
    }
    let (rows, suites) = (table("tool"), json(&camel.join("suites.json")));
    for suite in SUITES {
        for tool in suites["suites"][suite]["tools"].as_array().unwrap() {
            let name = format!("{suite}.{}", tool["name"].as_str().unwrap());
            let decided = |part: &str| {
                let live = ["whole", "inside"].iter().any(|of| tool[part][of] == "depends");
                if live { "at run time" } else { "before" }
            };
            let found = (&*rows[&name][2], &*rows[&name][4]);
            count.same(&name, &found, &(decided("provenance"), decided("readers")));
        }
    }
    count.finish("tables 1 and 2", 28 * 3 + 70);
}
