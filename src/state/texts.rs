//! The two formulas of a comparison and how they are read, from an address and back to one.

use super::examples::{EXAMPLES, Example};
use crate::routes::Compare;
use leptos::prelude::*;
use vedette_report::service::SceneText;

/// The two formulas and how they are read.
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    /// The candidate.
    pub a: RwSignal<String>,
    /// The truth.
    pub b: RwSignal<String>,
    /// The reading's name.
    pub reading: RwSignal<String>,
    /// The dialect's name.
    pub dialect: RwSignal<String>,
    /// What is known of the scene.
    pub scene: RwSignal<SceneText>,
    /// Further truths, one a line.
    pub or: RwSignal<String>,
}

impl Texts {
    /// From an address; without formulas, the first example.
    pub fn new(compare: &Compare) -> Self {
        let texts = Self {
            a: RwSignal::new(String::new()),
            b: RwSignal::new(String::new()),
            reading: RwSignal::new(String::new()),
            dialect: RwSignal::new(String::new()),
            scene: RwSignal::new(SceneText::default()),
            or: RwSignal::new(String::new()),
        };
        texts.set(compare);
        texts
    }

    /// Takes over what an address says.
    pub fn set(self, compare: &Compare) {
        if compare.a.is_empty() && compare.b.is_empty() {
            self.show(&EXAMPLES[0]);
            return;
        }
        let or =
            |name: &str, default: &str| (if name.is_empty() { default } else { name }).to_owned();
        set(self.a, compare.a.clone());
        set(self.b, compare.b.clone());
        set(self.reading, or(&compare.reading, "infinite"));
        set(self.dialect, or(&compare.dialect, "auto"));
    }

    /// Takes over an example.
    pub fn show(self, example: &Example) {
        set(self.a, example.candidate.into());
        set(self.b, example.truth.into());
        let reading = if example.reading.is_empty() { "infinite" } else { example.reading };
        set(self.reading, reading.into());
        set(self.dialect, "auto".into());
    }

    /// The further truths.
    pub fn truths(self) -> Vec<String> {
        let lines = self.or.get();
        lines.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    /// The address of these texts.
    pub fn address(self) -> Compare {
        let unless =
            |name: String, default: &str| if name == default { String::new() } else { name };
        Compare {
            a: self.a.get(),
            b: self.b.get(),
            reading: unless(self.reading.get(), "infinite"),
            dialect: unless(self.dialect.get(), "auto"),
        }
    }
}

/// Sets a signal only if that changes it, so that nothing is computed twice.
fn set(signal: RwSignal<String>, value: String) {
    if signal.with_untracked(|old| *old != value) {
        signal.set(value);
    }
}
