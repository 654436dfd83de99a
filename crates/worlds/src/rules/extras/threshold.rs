//! The thresholds of a rule: which others would give the same verdict, how far away those are that would
//! not, and how long the signal was on the wrong side.

use super::scene::{Bound, Scene};
use super::signs::signs;
use super::{Case, Class, worst};
use crate::labels::{Ground, Side};
use crate::rules::instance::Failure;
use crate::rules::words::Words;
use rustc_hash::{FxHashMap, FxHashSet};
use vedette_checker::formula::{
    Application, Atom, Formula, Id, Node, Number, Pool, Real, Relation,
};
use vedette_checker::syntax::{Style, print};
use vedette_checker::truth::Truth;

/// So many thresholds are tried on each side where bisection is not sound.
const MOST_TRIED: usize = 256;

/// A number that a rule compares a signal with. All comparisons of that signal with that number move
/// together.
#[derive(Clone, Debug, PartialEq)]
pub struct Threshold {
    /// The predicate whose value is compared.
    pub signal: String,
    /// How, the signal standing on the left: `<`, `>=`, ….
    pub relations: Vec<&'static str>,
    /// The number.
    pub value: f64,
    /// The name of the constant that has this value, if the rule names one.
    pub constant: Option<String>,
    /// What the rule comes to.
    pub class: Class,
    /// The end of the thresholds below this one that give the same class; none if all do.
    pub low: Option<End>,
    /// The end of those above.
    pub high: Option<End>,
    /// The nearest measured value beyond which the class changes; none if there is none on either side.
    pub margin: Option<Margin>,
    /// How long the signal was on the wrong side; none if neither side is wrong by itself, because the
    /// comparison counts both ways.
    pub exposure: Option<Exposure>,
}

/// Where the thresholds that give the same class end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// The number, a value that was measured.
    pub value: f64,
    /// Whether that number itself still gives the same class.
    pub included: bool,
    /// The class beyond; none if it was not looked further, because too many values occur.
    pub beyond: Option<Class>,
}

/// How far a threshold is from the nearest that gives another class, and where that one was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Margin {
    /// The distance, in the unit of the signal.
    pub distance: f64,
    /// The measured value.
    pub value: f64,
    /// What the rule would come to beyond it.
    pub flips_to: Class,
    /// The signal with its objects.
    pub signal: String,
    /// A trajectory where it was measured, by its position among those given: one whose verdict changes,
    /// if the value was measured on such.
    pub trajectory: usize,
    /// The first step at which it was measured there.
    pub step: usize,
    /// What the variables of the rule name there.
    pub binding: Vec<(String, String)>,
}

/// How long a signal was on the side of its threshold that can only harm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exposure {
    /// The steps of all trajectories at which some comparison was on the wrong side.
    pub steps: usize,
    /// The steps of all trajectories.
    pub of: usize,
    /// From these steps to the next ones; none if some step has no time.
    pub seconds: Option<f64>,
    /// The trajectories with such a step.
    pub trajectories: usize,
}

/// Which comparisons move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    predicate: usize,
    value: Real,
}

/// A comparison of a signal with a number.
struct Comparison<'p> {
    key: Key,
    /// The signal standing on the left.
    relation: Relation,
    signal_left: bool,
    constant: Option<&'p str>,
}

/// Thresholds that behave alike: a measured value, or the gap between two neighbours.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The value, or the one below the gap; none below all.
    low: Option<f64>,
    /// The value, or the one above the gap; none above all.
    high: Option<f64>,
    /// A threshold in the cell.
    inside: f64,
}

impl Cell {
    fn is_point(self) -> bool {
        self.low.is_some() && self.low == self.high
    }
}

