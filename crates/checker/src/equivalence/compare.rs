//! The decision itself.

use super::numbers::Numbers;
use super::sample::{Block, Sample, Shape};
use super::shorten::shorten;
use super::verdict::{Comparison, NotComparable, Status, Verdict};
use crate::automata::build::build;
use crate::automata::cases::{by_cases, is_by_cases};
use crate::automata::finite::shortest;
use crate::automata::kernel::{Kernel, Ref};
use crate::automata::omega::{Run, accepted};
use crate::budget::{Budget, Limit};
use crate::formula::{AtomId, Id, Node, Pool, without_bounds};
use crate::words::{Lasso, Letter, Reading, Undefined, Word, holds};
use std::borrow::Cow;

/// Compares two formulas over all words of `reading`.
pub fn compare(
    pool: &Pool,
    candidate: Id,
    truth: Id,
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<Comparison, NotComparable> {
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
) -> Result<Comparison, NotComparable> {
    let mut problem = Problem::new(pool, candidate, truth, axioms, reading)?;
    let before = budget.used();
    let answers = problem.answer(&ALL, budget);
    let candidate_only = problem.checked(&answers[CANDIDATE_ONLY], CANDIDATE_ONLY)?;
    let truth_only = problem.checked(&answers[TRUTH_ONLY], TRUTH_ONLY)?;
    let verdict = match (&candidate_only, &truth_only) {
        (Ok(None), Ok(None)) => Verdict::Equivalent,
        (Ok(None), Ok(Some(_))) => Verdict::Stronger,
        (Ok(Some(_)), Ok(None)) => Verdict::Weaker,
        (Ok(Some(_)), Ok(Some(_))) => Verdict::Incomparable,
        (Err(limit), _) | (_, Err(limit)) => Verdict::Unknown(*limit),
    };
    let witnesses = [candidate_only, truth_only].map(|found| found.ok().flatten());
    let shortest = witnesses.iter().flatten().all(|witness| witness.shortest);
    let [candidate_only, truth_only] = witnesses.map(|found| found.map(|witness| witness.word));
    Ok(Comparison {
        verdict,
        candidate_only,
        truth_only,
        shortest,
        candidate_status: said(&answers[CANDIDATE], &answers[NOT_CANDIDATE]).ok(),
        truth_status: said(&answers[TRUTH], &answers[NOT_TRUTH]).ok(),
        states: budget.used() - before,
    })
}

/// Whether a formula says anything over the words of `reading`.
pub fn status(
    pool: &Pool,
    root: Id,
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<Result<Status, Limit>, NotComparable> {
    let mut problem = Problem::new(pool, root, root, &[], reading)?;
    let answers = problem.answer(&[CANDIDATE, NOT_CANDIDATE], budget);
    problem.checked(&answers[CANDIDATE], CANDIDATE)?.ok();
    problem.checked(&answers[NOT_CANDIDATE], NOT_CANDIDATE)?.ok();
    Ok(said(&answers[CANDIDATE], &answers[NOT_CANDIDATE]))
}

/// A word that satisfies `root`, none if there is none, or the limit that was hit.
pub fn satisfiable(
    pool: &Pool,
    root: Id,
    reading: Reading,
    budget: &Budget<'_>,
) -> Result<Result<Option<Word>, Limit>, NotComparable> {
    let mut problem = Problem::new(pool, root, root, &[], reading)?;
    let answers = problem.answer(&[CANDIDATE], budget);
    let found = problem.checked(&answers[CANDIDATE], CANDIDATE)?;
    Ok(found.map(|witness| witness.map(|witness| witness.word)))
}

/// What two answers say: is there a word that satisfies the formula, is there one that does not?
fn said(holds: &Answer, fails: &Answer) -> Result<Status, Limit> {
    match (holds, fails) {
        (Answer::None, _) => Ok(Status::Unsatisfiable),
        (_, Answer::None) => Ok(Status::Valid),
        (Answer::Some(_), Answer::Some(_)) => Ok(Status::Contingent),
        (Answer::Unknown(limit), _) | (_, Answer::Unknown(limit)) => Err(*limit),
        (Answer::Open, _) | (_, Answer::Open) => {
            unreachable!("both questions about a formula were asked")
        }
    }
}

/// Samples before anything is built have at most `2^SKETCH` words of one shape.
const SKETCH: usize = 9;
/// Samples that look for a shorter witness have at most `2^SEARCH` words of one shape.
const SEARCH: usize = 18;

/// So many blocks of 64 scattered letters are tried where there are too many for all.
const SCATTERED: u64 = 4;

/// The questions asked: four about single formulas, two about both.
const CANDIDATE: usize = 0;
const NOT_CANDIDATE: usize = 1;
const TRUTH: usize = 2;
const NOT_TRUTH: usize = 3;
const CANDIDATE_ONLY: usize = 4;
const TRUTH_ONLY: usize = 5;
/// All of them, the ones about both first: their words say something about each formula too.
const ALL: [usize; 6] = [CANDIDATE_ONLY, TRUTH_ONLY, CANDIDATE, NOT_CANDIDATE, TRUTH, NOT_TRUTH];

/// A word, and whether it is known that no shorter one answers the same question.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Witness {
    word: Word,
    shortest: bool,
}

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
}

impl<'a> Problem<'a> {
    fn new(
        pool: &'a Pool,
        candidate: Id,
        truth: Id,
        axioms: &'a [Id],
        reading: Reading,
    ) -> Result<Self, NotComparable> {
        let mut roots = vec![candidate, truth];
        roots.extend(axioms);
        let mut plain = Cow::Borrowed(pool);
        let bounded =
            |id: &Id| matches!(pool.node(*id), Node::UnaryWithin(..) | Node::BinaryWithin(..));
        if pool.reachable(&roots).iter().any(bounded) {
            let plain = plain.to_mut();
            for root in &mut roots {
                *root = without_bounds(plain, *root)?;
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
        })
    }

