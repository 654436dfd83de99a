//! What the page of plans shows, and its questions to the worker.
//!
//! The page owns the texts; the worker says what they mean. A report is about the text it was made of
//! ([`Plans::is_fresh`]): as long as a newer one is awaited, its marks are shown faintly.

use crate::bridge::planning::{PlanAnswered, PlanAsked};
use crate::bridge::{Failure, LatestOf, Planning};
use crate::state::dom::change;
use gloo::timers::callback::Timeout;
use leptos::html::Textarea;
use leptos::prelude::*;
use std::sync::Arc;
use vedette_report::plan::{
    Answer, Given, Library, Mode, PlanOptions, PlanQuestion, PlanReport, PolicyReport, Question,
};

/// Questions to the worker of plans.
pub type Ask = LatestOf<Planning>;

/// A wait that is spoken of.
const LONG_MS: u32 = 1_000;

/// The page of plans.
#[derive(Clone, Copy, Debug)]
pub struct Plans {
    /// The plan.
    pub code: RwSignal<String>,
    /// The name of a shipped table of tools, or one's own table, as JSON.
    pub tools: RwSignal<String>,
    /// The chosen packs.
    pub packs: RwSignal<Vec<String>>,
    /// One's own policies, as YAML.
    pub policies: RwSignal<String>,
    /// Obligations, as JSON.
    pub obligations: RwSignal<String>,
    /// Whether labels follow tests.
    pub strict: RwSignal<bool>,
    /// How the plan is read.
    pub options: RwSignal<PlanOptions>,
    /// What is shipped.
    pub library: RwSignal<Option<Arc<Library>>>,
    /// What the worker said last.
    pub report: RwSignal<Option<Arc<PlanReport>>>,
    /// The plan that it is about.
    judged: RwSignal<String>,
    /// What went wrong.
    pub trouble: RwSignal<Option<String>>,
    /// Whether an answer is awaited for long.
    pub slow: RwSignal<bool>,
    /// The id of the policy that is looked at.
    pub chosen: RwSignal<Option<String>>,
    /// The moment of its run.
    pub step: RwSignal<usize>,
    /// The example that is shown unchanged.
    pub example: RwSignal<String>,
    /// The editor.
    pub editor: NodeRef<Textarea>,
}

impl Plans {
    /// An empty page.
    pub fn new() -> Self {
        Self {
            code: RwSignal::new(String::new()),
            tools: RwSignal::new("home".into()),
            packs: RwSignal::new(Vec::new()),
            policies: RwSignal::new(String::new()),
            obligations: RwSignal::new(String::new()),
            strict: RwSignal::new(false),
            options: RwSignal::new(PlanOptions::default()),
            library: RwSignal::new(None),
            report: RwSignal::new(None),
            judged: RwSignal::new(String::new()),
            trouble: RwSignal::new(None),
            slow: RwSignal::new(false),
            chosen: RwSignal::new(None),
            step: RwSignal::new(0),
            example: RwSignal::new(String::new()),
            editor: NodeRef::new(),
        }
    }

    /// What is asked.
    pub fn question(self) -> PlanQuestion {
        PlanQuestion {
            plan: self.code.get(),
            tools: Given::Text(self.tools.get()),
            domain: None,
            packs: self.packs.get(),
            policies: self.policies.get(),
            obligations: Given::Text(self.obligations.get()),
            mode: if self.strict.get() { Mode::Strict } else { Mode::Normal },
            options: self.options.get(),
        }
    }

    /// Shows a question, of the gallery or a link.
    pub fn show(self, question: &PlanQuestion) {
        let obligations = match &question.obligations {
            Given::Text(text) => text.clone(),
            Given::Json(value) => serde_json::to_string_pretty(value).unwrap_or_default(),
        };
        change(self.code, question.plan.clone());
        change(self.tools, question.tools.text());
        change(self.packs, question.packs.clone());
        change(self.policies, question.policies.clone());
        change(self.obligations, obligations);
        change(self.strict, question.mode == Mode::Strict);
        change(self.options, question.options.clone());
        change(self.chosen, None);
        change(self.step, 0);
    }

    /// Shows an example of the gallery; none if there is no such.
    pub fn show_example(self, id: &str) -> bool {
        let found = self.library.with_untracked(|library| {
            let all = library.as_ref()?;
            all.gallery.iter().find(|example| example.id == id).map(|e| e.question.clone())
        });
        let Some(question) = found else { return false };
        self.show(&question);
        self.example.set(id.to_owned());
        true
    }

    /// Whether the table of tools is none that is shipped.
    pub fn has_own_tools(self) -> bool {
        self.tools.with(|tools| {
            self.library.with(|library| {
                library.as_ref().is_some_and(|l| l.tables.iter().all(|t| t.name != *tools))
            })
        })
    }

