//! Lowers statements: branches meet in joins, loops in joins with what they carry round.

use super::alias::Aliases;
use super::{
    Call, Condition, Context, Def, DefId, Edge, Flow, LITERAL, Node, NodeKind, Occurrence, Remark,
    labels,
};
use crate::language::tree::{Expr, ExprKind, Program, Span, Stmt, StmtKind};
use crate::tools::Tools;
use rustc_hash::{FxHashMap, FxHashSet};
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::syntax::SyntaxError;

/// Why there is no graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// Something is wrong with the plan.
    Problems(Vec<SyntaxError>),
    /// There was no time to read it.
    Limit(Limit),
}

/// The graph of `program`, or the names in it that have no value.
pub fn lower(
    program: &Program,
    tools: &Tools,
    context: &Context,
) -> Result<Flow, Vec<SyntaxError>> {
    lower_within(program, tools, context, &Budget::states(u64::MAX)).map_err(
        |unread| match unread {
            Unread::Problems(problems) => problems,
            Unread::Limit(_) => Vec::new(),
        },
    )
}

/// The same, as long as there is time.
pub(crate) fn lower_within(
    program: &Program,
    tools: &Tools,
    context: &Context,
    budget: &Budget<'_>,
) -> Result<Flow, Unread> {
    let before: Vec<&str> = context.variables.iter().map(|(name, ..)| &**name).collect();
    let mut lowering = Lowering {
        tools,
        strict: context.strict,
        may_fail: context.may_fail,
        nodes: Vec::new(),
        calls: Vec::new(),
        defs: vec![Def::default()],
        conditions: Vec::new(),
        keys: FxHashMap::default(),
        remarks: Vec::new(),
        occurrences: Vec::new(),
        problems: Vec::new(),
        values: FxHashMap::default(),
        log: Vec::new(),
        ends: Vec::new(),
        raised: Vec::new(),
        control: LITERAL,
        after: LITERAL,
        overflow: false,
        budget,
        stopped: None,
        aliases: Aliases::of(&program.body, &before),
    };
    let cells: Vec<Box<str>> = lowering.aliases.cells().map(Into::into).collect();
    lowering.values.extend(cells.into_iter().map(|cell| (cell, LITERAL)));
    for (name, level, readers) in &context.variables {
        let def =
            Def { level: *level, readers: *readers, name: Some(name.clone()), ..Def::default() };
        let def = lowering.define(def);
        lowering.values.insert(name.clone(), def);
    }
    lowering.node(NodeKind::Start, 0..0);
    lowering.block(&program.body);
    let end = program.body.last().map_or(0, |last| last.span.end);
    lowering.node(NodeKind::Done, end..end);
    if !lowering.raised.is_empty() {
        let raised = std::mem::take(&mut lowering.raised);
        let span = lowering.nodes[raised[0].0 as usize].span.clone();
        lowering.ends = raised;
        lowering.node(NodeKind::Aborted, span);
    }
    if let Some(limit) = lowering.stopped {
        return Err(Unread::Limit(limit));
    }
    if lowering.overflow {
        lowering.problems.push(SyntaxError {
            span: 0..end,
            found: "a plan whose values depend on one another in too many ways".into(),
            expected: format!("at most {MOST_DEFS} definitions of values"),
            mend: Some("store into fewer containers, or split the plan".into()),
            related: None,
        });
    }
    if !lowering.problems.is_empty() {
        crate::language::order(&mut lowering.problems);
        return Err(Unread::Problems(lowering.problems));
    }
    let levels = labels::solve(&lowering.defs, budget).map_err(Unread::Limit)?;
    Ok(Flow {
        nodes: lowering.nodes,
        calls: lowering.calls,
        defs: lowering.defs,
        conditions: lowering.conditions,
        remarks: lowering.remarks,
        occurrences: lowering.occurrences,
        levels,
    })
}

