//! A problem in which a plan is run: preconditions asked, effects done, every refusal explained.

pub use super::eval::TooLarge;
use super::eval::{Asking, members};
use super::model::{Action, Domain, Ground, Part, Problem};
use super::plan::Call;
use super::print::Names;
use super::reader::hint;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// A problem with its present state.
#[derive(Clone, Debug)]
pub struct World {
    domain: Arc<Domain>,
    problem: Arc<Problem>,
    members: Arc<[Vec<usize>]>,
    state: BTreeSet<Ground>,
}

/// What a step changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// What came to hold.
    pub added: Vec<Ground>,
    /// What ceased to hold.
    pub removed: Vec<Ground>,
}

/// A step that was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The step.
    pub call: Call,
    /// Why.
    pub why: Why,
}

/// Why a step was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// There is no such action, or it was left out when the domain was read.
    UnknownAction(String),
    /// So many objects are expected.
    Arguments(usize),
    /// There is no such object.
    UnknownObject(String),
    /// An object of another type is expected: which, and of which type.
    OtherType(String, String),
    /// These parts of the precondition do not hold.
    Precondition(Vec<String>),
    /// Its condition or effect asks too much.
    TooLarge,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.call)?;
        match &self.why {
            Why::UnknownAction(hint) => write!(f, "found no action of this name{hint}"),
            Why::Arguments(expected) => {
                write!(f, "found {} objects, expected {expected}", self.call.args.len())
            }
            Why::UnknownObject(what) => write!(f, "found no object {what}"),
            Why::OtherType(name, kind) => write!(f, "found `{name}`, expected a `{kind}`"),
            Why::Precondition(parts) => {
                let verb = if parts.len() == 1 { "does" } else { "do" };
                write!(f, "{} {verb} not hold", parts.join(", "))
            }
            Why::TooLarge => f.write_str("too many objects and variables to decide"),
        }
    }
}

impl World {
    /// Before the first step.
    pub fn new(domain: Arc<Domain>, problem: Arc<Problem>) -> Self {
        let members = members(&domain.types, &problem.objects).into();
        let state = problem.init.clone();
        Self { domain, problem, members, state }
    }

    /// The domain.
    pub fn domain(&self) -> &Arc<Domain> {
        &self.domain
    }

    /// The problem.
    pub fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    /// What holds.
    pub fn state(&self) -> &BTreeSet<Ground> {
        &self.state
    }

    /// Whether the goal holds; none if the problem has none.
    pub fn reached(&self) -> Option<Result<bool, TooLarge>> {
        let goal = self.problem.goal.as_ref()?;
        let mut asking = Asking::new(&self.members, &self.state, &goal.variables, &[]);
        Some(asking.holds(&goal.condition, goal.condition.root()))
    }

    /// Does an action; one that is refused changes nothing.
    pub fn step(&mut self, call: &Call) -> Result<Change, Refused> {
        let refused = |why| Refused { call: call.clone(), why };
        let domain = Arc::clone(&self.domain);
        let Some(action) = domain.action(&call.action) else {
            let all = domain.actions.iter().map(|action| action.name.to_string());
            return Err(refused(Why::UnknownAction(hint(&call.action, all))));
        };
        let args = self.args(action, call).map_err(refused)?;
        let mut asking = Asking::new(&self.members, &self.state, &action.variables, &args);
        let too_large = |TooLarge| refused(Why::TooLarge);
        let condition = &action.precondition;
        if !asking.holds(condition, condition.root()).map_err(too_large)? {
            let failing = failing(&mut asking, action).map_err(too_large)?;
            let names = Names {
                domain: &domain,
                variables: &action.variables,
                objects: &self.problem.objects,
                bound: &args,
            };
            let text = |&part: &usize| names.print(condition, part, 0, usize::MAX);
            return Err(refused(Why::Precondition(failing.iter().map(text).collect())));
        }
        let [added, removed] = asking.effect(&action.effect).map_err(too_large)?;
        let mut change = Change::default();
        // What is both taken away and added holds afterwards.
        for fact in removed.difference(&added) {
            if self.state.remove(fact) {
                change.removed.push(fact.clone());
            }
        }
        for fact in added {
            if self.state.insert(fact.clone()) {
                change.added.push(fact);
            }
        }
        Ok(change)
    }

    fn args(&self, action: &Action, call: &Call) -> Result<Vec<usize>, Why> {
        if call.args.len() != action.arity {
            return Err(Why::Arguments(action.arity));
        }
        let mut args = Vec::with_capacity(action.arity);
        for (name, parameter) in call.args.iter().zip(&action.variables) {
            let Some(object) = self.problem.object(name) else {
                let all = self.problem.objects.iter().map(|object| object.name.to_string());
                return Err(Why::UnknownObject(format!("`{name}`{}", hint(name, all))));
            };
            if !self.members[parameter.kind].contains(&object) {
                let kind = self.domain.types.name(parameter.kind).to_string();
                return Err(Why::OtherType(name.to_string(), kind));
            }
            args.push(object);
        }
        Ok(args)
    }
}

/// The smallest parts of the precondition that do not hold and whose conjunction it asks.
fn failing(asking: &mut Asking<'_>, action: &Action) -> Result<Vec<usize>, TooLarge> {
    let condition = &action.precondition;
    let mut found = Vec::new();
    let mut open = vec![condition.root()];
    while let Some(part) = open.pop() {
        if asking.holds(condition, part)? {
            continue;
        }
        match &condition.parts()[part] {
            Part::And(inner) => open.extend(inner.iter().rev()),
            _ => found.push(part),
        }
    }
    Ok(found)
}
