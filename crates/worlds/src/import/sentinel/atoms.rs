//! Atoms over types to atoms over variables, and the words that have a meaning of their own.

use crate::rules::RuleError;
use crate::vocabulary::{Meaning, Vocabulary, fold};
use vedette_checker::formula::{Application, Atom, Binary, Id, Number, Pool, Symbol, Term, Unary};

/// Types that give off heat: what `HeatSource` may stand for.
const HEAT_SOURCES: &[&str] = &["StoveBurner", "Candle", "Toaster", "Microwave", "CoffeeMachine"];

/// Types that hold other things and are never put into any: they come second in `inside(a, b)`.
const CONTAINERS: &[&str] = &[
    "Bathtub",
    "BathtubBasin",
    "Cabinet",
    "Drawer",
    "Fridge",
    "Microwave",
    "Safe",
    "Shelf",
    "Sink",
    "SinkBasin",
    "Toilet",
];

/// An object that a rule speaks of.
#[derive(Clone, Debug)]
pub(super) struct Referent {
    /// The type as spelled in the rule, and which mention in one atom it is.
    key: (String, usize),
    /// Its type.
    pub(super) category: String,
    /// The variable for it.
    pub(super) variable: String,
}

/// A translated atom: a formula, and the referents that it mentions.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) id: Id,
    pub(super) referents: Vec<usize>,
}

/// The translation of the atoms of one rule.
pub(super) struct Atoms<'a> {
    from: &'a Pool,
    vocabulary: &'a Vocabulary,
    is_type: &'a dyn Fn(&str) -> bool,
    referents: Vec<Referent>,
    /// Names that variables must not take.
    taken: Vec<String>,
    /// The types that the rule mentions, and those that an action puts down.
    mentioned: Vec<String>,
    put: Vec<String>,
    decisions: Vec<String>,
}

/// What an argument is.
enum Argument {
    /// A name that stays.
    Name(String),
    /// A referent.
    Referent(usize),
}

impl<'a> Atoms<'a> {
    pub(super) fn new(
        from: &'a Pool,
        vocabulary: &'a Vocabulary,
        is_type: &'a dyn Fn(&str) -> bool,
    ) -> Self {
        let (referents, taken, mentioned) = (Vec::new(), Vec::new(), Vec::new());
        let (put, decisions) = (Vec::new(), Vec::new());
        Self { from, vocabulary, is_type, referents, taken, mentioned, put, decisions }
    }

    pub(super) fn referents(&self) -> &[Referent] {
        &self.referents
    }

    pub(super) fn decisions(self) -> Vec<String> {
        self.decisions
    }

    fn decide(&mut self, decision: String) {
        if !self.decisions.contains(&decision) {
            self.decisions.push(decision);
        }
    }

    /// First pass: which types and names there are.
    pub(super) fn survey(&mut self, atom: &Atom) -> Result<(), RuleError> {
        for application in applications(atom) {
            let puts = self.is_action(self.from.name(application.name)).as_deref() == Some("put");
            for arg in &application.args {
                let symbol = match arg {
                    Term::Name(symbol) | Term::Placeholder(symbol) => *symbol,
                    Term::Apply(inner) => self.nested(inner)?,
                };
                let name = self.from.name(symbol).to_owned();
                if (self.is_type)(&name) {
                    if puts {
                        self.put.push(fold(&name));
                    }
                    self.mentioned.push(fold(&name));
                } else {
                    self.taken.push(name);
                }
            }
        }
        Ok(())
    }

    /// The type in a nested term: only `HELD(C)`.
    fn nested(&self, inner: &Application) -> Result<Symbol, RuleError> {
        let name = self.from.name(inner.name);
        let held = self.vocabulary.predicate(name).is_some_and(|(p, _)| p.meaning == Meaning::Held);
        match inner.args.as_ref() {
            [Term::Name(symbol) | Term::Placeholder(symbol)] if held => Ok(*symbol),
            _ => Err(RuleError::new(
                format!("`{name}(…)` stands as an argument"),
                "expected a name, or `HELD(type)` for the one that is held",
            )),
        }
    }

    fn is_action(&self, name: &str) -> Option<String> {
        let known = self.vocabulary.predicate(name).is_some();
        (!known && self.vocabulary.has_action(name)).then(|| crate::vocabulary::fold_action(name))
    }

