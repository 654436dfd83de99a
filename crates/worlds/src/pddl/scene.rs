//! The first state of a problem as a scene, for constraints.
//!
//! ```
//! use vedette_worlds::pddl::{Naming, read_domain, read_problem, to_scene};
//!
//! let domain = "(define (domain home) (:requirements :typing) (:types character)
//!     (:predicates (on ?a) (obj_next_to ?a ?b) (has_switch ?a) (between ?a ?b ?c))
//!     (:action switch_on :parameters (?c - character ?a) :effect (on ?a)))";
//! let domain = read_domain(domain, "home").unwrap().value;
//! let problem = "(define (problem tea) (:domain home) (:objects stove towel hall - object me - character)
//!     (:init (obj_next_to towel stove) (has_switch stove) (on stove) (between hall stove towel)))";
//! let problem = read_problem(problem, "tea", &domain).unwrap().value;
//! let (scene, missing) = to_scene(&domain, &problem, &Naming::household(&domain, &problem), "tea");
//! assert!(scene.holds("near", &["stove.1", "towel.2"]) && scene.holds("on", &["stove.1"]));
//! assert_eq!(scene.objects["stove.1"].has("HAS_SWITCH"), Some(true));
//! assert_eq!(scene.objects["towel.2"].has("HAS_SWITCH"), Some(false));
//! assert_eq!(missing, ["between(hall.3, stove.1, towel.2)"]);
//! ```

use super::model::{Domain, Problem};
use super::naming::{Naming, Said};
use crate::scene::{Scene, Source};
use crate::trajectory::is_agent;

/// The scene, called `id`, and the facts that it cannot say.
pub fn to_scene(
    domain: &Domain,
    problem: &Problem,
    naming: &Naming,
    id: &str,
) -> (Scene, Vec<String>) {
    let source = if naming.household { Source::VirtualHome } else { Source::Own };
    let mut scene = Scene::default();
    id.clone_into(&mut scene.id);
    problem.name.clone_into(&mut scene.title);
    scene.source = source;
    let mut missing = Vec::new();
    for (object, (name, class)) in naming.objects.iter().zip(&naming.classes).enumerate() {
        if is_agent(name) {
            continue;
        }
        let has = problem.init.iter().filter(|fact| *fact.args == [object]);
        let properties = has.filter_map(|fact| match &naming.predicates[fact.predicate] {
            Said::Property(property) => Some(property.as_str()),
            _ => None,
        });
        scene.insert(name, class, &properties.collect::<Vec<_>>());
    }
    for fact in &problem.init {
        let args: Vec<&str> = fact.args.iter().map(|&object| &*naming.objects[object]).collect();
        let told = |name: &str| format!("{}({})", name, args.join(", "));
        match &naming.predicates[fact.predicate] {
            Said::Property(_) if !is_agent(args[0]) => {}
            Said::Property(property) => missing.push(told(property)),
            Said::Missing => missing.push(told(&domain.predicates[fact.predicate].name)),
            Said::Fact(_, formula) if formula.starts_with("holds_") && is_agent(args[0]) => {
                scene.add("held", &args[1..]);
            }
            Said::Fact(name, _) => scene.add(name, &args),
        }
    }
    (scene, missing)
}
