//! PDDL: faults and places, printing, running; and the recorded household domain with its problems
//! (read at run time; skipped without them).

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use indexmap::IndexMap;
use std::sync::Arc;
use vedette_testkit::recorded;
use vedette_worlds::input::{Limits, text};
use vedette_worlds::pddl::{Domain, Read, World, read_domain, read_plan, read_problem};

const HEAD: &str = "(define (domain d) (:requirements :adl) (:types cup shelf - thing thing)
  (:constants lamp - thing)
  (:predicates (on ?a ?b - thing) (full ?c - cup) (done))";

fn domain(rest: &str) -> Read<Domain> {
    read_domain(&format!("{HEAD}\n{rest})"), "d.pddl").unwrap()
}

#[test]
fn what_does_not_fit_is_named_with_its_place_and_the_rest_is_kept() {
    let kept = "(:action keep :parameters () :effect (done))";
    for (bad, place, expected) in [
        (
            "(:action x :effect (dnoe))",
            "line 4, column 20",
            "the nearest is `done`; the action `x` is left out",
        ),
        (
            "(:action x :effect (done lamp))",
            "line 4, column 20",
            "found `done` of 1 terms, expected 0",
        ),
        (
            "(:action x :effect (full lamp))",
            "line 4, column 26",
            "of type `thing` in `full`, expected one of type `cup`",
        ),
        ("(:action x :precondition (full ?c))", "line 4, column 32", "`?c`, which nothing binds"),
        (
            "(:action x :parameters (?a - mug))",
            "line 4, column 30",
            "found the type `mug`, expected a type",
        ),
        (
            "(:action x :parameters (?a - (either cup shelf)))",
            "line 4, column 30",
            "`(either …)`, which is not supported",
        ),
        ("(:action x :parameters (?a ?a))", "line 4, column 28", "found the variable `?a` twice"),
        (
            "(:action x :effect (or (done)))",
            "line 4, column 20",
            "found `(or …)`, expected an effect",
        ),
        ("(:action x :effect (not (and (done))))", "line 4, column 20", "`not` of an atom"),
        (
            "(:action x :effect (when (done) (when (done) (done))))",
            "line 4, column 33",
            "what a `when` does",
        ),
        ("(:action x :effect (increase (cost) 1))", "line 4, column 20", "which is not supported"),
        (
            "(:action x :precondition (when (done) (done)))",
            "line 4, column 26",
            "found `(when …)`, expected a condition",
        ),
        ("(:action x :precondition (not))", "line 4, column 26", "with 0 parts, expected one part"),
        (
            "(:action x :precondition (forall ?x (done)))",
            "line 4, column 34",
            "variables in brackets",
        ),
        (
            "(:action x :precondition done)",
            "line 4, column 26",
            "found `done`, expected a condition in brackets",
        ),
        ("(:action x :precondtion (done))", "line 4, column 12", "the nearest is `:precondition`"),
        ("(:action x :effect)", "line 4, column 12", "each with a list"),
        ("(:action keep)", "line 4, column 10", "a second time"),
        (
            "(:functions (cost))",
            "line 4, column 1",
            "found `(:functions …)`, which is not supported",
        ),
        ("(:derived (done) (done))", "line 4, column 1", "which is not supported"),
        ("(:types a)", "line 4, column 1", "a second time"),
        ("()", "line 4, column 1", "found `()`, which is not supported"),
    ] {
        // A second action of one name has to come after the first.
        let read = if bad.contains("keep") {
            domain(&format!("{bad} {kept}"))
        } else {
            domain(&format!("{bad}\n{kept}"))
        };
        assert_eq!(read.value.actions.len(), 1, "{bad}: the other action is kept");
        let [problem] = &read.problems[..] else { panic!("{bad}: {:?}", read.problems) };
        let told = problem.to_string();
        if !bad.contains("keep") {
            assert!(told.starts_with(&format!("d.pddl, {place}: found ")), "{bad}: {told}");
        }
        assert!(told.contains(expected), "{bad}: {told}");
    }
}

