//! Reads policy files: YAML, one policy a document, with the field names of Sigma rules.
//!
//! ```
//! use vedette_plans::policy::pack::{read, shipped};
//!
//! let text = "\
//! title: Pay only whom the user names
//! id: pay-1
//! level: high
//! tools: [pay]
//! formula: AG(call_pay -> to_trusted)
//! message: use the account that the user gave
//! ";
//! let policies = read(text).unwrap();
//! assert_eq!((&*policies[0].id, policies[0].level.as_str()), ("pay-1", "high"));
//! let error = read("title: x\nid: y\nformla: AF done\n").unwrap_err();
//! assert!(error.to_string().contains("formla"), "a field that is not known is an error");
//! assert_eq!(shipped("soc").unwrap().len(), 7);
//! ```
//!
//! Sigma (its specification, "rules") has made these fields a habit of those who keep rules; ours add
//! `domain`, `tools`, `formula`, `message`, `runtime`: what is left to run time, and `settled`: a formula
//! of which it is enough that it holds for nothing to be left.

use super::{Policy, PolicyError};
use serde::Deserialize;

/// The most bytes of a policy file that are read.
const MOST: usize = 4 << 20;

/// The packs that are shipped, by the domain of their tools.
const SHIPPED: [(&str, &str); 6] = [
    ("banking", include_str!("../../../../packs/banking.yaml")),
    ("home", include_str!("../../../../packs/home.yaml")),
    ("slack", include_str!("../../../../packs/slack.yaml")),
    ("soc", include_str!("../../../../packs/soc.yaml")),
    ("travel", include_str!("../../../../packs/travel.yaml")),
    ("workspace", include_str!("../../../../packs/workspace.yaml")),
];

/// One name or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    title: String,
    id: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    author: String,
    #[serde(default)]
    date: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    level: String,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    domain: Option<String>,
    #[serde(default)]
    tools: Option<Names>,
    #[serde(default)]
    formula: Option<String>,
    #[serde(default)]
    message: Option<String>,
    #[serde(default)]
    runtime: Option<String>,
    #[serde(default)]
    settled: Option<String>,
}

/// The policies of a file.
pub fn read(text: &str) -> Result<Vec<Policy>, PolicyError> {
    if text.len() > MOST {
        return Err(PolicyError(format!(
            "found a policy file of {} bytes, expected at most {MOST}; split it",
            text.len()
        )));
    }
    let documents: Vec<Document> = serde_saphyr::from_multiple(text).map_err(|error| {
        let place = error.location().map(|at| format!("line {}: ", at.line())).unwrap_or_default();
        let plain = error.without_snippet().to_string();
        PolicyError(format!("{place}not a policy: {}", plain.lines().next().unwrap_or_default()))
    })?;
    let mut policies: Vec<Policy> = Vec::with_capacity(documents.len());
    for document in documents {
        let policy = policy(document)?;
        if policies.iter().any(|other| other.id == policy.id) {
            return Err(PolicyError(format!(
                "found id `{}` twice, expected ids that differ",
                policy.id
            )));
        }
        policies.push(policy);
    }
    if policies.is_empty() {
        return Err(PolicyError("found no policy, expected at least one document".into()));
    }
    Ok(policies)
}

fn policy(document: Document) -> Result<Policy, PolicyError> {
    let about = |what: &str| PolicyError(format!("policy `{}`: {what}", document.id));
    if document.id.trim().is_empty() || document.title.trim().is_empty() {
        return Err(about("expected an `id` and a `title` that say something"));
    }
    for (field, value, known) in [
        ("level", &document.level, &["informational", "low", "medium", "high", "critical"]),
        (
            "status",
            &document.status,
            &["stable", "test", "experimental", "deprecated", "unsupported"],
        ),
    ] {
        if !value.is_empty() && !known.contains(&value.as_str()) {
            return Err(about(&format!(
                "found {field} `{value}`, expected one of {}",
                known.join(", ")
            )));
        }
    }
    if document.formula.is_none() && document.runtime.is_none() {
        return Err(about("expected a `formula`, or in `runtime` what is decided at run time"));
    }
    if document.settled.is_some() && document.runtime.is_none() {
        return Err(about("found `settled`, expected in `runtime` what it settles"));
    }
    let tools = match document.tools {
        None => Vec::new(),
        Some(Names::One(name)) => vec![name.into()],
        Some(Names::Many(names)) => names.into_iter().map(Into::into).collect(),
    };
    Ok(Policy {
        id: document.id.into(),
        title: document.title,
        description: document.description,
        level: document.level,
        status: document.status,
        author: document.author,
        date: document.date,
        tags: document.tags,
        domain: document.domain.map(Into::into),
        tools,
        formula: document.formula,
        message: document.message,
        runtime: document.runtime,
        settled: document.settled,
    })
}

/// The names of the shipped packs.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// The text of a shipped pack.
pub fn shipped_text(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// A shipped pack.
pub fn shipped(name: &str) -> Option<Vec<Policy>> {
    shipped_text(name).map(|text| read(text).expect("the tests read every shipped pack"))
}
