//! Addresses: everything after the `#`, so that any static host serves every page.
//!
//! ```
//! use vedette_web::routes::{Compare, Route};
//!
//! let route = Route::parse("#/compare?a=G+p&b=F+p&reading=finite");
//! let Route::Compare(compare) = &route else { panic!("a comparison") };
//! assert_eq!((compare.a.as_str(), compare.reading.as_str()), ("G p", "finite"));
//! assert_eq!(route.to_string(), "#/compare?a=G+p&b=F+p&reading=finite");
//! assert_eq!(Route::parse("#/nowhere"), Route::Unknown("/nowhere".into()));
//! ```
//!
//! A fragment is never sent to a server: formulas in an address stay private. Parentheses and
//! brackets are escaped, for they end a link too early in Markdown and in mail.

mod shown;

pub use shown::Shown;

use std::fmt::{self, Write as _};
use vedette_report::evaluation::stages::First;
use vedette_report::listing::{Filter, Sort, View, verdict_named};
use vedette_report::paired::{Cell, Unit};
use vedette_report::playground::link::State;
use vedette_report::semantic::Outcome;
use vedette_report::semantic::listing::Filter as RowFilter;

/// A page and what it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The first page.
    Start,
    /// Two formulas compared.
    Compare(Compare),
    /// A whole file of answers against its ground truths.
    Answers(RowFilter),
    /// Formulas on a trace, readable: `f` for each formula, `t` for the trace.
    Play(State),
    /// The same, packed: long ones.
    PlayPacked(String),
    /// The list of results.
    Results(Filter),
    /// One result: a rule checked on a run.
    Item(ItemRoute),
    /// Two models side by side.
    Diff(Diff),
    /// An agent program and what it is checked against.
    Plan(Shown),
    /// A scene, a program in it, and rules.
    World(Shown),
    /// Ground-truth formulas to judge.
    Annotate(Annotate),
    /// Help.
    Help,
    /// An address that means nothing here.
    Unknown(String),
}

/// What is compared, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compare {
    /// The candidate.
    pub a: String,
    /// The truth.
    pub b: String,
    /// The reading's name; empty for the infinite one.
    pub reading: String,
    /// The dialect's name; empty for `auto`.
    pub dialect: String,
}

/// Which annotation set, and what of it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotate {
    /// Where the set is, beside the page; empty for the one that is open.
    pub set: String,
    /// The view; empty for the item.
    pub view: String,
    /// The item's id; empty for the next that is not judged.
    pub item: String,
    /// A packed set; empty for none.
    pub packed: String,
}

/// Which result, and where in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemRoute {
    /// The run's id.
    pub run: String,
    /// The rule's id.
    pub rule: String,
    /// The trajectory, counted from 0.
    pub trajectory: Option<usize>,
    /// The step.
    pub step: Option<usize>,
}

/// Which models are side by side, and what of it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// The first model; empty for the first of the bundle.
    pub a: String,
    /// The second model; empty for the next.
    pub b: String,
    /// What is paired.
    pub unit: Unit,
    /// Whether vacuous counts as safe.
    pub vacuous_is_safe: bool,
    /// Only the pairs of this cell; none for all that differ.
    pub cell: Option<Cell>,
    /// The page of the list, counted from 0.
    pub page: usize,
}

