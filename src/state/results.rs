//! The bundle that is open: read file by file through the worker, shown as it arrives.

use super::files::Found;
use super::source::{Missing, Source, bytes};
use crate::bridge::{Engine, Failure};
use crate::routes::{ItemRoute, Route};
use leptos::prelude::*;
use leptos::task::spawn_local;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use vedette_report::bundle::{FileEntry, FileKind, Item, MANIFEST, Manifest, Run, Verdict};
use vedette_report::listing::{Filter, Line, lines};
use vedette_report::service::{Request, Response};
use vedette_report::tree_view::TreeView;

/// How many lines of the list are drawn at first, and with every step further.
pub const LINES: usize = 200;

/// How far reading has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing was asked for.
    Idle,
    /// Files read, of how many.
    Reading(usize, usize),
    /// All read that could be.
    Done,
    /// There is no bundle to show.
    Nothing,
}

/// The open bundle, and how its list is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Results {
    /// Where it comes from, in words.
    pub origin: RwSignal<String>,
    /// Its manifest.
    pub manifest: RwSignal<Option<Manifest>>,
    /// Its runs, as far as read.
    pub runs: RwSignal<Vec<Run>>,
    /// Its items, as far as read.
    pub items: RwSignal<Vec<Item>>,
    /// What was wrong with it.
    pub problems: RwSignal<Vec<String>>,
    /// How far reading has come.
    pub progress: RwSignal<Progress>,
    /// What the list shows.
    pub filter: RwSignal<Filter>,
    /// The list.
    pub lines: Memo<Vec<Line>>,
    /// The line that the keys are on.
    pub cursor: RwSignal<usize>,
    /// How many lines are drawn.
    pub limit: RwSignal<usize>,
    source: StoredValue<Option<Rc<Source>>, LocalStorage>,
    engine: Engine,
    /// Grows with every bundle that is opened, so that a slow earlier one adds nothing.
    opening: StoredValue<u32>,
}

impl Default for Results {
    fn default() -> Self {
        Self::new()
    }
}

impl Results {
    /// No bundle yet.
    pub fn new() -> Self {
        let (runs, items) = (RwSignal::new(Vec::new()), RwSignal::new(Vec::new()));
        let filter = RwSignal::new(Filter::default());
        let listed = move |runs: &Vec<Run>, items: &Vec<Item>| {
            filter.with(|filter| lines(runs, items, filter))
        };
        Self {
            origin: RwSignal::new(String::new()),
            manifest: RwSignal::new(None),
            runs,
            items,
            problems: RwSignal::new(Vec::new()),
            progress: RwSignal::new(Progress::Idle),
            filter,
            lines: Memo::new(move |_| runs.with(|runs| items.with(|items| listed(runs, items)))),
            cursor: RwSignal::new(0),
            limit: RwSignal::new(LINES),
            source: StoredValue::new_local(None),
            engine: Engine::new(),
            opening: StoredValue::new(0),
        }
    }

    /// Opens the bundle beside the page, or else the sample; once.
    pub fn open_beside(self) {
        if self.progress.get_untracked() != Progress::Idle {
            return;
        }
        let opening = self.begin("beside this page");
        spawn_local(async move {
            for (base, origin) in
                [("./data/", "the bundle beside this page"), ("./sample/", "the sample bundle")]
            {
                let source = Source::Address(base.into());
                match source.read(MANIFEST).await {
                    Err(Missing::Absent) => {}
                    found => {
                        self.open(opening, origin.into(), source, found).await;
                        return;
                    }
                }
            }
            if self.is_current(opening) {
                self.progress.set(Progress::Nothing);
            }
        });
    }

    /// Opens the bundle at an address that the user typed.
    pub fn open_address(self, address: &str) {
        let address = address.trim().trim_end_matches(MANIFEST);
        let base = format!("{}/", address.trim_end_matches('/'));
        let opening = self.begin(&base);
        spawn_local(async move {
            let source = Source::Address(base.clone());
            let found = match source.read(MANIFEST).await {
                Err(Missing::Absent) => Err(Missing::Failed("there is no such file".into())),
                found => found,
            };
            self.open(opening, base, source, found).await;
        });
    }

    /// Opens what was dropped or chosen.
    pub fn open_files(self, files: Vec<Found>) {
        let opening = self.begin("the files you chose");
        spawn_local(async move {
            match self.recognise(files).await {
                Ok((origin, source)) => {
                    let found = source.read(MANIFEST).await;
                    self.open(opening, origin, source, found).await;
                }
                Err(problem) if self.is_current(opening) => {
                    self.problems.set(vec![problem]);
                    self.progress.set(Progress::Nothing);
                }
                Err(_) => {}
            }
        });
    }

