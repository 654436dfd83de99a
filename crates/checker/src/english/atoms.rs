//! Facts and comparisons in words.

use crate::formula::{Application, Atom, Number, Pool, Relation, Term};

/// Predicates of one argument that read as "x is …"; a leading `is` or `is_` is ignored.
const ADJECTIVES: &[(&str, &str)] = &[
    ("on", "on"),
    ("off", "off"),
    ("switchedon", "switched on"),
    ("switchedoff", "switched off"),
    ("open", "open"),
    ("closed", "closed"),
    ("hot", "hot"),
    ("cold", "cold"),
    ("broken", "broken"),
    ("cooked", "cooked"),
    ("raw", "raw"),
    ("sliced", "sliced"),
    ("dirty", "dirty"),
    ("clean", "clean"),
    ("filled", "filled"),
    ("filledwithliquid", "filled with liquid"),
    ("empty", "empty"),
    ("held", "held"),
    ("grabbed", "grabbed"),
    ("touched", "touched"),
    ("occupied", "occupied"),
    ("visible", "visible"),
    ("overload", "overloaded"),
    ("overloaded", "overloaded"),
    ("pluggedin", "plugged in"),
    ("pluggedout", "unplugged"),
    ("upright", "upright"),
    ("dropped", "dropped"),
    ("sitting", "sitting"),
    ("lying", "lying"),
];

/// Predicates of two arguments that read as "x is … y".
const PLACES: &[(&str, &str)] = &[
    ("on", "on"),
    ("near", "near"),
    ("close", "close to"),
    ("nextto", "next to"),
    ("in", "in"),
    ("inside", "inside"),
    ("ontop", "on top of"),
    ("above", "above"),
    ("below", "below"),
    ("under", "under"),
    ("at", "at"),
    ("facing", "facing"),
];

/// The predicate of so many arguments that reads as "x is `words` …".
pub(crate) fn predicate_named(words: &str, arguments: usize) -> Option<&'static str> {
    let table = match arguments {
        1 => ADJECTIVES,
        2 => PLACES,
        _ => return None,
    };
    table.iter().find(|(_, said)| said.eq_ignore_ascii_case(words)).map(|&(name, _)| name)
}

/// How many characters of an atom are shown.
const SHOWN: usize = 160;

/// The atom, or its negation.
pub(super) fn atom(pool: &Pool, atom: &Atom, positive: bool) -> String {
    let mut text = whole(pool, atom, positive);
    if let Some((cut, _)) = text.char_indices().nth(SHOWN) {
        text.truncate(cut);
        text.push('…');
    }
    text
}

fn whole(pool: &Pool, atom: &Atom, positive: bool) -> String {
    match atom {
        Atom::Fact(fact) => self::fact(pool, fact, positive),
        Atom::Compare { left, relation, right } => {
            let is = if positive { "is" } else { "is not" };
            let relation = match relation {
                Relation::Less => "less than",
                Relation::LessEqual => "at most",
                Relation::Equal => "equal to",
                Relation::NotEqual => "different from",
                Relation::GreaterEqual => "at least",
                Relation::Greater => "greater than",
            };
            format!("{} {is} {relation} {}", number(pool, left), number(pool, right))
        }
    }
}

fn fact(pool: &Pool, fact: &Application, positive: bool) -> String {
    let is = if positive { "is" } else { "is not" };
    let key: String = pool.name(fact.name).to_lowercase().chars().filter(|&c| c != '_').collect();
    let bare = key.strip_prefix("is").unwrap_or(&key);
    let word = |table: &'static [(&str, &str)]| {
        table.iter().find(|(name, _)| *name == bare).map(|&(_, word)| word)
    };
    match &*fact.args {
        [one] => {
            if let Some(word) = word(ADJECTIVES) {
                return format!("{} {is} {word}", term(pool, one));
            }
        }
        [one, two] => {
            if let Some(word) = word(PLACES) {
                return format!("{} {is} {word} {}", term(pool, one), term(pool, two));
            }
        }
        _ => {}
    }
    let text = application(pool, fact);
    if positive { text } else { format!("not {text}") }
}

fn number(pool: &Pool, number: &Number) -> String {
    match number {
        Number::Literal(real) => real.get().to_string(),
        Number::Value(value) => application(pool, value),
    }
}

fn term(pool: &Pool, term: &Term) -> String {
    match term {
        Term::Name(name) => pool.name(*name).to_owned(),
        Term::Placeholder(name) => format!("<{}>", pool.name(*name)),
        Term::Apply(inner) => application(pool, inner),
    }
}

/// Terms nest a bounded number of times: the parser sees to it.
fn application(pool: &Pool, fact: &Application) -> String {
    let name = pool.name(fact.name);
    if fact.args.is_empty() {
        return name.to_owned();
    }
    let args: Vec<String> = fact.args.iter().map(|arg| term(pool, arg)).collect();
    format!("{name}({})", args.join(", "))
}

/// `StoveBurner` as "stove burner".
pub(super) fn category(name: &str) -> String {
    let mut out = String::new();
    let mut lower_before = false;
    for c in name.chars() {
        if c == '_' {
            out.push(' ');
        } else {
            if c.is_uppercase() && lower_before {
                out.push(' ');
            }
            out.extend(c.to_lowercase());
        }
        lower_before = c.is_lowercase();
    }
    out
}
