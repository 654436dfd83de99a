//! Strategies for formulas of every logic.
//!
//! A case is a program for a stack machine: atoms push, operators pop. It shrinks by losing
//! instructions, has no recursion, and every operator and every awkward name is equally likely.
//!
//! ```
//! use proptest::strategy::{Strategy, ValueTree};
//! use proptest::test_runner::TestRunner;
//! use vedette_checker::classify::{Logic, logic};
//! use vedette_testkit::formulas::{Shape, formulas};
//!
//! let mut runner = TestRunner::deterministic();
//! let formula = formulas(Shape::new(Logic::Ctl)).new_tree(&mut runner).unwrap().current();
//! assert!(matches!(logic(&formula.pool, formula.root), Logic::Propositional | Logic::Ctl));
//! ```

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::strategy::Strategy;
use vedette_checker::classify::Logic;
use vedette_checker::formula::{
    Application, Atom, Binary, Binder, Bound, Formula, Id, Interval, Node, Number, Pool,
    Quantifier, Real, Relation, Term, Unary, Unit,
};

/// What the formulas may contain.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches of a test generator")]
pub struct Shape {
    /// The logic they stay within.
    pub logic: Logic,
    /// How many different plain propositions `p0`, `p1`, ….
    pub propositions: usize,
    /// The most instructions of a case.
    pub size: usize,
    /// Bounded operators.
    pub bounds: bool,
    /// Quantifiers over objects, facts with arguments, comparisons.
    pub objects: bool,
    /// Names that look like operators or need quotes.
    pub awkward_names: bool,
    /// Weak next.
    pub weak_next: bool,
    /// Weak until and strong release.
    pub all_binary: bool,
}

impl Shape {
    /// Three plain propositions, two dozen instructions, every operator of `logic`, no bounds.
    pub fn new(logic: Logic) -> Self {
        Self {
            logic,
            propositions: 3,
            size: 24,
            bounds: false,
            objects: false,
            awkward_names: false,
            weak_next: true,
            all_binary: true,
        }
    }

    /// Everything that the language has.
    pub fn everything(logic: Logic) -> Self {
        Self { bounds: true, objects: true, awkward_names: true, ..Self::new(logic) }
    }
}

/// Names that a careless lexer or printer stumbles over.
pub const AWKWARD: &[&str] = &[
    "U",
    "A",
    "G",
    "X",
    "M",
    "true",
    "FALSE",
    "and",
    "Not",
    "xor",
    "forall",
    "Fp2",
    "GFa",
    "F1",
    "X0",
    "Unit",
    "aUb",
    "AG",
    "EX",
    "Foo",
    "stove.12",
    "a.b",
    "Microwave|-00.00|+01.55|-02.10",
    "two words",
    "",
    "quo\"te",
    "back\\slash",
    "0",
    "1",
    "12",
    "x'",
    "héllo",
    "p(q)",
    "ON(stove)",
    "d < 1",
    "inf",
    "s",
    "LTLSPEC",
    "-",
    "()",
    "<p>",
    "Xp.",
    ".5",
    "xnor",
    "Globally",
    "line\nbreak",
    "until",
];

/// Formulas of `shape`.
pub fn formulas(shape: Shape) -> impl Strategy<Value = Formula> {
    vec(any::<[u8; 4]>(), 1..=shape.size.max(1)).prop_map(move |program| run(shape, &program))
}

/// Runs the program; what is left on the stack is joined by conjunctions.
fn run(shape: Shape, program: &[[u8; 4]]) -> Formula {
    let mut machine = Machine { shape, pool: Pool::default(), stack: Vec::new() };
    for &instruction in program {
        machine.step(instruction);
    }
    while machine.stack.len() > 1 {
        machine.binary(Binary::And, None);
    }
    let root = machine.pop();
    Formula::new(machine.pool, root)
}

const RELATIONS: [Relation; 6] = [
    Relation::Less,
    Relation::LessEqual,
    Relation::Equal,
    Relation::NotEqual,
    Relation::GreaterEqual,
    Relation::Greater,
];

struct Machine {
    shape: Shape,
    pool: Pool,
    stack: Vec<Id>,
}

impl Machine {
    fn pop(&mut self) -> Id {
        match self.stack.pop() {
            Some(id) => id,
            None => self.pool.proposition("p0"),
        }
    }

    fn step(&mut self, [kind, a, b, c]: [u8; 4]) {
        match kind % 16 {
            0..=4 => {
                let id = self.atom(a, b, c);
                self.stack.push(id);
            }
            5 => {
                let id = self.pool.constant(a.is_multiple_of(2));
                self.stack.push(id);
            }
            6 | 7 => {
                let operand = self.pop();
                let id = self.pool.unary(Unary::Not, operand);
                self.stack.push(id);
            }
            8..=10 => {
                const OPS: [Binary; 5] =
                    [Binary::And, Binary::Or, Binary::Xor, Binary::Implies, Binary::Iff];
                self.binary(OPS[usize::from(a) % OPS.len()], None);
            }
            11..=14 => self.temporal(a, b, c),
            _ if self.shape.objects => self.bind(a, b, c),
            _ => {}
        }
    }

