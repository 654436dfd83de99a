//! What a formula talks about: predicates applied to terms, comparisons, intervals.

use super::Symbol;

/// An atom: the smallest thing that is true or false in a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// `name` or `NAME(arg, …)`; `p()` is the same fact as `p`.
    Fact(Application),
    /// `DISTANCE(agent, candle) < 0.5`.
    Compare {
        /// Left side.
        left: Number,
        /// The relation asked for.
        relation: Relation,
        /// Right side.
        right: Number,
    },
}

/// A predicate, function or constant with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Application {
    /// The predicate or function.
    pub name: Symbol,
    /// Its arguments; none for a proposition or a named constant.
    pub args: Box<[Term]>,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A variable, an object, or an object id such as `stove.12`.
    Name(Symbol),
    /// `<Fire_Source>`: a category still to be filled in.
    Placeholder(Symbol),
    /// A nested term such as `HELD(Object)`; only importers resolve these.
    Apply(Application),
}

/// A side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// A literal.
    Literal(Real),
    /// A named constant (`SAFE_DISTANCE`) or a numeric signal (`DISTANCE(agent, candle)`).
    Value(Application),
}

/// A finite floating-point number with total equality: `-0.0` is `0.0`, and NaN cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Real(u64);

impl Real {
    /// `value`, unless it is infinite or not a number.
    pub fn new(value: f64) -> Option<Self> {
        value.is_finite().then(|| Self((value + 0.0).to_bits()))
    }

    /// The number.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// A numeric relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `>=`
    GreaterEqual,
    /// `>`
    Greater,
}

impl Relation {
    /// Whether `left` stands in this relation to `right`.
    #[expect(clippy::float_cmp, reason = "equality of measured numbers is what the user asked for")]
    pub fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::GreaterEqual => left >= right,
            Self::Greater => left > right,
        }
    }

    /// As written in ASCII.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::GreaterEqual => ">=",
            Self::Greater => ">",
        }
    }
}

/// The bound of a temporal operator: `[low, high]`, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    /// First moment that counts.
    pub low: Bound,
    /// Last moment that counts; none for `[low, ∞)`.
    pub high: Option<Bound>,
    /// What is counted.
    pub unit: Unit,
}

/// One end of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// A literal; a whole number when steps are counted.
    Number(Real),
    /// A named constant such as `T_MAX`.
    Constant(Symbol),
}

impl Bound {
    /// A whole number of steps.
    pub fn steps(count: u32) -> Self {
        Self::Number(Real((f64::from(count)).to_bits()))
    }
}

/// What an interval counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Positions of the word.
    Steps,
    /// Seconds of the trace's clock.
    Seconds,
}
