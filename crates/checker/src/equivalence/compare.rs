//! The decision itself.

use super::numbers::Numbers;
use super::sample::{Sample, Shape};
use super::shorten::shorten;
use crate::automata::build::build;
use crate::automata::finite::shortest;
use crate::automata::kernel::{Kernel, Ref};
use crate::automata::omega::accepted;
use crate::budget::{Budget, Limit};
use crate::formula::{AtomId, BoundError, Id, MAX_STEPS, Node, Pool};
use crate::words::{Lasso, Letter, Reading, Undefined, Word, holds};
use std::borrow::Cow;
use std::fmt;

/// How the candidate stands to the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Each implies the other.
    Equivalent,
    /// The candidate implies the truth, not the other way round.
    Stronger,
    /// The truth implies the candidate, not the other way round.
    Weaker,
    /// Neither implies the other.
    Incomparable,
    /// Not decided.
    Unknown(Reason),
}

/// Why nothing was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A limit was hit.
    Limit(Limit),
    /// The plain evaluator did not accept a witness that the engine found: a fault of this program.
    Recheck,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(limit) => limit.fmt(f),
            Self::Recheck => f.write_str(
                "a witness failed its independent re-check; this is a fault of the checker, please \
                 report both formulas",
            ),
        }
    }
}

/// What a formula is by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every word satisfies it.
    Valid,
    /// No word satisfies it.
    Unsatisfiable,
    /// Some words satisfy it, some do not.
    Contingent,
    /// Not decided within the limits.
    Unknown,
}

/// A word that satisfies one formula and not the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The word, accepted by the plain evaluator.
    pub word: Word,
    /// Whether it is known that no shorter word separates the two this way.
    pub shortest: bool,
}

/// What a comparison found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The answer.
    pub verdict: Verdict,
    /// A word that satisfies the candidate only, if there is one.
    pub candidate_only: Option<Witness>,
    /// A word that satisfies the truth only, if there is one.
    pub truth_only: Option<Witness>,
    /// The candidate by itself.
    pub candidate_status: Status,
    /// The truth by itself.
    pub truth_status: Status,
    /// The atoms that occur in either formula; letters mention no others.
    pub atoms: Vec<AtomId>,
    /// How many automaton states were built.
    pub states: u64,
}

