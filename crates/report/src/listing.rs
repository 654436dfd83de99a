//! The lists of results: filtered, sorted and summed up from the index alone.
//!
//! ```
//! use vedette_report::bundle::{IndexRow, RunRule, Slice, Verdict};
//! use vedette_report::listing::{Filter, results};
//! use vedette_report::rules::Rules;
//!
//! let mut rules = Rules::default();
//! let rule = |id: &str| RunRule { id: id.into(), words: String::new(), formula: "G p".into() };
//! rules.insert(0, vec![rule("stove"), rule("door")]);
//! let row = IndexRow {
//!     rules: vec![Slice { shard: 0, from: 0, count: 2 }],
//!     verdicts: vec![Verdict::Satisfied, Verdict::Violated],
//!     ..IndexRow::default()
//! };
//! let only = Filter { verdict: Some(Verdict::Violated), ..Filter::default() };
//! let found = results(&[row], &rules, &only);
//! assert_eq!((found[0].run, found[0].rule), (0, 1), "the door of the first run");
//! ```
//!
//! # Why from the index
//! A bundle may have hundreds of thousands of results. The index has one letter for each, so that any
//! filter is a pass over some hundred kilobytes, and the list holds two numbers a line; texts are
//! compared once a rule and once a run, not once a result.

use crate::bundle::{IndexRow, RunRule, TrajectoryCounts, Verdict};
use crate::evaluation::stages::{First, Stages};
use crate::leaderboard::{Tally, VERDICTS};
use crate::rules::Rules;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The verdict with this name.
pub fn verdict_named(word: &str) -> Option<Verdict> {
    VERDICTS.into_iter().find(|verdict| verdict.word() == word)
}

/// What is shown, and in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// A line a result, a task, or a rule.
    pub view: View,
    /// Only this verdict.
    pub verdict: Option<Verdict>,
    /// Only this model.
    pub model: Option<String>,
    /// Only this task.
    pub task: Option<String>,
    /// Only the rule with this id.
    pub rule: Option<String>,
    /// Only runs of which an answer first goes wrong there ([`Stages::fits`]).
    pub wrong: Option<First>,
    /// Only items in whose ids, words, formula or task this occurs, whatever the case.
    pub text: String,
    /// The order.
    pub sort: Sort,
    /// The page of the list, counted from 0.
    pub page: usize,
}

/// What a line of the list is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// A rule checked on a run.
    #[default]
    Results,
    /// A run, with counts over its rules.
    Tasks,
    /// A rule, with counts over its runs.
    Rules,
}

impl View {
    /// The word used in addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Results => "results",
            Self::Tasks => "tasks",
            Self::Rules => "rules",
        }
    }

    /// The view with this name.
    pub fn named(word: &str) -> Option<Self> {
        [Self::Results, Self::Tasks, Self::Rules].into_iter().find(|view| view.word() == word)
    }
}

/// The order of the lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// As in the bundle.
    #[default]
    Given,
    /// By verdict, violations first; of sums, those with most violations first.
    Verdict,
    /// By the rule's id; of tasks, by the task's.
    Rule,
}

impl Sort {
    /// The word used in addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Verdict => "verdict",
            Self::Rule => "rule",
        }
    }

    /// The order with this name.
    pub fn named(word: &str) -> Option<Self> {
        [Self::Given, Self::Verdict, Self::Rule].into_iter().find(|sort| sort.word() == word)
    }
}

/// A result: rule number `rule` of run number `run`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The run, by its place in the index.
    pub run: u32,
    /// The rule, by its place in the run.
    pub rule: u32,
}

/// A run or a rule, with counts over the results that the filter left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The first of the results.
    pub first: Place,
    /// Their verdicts.
    pub verdicts: Tally,
    /// The trajectories of the run; of a rule, none.
    pub trajectories: TrajectoryCounts,
}

