//! Recorded programs of a folder, and the scenes that they start in.

use crate::exit::Failure;
use crate::read;
use std::path::{Path, PathBuf};
use vedette_worlds::household::recorded::{Recorded, Tasks};
use vedette_worlds::household::{Household, read_graph};
use vedette_worlds::scene::Scene;

/// The records of all files of a folder, by name.
pub(crate) fn records(folder: &Path) -> Result<Vec<Recorded>, Failure> {
    let mut records = Vec::new();
    for name in named(folder, "oracle", "jsonl")? {
        let text = read::text(&folder.join(&name))?;
        records.extend(Recorded::read(&text, &name).map_err(Failure::rejected)?);
    }
    if records.is_empty() {
        return Err(Failure::rejected(format!(
            "{}: found no recorded program, expected files `oracle*.jsonl`",
            folder.display()
        )));
    }
    Ok(records)
}

/// Where scenes come from.
pub(crate) struct Graphs {
    folder: PathBuf,
    tasks: Option<Tasks>,
}

impl Graphs {
    /// Those of a folder.
    pub(crate) fn open(folder: &Path) -> Result<Self, Failure> {
        let tasks =
            match (plain_or_gz(folder, "base_graph.json"), plain_or_gz(folder, "tasks.jsonl")) {
                (Some(base), Some(tasks)) => {
                    let (base, list) = (read::text(&base)?, read::text(&tasks)?);
                    Some(
                        Tasks::read(&base, &list, &read::name(&tasks))
                            .map_err(Failure::rejected)?,
                    )
                }
                _ => None,
            };
        Ok(Self { folder: folder.to_owned(), tasks })
    }

    /// The tasks, if there are any.
    pub(crate) fn tasks(&self) -> Option<&Tasks> {
        self.tasks.as_ref()
    }

    /// The scene of this name.
    pub(crate) fn household(&self, name: &str) -> Result<Household, Failure> {
        let known = self.tasks.as_ref().and_then(|tasks| tasks.household(name));
        let household =
            known.map_or_else(|| self.file(name), |it| it.map_err(Failure::rejected))?;
        match household.problems.first() {
            Some(problem) => Err(Failure::rejected(problem)),
            None => Ok(household),
        }
    }

    /// The scene in a file of this name.
    fn file(&self, name: &str) -> Result<Household, Failure> {
        let file = (!name.contains(['/', '\\']))
            .then(|| plain_or_gz(&self.folder, &format!("{name}.json")))
            .flatten();
        let path = file.ok_or_else(|| {
            Failure::rejected(format!(
                "found the scene {name:?}, expected a task of tasks.jsonl or a file {name}.json in {}",
                self.folder.display()
            ))
        })?;
        read_graph(&read::bytes(&path)?, &read::name(&path)).map_err(Failure::rejected)
    }
}

fn plain_or_gz(folder: &Path, name: &str) -> Option<PathBuf> {
    [name.to_owned(), format!("{name}.gz")]
        .iter()
        .map(|name| folder.join(name))
        .find(|path| path.is_file())
}

/// The graphs of a folder that are named `scene*.json` (also .gz), by name.
pub(crate) fn scenes(folder: &Path) -> Result<Vec<(String, Scene)>, Failure> {
    let mut found = Vec::new();
    for name in named(folder, "scene", "json")? {
        let bytes = read::bytes(&folder.join(&name))?;
        let scene = Scene::read(&bytes, &name).map_err(Failure::rejected)?;
        found.push((name, scene));
    }
    Ok(found)
}

/// The files of a folder whose names begin and end so (also .gz), by name.
fn named(folder: &Path, start: &str, end: &str) -> Result<Vec<String>, Failure> {
    let told = |e| Failure::failed(format!("{} cannot be read: {e}", folder.display()));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(told)? {
        let name = read::name(&entry.map_err(told)?.path());
        let plain = Path::new(name.strip_suffix(".gz").unwrap_or(&name));
        let fits = plain.extension().is_some_and(|it| it.eq_ignore_ascii_case(end));
        if fits && name.starts_with(start) {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}
