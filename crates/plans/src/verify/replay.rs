//! Looks at a violation once more, before it leaves: walks the run over the graph of the plan and
//! evaluates the policy along it. It shares no code with the engine, the machine or the labels' solver.
//!
//! Held are: the run starts where the plan starts, every step is an edge with the outcome that is told,
//! tests of the same value agree, the run ends where the plan ends, and every atom that changed is what
//! the calls so far and the values say. Labels are found anew by plain iteration.
//!
//! A policy whose counterexamples are single runs (Clarke, Jha, Lu, Veith, *Tree-like counterexamples in
//! model checking*, LICS 2002) must also be false along this one, its path quantifiers taken away: a
//! formula of `A` only holds of a plan only if it does so along every run.

use super::{Evidence, Options};
use crate::flow::{Edge, Flow, Node, NodeKind};
use crate::machine::Event;
use crate::policy::{Grounded, Meaning, Test};
use crate::provenance::{Level, Readers};
use crate::tools::{ToolId, Tools};
use rustc_hash::{FxHashMap, FxHashSet};
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::formula::{AtomId, Binary, Id, Node as Formula, Pool, Unary};

/// The labels of all definitions, by going round until nothing changes.
pub(super) fn labels(flow: &Flow, budget: &Budget<'_>) -> Result<Vec<(Level, Readers)>, Limit> {
    let mut labels: Vec<(Level, Readers)> =
        flow.defs.iter().map(|def| (def.level, def.readers)).collect();
    loop {
        let mut same = true;
        for (index, def) in flow.defs.iter().enumerate() {
            budget.tick()?;
            for from in &def.from {
                let (level, readers) = labels[from.0 as usize];
                let own = &mut labels[index];
                same &= own.0 >= level && own.1 >= readers;
                *own = (own.0.max(level), own.1.max(readers));
            }
        }
        if same {
            return Ok(labels);
        }
    }
}

/// What a run is held against.
pub(super) struct Replay<'a> {
    pub(super) flow: &'a Flow,
    pub(super) tools: &'a Tools,
    pub(super) options: &'a Options,
    pub(super) policy: &'a Grounded,
    /// The labels of definitions, found anew.
    pub(super) labels: &'a [(Level, Readers)],
    /// What values are whose readers depend on live data.
    pub(super) public: bool,
    /// Whether tests of the same value must agree.
    pub(super) correlated: bool,
}

