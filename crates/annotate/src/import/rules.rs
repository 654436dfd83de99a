//! Rules of a bundle, and of a file of rules.

use rustc_hash::FxHashMap;
use serde_json::Value;
use vedette_report::bundle::{FileKind, check_file, read_manifest, read_rules, unpack};
use vedette_report::table::{self, Problem, Raw};

/// The rules of a bundle in an archive; a file of it that is damaged is a problem, the others are used.
pub(super) fn bundle(bytes: &[u8]) -> Result<Raw, String> {
    let files = unpack(bytes).map_err(|e| e.to_string())?;
    let get = |path: &str| files.iter().find(|(name, _)| name == path).map(|(_, bytes)| bytes);
    let manifest = get("manifest.json").ok_or("the archive has no manifest.json")?;
    let manifest = read_manifest(manifest).map_err(|e| e.to_string())?;
    let header = ["id", "words", "formula"].map(str::to_owned).to_vec();
    let mut raw = Raw { format: "bundle".to_owned(), header, ..Raw::default() };
    let mut known: FxHashMap<String, String> = FxHashMap::default();
    for (number, entry) in (1..).zip(manifest.shards(FileKind::Rules)) {
        let bytes = get(&entry.path).map(Vec::as_slice).unwrap_or_default();
        let read = check_file(entry, bytes).and_then(|()| read_rules(entry, bytes));
        match read {
            Err(error) => {
                raw.problems.push(Problem { line: number, message: error.to_string() });
            }
            Ok(rules) => {
                for rule in rules {
                    // The id of a rule is its own within a run only.
                    let content = format!("{}\n{}", rule.words, rule.formula);
                    let first = known.entry(rule.id.clone()).or_insert_with(|| content.clone());
                    let id = if *first == content { rule.id } else { String::new() };
                    let line = raw.records.len() + 1;
                    raw.records.push((line, vec![id, rule.words, rule.formula]));
                }
            }
        }
    }
    Ok(raw)
}

/// A file of rules: one object with a list `rules`. None if the text is no such file.
pub(super) fn file(text: &str) -> Option<Result<Raw, String>> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let Ok(Value::Object(mut object)) = serde_json::from_str(text) else { return None };
    let rules @ Value::Array(_) = object.remove("rules")? else { return None };
    Some(table::read(&rules.to_string(), &|_| false))
}
