//! The thresholds of a rule: which others would give the same verdict, how far away those are that would
//! not, and how long the signal was on the wrong side.

use super::cells::{Cell, cells};
use super::comparison::{Key, comparisons, moved, shown, side};
use super::scene::{Bound, Scene};
use super::{Case, Class, worst};
use crate::labels::Side;
use crate::rules::instance::Failure;
use rustc_hash::{FxHashMap, FxHashSet};
use vedette_checker::formula::{Formula, Id, Node, Real, Relation, Sign, signs};
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
        let mut signs_of: FxHashMap<(usize, usize), Vec<Sign>> = FxHashMap::default();
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
