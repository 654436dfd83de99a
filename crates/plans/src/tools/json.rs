//! Reads tables of tools: ours, and lists or maps of tools as data sets write them.

use super::{MODEL, Param, Tool, Tools, ToolsError};
use crate::provenance::{Lattice, Readers};
use serde_json::{Map, Value};

/// Types of the domains whose plans may compute with dates.
const DATES: [&str; 5] = ["datetime", "date", "time", "timedelta", "timezone"];

pub(super) fn read(text: &str, domain: Option<&str>) -> Result<Tools, ToolsError> {
    let value: Value = serde_json::from_str(text)
        .map_err(|e| ToolsError(format!("not JSON: {e}; expected a table of tools")))?;
    let root = value.as_object().ok_or_else(|| expected("the table", "an object"))?;
    let (domain, table) = match root.get("suites").and_then(Value::as_object) {
        Some(suites) => {
            let names = || suites.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            let domain = domain.ok_or_else(|| {
                ToolsError(format!("the table has several suites ({}): choose a domain", names()))
            })?;
            let suite = suites.get(domain).and_then(Value::as_object).ok_or_else(|| {
                ToolsError(format!("found domain `{domain}`, expected one of {}", names()))
            })?;
            (Some(domain), suite)
        }
        None => (root.get("domain").and_then(Value::as_str).or(domain), root),
    };
    let mut tools = Tools { domain: domain.map(Into::into), ..Tools::default() };
    if let Some(lattice) = root.get("lattice") {
        tools.lattice = read_lattice(lattice)?;
    }
    match table.get("tools").unwrap_or(&value) {
        Value::Array(list) => {
            for item in list {
                let item = item.as_object().ok_or_else(|| expected("a tool", "an object"))?;
                let name = item.get("name").and_then(Value::as_str);
                add(&mut tools, name.ok_or_else(|| expected("a tool", "a `name`"))?, item)?;
            }
        }
        Value::Object(map) => {
            for (name, item) in map {
                let item = item.as_object().ok_or_else(|| {
                    expected(&format!("tool `{name}`"), "an object with `params`")
                })?;
                add(&mut tools, name, item)?;
            }
        }
        _ => return Err(expected("`tools`", "a list or an object")),
    }
    if tools.is_empty() {
        return Err(expected("the table", "at least one tool"));
    }
    for name in table.get("types").and_then(Value::as_array).into_iter().flatten() {
        tools.add_type(name.as_str().ok_or_else(|| expected("`types`", "a list of names"))?);
    }
    if matches!(domain, Some("workspace" | "travel")) {
        for name in DATES {
            tools.add_type(name);
        }
    }
    Ok(tools)
}

fn expected(place: &str, what: &str) -> ToolsError {
    ToolsError(format!("{place}: expected {what}"))
}

fn add(tools: &mut Tools, name: &str, item: &Map<String, Value>) -> Result<(), ToolsError> {
    let about = |what: &str| ToolsError(format!("tool `{name}`: {what}"));
    let mut params = Vec::new();
    for param in item.get("params").and_then(Value::as_array).into_iter().flatten() {
        let (name, required) = match param {
            Value::String(name) => (name.as_str(), true),
            Value::Object(param) => {
                if let Some(of) = param.get("type").and_then(Value::as_str) {
                    add_types(tools, of);
                }
                let name = param.get("name").and_then(Value::as_str);
                let name = name.ok_or_else(|| about("a parameter has no `name`"))?;
                (name, param.get("required").and_then(Value::as_bool).unwrap_or(true))
            }
            _ => return Err(about("expected parameters as names or objects")),
        };
        params.push(Param { name: name.into(), required });
    }
    if let Some(of) = item.get("returns").and_then(Value::as_str) {
        add_types(tools, of);
    }
    let lattice = &tools.lattice;
    let label = ["static_provenance", "result_provenance", "provenance"]
        .iter()
        .find_map(|key| item.get(*key).and_then(Value::as_str));
    let result = match label {
        None if name == MODEL => lattice.model(),
        None => lattice.untrusted(),
        Some("args") => lattice_least(lattice)?,
        Some(label) => lattice.level(label).ok_or_else(|| {
            let known = lattice.names().collect::<Vec<_>>().join(", ");
            about(&format!("found label `{label}`, expected `args` or one of {known}"))
        })?,
    };
    let readers = match item.get("readers") {
        None => Readers::Depends,
        Some(given) => {
            // A value taken out of the result may be less public than the result.
            let words = match given {
                Value::String(word) => vec![word.as_str()],
                Value::Object(both) => ["whole", "inside"]
                    .iter()
                    .filter_map(|key| both.get(*key).and_then(Value::as_str))
                    .collect(),
                _ => Vec::new(),
            };
            let of = |word: &&str| Readers::of_name(word);
            let known = words.iter().map(of).collect::<Option<Vec<_>>>();
            let worst = known.and_then(|known| known.into_iter().max());
            worst.ok_or_else(|| about("expected `readers` public, private or depends"))?
        }
    };
    let side_effect = item.get("has_side_effect").and_then(Value::as_bool).unwrap_or(false);
    let description = item.get("description").and_then(Value::as_str).unwrap_or_default().into();
    tools.add(Tool { name: name.into(), params, side_effect, result, readers, description })?;
    Ok(())
}

fn lattice_least(lattice: &Lattice) -> Result<crate::provenance::Level, ToolsError> {
    let least = lattice.names().next().and_then(|name| lattice.level(name));
    least.ok_or_else(|| expected("the lattice", "at least one label"))
}

/// The names of classes in a type expression.
fn add_types(tools: &mut Tools, text: &str) {
    if text.contains(" of ") {
        return;
    }
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    for word in words.filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())) {
        if word != "None" {
            tools.add_type(word);
        }
    }
}

fn read_lattice(value: &Value) -> Result<Lattice, ToolsError> {
    let text = |key: &str| {
        value
            .get(key)
            .and_then(Value::as_str)
            .ok_or_else(|| expected("`lattice`", &format!("`{key}`, the name of a label")))
    };
    let labels = value.get("labels").and_then(Value::as_array);
    let labels =
        labels.ok_or_else(|| expected("`lattice`", "`labels`, from most to least trusted"))?;
    let labels: Option<Vec<&str>> = labels.iter().map(Value::as_str).collect();
    let labels = labels.ok_or_else(|| expected("`labels`", "names"))?;
    Lattice::new(
        &labels,
        text("user")?,
        text("model")?,
        text("trusted_up_to")?,
        text("tainted_from")?,
    )
    .map_err(|e| ToolsError(format!("`lattice`: {e}")))
}
