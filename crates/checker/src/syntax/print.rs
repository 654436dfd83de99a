//! The printer: a formula in any of the styles, with as few brackets as the style can do with.
//!
//! ```
//! use vedette_checker::syntax::{Dialect, Style, parse, print};
//! use vedette_checker::words::Reading;
//!
//! let text = "AG(request -> AF[<=10] grant) & (a -> (b <-> c))";
//! let formula = parse(text, Dialect::Vedette, Reading::Infinite).ok().unwrap();
//! let show = |style| print(&formula.pool, formula.root, style);
//! assert_eq!(show(Style::Vedette), text);
//! assert_eq!(show(Style::Unicode), "A□(request → A◇[≤10] grant) ∧ (a → (b ↔ c))");
//! ```
//!
//! Printing then parsing gives the same formula, in every style that can express it
//! ([`expressible`]). Brackets stand where the grammar needs them, and where tools would group the
//! text differently without them. The walk keeps its own stack, so depth does not matter. A formula
//! is a graph with shared nodes and its text is a tree: [`print_within`] bounds its length.

use super::dialect::Dialect;
use super::names;
use super::reduce::precedence;
pub use super::style::Style;
use super::style::{Words, words};
use crate::formula::{
    Application, Atom, Binary, Binder, Bound, Id, Interval, Node, Number, Pool, Quantifier, Term,
    Unary, Unit,
};
use std::borrow::Cow;
use std::fmt::{self, Write};

/// How tightly things bind that are no binary operators.
const UNARY: u8 = 8;
const COMPARISON: u8 = 7;
const ATOM: u8 = 10;

/// `id` as text.
pub fn print(pool: &Pool, id: Id, style: Style) -> String {
    let mut out = String::new();
    write(pool, id, style, &mut out).expect("a string takes everything");
    out
}

/// `id` as text, cut after about `limit` bytes; whether it is complete.
pub fn print_within(pool: &Pool, id: Id, style: Style, limit: usize) -> (String, bool) {
    struct Limited(String, usize);
    impl Write for Limited {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            if self.0.len() + text.len() > self.1 {
                return Err(fmt::Error);
            }
            self.0.push_str(text);
            Ok(())
        }
    }
    let mut out = Limited(String::new(), limit);
    let complete = write(pool, id, style, &mut out).is_ok();
    (out.0, complete)
}

/// Writes `id` to `out`; stops with the first error of `out`.
pub fn write(pool: &Pool, id: Id, style: Style, out: &mut impl Write) -> fmt::Result {
    Printer { pool, style, words: words(style), out }.run(id)
}

pub use super::expressible::expressible;

/// What is still to be written, topmost last.
#[derive(Clone, Copy)]
enum Work {
    /// A formula that gets brackets if it binds less tightly than the level.
    Node(Id, u8),
    Text(&'static str),
    Bounds(Interval),
}

struct Printer<'a, W> {
    pool: &'a Pool,
    style: Style,
    words: &'static Words,
    out: &'a mut W,
}

