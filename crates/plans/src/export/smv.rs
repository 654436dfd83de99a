//! The machine as a model for `NuSMV` and `nuXmv`, with every policy as a `CTLSPEC`.
//!
//! ```
//! use vedette_plans::export::smv::smv;
//! use vedette_plans::policy::Policy;
//! use vedette_plans::tools::Tools;
//! use vedette_plans::verify::{Options, Plan};
//!
//! let tools = Tools::read(r#"{"ask": {"params": []}, "pay": {"params": ["to"]}}"#, None).unwrap();
//! let plan = Plan::new("ask()\npay('me')\n", &tools, Options::default()).unwrap();
//! let policies = [Policy::new("P", "AG(call_pay -> ask_called & to_trusted)")];
//! let export = smv(&plan, &policies);
//! assert!(export.text.contains("FAIRNESS state$ = 3;"));
//! assert!(export.text.contains("next(called$ask) := called$ask | next(state$) = 1;"));
//! assert_eq!(export.specs[0].policy, 0);
//! ```
//!
//! # How it is written
//!
//! States are those of the machine that is checked, histories are variables that only grow, atoms are
//! definitions. What other notations lack is written out (`A[p W q]` as `!E[!q U !p & !q]`), and that
//! an aborted run is excused stands in the specification. Names of our own have a `$`, which no name of
//! a tool has. A policy about readers gives two specifications: what depends on live data is taken as
//! private in the first, as public in the second; where they differ, the verdict is left to run time.
//! Reference: *`NuSMV` 2.6 User Manual*, chapter 2.

use crate::machine::Event;
use crate::policy::{Grounded, Meaning, Policy, Test, ground};
use crate::tools::ToolId;
use crate::verify::relative::Relative;
use crate::verify::{Plan, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use vedette_checker::formula::{AtomId, Binary, Id, Node, Pool, Unary};

/// The longest specification that is written.
const LONGEST: usize = 1 << 20;

/// A specification of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The number of its policy among those given.
    pub policy: usize,
    /// Whether values whose readers depend on live data are taken as public.
    pub public: bool,
}

/// A model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// Its text.
    pub text: String,
    /// Its specifications, in order.
    pub specs: Vec<Spec>,
    /// The policies that have none, with the reason.
    pub left_out: Vec<(usize, String)>,
}

impl Export {
    /// The verdict of a policy from those of the specifications, in order; none if it has none.
    pub fn verdict(&self, policy: usize, specs: &[bool]) -> Option<Verdict> {
        let mut own = self.specs.iter().zip(specs).filter(|(spec, _)| spec.policy == policy);
        let (_, first) = own.next()?;
        let same = own.all(|(_, other)| other == first);
        Some(match (same, first) {
            (false, _) => Verdict::Runtime,
            (true, true) => Verdict::Holds,
            (true, false) => Verdict::Violated,
        })
    }
}

/// The model of a plan.
pub fn smv(plan: &Plan<'_>, policies: &[Policy]) -> Export {
    let mut writing = Writing { plan, atoms: BTreeMap::new(), histories: BTreeSet::new() };
    let (mut specs, mut left_out, mut written) = (Vec::new(), Vec::new(), String::new());
    for (index, policy) in policies.iter().enumerate() {
        if policy.formula.is_none() {
            left_out.push((index, "it is decided at run time".into()));
            continue;
        }
        let grounded = match ground(policy, plan.tools()) {
            Ok(grounded) => grounded,
            Err(error) => {
                left_out.push((index, error.to_string()));
                continue;
            }
        };
        let worlds: &[bool] = if grounded.is_about_readers() { &[false, true] } else { &[false] };
        for &public in worlds {
            let Some(spec) = writing.spec(&grounded, public) else {
                left_out.push((index, "its formula is too long when written out".into()));
                break;
            };
            let readers = match (worlds.len(), public) {
                (1, _) => "",
                (_, false) => " (unknown readers: private)",
                (_, true) => " (unknown readers: public)",
            };
            let title = comment(&format!("{}: {}", policy.id, policy.title));
            let _ = writeln!(written, "-- policy {title}{readers}\nCTLSPEC {spec};");
            specs.push(Spec { policy: index, public });
        }
    }
    for (index, why) in &left_out {
        let id = comment(&policies[*index].id);
        let _ = writeln!(written, "-- policy {id} has no specification: {}", comment(why));
    }
    Export { text: writing.text(&written), specs, left_out }
}