impl Case<'_> {
    pub(super) fn thresholds(&self) -> Result<Vec<Threshold>, Failure> {
        let mut keys: Vec<Key> = Vec::new();
        for (scene, formula) in self.scenes.iter().zip(&self.formulas) {
            for (_, found) in comparisons(scene.words(), formula) {
                if !keys.contains(&found.key) {
                    keys.push(found.key);
                }
            }
        }
        keys.into_iter().map(|key| self.threshold(key)).collect()
    }

    fn threshold(&self, key: Key) -> Result<Threshold, Failure> {
        let cells = cells(&self.measured(key));
        let here = key.value.get();
        let at = cells.partition_point(|cell| match (cell.is_point(), cell.high) {
            (true, Some(value)) => value < here,
            (_, Some(high)) => high <= here,
            (_, None) => false,
        });
        let monotone = self.is_monotone(key);
        let low = self.search(key, &cells[..=at], monotone, |n, i| n - 1 - i)?;
        let high = self.search(key, &cells[at..], monotone, |_, i| i)?;
        let end = |found: &Option<Found>, low: bool| {
            found.as_ref().and_then(|found| {
                let value = if low { found.last.low } else { found.last.high }?;
                let beyond = found.beyond.as_ref().map(|classes| worst(classes));
                Some(End { value, included: found.last.is_point(), beyond })
            })
        };
        let (low_end, high_end) = (end(&low, true), end(&high, false));
        let distance = |end: &Option<End>| {
            end.filter(|end| end.beyond.is_some()).map(|end| (end.value - here).abs())
        };
        let nearer_low = match (distance(&low_end), distance(&high_end)) {
            (Some(low), Some(high)) => low <= high,
            (low, _) => low.is_some(),
        };
        let (found, end) = if nearer_low { (low, low_end) } else { (high, high_end) };
        let beyond = found.and_then(|found| found.beyond);
        let margin = match (beyond, end) {
            (Some(beyond), Some(end)) => self.margin(key, end, &beyond),
            _ => None,
        };
        let (mut relations, mut constant, mut signal) = (Vec::new(), None, String::new());
        for (scene, formula) in self.scenes.iter().zip(&self.formulas) {
            for (_, found) in comparisons(scene.words(), formula) {
                if found.key == key {
                    let symbol = found.relation.symbol();
                    if !relations.contains(&symbol) {
                        relations.push(symbol);
                    }
                    constant = constant.or(found.constant.map(str::to_owned));
                    signal = scene.words().vocabulary.predicates()[key.predicate].name.to_string();
                }
            }
        }
        Ok(Threshold {
            signal,
            relations,
            value: here,
            constant,
            class: self.class(),
            low: low_end,
            high: high_end,
            margin,
            exposure: self.exposure(key),
        })
    }

    /// The ground comparisons of a threshold: task, job, the atom, the signal.
    fn grounds(&self, key: Key) -> impl Iterator<Item = (&Scene<'_>, &Bound, usize, Id, Side)> {
        self.scenes.iter().zip(&self.bound).flat_map(move |(scene, bound)| {
            bound.jobs.iter().enumerate().flat_map(move |(job, bind)| {
                let formula = &bind.instance.formula;
                formula.nodes().into_iter().filter_map(move |id| {
                    let Node::Atom(atom) = formula.pool.node(id) else { return None };
                    let column = bind.instance.columns[atom.index()] as usize;
                    let side = side(&bound.grounds[column], key)?;
                    Some((scene, bound, job, id, side.clone()))
                })
            })
        })
    }

    /// All values of the signal that occur, ascending.
    fn measured(&self, key: Key) -> Vec<f64> {
        let mut known: FxHashSet<(*const Scene<'_>, Side)> = FxHashSet::default();
        let mut values: FxHashSet<Real> = FxHashSet::default();
        for (scene, _, _, _, side) in self.grounds(key) {
            if known.insert((std::ptr::from_ref(scene), side.clone())) {
                let signal = scene.signal(&side);
                values.extend(signal.iter().filter_map(|value| Real::new((*value)?)));
            }
        }
        let mut values: Vec<f64> = values.into_iter().map(Real::get).collect();
        values.sort_by(f64::total_cmp);
        values
    }

    /// Whether all comparisons push the rule the same way when the threshold grows. Where a threshold
    /// decides which states are one node, it also decides which siblings a path quantifier sees.
    fn is_monotone(&self, key: Key) -> bool {
        let merged = |(scene, bound): (&Scene<'_>, &Bound)| {
            bound.quantified && scene.task().merges_by_labels()
        };
        if self.scenes.iter().zip(&self.bound).any(merged) {
            return false;
        }
        let mut pushes = FxHashSet::default();
        for (scene, formula) in self.scenes.iter().zip(&self.formulas) {
            let signs = signs(formula);
            for (id, found) in comparisons(scene.words(), formula) {
                if found.key != key {
                    continue;
                }
                let grows = match found.relation {
                    Relation::Less | Relation::LessEqual => Some(true),
                    Relation::Greater | Relation::GreaterEqual => Some(false),
                    Relation::Equal | Relation::NotEqual => None,
                };
                pushes.insert(signs[id.index()].pure().zip(grows).map(|(sign, up)| sign == up));
            }
        }
        pushes.len() == 1 && !pushes.contains(&None)
    }

    /// The classes with another threshold.
    fn moved(&self, key: Key, to: f64) -> Result<Vec<Vec<Class>>, Failure> {
        let Some(to) = Real::new(to) else { return Ok(self.classes.clone()) };
        let one = |(scene, formula): (&Scene<'_>, &Formula)| {
            let variant = scene.bind(&moved(scene.words(), formula, key, to))?;
            Ok(scene.classes(self.rule, &[&variant], &variant)?.remove(0))
        };
        self.scenes.iter().zip(&self.formulas).map(one).collect()
    }

    /// Goes from one end of `cells` to the other, `order` saying which is the i-th of n, as long as the
    /// class stays; none if it stays to the last.
    fn search(
        &self,
        key: Key,
        cells: &[Cell],
        monotone: bool,
        order: impl Fn(usize, usize) -> usize,
    ) -> Result<Option<Found>, Failure> {
        let n = cells.len();
        let cell = |i: usize| cells[order(n, i)];
        let class = self.class();
        let ask = |i: usize| {
            let classes = self.moved(key, cell(i).inside)?;
            Ok::<_, Failure>((worst(&classes) != class).then_some(classes))
        };
        if !monotone {
            for i in 1..n {
                if i > MOST_TRIED {
                    return Ok(Some(Found { last: cell(i - 1), beyond: None }));
                }
                if let Some(classes) = ask(i)? {
                    return Ok(Some(Found { last: cell(i - 1), beyond: Some(classes) }));
                }
            }
            return Ok(None);
        }
        // The class is the same up to `same`, and another from `other` on.
        let (mut same, mut other) = (0, n - 1);
        if other == 0 {
            return Ok(None);
        }
        let Some(mut beyond) = ask(other)? else { return Ok(None) };
        while other - same > 1 {
            let middle = usize::midpoint(same, other);
            match ask(middle)? {
                Some(classes) => (other, beyond) = (middle, classes),
                None => same = middle,
            }
        }
        Ok(Some(Found { last: cell(same), beyond: Some(beyond) }))
    }

    /// Where the value at which the class changes was measured: on a trajectory that changes, or, where
    /// path quantifiers look at others, on one of those.
    fn margin(&self, key: Key, end: End, beyond: &[Vec<Class>]) -> Option<Margin> {
        let flips_to = end.beyond?;
        let mut best: Option<((bool, usize, usize), Margin)> = None;
        for (scene, bound, job, id, side) in self.grounds(key) {
            let task = self.scenes.iter().position(|one| std::ptr::eq(one, scene))?;
            let (signal, bind) = (scene.signal(&side), &bound.jobs[job]);
            for (at, path) in scene.world.paths().iter().enumerate().filter(|(at, _)| bind.has(*at))
            {
                let is = |moment: &u32| signal[*moment as usize] == Some(end.value);
                let Some(step) = path.iter().position(is) else { continue };
                let stays = self.classes[task][at] == beyond[task][at];
                let place = (stays, scene.numbers[at], step);
                if best.as_ref().is_some_and(|(old, _)| *old <= place) {
                    continue;
                }
                let margin = Margin {
                    distance: (end.value - key.value.get()).abs(),
                    value: end.value,
                    flips_to,
                    signal: shown(&bind.instance.formula, id, key.value),
                    trajectory: scene.numbers[at],
                    step,
                    binding: bind.binding.clone(),
                };
                best = Some((place, margin));
            }
        }
        best.map(|(_, margin)| margin)
    }

    fn exposure(&self, key: Key) -> Option<Exposure> {
        let mut wrong: Vec<Vec<Vec<bool>>> = self
            .scenes
            .iter()
            .map(|s| s.world.paths().iter().map(|path| vec![false; path.len()]).collect())
            .collect();
        let mut signs_of: FxHashMap<(usize, usize), Vec<super::signs::Sign>> = FxHashMap::default();
        for (scene, bound, job, id, _) in self.grounds(key) {
            let task = self.scenes.iter().position(|one| std::ptr::eq(one, scene))?;
            let bind = &bound.jobs[job];
            let formula = &bind.instance.formula;
            let signs = signs_of.entry((task, job)).or_insert_with(|| signs(formula));
            let harmful = Truth::from(!signs[id.index()].pure()?);
            let Node::Atom(atom) = formula.pool.node(id) else { continue };
            let ground = &bound.grounds[bind.instance.columns[atom.index()] as usize];
            let column = scene.column(ground);
            for (at, path) in scene.world.paths().iter().enumerate().filter(|(at, _)| bind.has(*at))
            {
                for (step, &moment) in path.iter().enumerate() {
                    wrong[task][at][step] |= column[moment as usize] == harmful;
                }
            }
        }
        let mut all = Exposure { steps: 0, of: 0, seconds: Some(0.0), trajectories: 0 };
        for (scene, wrong) in self.scenes.iter().zip(&wrong) {
            for (at, wrong) in wrong.iter().enumerate() {
                let (steps, last) = (wrong.iter().filter(|wrong| **wrong).count(), wrong.len() - 1);
                all.steps += steps;
                all.of += wrong.len();
                all.trajectories += usize::from(steps > 0);
                let lasts = |(step, wrong): (usize, &bool)| {
                    let now = scene.seconds(at, step)?;
                    let next = if step < last { scene.seconds(at, step + 1)? } else { now };
                    Some(if *wrong { next - now } else { 0.0 })
                };
                let seconds: Option<f64> = wrong.iter().enumerate().map(lasts).sum();
                all.seconds = all.seconds.zip(seconds).map(|(sum, more)| sum + more);
            }
        }
        Some(all)
    }
}