/// The most definitions; a plan of ten thousand calls has a few times as many.
const MOST_DEFS: usize = 1 << 21;

/// A way that is still open: the node that it leaves, and the outcome of its test.
pub(super) type End = (u32, Option<bool>);

pub(super) struct Lowering<'a> {
    pub(super) tools: &'a Tools,
    pub(super) strict: bool,
    pub(super) may_fail: bool,
    pub(super) nodes: Vec<Node>,
    pub(super) calls: Vec<Call>,
    pub(super) defs: Vec<Def>,
    pub(super) conditions: Vec<Vec<DefId>>,
    pub(super) keys: FxHashMap<String, Condition>,
    pub(super) remarks: Vec<Remark>,
    pub(super) occurrences: Vec<Occurrence>,
    pub(super) problems: Vec<SyntaxError>,
    /// What every variable has here.
    pub(super) values: FxHashMap<Box<str>, DefId>,
    /// What variables had before, to be restored.
    log: Vec<(Box<str>, Option<DefId>)>,
    /// The ways that lead here; none if nothing does.
    pub(super) ends: Vec<End>,
    pub(super) raised: Vec<End>,
    /// The tests that enclose this place.
    pub(super) control: DefId,
    /// The tests under which the plan may have been ended before this place.
    after: DefId,
    /// Whether there are more definitions than are followed; the plan is then refused.
    pub(super) overflow: bool,
    budget: &'a Budget<'a>,
    /// Why nothing more is read; there is then as little use in going on as after an overflow.
    stopped: Option<Limit>,
    pub(super) aliases: Aliases,
}

/// What the variables that changed on a way had, at its end.
pub(super) type Changes = FxHashMap<Box<str>, DefId>;