/// A text that stays in its line.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

struct Writing<'a, 'p> {
    plan: &'p Plan<'a>,
    /// Definitions of atoms, by name.
    atoms: BTreeMap<String, String>,
    histories: BTreeSet<ToolId>,
}

impl Writing<'_, '_> {
    fn text(&self, specs: &str) -> String {
        let machine = self.plan.machine();
        let mut text = String::from("-- a plan, written by vedette\nMODULE main\nVAR\n");
        let _ = writeln!(text, "  state$ : 0..{};", machine.states.len().max(2) - 1);
        let name = |tool: ToolId| &*self.plan.tools().get(tool).name;
        for &tool in &self.histories {
            let _ = writeln!(text, "  called${0} : boolean;\n  before${0} : boolean;", name(tool));
        }
        text.push_str("ASSIGN\n  init(state$) := 0;\n  next(state$) := case\n");
        let mut at = 0;
        while at < machine.edges.len() {
            let from = machine.edges[at].from;
            let to = machine.edges[at..].iter().take_while(|edge| edge.from == from);
            let to: Vec<u32> = to.map(|edge| edge.to).collect();
            at += to.len();
            let _ = writeln!(text, "    state$ = {from} : {};", set(&to));
        }
        text.push_str("    TRUE : state$;\n  esac;\n");
        for &tool in &self.histories {
            let (name, calls) = (name(tool), self.states(|event| self.is_call(event, tool)));
            let first = self.plan.options().context.called.contains(&tool);
            let first = if first { "TRUE" } else { "FALSE" };
            let _ = writeln!(
                text,
                "  init(called${name}) := {first};\n  init(before${name}) := {first};\n  \
                 next(called${name}) := called${name} | {};\n  next(before${name}) := called${name};",
                member("next(state$)", &calls)
            );
        }
        text.push_str("DEFINE\n");
        for (name, states) in &self.atoms {
            let _ = writeln!(text, "  {name} := {states};");
        }
        let ended = self.states(|event| matches!(event, Event::Done | Event::Aborted));
        text.push_str("-- every loop ends\n");
        let _ = writeln!(text, "FAIRNESS {};", member("state$", &ended));
        text.push_str(specs);
        text
    }

    fn states(&self, good: impl Fn(Event) -> bool) -> Vec<u32> {
        let states = self.plan.machine().states.iter().enumerate();
        states.filter(|(_, state)| good(state.event)).map(|(index, _)| index as u32).collect()
    }

    fn is_call(&self, event: Event, tool: ToolId) -> bool {
        matches!(event, Event::Call(call) if self.plan.flow().calls[call as usize].tool == tool)
    }

    /// The name of an atom, defined if it is new.
    fn atom(
        &mut self,
        policy: &Grounded,
        formula: &Relative,
        atom: AtomId,
        public: bool,
    ) -> String {
        let states = |good: &dyn Fn(Event) -> bool| member("state$", &self.states(good));
        let (name, definition) = if atom == formula.event {
            ("event$".to_owned(), states(&|event| event != Event::Silent))
        } else if atom == formula.aborted {
            ("aborted$".to_owned(), states(&|event| event == Event::Aborted))
        } else {
            let name = crate::verify::atom_name(&policy.formula.pool, atom).to_owned();
            let meaning = policy.meanings[atom.index()];
            match meaning {
                Meaning::Call(tool) => (name, states(&|event| self.is_call(event, tool))),
                Meaning::Called(tool) | Meaning::CalledBefore(tool) => {
                    self.histories.insert(tool);
                    let now = matches!(meaning, Meaning::Called(_));
                    let word = if now { "called" } else { "before" };
                    let definition = format!("{word}${}", self.plan.tools().get(tool).name);
                    (name, definition)
                }
                Meaning::Start => (name, states(&|event| event == Event::Start)),
                Meaning::Done => (name, states(&|event| event == Event::Done)),
                Meaning::Aborted => (name, states(&|event| event == Event::Aborted)),
                Meaning::Argument(_, test) | Meaning::Control(test) => {
                    let labelled = |event| {
                        let call = match event {
                            Event::Call(call) => Some(call as usize),
                            _ => None,
                        };
                        self.plan.labelled(call, meaning, &policy.arguments, public)
                    };
                    let readers = public && matches!(test, Test::Public | Test::Private);
                    let name = if readers { format!("{name}$public") } else { name };
                    (name, states(&labelled))
                }
            }
        };
        self.atoms.insert(name.clone(), definition);
        name
    }