impl Replay<'_> {
    /// Why the evidence shows no violation, if it does not. A violation without a run is not looked at.
    pub(super) fn refute(&self, evidence: &Evidence, nodes: &[u32]) -> Result<(), &'static str> {
        if evidence.run.is_empty() {
            return Ok(());
        }
        self.walk(evidence, nodes)?;
        let values = self.values(evidence)?;
        let aborts = evidence.run.last().is_some_and(|last| last.event == Event::Aborted);
        let (pool, root) = (&self.policy.formula.pool, self.policy.formula.root);
        if linear(pool, root) && self.holds(&values, aborts) {
            return Err("a run that keeps the policy");
        }
        Ok(())
    }

    /// Every step is one of the graph, and tests agree.
    fn walk(&self, evidence: &Evidence, nodes: &[u32]) -> Result<(), &'static str> {
        let kind = |node: u32| self.flow.nodes[node as usize].kind;
        if nodes[0] != 0 || kind(0) != NodeKind::Start {
            return Err("a run that does not start with the plan");
        }
        let mut here = 0;
        let mut known: FxHashMap<u32, bool> = FxHashMap::default();
        for (moment, &last) in evidence.run.iter().zip(nodes).skip(1) {
            let mut tests = moment.tests.iter().peekable();
            for &next in moment.through.iter().chain([&last]) {
                let node: &Node = &self.flow.nodes[here as usize];
                let told = tests.peek().filter(|test| test.0 == here).map(|test| test.1);
                // A step remembers only so many tests; what comes after them is free.
                let fits =
                    |edge: &Edge| edge.to == next && (told.is_none() || edge.outcome == told);
                if !node.next.iter().any(fits) {
                    return Err("a step that the plan cannot make");
                }
                if let Some(outcome) = told {
                    tests.next();
                    if let (NodeKind::Test(Some((condition, same))), true) =
                        (node.kind, self.correlated)
                    {
                        let value = outcome == same;
                        if *known.entry(condition).or_insert(value) != value {
                            return Err("two tests of one value that differ");
                        }
                    }
                }
                here = next;
                // A round of a loop makes some values anew.
                let anew = &self.flow.nodes[here as usize].anew;
                if !anew.is_empty() {
                    known.retain(|condition, _| {
                        let defs = &self.flow.conditions[*condition as usize];
                        !defs.iter().any(|def| anew.contains(&def.0))
                    });
                }
            }
            if tests.next().is_some() {
                return Err("a test that is not on the way");
            }
            let fits = match (moment.event, kind(here)) {
                (Event::Call(call), NodeKind::Call(other)) => call == other,
                (Event::Done, NodeKind::Done) | (Event::Aborted, NodeKind::Aborted) => true,
                _ => false,
            };
            if !fits {
                return Err("an event that does not happen there");
            }
        }
        if !matches!(kind(here), NodeKind::Done | NodeKind::Aborted) {
            return Err("a run that does not end with the plan");
        }
        Ok(())
    }

    /// The atoms at every event, which must change as told.
    fn values(&self, evidence: &Evidence) -> Result<Vec<Vec<bool>>, &'static str> {
        let mut called: FxHashSet<ToolId> = self.options.context.called.iter().copied().collect();
        let mut all: Vec<Vec<bool>> = Vec::with_capacity(evidence.run.len());
        for moment in &evidence.run {
            let before = called.clone();
            if let Event::Call(call) = moment.event {
                called.insert(self.flow.calls[call as usize].tool);
            }
            let value = |meaning: &Meaning| match *meaning {
                Meaning::Call(tool) => {
                    matches!(moment.event, Event::Call(it) if self.flow.calls[it as usize].tool == tool)
                }
                Meaning::Called(tool) => called.contains(&tool),
                Meaning::CalledBefore(tool) => before.contains(&tool),
                Meaning::Start => moment.event == Event::Start,
                Meaning::Done => moment.event == Event::Done,
                Meaning::Aborted => moment.event == Event::Aborted,
                Meaning::Argument(..) | Meaning::Control(_) => {
                    self.labelled(moment.event, *meaning)
                }
            };
            let values: Vec<bool> = self.policy.meanings.iter().map(value).collect();
            let mut changes = 0;
            for (index, &value) in values.iter().enumerate() {
                if all.last().is_some_and(|last| last[index]) == value {
                    continue;
                }
                changes += 1;
                let name =
                    super::evidence::name(&self.policy.formula.pool, AtomId::from_index(index));
                if !moment.changed.iter().any(|(atom, now)| **atom == *name && *now == value) {
                    return Err("an atom that changes and is not told");
                }
            }
            if changes != moment.changed.len() {
                return Err("an atom that is told to change and does not");
            }
            all.push(values);
        }
        Ok(all)
    }

    fn labelled(&self, event: Event, meaning: Meaning) -> bool {
        let Event::Call(call) = event else {
            // Nothing is passed: trusted, and for all to read.
            return matches!(
                meaning,
                Meaning::Argument(_, Test::Trusted | Test::Public)
                    | Meaning::Control(Test::Trusted | Test::Public)
            );
        };
        let call = &self.flow.calls[call as usize];
        let (def, test) = match meaning {
            Meaning::Argument(name, test) => {
                let params = &self.tools.get(call.tool).params;
                let name = &self.policy.arguments[name as usize];
                let at = params.iter().position(|param| param.name == *name);
                (at.and_then(|at| call.arguments[at]), test)
            }
            Meaning::Control(test) => (Some(call.control), test),
            _ => return false,
        };
        let least = (Level::default(), Readers::Public);
        let (level, readers) = def.map_or(least, |def| self.labels[def.0 as usize]);
        let public = match readers {
            Readers::Public => true,
            Readers::Depends => self.public,
            Readers::Private => false,
        };
        match test {
            Test::Trusted => self.tools.lattice.is_trusted(level),
            Test::Tainted => self.tools.lattice.is_tainted(level),
            Test::Public => public,
            Test::Private => !public,
        }
    }

    /// Whether the policy, its path quantifiers taken away, holds along the run; the last event stays.
    fn holds(&self, values: &[Vec<bool>], aborts: bool) -> bool {
        let (pool, n) = (&self.policy.formula.pool, values.len());
        // A run that is ended by an exception does not owe what was still to come.
        let excused = |at: usize| at + 1 == n && aborts && !self.options.count_aborts;
        let mut truth: Vec<Vec<bool>> = vec![Vec::new(); pool.len()];
        for id in pool.reachable(&[self.policy.formula.root]) {
            let of = |id: Id| &truth[id.index()];
            let each = |value: &dyn Fn(usize) -> bool| (0..n).map(value).collect::<Vec<bool>>();
            // From the last event back: what holds now, and what is handed on to the event before.
            let back = |now: &dyn Fn(usize) -> bool, hand: &dyn Fn(usize) -> bool, first: bool| {
                let (mut row, mut later) = (vec![false; n], first);
                for at in (0..n).rev() {
                    later = now(at) || (hand(at) && later);
                    row[at] = later;
                }
                row
            };
            let row = match pool.node(id) {
                Formula::Constant(value) => vec![value; n],
                Formula::Atom(atom) => each(&|at| values[at][atom.index()]),
                Formula::Unary(op, a) if op.is_path() => of(a).clone(),
                Formula::Unary(Unary::Not, a) => each(&|at| !of(a)[at]),
                Formula::Unary(Unary::Next | Unary::WeakNext, a) => {
                    each(&|at| of(a)[(at + 1).min(n - 1)])
                }
                Formula::Unary(Unary::Finally, a) => {
                    back(&|at| of(a)[at] || excused(at), &|_| true, false)
                }
                Formula::Unary(Unary::Globally, a) => back(&|_| false, &|at| of(a)[at], true),
                Formula::Binary(op, a, b) => match op {
                    Binary::And => each(&|at| of(a)[at] && of(b)[at]),
                    Binary::Or => each(&|at| of(a)[at] || of(b)[at]),
                    Binary::Implies => each(&|at| !of(a)[at] || of(b)[at]),
                    Binary::Iff => each(&|at| of(a)[at] == of(b)[at]),
                    Binary::Xor => each(&|at| of(a)[at] != of(b)[at]),
                    Binary::Until => back(&|at| of(b)[at] || excused(at), &|at| of(a)[at], false),
                    Binary::WeakUntil => back(&|at| of(b)[at], &|at| of(a)[at], true),
                    Binary::Release => back(&|at| of(a)[at] && of(b)[at], &|at| of(b)[at], true),
                    Binary::StrongRelease => {
                        back(&|at| (of(a)[at] || excused(at)) && of(b)[at], &|at| of(b)[at], false)
                    }
                },
                // Policies have no other formulas.
                _ => vec![false; n],
            };
            truth[id.index()] = row;
        }
        truth[self.policy.formula.root.index()][0]
    }
}

