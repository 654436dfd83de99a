//! Verdicts: always a colour, a glyph, a word and a line style together.

use leptos::prelude::*;
use vedette_report::bundle::Verdict;
use vedette_report::compare::Relation;

/// How a verdict looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The class: colour and line style.
    pub class: &'static str,
    /// The glyph.
    pub glyph: &'static str,
    /// The word.
    pub word: &'static str,
}

/// How the verdict on a rule looks.
pub fn look(verdict: Verdict) -> Look {
    let (class, glyph) = match verdict {
        Verdict::Satisfied => ("holds", "✓"),
        Verdict::Vacuous => ("holds", "∅"),
        Verdict::Violated => ("violated", "✗"),
        Verdict::Inconclusive | Verdict::Unknown => ("open", "?"),
        Verdict::Unsupported | Verdict::Error => ("fault", "!"),
    };
    Look { class, glyph, word: verdict.word() }
}

/// How the relation of two formulas looks.
pub fn look_relation(relation: Relation) -> Look {
    let (class, glyph, word) = match relation {
        Relation::Equivalent => ("holds", "✓", "equivalent"),
        Relation::Stronger => ("violated", "⊂", "stronger"),
        Relation::Weaker => ("violated", "⊃", "weaker"),
        Relation::Incomparable => ("violated", "✗", "incomparable"),
        Relation::Unknown => ("open", "?", "unknown"),
        Relation::Error => ("fault", "!", "not readable"),
    };
    Look { class, glyph, word }
}

/// A verdict as a small label, with a count if there is one.
#[component]
pub fn Chip(
    /// The verdict.
    verdict: Verdict,
    /// How many of them.
    #[prop(optional)]
    count: Option<u64>,
) -> impl IntoView {
    let Look { class, glyph, word } = look(verdict);
    view! {
        <span class=format!("chip {class}") data-verdict=word>
            <span aria-hidden="true">{glyph}</span>
            {count.map(|count| format!("{count} "))}
            {word}
        </span>
    }
}