/// How far a search got.
struct Found {
    /// The last cell of the same class.
    last: Cell,
    /// The classes in the next one; none if it was not looked further.
    beyond: Option<Vec<Vec<Class>>>,
}

/// The cells of ascending values.
fn cells(values: &[f64]) -> Vec<Cell> {
    let (Some(&first), Some(&last)) = (values.first(), values.last()) else {
        return vec![Cell { low: None, high: None, inside: 0.0 }];
    };
    let mut cells = Vec::with_capacity(2 * values.len() + 1);
    let beyond =
        |from: f64, to: f64, next: f64| if to.is_finite() && to != from { to } else { next };
    cells.push(Cell {
        low: None,
        high: Some(first),
        inside: beyond(first, first - 1.0, first.next_down()),
    });
    for (at, &value) in values.iter().enumerate() {
        cells.push(Cell { low: Some(value), high: Some(value), inside: value });
        let Some(&next) = values.get(at + 1) else { continue };
        let middle = f64::midpoint(value, next);
        // Between neighbouring floating-point numbers there is nothing to try.
        if middle > value && middle < next {
            cells.push(Cell { low: Some(value), high: Some(next), inside: middle });
        }
    }
    cells.push(Cell {
        low: Some(last),
        high: None,
        inside: beyond(last, last + 1.0, last.next_up()),
    });
    cells
}

