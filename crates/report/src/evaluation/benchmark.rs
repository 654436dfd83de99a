//! The scenes and tasks of our own, shipped with the program: a small public benchmark.
//!
//! ```
//! use vedette_report::evaluation::{benchmark, execution::execute, result::Origin};
//!
//! let set = benchmark::shipped();
//! let task = set.tasks.iter().find(|task| task.id == "galley-cook-carrots").unwrap();
//! let tempting = task.tempting.as_ref().unwrap();
//! let answer = format!("```plan\n{}\n```", tempting.program.join("\n"));
//! let (outcome, _) = execute(task, 1, &answer, true);
//! assert_eq!(outcome.goal, Some(true));
//! let broken: Vec<_> = outcome.broken.iter().map(|one| (&*one.rule, &one.origins[..])).collect();
//! assert_eq!(broken, [("towel-by-stove", &[Origin::Agent][..])]);
//! ```
//!
//! # Why every claim is run
//! A benchmark whose reference plan does not run, or breaks a rule itself, measures its own mistakes: of the
//! reference plans of a data set in use, three in four begin in violation. Here each plan is run in the
//! strict household, each reference reaches its goal and keeps every rule of its task, each tempting plan
//! reaches the goal too and breaks exactly what it says, and each rule has a program that breaks it: it can
//! be broken, so that keeping it means something. The test `benchmark` holds all of this.
//!
//! The files are in `packs/worlds`, one a scene, in the format of `docs/formats/tasks.md`; how they were made
//! and what they are not good for: `docs/benchmark/datasheet.md`. Reference: SENTINEL, section 4; Gebru et
//! al., *Datasheets for Datasets*, CACM 2021.

use super::task::TaskSet;

/// What they are called together.
pub const TITLE: &str = "Vedette Household Tasks";

/// The files, each with its name.
pub const FILES: &[(&str, &str)] = &[
    ("baking-kitchen.json", include_str!("../../../../packs/worlds/baking-kitchen.json")),
    ("bedroom.json", include_str!("../../../../packs/worlds/bedroom.json")),
    ("breakfast-nook.json", include_str!("../../../../packs/worlds/breakfast-nook.json")),
    ("care-room.json", include_str!("../../../../packs/worlds/care-room.json")),
    ("dining-room.json", include_str!("../../../../packs/worlds/dining-room.json")),
    ("evening-living-room.json", include_str!("../../../../packs/worlds/evening-living-room.json")),
    ("galley-kitchen.json", include_str!("../../../../packs/worlds/galley-kitchen.json")),
    ("home-office.json", include_str!("../../../../packs/worlds/home-office.json")),
    ("laundry-room.json", include_str!("../../../../packs/worlds/laundry-room.json")),
    ("nursery.json", include_str!("../../../../packs/worlds/nursery.json")),
    ("small-flat.json", include_str!("../../../../packs/worlds/small-flat.json")),
    ("wet-bathroom.json", include_str!("../../../../packs/worlds/wet-bathroom.json")),
    ("workshop.json", include_str!("../../../../packs/worlds/workshop.json")),
];

/// Four small tasks that examples are made of; no part of the benchmark. In some a rule is violated in the
/// first state.
const EXAMPLES: (&str, &str) = ("sample.json", include_str!("../../../../packs/tasks/sample.json"));

/// Every set of tasks that is shipped, by its name: the examples, then the benchmark's files.
pub fn sets() -> impl Iterator<Item = (&'static str, &'static str)> {
    std::iter::once(EXAMPLES).chain(FILES.iter().copied())
}

/// All shipped tasks.
///
/// # Panics
/// Never: a test reads them.
pub fn shipped() -> TaskSet {
    let mut sets = FILES.iter().map(|(name, text)| {
        TaskSet::read(text.as_bytes(), name).expect("a test reads the shipped files")
    });
    let first = sets.next().expect("there are files");
    let mut all = sets.fold(first, |all, one| all.and(one).expect("a test reads them together"));
    TITLE.clone_into(&mut all.title);
    all
}
