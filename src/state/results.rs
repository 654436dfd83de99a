//! The bundle that is open: read file by file through the worker, shown as it arrives.

use super::files::Found;
use super::recognise::{Recognised, UNNAMED, recognise, refused, told, unpack_archive};
use super::source::{Missing, Source};
use crate::bridge::Engine;
use crate::routes::{ItemRoute, Route};
use futures_channel::oneshot;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;
use std::sync::Arc;
use vedette_report::bundle::{
    FileEntry, FileKind, IndexRow, Item, MANIFEST, Manifest, Run, Verdict, check_models,
};
use vedette_report::leaderboard::summarise;
use vedette_report::listing::{Filter, Place, Sum, View, by_rule, results, tasks, verdict_at};
use vedette_report::rules::Rules;
use vedette_report::service::{Request, Response};
use vedette_report::tree_view::TreeView;
use vedette_report::tree_wire::unpack;

/// Lines on a page of a list.
pub const LINES: usize = 100;
/// Files that are kept after they were read, for the next result is often in the same.
const KEPT: usize = 12;

/// A file that was read, with its kind and number.
type Kept = ((FileKind, u32), Rc<Response>);

/// How far reading has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing was asked for.
    Idle,
    /// Files read, of how many.
    Reading(usize, usize),
    /// All of the index read that could be.
    Done,
    /// There is no bundle to show.
    Nothing,
}

/// The index of the open bundle, with its rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Index {
    /// A row a run.
    pub rows: Vec<IndexRow>,
    /// The rules.
    pub rules: Rules,
}