    /// Whether the report is about the plan as it stands.
    pub fn is_fresh(self) -> bool {
        self.judged.with(|judged| self.code.with(|code| judged == code))
    }

    /// What a function says of the policy that is looked at: its run may be long, and is not copied.
    pub fn of_policy<T>(self, function: impl FnOnce(&PolicyReport) -> T) -> Option<T> {
        let chosen = self.chosen.get()?;
        self.report.with(|report| {
            let policies = &report.as_ref()?.policies;
            policies.iter().find(|policy| policy.id == chosen).map(function)
        })
    }

    /// Looks at a policy, at the step to blame.
    pub fn look_at(self, policy: &PolicyReport) {
        let last = policy.path.len().saturating_sub(1);
        let step = policy.blame.as_ref().map_or(last, |blame| blame.moment.min(last));
        change(self.chosen, Some(policy.id.clone()));
        change(self.step, step);
    }

    /// Moves the step that is looked at; whether there is a run to walk.
    pub fn walk(self, to: impl FnOnce(usize, usize) -> usize) -> bool {
        let length = untrack(|| self.of_policy(|policy| policy.path.len()));
        let Some(last) = length.and_then(|length| length.checked_sub(1)) else { return false };
        change(self.step, to(self.step.get_untracked(), last).min(last));
        true
    }

    /// Looks at the next violated policy, or the one before.
    pub fn next_violated(self, forward: bool) {
        let Some(report) = self.report.get_untracked() else { return };
        let violated: Vec<_> = report.policies.iter().filter(|p| p.verdict == "violated").collect();
        let at = self.chosen.with_untracked(|chosen| {
            violated.iter().position(|policy| Some(&policy.id) == chosen.as_ref())
        });
        let next = match (at, forward) {
            (None, _) => Some(0),
            (Some(at), true) => Some(at + 1),
            (Some(at), false) => at.checked_sub(1),
        };
        if let Some(policy) = next.and_then(|next| violated.get(next)) {
            self.look_at(policy);
        }
    }

    /// Asks the worker whenever something changes.
    pub fn judge(self) -> Ask {
        let ask = Ask::new();
        ask.beside().ask(PlanAsked::Ask(Question::Library), move |answer, _| match answer {
            Ok(PlanAnswered::Answer(Answer::Library(library))) => {
                self.library.set(Some(Arc::from(library)));
            }
            other => self.trouble.set(Some(said(other))),
        });
        let late = StoredValue::new_local(None::<Timeout>);
        Effect::new(move |_| {
            // Nothing is there to be judged before the gallery is.
            if self.library.with(Option::is_none) {
                return;
            }
            let question = self.question();
            if late.with_value(Option::is_none) {
                late.set_value(Some(Timeout::new(LONG_MS, move || change(self.slow, true))));
            }
            let text = question.plan.clone();
            let asked = PlanAsked::Ask(Question::Verify(Box::new(question)));
            ask.ask(asked, move |answer, last| {
                if last {
                    late.set_value(None);
                    change(self.slow, false);
                }
                match answer {
                    Ok(PlanAnswered::Answer(Answer::Verify(report))) => self.take(*report, text),
                    other => self.trouble.set(Some(said(other))),
                }
            });
        });
        on_cleanup(move || ask.end());
        ask
    }

    fn take(self, report: PlanReport, text: String) {
        self.trouble.set(None);
        let chosen = self.chosen.get_untracked();
        let known = report.policies.iter().find(|policy| Some(&policy.id) == chosen.as_ref());
        let had_run = untrack(|| self.of_policy(|policy| policy.verdict != "holds"));
        match known {
            // A slip of the keyboard: where somebody was in the run is kept until the plan is one again.
            Some(policy) if policy.verdict == "skipped" => {}
            Some(policy) if policy.verdict != "holds" && had_run == Some(true) => {
                let last = policy.path.len().saturating_sub(1);
                change(self.step, self.step.get_untracked().min(last));
            }
            // What was looked at is mended, or gone: the next that is violated is looked at.
            _ => {
                let next = report.policies.iter().find(|policy| policy.verdict == "violated");
                if let Some(policy) = next {
                    self.look_at(policy);
                } else {
                    change(self.chosen, known.map(|policy| policy.id.clone()));
                    change(self.step, 0);
                }
            }
        }
        change(self.judged, text);
        self.report.set(Some(Arc::new(report)));
    }
}

impl Default for Plans {
    fn default() -> Self {
        Self::new()
    }
}

/// An answer that is not the one asked for, in words.
pub fn said(answer: Result<PlanAnswered, Failure>) -> String {
    match answer {
        Ok(PlanAnswered::Rejected(message)) => message,
        Ok(_) => "the worker answered another question".into(),
        Err(Failure::Cancelled) => "cancelled; change something to try again".into(),
        Err(Failure::Stopped(what)) => {
            format!("the engine stopped ({what}); it starts again with the next change")
        }
    }
}
