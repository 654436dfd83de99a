//! What the playground shows, and its questions to the worker.
//!
//! The page owns the trace, so that a cell turns at once; the worker says what formulas and names mean.
//! Its answer may be about a trace that was edited since: [`adopt`] takes over what it says of names
//! and leaves every value alone.

use crate::bridge::{Checking, Failure, LatestOf};
use crate::state::dom::change;
use leptos::prelude::*;
use vedette_report::playground::gallery::Case;
use vedette_report::playground::link::State;
use vedette_report::playground::{MAX_ROWS, PlayReport, Question, Trace, TraceRow};
use vedette_report::service::{Request, Response};

/// At most so many formulas at once.
pub const FORMULAS: usize = 6;

/// The playground.
#[derive(Clone, Copy, Debug)]
pub struct Playground {
    /// The formulas' texts; the first [`Self::count`] of them are shown.
    texts: StoredValue<[RwSignal<String>; FORMULAS]>,
    /// How many formulas there are.
    pub count: RwSignal<usize>,
    /// The trace.
    pub trace: RwSignal<Trace>,
    /// Propositions that stay even if they are false everywhere and no formula has them.
    pub pinned: RwSignal<Vec<String>>,
    /// The reading's name.
    pub reading: RwSignal<String>,
    /// The dialect's name.
    pub dialect: RwSignal<String>,
    /// The time that is looked at.
    pub time: RwSignal<usize>,
    /// The formula that is explained.
    pub explained: RwSignal<usize>,
    /// What the worker said last.
    pub report: RwSignal<Option<PlayReport>>,
    /// What went wrong.
    pub trouble: RwSignal<Option<String>>,
    /// Whether an answer is awaited.
    pub busy: RwSignal<bool>,
    /// What the gallery says of the case, as long as it is shown.
    pub look: RwSignal<Option<&'static str>>,
}

impl Playground {
    /// An empty playground.
    pub fn new() -> Self {
        Self {
            texts: StoredValue::new(std::array::from_fn(|_| RwSignal::new(String::new()))),
            count: RwSignal::new(1),
            trace: RwSignal::new(Trace::default()),
            pinned: RwSignal::new(Vec::new()),
            reading: RwSignal::new("infinite".into()),
            dialect: RwSignal::new("auto".into()),
            time: RwSignal::new(0),
            explained: RwSignal::new(0),
            report: RwSignal::new(None),
            trouble: RwSignal::new(None),
            busy: RwSignal::new(false),
            look: RwSignal::new(None),
        }
    }

    /// Shows a case of the gallery.
    pub fn show(self, case: &Case) {
        self.set(&State {
            formulas: case.formulas.iter().map(|(text, _)| (*text).into()).collect(),
            trace: case.trace.into(),
            reading: case.reading.into(),
            dialect: String::new(),
            time: None,
        });
        self.look.set(Some(case.look));
    }

    /// Takes over what a link says. What it does not say, or says wrongly, is as in a new playground.
    pub fn set(self, state: &State) {
        let (trace, trouble) = match state.trace.as_str() {
            "" => (Trace::default(), None),
            text => match Trace::parse(text) {
                Ok(trace) => (trace, None),
                Err(why) => (Trace::default(), Some(format!("the link's trace: {why}"))),
            },
        };
        let or = |name: &str, usual: &str| if name.is_empty() { usual } else { name }.to_owned();
        for (at, text) in self.texts.get_value().into_iter().enumerate() {
            let new = state.formulas.get(at).cloned().unwrap_or_default();
            change(text, new);
        }
        change(self.count, state.formulas.len().clamp(1, FORMULAS));
        let silent = trace.rows.iter().filter(|row| !row.values.contains(&true));
        change(self.pinned, silent.map(|row| row.atom.clone()).collect());
        change(self.time, state.time.unwrap_or(0).min(trace.length - 1));
        change(self.trace, trace);
        change(self.reading, or(&state.reading, "infinite"));
        change(self.dialect, or(&state.dialect, "auto"));
        change(self.explained, 0);
        change(self.trouble, trouble);
    }

    /// What a link says of all this.
    pub fn state(self) -> State {
        let unless = |name: String, usual: &str| if name == usual { String::new() } else { name };
        State {
            formulas: self.formulas().into_iter().filter(|text| !text.is_empty()).collect(),
            trace: self.trace.with(Trace::link),
            reading: unless(self.reading.get(), "infinite"),
            dialect: unless(self.dialect.get(), "auto"),
            time: Some(self.time.get()).filter(|time| *time > 0),
        }
    }

    /// The text of a formula.
    pub fn text(self, at: usize) -> RwSignal<String> {
        self.texts.with_value(|texts| texts[at.min(FORMULAS - 1)])
    }

    /// The texts of the formulas that are shown.
    pub fn formulas(self) -> Vec<String> {
        self.texts.get_value().iter().take(self.count.get()).map(Get::get).collect()
    }

    /// Whether the trace goes back to an earlier step.
    pub fn is_lasso(self) -> bool {
        self.reading.with(|reading| reading == "infinite")
    }

    /// The trace as text, as it is read.
    pub fn word(self) -> String {
        let lasso = self.is_lasso();
        self.trace.with(|trace| trace.text(lasso))
    }

    /// Takes out formula `at`; those behind it move up.
    pub fn remove_formula(self, at: usize) {
        let count = self.count.get_untracked();
        for to in at..count - 1 {
            self.text(to).set(self.text(to + 1).get_untracked());
        }
        self.text(count - 1).set(String::new());
        self.count.set((count - 1).max(1));
        self.explained.set(0);
    }

