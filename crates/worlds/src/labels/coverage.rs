//! What the data say of which predicate: how often it is known, and where it is first not.
//!
//! ```
//! use vedette_worlds::labels::coverage;
//! use vedette_worlds::trajectory::{Options, read};
//! use vedette_worlds::vocabulary::Vocabulary;
//!
//! let event = r#"{"metadata": {"objects": [{"objectId": "Mug|1", "isDirty": true}]}}"#;
//! let trajectory = read(event.as_bytes(), "t", &Options::default()).unwrap().remove(0);
//! let words = Vocabulary::ai2thor();
//! let all = coverage(&trajectory, &words);
//! let of = |name: &str| all.iter().find(|one| *one.predicate == *name).unwrap();
//! assert_eq!((of("dirty").asked, of("dirty").unknown), (1, 0));
//! assert_eq!(of("open").first.as_deref(), Some("open(Mug|1), step 0"));
//! ```
//!
//! # Why counted
//!
//! A reader never fails for want of a field: what is not said is *unsupported*, and a rule over it is
//! neither kept nor broken. Whoever imports a recording should see that before the verdicts come.

use super::{Ground, World};
use crate::trajectory::{Trajectory, is_agent};
use crate::vocabulary::{Sort, Vocabulary};
use std::sync::Arc;
use vedette_checker::truth::Truth;

/// Of predicates of two, at most so many objects are asked.
pub const MOST_OBJECTS: usize = 20;

/// How well a predicate is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Its name.
    pub predicate: Arc<str>,
    /// How many facts at how many times were asked.
    pub asked: u64,
    /// How many of these the data do not say.
    pub unknown: u64,
    /// The first that they do not say.
    pub first: Option<String>,
}

/// How well each predicate of a vocabulary is known in a trajectory; numbers are left out.
pub fn coverage(trajectory: &Trajectory, vocabulary: &Vocabulary) -> Vec<Coverage> {
    let world = World::new(vec![trajectory], vocabulary);
    let objects: Vec<&str> = trajectory.objects.keys().map(|id| &**id).collect();
    let few = &objects[..objects.len().min(MOST_OBJECTS)];
    let of = |sort: Sort, few: &[&'_ str]| -> Vec<String> {
        let own = few.iter().filter(|id| !is_agent(id)).map(|&id| id.to_owned());
        match sort {
            Sort::Object => own.collect(),
            Sort::Thing => own.chain(["agent".to_owned()]).collect(),
            Sort::Agent => vec!["agent".to_owned()],
        }
    };
    let mut found = Vec::new();
    for predicate in vocabulary.predicates().iter().filter(|predicate| !predicate.numeric) {
        let tuples: Vec<Vec<String>> = match predicate.args[..] {
            [] => vec![Vec::new()],
            [one] => of(one, &objects).into_iter().map(|one| vec![one]).collect(),
            [a, b] => {
                let second = of(b, few);
                let pair = |a: &String, b: &String| (a != b).then(|| vec![a.clone(), b.clone()]);
                let first = of(a, few);
                first.iter().flat_map(|a| second.iter().filter_map(move |b| pair(a, b))).collect()
            }
            _ => continue,
        };
        let name = predicate.name.clone();
        let mut one = Coverage { predicate: name, asked: 0, unknown: 0, first: None };
        let mut at = usize::MAX;
        for args in &tuples {
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let Some(ground) = Ground::fact(vocabulary, &predicate.name, &args) else { continue };
            let column = world.column(&ground);
            let path = &world.paths()[0];
            one.asked += path.len() as u64;
            let open = |moment: &u32| column[*moment as usize] == Truth::Unsupported;
            one.unknown += path.iter().filter(|moment| open(moment)).count() as u64;
            if let Some(first) = path.iter().position(open).filter(|&first| first < at) {
                at = first;
                one.first = Some(format!("{}({}), step {first}", predicate.name, args.join(", ")));
            }
        }
        found.push(one);
    }
    found
}