/// Whether every counterexample is a single run: `A` only, not negated, and nothing temporal where a
/// counterexample would have to branch.
fn linear(pool: &Pool, root: Id) -> bool {
    let mut temporal = vec![false; pool.len()];
    for id in pool.reachable(&[root]) {
        let at = |id: Id| temporal[id.index()];
        let node = pool.node(id);
        let fits = match node {
            Formula::Unary(Unary::SomePath, _) => false,
            Formula::Unary(Unary::Not | Unary::Finally, a)
            | Formula::Binary(Binary::Implies | Binary::Release | Binary::StrongRelease, a, _) => {
                !at(a)
            }
            Formula::Binary(Binary::Or, a, b) => !at(a) || !at(b),
            Formula::Binary(Binary::Iff | Binary::Xor, a, b) => !at(a) && !at(b),
            Formula::Binary(Binary::Until | Binary::WeakUntil, _, b) => !at(b),
            _ => true,
        };
        if !fits {
            return false;
        }
        let path = matches!(node, Formula::Unary(op, _) if op.is_path());
        temporal[id.index()] = path || node.children().any(at);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;
    use crate::verify::{Plan, Verdict};
    use vedette_checker::budget::Budget;

    type Damage = fn(&mut Evidence);

    /// Damaged evidence of every kind is refused.
    #[test]
    fn damaged_evidence_is_refused() {
        let json = r#"{"ask": {"params": []}, "pay": {"params": ["to"]}}"#;
        let tools = Tools::read(json, None).unwrap();
        let text = "x = ask()\nif x:\n    pay(x)\nask()\n";
        let plan = Plan::new(text, &tools, Options::default()).unwrap();
        let policy = Policy::new("P", "AG(call_pay -> to_trusted)");
        let outcome = plan.check(&policy, &Budget::default());
        assert_eq!(outcome.verdict, Verdict::Violated, "{:?}", outcome.reason);
        let good = outcome.evidence.unwrap();
        let grounded = crate::policy::ground(&policy, &tools).unwrap();
        let anew = labels(plan.flow(), &Budget::default()).unwrap();
        let refuted = |evidence: &Evidence| plan.replay(&grounded, evidence, false, &anew);
        assert_eq!(refuted(&good), Ok(()));
        let damages: [(&str, Damage); 6] = [
            ("a run that does not start with the plan", |it| drop(it.run.remove(0))),
            ("a step that the plan cannot make", |it| drop(it.run.remove(2))),
            ("a run that does not end with the plan", |it| drop(it.run.pop())),
            ("a step that the plan cannot make", |it| it.run[2].tests[0].1 = false),
            ("an atom that changes and is not told", |it| it.run[2].changed.clear()),
            ("an event that does not happen there", |it| it.run[1].event = Event::Done),
        ];
        for (reason, damage) in damages {
            let mut evidence = good.clone();
            damage(&mut evidence);
            assert_eq!(refuted(&evidence), Err(reason));
        }
        // The same run is no violation of a policy that it keeps.
        let kept = Policy::new("Q", "AG(call_pay -> !to_trusted)");
        let kept = crate::policy::ground(&kept, &tools).unwrap();
        assert_eq!(
            refuted(&good).and(plan.replay(&kept, &good, false, &anew)),
            Err("a run that keeps the policy")
        );
    }

    /// More tests between two calls than a step remembers are no reason to doubt a run.
    #[test]
    fn runs_through_many_tests_are_accepted() {
        let json = r#"{"ask": {"params": []}, "pay": {"params": ["to"]}}"#;
        let tools = Tools::read(json, None).unwrap();
        let mut text = String::from("x = ask()\n");
        for index in 0..60 {
            text += &["if x == ", &index.to_string(), ":\n    y = 1\n"].concat();
        }
        text.push_str("pay(x)\n");
        let plan = Plan::new(&text, &tools, Options::default()).unwrap();
        let policy = Policy::new("P", "AG(call_pay -> to_trusted)");
        let outcome = plan.check(&policy, &Budget::default());
        assert_eq!(outcome.verdict, Verdict::Violated, "{:?}", outcome.reason);
    }

    #[test]
    fn counterexamples_that_are_single_runs_are_known() {
        let json = r#"{"a": {"params": []}, "b": {"params": []}}"#;
        let tools = Tools::read(json, None).unwrap();
        for (formula, expected) in [
            ("AG(call_a -> b_called)", true),
            ("AG(call_a -> AF call_b)", true),
            ("A[!call_a U call_b]", true),
            ("AF AG call_a", false),
            ("AX call_a | AX call_b", false),
            ("EF call_a", false),
            ("!AF call_a", false),
            ("AG(AF call_a -> call_b)", false),
        ] {
            let grounded = crate::policy::ground_formula(formula, &tools).unwrap();
            let found = linear(&grounded.formula.pool, grounded.formula.root);
            assert_eq!(found, expected, "{formula}");
        }
    }
}