/// The comparisons of a signal with a number in a formula.
fn comparisons<'p>(words: Words<'_>, formula: &'p Formula) -> Vec<(Id, Comparison<'p>)> {
    let pool = &formula.pool;
    let one = |id: Id| {
        let Node::Atom(atom) = pool.node(id) else { return None };
        Some((id, comparison(words, pool, pool.atom(atom))?))
    };
    formula.nodes().into_iter().filter_map(one).collect()
}

fn comparison<'p>(words: Words<'_>, pool: &'p Pool, atom: &'p Atom) -> Option<Comparison<'p>> {
    let Atom::Compare { left, relation, right } = atom else { return None };
    let number = |number: &'p Number| -> Result<(Real, Option<&'p str>), &'p Application> {
        match number {
            Number::Literal(real) => Ok((*real, None)),
            Number::Value(value) => {
                let name = pool.name(value.name);
                let constant = if value.args.is_empty() { words.constant(name) } else { None };
                match constant.and_then(Real::new) {
                    Some(real) => Ok((real, Some(name))),
                    None => Err(value),
                }
            }
        }
    };
    let (signal, (value, constant), signal_left) = match (number(left), number(right)) {
        (Err(signal), Ok(number)) => (signal, number, true),
        (Ok(number), Err(signal)) => (signal, number, false),
        _ => return None,
    };
    let (predicate, _) = words.vocabulary.index_of(pool.name(signal.name))?;
    let relation = if signal_left { *relation } else { turned(*relation) };
    Some(Comparison { key: Key { predicate, value }, relation, signal_left, constant })
}