    /// A policy as checked; none if it is too long.
    fn spec(&mut self, policy: &Grounded, public: bool) -> Option<String> {
        let silent = self.plan.machine().has_silent();
        let formula = Relative::new(&policy.formula, silent, !self.plan.options().count_aborts);
        let pool = &formula.pool;
        let mut texts: Vec<String> = vec![String::new(); pool.len()];
        for id in pool.reachable(&[formula.root]) {
            let of = |id: Id| &*texts[id.index()];
            let text = match pool.node(id) {
                Node::Constant(true) => "TRUE".into(),
                Node::Constant(false) => "FALSE".into(),
                Node::Atom(atom) => self.atom(policy, &formula, atom, public),
                Node::Unary(op, inner) if op.is_path() => {
                    quantified(pool, op == Unary::AllPaths, inner, &texts)
                }
                Node::Unary(Unary::Not, a) => format!("!{}", of(a)),
                Node::Binary(Binary::And, a, b) => format!("({} & {})", of(a), of(b)),
                Node::Binary(Binary::Or, a, b) => format!("({} | {})", of(a), of(b)),
                Node::Binary(Binary::Implies, a, b) => format!("({} -> {})", of(a), of(b)),
                Node::Binary(Binary::Iff, a, b) => format!("({} <-> {})", of(a), of(b)),
                Node::Binary(Binary::Xor, a, b) => format!("({} xor {})", of(a), of(b)),
                // Written with its quantifier.
                _ => String::new(),
            };
            if text.len() > LONGEST {
                return None;
            }
            texts[id.index()] = text;
        }
        Some(std::mem::take(&mut texts[formula.root.index()]))
    }
}

/// A path quantifier with its operator, in those that `NuSMV` has.
fn quantified(pool: &Pool, all: bool, inner: Id, texts: &[String]) -> String {
    let path = if all { 'A' } else { 'E' };
    let of = |id: Id| &*texts[id.index()];
    match pool.node(inner) {
        Node::Unary(Unary::Next | Unary::WeakNext, a) => format!("{path}X {}", of(a)),
        Node::Unary(Unary::Finally, a) => format!("{path}F {}", of(a)),
        Node::Unary(Unary::Globally, a) => format!("{path}G {}", of(a)),
        Node::Binary(op, a, b) => {
            let (a, b) = (of(a), of(b));
            match (op, all) {
                (Binary::Until, _) => format!("{path}[{a} U {b}]"),
                (Binary::StrongRelease, _) => format!("{path}[{b} U ({a} & {b})]"),
                (Binary::Release, true) => format!("!E[!{a} U !{b}]"),
                (Binary::Release, false) => format!("!A[!{a} U !{b}]"),
                (Binary::WeakUntil, true) => format!("!E[!{b} U (!{a} & !{b})]"),
                _ => format!("!A[!{b} U (!{a} & !{b})]"),
            }
        }
        _ => String::new(),
    }
}

fn set(states: &[u32]) -> String {
    if let [one] = states {
        return one.to_string();
    }
    let states: Vec<String> = states.iter().map(u32::to_string).collect();
    format!("{{{}}}", states.join(", "))
}

/// That `term` is one of these states.
fn member(term: &str, states: &[u32]) -> String {
    match states {
        [] => "FALSE".into(),
        [one] => format!("{term} = {one}"),
        _ => format!("({term} in {})", set(states)),
    }
}