    /// Says that opening failed before there were files.
    pub fn fail(self, problem: String) {
        self.begin("");
        self.problems.set(vec![problem]);
        self.progress.set(Progress::Nothing);
    }

    /// What the files are; recognised by what they hold, not by their names alone.
    async fn recognise(self, files: Vec<Found>) -> Result<(String, Source), String> {
        let count = files.len();
        let depth = |path: &str| path.matches('/').count();
        let is_manifest = |path: &str| path.rsplit('/').next() == Some(MANIFEST);
        let manifest = files
            .iter()
            .map(|(path, _)| path.clone())
            .filter(|path| is_manifest(path))
            .min_by_key(|path| (depth(path), path.clone()));
        if let Some(path) = manifest {
            if count == 1 {
                return Err(format!(
                    "{path}: a manifest alone; its runs, items and trajectories are other files. \
                     Drop the whole folder of the bundle, or a .zip of it"
                ));
            }
            let folder = path.trim_end_matches(MANIFEST).to_owned();
            let below = |(path, file): Found| Some((path.strip_prefix(&folder)?.to_owned(), file));
            let name = folder.trim_end_matches('/');
            let name = if name.is_empty() { "files" } else { name };
            let map: FxHashMap<_, _> = files.into_iter().filter_map(below).collect();
            let ignored = count - map.len();
            let ignored =
                if ignored == 0 { String::new() } else { format!(", {ignored} others ignored") };
            return Ok((
                format!("a bundle in a folder: {name} ({} files{ignored})", map.len()),
                Source::Files(map),
            ));
        }
        let [(path, file)] = &files[..] else {
            return Err(format!(
                "{count} files, and none is a manifest.json: expected the folder of a bundle, or a \
                 .zip of it"
            ));
        };
        let data = bytes(file).await.map_err(|e| format!("{path}: {}", told(&e)))?;
        if !data.starts_with(b"PK\x03\x04") {
            return Err(format!(
                "{path}: neither a bundle's folder nor a .zip of one. A bundle is written by \
                 `vedette tree TRACES --rules RULES` or `vedette eval`"
            ));
        }
        match self.engine.ask(&Request::Archive, vec![data]).await {
            Ok((Response::Archive { paths }, blobs)) => {
                let shallowest = paths.iter().filter(|path| is_manifest(path));
                let manifest = shallowest.min_by_key(|path| depth(path)).ok_or_else(|| {
                    format!("{path}: the archive has no {MANIFEST}; expected a zipped bundle")
                })?;
                let folder = manifest.trim_end_matches(MANIFEST);
                let below = |(path, blob): (&String, Vec<u8>)| {
                    Some((path.strip_prefix(folder)?.to_owned(), blob))
                };
                let map: FxHashMap<_, _> = paths.iter().zip(blobs).filter_map(below).collect();
                Ok((
                    format!("a zipped bundle: {path} ({} files)", map.len()),
                    Source::Unpacked(map),
                ))
            }
            other => Err(format!("{path}: {}", refused(other))),
        }
    }

    /// Forgets the bundle before, and begins to open another.
    fn begin(self, origin: &str) -> u32 {
        self.opening.update_value(|opening| *opening += 1);
        self.engine.cancel();
        self.source.set_value(None);
        self.manifest.set(None);
        self.runs.set(Vec::new());
        self.items.set(Vec::new());
        self.problems.set(Vec::new());
        self.origin.set(origin.to_owned());
        self.progress.set(Progress::Reading(0, 1));
        self.cursor.set(0);
        self.limit.set(LINES);
        self.opening.get_value()
    }

    fn is_current(self, opening: u32) -> bool {
        self.opening.get_value() == opening
    }

    async fn open(
        self,
        opening: u32,
        origin: String,
        source: Source,
        found: Result<Vec<u8>, Missing>,
    ) {
        let manifest = match found {
            Ok(data) => match self.engine.ask(&Request::Manifest, vec![data]).await {
                Ok((Response::Manifest(manifest), _)) => Ok(manifest),
                other => Err(refused(other)),
            },
            Err(missing) => Err(format!("{origin}: {}", told(&missing))),
        };
        if !self.is_current(opening) {
            return;
        }
        self.origin.set(origin);
        let manifest = match manifest {
            Ok(manifest) => manifest,
            Err(problem) => {
                self.problems.set(vec![problem]);
                self.progress.set(Progress::Nothing);
                return;
            }
        };
        let files: Vec<FileEntry> = manifest
            .files
            .iter()
            .filter(|file| file.kind != FileKind::Trajectories)
            .cloned()
            .collect();
        self.manifest.set(Some(manifest));
        self.source.set_value(Some(Rc::new(source)));
        let count = files.len();
        for (at, entry) in files.into_iter().enumerate() {
            self.progress.set(Progress::Reading(at, count));
            let read = self.read_shard(entry).await;
            if !self.is_current(opening) {
                return;
            }
            match read {
                Ok(Response::Runs { runs: more }) => self.runs.update(|runs| runs.extend(more)),
                Ok(Response::Items { items: more }) => self.items.update(|i| i.extend(more)),
                Ok(_) => {}
                Err(problem) => self.problems.update(|problems| problems.push(problem)),
            }
        }
        self.progress.set(Progress::Done);
    }

