//! Typed obligations: what a proposer may ask for, compiled to CTL by trusted code (`CaMeLoT`,
//! Table 7).
//!
//! ```
//! use vedette_plans::obligations::compile;
//! use vedette_plans::tools::Tools;
//!
//! let tools = Tools::read(r#"{"read": {"params": []}, "send": {"params": ["to"]}}"#, None).unwrap();
//! let json = r#"[{"form": "precedence", "before": "read", "after": "send"},
//!                {"form": "precedence", "before": "reed", "after": "send"}]"#;
//! let compiled = compile(json, &tools).unwrap();
//! assert_eq!(compiled[0].as_ref().unwrap().formula, "AG(call_send -> read_called)");
//! assert_eq!(
//!     compiled[1].as_ref().unwrap_err().to_string(),
//!     "obligation 2: `before`: found tool `reed`, expected one of the table: did you mean `read`?"
//! );
//! ```
//!
//! # Why typed
//!
//! A language model proposes, and must not be trusted with a formula: it would be easy to write one
//! that says nothing. A form has few places, each for a tool or an atom of the table; what does not fit
//! is rejected with the reason.

use crate::policy::{Policy, PolicyError, ground_formula, vocabulary};
use crate::tools::{Tools, nearest};
use serde_json::{Map, Value};

/// The forms, each with its places.
pub const FORMS: [(&str, &[&str]); 10] = [
    ("existence", &["tools"]),
    ("all_paths_existence", &["tools"]),
    ("precedence", &["before", "after"]),
    ("until", &["forbidden", "until"]),
    ("response", &["trigger", "targets"]),
    ("enables", &["trigger", "targets"]),
    ("absence_after", &["trigger", "forbidden"]),
    ("next_step_forbidden", &["trigger", "forbidden"]),
    ("side_effect_allowlist", &["allowed"]),
    ("atom_requirement", &["tools", "atom"]),
];

/// The most obligations of a file.
const MOST: usize = 1_000;

/// An obligation that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// Its id, or `obligation N`.
    pub id: Box<str>,
    /// Its form.
    pub form: &'static str,
    /// What it says, in words.
    pub title: String,
    /// The CTL.
    pub formula: String,
}

impl Compiled {
    /// It as a policy.
    pub fn policy(&self) -> Policy {
        Policy {
            title: self.title.clone(),
            tags: vec!["obligation".into()],
            ..Policy::new(&self.id, &self.formula)
        }
    }
}

/// Compiles the obligations in a JSON text: an array, one object, or an object with `obligations`. Each
/// is accepted or rejected on its own.
pub fn compile(
    text: &str,
    tools: &Tools,
) -> Result<Vec<Result<Compiled, PolicyError>>, PolicyError> {
    let value: Value = serde_json::from_str(text)
        .map_err(|e| PolicyError(format!("not JSON: {e}; expected a list of obligations")))?;
    let list = match value {
        Value::Array(list) => list,
        Value::Object(mut map) => match map.remove("obligations") {
            Some(Value::Array(list)) => list,
            Some(_) => {
                return Err(PolicyError(
                    "found something else in `obligations`, expected a list".into(),
                ));
            }
            None => vec![Value::Object(map)],
        },
        _ => return Err(PolicyError("found no list, expected a list of obligations".into())),
    };
    if list.len() > MOST {
        let found = list.len();
        return Err(PolicyError(format!("found {found} obligations, expected at most {MOST}")));
    }
    Ok(list.iter().enumerate().map(|(index, item)| one(index, item, tools)).collect())
}

