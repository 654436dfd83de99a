//! The folder of shared test data beside the project.
#![allow(dead_code, reason = "every test binary uses its part")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use vedette_plans::tools::Tools;
use vedette_testkit::recorded;

/// `shared/data/camel`, or none with a word that the test is skipped.
pub(crate) fn camel() -> Option<PathBuf> {
    recorded("camel")
}

pub(crate) fn json(path: &Path) -> Value {
    serde_json::from_str(&text(path)).unwrap()
}

pub(crate) fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// The tools of a suite, the incident-response tools being one.
pub(crate) fn tools(camel: &Path, suite: &str) -> Tools {
    if suite == "soc" {
        return Tools::read(&text(&camel.join("soc/expected.json")), Some("soc")).unwrap();
    }
    Tools::read(&text(&camel.join("suites.json")), Some(suite)).unwrap()
}

/// Counts what agrees with the recorded data, and lists what does not.
#[derive(Debug, Default)]
pub(crate) struct Count {
    same: usize,
    differ: Vec<String>,
}

impl Count {
    pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
        &mut self,
        what: &str,
        found: &T,
        expected: &T,
    ) {
        if found == expected {
            self.same += 1;
        } else {
            self.differ.push(format!("{what}: found {found:?}, expected {expected:?}"));
        }
    }

    #[expect(clippy::print_stderr, reason = "how much was reproduced is worth reading")]
    pub(crate) fn finish(self, what: &str, least: usize) {
        eprintln!("{what}: {} reproduced, {} differ", self.same, self.differ.len());
        assert!(self.differ.is_empty(), "{}", self.differ.join("\n"));
        assert!(self.same >= least, "{what}: only {} were compared", self.same);
    }
}
