//! What is asked about a plan.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A plan, and what it is held against.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlanQuestion {
    /// The plan's text, as a planner answered it or as plain code.
    pub plan: String,
    /// The tools that it may call.
    #[serde(default)]
    pub tools: Given,
    /// The domain; chooses the suite of a table of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// The names of shipped packs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packs: Vec<String>,
    /// Further policies: YAML, one a document.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub policies: String,
    /// Typed obligations: JSON, or its text; blank for none.
    #[serde(default, skip_serializing_if = "Given::is_blank")]
    pub obligations: Given,
    /// Whether what is assigned under a test depends on it.
    #[serde(default)]
    pub mode: Mode,
    /// How the plan is read, and what is reported.
    #[serde(default)]
    pub options: PlanOptions,
}

/// Something given as JSON, as the text of JSON, or by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Given {
    /// A text: JSON, or a name.
    Text(String),
    /// JSON as it is.
    Json(Value),
}

impl Default for Given {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl Given {
    /// Whether nothing is given.
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Text(text) => text.trim().is_empty(),
            Self::Json(value) => value.is_null(),
        }
    }

    /// It as a text.
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Json(value) => value.to_string(),
        }
    }
}

impl From<&str> for Given {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

/// How labels follow tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// A value has the labels of what it is computed from.
    #[default]
    Normal,
    /// What is assigned under a test has the labels of the test, too.
    Strict,
}

/// How a plan is read, and what is reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches of a wire format")]
pub struct PlanOptions {
    /// Whether any call of a tool may fail and so end the plan.
    pub tools_may_fail: bool,
    /// Whether a run that ends in an exception owes what was still to come.
    pub aborts_count: bool,
    /// Variables that the plan may read: of the task, or of earlier plans of it.
    pub variables: Vec<Variable>,
    /// Tools that earlier plans of the same task have called.
    pub called: Vec<String>,
    /// Whether to look for edits that satisfy violated policies.
    pub suggest: bool,
    /// Whether to look for what is wrong with the policies themselves.
    pub lint: bool,
    /// Whether policies that are not about this plan are checked all the same.
    pub all: bool,
}

impl Default for PlanOptions {
    fn default() -> Self {
        Self {
            tools_may_fail: false,
            aborts_count: false,
            variables: Vec::new(),
            called: Vec::new(),
            suggest: true,
            lint: true,
            all: false,
        }
    }
}

/// A variable that a plan may read though it does not assign it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its label, by name.
    pub label: String,
    /// Who may read it: `public`, `private` or `depends`.
    #[serde(default = "depends")]
    pub readers: String,
}

fn depends() -> String {
    "depends".into()
}