#[test]
fn circles_of_types_and_names_that_are_taken_are_named() {
    for (text, expected) in [
        ("(define (domain d) (:types a - b b - a c - d))", "found the type `b` below itself"),
        ("(define (domain d) (:types a - a))", "found the type `a` below itself"),
        ("(define (domain d) (:types c - d))", "found the type `d`"),
        ("(define (domain d) (:types c c))", "found the type `c` a second time"),
        ("(define (domain d) (:predicates (and ?x)))", "the predicate `and`, which is taken"),
        ("(define (domain d) (:predicates (p) (p ?x)))", "the predicate `p`, which is taken"),
        ("(define (domain d) (:predicates ()))", "found `()`"),
        ("(define (domain d) (:constants - a))", "found `-` without a name"),
        ("(define (domain d) (:constants a -))", "found `-` without a type"),
        ("(define (domain d) (:constants a a))", "found the object `a` a second time"),
        ("(define (domain d) (:constants ?a))", "found `?a`, expected a name"),
    ] {
        let read = read_domain(text, "d").unwrap();
        assert!(
            read.problems.iter().any(|p| p.to_string().contains(expected)),
            "{text}: {:?}",
            read.problems
        );
    }
    for text in [
        "(domain d)",
        "(define)",
        "(define (problem p))",
        "(define (domain))",
        "(define (domain ?d))",
    ] {
        assert!(read_domain(text, "d").is_err(), "{text}");
    }
}

#[test]
fn faults_of_problems_have_a_place() {
    let domain = domain("").value;
    for (rest, expected) in [
        ("(:objects a - cup) (:init (full b) (done)) (:goal (done))", "found the object `b`"),
        ("(:objects a - cup) (:init (full ?a) (done)) (:goal (done))", "which nothing binds"),
        ("(:objects a - cup) (:init (= (cost) 1) (done)) (:goal (done))", "not supported"),
        ("(:objects a - cup) (:init (at 5 (done)) (done)) (:goal (done))", "not supported"),
        (
            "(:objects a - cup) (:init (and (done)) (done)) (:goal (done))",
            "found `(and …)`, expected a fact",
        ),
        (
            "(:objects a - cup lamp - cup) (:init (done)) (:goal (done))",
            "found the object `lamp` a second time",
        ),
        ("(:objects a - cup) (:init (done)) (:goal (done) (full a))", "found a goal of 2 parts"),
        (
            "(:objects a - cup) (:init (done)) (:goal (full a)) (:metric minimize (cost))",
            "found `(:metric …)`, which is not supported",
        ),
        ("(:objects a - cup) (:init (done))", "found no `:goal`"),
    ] {
        let text = format!("(define (problem p) (:domain d)\n{rest})");
        let read = read_problem(&text, "p", &domain).unwrap();
        let [problem] = &read.problems[..] else { panic!("{rest}: {:?}", read.problems) };
        assert!(problem.to_string().contains(expected), "{rest}: {problem}");
        assert!(problem.to_string().starts_with("p, line "), "{problem}");
        assert_eq!((read.value.init.len(), read.value.objects.len()), (1, 2), "{rest}");
    }
    let other =
        read_problem("(define (problem p) (:domain e) (:goal (done)))", "p", &domain).unwrap();
    assert!(other.problems[0].to_string().contains("found the domain `e`, expected `d`"));
}

#[test]
fn effects_go_by_the_state_before_and_adding_wins() {
    let domain = read_domain(
        "(define (domain d) (:requirements :adl) (:predicates (p ?x) (q ?x) (r))
          (:action swap :parameters ()
            :effect (and (forall (?x) (when (p ?x) (and (not (p ?x)) (q ?x))))
                         (forall (?x) (when (q ?x) (and (not (q ?x)) (p ?x))))
                         (not (r)) (r)))
          (:action only :parameters (?x) :precondition (forall (?y) (imply (p ?y) (= ?x ?y)))))",
        "d",
    )
    .unwrap();
    assert_eq!((domain.problems, domain.notes), (vec![], vec![]));
    let problem = "(define (problem p) (:domain d) (:objects a b c) (:init (p a) (q b) (q c) (p c)) (:goal (p b)))";
    let problem = read_problem(problem, "p", &domain.value).unwrap();
    let (domain, problem) = (Arc::new(domain.value), Arc::new(problem.value));
    let mut world = World::new(domain.clone(), problem.clone());
    let plan = read_plan("(swap)\n(only a)\n(fly a)\n(only)\n(only d)", "plan");
    let step = |world: &mut World, at: usize| world.step(plan[at].call.as_ref().unwrap());
    assert!(!world.reached().unwrap().unwrap());
    let change = step(&mut world, 0).unwrap();
    let told: Vec<_> = world.state().iter().map(|fact| problem.fact(&domain, fact)).collect();
    assert_eq!(told, ["(p b)", "(p c)", "(q a)", "(q c)", "(r)"], "c had both, and has both");
    assert_eq!((change.added.len(), change.removed.len()), (3, 2));
    assert!(world.reached().unwrap().unwrap());
    let before = world.state().clone();
    for (at, expected) in [
        (1, "(only a): (forall (?y) (imply (p ?y) (= a ?y))) does not hold"),
        (2, "(fly a): found no action of this name"),
        (3, "(only): found 0 objects, expected 1"),
        (4, "(only d): found no object `d`"),
    ] {
        let refused = step(&mut world, at).unwrap_err().to_string();
        assert!(refused.starts_with(expected), "{refused}");
        assert_eq!(world.state(), &before, "a refused step changes nothing");
    }
}