impl<W: Write> Printer<'_, W> {
    fn run(&mut self, root: Id) -> fmt::Result {
        let mut stack = vec![Work::Node(root, 0)];
        while let Some(work) = stack.pop() {
            match work {
                Work::Text(text) => self.out.write_str(text)?,
                Work::Bounds(interval) => self.bounds(interval)?,
                Work::Node(id, level) => {
                    let node = self.pool.node(id);
                    if self.level(node) < level {
                        self.out.write_str("(")?;
                        stack.push(Work::Text(")"));
                    }
                    self.node(node, &mut stack)?;
                }
            }
        }
        Ok(())
    }

    fn level(&self, node: Node) -> u8 {
        match node {
            Node::Atom(atom) => match self.pool.atom(atom) {
                Atom::Compare { .. } if !self.style.is_spot() => COMPARISON,
                _ => ATOM,
            },
            Node::Constant(_) | Node::Hole => ATOM,
            Node::Unary(..) | Node::UnaryWithin(..) => UNARY,
            Node::Binary(op, ..) | Node::BinaryWithin(op, ..) => self.precedence(op).0,
            Node::Bind(..) => 0,
        }
    }

    fn precedence(&self, op: Binary) -> (u8, bool) {
        precedence(self.style.dialect(), op, false)
    }

    fn node(&mut self, node: Node, stack: &mut Vec<Work>) -> fmt::Result {
        match node {
            Node::Constant(value) => self.out.write_str(self.words.constants[usize::from(value)]),
            Node::Hole => self.out.write_str("?"),
            Node::Atom(atom) => self.atom(self.pool.atom(atom)),
            Node::Unary(op, a) if op.is_path() => self.path(op, a, stack),
            Node::Unary(op, a) => self.prefix(op, None, a, stack),
            Node::UnaryWithin(op, interval, a) => self.prefix(op, Some(interval), a, stack),
            Node::Binary(op, a, b) => {
                self.infix(op, None, a, b, stack);
                Ok(())
            }
            Node::BinaryWithin(op, interval, a, b) => {
                self.infix(op, Some(interval), a, b, stack);
                Ok(())
            }
            Node::Bind(quantifier, binder, a) => {
                stack.push(Work::Node(a, 0));
                self.head(quantifier, self.pool.binder(binder))
            }
        }
    }

    fn prefix(
        &mut self,
        op: Unary,
        interval: Option<Interval>,
        operand: Id,
        stack: &mut Vec<Work>,
    ) -> fmt::Result {
        self.out.write_str(self.words.unary(op))?;
        let bracketed = self.level(self.pool.node(operand)) < UNARY;
        let always =
            self.style == Style::Sentinel || (self.style == Style::Paper && op != Unary::Not);
        if always && !bracketed {
            stack.push(Work::Text(")"));
            stack.push(Work::Node(operand, 0));
            stack.push(Work::Text("("));
        } else {
            stack.push(Work::Node(operand, UNARY));
            if op == Unary::Not {
                stack.push(Work::Text(self.words.after_not));
            } else if !bracketed {
                stack.push(Work::Text(self.words.blank));
            }
        }
        if let Some(interval) = interval {
            stack.push(Work::Bounds(interval));
        }
        Ok(())
    }

    /// `A` or `E`: fused with a temporal operator, `A[p U q]`, or before anything else.
    fn path(&mut self, op: Unary, operand: Id, stack: &mut Vec<Work>) -> fmt::Result {
        self.out.write_str(self.words.unary(op))?;
        match self.pool.node(operand) {
            Node::Unary(inner, _) if inner.is_temporal() => stack.push(Work::Node(operand, 0)),
            Node::UnaryWithin(..) => stack.push(Work::Node(operand, 0)),
            Node::Binary(inner, ..) | Node::BinaryWithin(inner, ..) if inner.is_temporal() => {
                stack.push(Work::Text("]"));
                stack.push(Work::Node(operand, 0));
                stack.push(Work::Text("["));
            }
            node => {
                stack.push(Work::Node(operand, UNARY));
                if self.level(node) >= UNARY {
                    stack.push(Work::Text(self.words.blank));
                }
            }
        }
        Ok(())
    }

    fn infix(
        &mut self,
        op: Binary,
        interval: Option<Interval>,
        a: Id,
        b: Id,
        stack: &mut Vec<Work>,
    ) {
        let (level, right) = self.precedence(op);
        let (for_left, for_right) = if right { (level + 1, level) } else { (level, level + 1) };
        stack.push(Work::Node(b, self.guarded(op, b, for_right)));
        stack.push(Work::Text(" "));
        if let Some(interval) = interval {
            stack.push(Work::Bounds(interval));
        }
        stack.push(Work::Text(self.words.binary(op)));
        stack.push(Work::Text(" "));
        stack.push(Work::Node(a, self.guarded(op, a, for_left)));
    }

    /// The level that an operand of `op` needs, raised where tools differ in the grouping.
    fn guarded(&self, op: Binary, operand: Id, level: u8) -> u8 {
        let (Node::Binary(inner, ..) | Node::BinaryWithin(inner, ..)) = self.pool.node(operand)
        else {
            return level;
        };
        let arrows = |op| matches!(op, Binary::Implies | Binary::Iff);
        let unclear = (op.is_temporal() && inner.is_temporal())
            || (arrows(op) && arrows(inner) && op != inner)
            || matches!((op, inner), (Binary::Or, Binary::Xor) | (Binary::Xor, Binary::Or))
            || (self.style == Style::Sentinel && op != inner && !arrows(op));
        if unclear { UNARY } else { level }
    }

    fn head(&mut self, quantifier: Quantifier, binder: &Binder) -> fmt::Result {
        self.out.write_str(self.words.quantifier(quantifier))?;
        for (index, &(variable, category)) in binder.variables.iter().enumerate() {
            let variable = names::in_head(self.pool.name(variable));
            let category = names::in_head(self.pool.name(category));
            let comma = if index == 0 { "" } else { ", " };
            if self.style == Style::Latex {
                let (variable, category) = (latex_name(&variable), latex_name(&category));
                write!(self.out, "{comma}{variable}\\colon {category}")?;
            } else {
                write!(self.out, "{comma}{variable}: {category}")?;
            }
        }
        self.out.write_str(self.words.after_head)
    }

    fn bounds(&mut self, interval: Interval) -> fmt::Result {
        let bound = |bound: Bound| {
            let seconds = interval.unit == Unit::Seconds;
            let suffix = match bound {
                Bound::Number(_) if seconds => "s",
                Bound::Constant(_) if seconds => " s",
                _ => "",
            };
            match bound {
                Bound::Number(real) => format!("{}{suffix}", real.get()),
                Bound::Constant(name) => {
                    let name = self.pool.name(name);
                    let name =
                        if self.style == Style::Latex { latex_name(name) } else { name.into() };
                    format!("{name}{suffix}")
                }
            }
        };
        let from_zero = matches!(interval.low, Bound::Number(real) if real.get() == 0.0);
        let low = bound(interval.low);
        let text = match (self.style, interval.high.map(bound)) {
            (Style::Latex, Some(high)) => format!("_{{[{low},{high}]}}"),
            (Style::Latex, None) => format!("_{{[{low},\\infty)}}"),
            (Style::Spot | Style::SpotFinite, Some(high)) => format!("[{low}:{high}]"),
            (Style::Unicode, Some(high)) if from_zero => format!("[≤{high}]"),
            (_, Some(high)) if from_zero => format!("[<={high}]"),
            (_, Some(high)) => format!("[{low},{high}]"),
            (_, None) => format!("[{low},inf]"),
        };
        self.out.write_str(&text)
    }

    // ---- atoms --------------------------------------------------------------------------------

    fn atom(&mut self, atom: &Atom) -> fmt::Result {
        let text = atom_text(self.pool, atom, self.style);
        self.out.write_str(&text)
    }
}