impl Route {
    /// Reads an address; the part before `#` does not matter.
    pub fn parse(address: &str) -> Self {
        let hash = address.split_once('#').map_or("", |(_, hash)| hash);
        let (path, query) = hash.split_once('?').unwrap_or((hash, ""));
        let fields: Vec<(String, String)> = query
            .split('&')
            .filter(|field| !field.is_empty())
            .map(|field| field.split_once('=').unwrap_or((field, "")))
            .map(|(key, value)| (decode(key), decode(value)))
            .collect();
        let get = |key: &str| {
            let found = fields.iter().find(|(known, _)| known == key);
            found.map(|(_, value)| value.clone()).filter(|value| !value.is_empty())
        };
        let number = |key: &str| get(key).and_then(|value| value.parse().ok());
        let parts: Vec<String> =
            path.split('/').filter(|part| !part.is_empty()).map(decode).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        match parts[..] {
            [] => Self::Start,
            ["compare"] => Self::Compare(Compare {
                a: get("a").unwrap_or_default(),
                b: get("b").unwrap_or_default(),
                reading: get("reading").unwrap_or_default(),
                dialect: get("dialect").unwrap_or_default(),
            }),
            ["play"] => match get("z") {
                Some(packed) => Self::PlayPacked(packed),
                None => Self::Play(State {
                    formulas: fields
                        .iter()
                        .filter(|(key, value)| key == "f" && !value.is_empty())
                        .map(|(_, value)| value.clone())
                        .collect(),
                    trace: get("t").unwrap_or_default(),
                    reading: get("reading").unwrap_or_default(),
                    dialect: get("dialect").unwrap_or_default(),
                    time: number("at"),
                }),
            },
            ["compare", "file"] => Self::Answers(RowFilter {
                outcome: get("outcome")
                    .and_then(|name| Outcome::ALL.into_iter().find(|o| o.name() == name)),
                class: get("class"),
                text: get("q").unwrap_or_default(),
            }),
            ["r"] => Self::Results(Filter {
                view: get("view").and_then(|word| View::named(&word)).unwrap_or_default(),
                verdict: get("verdict").and_then(|word| verdict_named(&word)),
                model: get("model"),
                task: get("task"),
                rule: get("rule"),
                wrong: get("wrong").and_then(|word| First::named(&word)),
                text: get("q").unwrap_or_default(),
                sort: get("sort").and_then(|word| Sort::named(&word)).unwrap_or_default(),
                page: number("p").unwrap_or(0),
            }),
            ["diff"] => Self::Diff(Diff {
                a: get("a").unwrap_or_default(),
                b: get("b").unwrap_or_default(),
                unit: get("unit").and_then(|word| Unit::named(&word)).unwrap_or_default(),
                vacuous_is_safe: get("vacuous").is_some_and(|word| word == "safe"),
                cell: get("cell").and_then(|word| Cell::named(&word)),
                page: number("p").unwrap_or(0),
            }),
            ["r", run, rule] => Self::Item(ItemRoute {
                run: run.into(),
                rule: rule.into(),
                trajectory: number("t"),
                step: number("step"),
            }),
            ["plan"] => Self::Plan(Shown::read(get)),
            ["world"] => Self::World(Shown::read(get)),
            ["annotate"] => Self::Annotate(Annotate {
                set: get("set").unwrap_or_default(),
                view: get("view").unwrap_or_default(),
                item: get("item").unwrap_or_default(),
                packed: get("z").unwrap_or_default(),
            }),
            ["help"] => Self::Help,
            _ => Self::Unknown(path.into()),
        }
    }