/// The results that a filter leaves, in its order.
pub fn results(rows: &[IndexRow], rules: &Rules, filter: &Filter) -> Vec<Place> {
    let wanted = filter.text.trim().to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&wanted);
    // By the rule's address: runs share their rules.
    let mut known: FxHashMap<*const RunRule, bool> = FxHashMap::default();
    let mut found = Vec::new();
    for (run, row) in rows.iter().enumerate() {
        let only = |wanted: &Option<String>, is: &str| wanted.as_ref().is_none_or(|w| w == is);
        if !only(&filter.model, &row.model) || !only(&filter.task, &row.task) {
            continue;
        }
        let goes_wrong =
            |first| row.levels.as_ref().is_some_and(|levels| Stages::of(levels).fits(first));
        if !filter.wrong.is_none_or(goes_wrong) {
            continue;
        }
        let by_run = wanted.is_empty()
            || [&row.id, &row.task, &row.title, &row.scene].into_iter().any(|text| has(text));
        for (at, (&verdict, rule)) in row.verdicts.iter().zip(rules.of(row)).enumerate() {
            let fits = filter.verdict.is_none_or(|only| only == verdict)
                && filter.rule.as_ref().is_none_or(|id| rule.is_some_and(|rule| rule.id == *id));
            let by_rule = |rule: &RunRule| {
                *known
                    .entry(std::ptr::from_ref(rule))
                    .or_insert_with(|| has(&rule.id) || has(&rule.words) || has(&rule.formula))
            };
            if fits && (by_run || rule.is_some_and(by_rule)) {
                found.push(Place { run: run as u32, rule: at as u32 });
            }
        }
    }
    match filter.sort {
        Sort::Given => {}
        Sort::Verdict => found.sort_by_key(|place| rank(verdict_at(rows, *place))),
        Sort::Rule => {
            let id = |place: &Place| {
                rules.at(&rows[place.run as usize], place.rule as usize).map(|rule| &rule.id)
            };
            found.sort_by(|a, b| id(a).cmp(&id(b)));
        }
    }
    found
}

/// The verdict of a result.
pub fn verdict_at(rows: &[IndexRow], place: Place) -> Verdict {
    let row = rows.get(place.run as usize);
    row.and_then(|row| row.verdicts.get(place.rule as usize)).copied().unwrap_or(Verdict::Error)
}

/// The runs that results belong to, with counts.
pub fn tasks(rows: &[IndexRow], found: &[Place], sort: Sort) -> Vec<Sum> {
    let mut sums: IndexMap<u32, Sum, FxBuildHasher> = IndexMap::default();
    for &place in found {
        let row = &rows[place.run as usize];
        let sum = sums.entry(place.run).or_insert(Sum {
            first: place,
            verdicts: Tally::default(),
            trajectories: row.trajectories,
        });
        sum.verdicts.add(verdict_at(rows, place), 1);
    }
    let mut sums: Vec<Sum> = sums.into_values().collect();
    sums.sort_by_key(|sum| sum.first.run);
    let task = |sum: &Sum| &rows[sum.first.run as usize].task;
    match sort {
        Sort::Given => {}
        Sort::Verdict => sums.sort_by_key(|sum| std::cmp::Reverse(sum.verdicts.violated)),
        Sort::Rule => sums.sort_by(|a, b| task(a).cmp(task(b))),
    }
    sums
}

/// The rules that results belong to, with counts. Rules are the same if id and formula are.
pub fn by_rule(rows: &[IndexRow], rules: &Rules, found: &[Place], sort: Sort) -> Vec<Sum> {
    let mut sums: IndexMap<(&str, &str), Sum, FxBuildHasher> = IndexMap::default();
    for &place in found {
        let rule = rules.at(&rows[place.run as usize], place.rule as usize);
        let key = rule.map_or(("", ""), |rule| (rule.id.as_str(), rule.formula.as_str()));
        let sum = sums.entry(key).or_insert(Sum {
            first: place,
            verdicts: Tally::default(),
            trajectories: TrajectoryCounts::default(),
        });
        sum.verdicts.add(verdict_at(rows, place), 1);
    }
    match sort {
        Sort::Given => {}
        Sort::Verdict => {
            sums.sort_by(|_, a, _, b| b.verdicts.violated.cmp(&a.verdicts.violated));
        }
        Sort::Rule => sums.sort_keys(),
    }
    sums.into_values().collect()
}

fn rank(verdict: Verdict) -> usize {
    VERDICTS.iter().position(|known| *known == verdict).unwrap_or(VERDICTS.len())
}

#[cfg(test)]
mod tests {
    use super::{Filter, Place, Sort, by_rule, results, tasks};
    use crate::bundle::{IndexRow, RunRule, Slice, Verdict};
    use crate::evaluation::result::{Execution, Levels};
    use crate::evaluation::stages::First;
    use crate::evaluation::{Horizon, Level, Style};
    use crate::rules::Rules;

    fn row(id: &str, model: &str, rules: &[u32], verdicts: &[Verdict]) -> IndexRow {
        let slice = |&from: &u32| Slice { shard: 0, from, count: 1 };
        IndexRow {
            id: id.into(),
            model: model.into(),
            task: format!("task of {id}"),
            rules: rules.iter().map(slice).collect(),
            verdicts: verdicts.to_vec(),
            ..IndexRow::default()
        }
    }

