//! Is a conjunction of very many rules satisfiable together with a question? Lazily, and with blame.
//!
//! Start with the question alone. A word that satisfies it is tried on all rules with the plain
//! evaluator: if all hold, the conjunction is satisfiable. Else one rule that fails joins the
//! conjunction, and so on, until some word satisfies everything or the part that was gathered cannot be
//! satisfied. That part is then made minimal by leaving out one rule after another.
//!
//! # Why lazily
//!
//! A kitchen has hundreds of rules over hundreds of atoms; an automaton of all of them is out of reach,
//! and hardly any of them matters to one question. What is satisfiable is shown by one word, and what is
//! not by a few rules: both answers are certain though most rules were never built. Reference: the
//! refinement loop of Clarke, Grumberg, Jha, Lu, Veith, *Counterexample-guided abstraction refinement*,
//! CAV 2000; minimal cores by deletion: Bakker et al., *Diagnosing and solving over-determined constraint
//! satisfaction problems*, IJCAI 1993.

use vedette_checker::budget::{Budget, Limit};
use vedette_checker::equivalence::{NotComparable, satisfiable};
use vedette_checker::formula::{Binary, Id, Pool};
use vedette_checker::words::{Reading, Word, holds};

/// What is known of a conjunction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Some word satisfies all of it.
    Possible,
    /// These rules alone exclude the question, and no fewer of them do.
    Excluded(Vec<usize>),
    /// A limit was hit.
    Unknown(String),
}

/// Why a question has no answer.
struct Stopped(String);

impl From<Limit> for Stopped {
    fn from(limit: Limit) -> Self {
        Self(limit.to_string())
    }
}

/// Rules that are asked about together.
pub(super) struct Solver<'a> {
    pub(super) pool: Pool,
    /// The rules, and after them the axioms.
    pub(super) rules: Vec<Id>,
    pub(super) reading: Reading,
    /// States for each decision.
    pub(super) states: u64,
    pub(super) interrupt: Option<&'a dyn Fn() -> Option<Limit>>,
}

impl Solver<'_> {
    pub(super) fn budget(&self) -> Budget<'_> {
        let budget = Budget::states(self.states);
        match self.interrupt {
            Some(interrupt) => budget.with_interrupt(interrupt),
            None => budget,
        }
    }

    /// Whether `question` and all rules can hold together.
    pub(super) fn ask(&mut self, question: Id) -> Answer {
        self.gather(question).unwrap_or_else(|Stopped(why)| Answer::Unknown(why))
    }

    fn gather(&mut self, question: Id) -> Result<Answer, Stopped> {
        let mut part: Vec<usize> = Vec::new();
        while let Some(word) = self.word(question, &part)? {
            if let Some(limit) = self.interrupt.and_then(|ask| ask()) {
                return Err(limit.into());
            }
            let mut failing = None;
            for (at, &rule) in self.rules.iter().enumerate() {
                let value = holds(&self.pool, rule, &word, self.reading);
                if !value.map_err(|why| Stopped(why.to_string()))? {
                    failing = Some(at);
                    break;
                }
            }
            match failing {
                None => return Ok(Answer::Possible),
                Some(at) if part.contains(&at) => {
                    return Err(Stopped("a word was refused by the plain evaluator".to_owned()));
                }
                Some(at) => part.push(at),
            }
        }
        let mut at = 0;
        while at < part.len() {
            let mut fewer = part.clone();
            fewer.remove(at);
            if self.word(question, &fewer)?.is_none() {
                part = fewer;
            } else {
                at += 1;
            }
        }
        part.sort_unstable();
        Ok(Answer::Excluded(part))
    }

    /// A word that satisfies the question and the rules of `part`.
    fn word(&mut self, question: Id, part: &[usize]) -> Result<Option<Word>, Stopped> {
        let rules = part.iter().map(|&at| self.rules[at]);
        let all = rules.collect::<Vec<_>>().into_iter();
        let all = all.fold(question, |all, rule| self.pool.binary(Binary::And, all, rule));
        match satisfiable(&self.pool, all, self.reading, &self.budget()) {
            Ok(found) => Ok(found?),
            Err(NotComparable::Undefined(why)) => Err(Stopped(why.to_string())),
            Err(NotComparable::Unbounded(why)) => Err(Stopped(why.to_string())),
            Err(NotComparable::Internal) => {
                Err(Stopped("a witness was refused by the plain evaluator".to_owned()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vedette_checker::syntax::{Dialect, parse};

    fn ask(rules: &[&str], question: &str, states: u64) -> Answer {
        let mut pool = Pool::default();
        let mut id = |text: &str| {
            let read = parse(text, Dialect::Vedette, Reading::Finite).ok().unwrap();
            pool.import(&read.pool, read.root)
        };
        let rules = rules.iter().map(|text| id(text)).collect();
        let question = id(question);
        Solver { pool, rules, reading: Reading::Finite, states, interrupt: None }.ask(question)
    }

    #[test]
    fn the_blame_is_minimal_and_what_is_possible_is_found() {
        let rules = ["G(a -> X b)", "G(a -> X c)", "G(d -> e)", "G !(b & c)", "G(b -> !d)"];
        assert_eq!(ask(&rules, "F a", 10_000), Answer::Excluded(vec![0, 1, 3]));
        assert_eq!(ask(&rules, "F d", 10_000), Answer::Possible);
        assert_eq!(ask(&rules, "true", 10_000), Answer::Possible);
        assert_eq!(ask(&["G a", "F !a", "G b"], "true", 10_000), Answer::Excluded(vec![0, 1]));
        // At the last position `a` asks for a `b` then, and that for one more position.
        let last = ["G(a -> F b)", "G F a", "G(b -> X !b)"];
        assert_eq!(ask(&last, "true", 10_000), Answer::Excluded(vec![0, 1, 2]));
    }

    #[test]
    fn a_limit_is_no_answer() {
        let mut pool = Pool::default();
        let question = pool.proposition("a");
        let stop = || Some(Limit::Cancelled);
        let (rules, reading) = (Vec::new(), Reading::Finite);
        let mut solver = Solver { pool, rules, reading, states: 10, interrupt: Some(&stop) };
        assert_eq!(solver.ask(question), Answer::Unknown(Limit::Cancelled.to_string()));
    }
}