    /// The page's name, for the title of the window.
    pub fn title(&self) -> String {
        match self {
            Self::Start => "Vedette".into(),
            Self::Compare(_) => "Compare · Vedette".into(),
            Self::Answers(_) => "A file of answers · Vedette".into(),
            Self::Play(_) | Self::PlayPacked(_) => "Playground · Vedette".into(),
            Self::Results(_) => "Results · Vedette".into(),
            Self::Item(item) => format!("{} · Results · Vedette", item.rule),
            Self::Diff(_) => "Side by side · Results · Vedette".into(),
            Self::Plan(_) => "Plans · Vedette".into(),
            Self::World(_) => "Worlds · Vedette".into(),
            Self::Annotate(_) => "Annotate · Vedette".into(),
            Self::Help => "Help · Vedette".into(),
            Self::Unknown(_) => "No such page · Vedette".into(),
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => write!(f, "#/"),
            Self::Help => write!(f, "#/help"),
            Self::Unknown(path) => write!(f, "#{path}"),
            Self::Plan(plan) => {
                write!(f, "#/plan")?;
                query(f, plan.fields().into_iter())
            }
            Self::World(world) => {
                write!(f, "#/world")?;
                query(f, world.fields().into_iter())
            }
            Self::Annotate(a) => {
                write!(f, "#/annotate")?;
                let fields = [
                    ("set", a.set.as_str()),
                    ("view", &a.view),
                    ("item", &a.item),
                    ("z", &a.packed),
                ];
                query(f, fields.into_iter())
            }
            Self::Compare(c) => {
                write!(f, "#/compare")?;
                let fields =
                    [("a", &c.a), ("b", &c.b), ("reading", &c.reading), ("dialect", &c.dialect)];
                query(f, fields.into_iter().map(|(key, value)| (key, value.as_str())))
            }
            Self::Answers(filter) => {
                write!(f, "#/compare/file")?;
                let fields = [
                    ("outcome", filter.outcome.map_or("", Outcome::name)),
                    ("class", filter.class.as_deref().unwrap_or("")),
                    ("q", &filter.text),
                ];
                query(f, fields.into_iter())
            }
            Self::Play(state) => {
                write!(f, "#/play")?;
                let time = state.time.map(|time| time.to_string());
                let formulas = state.formulas.iter().map(|text| ("f", text.as_str()));
                let rest = [
                    ("t", state.trace.as_str()),
                    ("reading", &state.reading),
                    ("dialect", &state.dialect),
                    ("at", time.as_deref().unwrap_or("")),
                ];
                query(f, formulas.chain(rest))
            }
            Self::PlayPacked(packed) => {
                write!(f, "#/play")?;
                query(f, [("z", packed.as_str())].into_iter())
            }
            Self::Results(filter) => {
                write!(f, "#/r")?;
                let named = |is_default: bool, word| if is_default { "" } else { word };
                let page = (filter.page > 0).then(|| filter.page.to_string());
                let fields = [
                    ("view", named(filter.view == View::default(), filter.view.word())),
                    ("verdict", filter.verdict.map_or("", |verdict| verdict.word())),
                    ("model", filter.model.as_deref().unwrap_or("")),
                    ("task", filter.task.as_deref().unwrap_or("")),
                    ("rule", filter.rule.as_deref().unwrap_or("")),
                    ("wrong", filter.wrong.map_or("", First::word)),
                    ("q", &filter.text),
                    ("sort", named(filter.sort == Sort::default(), filter.sort.word())),
                    ("p", page.as_deref().unwrap_or("")),
                ];
                query(f, fields.into_iter())
            }
            Self::Diff(diff) => {
                write!(f, "#/diff")?;
                let page = (diff.page > 0).then(|| diff.page.to_string());
                let fields = [
                    ("a", diff.a.as_str()),
                    ("b", &diff.b),
                    ("unit", if diff.unit == Unit::default() { "" } else { diff.unit.word() }),
                    ("vacuous", if diff.vacuous_is_safe { "safe" } else { "" }),
                    ("cell", diff.cell.map_or("", Cell::word)),
                    ("p", page.as_deref().unwrap_or("")),
                ];
                query(f, fields.into_iter())
            }
            Self::Item(item) => {
                write!(f, "#/r/{}/{}", Escaped(&item.run), Escaped(&item.rule))?;
                let shown = |number: Option<usize>| number.map(|n| n.to_string());
                let (t, step) = (shown(item.trajectory), shown(item.step));
                let fields = [("t", t.as_deref()), ("step", step.as_deref())];
                query(f, fields.into_iter().map(|(key, value)| (key, value.unwrap_or(""))))
            }
        }
    }
}

/// Writes the fields that are not empty.
fn query<'a>(
    f: &mut fmt::Formatter<'_>,
    fields: impl Iterator<Item = (&'a str, &'a str)>,
) -> fmt::Result {
    let fields = fields.filter(|(_, value)| !value.is_empty());
    for (at, (key, value)) in fields.enumerate() {
        write!(f, "{}{key}={}", if at == 0 { '?' } else { '&' }, Escaped(value))?;
    }
    Ok(())
}

/// Percent-encoding, with `+` for a space.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => f.write_char(byte.into())?,
                b'-' | b'.' | b'_' | b'~' | b'!' | b',' | b':' | b'@' | b'$' | b';' => {
                    f.write_char(byte.into())?;
                }
                b' ' => f.write_char('+')?,
                _ => write!(f, "%{byte:02X}")?,
            }
        }
        Ok(())
    }
}

