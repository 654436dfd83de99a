//! Guards: sets of letters, as reduced ordered binary decision diagrams.
//!
//! Equal sets are equal [`Guard`]s, so edges merge and compare by one number; for people a guard is
//! printed from [`Guards::cubes`], an irredundant cover.
//!
//! ```
//! use vedette_checker::automata::guard::{Guard, Guards};
//!
//! let mut guards = Guards::default();
//! let (a, b) = (guards.variable(0), guards.variable(1));
//! let both = guards.and(a, b);
//! let not_b = guards.not(b);
//! let rest = guards.and(a, not_b);
//! assert_eq!(guards.or(both, rest), a, "a & b | a & !b is a");
//! assert!(guards.implies(both, a) && !guards.implies(a, both));
//! assert_eq!(guards.cubes(rest), [vec![(0, true), (1, false)]]);
//! ```
//!
//! # Why decision diagrams here and not in the tableau
//!
//! The tableau meets each term once and only asks whether one contains another; bit sets do that
//! without a table. An automaton for people is compared state with state, over and over, for which
//! canonical sets pay (Bryant, IEEE Trans. Computers 1986). The cover is that of Minato (SASIMI 1992).
//! The functions recurse over variables, of which [`MAX_ATOMS`] bounds the number; never over
//! formulas or words.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Automata are made explicit over at most so many atoms.
pub const MAX_ATOMS: usize = 256;

/// A set of letters. Equal sets of one [`Guards`] are equal guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Guard(u32);

impl Guard {
    /// No letter.
    pub const FALSE: Self = Self(0);
    /// Every letter.
    pub const TRUE: Self = Self(1);

    fn is_constant(self) -> bool {
        self.0 < 2
    }
}

/// A conjunction of literals: variables with the value that is asked of them, ascending.
pub type Cube = Vec<(u32, bool)>;

/// A decision: what is left when `variable` is false, and when it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Decision {
    variable: u32,
    low: Guard,
    high: Guard,
}

/// The table of decisions that guards are numbers in.
#[derive(Clone, Debug)]
pub struct Guards {
    decisions: IndexSet<Decision, FxBuildHasher>,
    /// Results of if-then-else.
    known: FxHashMap<(Guard, Guard, Guard), Guard>,
}

impl Default for Guards {
    fn default() -> Self {
        let constant = |g| Decision { variable: u32::MAX, low: g, high: g };
        let constants = [constant(Guard::FALSE), constant(Guard::TRUE)];
        Self { decisions: constants.into_iter().collect(), known: FxHashMap::default() }
    }
}

impl Guards {
    /// The letters in which `variable` is true.
    pub fn variable(&mut self, variable: u32) -> Guard {
        self.decide(variable, Guard::FALSE, Guard::TRUE)
    }

    fn decide(&mut self, variable: u32, low: Guard, high: Guard) -> Guard {
        if low == high {
            return low;
        }
        Guard(self.decisions.insert_full(Decision { variable, low, high }).0 as u32)
    }

    fn at(&self, guard: Guard) -> Decision {
        self.decisions[guard.0 as usize]
    }

    /// What is left of `guard` when `variable`, not below its first, has a value.
    fn given(&self, guard: Guard, variable: u32, value: bool) -> Guard {
        let at = self.at(guard);
        match (at.variable == variable, value) {
            (false, _) => guard,
            (true, false) => at.low,
            (true, true) => at.high,
        }
    }

    /// If `condition` then `yes` else `no`.
    fn choose(&mut self, condition: Guard, yes: Guard, no: Guard) -> Guard {
        match (condition, yes, no) {
            (Guard::TRUE, ..) => return yes,
            (Guard::FALSE, ..) => return no,
            (_, Guard::TRUE, Guard::FALSE) => return condition,
            _ if yes == no => return yes,
            _ => {}
        }
        if let Some(&known) = self.known.get(&(condition, yes, no)) {
            return known;
        }
        let parts = [condition, yes, no];
        let first = parts.map(|part| self.at(part).variable).into_iter().min();
        let variable = first.expect("there are three parts");
        let [low, high] = [false, true].map(|value| {
            let [c, y, n] = parts.map(|part| self.given(part, variable, value));
            self.choose(c, y, n)
        });
        let result = self.decide(variable, low, high);
        self.known.insert((condition, yes, no), result);
        result
    }

    /// All other letters.
    pub fn not(&mut self, guard: Guard) -> Guard {
        self.choose(guard, Guard::FALSE, Guard::TRUE)
    }

    /// The letters in both.
    pub fn and(&mut self, left: Guard, right: Guard) -> Guard {
        self.choose(left, right, Guard::FALSE)
    }

    /// The letters in either.
    pub fn or(&mut self, left: Guard, right: Guard) -> Guard {
        self.choose(left, Guard::TRUE, right)
    }

    /// The letters of `left` that are not in `right`.
    pub fn minus(&mut self, left: Guard, right: Guard) -> Guard {
        self.choose(right, Guard::FALSE, left)
    }

    /// Whether every letter of `left` is in `right`.
    pub fn implies(&mut self, left: Guard, right: Guard) -> bool {
        self.minus(left, right) == Guard::FALSE
    }

    /// The letters that satisfy every literal.
    pub fn cube(&mut self, literals: impl IntoIterator<Item = (u32, bool)>) -> Guard {
        literals.into_iter().fold(Guard::TRUE, |all, (variable, positive)| {
            let literal = self.variable(variable);
            if positive { self.and(all, literal) } else { self.minus(all, literal) }
        })
    }

