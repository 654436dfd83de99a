//! Rule files: `{"rules": [{"id", "formula" or "rule", …}], "defaults": {"T_MAX": 10, …}}`.
//! Optional: `"vocabulary": "household"`, which says what words they are written in.
//!
//! `formula` is in our grammar and wins; `rule` is in the dialect that the caller names. Further keys
//! are kept. A rule that cannot be read does not hide the others: it is an error by itself.

use super::RuleError;
use super::check::Defaults;
use crate::import;
use crate::input::{self, At, InputError, Limits};
use crate::labels::World;
use crate::trajectory::Trajectory;
use crate::vocabulary::Vocabulary;
use rustc_hash::FxHashSet;
use serde::Deserialize;
use serde_json::{Map, Value};
use vedette_checker::formula::{Atom, Formula, Node};
use vedette_checker::syntax::{Dialect, SyntaxError, Warning, parse};
use vedette_checker::words::Reading;

/// Rules with the constants that they name.
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    /// In the order of the file.
    pub rules: Vec<Rule>,
    /// Named constants.
    pub defaults: Defaults,
    /// Predicates that rules may use though no trajectory does: name and number of arguments.
    pub predicates: Vec<(String, usize)>,
    /// The vocabulary that the rules are written in (`household`, `ai2thor`), if the file says.
    pub vocabulary: Option<String>,
}

/// A rule as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Its name.
    pub id: String,
    /// Its text.
    pub text: RuleText,
    /// What else the file says of it (`english`, `group`, …).
    pub other: Map<String, Value>,
}

/// The text of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleText {
    /// In our grammar.
    Formula(String),
    /// In a dialect that the caller names.
    Rule(String),
}

/// A rule as read.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    pub(super) formula: Formula,
    pub(super) repairs: Vec<String>,
    pub(super) warnings: Vec<Warning>,
}

const EXPECTED: &str = "rules: {\"rules\": [{\"id\", \"formula\" or \"rule\", …}], \
                        \"defaults\": {\"T_MAX\": 10, …}}";

#[derive(Deserialize)]
struct RawSet {
    rules: Vec<RawRule>,
    #[serde(default)]
    defaults: Map<String, Value>,
    #[serde(default)]
    predicates: Vec<String>,
    vocabulary: Option<String>,
}

#[derive(Deserialize)]
struct RawRule {
    id: Option<String>,
    formula: Option<String>,
    rule: Option<String>,
    #[serde(flatten)]
    other: Map<String, Value>,
}

impl RuleSet {
    /// The rules of a file, plain or gzip.
    pub fn read(bytes: &[u8], source: &str) -> Result<Self, InputError> {
        let limits = Limits::default();
        let text = input::text(bytes, source, &limits)?;
        let raw: RawSet = input::read(&text, source, 1, EXPECTED, &limits)?;
        let fault = |index: usize, what: String, expected: &str| {
            InputError::new(source, At::Value(format!("rules[{index}]")), what, expected)
        };
        let (mut rules, mut seen) = (Vec::with_capacity(raw.rules.len()), FxHashSet::default());
        for (index, raw) in raw.rules.into_iter().enumerate() {
            let id = raw.id.unwrap_or_else(|| format!("R{}", index + 1));
            if !seen.insert(id.clone()) {
                let what = format!("found a second rule {id:?}");
                return Err(fault(index, what, "an id of its own for every rule"));
            }
            let mut other = raw.other;
            let text = match (raw.formula, raw.rule) {
                (Some(formula), rule) => {
                    if let Some(rule) = rule {
                        other.insert("rule".to_owned(), Value::String(rule));
                    }
                    RuleText::Formula(formula)
                }
                (None, Some(rule)) => RuleText::Rule(rule),
                (None, None) => {
                    let what = format!("found the rule {id:?} without a text");
                    return Err(fault(index, what, "`formula` or `rule`"));
                }
            };
            rules.push(Rule { id, text, other });
        }
        let mut defaults = Defaults::default();
        for (name, value) in raw.defaults {
            match value {
                Value::Number(number) => {
                    let value = number.as_f64().unwrap_or(f64::NAN);
                    defaults.insert(name, value);
                }
                // A note for people.
                Value::String(_) => {}
                other => {
                    let at = At::Value(format!("defaults.{name}"));
                    let what = format!("found {other}");
                    return Err(InputError::new(source, at, what, "a number"));
                }
            }
        }
        let mut predicates = Vec::with_capacity(raw.predicates.len());
        for (index, text) in raw.predicates.iter().enumerate() {
            predicates.push(signature(text).ok_or_else(|| {
                let at = At::Value(format!("predicates[{index}]"));
                let expected = "a name with its arguments, such as \"near(a, b)\"";
                InputError::new(source, at, format!("found {text:?}"), expected)
            })?);
        }
        if let Some(name) = &raw.vocabulary
            && Vocabulary::named(name).is_none()
        {
            let at = At::Value("vocabulary".to_owned());
            let what = format!("found the vocabulary {name:?}");
            return Err(InputError::new(source, at, what, "`household` or `ai2thor`"));
        }
        Ok(Self { rules, defaults, predicates, vocabulary: raw.vocabulary })
    }
}