    /// Second pass: the atom about variables.
    pub(super) fn translate(&mut self, atom: &Atom, pool: &mut Pool) -> Result<Leaf, RuleError> {
        let (mut referents, mut held) = (Vec::new(), Vec::new());
        let (atom, negated) = match atom {
            Atom::Fact(fact) => {
                let (fact, negated) = self.fact(fact, pool, &mut referents, &mut held)?;
                (Atom::Fact(fact), negated)
            }
            Atom::Compare { left, relation, right } => {
                let left = self.number(left, pool, &mut referents, &mut held)?;
                let right = self.number(right, pool, &mut referents, &mut held)?;
                (Atom::Compare { left, relation: *relation, right }, false)
            }
        };
        let mut id = pool.atomic(atom);
        if negated {
            id = pool.unary(Unary::Not, id);
        }
        for referent in held {
            let Referent { key, variable, .. } = &self.referents[referent];
            let (category, variable) = (key.0.clone(), variable.clone());
            if self.put.contains(&category) {
                self.decide(format!(
                    "`HELD({})` after a put read as the one that was put down",
                    self.referents[referent].category
                ));
            } else {
                let is_held = pool.fact("held", &[&variable]);
                id = pool.binary(Binary::And, is_held, id);
                self.decide(format!(
                    "`HELD({})` as an argument read as one that is held",
                    self.referents[referent].category
                ));
            }
        }
        Ok(Leaf { id, referents })
    }

    fn fact(
        &mut self,
        fact: &Application,
        pool: &mut Pool,
        referents: &mut Vec<usize>,
        held: &mut Vec<usize>,
    ) -> Result<(Application, bool), RuleError> {
        let name = self.from.name(fact.name).to_owned();
        if let Some(error) = self.reported(&name, fact) {
            self.decide(format!(
                "`{name}({})` read as what the simulator reports: `{error}`",
                error.trim_start_matches("error.").to_uppercase()
            ));
            return Ok((Application { name: pool.symbol(error), args: [].into() }, false));
        }
        let predicate = self.vocabulary.predicate(&name);
        let negated = predicate.is_some_and(|(_, negated)| negated);
        let meaning = predicate.map(|(predicate, _)| predicate.meaning);
        let canonical = predicate.map(|(predicate, _)| predicate.name.to_string());
        let mut args = self.args(fact, referents, held)?;
        if meaning == Some(Meaning::HeldBy) && args.len() == 1 {
            let other = self.referent("OtherAgent", 0);
            referents.push(other);
            args.insert(0, Argument::Referent(other));
            self.decide(format!("`{name}(x)` read as: another agent holds x"));
        }
        if meaning == Some(Meaning::Inside) && self.reversed(&args) {
            args.swap(0, 1);
            self.decide(format!("`{name}` given the container first: arguments exchanged"));
        }
        let canonical = match (canonical, self.is_action(&name)) {
            (Some(canonical), _) => canonical,
            (None, Some(action)) => {
                self.decide(format!("`{name}` read as the action that produced the state"));
                format!("act.{action}")
            }
            (None, None) => name,
        };
        let args = self.terms(args, pool);
        Ok((Application { name: pool.symbol(&canonical), args }, negated))
    }

