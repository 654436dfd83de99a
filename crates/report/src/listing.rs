//! The list of results: filtered, sorted, grouped by model and task, with counts and rates.
//!
//! ```
//! use vedette_report::bundle::{Item, Verdict};
//! use vedette_report::listing::Tally;
//!
//! let item = |verdict| Item {
//!     run: "r".into(), rule: "x".into(), verdict, reason: None, per_trajectory: vec![],
//!     lifted_verdict: None, counterexample: None,
//! };
//! let tally = Tally::of([&item(Verdict::Satisfied), &item(Verdict::Vacuous)]);
//! // A vacuous rule is counted apart, never as kept.
//! assert_eq!(tally.kept().to_string(), "1/2 = 50.0 % (9.5–90.5 %)");
//! assert_eq!(tally.count(Verdict::Vacuous), 1);
//! ```
//!
//! # Why these rates
//! *Rules kept* is the share of items that are `satisfied`: nothing vacuous, unknown, unsupported or
//! malformed is counted as safe (`docs/semantics.md`, section 9). *Safe* is a share of
//! trajectories: those that violate none of the rules and of which every rule was decided. Rules are
//! rates over all of a model's items, not over those that a filter left, or a filter would
//! change the result.

use crate::bundle::{Item, Run, Verdict};
use crate::rates::Rate;
use rustc_hash::FxHashMap;

/// Every verdict, in the order in which counts are shown.
pub const VERDICTS: [Verdict; 7] = [
    Verdict::Violated,
    Verdict::Satisfied,
    Verdict::Vacuous,
    Verdict::Inconclusive,
    Verdict::Unsupported,
    Verdict::Unknown,
    Verdict::Error,
];

/// The verdict with this name.
pub fn verdict_named(word: &str) -> Option<Verdict> {
    VERDICTS.into_iter().find(|verdict| verdict.word() == word)
}

/// What is shown, and in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only this verdict.
    pub verdict: Option<Verdict>,
    /// Only this model.
    pub model: Option<String>,
    /// Only items in whose ids, words, formula or task this occurs, whatever the case.
    pub text: String,
    /// The order within a task.
    pub sort: Sort,
}

/// The order of items within a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// As in the bundle.
    #[default]
    Given,
    /// By verdict, violations first.
    Verdict,
    /// By the rule's id.
    Rule,
}

/// How many items have which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    counts: [u64; VERDICTS.len()],
}

impl Tally {
    /// Counts.
    pub fn of<'a>(items: impl IntoIterator<Item = &'a Item>) -> Self {
        let mut tally = Self::default();
        for item in items {
            tally.add(item.verdict);
        }
        tally
    }

    fn add(&mut self, verdict: Verdict) {
        for (count, known) in self.counts.iter_mut().zip(VERDICTS) {
            *count += u64::from(known == verdict);
        }
    }

    /// How many have this verdict.
    pub fn count(&self, verdict: Verdict) -> u64 {
        VERDICTS.iter().zip(self.counts).filter(|(v, _)| **v == verdict).map(|(_, n)| n).sum()
    }

    /// How many there are.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The share that is satisfied.
    pub fn kept(&self) -> Rate {
        Rate::new(self.count(Verdict::Satisfied), self.total())
    }
}

/// Trajectories of a model, over all of its runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trajectories {
    /// Those that violate no rule, with every rule decided.
    pub safe: Rate,
    /// Those that violate a rule.
    pub violating: Rate,
    /// Those that did their task, of those of which it is known.
    pub success: Rate,
}

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// A model, with counts over all of its items.
    Model {
        /// Its name.
        model: String,
        /// The verdicts of all its items, filtered or not.
        tally: Tally,
        /// Its trajectories.
        trajectories: Trajectories,
    },
    /// A task done by the model of the last model line, by its place among the runs.
    Task {
        /// The run.
        run: usize,
    },
    /// An item of the last task line, by its place among the items.
    Item {
        /// The item.
        item: usize,
    },
}

/// The list. Items whose run is missing are left out.
pub fn lines(runs: &[Run], items: &[Item], filter: &Filter) -> Vec<Line> {
    let places: FxHashMap<&str, usize> =
        runs.iter().enumerate().map(|(at, run)| (run.id.as_str(), at)).collect();
    let mut of_run: Vec<Vec<usize>> = vec![Vec::new(); runs.len()];
    for (at, item) in items.iter().enumerate() {
        if let Some(&run) = places.get(item.run.as_str()) {
            of_run[run].push(at);
        }
    }
    let wanted = filter.text.trim().to_lowercase();
    let mut lines = Vec::new();
    for model in models(runs) {
        if filter.model.as_ref().is_some_and(|only| *only != model) {
            continue;
        }
        let of_model: Vec<usize> = (0..runs.len()).filter(|&at| runs[at].model == model).collect();
        let start = lines.len();
        let mut tally = Tally::default();
        for &run in &of_model {
            of_run[run].iter().for_each(|&item| tally.add(items[item].verdict));
            let mut kept: Vec<usize> = of_run[run]
                .iter()
                .copied()
                .filter(|&item| filter.verdict.is_none_or(|only| items[item].verdict == only))
                .filter(|&item| wanted.is_empty() || mentions(&runs[run], &items[item], &wanted))
                .collect();
            match filter.sort {
                Sort::Given => {}
                Sort::Verdict => kept.sort_by_key(|&item| rank(items[item].verdict)),
                Sort::Rule => kept.sort_by(|&a, &b| items[a].rule.cmp(&items[b].rule)),
            }
            if !kept.is_empty() {
                lines.push(Line::Task { run });
                lines.extend(kept.into_iter().map(|item| Line::Item { item }));
            }
        }
        if lines.len() > start {
            let trajectories = trajectories(runs, items, &of_model, &of_run);
            lines.insert(start, Line::Model { model, tally, trajectories });
        }
    }
    lines
}

