//! Rules along a run: one's own and those of the templates, each with where it first fails.
//!
//! A rule that names an object which the scene does not have is an error and no verdict: it would be
//! kept by everything.

use super::texts::{Written, rules_text};
use super::wire::{AtomRow, GoalView, RuleView, Templates, WorldQuestion, WorldReport};
use crate::atoms::text;
use crate::evaluation::execution::{failing, is_invariant, origins};
use crate::evaluation::objects::names;
use crate::evaluation::result::Origin;
use crate::typed::typed;
use crate::world::constraints::{Asked, RuleReport, constraints, with_values};
use rustc_hash::FxHashMap;
use vedette_checker::classify::{Logic, logic, rule_class};
use vedette_checker::formula::{Formula, Node};
use vedette_checker::syntax::{Style, print};
use vedette_checker::truth::Truth;
use vedette_checker::words::Reading;
use vedette_worlds::labels::{Ground, World};
use vedette_worlds::rules::{self, Options, Outcome, Rule, RuleSet};
use vedette_worlds::scene::Scene;
use vedette_worlds::trajectory::Trajectory;
use vedette_worlds::vocabulary::Vocabulary;

/// The most rules that are listed.
const LISTED: usize = 300;
/// The most rules that are looked at moment by moment, and the most moments.
const FOLLOWED: (usize, usize) = (100, 150);
/// The most atoms of a rule that are told.
const ATOMS: usize = 24;
/// The longest text of a rule.
const LONG: usize = 20_000;

/// Checks the rules of a question; whether all of them were understood.
pub(super) fn check(
    question: &WorldQuestion,
    scene: &Scene,
    trajectory: Option<&Trajectory>,
    words: &Vocabulary,
    report: &mut WorldReport,
) -> bool {
    let before = report.rule_problems.len();
    let own = rules_text(&question.rules).unwrap_or_else(|problem| {
        report.rule_problems.push(problem);
        Vec::new()
    });
    let mut set = RuleSet::default();
    if question.rules.trim_start().starts_with('{')
        && let Ok(file) = RuleSet::read(question.rules.as_bytes(), "rules")
    {
        set.defaults = file.defaults;
    }
    // What stays the same whatever is run: the texts. Rules that can be checked have a place in `set`.
    let mut views: Vec<(RuleView, Option<usize>)> = Vec::new();
    for written in own {
        let mut view = view(written, report);
        let checked = view.verdict.is_empty().then(|| {
            set.rules.push(Rule::formula(&view.id, &view.formula));
            set.rules.len() - 1
        });
        if trajectory.is_none() && checked.is_some() {
            view.verdict = "unchecked".into();
        }
        views.push((view, checked));
    }
    for rule in instances(question.templates, scene, &mut set, report) {
        set.rules.push(Rule::formula(&rule.id, &rule.formula));
        views.push((of_template(rule, trajectory.is_none()), Some(set.rules.len() - 1)));
    }
    if let Some(trajectory) = trajectory {
        let found = Checked::new(&set, trajectory, words);
        for (view, at) in &mut views {
            if let Some(at) = at {
                found.tell(*at, view);
            }
        }
        tell(views, Some((&found, &set)), report);
    } else {
        tell(views, None, report);
    }
    report.rule_problems.len() == before
}

