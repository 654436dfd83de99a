//! Examples to begin with: a rule, and a usual misreading of it.

/// Two formulas worth comparing.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// What goes wrong.
    pub name: &'static str,
    /// The rule in words.
    pub words: &'static str,
    /// The misreading.
    pub candidate: &'static str,
    /// The rule.
    pub truth: &'static str,
    /// The reading's name; empty for the infinite one.
    pub reading: &'static str,
}

/// The examples; the first one greets newcomers.
pub const EXAMPLES: [Example; 6] = [
    Example {
        name: "parenthesis in the wrong place",
        words: "Whenever the stove is on, it is switched off later.",
        candidate: "G(ON(<stove>)) -> F(OFF(<stove>))",
        truth: "G(ON(<stove>) -> F(OFF(<stove>)))",
        reading: "",
    },
    Example {
        name: "once instead of every time",
        words: "After every alarm somebody looks.",
        candidate: "F(alarm -> F(looked))",
        truth: "G(alarm -> F(looked))",
        reading: "",
    },
    Example {
        name: "weak and strong until",
        words: "The door stays closed until the light is on; the light may never be on.",
        candidate: "closed U light",
        truth: "closed W light",
        reading: "",
    },
    Example {
        name: "next and later",
        words: "After opening the fridge, close it in the next step.",
        candidate: "G(opened -> F(closed))",
        truth: "G(opened -> X(closed))",
        reading: "",
    },
    Example {
        name: "the end of a finite trace",
        words: "There is always a next step: true of infinite words, impossible on finite ones.",
        candidate: "G(X(true))",
        truth: "true",
        reading: "finite",
    },
    Example {
        name: "the same, written differently",
        words: "The knife is never in the microwave while it runs.",
        candidate: "!F(runs & inside(knife, microwave))",
        truth: "G(runs -> !inside(knife, microwave))",
        reading: "",
    },
];