    fn rules() -> Rules {
        let mut rules = Rules::default();
        let rule = |id: &str, words: &str| RunRule {
            id: id.into(),
            words: words.into(),
            formula: format!("F {id}"),
        };
        rules.insert(0, vec![rule("b", "Switch the Stove off"), rule("a", ""), rule("z", "")]);
        rules
    }

    /// A short form: run and rule.
    fn shape(found: &[Place]) -> String {
        found.iter().map(|p| format!("{}.{}", p.run, p.rule)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn filtered_and_sorted() {
        use Verdict::{Satisfied, Unsupported, Violated};
        let rules = rules();
        let rows = [
            row("r0", "m", &[0, 1], &[Violated, Satisfied]),
            row("r1", "n", &[0], &[Violated]),
            row("r2", "m", &[2], &[Unsupported]),
        ];
        let none = Filter::default();
        for (filter, wanted) in [
            (none.clone(), "0.0 0.1 1.0 2.0"),
            (Filter { verdict: Some(Violated), ..none.clone() }, "0.0 1.0"),
            (Filter { model: Some("n".into()), ..none.clone() }, "1.0"),
            (Filter { task: Some("task of r2".into()), ..none.clone() }, "2.0"),
            (Filter { rule: Some("b".into()), ..none.clone() }, "0.0 1.0"),
            (Filter { text: " STOVE ".into(), ..none.clone() }, "0.0 1.0"),
            (Filter { text: "task of R0".into(), ..none.clone() }, "0.0 0.1"),
            (Filter { sort: Sort::Rule, ..none.clone() }, "0.1 0.0 1.0 2.0"),
            (Filter { sort: Sort::Verdict, ..none.clone() }, "0.0 1.0 0.1 2.0"),
        ] {
            assert_eq!(shape(&results(&rows, &rules, &filter)), wanted, "{filter:?}");
        }
        let all = results(&rows, &rules, &none);
        let of_tasks = tasks(&rows, &all, Sort::Given);
        assert_eq!(of_tasks.len(), 3);
        assert_eq!(of_tasks[0].verdicts.kept().to_string(), "1/2 = 50.0 % (9.5–90.5 %)");
        let of_rules = by_rule(&rows, &rules, &all, Sort::Verdict);
        assert_eq!(of_rules.len(), 3);
        assert_eq!(of_rules[0].verdicts.violated, 2);
    }

    #[test]
    fn only_runs_of_which_an_answer_goes_wrong_there() {
        let levels = |goal| Levels {
            agent: "m".into(),
            style: Style::Ltl,
            horizon: Horizon::Short,
            rules: Vec::new(),
            semantic: Vec::new(),
            plan: Vec::new(),
            trajectory: vec![Execution {
                sample: 1,
                actions: Some(1),
                goal: Some(goal),
                ..Execution::default()
            }],
        };
        let asked = |id: &str, goal| IndexRow {
            levels: Some(levels(goal)),
            ..row(id, "m", &[0], &[Verdict::Satisfied])
        };
        let rows =
            [row("r0", "m", &[0], &[Verdict::Violated]), asked("r1", false), asked("r2", true)];
        for (wrong, wanted) in [
            (None, "0.0 1.0 2.0"),
            (Some(First::Wrong(Level::Trajectory)), "1.0"),
            (Some(First::Wrong(Level::Plan)), ""),
            (Some(First::Nowhere), "2.0"),
        ] {
            let filter = Filter { wrong, ..Filter::default() };
            assert_eq!(shape(&results(&rows, &rules(), &filter)), wanted, "{wrong:?}");
        }
    }

    #[test]
    fn a_missing_file_of_rules_hides_no_result() {
        let rows = [row("r0", "m", &[0, 1], &[Verdict::Violated, Verdict::Satisfied])];
        let found = results(&rows, &Rules::default(), &Filter::default());
        assert_eq!(found.len(), 2);
        assert_eq!(by_rule(&rows, &Rules::default(), &found, Sort::Given).len(), 1);
    }

    #[test]
    fn a_forged_slice_is_bounded_by_the_verdicts() {
        let mut forged = row("r0", "m", &[0], &[Verdict::Violated]);
        forged.rules = vec![Slice { shard: 0, from: u32::MAX - 1, count: u32::MAX }];
        assert_eq!(results(&[forged], &rules(), &Filter::default()).len(), 1);
    }
}
