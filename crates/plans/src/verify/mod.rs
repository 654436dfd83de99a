//! Holds a plan against policies: a verdict for each, with evidence on source lines.
//!
//! ```
//! use vedette_checker::budget::Budget;
//! use vedette_plans::policy::Policy;
//! use vedette_plans::tools::Tools;
//! use vedette_plans::verify::{Options, Plan, Verdict};
//!
//! let tools = Tools::read(
//!     r#"{"read": {"params": [], "result_provenance": "untrusted"}, "pay": {"params": ["to"]}}"#,
//!     None,
//! ).unwrap();
//! let plan = Plan::new("mail = read()\npay(mail.iban)\n", &tools, Options::default()).unwrap();
//! let policy = Policy::new("pay only whom the user names", "AG(call_pay -> to_trusted)");
//! let outcome = plan.check(&policy, &Budget::default());
//! assert_eq!(outcome.verdict, Verdict::Violated);
//! let blame = outcome.evidence.unwrap().blame.unwrap();
//! assert_eq!(plan.source().line(blame.place.line), "pay(mail.iban)");
//! ```
//!
//! # Why this construction
//!
//! Histories (`T_called`) are no labels of program points: two ways to one point may differ. A policy
//! is checked on the product of the machine with one bit for each tool whose history *it* asks for,
//! so most policies pay nothing. Paths are fair: every loop ends, that is, `done` or `aborted` comes.
//! The engine is the checker's fair CTL, its evidence re-checked there by the naive definition.

mod evidence;
mod feedback;
mod history;
pub(crate) mod relative;
mod replay;
mod suggest;

pub(crate) use evidence::name as atom_name;
pub use evidence::{Blame, Evidence, Moment, Source as Origin};
pub use suggest::Edit;

pub use crate::flow::Unread;
use crate::flow::{Context, Flow, lower_within};
use crate::language::parse_partly;
use crate::machine::{MOST_FAN, Machine};
use crate::policy::{Grounded, Meaning, Policy, Test, ground, ground_formula};
use crate::provenance::{Level, Readers};
use crate::source::Source;
use crate::tools::{ToolId, Tools};
use history::History;
use relative::Relative;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::ctl::{CtlError, check};
use vedette_checker::formula::AtomId;
use vedette_checker::syntax::SyntaxError;

/// How a plan is read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What the plan may rely on, and the mode.
    pub context: Context,
    /// Whether a run that ends in an exception owes what was still to come.
    pub count_aborts: bool,
}

/// What is known of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No run of the plan violates it.
    Holds,
    /// Some run does.
    Violated,
    /// It depends on what is only known at run time.
    Runtime,
    /// A limit was hit.
    Unknown,
    /// The policy is malformed or speaks of something unknown.
    Error,
}

impl Verdict {
    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Runtime => "runtime",
            Self::Unknown => "unknown",
            Self::Error => "error",
        }
    }
}

/// A verdict with its reasons.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The policy.
    pub policy: Box<str>,
    /// The verdict.
    pub verdict: Verdict,
    /// Whether it holds only because the plan calls none of the tools that it speaks of.
    pub vacuous: bool,
    /// Why there is no verdict.
    pub reason: Option<String>,
    /// The run that violates it.
    pub evidence: Option<Evidence>,
}

/// A plan, ready to be checked.
#[derive(Debug)]
pub struct Plan<'a> {
    source: Source,
    tools: &'a Tools,
    options: Options,
    flow: Flow,
    machine: Machine,
    histories: RefCell<FxHashMap<Vec<ToolId>, Rc<History>>>,
    /// The labels as found by the re-checker, once it needs them.
    labels: OnceCell<Vec<(Level, Readers)>>,
}

impl<'a> Plan<'a> {
    /// Reads a plan; or everything that is wrong with it.
    pub fn new(text: &str, tools: &'a Tools, options: Options) -> Result<Self, Vec<SyntaxError>> {
        let source = Source::new(text).map_err(|e| vec![e])?;
        Self::within(source, tools, options, &Budget::states(u64::MAX)).map_err(|unread| {
            match unread {
                Unread::Problems(problems) => problems,
                Unread::Limit(_) => Vec::new(),
            }
        })
    }

    /// The same of a source, as long as there is time.
    pub fn within(
        source: Source,
        tools: &'a Tools,
        options: Options,
        budget: &Budget<'_>,
    ) -> Result<Self, Unread> {
        let (program, mut problems) =
            parse_partly(&source, tools, budget).map_err(Unread::Limit)?;
        // Names without a value are told together with what the language forbids.
        let flow = match lower_within(&program, tools, &options.context, budget) {
            Ok(flow) if problems.is_empty() => flow,
            Err(Unread::Limit(limit)) => return Err(Unread::Limit(limit)),
            lowered => {
                // A statement that was not read may have assigned the variable.
                if let (Err(Unread::Problems(more)), true) = (lowered, problems.is_empty()) {
                    problems = more;
                }
                crate::language::order(&mut problems);
                return Err(Unread::Problems(problems));
            }
        };
        let machine = Machine::within(&flow, MOST_FAN, budget).map_err(Unread::Limit)?;
        let histories = RefCell::default();
        let labels = OnceCell::new();
        Ok(Self { source, tools, options, flow, machine, histories, labels })
    }