#[test]
fn what_would_take_for_ever_is_refused() {
    let variables = "?a ?b ?c ?d ?e ?f";
    let text = format!(
        "(define (domain d) (:predicates (p ?x)) (:action x :parameters () :precondition (forall ({variables}) (not (and (p ?a) (p ?b))))))"
    );
    let domain = read_domain(&text, "d").unwrap().value;
    let objects: Vec<_> = (0..100).map(|n| format!("o{n}")).collect();
    let problem =
        format!("(define (problem p) (:domain d) (:objects {}) (:goal (and)))", objects.join(" "));
    let problem = read_problem(&problem, "p", &domain).unwrap().value;
    let mut world = World::new(domain.into(), problem.into());
    let refused = world.step(read_plan("x", "p")[0].call.as_ref().unwrap()).unwrap_err();
    assert!(refused.to_string().contains("too many objects and variables"), "{refused}");
}

#[test]
fn nesting_is_bounded_and_wide_texts_are_read() {
    for nest in ["(and ", "(not ", "(forall (?x) ", "("] {
        let text = format!(
            "(define (domain d) (:predicates (p)) (:action a :precondition {}",
            nest.repeat(100_000)
        );
        let error = read_domain(&text, "d").unwrap_err();
        assert!(error.to_string().contains("nested more than 100 deep"), "{error}");
    }
    let text = format!(
        "(define (domain d) (:predicates (p)) (:action a :precondition (and {})))",
        "(p)".repeat(50_000)
    );
    let read = read_domain(&text, "d").unwrap();
    assert_eq!(read.value.actions[0].precondition.parts().len(), 50_001);
    assert_eq!(read_domain(&read.value.to_pddl(), "d").unwrap().value, read.value);
}

/// The recorded domain and its problems.
fn household() -> Option<(Read<Domain>, IndexMap<String, String>)> {
    let folder = recorded("embodied/virtualhome")?;
    let domain = std::fs::read_to_string(folder.join("domain.pddl")).unwrap();
    let bytes = std::fs::read(folder.join("pddl_problems.json.gz")).unwrap();
    let problems = text(&bytes, "problems", &Limits::default()).unwrap();
    Some((read_domain(&domain, "domain.pddl").unwrap(), serde_json::from_str(&problems).unwrap()))
}

#[test]
fn the_recorded_domain_and_all_its_problems_are_read_and_printed() {
    let Some((read, problems)) = household() else { return };
    assert_eq!(read.problems, []);
    let domain = &read.value;
    assert_eq!((domain.predicates.len(), domain.actions.len()), (45, 33));
    let notes: Vec<String> = read.notes.iter().map(ToString::to_string).collect();
    let expected = [
        "line 4, column 9: found `object` among the types",
        "line 58, column 23: found what needs `:negative-preconditions` (12 times",
        "line 63, column 17: found what needs `:conditional-effects` (9 times",
        "line 103, column 23: found what needs `:disjunctive-preconditions` (20 times",
        "line 117, column 28: found what needs `:existential-preconditions` (11 times",
    ];
    assert_eq!(notes.len(), expected.len());
    for (note, expected) in notes.iter().zip(expected) {
        assert!(note.contains(expected), "{note}");
    }
    let again = read_domain(&domain.to_pddl(), "again").unwrap();
    assert_eq!(again.value, *domain);
    assert_eq!(problems.len(), 338);
    let (mut faulty, mut faults, mut goals) = (0, 0, 0);
    for (id, text) in &problems {
        let read = read_problem(text, id, domain).unwrap();
        faulty += usize::from(!read.problems.is_empty());
        faults += read.problems.len();
        goals += usize::from(read.value.goal.is_some());
        assert_eq!(read.notes, [], "{id}");
        let again = read_problem(&read.value.to_pddl(domain), id, domain).unwrap();
        assert_eq!(
            (again.value, again.problems.is_empty()),
            (read.value, read.problems.is_empty()),
            "{id}"
        );
    }
    assert_eq!((faulty, faults, goals), (122, 535, 338));
}

/// Random domains, with everything that is supported.
mod random {
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::Arc;
    use vedette_worlds::pddl::{
        Action, Domain, Part, Problem, Term, World, read_domain, read_plan, read_problem,
    };