fn one(index: usize, item: &Value, tools: &Tools) -> Result<Compiled, PolicyError> {
    let reader = Reader { tools, number: index + 1 };
    let map = item.as_object().ok_or_else(|| reader.error("expected an object with `form`"))?;
    let form = map.get("form").and_then(Value::as_str);
    let form = form.ok_or_else(|| reader.error("expected `form`, the name of one"))?;
    let known = FORMS.iter().find(|(name, _)| *name == form).ok_or_else(|| {
        let names: Vec<&str> = FORMS.iter().map(|(name, _)| *name).collect();
        reader.error(&format!("found form `{form}`, expected one of {}", names.join(", ")))
    })?;
    let (form, places) = *known;
    for key in map.keys() {
        let stands = |place: &&str| *key == **place || format!("{key}s") == **place;
        if !matches!(key.as_str(), "form" | "id" | "why") && !places.iter().any(stands) {
            return Err(
                reader.error(&format!("found `{key}`, expected only `{}`", places.join("`, `")))
            );
        }
    }
    let (formula, title) = reader.formula(form, map)?;
    // Whatever is compiled is grounded once more, as a policy that somebody wrote.
    ground_formula(&formula, tools).map_err(|e| reader.error(&e.to_string()))?;
    let id = match map.get("id") {
        None => format!("obligation {}", index + 1),
        Some(Value::String(id)) if !id.trim().is_empty() => id.clone(),
        Some(_) => return Err(reader.error("`id`: expected a name")),
    };
    Ok(Compiled { id: id.into(), form, title, formula })
}

struct Reader<'a> {
    tools: &'a Tools,
    number: usize,
}

