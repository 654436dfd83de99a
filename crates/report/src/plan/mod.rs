//! Agent programs on the wire: what is asked about a plan and what is answered.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_report::plan::{PlanQuestion, Status, verify};
//!
//! let question = PlanQuestion {
//!     plan: "bill = read_file('bill.txt')\nsend_money(bill, 98.7, 'bill', '2026-12-02')\n".into(),
//!     tools: "banking".into(),
//!     packs: vec!["banking".into()],
//!     ..PlanQuestion::default()
//! };
//! let report = verify(&question, &Budget::default());
//! assert_eq!(report.status, Status::Violated);
//! let violated = report.policies.iter().find(|policy| policy.verdict == "violated").unwrap();
//! assert_eq!(violated.id, "banking.send_money");
//! let blame = violated.blame.as_ref().unwrap();
//! assert_eq!((blame.span.line, blame.way[0].tool.as_deref()), (2, Some("read_file")));
//! ```
//!
//! # Why a module of its own
//!
//! [`answer`] is to a page of plans what [`crate::service::answer`] is to all others. The parser of
//! Python weighs more than all other engines together; whoever does not ask about plans must not load it.

pub mod gallery;
mod machine;
mod marks;
mod policy;
mod question;
mod suggestion;
#[cfg(test)]
mod tests;
mod verify;
mod wire;

pub use gallery::Example;
pub use machine::machine;
pub use question::{Given, Mode, PlanOptions, PlanQuestion, Variable};
pub use verify::{Prepared, Unread, obligations, verify};
pub use wire::*;

pub use vedette_checker::budget::Budget;

use serde::{Deserialize, Serialize};
use vedette_plans::obligations::FORMS;
use vedette_plans::policy::pack;
use vedette_plans::tools::shipped;

/// A question of the page of plans.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Hold a plan against policies.
    Verify(Box<PlanQuestion>),
    /// What is shipped: tools, packs, forms of obligations, examples.
    Library,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// To [`Question::Verify`].
    Verify(Box<PlanReport>),
    /// To [`Question::Library`].
    Library(Box<Library>),
}

/// What is shipped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Library {
    /// The tables of tools.
    pub tables: Vec<NamedText>,
    /// The packs of policies.
    pub packs: Vec<NamedText>,
    /// The forms of obligations.
    pub forms: Vec<Form>,
    /// The gallery; the first example greets.
    pub gallery: Vec<Example>,
}

/// A text that is shipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedText {
    /// Its name.
    pub name: String,
    /// The text: JSON of tools, YAML of policies.
    pub text: String,
    /// What is in it: the names of the tools, or `id: title` of the policies.
    pub parts: Vec<String>,
}

/// A form of obligations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// Its name.
    pub name: String,
    /// Its places: one in the plural takes several tools; `atom` takes an atom, all others a tool.
    pub places: Vec<String>,
}

/// Answers a question. Pure: same question, same answer.
pub fn answer(question: &Question, budget: &Budget<'_>) -> Answer {
    match question {
        Question::Verify(question) => Answer::Verify(Box::new(verify(question, budget))),
        Question::Library => Answer::Library(Box::new(library())),
    }
}

/// What is shipped.
pub fn library() -> Library {
    let tables = shipped::names().filter_map(|name| {
        let parts = shipped::tools(name)?.all().map(|(_, tool)| tool.name.to_string()).collect();
        Some(NamedText { name: name.into(), text: shipped::text(name)?.into(), parts })
    });
    let packs = pack::names().filter_map(|name| {
        let policies = pack::shipped(name)?;
        let parts = policies.iter().map(|policy| format!("{}: {}", policy.id, policy.title));
        let parts = parts.collect();
        Some(NamedText { name: name.into(), text: pack::shipped_text(name)?.into(), parts })
    });
    let form = |(name, places): &(&str, &[&str])| Form {
        name: (*name).into(),
        places: places.iter().map(|&place| place.into()).collect(),
    };
    Library {
        tables: tables.collect(),
        packs: packs.collect(),
        forms: FORMS.iter().map(form).collect(),
        gallery: gallery::examples(),
    }
}