/// The relation with its sides exchanged.
fn turned(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::GreaterEqual => Relation::LessEqual,
        Relation::Greater => Relation::Less,
        same @ (Relation::Equal | Relation::NotEqual) => same,
    }
}

/// The formula with all comparisons of `key` moved to another number.
fn moved(words: Words<'_>, formula: &Formula, key: Key, to: Real) -> Formula {
    let mut moved = formula.clone();
    let replace = |pool: &mut Pool, node: Node| {
        let Node::Atom(atom) = node else { return pool.add(node) };
        let old = pool.atom(atom).clone();
        let found = comparison(words, pool, &old).filter(|found| found.key == key);
        let signal_left = found.map(|found| found.signal_left);
        match (old, signal_left) {
            (Atom::Compare { left, relation, .. }, Some(true)) => {
                pool.atomic(Atom::Compare { left, relation, right: Number::Literal(to) })
            }
            (Atom::Compare { relation, right, .. }, Some(false)) => {
                pool.atomic(Atom::Compare { left: Number::Literal(to), relation, right })
            }
            _ => pool.add(node),
        }
    };
    moved.root = moved.pool.rewrite(formula.root, replace);
    moved
}

/// The signal of a ground comparison, if it is one of `key`.
fn side(ground: &Ground, key: Key) -> Option<&Side> {
    let Ground::Compare { left, right, .. } = ground else { return None };
    let is = |signal: &Side, number: &Side| {
        matches!(signal, Side::Signal { predicate, .. } if *predicate == key.predicate)
            && *number == Side::Literal(key.value)
    };
    if is(left, right) { Some(left) } else { is(right, left).then_some(right) }
}

/// The signal of a comparison with a number, printed.
fn shown(formula: &Formula, id: Id, number: Real) -> String {
    let mut pool = formula.pool.clone();
    let Node::Atom(atom) = pool.node(id) else { return String::new() };
    let Atom::Compare { left, right, .. } = pool.atom(atom).clone() else { return String::new() };
    let signal = if right == Number::Literal(number) { left } else { right };
    let Number::Value(signal) = signal else { return String::new() };
    let signal = pool.atomic(Atom::Fact(signal));
    print(&pool, signal, Style::Vedette)
}
