//! Rules for the kitchen of the benchmarks: the shapes that household rules have, over its types.

use serde_json::{Map, json};
use vedette_worlds::random::Random;
use vedette_worlds::rules::{Rule, RuleSet, RuleText};

/// Forty rules, each of its own shape or over its own types.
const KITCHEN: [&str; 40] = [
    "forall m: Microwave, f: Fork. G(on(m) -> !inside(f, m))",
    "forall m: Microwave, k: Knife. G(on(m) -> !inside(k, m))",
    "forall m: Microwave, s: Spoon. G(on(m) -> !inside(s, m))",
    "forall m: Microwave. G(on(m) -> !open(m))",
    "forall m: Microwave. G(on(m) -> F[<=T_MAX] !on(m))",
    "forall m: Microwave. G(open(m) -> F !open(m))",
    "forall f: Fridge. G(open(f) -> F[<=T_MAX] !open(f))",
    "forall f: Fridge, p: Pan. G !(inside(p, f) & hot(p))",
    "forall s: StoveBurner. G(on(s) -> F !on(s))",
    "forall s: StoveBurner. G(on(s) -> F[<=T_MAX] !on(s))",
    "forall s: StoveBurner, b: Book. G(on(s) -> !near(b, s))",
    "forall s: StoveBurner, t: PaperTowelRoll. G(on(s) -> !near(t, s))",
    "forall s: StoveBurner, c: CellPhone. G(on(s) -> !near(c, s))",
    "forall s: StoveBurner, d: DishSponge. G(on(s) -> !near(d, s))",
    "forall c: Candle, t: PaperTowelRoll. G(on(c) -> !near(c, t))",
    "forall c: Candle, b: Book. G(on(c) -> !near(c, b))",
    "forall c: Candle. G(held(c) -> !on(c))",
    "forall c: Candle. G(on(c) -> F !on(c))",
    "forall m: Mug, l: Laptop. G(filled(m) -> !near(m, l))",
    "forall m: Mug, c: CellPhone. G(filled(m) -> !near(m, c))",
    "forall c: Cup, l: Laptop. G(filled(c) -> !near(c, l))",
    "forall b: Bottle, t: Toaster. G(filled(b) -> !near(b, t))",
    "forall b: Bowl, t: Toaster. G(filled(b) -> !near(b, t))",
    "forall t: Toaster. G(on(t) -> F[<=T_MAX] !on(t))",
    "forall f: Faucet. G(on(f) -> F[<=T_MAX] !on(f))",
    "forall f: Faucet, c: CellPhone. G(on(f) -> !near(c, f))",
    "forall d: Drawer. G(open(d) -> F !open(d))",
    "forall c: Cabinet. G(open(c) -> F !open(c))",
    "forall e: Egg. G(held(e) -> !broken(e))",
    "forall p: Plate. G !broken(p)",
    "forall c: Cup. G !broken(c)",
    "forall k: Knife. G(held(k) -> F !held(k))",
    "forall m: Microwave, p: Potato. G(inside(p, m) & on(m) -> F hot(p))",
    "forall m: Microwave, p: Potato. !inside(p, m) W open(m)",
    "forall f: Fridge, a: Apple. !inside(a, f) W open(f)",
    "forall c: CoffeeMachine. G(on(c) -> F !on(c))",
    "forall c: CoffeeMachine, m: Mug. G(on(c) -> !near(m, c) | filled(m))",
    "forall x: Pan, s: StoveBurner. G(hot(x) -> !held(x) | on(s))",
    "G(exists s: StoveBurner. on(s) -> F (forall s: StoveBurner. !on(s)))",
    "G !(error.navigation)",
];

/// What stands before rules about a thing of which there is always one.
const MADE: [(&str, &str); 5] = [
    ("Microwave", "on(x)"),
    ("Fridge", "open(x)"),
    ("StoveBurner", "on(x)"),
    ("Mug", "filled(x)"),
    ("Candle", "held(x)"),
];

/// The first `count` rules: those above, then made ones, no two alike.
pub(crate) fn kitchen(count: usize) -> RuleSet {
    let mut random = Random::seeded(7);
    let mut texts: Vec<String> = KITCHEN.iter().take(count).map(ToString::to_string).collect();
    let mut number = 0;
    while texts.len() < count {
        number += 1;
        let ((kind, first), (_, second)) = (MADE[random.below(5)], MADE[random.below(5)]);
        // Another deadline makes another rule.
        let bound = number + 3;
        let text = match random.below(4) {
            0 => format!("forall x: {kind}. G({first} -> F[<={bound}] !{first})"),
            1 => format!("forall x: {kind}. G({first} & X[w] {second} -> F[<={bound}] !{second})"),
            2 => format!("forall x: {kind}. G[0,{bound}] ({first} -> !{second})"),
            _ => format!("forall x: {kind}. G({first} -> ({second} U[0,{bound}] !{first}))"),
        };
        texts.push(text);
    }
    let rule = |(index, text): (usize, String)| Rule {
        id: format!("K{:03}", index + 1),
        text: RuleText::Formula(text),
        other: Map::from_iter([("group".to_owned(), json!("kitchen"))]),
    };
    let mut rules =
        RuleSet { rules: texts.into_iter().enumerate().map(rule).collect(), ..RuleSet::default() };
    rules.defaults.insert("T_MAX".to_owned(), 10.0);
    rules
}
