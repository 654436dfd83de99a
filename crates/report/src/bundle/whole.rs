//! Reading a bundle without a viewer: all of it, or one run with nothing but the files it needs.

use super::{
    BundleError, FileEntry, FileKind, FullStep, IndexRow, Item, Manifest, Run, RunRow, RunRule,
    Slice, TrajectoryShard, check_file, read_index, read_items, read_manifest, read_rules,
    read_runs, read_trajectories, rebuild,
};
use rustc_hash::FxHashSet;

/// Reads every file, each checked against the manifest; only a manifest that cannot be read is an
/// error, everything else is among the problems.
pub fn load(mut get: impl FnMut(&str) -> Result<Vec<u8>, String>) -> Result<Whole, BundleError> {
    let mut whole = Whole::begin(&mut get)?;
    for kind in
        [FileKind::Index, FileKind::Rules, FileKind::Runs, FileKind::Items, FileKind::Trajectories]
    {
        whole.fetch(&mut get, kind, |_| true);
    }
    Ok(whole)
}

/// Reads one run, and no file that it does not need: damage elsewhere does not matter.
pub fn load_run(
    mut get: impl FnMut(&str) -> Result<Vec<u8>, String>,
    id: &str,
) -> Result<WholeRun, BundleError> {
    let mut whole = Whole::begin(&mut get)?;
    whole.fetch(&mut get, FileKind::Index, |_| true);
    let Some(row) = whole.index.iter().find(|row| row.id == id).cloned() else {
        // A part of the index that cannot be read may have held it.
        let absent = || BundleError::new(super::MANIFEST, format!("there is no run {id:?}"));
        return Err(whole.problems.into_iter().next().unwrap_or_else(absent));
    };
    whole.problems.clear();
    for (kind, slices) in
        [(FileKind::Rules, &row.rules), (FileKind::Runs, &row.run), (FileKind::Items, &row.items)]
    {
        whole.fetch(&mut get, kind, |number| slices.iter().any(|slice| slice.shard == number));
    }
    if let Some(problem) = whole.problems.pop() {
        return Err(problem);
    }
    let run = whole.assemble(&row)?;
    let chunks = run.trajectories.iter().flat_map(|trajectory| &trajectory.chunks);
    let needed: FxHashSet<u32> = chunks.map(|chunk| chunk.shard).collect();
    whole.fetch(&mut get, FileKind::Trajectories, |number| needed.contains(&number));
    match whole.problems.pop() {
        Some(problem) => Err(problem),
        None => whole.run(&row),
    }
}

/// A bundle with all its files.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The manifest.
    pub manifest: Manifest,
    /// The index.
    pub index: Vec<IndexRow>,
    /// What could not be read.
    pub problems: Vec<BundleError>,
    // By number of the file. One that was not read, or could not be, is empty.
    rules: Vec<Vec<RunRule>>,
    runs: Vec<Vec<RunRow>>,
    items: Vec<Vec<Item>>,
    trajectories: Vec<Option<(String, TrajectoryShard)>>,
}

/// A run with its items and trajectories.
#[derive(Clone, Debug)]
pub struct WholeRun {
    /// The run.
    pub run: Run,
    /// Its items, one a rule.
    pub items: Vec<Item>,
    /// Its trajectories, in order.
    pub trajectories: Vec<Vec<FullStep>>,
}

/// The rows that slices lead to.
fn rows<T: Clone>(shards: &[Vec<T>], slices: &[Slice], what: &str) -> Result<Vec<T>, String> {
    let mut found = Vec::new();
    for slice in slices {
        let (from, to) = (slice.from as usize, slice.from as usize + slice.count as usize);
        let rows = shards.get(slice.shard as usize).and_then(|rows| rows.get(from..to));
        found.extend_from_slice(rows.ok_or_else(|| {
            format!(
                "it needs rows {from} to {to} of file {} of {what}, and they are not there",
                slice.shard
            )
        })?);
    }
    Ok(found)
}

impl Whole {
    fn begin(get: &mut impl FnMut(&str) -> Result<Vec<u8>, String>) -> Result<Self, BundleError> {
        let manifest = get(super::MANIFEST)
            .map_err(|what| BundleError::new(super::MANIFEST, what))
            .and_then(|bytes| read_manifest(&bytes))?;
        Ok(Self {
            index: Vec::new(),
            rules: Vec::new(),
            runs: Vec::new(),
            items: Vec::new(),
            trajectories: Vec::new(),
            problems: Vec::new(),
            manifest,
        })
    }

    /// Reads the wanted files of a kind; the others stay empty.
    fn fetch(
        &mut self,
        get: &mut impl FnMut(&str) -> Result<Vec<u8>, String>,
        kind: FileKind,
        wanted: impl Fn(u32) -> bool,
    ) {
        let entries: Vec<FileEntry> = self.manifest.shards(kind).cloned().collect();
        for (number, entry) in (0..).zip(&entries) {
            let read = if wanted(number) {
                get(&entry.path)
                    .map_err(|what| BundleError::new(&entry.path, what))
                    .and_then(|bytes| self.read(entry, &bytes))
                    .map_err(|problem| self.problems.push(problem))
            } else {
                Err(())
            };
            if read.is_err() {
                self.leave_empty(kind);
            }
        }
    }

    fn leave_empty(&mut self, kind: FileKind) {
        match kind {
            FileKind::Index => {}
            FileKind::Rules => self.rules.push(Vec::new()),
            FileKind::Runs => self.runs.push(Vec::new()),
            FileKind::Items => self.items.push(Vec::new()),
            FileKind::Trajectories => self.trajectories.push(None),
        }
    }

    fn read(&mut self, entry: &FileEntry, bytes: &[u8]) -> Result<(), BundleError> {
        check_file(entry, bytes)?;
        match entry.kind {
            FileKind::Index => self.index.extend(read_index(entry, bytes)?),
            FileKind::Rules => self.rules.push(read_rules(entry, bytes)?),
            FileKind::Runs => self.runs.push(read_runs(entry, bytes)?),
            FileKind::Items => self.items.push(read_items(entry, bytes)?),
            FileKind::Trajectories => {
                let shard = read_trajectories(entry, bytes)?;
                self.trajectories.push(Some((entry.path.clone(), shard)));
            }
        }
        Ok(())
    }

    /// The rules of all files.
    pub fn rules(&self) -> crate::rules::Rules {
        let mut rules = crate::rules::Rules::default();
        for (at, shard) in self.rules.iter().enumerate() {
            rules.insert(at, shard.clone());
        }
        rules
    }

    /// How many items there are in all files.
    pub(super) fn items_read(&self) -> usize {
        self.items.iter().map(Vec::len).sum()
    }

    /// The run of a row of the index, without items and trajectories.
    fn assemble(&self, row: &IndexRow) -> Result<Run, BundleError> {
        let error = |what: String| BundleError::new(format!("run {:?}", row.id), what);
        let rules = rows(&self.rules, &row.rules, "rules").map_err(error)?;
        let rows = rows(&self.runs, &row.run, "runs").map_err(error)?;
        Run::assemble(row, rules, rows)
    }

    /// A run, from its row of the index.
    pub fn run(&self, row: &IndexRow) -> Result<WholeRun, BundleError> {
        let run = self.assemble(row)?;
        let items = rows(&self.items, &row.items, "items")
            .map_err(|what| BundleError::new(format!("run {:?}", row.id), what))?;
        let trajectories = rebuild(&run, |number| {
            let (path, shard) = self.trajectories.get(number as usize)?.as_ref()?;
            Some((path.as_str(), shard))
        })?;
        Ok(WholeRun { run, items, trajectories })
    }
}
