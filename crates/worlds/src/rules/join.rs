//! One report of the reports on parts: trajectories of different tasks are different trees, and what is
//! known of each is known of all together.

use super::check::{Report, Summary};
use super::gather::Outcome;
use super::{Letter, Verdict};

impl Report {
    /// The report on `trajectories` trajectories from those on parts of them: each with the numbers
    /// that its trajectories have among all. There is at least one part, and all are of one set of
    /// rules.
    pub fn join(parts: &[(Vec<usize>, Report)], trajectories: usize) -> Option<Self> {
        let (_, first) = parts.first()?;
        let rules = (0..first.rules.len()).map(|rule| {
            let outcomes = parts.iter().map(|(numbers, part)| (&numbers[..], &part.rules[rule]));
            Outcome::join(outcomes, trajectories)
        });
        let rules = rules.collect::<Option<Vec<Outcome>>>()?;
        let sum = |f: fn(&Summary) -> usize| parts.iter().map(|(_, part)| f(&part.summary)).sum();
        let summary = Summary {
            trajectories,
            states: sum(|s| s.states),
            nodes: sum(|s| s.nodes),
            bindings: sum(|s| s.bindings),
        };
        Some(Self { rules, summary })
    }
}

impl Outcome {
    fn join<'a>(
        mut parts: impl Iterator<Item = (&'a [usize], &'a Outcome)>,
        trajectories: usize,
    ) -> Option<Self> {
        let (numbers, first) = parts.next()?;
        let mut whole = first.clone();
        whole.per_trajectory = vec![Letter::Vacuous; trajectories];
        whole.alone = vec![Letter::Vacuous; trajectories];
        whole.violations.clear();
        whole.take(numbers, first);
        let mut lifted = vec![first.lifted];
        for (numbers, part) in parts {
            whole.take(numbers, part);
            whole.bindings += part.bindings;
            whole.violated_bindings += part.violated_bindings;
            whole.formula = whole.formula.or_else(|| part.formula.clone());
            whole.limit = whole.limit.or(part.limit);
            let new = |note: &&String| !whole.notes.contains(note);
            let notes: Vec<String> = part.notes.iter().filter(new).cloned().collect();
            whole.notes.extend(notes);
            for error in &part.errors {
                if !whole.errors.contains(error) {
                    whole.errors.push(error.clone());
                }
            }
            lifted.push(part.lifted);
        }
        whole.violations.sort_by_key(|violation| violation.trajectory);
        whole.verdict = Verdict::of(&whole.per_trajectory);
        let undecided = [Verdict::Violated, Verdict::Unsupported, Verdict::Inconclusive];
        whole.lifted = match undecided.into_iter().find(|verdict| lifted.contains(verdict)) {
            Some(verdict) => verdict,
            None if whole.verdict == Verdict::Satisfied => Verdict::Satisfied,
            None => Verdict::Vacuous,
        };
        whole.settle();
        Some(whole)
    }

    /// Takes the trajectories of a part.
    fn take(&mut self, numbers: &[usize], part: &Outcome) {
        for (at, &number) in numbers.iter().enumerate() {
            self.per_trajectory[number] = part.per_trajectory[at];
            self.alone[number] = part.alone[at];
        }
        for violation in &part.violations {
            let mut violation = violation.clone();
            violation.trajectory = numbers[violation.trajectory];
            if let Some(evidence) = &mut violation.evidence {
                evidence.renumber(|at| numbers[at as usize] as u32);
            }
            self.violations.push(violation);
        }
    }
}