/// An atom as text.
fn atom_text(pool: &Pool, atom: &Atom, style: Style) -> String {
    let spot = style.is_spot();
    match atom {
        Atom::Fact(fact) if spot && fact.args.is_empty() => {
            names::predicate(pool.name(fact.name), Dialect::Spot).into_owned()
        }
        // Spot has no arguments and no numbers: the whole atom becomes a quoted name.
        _ if spot => names::quote(&atom_text(pool, atom, Style::Vedette)),
        Atom::Fact(fact) => application(pool, fact, style),
        Atom::Compare { left, relation, right } => {
            let relation = words(style).relation(*relation);
            format!("{} {relation} {}", number(pool, left, style), number(pool, right, style))
        }
    }
}

fn number(pool: &Pool, number: &Number, style: Style) -> String {
    match number {
        Number::Literal(real) => real.get().to_string(),
        Number::Value(value) => application(pool, value, style),
    }
}

/// Terms nest a bounded number of times: the parser sees to it.
fn application(pool: &Pool, application_: &Application, style: Style) -> String {
    let name = pool.name(application_.name);
    let mut out = if style == Style::Latex {
        latex_name(name).into_owned()
    } else {
        names::predicate(name, style.dialect()).into_owned()
    };
    if !application_.args.is_empty() {
        out.push('(');
        for (index, arg) in application_.args.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            match arg {
                Term::Name(name) if style == Style::Latex => {
                    out.push_str(&latex_name(pool.name(*name)));
                }
                Term::Name(name) => out.push_str(&names::argument(pool.name(*name))),
                Term::Placeholder(name) if style == Style::Latex => {
                    out.push_str("\\langle ");
                    out.push_str(&latex_name(pool.name(*name)));
                    out.push_str("\\rangle ");
                }
                Term::Placeholder(name) => {
                    out.push('<');
                    out.push_str(pool.name(*name));
                    out.push('>');
                }
                Term::Apply(inner) => out.push_str(&application(pool, inner, style)),
            }
        }
        out.push(')');
    }
    out
}

/// A name in upright letters, with what LaTeX would interpret escaped.
fn latex_name(name: &str) -> Cow<'_, str> {
    let mut out = String::from("\\mathit{");
    for c in name.chars() {
        match c {
            '\\' => out.push_str("\\backslash "),
            '_' | '#' | '$' | '%' | '&' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '^' => out.push_str("\\hat{\\ }"),
            '~' => out.push_str("\\sim "),
            ' ' => out.push_str("\\ "),
            _ => out.push(c),
        }
    }
    out.push('}');
    Cow::Owned(out)
}
