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
//! not by a few rules: both answers are certain though most rules were never built.
//!
//! # Why group by group
//!
//! Thirty lamps, each on or off, have 2³⁰ first states, though no rule speaks of two of them. So rules that
//! share no atom are asked for apart, each group for a word of its own, and the words are laid over one
//! another, the shorter ones with their last letter repeated. Such a word need not satisfy the rules (words of
//! different lengths do not go together in general), so the plain evaluator is asked about it; if it refuses,
//! all rules are taken together as above. What one group excludes, all exclude. Reference: the
//! refinement loop of Clarke, Grumberg, Jha, Lu, Veith, *Counterexample-guided abstraction refinement*,
//! CAV 2000; minimal cores by deletion: Bakker et al., *Diagnosing and solving over-determined constraint
//! satisfaction problems*, IJCAI 1993.

use rustc_hash::{FxHashMap, FxHashSet};
use vedette_checker::budget::{Budget, Limit};
use vedette_checker::equivalence::{NotComparable, satisfiable};
use vedette_checker::formula::{Binary, Id, Node, Pool};
use vedette_checker::words::{Letter, Reading, Word, holds};

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
    /// Words of groups of rules that were asked for before.
    pub(super) known: FxHashMap<Vec<usize>, Word>,
}

/// A word that satisfies some rules and a question, or the rules that exclude it.
type Gathered = Result<Word, Vec<usize>>;

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
        self.answer(question).unwrap_or_else(|Stopped(why)| Answer::Unknown(why))
    }

    fn answer(&mut self, question: Id) -> Result<Answer, Stopped> {
        if self.reading == Reading::Finite
            && let Some(answer) = self.apart(question)?
        {
            return Ok(answer);
        }
        let all: Vec<usize> = (0..self.rules.len()).collect();
        Ok(self.gather(question, &all)?.map_or_else(Answer::Excluded, |_| Answer::Possible))
    }

    /// The answer by groups that share no atom; none if their words do not go together.
    fn apart(&mut self, question: Id) -> Result<Option<Answer>, Stopped> {
        let (asked, others) = self.groups(question);
        let mut words = match self.gather(question, &asked)? {
            Ok(word) => vec![word],
            Err(part) => return Ok(Some(Answer::Excluded(part))),
        };
        for group in others {
            if let Some(word) = self.known.get(&group) {
                words.push(word.clone());
                continue;
            }
            let anything = self.pool.constant(true);
            match self.gather(anything, &group)? {
                Ok(word) => {
                    words.push(word.clone());
                    self.known.insert(group, word);
                }
                Err(part) => return Ok(Some(Answer::Excluded(part))),
            }
        }
        let word = laid_over(&words);
        for &rule in self.rules.iter().chain([&question]) {
            let value = holds(&self.pool, rule, &word, self.reading);
            if !value.map_err(|why| Stopped(why.to_string()))? {
                return Ok(None);
            }
        }
        Ok(Some(Answer::Possible))
    }

    /// The rules that share atoms with the question, directly or by others; the rest in groups that share
    /// none, each ascending.
    fn groups(&self, question: Id) -> (Vec<usize>, Vec<Vec<usize>>) {
        let atoms = |id: Id| -> FxHashSet<Id> {
            let all = self.pool.reachable(&[id]).into_iter();
            all.filter(|&id| matches!(self.pool.node(id), Node::Atom(_))).collect()
        };
        let mut groups: Vec<(FxHashSet<Id>, Vec<usize>)> = vec![(atoms(question), Vec::new())];
        for (at, &rule) in self.rules.iter().enumerate() {
            let mut own = (atoms(rule), vec![at]);
            // The question's group stays the first.
            let mut first = None;
            let mut at = 0;
            while at < groups.len() {
                if groups[at].0.is_disjoint(&own.0) {
                    at += 1;
                    continue;
                }
                let (atoms, rules) = groups.remove(at);
                own.0.extend(atoms);
                own.1.extend(rules);
                first = first.or(Some(at));
            }
            groups.insert(if first == Some(0) { 0 } else { groups.len() }, own);
        }
        let mut rules = groups.into_iter().map(|(_, mut rules)| {
            rules.sort_unstable();
            rules
        });
        (rules.next().unwrap_or_default(), rules.collect())
    }

    /// A word for `question` and the rules of `among`, gathered one by one.
    fn gather(&mut self, question: Id, among: &[usize]) -> Result<Gathered, Stopped> {
        let mut part: Vec<usize> = Vec::new();
        while let Some(word) = self.word(question, &part)? {
            if let Some(limit) = self.interrupt.and_then(|ask| ask()) {
                return Err(limit.into());
            }
            let mut failing = None;
            for &at in among {
                let value = holds(&self.pool, self.rules[at], &word, self.reading);
                if !value.map_err(|why| Stopped(why.to_string()))? {
                    failing = Some(at);
                    break;
                }
            }
            match failing {
                None => return Ok(Ok(word)),
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
        Ok(Err(part))
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

/// Finite words laid over one another: what is true in any of them is true.
fn laid_over(words: &[Word]) -> Word {
    let letters: Vec<&[Letter]> = words
        .iter()
        .map(|word| match word {
            Word::Finite(letters) => &letters[..],
            Word::Lasso(_) => &[],
        })
        .collect();
    let length = letters.iter().map(|one| one.len()).max().unwrap_or_default();
    let mut all = vec![Letter::default(); length];
    for one in letters {
        for (at, letter) in all.iter_mut().enumerate() {
            let Some(own) = one.get(at).or(one.last()) else { continue };
            for atom in own.atoms() {
                letter.insert(atom);
            }
        }
    }
    Word::Finite(all)
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
        let known = FxHashMap::default();
        let reading = Reading::Finite;
        Solver { pool, rules, reading, states, interrupt: None, known }.ask(question)
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
    fn many_rules_that_share_nothing_are_no_product() {
        let devices: Vec<String> =
            (0..40).map(|n| format!("G !(on{n} & off{n}) & G(on{n} | off{n})")).collect();
        let mut rules: Vec<&str> = devices.iter().map(String::as_str).collect();
        rules.extend(["G(on3 -> X off3)", "G(on4 -> on5)", "G !(on4 & on5)"]);
        assert_eq!(ask(&rules, "F on3", 10_000), Answer::Possible);
        assert_eq!(ask(&rules, "F on4", 10_000), Answer::Excluded(vec![41, 42]));
        assert_eq!(ask(&rules, "true", 10_000), Answer::Possible);
        // Words of one letter and of two only: no repetition makes them go together.
        let lengths = ["!(X true) & a", "X(!(X true)) & b"];
        assert_eq!(ask(&lengths, "true", 10_000), Answer::Excluded(vec![0, 1]));
    }

    #[test]
    fn a_limit_is_no_answer() {
        let mut pool = Pool::default();
        let question = pool.proposition("a");
        let stop = || Some(Limit::Cancelled);
        let (rules, reading) = (Vec::new(), Reading::Finite);
        let known = FxHashMap::default();
        let mut solver = Solver { pool, rules, reading, states: 10, interrupt: Some(&stop), known };
        assert_eq!(solver.ask(question), Answer::Unknown(Limit::Cancelled.to_string()));
    }
}