/// Counts, sorts, and lists what is worth it.
fn tell(
    mut views: Vec<(RuleView, Option<usize>)>,
    found: Option<(&Checked<'_>, &RuleSet)>,
    report: &mut WorldReport,
) {
    const ORDER: [&str; 8] = [
        "violated",
        "error",
        "unknown",
        "unsupported",
        "inconclusive",
        "satisfied",
        "vacuous",
        "unchecked",
    ];
    let rank = |view: &RuleView| {
        ORDER.iter().position(|verdict| *verdict == view.verdict).unwrap_or(ORDER.len())
    };
    for verdict in ORDER {
        let count = views.iter().filter(|(view, _)| view.verdict == verdict).count();
        if count > 0 {
            report.counts.push((verdict.to_owned(), count));
        }
    }
    // The sort is stable: one's own rules stay before those of the templates, in their order.
    views.sort_by_key(|(view, _)| (rank(view), view.template.is_some()));
    views.truncate(LISTED);
    if let Some((found, set)) = found {
        found.follow(set, &mut views);
        for (view, at) in &mut views {
            if let Some(at) = at {
                found.rows(*at, view);
            }
        }
    }
    let number: FxHashMap<&str, u32> =
        report.objects.iter().zip(0..).map(|(object, at)| (object.name.as_str(), at)).collect();
    for (view, _) in &mut views {
        let parsed = typed(&view.formula, "vedette", Reading::Finite);
        let named = parsed.map(|typed| names(&typed.formula)).unwrap_or_default();
        view.objects = named.iter().filter_map(|name| number.get(name.as_str()).copied()).collect();
    }
    report.rules = views.into_iter().map(|(view, _)| view).collect();
}

/// A rule of one's own, as read; its verdict is empty if it can be checked.
fn view(written: Written, report: &WorldReport) -> RuleView {
    let Written { id, text, words, line } = written;
    let mut view = RuleView { id, words, ..RuleView::default() };
    let place = if line > 0 { format!("line {line}, ") } else { String::new() };
    if text.len() > LONG {
        view.verdict = "error".into();
        view.notes = vec![format!("{place}found {} bytes, expected at most {LONG}", text.len())];
        return view;
    }
    match understood(&text) {
        Err(message) => {
            view.formula = text;
            view.verdict = "error".into();
            view.notes = vec![format!("{place}{message}")];
        }
        Ok((formula, in_words)) => {
            view.class = rule_class(&formula.pool, formula.root).name().into();
            view.sentence = in_words.then(|| text.clone());
            view.formula = print(&formula.pool, formula.root, Style::Vedette);
            let known = |name: &str| report.objects.iter().any(|object| object.name == name);
            if let Some(name) = absent(&formula, known) {
                view.verdict = "error".into();
                view.notes = vec![format!(
                    "{place}found {name:?}, expected an object of the scene: the rule would be kept by \
                     everything"
                )];
            }
        }
    }
    view
}

/// A text as a formula, and whether it was a sentence.
fn understood(text: &str) -> Result<(Formula, bool), String> {
    let typed = typed(text, "auto", Reading::Finite)?;
    match typed.errors.first() {
        None => Ok((typed.formula, typed.words.is_some())),
        Some(error) => {
            let mend = error.mend.as_ref().map(|mend| format!("; {mend}")).unwrap_or_default();
            Err(format!("character {}: {}{mend}", error.column, error.message))
        }
    }
}

/// A name in a formula without variables that is no object.
fn absent(formula: &Formula, known: impl Fn(&str) -> bool) -> Option<String> {
    let bound = |&id: &_| matches!(formula.pool.node(id), Node::Bind(..));
    if formula.nodes().iter().any(bound) {
        return None;
    }
    names(formula).into_iter().find(|name| name != "agent" && !known(name))
}

/// What the templates give in the scene.
fn instances(
    templates: Templates,
    scene: &Scene,
    set: &mut RuleSet,
    report: &mut WorldReport,
) -> Vec<RuleReport> {
    let Some(asked) = templates.set() else { return Vec::new() };
    match constraints(scene, &Asked { set: asked, ..Asked::default() }) {
        Ok(found) => {
            let mut rules = found.rules;
            for rule in &mut rules {
                rule.formula = with_values(&rule.formula, &found.defaults);
            }
            for (name, value) in found.defaults {
                set.defaults.entry(name).or_insert(value);
            }
            rules
        }
        Err(unfit) => {
            report.rule_problems.push(unfit.to_string());
            Vec::new()
        }
    }
}

fn of_template(rule: RuleReport, unchecked: bool) -> RuleView {
    RuleView {
        id: rule.id,
        formula: rule.formula,
        words: rule.english,
        sentence: rule.sentence,
        class: rule.class.into(),
        template: Some(rule.template),
        verdict: if unchecked { "unchecked".into() } else { String::new() },
        ..RuleView::default()
    }
}

/// The rules, checked on a run.
struct Checked<'a> {
    outcomes: Vec<Outcome>,
    world: World<'a>,
    words: &'a Vocabulary,
    trajectory: &'a Trajectory,
}

impl<'a> Checked<'a> {
    fn new(set: &RuleSet, trajectory: &'a Trajectory, words: &'a Vocabulary) -> Self {
        let all = std::slice::from_ref(trajectory);
        let outcomes = rules::check(set, all, words, &Options::default()).rules;
        Self { outcomes, world: World::new(vec![trajectory], words), words, trajectory }
    }