impl Lowering<'_> {
    pub(super) fn define(&mut self, def: Def) -> DefId {
        if self.overflow || self.defs.len() >= MOST_DEFS || self.stops(self.budget.tick()) {
            self.overflow = true;
            return LITERAL;
        }
        self.defs.push(def);
        DefId(self.defs.len() as u32 - 1)
    }

    fn stops(&mut self, asked: Result<(), Limit>) -> bool {
        if let (None, Err(limit)) = (self.stopped, asked) {
            self.stopped = Some(limit);
        }
        self.stopped.is_some()
    }

    /// All that may share a part with one of these: as much work as there are variables.
    pub(super) fn sharing<T: AsRef<str>>(&mut self, names: &[T]) -> Vec<Box<str>> {
        if self.overflow || self.stops(self.budget.ask()) {
            self.overflow = true;
            return Vec::new();
        }
        self.aliases.class(names)
    }

    /// A value made of others.
    pub(super) fn join(&mut self, from: impl IntoIterator<Item = DefId>, span: &Span) -> DefId {
        let mut from: Vec<DefId> = from.into_iter().filter(|&def| def != LITERAL).collect();
        from.sort_unstable();
        from.dedup();
        match from[..] {
            [] => LITERAL,
            [one] if !self.defs[one.0 as usize].missing => one,
            _ => self.define(Def { from, span: span.clone(), ..Def::default() }),
        }
    }

    /// A new node, at the end of all open ways.
    pub(super) fn node(&mut self, kind: NodeKind, span: Span) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { kind, span, next: Vec::new(), anew: 0..0 });
        for (from, outcome) in std::mem::take(&mut self.ends) {
            self.nodes[from as usize].next.push(Edge { to: id, outcome });
        }
        self.ends.push((id, None));
        id
    }

    /// Notes where a variable stands.
    pub(super) fn occurs(&mut self, span: &Span, def: DefId, assigned: bool) {
        self.occurrences.push(Occurrence { span: span.clone(), def, assigned });
    }

    pub(super) fn set(&mut self, name: &str, def: DefId) {
        let old = self.values.insert(name.into(), def);
        self.log.push((name.into(), old));
    }

    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Undoes all changes since `mark`; what they were.
    pub(super) fn rewind(&mut self, mark: usize) -> Changes {
        let mut changes = Changes::default();
        while self.log.len() > mark {
            let Some((name, old)) = self.log.pop() else { break };
            let new = match old {
                Some(old) => self.values.insert(name.clone(), old),
                None => self.values.remove(&name),
            };
            if let Some(new) = new {
                changes.entry(name).or_insert(new);
            }
        }
        changes
    }

    /// The variables where ways meet that made these changes; `as_before` if one made none.
    pub(super) fn merge(&mut self, ways: &[Changes], as_before: bool, span: &Span) {
        let mut names: Vec<&Box<str>> = ways.iter().flat_map(|way| way.keys()).collect();
        names.sort_unstable();
        names.dedup();
        let names: Vec<Box<str>> = names.into_iter().cloned().collect();
        for name in names {
            let before = self.values.get(&name).copied();
            let mut from: Vec<Option<DefId>> =
                ways.iter().map(|way| way.get(&name).copied().or(before)).collect();
            if as_before {
                from.push(before);
            }
            if from.iter().all(|def| *def == from[0]) {
                if let Some(def) = from[0] {
                    self.set(&name, def);
                }
                continue;
            }
            let missing = from.contains(&None)
                || from.iter().flatten().any(|def| self.defs[def.0 as usize].missing);
            let from = from.into_iter().flatten().collect();
            let name_of = Some(name.clone());
            let span = span.clone();
            let def = self.define(Def { from, name: name_of, missing, span, ..Def::default() });
            self.set(&name, def);
        }
    }

    fn block(&mut self, body: &[Stmt]) {
        for statement in body {
            if self.overflow {
                return;
            }
            if self.ends.is_empty() {
                let message = "this statement can never be reached".into();
                self.remarks.push(Remark { span: statement.span.clone(), message });
                return;
            }
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        let span = &statement.span;
        match &statement.kind {
            StmtKind::Expr(value) => {
                self.value(value);
            }
            StmtKind::Assign(targets, value) => {
                let value = self.value(value);
                for target in targets {
                    self.assign(target, value);
                }
            }
            StmtKind::Augment(target, value) => self.augment(target, value, span),
            StmtKind::If(arms, otherwise) => self.branches(arms, otherwise, span),
            StmtKind::For(target, items, body) => {
                let items_value = self.value(items);
                let mut assigned = FxHashSet::default();
                self.assigned_target(target, &mut assigned);
                self.assigned(body, &mut assigned);
                self.looped(items, items_value, &assigned, |this, item| {
                    this.assign(target, item);
                    this.block(body);
                });
            }
            StmtKind::Raise(value) => {
                self.value(value);
                // That nothing was raised tells as much as what comes after an `else`.
                self.after = self.join([self.after, self.control], span);
                self.node(NodeKind::Join, span.clone());
                let ends = std::mem::take(&mut self.ends);
                self.raised.extend(ends);
            }
        }
    }

    fn branches(&mut self, arms: &[(Expr, Vec<Stmt>)], otherwise: &[Stmt], span: &Span) {
        let (control, before) = (self.control, self.after);
        let (mut ends, mut ways, mut after) = (Vec::new(), Vec::new(), vec![before]);
        for (test, body) in arms {
            self.after = before;
            let branch = self.condition(test);
            self.control = self.join([self.control, branch.value], &test.span);
            self.ends = branch.yes;
            if self.ends.is_empty() {
                let message = "this condition never holds, so its block is never reached".into();
                self.remarks.push(Remark { span: test.span.clone(), message });
            } else {
                let mark = self.mark();
                self.block(body);
                let changes = self.rewind(mark);
                after.push(self.after);
                if !self.ends.is_empty() {
                    ways.push(changes);
                    ends.append(&mut self.ends);
                }
            }
            self.ends = branch.no;
            if self.ends.is_empty() {
                break;
            }
        }
        self.after = before;
        if !self.ends.is_empty() {
            let mark = self.mark();
            self.block(otherwise);
            let changes = self.rewind(mark);
            after.push(self.after);
            if !self.ends.is_empty() {
                ways.push(changes);
                ends.append(&mut self.ends);
            }
        }
        self.merge(&ways, false, span);
        self.ends = ends;
        self.control = control;
        self.after = self.join(after, span);
    }

    /// A loop over `items`: none, one or several rounds.
    pub(super) fn looped(
        &mut self,
        items: &Expr,
        value: DefId,
        assigned: &FxHashSet<Box<str>>,
        body: impl FnOnce(&mut Self, DefId),
    ) {
        let span = &items.span;
        let control = self.control;
        let truth = match &items.kind {
            ExprKind::Literal(truth, _) => Some(*truth),
            _ => self.defs[value.0 as usize].truth,
        };
        let condition = self.key(items).map(|condition| (condition, true));
        if truth.is_none() {
            self.node(NodeKind::Test(condition), span.clone());
        }
        let entry = std::mem::take(&mut self.ends);
        let with = |ends: &[End], outcome| -> Vec<End> {
            ends.iter()
                .map(|&(from, old)| (from, if truth.is_none() { Some(outcome) } else { old }))
                .collect()
        };
        let skip = if truth == Some(true) { Vec::new() } else { with(&entry, false) };
        if truth == Some(false) {
            self.ends = skip;
            return;
        }
        self.ends = with(&entry, true);
        let head = self.node(NodeKind::Join, span.clone());
        let first = self.defs.len() as u32;

        // What the body may assign is, at its beginning, what it was before or at its end.
        let mut carried = Vec::new();
        let mark = self.mark();
        let mut names: Vec<&Box<str>> = assigned.iter().collect();
        names.sort_unstable();
        for name in names {
            if let Some(&before) = self.values.get(name) {
                let missing = self.defs[before.0 as usize].missing;
                let from = vec![before];
                let (name_of, span) = (Some(name.clone()), span.clone());
                let def = self.define(Def { from, name: name_of, span, missing, ..Def::default() });
                carried.push((name.clone(), def));
                self.set(name, def);
            }
        }
        let item = self.define(Def { from: vec![value], span: span.clone(), ..Def::default() });
        // An exception in one round leaves its tests to the next.
        let rounds = self.define(Def {
            from: vec![control, value, self.after],
            span: span.clone(),
            ..Def::default()
        });
        self.control = rounds;
        body(self, item);
        let after = self.after;
        if after != LITERAL && rounds != LITERAL {
            self.defs[rounds.0 as usize].from.push(after);
        }
        for (name, def) in &carried {
            if let Some(&end) = self.values.get(name)
                && end != *def
                && !self.ends.is_empty()
            {
                self.defs[def.0 as usize].from.push(end);
            }
        }
        let last = self.defs.len() as u32;
        let changes = self.rewind(mark);
        self.nodes[head as usize].anew = first..last;
        let mut ways = Vec::new();
        let mut ends = skip;
        let skipped = !ends.is_empty();
        if !self.ends.is_empty() {
            let round = self.node(NodeKind::Round, span.clone());
            self.nodes[round as usize].next.push(Edge { to: head, outcome: Some(true) });
            ways.push(changes);
            ends.push((round, Some(false)));
        }
        if !ways.is_empty() {
            self.merge(&ways, skipped, span);
        }
        self.ends = ends;
        self.control = control;
    }

    /// The tests that decide whether this place is reached.
    pub(super) fn tests(&mut self, span: &Span) -> DefId {
        self.join([self.control, self.after], span)
    }

    /// A value under the tests around it, if these count.
    pub(super) fn under_tests(&mut self, value: DefId, span: &Span) -> DefId {
        if self.strict {
            let tests = self.tests(span);
            self.join([value, tests], span)
        } else {
            value
        }
    }
}