    /// Whether a letter, given by the variables that it makes true, is in.
    pub fn contains(&self, guard: Guard, letter: impl Fn(u32) -> bool) -> bool {
        let mut at = guard;
        while !at.is_constant() {
            let decision = self.at(at);
            at = if letter(decision.variable) { decision.high } else { decision.low };
        }
        at == Guard::TRUE
    }

    /// The variables that are true in some letter that is in; none if no letter is.
    pub fn some_letter(&self, guard: Guard) -> Option<Vec<u32>> {
        let mut letter = Vec::new();
        let mut at = guard;
        while !at.is_constant() {
            let decision = self.at(at);
            at = if decision.low == Guard::FALSE {
                letter.push(decision.variable);
                decision.high
            } else {
                decision.low
            };
        }
        (at == Guard::TRUE).then_some(letter)
    }

    /// Cubes that cover exactly this guard; leaving one out, or a literal of one, would not.
    pub fn cubes(&mut self, guard: Guard) -> Vec<Cube> {
        self.cover(guard, guard).0
    }

    /// A cover of something between `least` and `most`, with what it covers.
    fn cover(&mut self, least: Guard, most: Guard) -> (Vec<Cube>, Guard) {
        if least == Guard::FALSE {
            return (Vec::new(), Guard::FALSE);
        }
        if most == Guard::TRUE {
            return (vec![Vec::new()], Guard::TRUE);
        }
        let variable = self.at(least).variable.min(self.at(most).variable);
        let [(low, most_low), (high, most_high)] = [false, true]
            .map(|value| (self.given(least, variable, value), self.given(most, variable, value)));
        // What only one side may cover needs the literal; the rest tries to do without.
        let only_low = self.minus(low, most_high);
        let only_high = self.minus(high, most_low);
        let (mut with_low, covered_low) = self.cover(only_low, most_low);
        let (mut with_high, covered_high) = self.cover(only_high, most_high);
        let left_low = self.minus(low, covered_low);
        let left_high = self.minus(high, covered_high);
        let left = self.or(left_low, left_high);
        let most_both = self.and(most_low, most_high);
        let (mut cubes, covered_both) = self.cover(left, most_both);
        for (side, value) in [(&mut with_high, true), (&mut with_low, false)] {
            for mut cube in side.drain(..) {
                cube.insert(0, (variable, value));
                cubes.push(cube);
            }
        }
        let low = self.or(covered_low, covered_both);
        let high = self.or(covered_high, covered_both);
        (cubes, self.decide(variable, low, high))
    }

    /// The coarsest partition of all letters of which each guard is a union; only blocks that some
    /// letter is in. Stops with none when there would be more than `limit` blocks.
    pub fn blocks(
        &mut self,
        guards: impl IntoIterator<Item = Guard>,
        limit: usize,
    ) -> Option<Vec<Guard>> {
        let distinct: IndexSet<Guard, FxBuildHasher> = guards.into_iter().collect();
        let mut blocks = vec![Guard::TRUE];
        for guard in distinct {
            for index in 0..blocks.len() {
                let block = blocks[index];
                let inside = self.and(block, guard);
                if inside != Guard::FALSE && inside != block {
                    blocks[index] = inside;
                    let outside = self.minus(block, guard);
                    blocks.push(outside);
                    if blocks.len() > limit {
                        return None;
                    }
                }
            }
        }
        Some(blocks)
    }

    /// The guards of another table as guards of this one, by number.
    fn absorb(&mut self, other: &Guards) -> Vec<Guard> {
        let mut own = vec![Guard::FALSE, Guard::TRUE];
        for decision in other.decisions.iter().skip(2) {
            let (low, high) = (own[decision.low.0 as usize], own[decision.high.0 as usize]);
            own.push(self.decide(decision.variable, low, high));
        }
        own
    }

    /// A function from guards of another table, with the same variables, to this one's.
    pub fn import(&mut self, other: &Guards) -> impl Fn(Guard) -> Guard + use<> {
        let own = self.absorb(other);
        move |guard| own[guard.0 as usize]
    }

    /// A guard as a short formula; `name` names the variables.
    pub fn text(&mut self, guard: Guard, symbols: Symbols, name: impl Fn(u32) -> String) -> String {
        if guard == Guard::FALSE {
            return symbols.no.to_owned();
        }
        let literal = |&(variable, positive): &(u32, bool)| {
            format!("{}{}", if positive { "" } else { "!" }, name(variable))
        };
        let cubes = self.cubes(guard);
        let cubes = cubes.iter().map(|cube| {
            if cube.is_empty() {
                symbols.yes.to_owned()
            } else {
                cube.iter().map(literal).collect::<Vec<_>>().join(" & ")
            }
        });
        cubes.collect::<Vec<_>>().join(" | ")
    }
}

/// How a format writes the constants.
#[derive(Clone, Copy, Debug)]
pub struct Symbols {
    /// The guard that no letter satisfies.
    pub no: &'static str,
    /// The guard that every letter satisfies.
    pub yes: &'static str,
}

impl Symbols {
    /// As people write them.
    pub const WORDS: Self = Self { no: "false", yes: "true" };
    /// As the Hanoi format does.
    pub const HOA: Self = Self { no: "f", yes: "t" };
}
