//! How far the answers of a run come: how many are right at each level, and where they first go wrong.
//!
//! ```
//! use vedette_report::evaluation::{Horizon, Level, Style, execution::execute, result::Levels};
//! use vedette_report::evaluation::{stages::{First, Stages}, task::TaskSet};
//!
//! let set = TaskSet::read(include_bytes!("../../../../packs/tasks/sample.json"), "sample").unwrap();
//! let program = "```plan\n[WALK] <stove> (4)\n[SWITCHON] <stove> (4)\n```";
//! let levels = Levels {
//!     agent: "m".into(),
//!     style: Style::Ltl,
//!     horizon: Horizon::Short,
//!     rules: Vec::new(),
//!     semantic: Vec::new(),
//!     plan: Vec::new(),
//!     trajectory: vec![execute(&set.tasks[0], 1, program, false).0, execute(&set.tasks[0], 2, "", false).0],
//! };
//! let stages = Stages::of(&levels);
//! assert_eq!(stages.right(Level::Trajectory).unwrap().to_string(), "0/2 = 0.0 % (0.0–65.8 %)");
//! assert!(stages.right(Level::Plan).is_none(), "nobody asked");
//! assert_eq!(stages.first_wrong(Level::Trajectory), 2);
//! assert!(stages.fits(First::Wrong(Level::Trajectory)) && !stages.fits(First::Nowhere));
//! ```
//!
//! It is the [`story`] of the run, counted: a list shows it a line a run, and is filtered by it. Linear in the
//! answers at a level times those at another.

use super::Level;
use super::result::Levels;
use super::story::{Answer, story};
use crate::rates::Rate;

/// Where an answer first goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// At this level.
    Wrong(Level),
    /// Nowhere that is known, and some level was not decided.
    Open,
    /// Nowhere: it is right at every level that was asked.
    Nowhere,
}

impl First {
    /// Every place, in the order of the levels.
    pub const ALL: [Self; 5] = [
        Self::Wrong(Level::Semantic),
        Self::Wrong(Level::Plan),
        Self::Wrong(Level::Trajectory),
        Self::Open,
        Self::Nowhere,
    ];

    /// The word used in addresses and tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Wrong(level) => level.noun(),
            Self::Open => "undecided",
            Self::Nowhere => "nowhere",
        }
    }

    /// The place with this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|first| first.word() == word)
    }
}

/// What the answers of a run come to, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// Right answers of all at each level, in order; none where none was asked.
    right: [Option<Rate>; 3],
    /// How many answers first go wrong at each level.
    wrong: [u64; 3],
    /// How many go wrong nowhere that is known, with a level that was not decided.
    open: u64,
    /// How many are right at every level that was asked.
    nowhere: u64,
}

impl Stages {
    /// Of a run.
    pub fn of(levels: &Levels) -> Self {
        let mut stages = Self::default();
        for row in story(levels) {
            let told = [&row.understood, &row.planned, &row.did];
            for (right, told) in stages.right.iter_mut().zip(told) {
                let Some(told) = told else { continue };
                let rate = right.get_or_insert(Rate::new(0, 0));
                rate.total += 1;
                rate.count += u64::from(told.answer == Answer::Yes);
            }
            let open = told.into_iter().flatten().any(|told| told.answer == Answer::Open);
            *match row.wrong {
                Some(wrong) => &mut stages.wrong[wrong.level as usize],
                None if open => &mut stages.open,
                None => &mut stages.nowhere,
            } += 1;
        }
        stages
    }

    /// Right answers of all at a level; none if none was asked.
    pub fn right(&self, level: Level) -> Option<Rate> {
        self.right[level as usize]
    }

    /// How many answers first go wrong at a level.
    pub fn first_wrong(&self, level: Level) -> u64 {
        self.wrong[level as usize]
    }

    /// How many answers go wrong nowhere that is known, with a level that was not decided.
    pub fn open(&self) -> u64 {
        self.open
    }