    fn temporal(&mut self, a: u8, b: u8, c: u8) {
        let path = match self.shape.logic {
            Logic::Propositional => return,
            Logic::Ltl => None,
            Logic::Ctl => Some(c.is_multiple_of(2)),
            Logic::CtlStar => (!c.is_multiple_of(3)).then_some(c % 3 == 1),
        };
        let interval = (self.shape.bounds && b.is_multiple_of(3)).then(|| self.interval(b, c));
        match a % 8 {
            0 | 1 if interval.is_none() || self.shape.logic == Logic::Propositional => {
                let weak = self.shape.weak_next && a % 16 > 7;
                let op = if weak { Unary::WeakNext } else { Unary::Next };
                let operand = self.pop();
                let id = self.pool.unary(op, operand);
                self.stack.push(id);
            }
            0..=3 => {
                let op = if a.is_multiple_of(2) { Unary::Finally } else { Unary::Globally };
                let operand = self.pop();
                let id = match interval {
                    None => self.pool.unary(op, operand),
                    Some(interval) => self.pool.add(Node::UnaryWithin(op, interval, operand)),
                };
                self.stack.push(id);
            }
            _ => {
                const OPS: [Binary; 4] =
                    [Binary::Until, Binary::Release, Binary::WeakUntil, Binary::StrongRelease];
                let count = if self.shape.all_binary { 4 } else { 2 };
                self.binary(OPS[usize::from(b) % count], interval);
            }
        }
        if let Some(all) = path {
            let operand = self.pop();
            let op = if all { Unary::AllPaths } else { Unary::SomePath };
            let id = self.pool.unary(op, operand);
            self.stack.push(id);
        }
    }

    fn binary(&mut self, op: Binary, interval: Option<Interval>) {
        let right = self.pop();
        let left = self.pop();
        let node = match interval {
            None => Node::Binary(op, left, right),
            Some(interval) => Node::BinaryWithin(op, interval, left, right),
        };
        let id = self.pool.add(node);
        self.stack.push(id);
    }

    fn interval(&mut self, b: u8, c: u8) -> Interval {
        let seconds = b.is_multiple_of(2);
        let number = |value: u8| {
            let value = if seconds { f64::from(value) / 4.0 } else { f64::from(value) };
            Real::new(value).map_or(Bound::steps(0), Bound::Number)
        };
        let low = match c % 3 {
            0 => Bound::steps(0),
            1 => number(c % 7),
            _ => Bound::Constant(self.pool.symbol("T_MIN")),
        };
        let high = match b % 5 {
            0 => None,
            1 => Some(Bound::Constant(self.pool.symbol("T_MAX"))),
            _ => Some(number(c % 7 + b % 9)),
        };
        Interval { low, high, unit: if seconds { Unit::Seconds } else { Unit::Steps } }
    }

    fn name(&self, a: u8) -> String {
        if self.shape.awkward_names && a.is_multiple_of(2) {
            AWKWARD[usize::from(a / 2) % AWKWARD.len()].to_owned()
        } else {
            format!("p{}", usize::from(a / 2) % self.shape.propositions.max(1))
        }
    }

    fn term(&mut self, a: u8, depth: u8) -> Term {
        let name = self.name(a);
        match a % 5 {
            0 => Term::Placeholder(self.pool.symbol("Fire_Source")),
            1 if depth > 0 => {
                let inner = self.term(a.wrapping_mul(7), depth - 1);
                Term::Apply(Application { name: self.pool.symbol(&name), args: [inner].into() })
            }
            _ => Term::Name(self.pool.symbol(&name)),
        }
    }

    fn application(&mut self, a: u8, b: u8) -> Application {
        let args = (0..b % 3).map(|i| self.term(b.wrapping_mul(31).wrapping_add(i), 2)).collect();
        let name = self.name(a);
        Application { name: self.pool.symbol(&name), args }
    }

    fn atom(&mut self, a: u8, b: u8, c: u8) -> Id {
        if !self.shape.objects {
            let name = self.name(a);
            return self.pool.proposition(&name);
        }
        let fact = self.application(a, b);
        if !c.is_multiple_of(4) {
            return self.pool.atomic(Atom::Fact(fact));
        }
        let literal = (f64::from(c) - 100.0) / 8.0;
        let number = Real::new(literal).map_or(Number::Value(fact.clone()), Number::Literal);
        let relation = RELATIONS[usize::from(b) % 6];
        let (left, right) = match c % 12 {
            0 => (number, Number::Value(fact)),
            4 => (Number::Value(fact.clone()), Number::Value(fact)),
            _ => (Number::Value(fact), number),
        };
        self.pool.atomic(Atom::Compare { left, relation, right })
    }

    fn bind(&mut self, a: u8, b: u8, c: u8) {
        let variables: Vec<_> = (0..=a % 2)
            .map(|index| {
                let name = format!("x{index}");
                let category = self.name(c.wrapping_add(index));
                (self.pool.symbol(&name), self.pool.symbol(&category))
            })
            .collect();
        let binder = self.pool.binder_id(Binder { variables: variables.into() });
        let quantifier = if b.is_multiple_of(2) { Quantifier::Forall } else { Quantifier::Exists };
        let operand = self.pop();
        let id = self.pool.add(Node::Bind(quantifier, binder, operand));
        self.stack.push(id);
    }
}