    /// `COLLISION(NAVIGATION)`: the name of the error that is reported.
    fn reported(&self, name: &str, fact: &Application) -> Option<&'static str> {
        let collision =
            self.vocabulary.predicate(name).is_some_and(|(p, _)| p.meaning == Meaning::Collision);
        let [Term::Name(kind) | Term::Placeholder(kind)] = fact.args.as_ref() else { return None };
        let error = match self.from.name(*kind).to_lowercase().as_str() {
            "navigation" => "error.navigation",
            "open" => "error.open",
            "pickup" => "error.pickup",
            _ => return None,
        };
        collision.then_some(error)
    }

    fn number(
        &mut self,
        number: &Number,
        pool: &mut Pool,
        referents: &mut Vec<usize>,
        held: &mut Vec<usize>,
    ) -> Result<Number, RuleError> {
        let value = match number {
            Number::Literal(real) => return Ok(Number::Literal(*real)),
            Number::Value(value) => value,
        };
        let name = self.from.name(value.name).to_owned();
        let canonical = self.vocabulary.predicate(&name).map(|(p, _)| p.name.to_string());
        let args = self.args(value, referents, held)?;
        let args = self.terms(args, pool);
        let name = pool.symbol(&canonical.unwrap_or(name));
        Ok(Number::Value(Application { name, args }))
    }

    fn args(
        &mut self,
        application: &Application,
        referents: &mut Vec<usize>,
        held: &mut Vec<usize>,
    ) -> Result<Vec<Argument>, RuleError> {
        let mut args = Vec::with_capacity(application.args.len());
        let mut seen: Vec<String> = Vec::new();
        for arg in &application.args {
            let (symbol, is_held) = match arg {
                Term::Name(symbol) | Term::Placeholder(symbol) => (*symbol, false),
                Term::Apply(inner) => (self.nested(inner)?, true),
            };
            let name = self.from.name(symbol).to_owned();
            let argument = match fold(&name).as_str() {
                "agent" => Argument::Name("agent".to_owned()),
                "agentarm" | "agent.arm" => Argument::Name("agent.arm".to_owned()),
                folded => {
                    let category = match folded {
                        "otheragents" | "otheragent" if !self.vocabulary.is_open() => {
                            Some("OtherAgent".to_owned())
                        }
                        "heatsource" if !(self.is_type)(&name) && !self.vocabulary.is_open() => {
                            Some(self.heat_source()?)
                        }
                        _ => (self.is_type)(&name).then_some(name.clone()),
                    };
                    match category {
                        None => Argument::Name(name),
                        Some(category) => {
                            let folded = fold(&category);
                            let mention = seen.iter().filter(|one| **one == folded).count();
                            seen.push(folded);
                            let referent = self.referent(&category, mention);
                            referents.push(referent);
                            if is_held {
                                held.push(referent);
                            }
                            Argument::Referent(referent)
                        }
                    }
                }
            };
            args.push(argument);
        }
        Ok(args)
    }

    /// The one heat source that the rule mentions.
    fn heat_source(&mut self) -> Result<String, RuleError> {
        let mentioned = |name: &&&str| self.mentioned.contains(&fold(name));
        let sources: Vec<&&str> = HEAT_SOURCES.iter().filter(mentioned).collect();
        let [source] = sources.as_slice() else {
            return Err(RuleError::new(
                format!("`HeatSource` may be any of {} heat sources of the rule", sources.len()),
                "name the type",
            ));
        };
        let source = source.to_string();
        self.decide(format!("`HeatSource` read as the {source} of the rule"));
        Ok(source)
    }

    fn reversed(&self, args: &[Argument]) -> bool {
        let container = |arg: &Argument| match arg {
            Argument::Referent(at) => {
                let category = &self.referents[*at].category;
                CONTAINERS.iter().any(|name| fold(name) == fold(category))
            }
            Argument::Name(_) => false,
        };
        matches!(args, [first, second] if container(first)
            && !container(second)
            && !matches!(second, Argument::Name(_)))
    }

    fn referent(&mut self, category: &str, mention: usize) -> usize {
        let key = (fold(category), mention);
        if let Some(known) = self.referents.iter().position(|referent| referent.key == key) {
            return known;
        }
        let letter = category.chars().next().unwrap_or('x').to_lowercase().to_string();
        let numbered = (2..).map(|number| format!("{letter}{number}"));
        let variable = std::iter::once(letter.clone())
            .chain(numbered)
            .find(|name| !self.taken.contains(name))
            .expect("there are more numbers than names");
        self.taken.push(variable.clone());
        self.referents.push(Referent { key, category: category.to_owned(), variable });
        self.referents.len() - 1
    }

    fn terms(&self, args: Vec<Argument>, pool: &mut Pool) -> Box<[Term]> {
        let name = |argument: Argument| match argument {
            Argument::Name(name) => name,
            Argument::Referent(at) => self.referents[at].variable.clone(),
        };
        args.into_iter().map(|arg| Term::Name(pool.symbol(&name(arg)))).collect()
    }
}

fn applications(atom: &Atom) -> Vec<&Application> {
    match atom {
        Atom::Fact(fact) => vec![fact],
        Atom::Compare { left, right, .. } => [left, right]
            .into_iter()
            .filter_map(|side| match side {
                Number::Literal(_) => None,
                Number::Value(value) => Some(value),
            })
            .collect(),
    }
}
