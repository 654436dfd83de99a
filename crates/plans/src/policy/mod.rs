//! Policies: CTL over the events of a plan, with what a rule needs to be kept: title, level, domain.
//!
//! ```
//! use vedette_plans::policy::{Policy, ground};
//! use vedette_plans::tools::Tools;
//!
//! let tools = Tools::read(r#"{"pay": {"params": ["to"]}, "approve": {"params": []}}"#, None).unwrap();
//! let ok = Policy::new("P1", "AG(call_pay -> approve_called & to_trusted)");
//! assert!(ground(&ok, &tools).is_ok());
//! let wrong = Policy::new("P2", "AG(call_pay -> aprove_called)");
//! let problem = ground(&wrong, &tools).unwrap_err();
//! assert_eq!(
//!     problem.to_string(),
//!     "found atom `aprove_called`, expected one about a tool or an argument: did you mean \
//!      `approve_called`?"
//! );
//! ```
//!
//! Atoms (`docs/plans.md`): `call_T`, `T_called`, `T_called_before`, `ARG_trusted`, `ARG_tainted`,
//! `ARG_public`, `ARG_private`, `start`, `done`, `aborted`, `pc_tainted`, `pc_trusted`, `pc_public`,
//! `pc_private`. An atom that the table of tools does not know is an error of the policy, never false.

pub mod lint;
pub mod pack;

use crate::tools::{ToolId, Tools, nearest};
use std::fmt;
use vedette_checker::formula::{Atom, AtomId, Formula, Id, Node, Pool};
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::Reading;

/// A policy as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// What it is called in reports.
    pub id: Box<str>,
    /// What it is about.
    pub title: String,
    /// Why, in full.
    pub description: String,
    /// How bad a violation is: `informational`, `low`, `medium`, `high` or `critical`.
    pub level: String,
    /// `stable`, `test`, `experimental`, `deprecated` or `unsupported`.
    pub status: String,
    /// Who wrote it.
    pub author: String,
    /// When.
    pub date: String,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// The domain that it belongs to; none for all.
    pub domain: Option<Box<str>>,
    /// It is checked only if the plan calls one of these; always if there is none.
    pub tools: Vec<Box<str>>,
    /// The CTL formula; none if it is decided at run time.
    pub formula: Option<String>,
    /// What to tell a planner that violates it.
    pub message: Option<String>,
    /// What is left to run time.
    pub runtime: Option<String>,
    /// A CTL formula; where it holds, nothing is left to run time.
    pub settled: Option<String>,
}

impl Policy {
    /// A policy with a formula and nothing else.
    pub fn new(id: &str, formula: &str) -> Self {
        Self { id: id.into(), formula: Some(formula.into()), ..Self::default() }
    }
}

/// What an atom says of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// The event is a call of the tool.
    Call(ToolId),
    /// The tool was called, now or before.
    Called(ToolId),
    /// The tool was called before.
    CalledBefore(ToolId),
    /// About the argument of this name of the current call.
    Argument(u32, Test),
    /// About the tests that enclose the current call.
    Control(Test),
    /// The plan begins.
    Start,
    /// The plan is done.
    Done,
    /// The plan was ended by an exception.
    Aborted,
}

/// What is asked of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// At most the user's.
    Trusted,
    /// At least untrusted.
    Tainted,
    /// Everybody may read it.
    Public,
    /// Not everybody may.
    Private,
}

