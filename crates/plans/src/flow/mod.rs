//! The regions of a plan: what is called in which order, and where each argument comes from.
//!
//! A plan becomes a control-flow graph whose nodes are tool calls, tests and joins, beside a graph of
//! *definitions* in static single assignment: every value that a variable may have is one definition,
//! made of others. Nested calls come out first, in the order of evaluation.
//!
//! ```
//! use vedette_plans::flow::{Context, NodeKind, lower};
//! use vedette_plans::language::parse;
//! use vedette_plans::source::Source;
//! use vedette_plans::tools::Tools;
//!
//! let tools = Tools::read(
//!     r#"{"read": {"params": [], "result_provenance": "untrusted"}, "send": {"params": ["to"]}}"#,
//!     None,
//! ).unwrap();
//! let source = Source::new("to = ['a']\nto[0] = read()\nsend(to)\n").unwrap();
//! let program = parse(&source, &tools).unwrap();
//! let flow = lower(&program, &tools, &Context::default()).unwrap();
//! let calls: Vec<_> = flow.calls.iter().map(|call| &*tools.get(call.tool).name).collect();
//! assert_eq!(calls, ["read", "send"]);
//! let argument = flow.calls[1].arguments[0].unwrap();
//! assert!(tools.lattice.is_tainted(flow.level(argument)), "a store taints what holds it");
//! ```
//!
//! # Why single assignment
//!
//! Labels are then a property of definitions and are found by one work list, linear in the plan; two
//! tests are tests *of the same value* exactly if they name the same definitions; and the reason why
//! an argument is tainted is a path in a graph. Reference: Cytron and others, *Efficiently computing
//! static single assignment form*, TOPLAS 1991 (here of structured programs, without frontiers).

mod alias;
mod assign;
mod condition;
mod expression;
mod labels;
mod lower;

pub use lower::Unread;
pub use lower::lower;
pub(crate) use lower::lower_within;

use crate::language::tree::Span;
use crate::provenance::{Level, Readers};
use crate::tools::ToolId;

/// A definition: a value that something may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefId(pub u32);

/// What every literal is.
pub const LITERAL: DefId = DefId(0);

/// A value and what it is made of.
#[derive(Clone, Debug, Default)]
pub struct Def {
    /// What it is computed from.
    pub from: Vec<DefId>,
    /// Its own label, before those of `from` are joined.
    pub level: Level,
    /// Its own readers.
    pub readers: Readers,
    /// The variable that it is assigned to.
    pub name: Option<Box<str>>,
    /// The call that it is the result of.
    pub call: Option<u32>,
    /// Where it is made.
    pub span: Span,
    /// Whether it is known to be true, or false, as a condition.
    pub truth: Option<bool>,
    /// Whether there are ways on which it has no value.
    pub missing: bool,
}

/// A call of a tool.
#[derive(Clone, Debug)]
pub struct Call {
    /// Which.
    pub tool: ToolId,
    /// Where.
    pub span: Span,
    /// The value of each parameter; none if it is omitted.
    pub arguments: Vec<Option<DefId>>,
    /// Where the value of each parameter stands, if it is passed by itself.
    pub passed: Vec<Option<Span>>,
    /// The tests that enclose it.
    pub control: DefId,
    /// Its result.
    pub result: DefId,
}

/// A condition that several tests share.
pub type Condition = u32;

/// A node of the graph.
#[derive(Clone, Debug)]
pub struct Node {
    /// What happens.
    pub kind: NodeKind,
    /// Where.
    pub span: Span,
    /// The nodes that may follow.
    pub next: Vec<Edge>,
    /// At the beginning of a round of a loop: the definitions that are made anew.
    pub anew: std::ops::Range<u32>,
}

/// What happens at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// The plan begins.
    Start,
    /// A call, by its number.
    Call(u32),
    /// A test; if it can be asked twice, its condition, and whether the test says that it is true.
    Test(Option<(Condition, bool)>),
    /// A loop goes on or ends.
    Round,
    /// Nothing: ways meet.
    Join,
    /// The plan is done.
    Done,
    /// An exception was raised.
    Aborted,
}

/// A step from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it leads.
    pub to: u32,
    /// The outcome of the test that it follows.
    pub outcome: Option<bool>,
}

/// A remark on a plan that is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Where.
    pub span: Span,
    /// What.
    pub message: String,
}

/// A variable where it stands in the text, and what it has there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Where.
    pub span: Span,
    /// What it has.
    pub def: DefId,
    /// Whether it is assigned here.
    pub assigned: bool,
}

/// What a plan may rely on when it begins.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// Variables with their labels: of the task, or of earlier plans of the same task.
    pub variables: Vec<(Box<str>, Level, Readers)>,
    /// Tools that earlier plans of the same task have called.
    pub called: Vec<ToolId>,
    /// STRICT mode: what is assigned under a test depends on it.
    pub strict: bool,
    /// Whether any call of a tool may fail and so abort the plan.
    pub may_fail: bool,
}

/// The graph of a plan.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The nodes; node 0 is the start.
    pub nodes: Vec<Node>,
    /// The calls, in the order of the text.
    pub calls: Vec<Call>,
    /// The definitions.
    pub defs: Vec<Def>,
    /// For each condition the definitions that it reads.
    pub conditions: Vec<Vec<DefId>>,
    /// What the author should know.
    pub remarks: Vec<Remark>,
    /// Where variables stand, in the order in which they were evaluated.
    pub occurrences: Vec<Occurrence>,
    levels: Vec<(Level, Readers)>,
}

/// What is decided where ways part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Whether a test holds.
    Test,
    /// Whether a loop has anything to run over.
    Items,
    /// Whether a loop goes round once more.
    Round,
}

impl Flow {
    /// What is decided at a node where ways part.
    pub fn way(&self, node: u32) -> Way {
        let node = &self.nodes[node as usize];
        let into = |edge: &Edge| {
            let to = &self.nodes[edge.to as usize];
            edge.outcome == Some(true) && !to.anew.is_empty() && to.span == node.span
        };
        match node.kind {
            NodeKind::Round => Way::Round,
            _ if node.next.iter().any(into) => Way::Items,
            _ => Way::Test,
        }
    }

    /// The variable of an occurrence.
    pub fn variable(&self, occurrence: &Occurrence) -> Option<&str> {
        self.defs[occurrence.def.0 as usize].name.as_deref()
    }

    /// For each definition one whose own label it has: where the label comes from. None for the least.
    pub fn origins(&self) -> Vec<Option<DefId>> {
        let mut users: Vec<Vec<u32>> = vec![Vec::new(); self.defs.len()];
        let (mut origins, mut open) = (vec![None; self.defs.len()], Vec::new());
        for (index, def) in self.defs.iter().enumerate() {
            for &DefId(from) in &def.from {
                users[from as usize].push(index as u32);
            }
            if def.level > Level::default() && def.level == self.levels[index].0 {
                origins[index] = Some(DefId(index as u32));
                open.push(index);
            }
        }
        // Breadth first: the nearest origin counts.
        let mut at = 0;
        while at < open.len() {
            let from = open[at];
            at += 1;
            for &user in &users[from] {
                let user = user as usize;
                if origins[user].is_none() && self.levels[user].0 == self.levels[from].0 {
                    origins[user] = origins[from];
                    open.push(user);
                }
            }
        }
        origins
    }

    /// The label of a value.
    pub fn level(&self, def: DefId) -> Level {
        self.levels[def.0 as usize].0
    }

    /// Who may read a value.
    pub fn readers(&self, def: DefId) -> Readers {
        self.levels[def.0 as usize].1
    }
}