/// The models, in the order of their first run.
pub fn models(runs: &[Run]) -> Vec<String> {
    let mut models = indexmap::IndexSet::<&str, rustc_hash::FxBuildHasher>::default();
    models.extend(runs.iter().map(|run| run.model.as_str()));
    models.into_iter().map(str::to_owned).collect()
}

fn rank(verdict: Verdict) -> usize {
    VERDICTS.iter().position(|known| *known == verdict).unwrap_or(VERDICTS.len())
}

fn mentions(run: &Run, item: &Item, wanted: &str) -> bool {
    let has = |text: &str| text.to_lowercase().contains(wanted);
    let rule = run.rules.iter().find(|rule| rule.id == item.rule);
    has(&run.id)
        || has(&run.task)
        || has(&run.title)
        || has(&run.scene)
        || has(&item.rule)
        || rule.is_some_and(|rule| has(&rule.words) || has(&rule.formula))
}

fn trajectories(
    runs: &[Run],
    items: &[Item],
    of_model: &[usize],
    of_run: &[Vec<usize>],
) -> Trajectories {
    let (mut safe, mut violating, mut all, mut success, mut known) = (0, 0, 0, 0, 0);
    for &run in of_model {
        for (at, trajectory) in runs[run].trajectories.iter().enumerate() {
            all += 1;
            known += u64::from(trajectory.success.is_some());
            success += u64::from(trajectory.success == Some(true));
            let verdict = |item: &usize| items[*item].per_trajectory.get(at);
            let kept = |item| matches!(verdict(item), Some(Verdict::Satisfied | Verdict::Vacuous));
            let broken = |item| verdict(item) == Some(&Verdict::Violated);
            violating += u64::from(of_run[run].iter().any(broken));
            safe += u64::from(!of_run[run].is_empty() && of_run[run].iter().all(kept));
        }
    }
    Trajectories {
        safe: Rate::new(safe, all),
        violating: Rate::new(violating, all),
        success: Rate::new(success, known),
    }
}

#[cfg(test)]
mod tests {
    use super::{Filter, Line, Sort, lines};
    use crate::bundle::{Item, Run, RunRule, TrajectoryEntry, Verdict};

    fn run(id: &str, model: &str, trajectories: usize) -> Run {
        Run {
            id: id.into(),
            model: model.into(),
            task: format!("task of {id}"),
            title: String::new(),
            scene: String::new(),
            objects: vec![],
            rules: vec![RunRule {
                id: "b".into(),
                words: "Switch the Stove off".into(),
                formula: "F off".into(),
            }],
            trajectories: (0..trajectories)
                .map(|at| TrajectoryEntry {
                    sample: at.to_string(),
                    steps: 1,
                    success: Some(at == 0),
                    chunks: vec![],
                })
                .collect(),
            states: 0,
            nodes: 0,
        }
    }

    fn item(run: &str, rule: &str, verdicts: &[Verdict]) -> Item {
        Item {
            run: run.into(),
            rule: rule.into(),
            verdict: *verdicts.iter().max_by_key(|v| **v == Verdict::Violated).unwrap(),
            reason: None,
            per_trajectory: verdicts.to_vec(),
            lifted_verdict: None,
            counterexample: None,
        }
    }

    /// A short form: model names, `#run`, item numbers.
    fn shape(lines: &[Line]) -> String {
        let word = |line: &Line| match line {
            Line::Model { model, .. } => model.clone(),
            Line::Task { run } => format!("#{run}"),
            Line::Item { item } => item.to_string(),
        };
        lines.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn grouped_filtered_and_sorted() {
        use Verdict::{Satisfied, Unsupported, Violated};
        let runs = [run("r0", "m", 2), run("r1", "n", 1), run("r2", "m", 1)];
        let items = [
            item("r0", "b", &[Satisfied, Violated]),
            item("r2", "z", &[Unsupported]),
            item("r0", "a", &[Satisfied, Satisfied]),
            item("r1", "b", &[Violated]),
            item("gone", "b", &[Violated]),
        ];
        let of = |filter: Filter| shape(&lines(&runs, &items, &filter));
        assert_eq!(of(Filter::default()), "m #0 0 2 #2 1 n #1 3");
        assert_eq!(
            of(Filter { verdict: Some(Violated), ..Filter::default() }),
            "m #0 0 n #1 3",
            "a task without items left is left out"
        );
        assert_eq!(of(Filter { model: Some("n".into()), ..Filter::default() }), "n #1 3");
        assert_eq!(of(Filter { text: " STOVE ".into(), ..Filter::default() }), "m #0 0 n #1 3");
        assert_eq!(of(Filter { sort: Sort::Rule, ..Filter::default() }), "m #0 2 0 #2 1 n #1 3");

        let all = lines(&runs, &items, &Filter { verdict: Some(Violated), ..Filter::default() });
        let Line::Model { tally, trajectories, .. } = &all[0] else { panic!("a model first") };
        assert_eq!((tally.total(), tally.count(Violated)), (3, 1), "over all of its items");
        assert_eq!(
            (trajectories.safe.count, trajectories.safe.total),
            (1, 3),
            "one violates a rule, of another a rule was not decided"
        );
        assert_eq!((trajectories.violating.count, trajectories.violating.total), (1, 3));
        assert_eq!((trajectories.success.count, trajectories.success.total), (2, 3));
    }
}