impl Test {
    const ALL: [(&'static str, Self); 4] = [
        ("trusted", Self::Trusted),
        ("tainted", Self::Tainted),
        ("public", Self::Public),
        ("private", Self::Private),
    ];

    /// Whether it is about who may read.
    pub fn is_about_readers(self) -> bool {
        matches!(self, Self::Public | Self::Private)
    }
}

/// A policy whose atoms are known.
#[derive(Clone, Debug)]
pub struct Grounded {
    /// The formula.
    pub formula: Formula,
    /// What each atom of its pool means, by number.
    pub meanings: Vec<Meaning>,
    /// The names of arguments that it speaks of.
    pub arguments: Vec<Box<str>>,
}

/// Why a policy cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyError(pub(crate) String);

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PolicyError {}

/// Reads the formula of a policy and looks its atoms up in the table of tools.
pub fn ground(policy: &Policy, tools: &Tools) -> Result<Grounded, PolicyError> {
    let text = policy.formula.as_deref().ok_or_else(|| {
        PolicyError("found no formula, expected one; a policy decided at run time has none".into())
    })?;
    ground_formula(text, tools)
}

/// The same of a formula.
pub fn ground_formula(text: &str, tools: &Tools) -> Result<Grounded, PolicyError> {
    let parsed = parse(text, Dialect::Vedette, Reading::Infinite);
    let formula = parsed.ok().map_err(|errors| {
        let error = &errors[0];
        PolicyError(format!("at character {}: {error}", error.span.start + 1))
    })?;
    ctl(&formula.pool, formula.root)?;
    let (mut meanings, mut arguments) = (Vec::new(), Vec::new());
    for index in 0..formula.pool.atom_count() {
        let Atom::Fact(fact) = formula.pool.atom(AtomId::from_index(index)) else {
            return Err(PolicyError(
                "found a comparison of numbers, expected atoms about calls and labels".into(),
            ));
        };
        let name = formula.pool.name(fact.name);
        if !fact.args.is_empty() {
            return Err(PolicyError(format!(
                "found `{name}(…)`, expected an atom without arguments"
            )));
        }
        meanings.push(meaning(name, tools, &mut arguments)?);
    }
    Ok(Grounded { formula, meanings, arguments })
}

/// Holds the form: state formulas over operators without bounds, each under a quantifier.
fn ctl(pool: &Pool, root: Id) -> Result<(), PolicyError> {
    let temporal = |id: Id| match pool.node(id) {
        Node::Unary(op, _) => op.is_temporal(),
        Node::Binary(op, ..) => op.is_temporal(),
        _ => false,
    };
    let bare = "found a temporal operator without a path quantifier, expected `A` or `E` directly \
                before it";
    if temporal(root) {
        return Err(PolicyError(bare.into()));
    }
    for id in pool.reachable(&[root]) {
        match pool.node(id) {
            Node::UnaryWithin(..) | Node::BinaryWithin(..) => {
                return Err(PolicyError(
                    "found a bounded operator, expected one without bounds: nest `AX` instead"
                        .into(),
                ));
            }
            Node::Bind(..) | Node::Hole => {
                return Err(PolicyError(
                    "found a quantifier over objects, expected a formula over events".into(),
                ));
            }
            Node::Unary(op, inner) if op.is_path() && temporal(inner) => {}
            Node::Unary(op, _) if op.is_path() => {
                return Err(PolicyError(
                    "found a path quantifier before a state formula, expected a temporal operator \
                     directly after it"
                        .into(),
                ));
            }
            node if node.children().any(temporal) => return Err(PolicyError(bare.into())),
            _ => {}
        }
    }
    Ok(())
}

/// What an atom means; readable in one way only.
fn meaning(
    name: &str,
    tools: &Tools,
    arguments: &mut Vec<Box<str>>,
) -> Result<Meaning, PolicyError> {
    let mut found: Vec<Meaning> = Vec::new();
    match name {
        "start" => found.push(Meaning::Start),
        "done" => found.push(Meaning::Done),
        "aborted" => found.push(Meaning::Aborted),
        _ => {}
    }
    if let Some(tool) = name.strip_prefix("call_").and_then(|tool| tools.find(tool)) {
        found.push(Meaning::Call(tool));
    }
    if let Some(tool) = name.strip_suffix("_called").and_then(|tool| tools.find(tool)) {
        found.push(Meaning::Called(tool));
    }
    if let Some(tool) = name.strip_suffix("_called_before").and_then(|tool| tools.find(tool)) {
        found.push(Meaning::CalledBefore(tool));
    }
    for (word, test) in Test::ALL {
        let Some(argument) = name.strip_suffix(word).and_then(|rest| rest.strip_suffix('_')) else {
            continue;
        };
        if tools.all().any(|(_, tool)| tool.param(argument).is_some()) {
            let at = arguments.iter().position(|known| **known == *argument);
            let at = at.unwrap_or_else(|| {
                arguments.push(argument.into());
                arguments.len() - 1
            });
            found.push(Meaning::Argument(at as u32, test));
        }
        if argument == "pc" {
            found.push(Meaning::Control(test));
        }
    }
    match found[..] {
        [meaning] => Ok(meaning),
        [] => {
            let known: Vec<String> = vocabulary(tools);
            let near = nearest(name, known.iter().map(String::as_str));
            let near = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
            Err(PolicyError(format!(
                "found atom `{name}`, expected one about a tool or an argument{near}"
            )))
        }
        _ => Err(PolicyError(format!("found atom `{name}`, which can be read in several ways"))),
    }
}

/// All atoms that policies over these tools may use.
pub fn vocabulary(tools: &Tools) -> Vec<String> {
    let mut atoms: Vec<String> = ["start", "done", "aborted"].map(String::from).into();
    atoms.extend(Test::ALL.iter().map(|(word, _)| format!("pc_{word}")));
    let mut params: Vec<&str> = Vec::new();
    for (_, tool) in tools.all() {
        atoms.push(format!("call_{}", tool.name));
        atoms.push(format!("{}_called", tool.name));
        atoms.push(format!("{}_called_before", tool.name));
        params.extend(tool.params.iter().map(|param| &*param.name));
    }
    params.sort_unstable();
    params.dedup();
    for param in params {
        atoms.extend(Test::ALL.iter().map(|(word, _)| format!("{param}_{word}")));
    }
    atoms
}

impl Grounded {
    /// The tools that the formula speaks of.
    pub fn tools(&self) -> Vec<ToolId> {
        let mut tools: Vec<ToolId> = self
            .meanings
            .iter()
            .filter_map(|meaning| match *meaning {
                Meaning::Call(tool) | Meaning::Called(tool) | Meaning::CalledBefore(tool) => {
                    Some(tool)
                }
                _ => None,
            })
            .collect();
        tools.sort_unstable();
        tools.dedup();
        tools
    }

    /// Whether some atom is about who may read a value.
    pub fn is_about_readers(&self) -> bool {
        self.meanings.iter().any(|meaning| {
            matches!(meaning, Meaning::Argument(_, test) | Meaning::Control(test)
                if test.is_about_readers())
        })
    }
}