    /// The text.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The tools.
    pub fn tools(&self) -> &'a Tools {
        self.tools
    }

    /// The calls and values.
    pub fn flow(&self) -> &Flow {
        &self.flow
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// How it is read.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether a policy is about this plan: of its domain, and of a tool that it calls if the policy
    /// names tools.
    pub fn selects(&self, policy: &Policy) -> bool {
        let domain = match (&policy.domain, &self.tools.domain) {
            (Some(wanted), Some(domain)) => wanted == domain,
            (Some(_), None) | (None, _) => true,
        };
        let called = |name: &str| {
            let tool = self.tools.find(name);
            self.flow.calls.iter().any(|call| Some(call.tool) == tool)
        };
        domain && (policy.tools.is_empty() || policy.tools.iter().any(|name| called(name)))
    }

    /// The verdict of a policy.
    pub fn check(&self, policy: &Policy, budget: &Budget<'_>) -> Outcome {
        let outcome = |verdict, reason: Option<String>| Outcome {
            policy: policy.id.clone(),
            verdict,
            vacuous: false,
            reason,
            evidence: None,
        };
        // Without a formula all is left to run time, unless that is settled.
        let mut outcome = match (&policy.formula, &policy.runtime) {
            (None, Some(_)) => outcome(Verdict::Holds, None),
            _ => match ground(policy, self.tools) {
                Ok(grounded) => self.check_grounded(&policy.id, &grounded, budget),
                Err(error) => outcome(Verdict::Error, Some(error.to_string())),
            },
        };
        if outcome.verdict != Verdict::Holds {
            return outcome;
        }
        let Some(runtime) = &policy.runtime else { return outcome };
        let settled = match &policy.settled {
            None => None,
            Some(formula) => match ground_formula(formula, self.tools) {
                Ok(grounded) => Some(self.check_grounded(&policy.id, &grounded, budget)),
                Err(error) => {
                    outcome.verdict = Verdict::Error;
                    outcome.reason = Some(format!("`settled`: {error}"));
                    return outcome;
                }
            },
        };
        match settled {
            Some(settled) if settled.verdict == Verdict::Holds => {
                outcome.vacuous = settled.vacuous && (policy.formula.is_none() || outcome.vacuous);
            }
            _ if policy.formula.is_none() => {
                outcome.verdict = Verdict::Runtime;
                outcome.reason = Some(runtime.clone());
            }
            _ => outcome.reason = Some(format!("left to run time: {runtime}")),
        }
        outcome
    }

    /// The verdict of a grounded policy.
    pub fn check_grounded(&self, id: &str, policy: &Grounded, budget: &Budget<'_>) -> Outcome {
        // Much of the work on a policy counts no states: there may be no time for it.
        let time = budget.ask().map_err(CtlError::Limit);
        // What depends on live data may turn out either way: all public, or none.
        let worst = time.and_then(|()| self.decide(policy, false, budget));
        let result = if policy.is_about_readers() {
            worst.and_then(|worst| Ok((worst, self.decide(policy, true, budget)?)))
        } else {
            worst.map(|worst| (worst, None))
        };
        let mut outcome = Outcome {
            policy: id.into(),
            verdict: Verdict::Holds,
            vacuous: false,
            reason: None,
            evidence: None,
        };
        match result {
            Err(CtlError::Limit(limit)) => {
                outcome.verdict = Verdict::Unknown;
                outcome.reason = Some(limit.to_string());
            }
            Err(error) => {
                outcome.verdict = Verdict::Error;
                outcome.reason = Some(error.to_string());
            }
            Ok((None, best)) if !policy.is_about_readers() || best.is_none() => {
                let tools = policy.tools();
                let called = |tool: &ToolId| self.flow.calls.iter().any(|call| call.tool == *tool);
                outcome.vacuous = !tools.is_empty() && !tools.iter().any(called);
            }
            Ok((Some(worst), best)) if best.is_some() || !policy.is_about_readers() => {
                // A violation leaves only with evidence that was looked at once more.
                let (evidence, public) = best.map_or((worst, false), |best| (best, true));
                let labels = self.labels_anew(budget);
                match labels.map(|labels| self.replay(policy, &evidence, public, labels)) {
                    Err(limit) => {
                        outcome.verdict = Verdict::Unknown;
                        outcome.reason = Some(limit.to_string());
                    }
                    Ok(Ok(())) => {
                        outcome.verdict = Verdict::Violated;
                        outcome.evidence = Some(evidence);
                    }
                    Ok(Err(what)) => {
                        outcome.verdict = Verdict::Error;
                        outcome.reason = Some(format!(
                            "internal error: the evidence is {what}; please report this plan"
                        ));
                    }
                }
            }
            Ok((worst, best)) => {
                outcome.verdict = Verdict::Runtime;
                outcome.reason =
                    Some("it depends on who may read a value, which only live data tell".into());
                outcome.evidence = worst.or(best);
            }
        }
        outcome
    }

    /// Checks, with `public` what values are whose readers depend on live data; evidence if violated.
    fn decide(
        &self,
        policy: &Grounded,
        public: bool,
        budget: &Budget<'_>,
    ) -> Result<Option<Evidence>, CtlError> {
        let silent = self.machine.has_silent();
        let formula = Relative::new(&policy.formula, silent, !self.options.count_aborts);
        let history = self.history(policy, budget)?;
        let truth = |state: u32, atom: AtomId| {
            if atom == formula.event {
                return history.is_event(state);
            }
            if atom == formula.aborted {
                return history.is_aborted(state);
            }
            if atom == formula.ended {
                return history.is_ended(state);
            }
            let meaning = policy.meanings[atom.index()];
            self.holds(&history, state, meaning, &policy.arguments, public)
        };
        let mut pool = formula.pool.clone();
        let ended = pool.proposition("is ended");
        let checked = check(&pool, formula.root, &history.kripke, &truth, &[ended], budget)?;
        if checked.holds {
            return Ok(None);
        }
        Ok(Some(self.explain(policy, &formula, &pool, &history, &checked, &truth)))
    }

    /// The labels as the re-checker finds them.
    fn labels_anew(&self, budget: &Budget<'_>) -> Result<&[(Level, Readers)], Limit> {
        if self.labels.get().is_none() {
            let labels = replay::labels(&self.flow, budget)?;
            return Ok(self.labels.get_or_init(|| labels));
        }
        Ok(self.labels.get().map_or(&[], Vec::as_slice))
    }

    /// Looks at evidence once more.
    fn replay(
        &self,
        policy: &Grounded,
        evidence: &Evidence,
        public: bool,
        labels: &[(Level, Readers)],
    ) -> Result<(), &'static str> {
        let node = |moment: &Moment| self.machine.states[moment.state as usize].node;
        let nodes: Vec<u32> = evidence.run.iter().map(node).collect();
        let (flow, tools, options) = (&self.flow, self.tools, &self.options);
        let correlated = self.machine.correlated;
        let replay = replay::Replay { flow, tools, options, policy, labels, public, correlated };
        replay.refute(evidence, &nodes)
    }

    fn history(&self, policy: &Grounded, budget: &Budget<'_>) -> Result<Rc<History>, CtlError> {
        let mut asked: Vec<ToolId> = policy
            .meanings
            .iter()
            .filter_map(|meaning| match *meaning {
                Meaning::Called(tool) | Meaning::CalledBefore(tool) => Some(tool),
                _ => None,
            })
            .collect();
        asked.sort_unstable();
        asked.dedup();
        if let Some(known) = self.histories.borrow().get(&asked) {
            return Ok(Rc::clone(known));
        }
        let called = &self.options.context.called;
        let history = History::new(&self.machine, &self.flow, asked.clone(), called, budget)?;
        let history = Rc::new(history);
        self.histories.borrow_mut().insert(asked, Rc::clone(&history));
        Ok(history)
    }

    /// Whether an atom holds in a state.
    fn holds(
        &self,
        history: &History,
        state: u32,
        meaning: Meaning,
        arguments: &[Box<str>],
        public: bool,
    ) -> bool {
        let call = history.call(state);
        match meaning {
            Meaning::Call(tool) => call.is_some_and(|call| self.flow.calls[call].tool == tool),
            Meaning::Called(tool) => history.called(state, tool),
            Meaning::CalledBefore(tool) => history.called_before(state, tool),
            Meaning::Start => history.is_start(state),
            Meaning::Done => history.is_done(state),
            Meaning::Aborted => history.is_aborted(state),
            Meaning::Argument(..) | Meaning::Control(_) => {
                self.labelled(call, meaning, arguments, public)
            }
        }
    }

    /// Whether an atom about labels holds while a call is made, or anything else happens.
    pub(crate) fn labelled(
        &self,
        call: Option<usize>,
        meaning: Meaning,
        arguments: &[Box<str>],
        public: bool,
    ) -> bool {
        let call = call.map(|call| &self.flow.calls[call]);
        let (value, test) = match meaning {
            Meaning::Argument(name, test) => {
                let value = call.and_then(|call| {
                    let param = self.tools.get(call.tool).param(&arguments[name as usize])?;
                    call.arguments[param]
                });
                (value, test)
            }
            Meaning::Control(test) => (call.map(|call| call.control), test),
            _ => return false,
        };
        let none = (Level::default(), Readers::Public);
        let labels = value.map_or(none, |def| (self.flow.level(def), self.flow.readers(def)));
        self.passes(labels, test, public)
    }

    fn passes(&self, (level, readers): (Level, Readers), test: Test, public: bool) -> bool {
        let everybody = readers == Readers::Public || (public && readers == Readers::Depends);
        match test {
            Test::Trusted => self.tools.lattice.is_trusted(level),
            Test::Tainted => self.tools.lattice.is_tainted(level),
            Test::Public => everybody,
            Test::Private => !everybody,
        }
    }
}