    /// The verdict, and where a violation begins.
    fn tell(&self, at: usize, view: &mut RuleView) {
        let outcome = &self.outcomes[at];
        outcome.verdict.name().clone_into(&mut view.verdict);
        view.notes.extend(outcome.errors.iter().map(ToString::to_string));
        view.notes.extend(outcome.notes.iter().cloned());
        view.notes.extend(outcome.limit.iter().map(ToString::to_string));
        let Some(violation) = outcome.violations.first() else { return };
        view.first = Some(violation.step);
        view.certain = violation.evidence.as_ref().map(|evidence| evidence.certain_at);
        view.fails = vec![violation.step];
        view.origins = vec![match violation.origin {
            rules::Origin::AtStart => Origin::Start,
            rules::Origin::NotRepaired => Origin::NotRepaired,
            rules::Origin::ByAgent => Origin::Agent,
        }];
        for (variable, object) in &violation.binding {
            view.notes.push(format!("here {variable} is {object}"));
        }
    }

    /// Of violated rules about every moment: all moments in which their body fails.
    fn follow(&self, set: &RuleSet, views: &mut [(RuleView, Option<usize>)]) {
        if self.trajectory.steps.len() > FOLLOWED.1 {
            return;
        }
        let mut followed: Vec<(&mut RuleView, usize)> = views
            .iter_mut()
            .filter_map(|(view, at)| {
                let at = (*at)?;
                let violation = self.outcomes[at].violations.first()?;
                let plain = violation.binding.is_empty() && is_invariant(&violation.formula);
                plain.then_some((view, at))
            })
            .take(FOLLOWED.0)
            .collect();
        let invariants = followed.iter().map(|(_, at)| set.rules[*at].clone()).collect();
        let invariants = RuleSet { rules: invariants, ..set.clone() };
        for ((view, _), fails) in followed.iter_mut().zip(failing(&invariants, self.trajectory)) {
            if fails.iter().position(|fails| *fails) == view.first.map(|first| first as usize) {
                view.origins = origins(&fails);
                view.fails =
                    (0..).zip(&fails).filter(|(_, fails)| **fails).map(|(at, _)| at).collect();
            }
        }
    }

    /// The atoms of a rule, moment by moment: of its first instance if it has variables.
    fn rows(&self, at: usize, view: &mut RuleView) {
        let outcome = &self.outcomes[at];
        let instance = outcome.violations.first().map(|violation| &*violation.formula);
        let Some(formula) = instance.or(outcome.formula.as_ref()) else { return };
        let Some(path) = self.world.paths().first() else { return };
        for id in formula.nodes() {
            let Node::Atom(atom) = formula.pool.node(id) else { continue };
            let ground = Ground::of(self.words, &formula.pool, formula.pool.atom(atom));
            let Some(ground) = ground.filter(|_| view.atoms.len() < ATOMS) else { continue };
            let column = self.world.column(&ground);
            let sign = |moment: &u32| match column.get(*moment as usize) {
                Some(Truth::True) => '1',
                Some(Truth::False) => '0',
                _ => '?',
            };
            let row = AtomRow {
                atom: text(&formula.pool, atom),
                values: path.iter().map(sign).collect(),
            };
            if !view.atoms.contains(&row) {
                view.atoms.push(row);
            }
        }
    }
}

/// Whether the goal was reached.
pub(super) fn goal(
    question: &WorldQuestion,
    trajectory: &Trajectory,
    words: &Vocabulary,
    report: &mut WorldReport,
) {
    let text = question.goal.trim();
    if text.is_empty() {
        return;
    }
    let mut goal = GoalView { formula: text.to_owned(), ..GoalView::default() };
    match understood(text) {
        Err(message) => goal.notes.push(message),
        Ok((formula, _)) => {
            let place = |name: &str| report.objects.iter().position(|object| object.name == name);
            let known = |name: &str| place(name).is_some();
            let named = names(&formula);
            goal.objects = named.iter().filter_map(|name| Some(place(name)? as u32)).collect();
            if let Some(name) = absent(&formula, known) {
                goal.notes.push(format!("found {name:?}, expected an object of the scene"));
            } else {
                let printed = print(&formula.pool, formula.root, Style::Vedette);
                let state = logic(&formula.pool, formula.root) == Logic::Propositional;
                goal.formula = if state { format!("F(!(X true) & ({printed}))") } else { printed };
                let rules = vec![Rule::formula("goal", &goal.formula)];
                let set = RuleSet { rules, ..RuleSet::default() };
                let all = std::slice::from_ref(trajectory);
                let outcome = rules::check(&set, all, words, &Options::default()).rules.remove(0);
                goal.notes.extend(outcome.errors.iter().map(ToString::to_string));
                goal.reached = match outcome.verdict {
                    rules::Verdict::Satisfied | rules::Verdict::Vacuous => Some(true),
                    rules::Verdict::Violated => Some(false),
                    _ => None,
                };
            }
        }
    }
    report.goal = Some(goal);
}