/// The name and the number of arguments of a declaration such as `near(a, b)`.
fn signature(text: &str) -> Option<(String, usize)> {
    let parsed = parse(text, Dialect::Vedette, Reading::Finite).ok().ok()?;
    match parsed.pool.node(parsed.root) {
        Node::Atom(atom) => match parsed.pool.atom(atom) {
            Atom::Fact(fact) => Some((parsed.pool.name(fact.name).to_owned(), fact.args.len())),
            Atom::Compare { .. } => None,
        },
        _ => None,
    }
}

impl RuleSet {
    /// The vocabulary of exactly the words that these rules and the trajectories use: see
    /// [`Vocabulary::as_used`].
    pub fn as_used(&self, trajectories: &[Trajectory], dialect: Dialect) -> Vocabulary {
        let traces = Vocabulary::as_used([], trajectories);
        let world = World::new(trajectories.iter().collect(), &traces);
        let resolved = self.rules.iter().map(|rule| rule.resolve(&traces, &world, dialect));
        let formulas: Vec<Formula> = resolved.flatten().map(|resolved| resolved.formula).collect();
        Vocabulary::as_used(&formulas, trajectories)
    }
}

impl RuleSet {
    /// The vocabulary of what the trajectories use and the file declares: see
    /// [`Vocabulary::observed`].
    pub fn observed(&self, trajectories: &[Trajectory]) -> Vocabulary {
        let declared = self.predicates.iter().map(|(name, arity)| (name.as_str(), *arity));
        Vocabulary::observed(declared, trajectories)
    }
}

impl Rule {
    /// A rule in our grammar.
    pub fn formula(id: &str, text: &str) -> Self {
        let text = RuleText::Formula(text.to_owned());
        Self { id: id.to_owned(), text, other: Map::new() }
    }

    /// What the text says, over finite traces.
    pub(super) fn resolve(
        &self,
        vocabulary: &Vocabulary,
        world: &World<'_>,
        dialect: Dialect,
    ) -> Result<Resolved, Vec<RuleError>> {
        let (text, dialect) = match &self.text {
            RuleText::Formula(text) => (text, Dialect::Vedette),
            RuleText::Rule(text) => (text, dialect),
        };
        let parsed = parse(text, dialect, Reading::Finite);
        if !parsed.errors.is_empty() {
            return Err(parsed.errors.iter().map(|error| syntax(text, error)).collect());
        }
        let repairs = parsed.repairs.iter().map(ToString::to_string).collect();
        let mut resolved = Resolved { formula: parsed.formula, repairs, warnings: parsed.warnings };
        if dialect == Dialect::Sentinel {
            let is_type =
                |name: &str| vocabulary.has_type(name) || !world.instances(name).is_empty();
            let imported = import::sentinel::quantify(&resolved.formula, vocabulary, &is_type)
                .map_err(|error| vec![error])?;
            resolved.formula = imported.formula;
            resolved.repairs.extend(imported.decisions);
        }
        Ok(resolved)
    }
}

fn syntax(text: &str, error: &SyntaxError) -> RuleError {
    let place = text[..error.span.start.min(text.len())].chars().count() + 1;
    let what = format!("character {place}: found {}, expected {}", error.found, error.expected);
    RuleError::new(what, error.mend.clone().unwrap_or_default())
}
