//! Facts and actions as text: `name(argument, …)`.

use std::fmt;
use std::sync::Arc;

/// A predicate with its arguments, spelled as in the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fact {
    /// The predicate or function.
    pub name: Arc<str>,
    /// Its arguments.
    pub args: Box<[Arc<str>]>,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.name, self.args.join(", "))
    }
}

/// `name(argument, …)`, `name()` or `name`. An argument may stand in double quotes.
pub(super) fn fact(text: &str) -> Result<Fact, String> {
    let text = text.trim();
    let (name, args) = match text.split_once('(') {
        None => (text, None),
        Some((name, rest)) => {
            let Some(args) = rest.strip_suffix(')') else {
                return Err(format!("`{text}` has no closing bracket at its end"));
            };
            (name.trim(), Some(args))
        }
    };
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ' ');
    if name.is_empty() || !name.chars().all(plain) {
        return Err(format!("`{text}` is no fact; expected `name(argument, …)`"));
    }
    if name.contains(' ') {
        return Err(format!(
            "`{text}` is no fact; a state lists what holds as `name(argument, …)`"
        ));
    }
    let mut list = Vec::new();
    for arg in args.filter(|args| !args.trim().is_empty()).into_iter().flat_map(|a| a.split(',')) {
        let arg = arg.trim();
        let arg = arg.strip_prefix('"').and_then(|a| a.strip_suffix('"')).unwrap_or(arg);
        if arg.is_empty() || arg.contains(['(', ')', '"']) {
            return Err(format!("`{text}` has an argument that is no object: `{arg}`"));
        }
        list.push(Arc::from(arg));
    }
    Ok(Fact { name: name.into(), args: list.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_as_people_write_them() {
        for (text, expected) in [
            ("ON(stove.1)", "ON(stove.1)"),
            (" near( a ,b ) ", "near(a, b)"),
            ("done", "done()"),
            ("on(\"Mug|+00.3|-01\")", "on(Mug|+00.3|-01)"),
        ] {
            assert_eq!(fact(text).map(|f| f.to_string()).as_deref(), Ok(expected));
        }
        for text in
            ["", "ON(stove.1", "!on(x)", "not on(x)", "on(x,)", "on(f(x))", "(x)", "on(x) y"]
        {
            assert!(fact(text).is_err(), "{text}");
        }
    }
}