    const PREDICATES: &str =
        "(:types cup shelf - thing thing) (:predicates (p ?a) (q ?a ?b) (full ?c - cup) (done))";

    /// A condition over the variables `?x`, `?y` and `?c` of type `cup`.
    fn condition(depth: u32) -> BoxedStrategy<String> {
        let object = || prop::sample::select(vec!["?x", "?y", "?c", "lamp"]);
        let leaf = prop_oneof![
            Just("(done)".to_owned()),
            Just("(full ?c)".to_owned()),
            Just("(and)".to_owned()),
            Just("(or)".to_owned()),
            object().prop_map(|a| format!("(p {a})")),
            (object(), object()).prop_map(|(a, b)| format!("(q {a} {b})")),
            (object(), object()).prop_map(|(a, b)| format!("(= {a} {b})")),
        ];
        leaf.prop_recursive(depth, 24, 3, move |inner| {
            let many = prop::collection::vec(inner.clone(), 0..4).prop_map(|all| all.join(" "));
            let bound =
                prop::sample::select(vec!["?x", "?y ?x", "?c - cup", "?x - thing ?y - shelf"]);
            prop_oneof![
                inner.clone().prop_map(|a| format!("(not {a})")),
                many.clone().prop_map(|all| format!("(and {all})")),
                many.prop_map(|all| format!("(or {all})")),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(imply {a} {b})")),
                (bound.clone(), inner.clone()).prop_map(|(v, a)| format!("(forall ({v}) {a})")),
                (bound, inner).prop_map(|(v, a)| format!("(exists ({v}) {a})")),
            ]
        })
        .boxed()
    }