impl Reader<'_> {
    fn error(&self, what: &str) -> PolicyError {
        PolicyError(format!("obligation {}: {what}", self.number))
    }

    fn formula(
        &self,
        form: &str,
        map: &Map<String, Value>,
    ) -> Result<(String, String), PolicyError> {
        let one = |place| self.tool(map, place);
        let some = |place| self.tools(map, place);
        Ok(match form {
            "existence" => {
                let tools = some("tools")?;
                (format!("EF({})", calls(&tools)), format!("some run calls {}", words(&tools)))
            }
            "all_paths_existence" => {
                let tools = some("tools")?;
                (format!("AF({})", calls(&tools)), format!("every run calls {}", words(&tools)))
            }
            "precedence" => {
                let (before, after) = (one("before")?, one("after")?);
                (
                    format!("AG(call_{after} -> {before}_called)"),
                    format!("`{after}` only after `{before}`"),
                )
            }
            "until" => {
                let (forbidden, until) = (one("forbidden")?, one("until")?);
                (
                    format!("A[!call_{forbidden} U {until}_called]"),
                    format!("no `{forbidden}` until `{until}`, which comes in every run"),
                )
            }
            "response" => {
                let (trigger, targets) = (one("trigger")?, some("targets")?);
                (
                    format!("AG(call_{trigger} -> AF({}))", calls(&targets)),
                    format!("after `{trigger}` every run calls {}", words(&targets)),
                )
            }
            "enables" => {
                let (trigger, targets) = (one("trigger")?, some("targets")?);
                (
                    format!("AG(call_{trigger} -> EF({}))", calls(&targets)),
                    format!("after `{trigger}` a call of {} stays possible", words(&targets)),
                )
            }
            "absence_after" => {
                let (trigger, forbidden) = (one("trigger")?, some("forbidden")?);
                // A tool that forbids itself may be called once: what follows the call counts.
                let after = format!("AG !({})", calls(&forbidden));
                let after =
                    if forbidden.contains(&trigger) { format!("AX {after}") } else { after };
                (
                    format!("AG(call_{trigger} -> {after})"),
                    format!("after `{trigger}` never {}", words(&forbidden)),
                )
            }
            "next_step_forbidden" => {
                let (trigger, forbidden) = (one("trigger")?, one("forbidden")?);
                (
                    format!("AG(call_{trigger} -> AX !call_{forbidden})"),
                    format!("right after `{trigger}` no `{forbidden}`"),
                )
            }
            "side_effect_allowlist" => {
                let allowed = match map.get("allowed") {
                    Some(Value::Array(list)) if list.is_empty() => Vec::new(),
                    _ => some("allowed")?,
                };
                let others = self.tools.all().filter(|(_, tool)| tool.side_effect);
                let others: Vec<&str> = others
                    .map(|(_, tool)| &*tool.name)
                    .filter(|name| !allowed.contains(name))
                    .collect();
                let formula = if others.is_empty() {
                    "true".to_owned()
                } else {
                    format!("AG !({})", calls(&others))
                };
                let title = if allowed.is_empty() {
                    "nothing is changed".to_owned()
                } else {
                    format!("nothing is changed but by {}", words(&allowed))
                };
                (formula, title)
            }
            _ => {
                let tools = some("tools")?;
                let atom = self.atom(map)?;
                (
                    format!("AG({} -> {atom})", calls(&tools)),
                    format!("{} only if `{atom}`", words(&tools)),
                )
            }
        })
    }

    fn known<'a>(&'a self, place: &str, name: &str) -> Result<&'a str, PolicyError> {
        if let Some(tool) = self.tools.find(name) {
            return Ok(&self.tools.get(tool).name);
        }
        let near = nearest(name, self.tools.all().map(|(_, tool)| &*tool.name));
        let near = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
        Err(self.error(&format!("`{place}`: found tool `{name}`, expected one of the table{near}")))
    }

    /// The value of a place; a place in the plural may be written in the singular.
    fn value<'v>(
        &self,
        map: &'v Map<String, Value>,
        place: &str,
    ) -> Result<&'v Value, PolicyError> {
        let single = place.strip_suffix('s').unwrap_or(place);
        map.get(place)
            .or_else(|| map.get(single))
            .ok_or_else(|| self.error(&format!("expected `{place}`")))
    }

    fn tool<'a>(&'a self, map: &Map<String, Value>, place: &str) -> Result<&'a str, PolicyError> {
        match self.value(map, place)? {
            Value::String(name) => self.known(place, name),
            Value::Array(list) => match &list[..] {
                [Value::String(name)] => self.known(place, name),
                _ => Err(self.error(&format!("`{place}`: expected one tool"))),
            },
            _ => Err(self.error(&format!("`{place}`: expected the name of a tool"))),
        }
    }

    fn tools<'a>(
        &'a self,
        map: &Map<String, Value>,
        place: &str,
    ) -> Result<Vec<&'a str>, PolicyError> {
        let Value::Array(list) = self.value(map, place)? else {
            return Ok(vec![self.tool(map, place)?]);
        };
        if list.is_empty() {
            return Err(self.error(&format!("`{place}`: expected at least one tool")));
        }
        let mut tools = Vec::new();
        for name in list {
            let name = name.as_str();
            let name = name.ok_or_else(|| self.error(&format!("`{place}`: expected names")))?;
            let name = self.known(place, name)?;
            if !tools.contains(&name) {
                tools.push(name);
            }
        }
        Ok(tools)
    }

    /// An atom of the vocabulary, perhaps negated; nothing else.
    fn atom(&self, map: &Map<String, Value>) -> Result<String, PolicyError> {
        let text = self.value(map, "atom")?.as_str();
        let text = text.ok_or_else(|| self.error("`atom`: expected an atom"))?.trim();
        let bare = text.strip_prefix('!').unwrap_or(text).trim();
        let known = vocabulary(self.tools);
        if known.iter().any(|atom| atom == bare) {
            return Ok(format!("{}{bare}", if bare == text { "" } else { "!" }));
        }
        let near = nearest(bare, known.iter().map(String::as_str));
        let near = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
        Err(self.error(&format!(
            "`atom`: found `{bare}`, expected one about a tool or an argument, perhaps with `!`{near}"
        )))
    }
}

fn calls(tools: &[&str]) -> String {
    tools.iter().map(|tool| format!("call_{tool}")).collect::<Vec<_>>().join(" | ")
}

fn words(tools: &[&str]) -> String {
    tools.iter().map(|tool| format!("`{tool}`")).collect::<Vec<_>>().join(" or ")
}