    /// Whether some answer first goes wrong there, or is undecided; for [`First::Nowhere`], whether no
    /// answer goes wrong and none is undecided.
    pub fn fits(&self, first: First) -> bool {
        match first {
            First::Wrong(level) => self.first_wrong(level) > 0,
            First::Open => self.open > 0,
            First::Nowhere => self.nowhere > 0 && self.open == 0 && self.wrong == [0; 3],
        }
    }

    /// Where answers first go wrong, in words: `plan 2, execution 1`; `nowhere` if none does.
    pub fn words(&self) -> String {
        let counts = Level::ALL.map(|level| (level.noun(), self.first_wrong(level)));
        let counts = counts.into_iter().chain([(First::Open.word(), self.open)]);
        let told: Vec<String> = counts
            .filter(|(_, count)| *count > 0)
            .map(|(word, count)| format!("{word} {count}"))
            .collect();
        if told.is_empty() { First::Nowhere.word().to_owned() } else { told.join(", ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::result::{Execution, Planned, Translation, Understood};
    use crate::evaluation::{Horizon, Style};
    use crate::semantic::Outcome;

    fn understood(sample: u32, outcome: Outcome) -> Understood {
        let rule = Translation { rule: "r".into(), formula: String::new(), outcome };
        Understood { sample, rules: vec![rule], ..Understood::default() }
    }

    fn planned(sample: u32, valid: Option<bool>) -> Planned {
        let stopped = (valid == Some(false)).then(|| (1, "no way".into()));
        let (subgoals, goal) = (Some(vec![String::new()]), Some(true));
        Planned { sample, subgoals, valid, stopped, goal, ..Planned::default() }
    }

    fn done(sample: u32, goal: bool) -> Execution {
        Execution { sample, actions: Some(1), goal: Some(goal), ..Execution::default() }
    }

    /// The counts of a run with these answers: right and asked at each level, and in words.
    fn counted(
        semantic: Vec<Understood>,
        plan: Vec<Planned>,
        trajectory: Vec<Execution>,
    ) -> (Stages, String) {
        let (agent, rules) = ("m".into(), Vec::new());
        let (style, horizon) = (Style::Ltl, Horizon::Short);
        let stages =
            Stages::of(&Levels { agent, style, horizon, rules, semantic, plan, trajectory });
        let shares = Level::ALL.map(|level| match stages.right(level) {
            Some(rate) => format!("{}/{}", rate.count, rate.total),
            None => "-".into(),
        });
        (stages, format!("{}; {}", shares.join(" "), stages.words()))
    }

    #[test]
    fn every_answer_is_counted_once_at_the_first_level_that_is_wrong() {
        use Outcome::{Equivalent, Nonequivalent, Undecided};
        let cases = [
            (vec![], vec![], vec![], "- - -; nowhere", vec![]),
            (
                vec![understood(1, Equivalent)],
                vec![planned(1, Some(true))],
                vec![done(1, true)],
                "1/1 1/1 1/1; nowhere",
                vec![First::Nowhere],
            ),
            (
                vec![understood(1, Nonequivalent), understood(2, Equivalent)],
                vec![planned(1, Some(false)), planned(2, Some(false))],
                vec![done(1, false), done(2, true), done(3, false), done(4, true)],
                "1/2 0/2 2/4; understanding 1, plan 1, execution 1",
                Level::ALL.map(First::Wrong).to_vec(),
            ),
            (
                vec![understood(1, Undecided)],
                vec![planned(1, None), planned(2, Some(true))],
                vec![],
                "0/1 1/2 -; undecided 1",
                vec![First::Open],
            ),
        ];
        for (semantic, plan, trajectory, wanted, fits) in cases {
            let (stages, told) = counted(semantic, plan, trajectory);
            assert_eq!(told, wanted);
            let found: Vec<First> =
                First::ALL.into_iter().filter(|first| stages.fits(*first)).collect();
            assert_eq!(found, fits, "{told}");
        }
    }

    #[test]
    fn a_word_names_one_place() {
        for first in First::ALL {
            assert_eq!(First::named(first.word()), Some(first));
        }
        assert_eq!(First::named("somewhere"), None);
    }
}