    fn effect() -> BoxedStrategy<String> {
        let atom =
            prop::sample::select(vec!["(done)", "(p ?x)", "(q ?x ?y)", "(full ?c)", "(q ?y lamp)"]);
        let literal = (atom, any::<bool>()).prop_map(|(atom, holds)| {
            if holds { atom.to_owned() } else { format!("(not {atom})") }
        });
        let conditional = (condition(2), prop::collection::vec(literal.clone(), 0..3));
        let conditional =
            conditional.prop_map(|(c, all)| format!("(when {c} (and {}))", all.join(" ")));
        let leaf = prop_oneof![literal, conditional];
        leaf.prop_recursive(2, 8, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3)
                    .prop_map(|all| format!("(and {})", all.join(" "))),
                inner.prop_map(|a| format!("(forall (?x - thing ?y - shelf) {a})")),
            ]
        })
        .boxed()
    }

    type State = BTreeSet<(usize, Vec<usize>)>;

    /// Another evaluator, straight from the definition, by recursion.
    struct Plain<'a> {
        domain: &'a Domain,
        problem: &'a Problem,
        action: &'a Action,
        state: State,
    }

    impl Plain<'_> {
        fn object(term: Term, values: &BTreeMap<usize, usize>) -> usize {
            match term {
                Term::Object(object) => object,
                Term::Variable(variable) => values[&variable],
            }
        }

        fn choices(
            &self,
            bound: &[usize],
            values: &BTreeMap<usize, usize>,
        ) -> Vec<BTreeMap<usize, usize>> {
            let mut all = vec![values.clone()];
            for &variable in bound {
                let kind = self.action.variables[variable].kind;
                let mut longer = Vec::new();
                for values in all {
                    for (at, object) in self.problem.objects.iter().enumerate() {
                        if self.domain.types.is(object.kind, kind) {
                            let mut values = values.clone();
                            values.insert(variable, at);
                            longer.push(values);
                        }
                    }
                }
                all = longer;
            }
            all
        }

        fn holds(&self, parts: &[Part], part: usize, values: &BTreeMap<usize, usize>) -> bool {
            match &parts[part] {
                Part::Atom(predicate, terms) => {
                    let args = terms.iter().map(|&term| Self::object(term, values)).collect();
                    self.state.contains(&(*predicate, args))
                }
                Part::Equal(a, b) => Self::object(*a, values) == Self::object(*b, values),
                Part::Not(inner) => !self.holds(parts, *inner, values),
                Part::And(inner) => inner.iter().all(|&part| self.holds(parts, part, values)),
                Part::Or(inner) => inner.iter().any(|&part| self.holds(parts, part, values)),
                Part::Imply(a, b) => {
                    !self.holds(parts, *a, values) || self.holds(parts, *b, values)
                }
                Part::Forall(bound, inner) => self
                    .choices(bound, values)
                    .iter()
                    .all(|values| self.holds(parts, *inner, values)),
                Part::Exists(bound, inner) => self
                    .choices(bound, values)
                    .iter()
                    .any(|values| self.holds(parts, *inner, values)),
                Part::When(..) => panic!("no condition"),
            }
        }

        fn literals(
            &self,
            parts: &[Part],
            part: usize,
            values: &BTreeMap<usize, usize>,
            found: &mut [State; 2],
        ) {
            match &parts[part] {
                Part::Atom(predicate, terms) => {
                    let args = terms.iter().map(|&term| Self::object(term, values)).collect();
                    found[0].insert((*predicate, args));
                }
                Part::Not(inner) => {
                    let mut other = [State::new(), State::new()];
                    self.literals(parts, *inner, values, &mut other);
                    found[1].append(&mut other[0]);
                }
                Part::And(inner) => {
                    inner.iter().for_each(|&part| self.literals(parts, part, values, found));
                }
                Part::Forall(bound, inner) => {
                    for values in self.choices(bound, values) {
                        self.literals(parts, *inner, &values, found);
                    }
                }
                Part::When(condition, inner) => {
                    if self.holds(parts, *condition, values) {
                        self.literals(parts, *inner, values, found);
                    }
                }
                other => panic!("no effect: {other:?}"),
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

        #[test]
        fn what_is_printed_is_read_again_and_runs_as_defined(
            condition in condition(4), effect in effect(), goal in condition(3),
            first in prop::collection::vec(any::<bool>(), 9), args in prop::array::uniform2(0..4_usize),
        ) {
            let text = format!("(define (domain d) (:requirements :adl) {PREDICATES} (:constants lamp - thing)
              (:action act :parameters (?x ?y - thing ?c - cup) :precondition {condition} :effect {effect})
              (:action always :parameters (?x ?y - thing ?c - cup) :effect {effect})
              (:action wanted :parameters (?x ?y - thing ?c - cup) :precondition {goal}))");
            let read = read_domain(&text, "d").unwrap();
            prop_assert_eq!((&read.problems, &read.notes), (&vec![], &vec![]));
            let again = read_domain(&read.value.to_pddl(), "again").unwrap();
            prop_assert_eq!(&again.value, &read.value);
            let domain = Arc::new(read.value);
            let facts = ["(p a)", "(p lamp)", "(q a b)", "(q b lamp)", "(q lamp lamp)", "(full a)", "(done)",
                "(p s)", "(q s a)"];
            let init: Vec<_> = facts.iter().zip(&first).filter(|(_, holds)| **holds).map(|(f, _)| *f).collect();
            let text = format!("(define (problem p) (:domain d) (:objects a b - cup s - shelf) (:init {}) (:goal (done)))", init.join(" "));
            let problem = Arc::new(read_problem(&text, "p", &domain).unwrap().value);
            prop_assert_eq!(&read_problem(&problem.to_pddl(&domain), "p", &domain).unwrap().value, &*problem);
            let [x, y] = [["a", "b", "s", "lamp"][args[0]], ["a", "b", "s", "a"][args[1]]];
            for name in ["act", "always", "wanted"] {
                let action = domain.action(name).unwrap();
                let mut world = World::new(domain.clone(), problem.clone());
                let call = read_plan(&format!("{name} {x} {y} b"), "plan").remove(0).call.unwrap();
                let done = world.step(&call);
                let state: State =
                    problem.init.iter().map(|f| (f.predicate, f.args.to_vec())).collect();
                let plain = Plain { domain: &domain, problem: &problem, action, state };
                let values: BTreeMap<usize, usize> =
                    [x, y, "b"].iter().map(|name| problem.object(name).unwrap()).enumerate().collect();
                let parts = action.precondition.parts();
                prop_assert_eq!(done.is_ok(), plain.holds(parts, parts.len() - 1, &values), "{}", name);
                let mut expected = plain.state.clone();
                if done.is_ok() {
                    let mut found = [State::new(), State::new()];
                    let parts = action.effect.parts();
                    plain.literals(parts, parts.len() - 1, &values, &mut found);
                    expected.retain(|fact| !found[1].contains(fact));
                    expected.append(&mut found[0]);
                }
                let state: State =
                    world.state().iter().map(|f| (f.predicate, f.args.to_vec())).collect();
                prop_assert_eq!(state, expected);
            }
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "[(){};?=:a-z \n-]{0,80}") {
            let _ = read_domain(&text, "d");
            let _ = read_domain(&format!("(define (domain d) {text})"), "d");
            let _ = read_domain(&format!("(define (domain d) (:predicates (p ?a)) (:action a :precondition ({text})))"), "d");
            let _ = read_plan(&text, "p");
        }
    }
}
