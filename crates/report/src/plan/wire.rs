//! What is answered about a plan.

use serde::{Deserialize, Serialize};

/// The schema of [`PlanReport`].
pub const SCHEMA: &str = "vedette.plan/1";

/// What is known of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanReport {
    /// [`SCHEMA`].
    pub schema: String,
    /// The whole in a word.
    pub status: Status,
    /// What is wrong with the plan; it then has no machine and no verdicts.
    pub problems: Vec<Problem>,
    /// Why the plan was not read to its end; it then has no machine, and no policy is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// What the author of the plan should know though it is accepted.
    pub remarks: Vec<Problem>,
    /// What is wrong with tools, policies, obligations or options.
    pub faults: Vec<Fault>,
    /// The labels, from most to least trusted.
    pub labels: Vec<Label>,
    /// The domain of the tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// The tools that the plan may call.
    pub tools: Vec<ToolView>,
    /// The policies, those of packs first, then the question's own, then its obligations.
    pub policies: Vec<PolicyReport>,
    /// The obligations, accepted or not.
    pub obligations: Vec<ObligationReport>,
    /// What is wrong with the question's own policies.
    pub lint: Vec<Finding>,
    /// What to tell a planner; blank if no policy is violated.
    pub feedback: String,
    /// The plan as a graph; none if the plan was not accepted, or is too large to be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<MachineView>,
    /// Where variables stand in the text, with the labels of what they have there.
    pub taint: Vec<Occurrence>,
}

/// The whole in a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Every selected policy holds, as far as that is decided before running.
    Accepted,
    /// A policy is violated.
    Violated,
    /// A limit was hit before every policy was decided.
    Unknown,
    /// The plan, the tools, a policy or an obligation could not be read.
    #[default]
    Rejected,
}

/// A place of the plan's text, from its first character to one past its last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Span {
    /// First byte.
    pub from: usize,
    /// One past the last byte.
    pub to: usize,
    /// The line of the first character, from 1.
    pub line: u32,
    /// Its column in characters, from 1.
    pub column: u32,
    /// The line of the end.
    pub end_line: u32,
    /// The column of the end.
    pub end_column: u32,
}

/// Something wrong with the plan, or worth a remark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// Where.
    pub span: Span,
    /// What was found and what was expected: a lower-case fragment.
    pub message: String,
    /// What to write instead, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// Something wrong with a part of the question that is not the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// The part: `tools`, `packs`, `policies`, `obligations`, `options`.
    pub part: String,
    /// What was found and what was expected.
    pub message: String,
}

/// A label of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Label {
    /// Its name.
    pub name: String,
    /// Whether policies call it trusted.
    pub trusted: bool,
    /// Whether policies call it tainted.
    pub tainted: bool,
}

/// A tool that plans may call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ToolView {
    /// Its name.
    pub name: String,
    /// Its parameters, in the order of a call; an optional one ends in `?`.
    pub params: Vec<String>,
    /// Whether it changes anything.
    pub side_effect: bool,
    /// The label of its result, as a number among `labels`.
    pub label: usize,
    /// Who may read its result: `public`, `private` or `depends`.
    pub readers: String,
    /// What it does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// How many calls of it the plan has.
    pub calls: usize,
}

/// A policy and its verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PolicyReport {
    /// Its id.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// Why, in full.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// How bad a violation is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub level: String,
    /// Words to find it by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Where it comes from: the name of a pack, `policies`, `obligations`.
    pub origin: String,
    /// The formula; none if it is decided at run time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// Whether it is about this plan.
    pub selected: bool,
    /// `holds`, `violated`, `runtime`, `unknown`, `error`; `skipped` if it was not checked.
    pub verdict: String,
    /// Whether it holds only because the plan calls none of the tools that it speaks of.
    pub vacuous: bool,
    /// Why there is no verdict, or why it depends on the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What is left to be watched while the plan runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runtime: Option<String>,
    /// The run that violates it, from the start; empty if no single run shows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Moment>,
    /// What that run still owes at its end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<Owed>,
    /// The step to blame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blame: Option<Blame>,
    /// What would satisfy it, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub satisfying: String,
    /// An edit that satisfies it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<Suggestion>,
}

/// An event of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moment {
    /// What happens: `start`, `call`, `done`, `aborted`.
    pub kind: String,
    /// The same in words.
    pub event: String,
    /// The tool that is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// Where it stands.
    pub span: Span,
    /// The source line, without the blanks around it.
    pub text: String,
    /// The node of the machine's view.
    pub node: u32,
    /// The nodes between the event before and this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<u32>,
    /// The tests on the way from the event before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<Tested>,
    /// The atoms of the policy that changed; at the start those that hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Change>,
}