    async fn read_shard(self, entry: FileEntry) -> Result<Response, String> {
        let data = self.read_file(&entry.path).await?;
        match self.engine.ask(&Request::Shard { entry }, vec![data]).await {
            Ok((response @ (Response::Runs { .. } | Response::Items { .. }), _)) => Ok(response),
            other => Err(refused(other)),
        }
    }

    async fn read_file(self, path: &str) -> Result<Vec<u8>, String> {
        let source = self.source.get_value().ok_or("no bundle is open")?;
        source.read(path).await.map_err(|e| format!("{path}: {}", told(&e)))
    }

    /// The tree of a run, seen from an item.
    pub async fn tree(self, run: Run, item: Item) -> Result<TreeView, String> {
        let mut files: Vec<FileEntry> = Vec::new();
        let mut blobs = Vec::new();
        let chunks = run.trajectories.iter().flat_map(|trajectory| &trajectory.chunks);
        for path in chunks.map(|chunk| &chunk.file) {
            if files.iter().any(|file| file.path == *path) {
                continue;
            }
            let entry = self.manifest.with_untracked(|manifest| {
                manifest.as_ref().and_then(|m| m.files.iter().find(|f| f.path == *path).cloned())
            });
            files.push(entry.ok_or_else(|| {
                format!("run {:?}: it needs {path}, which the manifest does not list", run.id)
            })?);
            blobs.push(self.read_file(path).await?);
        }
        match self.engine.ask(&Request::Tree { run, item, files }, blobs).await {
            Ok((Response::Tree(tree), _)) => Ok(*tree),
            other => Err(refused(other)),
        }
    }

    /// The run and item of an address, if they were read.
    pub fn find(self, route: &ItemRoute) -> Option<(Run, Item)> {
        let run = self.runs.with(|runs| runs.iter().find(|run| run.id == route.run).cloned())?;
        let is_it = |item: &&Item| item.run == route.run && item.rule == route.rule;
        let item = self.items.with(|items| items.iter().find(is_it).cloned())?;
        Some((run, item))
    }

    /// The address of the item on a line.
    pub fn route_of(self, line: &Line) -> Option<Route> {
        let Line::Item { item } = line else { return None };
        self.items.with_untracked(|items| {
            items.get(*item).map(|item| {
                Route::Item(ItemRoute {
                    run: item.run.clone(),
                    rule: item.rule.clone(),
                    ..ItemRoute::default()
                })
            })
        })
    }

    /// The next line from `from` on, forwards or backwards, that shows an item (a violated one).
    pub fn next_line(self, from: Option<usize>, forward: bool, violated: bool) -> Option<usize> {
        let fits = |line: &Line| match line {
            Line::Item { item } => {
                !violated
                    || self.items.with_untracked(|items| {
                        items.get(*item).is_some_and(|item| item.verdict == Verdict::Violated)
                    })
            }
            _ => false,
        };
        self.lines.with_untracked(|lines| {
            if forward {
                let start = from.map_or(0, |from| from + 1);
                (start..lines.len()).find(|&at| fits(&lines[at]))
            } else {
                (0..from.unwrap_or(lines.len()).min(lines.len())).rev().find(|&at| fits(&lines[at]))
            }
        })
    }

    /// The line of an item, if the list shows it.
    pub fn line_of(self, route: &ItemRoute) -> Option<usize> {
        self.lines.with_untracked(|lines| {
            self.items.with_untracked(|items| {
                lines.iter().position(|line| {
                    let Line::Item { item } = line else { return false };
                    let item = items.get(*item);
                    item.is_some_and(|item| item.run == route.run && item.rule == route.rule)
                })
            })
        })
    }
}

fn told(missing: &Missing) -> String {
    match missing {
        Missing::Absent => "the manifest names it, and it is not there".into(),
        Missing::Failed(what) => what.clone(),
    }
}

/// Why an answer is not what was asked for.
fn refused(answer: crate::bridge::Answer) -> String {
    match answer {
        Ok((Response::Rejected { message }, _)) => message,
        Ok(_) => "the worker answered another question; please reload the page".into(),
        Err(Failure::Cancelled) => "cancelled".into(),
        Err(Failure::Stopped(what)) => {
            format!("the worker stopped ({what}) and was started again")
        }
    }
}