/// The reverse; what is not a valid escape stands for itself.
fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes.get(at + 1..at + 3).and_then(|two| std::str::from_utf8(two).ok());
        let escape = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        match (bytes[at], escape) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 3;
                continue;
            }
            (b'+', _) => out.push(b' '),
            (byte, _) => out.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{Annotate, Compare, Diff, ItemRoute, Route, Shown};
    use proptest::prelude::*;
    use vedette_report::evaluation::stages::First;
    use vedette_report::leaderboard::VERDICTS;
    use vedette_report::listing::{Filter, Sort, View};
    use vedette_report::paired::{CELLS, Unit};
    use vedette_report::playground::link::State;

    fn route() -> impl Strategy<Value = Route> {
        let text = || any::<String>();
        // A path part that is empty would be no part.
        let part = || any::<String>().prop_filter("a name", |name| !name.is_empty());
        let number = || prop::option::of(any::<u32>().prop_map(|n| n as usize));
        prop_oneof![
            Just(Route::Start),
            Just(Route::Help),
            (text(), text(), "[a-z]*", "[a-z]*").prop_map(|(a, b, reading, dialect)| {
                Route::Compare(Compare { a, b, reading, dialect })
            }),
            (
                prop::sample::select(&[View::Results, View::Tasks, View::Rules][..]),
                prop::option::of(prop::sample::select(&VERDICTS[..])),
                prop::option::of(prop::sample::select(&First::ALL[..])),
                prop::collection::vec(prop::option::of(part()), 3),
                text(),
                prop::sample::select(&[Sort::Given, Sort::Verdict, Sort::Rule][..]),
                any::<u16>(),
            )
                .prop_map(|(view, verdict, wrong, names, text, sort, page)| {
                    let [model, task, rule] = <[_; 3]>::try_from(names).unwrap();
                    let page = usize::from(page);
                    Route::Results(Filter {
                        view,
                        verdict,
                        model,
                        task,
                        rule,
                        wrong,
                        text,
                        sort,
                        page,
                    })
                }),
            (
                text(),
                text(),
                prop::sample::select(&[Unit::Item, Unit::Task][..]),
                any::<bool>(),
                prop::option::of(prop::sample::select(&CELLS[..])),
                any::<u16>(),
            )
                .prop_map(|(a, b, unit, vacuous_is_safe, cell, page)| {
                    Route::Diff(Diff { a, b, unit, vacuous_is_safe, cell, page: page.into() })
                }),
            (prop::collection::vec(part(), 0..4), text(), "[a-z]*", "[a-z]*", number()).prop_map(
                |(formulas, trace, reading, dialect, time)| {
                    Route::Play(State { formulas, trace, reading, dialect, time })
                }
            ),
            part().prop_map(Route::PlayPacked),
            (text(), text()).prop_map(|(example, packed)| Route::Plan(Shown { example, packed })),
            (text(), text()).prop_map(|(example, packed)| Route::World(Shown { example, packed })),
            (text(), text(), text(), text()).prop_map(|(set, view, item, packed)| {
                Route::Annotate(Annotate { set, view, item, packed })
            }),
            (part(), part(), number(), number()).prop_map(|(run, rule, trajectory, step)| {
                Route::Item(ItemRoute { run, rule, trajectory, step })
            }),
        ]
    }

    proptest! {
        #[test]
        fn writing_then_reading_gives_the_same(route in route()) {
            let text = route.to_string();
            prop_assert!(text.bytes().all(|c| c.is_ascii_graphic() && !b"()[]<>\"'`".contains(&c)));
            prop_assert_eq!(Route::parse(&text), route);
        }

        #[test]
        fn reading_never_panics(text in ".*") {
            let _ = Route::parse(&format!("#{text}"));
        }
    }

    #[test]
    fn damaged_escapes_stand_for_themselves() {
        let Route::Compare(compare) = Route::parse("#/compare?a=%&b=%zz%E4&reading") else {
            panic!("a comparison")
        };
        assert_eq!((compare.a.as_str(), compare.b.as_str()), ("%", "%zz\u{fffd}"));
    }
}