/// A test, and how it turned out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tested {
    /// Where it stands.
    pub span: Span,
    /// Its text.
    pub text: String,
    /// The word on the edge that was taken.
    pub way: String,
    /// Whether it held, or whether a loop went round again.
    pub outcome: bool,
}

/// An atom that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Change {
    /// The atom.
    pub atom: String,
    /// What it is from here on.
    pub value: bool,
}

/// What a run owes at its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Owed {
    /// The formula.
    pub formula: String,
    /// The moment from which it is owed.
    pub since: usize,
}

/// The step to blame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Blame {
    /// Its number in the path.
    pub moment: usize,
    /// Where it stands.
    pub span: Span,
    /// The source line, without the blanks around it.
    pub text: String,
    /// Why, as a fragment of a sentence.
    pub why: String,
    /// If an argument has the wrong label: the way of the value, from its origin to the call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<Station>,
}

/// Where a value was on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Station {
    /// Where.
    pub span: Span,
    /// What holds it, or made it.
    pub words: String,
    /// The variable that holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// The tool that it is a result of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
}

/// An edit of the plan: the lines `from` up to, not including, `to` are replaced by `text`. The edited
/// plan was checked: the policy then holds, and no policy that held is violated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Suggestion {
    /// The edit in words.
    pub words: String,
    /// The first line that is replaced, from 1.
    pub from: u32,
    /// One past the last line that is replaced; `from` if lines are only put in.
    pub to: u32,
    /// The new lines, each with its end.
    pub text: String,
    /// Whether a `'?'` in it is still to be filled in.
    pub incomplete: bool,
}

/// An obligation, accepted or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObligationReport {
    /// Its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// What it says, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The formula that it was compiled to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// Why it was rejected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected: Option<String>,
}

/// Something wrong with a policy itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// The policy's id.
    pub policy: String,
    /// `malformed`, `unknown_tool`, `never_violated`, `always_violated`, `duplicate`, `contradiction`.
    pub kind: String,
    /// Whether the policy must not be used as it is.
    pub error: bool,
    /// The finding in words.
    pub message: String,
}

/// The plan as a graph, node 0 being the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineView {
    /// The nodes, in the order of the plan.
    pub nodes: Vec<NodeView>,
    /// The steps.
    pub edges: Vec<EdgeView>,
    /// How many states the checked machine has: events, told apart by tests that must agree.
    pub states: usize,
    /// Whether tests of the same value agree; not if there are too many to follow.
    pub correlated: bool,
}

/// The shape of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// The plan begins.
    Start,
    /// A call of a tool.
    Call,
    /// A test, or whether a loop has anything to run over.
    Branch,
    /// The head of a loop.
    Loop,
    /// The end of a round: again, or no more.
    Round,
    /// Ways meet, or an exception is raised.
    Join,
    /// The plan is done.
    Done,
    /// An exception ended it.
    Aborted,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeView {
    /// Its shape.
    pub kind: Shape,
    /// What is written in it.
    pub label: String,
    /// Where it stands.
    pub span: Span,
    /// The tool that is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The arguments of the call that are given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<ArgumentView>,
    /// The atoms that hold in it, those about history left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub atoms: Vec<String>,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArgumentView {
    /// The parameter.
    pub param: String,
    /// Its label, as a number among `labels`.
    pub label: usize,
    /// Who may read it.
    pub readers: String,
    /// Where its value stands, if it is passed by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EdgeView {
    /// From a node.
    pub from: u32,
    /// To a node.
    pub to: u32,
    /// The word of its guard: `yes`, `no`, `some`, `none`, `again`, `no more`; blank for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub guard: String,
    /// Whether every run that stays in the loop is unfair until it takes this step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fair_exit: bool,
}

/// A variable where it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Occurrence {
    /// Where.
    pub span: Span,
    /// The variable.
    pub variable: String,
    /// The label of what it has here, as a number among `labels`: also that of a colour and a pattern.
    pub label: usize,
    /// Who may read it.
    pub readers: String,
    /// Whether it is assigned here.
    pub assigned: bool,
    /// Where the label comes from: a line and words, if it is not that of a literal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Origin>,
}

/// Where a label comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Origin {
    /// The line.
    pub line: u32,
    /// The tool whose result has it, or the variable that was given with it.
    pub words: String,
}
