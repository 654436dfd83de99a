//! What a style can express: what the tool meant, and our reader, take back as the same formula.
//!
//! ```
//! use vedette_checker::syntax::{Dialect, Style, expressible, parse};
//! use vedette_checker::words::Reading;
//!
//! let formula = parse("p W q", Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let in_style = |style| expressible(&formula.pool, formula.root, style);
//! assert_eq!(in_style(Style::Spot), Ok(()));
//! assert_eq!(in_style(Style::NuSmv), Err("weak until or strong release".to_owned()));
//! ```
//!
//! What a style cannot express is refused, not rewritten: rewriting `W` doubles an operand, and a
//! nest of them would not fit into any text. Spot has no arguments; there an atom with arguments is
//! a quoted name, which our reader takes back as the atom.

use super::names;
use super::style::Style;
use super::{atom, names::is_bound};
use crate::formula::{
    Application, Atom, Binary, Binder, Bound, Id, Interval, Node, Number, Pool, Term, Unary, Unit,
};
use rustc_hash::FxHashSet;

/// Whether `id` can be written in `style` so that the tool meant (and our reader) takes it back as
/// the same formula; if not, why.
pub fn expressible(pool: &Pool, id: Id, style: Style) -> Result<(), String> {
    for id in pool.reachable(&[id]) {
        node(pool, pool.node(id), style)?;
    }
    Ok(())
}

fn refuse<T>(what: impl Into<String>) -> Result<T, String> {
    Err(what.into())
}

fn node(pool: &Pool, node: Node, style: Style) -> Result<(), String> {
    let (spot, nusmv) = (style.is_spot(), style == Style::NuSmv);
    match node {
        Node::Hole => refuse("the formula has a hole where an error was"),
        Node::Constant(_) => Ok(()),
        Node::Atom(id) => atom_in(pool, pool.atom(id), style),
        Node::Unary(op, a) => match op {
            Unary::WeakNext if nusmv || style == Style::Spot => {
                refuse("weak next: this style has none over infinite words")
            }
            Unary::AllPaths | Unary::SomePath if spot => refuse("a path quantifier"),
            Unary::AllPaths | Unary::SomePath if nusmv => match pool.node(a) {
                Node::Unary(Unary::Next | Unary::Finally | Unary::Globally, _)
                | Node::Binary(Binary::Until, ..) => Ok(()),
                _ => refuse("a path quantifier without X, F, G or U under it"),
            },
            _ => Ok(()),
        },
        Node::Binary(op, ..) => match op {
            Binary::WeakUntil | Binary::StrongRelease if nusmv => {
                refuse("weak until or strong release")
            }
            _ => Ok(()),
        },
        Node::UnaryWithin(op, interval, _) => {
            if !matches!(op, Unary::Finally | Unary::Globally) {
                return refuse("bounds on another operator than F or G");
            }
            bounds(pool, interval, style)
        }
        Node::BinaryWithin(op, interval, ..) => {
            if spot || !op.is_temporal() {
                return refuse("bounds on a binary operator");
            }
            bounds(pool, interval, style)
        }
        Node::Bind(..) if spot || nusmv => refuse("a quantifier over objects"),
        Node::Bind(_, binder, _) => head(pool.binder(binder)),
    }
}

fn head(binder: &Binder) -> Result<(), String> {
    let mut seen = FxHashSet::default();
    if binder.variables.is_empty() || !binder.variables.iter().all(|(name, _)| seen.insert(name)) {
        return refuse("a quantifier without variables, or with one variable twice");
    }
    Ok(())
}

fn bounds(pool: &Pool, interval: Interval, style: Style) -> Result<(), String> {
    let values: Vec<f64> = [Some(interval.low), interval.high]
        .into_iter()
        .flatten()
        .filter_map(|bound| match bound {
            Bound::Number(real) => Some(real.get()),
            Bound::Constant(_) => None,
        })
        .collect();
    let names =
        [Some(interval.low), interval.high].into_iter().flatten().all(|bound| match bound {
            Bound::Number(_) => true,
            Bound::Constant(name) => is_bound(pool.name(name)),
        });
    let whole = interval.unit == Unit::Seconds || values.iter().all(|value| value.fract() == 0.0);
    let ordered = values.len() < 2 || values[0] <= values[1];
    let inside = values.iter().all(|value| (0.0..=f64::from(u32::MAX)).contains(value));
    if !(names && whole && ordered && inside) {
        return refuse("bounds that are empty, negative, fractional or wrongly named");
    }
    match style {
        Style::NuSmv => refuse("bounds"),
        Style::SpotFinite => refuse("bounds: over finite words that tool's are weak"),
        Style::Spot
            if interval.unit == Unit::Seconds
                || values.len() < 2
                || values.iter().any(|&value| value > 254.0) =>
        {
            refuse("bounds other than two numbers of steps up to 254")
        }
        _ => Ok(()),
    }
}

fn atom_in(pool: &Pool, id: &Atom, style: Style) -> Result<(), String> {
    let numbers = match id {
        Atom::Fact(fact) => {
            let name = pool.name(fact.name);
            if style.is_spot() && fact.args.is_empty() && atom::atom_of(name).is_some() {
                return refuse(format!("the name `{name}`, which reads as an atom with arguments"));
            }
            if style == Style::NuSmv && !fact.args.is_empty() {
                return refuse("a predicate with arguments");
            }
            application(pool, fact, style, 1)?;
            return Ok(());
        }
        Atom::Compare { left, right, .. } => [left, right],
    };
    for number in numbers {
        if let Number::Value(value) = number {
            if style == Style::NuSmv && !value.args.is_empty() {
                return refuse("a function with arguments");
            }
            application(pool, value, style, 1)?;
        }
    }
    Ok(())
}

fn application(pool: &Pool, fact: &Application, style: Style, depth: usize) -> Result<(), String> {
    let name = pool.name(fact.name);
    if style == Style::NuSmv && names::predicate(name, style.dialect()) != name {
        return refuse(format!("the name `{name}`, which would have to be quoted"));
    }
    if depth > atom::DEPTH {
        return refuse(format!("terms nested more than {} deep", atom::DEPTH));
    }
    for arg in &fact.args {
        match arg {
            Term::Name(_) => {}
            Term::Placeholder(name) => {
                if !names::is_placeholder(pool.name(*name)) {
                    return refuse(format!("the placeholder `{}`", pool.name(*name)));
                }
            }
            Term::Apply(inner) if inner.args.is_empty() => {
                return refuse("a nested term without arguments");
            }
            Term::Apply(inner) => application(pool, inner, style, depth + 1)?,
        }
    }
    Ok(())
}