/// The open bundle, and how its list is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Results {
    /// Where it comes from, in words.
    pub origin: RwSignal<String>,
    /// What a command line calls it.
    pub called: RwSignal<String>,
    /// Its manifest.
    pub manifest: RwSignal<Option<Manifest>>,
    /// Its index, once it was read.
    pub index: RwSignal<Arc<Index>>,
    /// What was wrong with it.
    pub problems: RwSignal<Vec<String>>,
    /// How far reading has come.
    pub progress: RwSignal<Progress>,
    /// What the list shows.
    pub filter: RwSignal<Filter>,
    /// The results that the filter leaves.
    pub places: Memo<Arc<Vec<Place>>>,
    /// The tasks or rules that the filter leaves.
    pub sums: Memo<Arc<Vec<Sum>>>,
    /// The line that the keys are on, counted over all pages.
    pub cursor: RwSignal<usize>,
    source: StoredValue<Option<Rc<Source>>, LocalStorage>,
    /// Files that were read lately, by kind and number.
    kept: StoredValue<Vec<Kept>, LocalStorage>,
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
        let index = RwSignal::new(Arc::new(Index::default()));
        let filter = RwSignal::new(Filter::default());
        // Another page of the list is the same list.
        let asked = Memo::new(move |_| Filter { page: 0, ..filter.get() });
        let places = Memo::new(move |_| {
            let index = index.get();
            asked.with(|filter| Arc::new(results(&index.rows, &index.rules, filter)))
        });
        let sums = Memo::new(move |_| {
            let (index, places) = (index.get(), places.get());
            asked.with(|filter| {
                Arc::new(match filter.view {
                    View::Results => Vec::new(),
                    View::Tasks => tasks(&index.rows, &places, filter.sort),
                    View::Rules => by_rule(&index.rows, &index.rules, &places, filter.sort),
                })
            })
        });
        Self {
            origin: RwSignal::new(String::new()),
            called: RwSignal::new(String::new()),
            manifest: RwSignal::new(None),
            index,
            problems: RwSignal::new(Vec::new()),
            progress: RwSignal::new(Progress::Idle),
            filter,
            places,
            sums,
            cursor: RwSignal::new(0),
            source: StoredValue::new_local(None),
            kept: StoredValue::new_local(Vec::new()),
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
            if let Some(packed) = super::source::embedded() {
                let found = unpack_archive(self.engine, "this page", packed).await;
                // The page is no archive that a command could read.
                let unnamed = |found| Recognised { called: UNNAMED.into(), ..found };
                self.open_found(opening, found.map(unnamed)).await;
                return;
            }
            for (base, origin) in
                [("./data/", "the bundle beside this page"), ("./sample/", "the sample bundle")]
            {
                let bundle = Recognised::at(base, origin);
                match bundle.source.read(MANIFEST).await {
                    Err(Missing::Absent) => {}
                    found => {
                        self.open(opening, bundle, found).await;
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
            let bundle = Recognised::at(&base, &base);
            let found = match bundle.source.read(MANIFEST).await {
                Err(Missing::Absent) => Err(Missing::Failed("there is no such file".into())),
                found => found,
            };
            self.open(opening, bundle, found).await;
        });
    }

    /// Opens what was dropped or chosen.
    pub fn open_files(self, files: Vec<Found>) {
        let opening = self.begin("the files you chose");
        spawn_local(async move {
            let found = recognise(self.engine, files).await;
            self.open_found(opening, found).await;
        });
    }

    async fn open_found(self, opening: u32, found: Result<Recognised, String>) {
        match found {
            Ok(bundle) => {
                let found = bundle.source.read(MANIFEST).await;
                self.open(opening, bundle, found).await;
            }
            Err(problem) if self.is_current(opening) => {
                self.problems.set(vec![problem]);
                self.progress.set(Progress::Nothing);
            }
            Err(_) => {}
        }
    }

    /// Says that opening failed before there were files.
    pub fn fail(self, problem: String) {
        self.begin("");
        self.problems.set(vec![problem]);
        self.progress.set(Progress::Nothing);
    }

    /// Forgets the bundle before, and begins to open another.
    fn begin(self, origin: &str) -> u32 {
        self.opening.update_value(|opening| *opening += 1);
        self.engine.cancel();
        self.source.set_value(None);
        self.manifest.set(None);
        self.index.set(Arc::default());
        self.kept.set_value(Vec::new());
        self.problems.set(Vec::new());
        self.origin.set(origin.to_owned());
        self.progress.set(Progress::Reading(0, 1));
        self.cursor.set(0);
        self.opening.get_value()
    }

    fn is_current(self, opening: u32) -> bool {
        self.opening.get_value() == opening
    }

    async fn open(self, opening: u32, bundle: Recognised, found: Result<Vec<u8>, Missing>) {
        let Recognised { origin, called, source } = bundle;
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
        self.called.set(called);
        let manifest = match manifest {
            Ok(manifest) => manifest,
            Err(problem) => {
                self.problems.set(vec![problem]);
                self.progress.set(Progress::Nothing);
                return;
            }
        };
        let files: Vec<FileEntry> = manifest
            .shards(FileKind::Rules)
            .chain(manifest.shards(FileKind::Index))
            .cloned()
            .collect();
        let models = manifest.models.clone();
        self.manifest.set(Some(manifest));
        self.source.set_value(Some(Rc::new(source)));
        // All are asked for at once, and taken in order.
        let count = files.len();
        let asked: Vec<_> = files.into_iter().map(|entry| begun(self.read_shard(entry))).collect();
        let mut index = Index::default();
        let (mut rule_files, mut whole) = (0, true);
        for (at, answer) in asked.into_iter().enumerate() {
            self.progress.set(Progress::Reading(at, count));
            let read = answer.await;
            if !self.is_current(opening) {
                return;
            }
            match read {
                Ok(Response::Index { runs }) => index.rows.extend(runs),
                Ok(Response::Rules { rules }) => {
                    index.rules.insert(rule_files, rules);
                    rule_files += 1;
                }
                Ok(_) => {}
                Err(problem) => {
                    // A file of rules that is missing leaves its place empty.
                    rule_files += usize::from(problem.starts_with("rules/"));
                    whole = false;
                    self.problems.update(|problems| problems.push(problem));
                }
            }
        }
        if whole && let Some(problem) = check_models(&models, &summarise(&index.rows)) {
            self.problems.update(|problems| problems.push(problem.to_string()));
        }
        self.index.set(Arc::new(index));
        self.progress.set(Progress::Done);
    }

    async fn read_shard(self, entry: FileEntry) -> Result<Response, String> {
        let data = self.read_file(&entry.path).await?;
        match self.engine.ask(&Request::Shard { entry }, vec![data]).await {
            Ok((Response::Rejected { message }, _)) => Err(message),
            Ok((response, _)) => Ok(response),
            other => Err(refused(other)),
        }
    }

    /// File number `number` of a kind, read now or lately.
    async fn shard(self, kind: FileKind, number: u32) -> Result<Rc<Response>, String> {
        let key = (kind, number);
        let known = self.kept.with_value(|kept| {
            kept.iter().find(|(known, _)| *known == key).map(|(_, response)| Rc::clone(response))
        });
        if let Some(known) = known {
            return Ok(known);
        }
        let response = Rc::new(self.read_shard(self.entry(kind, number)?).await?);
        self.kept.update_value(|kept| {
            if kept.len() == KEPT {
                kept.remove(0);
            }
            kept.push((key, Rc::clone(&response)));
        });
        Ok(response)
    }

    fn entry(self, kind: FileKind, number: u32) -> Result<FileEntry, String> {
        self.manifest
            .with_untracked(|manifest| manifest.as_ref()?.shard(kind, number).cloned())
            .ok_or_else(|| format!("the manifest lists no file {number} of {kind:?}"))
    }

    async fn read_file(self, path: &str) -> Result<Vec<u8>, String> {
        let source = self.source.get_value().ok_or("no bundle is open")?;
        source.read(path).await.map_err(|e| format!("{path}: {}", told(&e)))
    }

    /// The run and the item at a place, each from its file.
    pub async fn load(self, place: Place) -> Result<(Run, Item), String> {
        let index = self.index.get_untracked();
        let row = index.rows.get(place.run as usize).ok_or("there is no such run")?;
        let error = |what: &str| format!("run {:?}: {what}", row.id);
        let rules: Option<Vec<_>> = index.rules.of(row).map(Option::<&_>::cloned).collect();
        let rules = rules.ok_or_else(|| error("a file of its rules could not be read"))?;
        let mut rows = Vec::new();
        let (item_file, at) = IndexRow::place(&row.items, place.rule as usize)
            .ok_or_else(|| error("the index does not say where this result lies"))?;
        // All are asked for at once, and taken in order.
        let items = begun(self.shard(FileKind::Items, item_file));
        let files: Vec<_> =
            row.run.iter().map(|slice| begun(self.shard(FileKind::Runs, slice.shard))).collect();
        for (slice, file) in row.run.iter().zip(files) {
            let shard = file.await?;
            let Response::Runs { runs } = &*shard else { return Err(error("it has no rows")) };
            let (from, count) = (slice.from as usize, slice.count as usize);
            let found = runs.get(from..from.saturating_add(count));
            rows.extend_from_slice(
                found.ok_or_else(|| error("its rows are not where the index says"))?,
            );
        }
        let run = Run::assemble(row, rules, rows).map_err(|e| e.to_string())?;
        let shard = items.await?;
        let Response::Items { items } = &*shard else { return Err(error("it has no items")) };
        let item = items.get(at as usize).cloned();
        let item = item.ok_or_else(|| error("its result is not where the index says"))?;
        let said = (verdict_at(&index.rows, place), run.rules.get(place.rule as usize));
        if item.run != run.id || said.1.is_none_or(|rule| rule.id != item.rule) {
            return Err(error("the index leads to a result of another run or rule"));
        }
        if item.verdict != said.0 {
            return Err(format!(
                "run {:?}: the index says that rule {:?} is {}, and the result itself says {}",
                row.id,
                item.rule,
                said.0.word(),
                item.verdict.word()
            ));
        }
        Ok((run, item))
    }

    /// The tree of a run, seen from an item.
    pub async fn tree(self, run: Run, item: Item) -> Result<TreeView, String> {
        let mut files: Vec<(u32, FileEntry)> = Vec::new();
        let mut reading = Vec::new();
        let chunks = run.trajectories.iter().flat_map(|trajectory| &trajectory.chunks);
        for number in chunks.map(|chunk| chunk.shard) {
            if files.iter().any(|(known, _)| *known == number) {
                continue;
            }
            let entry = self.entry(FileKind::Trajectories, number)?;
            let path = entry.path.clone();
            reading.push(begun(async move { self.read_file(&path).await }));
            files.push((number, entry));
        }
        let mut blobs = Vec::with_capacity(reading.len());
        for bytes in reading {
            blobs.push(bytes.await?);
        }
        match self.engine.ask(&Request::Tree { run, item, files }, blobs).await {
            Ok((Response::Tree(head), nodes)) => {
                unpack(*head, nodes.first().map_or(&[][..], Vec::as_slice))
            }
            other => Err(refused(other)),
        }
    }

    /// The result of an address, if the index has it.
    pub fn find(self, route: &ItemRoute) -> Option<Place> {
        self.index.with(|index| {
            let run = index.rows.iter().position(|row| row.id == route.run)?;
            let is_it = |rule: Option<&_>| {
                rule.is_some_and(|rule: &vedette_report::bundle::RunRule| rule.id == route.rule)
            };
            let rule = index.rules.of(&index.rows[run]).position(is_it)?;
            Some(Place { run: run as u32, rule: rule as u32 })
        })
    }

    /// The address of a result.
    pub fn route_of(self, place: Place) -> Option<Route> {
        self.index.with_untracked(|index| {
            let row = index.rows.get(place.run as usize)?;
            let rule = index.rules.at(row, place.rule as usize)?;
            Some(Route::Item(ItemRoute {
                run: row.id.clone(),
                rule: rule.id.clone(),
                ..ItemRoute::default()
            }))
        })
    }

    /// The next result from line `from` on, forwards or backwards (the next violated one).
    pub fn next_line(self, from: Option<usize>, forward: bool, violated: bool) -> Option<usize> {
        let index = self.index.get_untracked();
        let fits =
            |place: &Place| !violated || verdict_at(&index.rows, *place) == Verdict::Violated;
        self.places.with_untracked(|places| {
            if forward {
                let start = from.map_or(0, |from| from + 1);
                (start..places.len()).find(|&at| fits(&places[at]))
            } else {
                let end = from.unwrap_or(places.len()).min(places.len());
                (0..end).rev().find(|&at| fits(&places[at]))
            }
        })
    }

    /// The line of a result, if the list shows it.
    pub fn line_of(self, place: Place) -> Option<usize> {
        self.places.with_untracked(|places| places.iter().position(|known| *known == place))
    }
}

/// Begins a task now, so that several run side by side; gives what waits for its outcome.
fn begun<T: 'static>(
    task: impl Future<Output = Result<T, String>> + 'static,
) -> impl Future<Output = Result<T, String>> {
    let (sender, receiver) = oneshot::channel();
    spawn_local(async move {
        // Another bundle may have been opened; then nobody waits.
        let _ = sender.send(task.await);
    });
    async { receiver.await.unwrap_or_else(|_| Err("reading was cancelled".into())) }
}
