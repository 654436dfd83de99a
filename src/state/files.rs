//! What was dropped or chosen, as files with their paths; folders are walked.

use js_sys::{Array, Promise};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DataTransfer, File, FileList, FileSystemDirectoryEntry, FileSystemDirectoryReader,
    FileSystemEntry, FileSystemFileEntry,
};

/// More files than any bundle should have; a whole home folder dropped by mistake has more.
const MOST: usize = 20_000;

/// A file with its path below what was dropped.
pub type Found = (String, File);

/// What was dropped. The list must be taken before the event is over; walking it comes later.
#[derive(Debug)]
pub struct Dropped {
    entries: Vec<FileSystemEntry>,
    files: Vec<Found>,
}

impl Dropped {
    /// Takes what was dropped from the event's data.
    pub fn take(data: &DataTransfer) -> Self {
        let items = data.items();
        let mut entries = Vec::new();
        for at in 0..items.length() {
            let entry = items.get(at).and_then(|item| item.webkit_get_as_entry().ok().flatten());
            entries.extend(entry);
        }
        let files = if entries.is_empty() { listed(data.files()) } else { Vec::new() };
        Self { entries, files }
    }

    /// All files, those in folders too.
    pub async fn walk(self) -> Result<Vec<Found>, String> {
        let mut found = self.files;
        let mut left = self.entries;
        while let Some(entry) = left.pop() {
            if found.len() + left.len() > MOST {
                return Err(format!("more than {MOST} files; drop the bundle's own folder"));
            }
            if entry.is_directory() {
                left.extend(children(&entry.unchecked_into()).await.map_err(told)?);
            } else {
                let path = entry.full_path().trim_start_matches('/').to_owned();
                found.push((path, file(&entry.unchecked_into()).await.map_err(told)?));
            }
        }
        Ok(found)
    }
}

/// The files of an input element; those of a chosen folder carry their paths.
pub fn listed(files: Option<FileList>) -> Vec<Found> {
    let Some(files) = files else { return Vec::new() };
    let with_path = |file: File| {
        let path = js_sys::Reflect::get(&file, &"webkitRelativePath".into()).ok();
        let path = path.and_then(|path| path.as_string()).filter(|path| !path.is_empty());
        (path.unwrap_or_else(|| file.name()), file)
    };
    (0..files.length()).filter_map(|at| files.get(at)).map(with_path).collect()
}

fn told(e: JsValue) -> String {
    format!("the browser could not read the folder: {e:?}")
}

async fn children(folder: &FileSystemDirectoryEntry) -> Result<Vec<FileSystemEntry>, JsValue> {
    let reader: FileSystemDirectoryReader = folder.create_reader();
    let mut all = Vec::new();
    loop {
        // The browser gives a hundred at a time, and an empty list at the end.
        let batch = later(|done, failed| {
            let done = done.as_ref().unchecked_ref();
            reader.read_entries_with_callback_and_callback(done, failed.as_ref().unchecked_ref())
        })
        .await?;
        let batch: Array = batch.dyn_into()?;
        if batch.length() == 0 || all.len() > MOST {
            return Ok(all);
        }
        all.extend(batch.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
    }
}

async fn file(entry: &FileSystemFileEntry) -> Result<File, JsValue> {
    let file = later(|done, failed| {
        let done = done.as_ref().unchecked_ref();
        entry.file_with_callback_and_callback(done, failed.as_ref().unchecked_ref());
        Ok(())
    });
    Ok(file.await?.unchecked_into())
}

/// A function to be called back once.
type Back = Closure<dyn FnMut(JsValue)>;

/// Turns two callbacks into a future.
async fn later(
    start: impl FnOnce(&Back, &Back) -> Result<(), JsValue>,
) -> Result<JsValue, JsValue> {
    let (mut done, mut failed) = (None, None);
    let promise = Promise::new(&mut |resolve, reject| {
        done = Some(Closure::new(move |value: JsValue| {
            // What a resolver returns, or throws, means nothing.
            let _ = resolve.call1(&JsValue::NULL, &value);
        }));
        failed = Some(Closure::new(move |value: JsValue| {
            let _ = reject.call1(&JsValue::NULL, &value);
        }));
    });
    if let (Some(done), Some(failed)) = (&done, &failed) {
        start(done, failed)?;
    }
    JsFuture::from(promise).await
}