    /// Doubles the step that is looked at, and looks at the copy.
    pub fn add_step(self) {
        let at = self.time.get_untracked();
        let before = self.trace.with_untracked(|trace| trace.length);
        self.trace.update(|trace| trace.insert_after(at));
        if self.trace.with_untracked(|trace| trace.length) > before {
            self.time.set(at + 1);
        }
    }

    /// Takes out the step that is looked at.
    pub fn remove_step(self) {
        let at = self.time.get_untracked();
        self.trace.update(|trace| trace.remove(at));
        let last = self.trace.with_untracked(|trace| trace.length - 1);
        change(self.time, at.min(last));
    }

    /// Adds a proposition that stays.
    pub fn pin(self, name: &str) {
        let name = name.trim().to_owned();
        if name.is_empty() {
            return;
        }
        self.pinned.update(|pinned| pinned.push(name.clone()));
        self.trace.update(|trace| {
            let known = trace.rows.iter().any(|row| row.atom == name);
            if !known && trace.rows.len() < MAX_ROWS {
                trace.rows.push(TraceRow { atom: name, values: vec![false; trace.length] });
            }
        });
    }

    /// Takes out a proposition.
    pub fn unpin(self, name: &str) {
        self.pinned.update(|pinned| pinned.retain(|pinned| pinned != name));
        self.trace.update(|trace| trace.rows.retain(|row| row.atom != name));
    }

    /// Asks the worker whenever something changes.
    pub fn judge(self) -> Latest {
        let latest = Latest::new();
        Effect::new(move |_| {
            let question = Question {
                formulas: self.formulas(),
                trace: self.trace.get(),
                dialect: self.dialect.get(),
                reading: self.reading.get(),
            };
            self.busy.set(true);
            latest.ask(Request::Play { question }, move |answer, last| {
                self.busy.set(!last);
                match answer {
                    Ok(Response::Play(report)) => self.take(*report),
                    other => self.trouble.set(Some(said(other))),
                }
            });
        });
        on_cleanup(move || latest.end());
        latest
    }

    fn take(self, report: PlayReport) {
        let pinned = self.pinned.get_untracked();
        let adopted = self.trace.with_untracked(|trace| adopt(trace, &report, &pinned));
        change(self.trace, adopted);
        self.trouble.set(None);
        self.report.set(Some(report));
    }
}

impl Default for Playground {
    fn default() -> Self {
        Self::new()
    }
}

/// An answer that is not the one asked for, in words.
pub fn said(answer: Result<Response, Failure>) -> String {
    match answer {
        Ok(Response::Rejected { message }) => message,
        Ok(_) => "the worker answered another question".into(),
        Err(Failure::Cancelled) => "cancelled; change something to try again".into(),
        Err(Failure::Stopped(what)) => {
            format!("the engine stopped ({what}); it starts again with the next change")
        }
    }
}

/// The trace with the names that the answer gives: rows are called as our notation writes them, there is
/// one for each proposition of the formulas, and none that says nothing and that nobody wanted.
fn adopt(trace: &Trace, report: &PlayReport, pinned: &[String]) -> Trace {
    let mut rows: Vec<TraceRow> = Vec::with_capacity(trace.rows.len());
    for row in &trace.rows {
        let named = report.rows.iter().find(|named| named.atom == row.atom);
        let wanted = named.is_none_or(|named| named.used)
            || row.values.contains(&true)
            || pinned.contains(&row.atom);
        if !wanted {
            continue;
        }
        let name = named.and_then(|named| named.canonical.as_ref()).unwrap_or(&row.atom);
        match rows.iter_mut().find(|known| known.atom == *name) {
            // Two spellings of one proposition: it is true where either says so.
            Some(known) => {
                for (value, other) in known.values.iter_mut().zip(&row.values) {
                    *value |= other;
                }
            }
            None => rows.push(TraceRow { atom: name.clone(), values: row.values.clone() }),
        }
    }
    for name in &report.missing {
        if rows.len() < MAX_ROWS && !rows.iter().any(|row| row.atom == *name) {
            rows.push(TraceRow { atom: name.clone(), values: vec![false; trace.length] });
        }
    }
    Trace { rows, length: trace.length, loop_start: trace.loop_start }
}

/// Asks one question at a time; of those that wait, only the newest.
pub type Latest = LatestOf<Checking>;

#[cfg(test)]
mod tests {
    use super::adopt;
    use vedette_report::playground::{Question, Trace, play};

    fn adopted(formulas: &[&str], trace: &str, pinned: &[&str]) -> String {
        let trace = Trace::parse(trace).unwrap();
        let report = play(&Question {
            formulas: formulas.iter().map(|&text| text.into()).collect(),
            trace: trace.clone(),
            dialect: "auto".into(),
            reading: "infinite".into(),
        })
        .unwrap();
        let pinned: Vec<String> = pinned.iter().map(|&name| name.into()).collect();
        let once = adopt(&trace, &report, &pinned);
        assert_eq!(adopt(&once, &report, &pinned), once, "a second time changes nothing");
        once.text(false)
    }

    #[test]
    fn rows_follow_the_formulas() {
        let cases: [(&[&str], &str, &[&str], &str); 6] = [
            (&["G a"], "1; 1", &[], "!a; 1"),
            (&["G a"], "a & !b; 1", &[], "a; 1"),
            (&["G a"], "a & b; 1", &[], "a & b; 1"),
            (&["G a"], "a & !b; 1", &["b"], "a & !b; 1"),
            (&["G ON( x )"], "ON(x ); 1", &[], "ON(x); 1"),
            (&["G f(x)"], "f(x) & !f( x ); f( x )", &[], "f(x); f(x)"),
        ];
        for (formulas, trace, pinned, expected) in cases {
            assert_eq!(adopted(formulas, trace, pinned), expected, "{formulas:?} on {trace}");
        }
    }
}