/// Why two formulas cannot be compared over words.
#[derive(Clone, Debug, PartialEq)]
pub enum Unsupported {
    /// A formula has no value on a word.
    Undefined(Undefined),
    /// An interval cannot be expanded.
    Bound(BoundError),
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined(reason) => reason.fmt(f),
            Self::Bound(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for Unsupported {}

impl From<Undefined> for Unsupported {
    fn from(reason: Undefined) -> Self {
        Self::Undefined(reason)
    }
}

impl From<BoundError> for Unsupported {
    fn from(reason: BoundError) -> Self {
        Self::Bound(reason)
    }
}

/// Compares two formulas over all words of `reading`.
pub fn compare(
    pool: &Pool,
    candidate: Id,
    truth: Id,
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<Comparison, Unsupported> {
    compare_under(pool, candidate, truth, &[], reading, budget)
}

/// Compares two formulas over the words of `reading` that satisfy all of `axioms`.
pub fn compare_under(
    pool: &Pool,
    candidate: Id,
    truth: Id,
    axioms: &[Id],
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<Comparison, Unsupported> {
    let problem = Problem::new(pool, candidate, truth, axioms, reading)?;
    Ok(problem.solve(budget))
}

/// Samples before anything is built have at most `2^SKETCH` words of one shape.
const SKETCH: usize = 9;
/// Samples that look for a shorter witness have at most `2^SEARCH` words of one shape.
const SEARCH: usize = 18;

/// The questions asked: four about single formulas, two about both.
const CANDIDATE: usize = 0;
const NOT_CANDIDATE: usize = 1;
const TRUTH: usize = 2;
const NOT_TRUTH: usize = 3;
const CANDIDATE_ONLY: usize = 4;
const TRUTH_ONLY: usize = 5;

/// What is known about one question: is there a word?
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Open,
    None,
    Some(Witness),
    Unknown(Limit),
}

struct Problem<'a> {
    pool: &'a Pool,
    candidate: Id,
    truth: Id,
    axioms: &'a [Id],
    reading: Reading,
    kernel: Kernel,
    numbers: Numbers,
    /// By question.
    questions: [Ref; 6],
    /// Candidate, truth, and what every word satisfies.
    sampled: [Ref; 3],
    variables: Vec<u32>,
    atoms: Vec<AtomId>,
}

impl<'a> Problem<'a> {
    fn new(
        pool: &'a Pool,
        candidate: Id,
        truth: Id,
        axioms: &'a [Id],
        reading: Reading,
    ) -> Result<Self, Unsupported> {
        let mut roots = vec![candidate, truth];
        roots.extend(axioms);
        let mut plain = Cow::Borrowed(pool);
        let nodes = pool.reachable(&roots);
        let bounded =
            |id: &Id| matches!(pool.node(*id), Node::UnaryWithin(..) | Node::BinaryWithin(..));
        let mut atoms: Vec<AtomId> = Vec::new();
        for &id in &nodes {
            if let Node::Atom(atom) = pool.node(id) {
                atoms.push(atom);
            }
        }
        if nodes.iter().any(bounded) {
            let plain = plain.to_mut();
            for root in &mut roots {
                *root = plain.expand_bounds(*root, MAX_STEPS)?;
            }
        }
        let mut kernel = Kernel::new(reading);
        let numbers = Numbers::new(&mut kernel, &plain, &roots);
        let refs = build(&mut kernel, &plain, &roots, |kernel, atom| {
            numbers.meaning(atom).unwrap_or_else(|| kernel.variable(atom.index() as u32))
        })?;
        let (c, t) = (refs[0], refs[1]);
        let letters = kernel.and(numbers.laws.clone());
        let mut given = refs[2..].to_vec();
        given.push(kernel.globally(letters));
        let given = kernel.and(given);
        let questions = [vec![c], vec![!c], vec![t], vec![!t], vec![c, !t], vec![!c, t]];
        let questions = questions.map(|mut all| {
            all.push(given);
            kernel.and(all)
        });
        let sampled = [c, t, given];
        let variables = kernel.variables(&sampled);
        Ok(Self {
            pool,
            candidate,
            truth,
            axioms,
            reading,
            kernel,
            numbers,
            questions,
            sampled,
            variables,
            atoms,
        })
    }

    fn solve(mut self, budget: &Budget<'_>) -> Comparison {
        let mut answers = self.questions.map(|question| match question {
            Ref::FALSE => Answer::None,
            _ => Answer::Open,
        });
        let sketched = self.sketch(&mut answers);
        // A word that separates the two also says something about each.
        for (question, implied) in
            [(CANDIDATE_ONLY, [CANDIDATE, NOT_TRUTH]), (TRUTH_ONLY, [TRUTH, NOT_CANDIDATE])]
        {
            if answers[question] == Answer::Open {
                answers[question] = self.decide(question, budget);
                if let Answer::Some(Witness { word: Word::Lasso(lasso), shortest: false }) =
                    &answers[question]
                {
                    let improved = self.improve(question, lasso.clone(), sketched);
                    answers[question] = Answer::Some(improved);
                }
            }
            if matches!(answers[question], Answer::Some(_)) {
                for implied in implied {
                    if answers[implied] == Answer::Open {
                        answers[implied] = answers[question].clone();
                    }
                }
            }
        }
        for question in [CANDIDATE, NOT_CANDIDATE, TRUTH, NOT_TRUTH] {
            if answers[question] == Answer::Open {
                answers[question] = self.decide(question, budget);
            }
        }
        self.conclude(&answers, budget)
    }

    /// The shapes of words with so many letters.
    fn shapes(&self, letters: usize) -> impl Iterator<Item = Shape> + use<> {
        let backs = match self.reading {
            Reading::Infinite => 0..letters,
            Reading::Finite => letters..letters + 1,
            Reading::Stuttering => letters - 1..letters,
        };
        backs.map(move |back| Shape { letters, back: (back < letters).then_some(back) })
    }

    /// Answers what words of a few letters answer; how many letters were tried.
    fn sketch(&self, answers: &mut [Answer; 6]) -> usize {
        let longest = SKETCH.checked_div(self.variables.len()).unwrap_or(1);
        let mut sample = Sample::new(&self.kernel, &self.sampled, &self.variables);
        for letters in 1..=longest {
            for shape in self.shapes(letters) {
                sample.judge_all(shape, |sample, block, rows| {
                    let (c, t, given) = (rows[0], rows[1], rows[2]);
                    let hits = [c, !c, t, !t, c & !t, !c & t];
                    for (answer, hits) in answers.iter_mut().zip(hits) {
                        if *answer == Answer::Open
                            && let Some(letters) = sample.first(shape, block, hits & given)
                        {
                            let word = self.word(&letters, shape.back);
                            *answer = Answer::Some(Witness { word, shortest: true });
                        }
                    }
                    answers.iter().any(|answer| *answer == Answer::Open)
                });
                if answers.iter().all(|answer| *answer != Answer::Open) {
                    return longest;
                }
            }
        }
        longest
    }

    /// Decides a question with automata.
    fn decide(&mut self, question: usize, budget: &Budget<'_>) -> Answer {
        let question = self.questions[question];
        let found = match self.reading {
            Reading::Infinite => accepted(&self.kernel, question, budget).map(|run| {
                run.map(|run| {
                    let back = Some(run.prefix.len());
                    let mut letters = run.prefix;
                    letters.extend(run.cycle);
                    (letters, back)
                })
            }),
            Reading::Finite | Reading::Stuttering => {
                let found = shortest(&mut self.kernel, question, self.reading, budget);
                found.map(|word| {
                    word.map(|letters| {
                        let last = letters.len() - 1;
                        (letters, (self.reading == Reading::Stuttering).then_some(last))
                    })
                })
            }
        };
        let shortest = self.reading != Reading::Infinite;
        match found {
            Err(limit) => Answer::Unknown(limit),
            Ok(None) => Answer::None,
            Ok(Some((letters, back))) => {
                Answer::Some(Witness { word: self.word(&letters, back), shortest })
            }
        }
    }

    /// A shorter lasso, if one is found; words of up to `tried` letters were all tried.
    fn improve(&self, question: usize, lasso: Lasso, tried: usize) -> Witness {
        let lasso = shorten(lasso, |word| self.separates(word, question));
        let longest = SEARCH.checked_div(self.variables.len()).unwrap_or(1);
        let mut sample = Sample::new(&self.kernel, &self.sampled, &self.variables);
        for letters in tried + 1..lasso.len().min(longest + 1) {
            for shape in self.shapes(letters) {
                let mut found = None;
                sample.judge_all(shape, |sample, block, rows| {
                    let (c, t, given) = (rows[0], rows[1], rows[2]);
                    let hits = if question == CANDIDATE_ONLY { c & !t } else { !c & t };
                    found = sample.first(shape, block, hits & given);
                    found.is_none()
                });
                if let Some(letters) = found {
                    return Witness { word: self.word(&letters, shape.back), shortest: true };
                }
            }
        }
        let shortest = lasso.len() <= longest + 1;
        Witness { word: Word::Lasso(lasso), shortest }
    }

    /// The word over the atoms of the formulas.
    fn word(&self, letters: &[Vec<u32>], back: Option<usize>) -> Word {
        let count = self.pool.atom_count();
        let own = |letter: &Vec<u32>| {
            let facts = letter.iter().map(|&v| v as usize).filter(|&v| v < count);
            let mut own: Letter = facts.map(AtomId::from_index).collect();
            own.extend(
                self.numbers
                    .values(&self.kernel, letter)
                    .filter(|(_, value)| *value)
                    .map(|(a, _)| a),
            );
            own
        };
        let mut letters: Vec<Letter> = letters.iter().map(own).collect();
        match (self.reading, back) {
            (Reading::Infinite, Some(back)) => {
                let cycle = letters.split_off(back);
                Word::Lasso(Lasso { prefix: letters, cycle })
            }
            _ => Word::Finite(letters),
        }
    }

    /// Whether the plain evaluator agrees that `word` answers `question`.
    fn separates(&self, word: &Word, question: usize) -> bool {
        let value = |id: Id| holds(self.pool, id, word, self.reading);
        let wanted = question == CANDIDATE_ONLY;
        value(self.candidate) == Ok(wanted)
            && value(self.truth) == Ok(!wanted)
            && self.axioms.iter().all(|&axiom| value(axiom) == Ok(true))
    }

    fn conclude(self, answers: &[Answer; 6], budget: &Budget<'_>) -> Comparison {
        let mut reason = None;
        let mut witness = |question: usize| match &answers[question] {
            Answer::Some(witness) => {
                if self.separates(&witness.word, question) {
                    return Some(witness.clone());
                }
                reason = Some(Reason::Recheck);
                None
            }
            Answer::Unknown(limit) => {
                reason.get_or_insert(Reason::Limit(*limit));
                None
            }
            Answer::None | Answer::Open => None,
        };
        let (candidate_only, truth_only) = (witness(CANDIDATE_ONLY), witness(TRUTH_ONLY));
        let verdict = match (reason, &candidate_only, &truth_only) {
            (Some(reason), ..) => Verdict::Unknown(reason),
            (None, None, None) => Verdict::Equivalent,
            (None, None, Some(_)) => Verdict::Stronger,
            (None, Some(_), None) => Verdict::Weaker,
            (None, Some(_), Some(_)) => Verdict::Incomparable,
        };
        let status = |holds: usize, fails: usize| match (&answers[holds], &answers[fails]) {
            (Answer::None, _) => Status::Unsatisfiable,
            (_, Answer::None) => Status::Valid,
            (Answer::Some(_), Answer::Some(_)) => Status::Contingent,
            _ => Status::Unknown,
        };
        Comparison {
            verdict,
            candidate_only,
            truth_only,
            candidate_status: status(CANDIDATE, NOT_CANDIDATE),
            truth_status: status(TRUTH, NOT_TRUTH),
            atoms: self.atoms,
            states: budget.used(),
        }
    }
}