    /// Answers the questions `asked`; the others only where that costs nothing.
    fn answer(&mut self, asked: &[usize], budget: &Budget<'_>) -> [Answer; 6] {
        let mut answers = self.questions.map(|question| match question {
            Ref::FALSE => Answer::None,
            _ => Answer::Open,
        });
        let tried = self.sketch(&mut answers, asked);
        for &question in asked {
            if answers[question] == Answer::Open {
                answers[question] = self.decide(question, budget);
                if let Answer::Some(Witness { word: Word::Lasso(lasso), shortest: false }) =
                    &answers[question]
                {
                    let improved = self.improve(question, lasso.clone(), tried, budget);
                    answers[question] = Answer::Some(improved);
                }
            }
            if let Answer::Some(witness) = &answers[question] {
                let implied = match question {
                    CANDIDATE_ONLY => [CANDIDATE, NOT_TRUTH],
                    TRUTH_ONLY => [TRUTH, NOT_CANDIDATE],
                    _ => continue,
                };
                let known = Answer::Some(witness.clone());
                for implied in implied {
                    if answers[implied] == Answer::Open {
                        answers[implied] = known.clone();
                    }
                }
            }
        }
        answers
    }

    /// The shapes of words with so many letters.
    fn shapes(&self, letters: usize) -> impl Iterator<Item = Shape> + use<> {
        let backs = match self.reading {
            Reading::Infinite => 0..letters,
            Reading::Finite => letters..letters + 1,
            Reading::Stuttering => letters - 1..letters,
        };
        // The shortest cycle is the easiest to read.
        backs.rev().map(move |back| Shape { letters, back: (back < letters).then_some(back) })
    }

    /// Answers what words of a few letters answer; so many letters were tried in all combinations.
    fn sketch(&self, answers: &mut [Answer; 6], asked: &[usize]) -> usize {
        let longest = SKETCH.checked_div(self.variables.len()).unwrap_or(1);
        let mut sample = Sample::new(&self.kernel, &self.sampled, &self.variables);
        let mut note = |sample: &Sample, shape: Shape, block: Block, rows: &[u64]| {
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
            asked.iter().any(|&question| answers[question] == Answer::Open)
        };
        if longest == 0 {
            // Too many atoms for all letters, but a word of one letter is a shortest one anyway.
            for shape in self.shapes(1) {
                sample.judge_some(shape, SCATTERED, &mut note);
            }
        }
        for letters in 1..=longest {
            for shape in self.shapes(letters) {
                if !sample.judge_all(shape, &mut note) {
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
            Reading::Infinite => self.lasso(question, budget).map(|run| {
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

    /// A lasso that satisfies `question`.
    fn lasso(&mut self, question: Ref, budget: &Budget<'_>) -> Result<Option<Run>, Limit> {
        if is_by_cases(&self.kernel, question) {
            by_cases(&mut self.kernel, question, budget)
        } else {
            accepted(&self.kernel, question, budget)
        }
    }

    /// A shorter lasso, if one is found; words of up to `tried` letters were all tried.
    fn improve(&self, question: usize, lasso: Lasso, tried: usize, budget: &Budget<'_>) -> Witness {
        let lasso = shorten(lasso, |word| self.answers(word, question) == Ok(true));
        let longest = SEARCH.checked_div(self.variables.len()).unwrap_or(1);
        let mut sample = Sample::new(&self.kernel, &self.sampled, &self.variables);
        let mut stopped = false;
        for letters in tried + 1..lasso.len().min(longest + 1) {
            for shape in self.shapes(letters) {
                let mut found = None;
                sample.judge_all(shape, &mut |sample, shape, block, rows| {
                    let (c, t, given) = (rows[0], rows[1], rows[2]);
                    let hits = [c, !c, t, !t, c & !t, !c & t][question];
                    found = sample.first(shape, block, hits & given);
                    stopped |= budget.tick().is_err();
                    found.is_none() && !stopped
                });
                if let Some(letters) = found {
                    return Witness { word: self.word(&letters, shape.back), shortest: true };
                }
            }
        }
        let shortest = lasso.len() <= longest + 1 && !stopped;
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
    fn answers(&self, word: &Word, question: usize) -> Result<bool, Undefined> {
        let value = |id: Id| holds(self.pool, id, word, self.reading);
        let wanted = match question {
            CANDIDATE => value(self.candidate)?,
            NOT_CANDIDATE => !value(self.candidate)?,
            TRUTH => value(self.truth)?,
            NOT_TRUTH => !value(self.truth)?,
            CANDIDATE_ONLY => value(self.candidate)? && !value(self.truth)?,
            _ => !value(self.candidate)? && value(self.truth)?,
        };
        for &axiom in self.axioms {
            if !value(axiom)? {
                return Ok(false);
            }
        }
        Ok(wanted)
    }

    /// The answer, after its word was re-checked.
    fn checked(
        &self,
        answer: &Answer,
        question: usize,
    ) -> Result<Result<Option<Witness>, Limit>, NotComparable> {
        match answer {
            Answer::Some(witness) if self.answers(&witness.word, question)? => {
                Ok(Ok(Some(witness.clone())))
            }
            Answer::Some(_) => Err(NotComparable::Internal),
            Answer::Unknown(limit) => Ok(Err(*limit)),
            Answer::None => Ok(Ok(None)),
            Answer::Open => unreachable!("every question that is checked was asked"),
        }
    }
}
