//! What the page of worlds shows, and its questions to the worker.
//!
//! The page owns the texts; the worker runs and checks them. Everything that is shown of a run follows one
//! number, the moment. A report is about the question it was made of ([`Worlds::is_fresh`]).

use crate::bridge::worlds::{WorldAnswered, WorldAsked};
use crate::bridge::{Failure, LatestOf, Worldly};
use crate::state::dom::change;
use crate::state::watched::Watched;
use gloo::timers::callback::Timeout;
use leptos::html::Textarea;
use leptos::prelude::*;
use std::sync::Arc;
use vedette_report::world::view::{
    Answer, Example, Findings, FindingsQuestion, Library, Opened, Question, RuleView, Semantics,
    Templates, WorldQuestion, WorldReport,
};

/// Questions to the worker of worlds.
pub type Ask = LatestOf<Worldly>;

/// A wait that is spoken of.
const LONG_MS: u32 = 1_000;

/// The page of worlds.
#[derive(Clone, Copy, Debug)]
pub struct Worlds {
    /// The name of a shipped scene, or the text of one.
    pub scene: RwSignal<String>,
    /// The program.
    pub program: RwSignal<String>,
    /// The rules.
    pub rules: RwSignal<String>,
    /// The goal.
    pub goal: RwSignal<String>,
    /// Which safety templates are instantiated.
    pub templates: RwSignal<Templates>,
    /// Which semantics the household has.
    pub semantics: RwSignal<Semantics>,
    /// Whether steps that fail are passed over.
    pub go_on: RwSignal<bool>,
    /// What is shipped.
    pub library: RwSignal<Option<Arc<Library>>>,
    /// The tasks that are shipped; none until all of them are read.
    pub tasks: RwSignal<Option<Arc<[Example]>>>,
    /// Tasks of a file that was opened.
    pub opened: RwSignal<Vec<Example>>,
    /// What the worker said last.
    pub report: RwSignal<Option<Arc<WorldReport>>>,
    /// The question that it is about.
    judged: RwSignal<WorldQuestion>,
    /// What the constraints of the scene come to together; none while that is not known.
    pub findings: RwSignal<Option<Arc<Findings>>>,
    /// What went wrong.
    pub trouble: RwSignal<Option<String>>,
    /// Whether an answer is awaited for long.
    pub slow: RwSignal<bool>,
    /// The id of the rule that is looked at.
    pub chosen: RwSignal<Option<String>>,
    /// The moment that is looked at.
    pub moment: RwSignal<usize>,
    /// The object that is looked at.
    pub object: RwSignal<Option<usize>>,
    /// The example or task that is shown unchanged.
    pub example: RwSignal<String>,
    /// Whether what is shown next is new: then the first violation is looked at.
    new: StoredValue<bool>,
    /// The editor.
    pub editor: NodeRef<Textarea>,
}

impl Worlds {
    /// An empty page.
    pub fn new() -> Self {
        Self {
            scene: RwSignal::new(String::new()),
            program: RwSignal::new(String::new()),
            rules: RwSignal::new(String::new()),
            goal: RwSignal::new(String::new()),
            templates: RwSignal::new(Templates::None),
            semantics: RwSignal::new(Semantics::Strict),
            go_on: RwSignal::new(false),
            library: RwSignal::new(None),
            tasks: RwSignal::new(None),
            opened: RwSignal::new(Vec::new()),
            report: RwSignal::new(None),
            judged: RwSignal::new(WorldQuestion::default()),
            findings: RwSignal::new(None),
            trouble: RwSignal::new(None),
            slow: RwSignal::new(false),
            chosen: RwSignal::new(None),
            moment: RwSignal::new(0),
            object: RwSignal::new(None),
            example: RwSignal::new(String::new()),
            new: StoredValue::new(true),
            editor: NodeRef::new(),
        }
    }

    /// What is asked.
    pub fn question(self) -> WorldQuestion {
        WorldQuestion {
            scene: self.scene.get(),
            program: self.program.get(),
            rules: self.rules.get(),
            goal: self.goal.get(),
            templates: self.templates.get(),
            semantics: self.semantics.get(),
            go_on: self.go_on.get(),
        }
    }

    /// Shows a question, of the gallery, a file or a link.
    pub fn show(self, question: &WorldQuestion) {
        self.new.set_value(true);
        change(self.scene, question.scene.clone());
        change(self.program, question.program.clone());
        change(self.rules, question.rules.clone());
        change(self.goal, question.goal.clone());
        change(self.templates, question.templates);
        change(self.semantics, question.semantics);
        change(self.go_on, question.go_on);
        change(self.chosen, None);
        change(self.object, None);
        change(self.moment, 0);
    }

    /// The example, task or opened task of this name.
    pub fn named<T>(self, id: &str, function: impl FnOnce(&Example) -> T) -> Option<T> {
        self.opened.with(|opened| {
            self.library.with(|library| {
                self.tasks.with(|tasks| {
                    let examples = library.iter().flat_map(|library| &library.examples);
                    let tasks = tasks.iter().flat_map(|tasks| tasks.iter());
                    let mut all = examples.chain(tasks).chain(opened);
                    all.find(|example| example.id == id).map(function)
                })
            })
        })
    }

    /// Shows an example or a task; whether there is one.
    pub fn show_example(self, id: &str) -> bool {
        let found = untrack(|| self.named(id, |example| example.question.clone()));
        let Some(question) = found else { return false };
        self.show(&question);
        self.example.set(id.to_owned());
        true
    }

    /// Shows what a file holds.
    pub fn open(self, opened: Opened) {
        self.new.set_value(true);
        match opened {
            Opened::Scene(text) => {
                // Another scene has other objects: what was said of the old ones says nothing here.
                change(self.rules, String::new());
                change(self.goal, String::new());
                change(self.object, None);
                change(self.scene, text);
                change(self.templates, Templates::Vedette);
            }
            Opened::Tasks(tasks) => {
                let first = tasks.first().map(|task| task.question.clone());
                self.opened.set(tasks);
                if let Some(first) = first {
                    self.show(&first);
                }
            }
            Opened::Rules(text) => change(self.rules, text),
            Opened::Program(text) => change(self.program, text),
            Opened::Question(question) => self.show(&question),
        }
    }

    /// Whether the report is about what is asked now.
    pub fn is_fresh(self) -> bool {
        let question = self.question();
        self.judged.with(|judged| *judged == question)
    }

    /// How many moments there are; at least one.
    pub fn moments(self) -> usize {
        self.report.with(|report| report.as_ref().map_or(1, |report| report.moments.len().max(1)))
    }

    /// The run, as the picture follows it.
    pub fn watched(self) -> Watched {
        Watched {
            report: self.report.into(),
            moment: self.moment.into(),
            chosen: self.chosen.into(),
            object: self.object,
        }
    }

    /// What a function says of the rule that is looked at.
    pub fn of_rule<T>(self, function: impl FnOnce(&RuleView) -> T) -> Option<T> {
        self.watched().of_rule(function)
    }

    /// Looks at a rule, where it first fails.
    pub fn look_at(self, rule: &RuleView) {
        change(self.chosen, Some(rule.id.clone()));
        if let Some(first) = rule.first {
            change(self.moment, first as usize);
        }
    }

    /// Moves the moment that is looked at: `to` gets where it is, and the last one.
    pub fn walk(self, to: impl FnOnce(usize, usize) -> usize) -> bool {
        let last = untrack(|| self.moments()) - 1;
        change(self.moment, to(self.moment.get_untracked(), last).min(last));
        true
    }

    /// Looks at the next violated rule, or the one before.
    pub fn next_violated(self, forward: bool) {
        let Some(report) = self.report.get_untracked() else { return };
        let violated: Vec<_> = report.rules.iter().filter(|r| r.verdict == "violated").collect();
        let at = self.chosen.with_untracked(|chosen| {
            violated.iter().position(|rule| Some(&rule.id) == chosen.as_ref())
        });
        let next = match (at, forward) {
            (None, _) => Some(0),
            (Some(at), true) => Some(at + 1),
            (Some(at), false) => at.checked_sub(1),
        };
        if let Some(rule) = next.and_then(|next| violated.get(next)) {
            self.look_at(rule);
        }
    }

    /// Asks what the constraints of the scene come to whenever scene or templates change, in a worker of
    /// their own: it may take longer than a run, which waits for nothing.
    pub fn look_for_conflicts(self) {
        let ask = Ask::new();
        let asked = Memo::new(move |_| FindingsQuestion {
            scene: self.scene.get(),
            templates: self.templates.get(),
        });
        Effect::new(move |_| {
            let asked = asked.get();
            change(self.findings, None);
            if asked.templates.is_none() || asked.scene.is_empty() {
                return;
            }
            ask.ask(WorldAsked::Ask(Question::Findings(asked)), move |answer, last| match answer {
                Ok(WorldAnswered::Answer(Answer::Findings(found))) if last => {
                    // What was asked last may be nothing.
                    let wanted = self.templates.with_untracked(|templates| !templates.is_none());
                    self.findings.set(wanted.then(|| Arc::from(found)));
                }
                Ok(WorldAnswered::Answer(Answer::Findings(_))) | Err(Failure::Cancelled) => {}
                other => self.trouble.set(Some(said(other))),
            });
        });
        on_cleanup(move || ask.end());
    }

    /// Asks the worker whenever something changes.
    pub fn judge(self) -> Ask {
        let ask = Ask::new();
        ask.beside().ask(WorldAsked::Ask(Question::Library), move |answer, _| match answer {
            Ok(WorldAnswered::Answer(Answer::Library(library))) => {
                let sets = library.sets;
                self.library.set(Some(Arc::from(library)));
                let beside = ask.beside();
                // What greets is asked for first, if the page is still there.
                Timeout::new(0, move || {
                    if self.library.try_get_untracked().is_some() {
                        self.read_tasks(beside, Vec::new(), 0, sets);
                    }
                })
                .forget();
            }
            other => self.trouble.set(Some(said(other))),
        });
        let late = StoredValue::new_local(None::<Timeout>);
        Effect::new(move |_| {
            let question = self.question();
            // Nothing is there to be run before the gallery is.
            if self.library.with(Option::is_none) || question.scene.is_empty() {
                return;
            }
            if late.with_value(Option::is_none) {
                late.set_value(Some(Timeout::new(LONG_MS, move || change(self.slow, true))));
            }
            let asked = WorldAsked::Ask(Question::Run(Box::new(question.clone())));
            ask.ask(asked, move |answer, last| {
                if last {
                    late.set_value(None);
                    change(self.slow, false);
                }
                match answer {
                    Ok(WorldAnswered::Answer(Answer::Run(report))) => self.take(*report, question),
                    other => self.trouble.set(Some(said(other))),
                }
            });
        });
        on_cleanup(move || ask.end());
        ask
    }

    /// Reads the sets of tasks one after another, so that the worker can answer other questions between them.
    fn read_tasks(self, ask: Ask, mut read: Vec<Example>, set: usize, sets: usize) {
        if set == sets {
            self.tasks.set(Some(read.into()));
            return;
        }
        ask.ask(WorldAsked::Ask(Question::Tasks(set)), move |answer, _| match answer {
            Ok(WorldAnswered::Answer(Answer::Tasks(tasks))) => {
                read.extend(tasks);
                self.read_tasks(ask, read, set + 1, sets);
            }
            // Whoever cancels something else has ended the worker.
            Err(Failure::Cancelled) => self.read_tasks(ask, read, set, sets),
            other => self.trouble.set(Some(said(other))),
        });
    }

    fn take(self, report: WorldReport, question: WorldQuestion) {
        self.trouble.set(None);
        let chosen = self.chosen.get_untracked();
        let known = report.rules.iter().any(|rule| Some(&rule.id) == chosen.as_ref());
        let violated = report.rules.iter().find(|rule| rule.verdict == "violated");
        if self.new.get_value() {
            self.new.set_value(false);
            change(self.moment, 0);
            change(self.chosen, None);
            if let Some(rule) = violated {
                self.look_at(rule);
            }
        } else if !known {
            change(self.chosen, violated.map(|rule| rule.id.clone()));
        }
        let last = report.moments.len().saturating_sub(1);
        change(self.moment, self.moment.get_untracked().min(last));
        if self.object.get_untracked().is_some_and(|at| at >= report.objects.len()) {
            change(self.object, None);
        }
        change(self.judged, question);
        self.report.set(Some(Arc::new(report)));
    }
}

impl Default for Worlds {
    fn default() -> Self {
        Self::new()
    }
}

/// An answer that is not the one asked for, in words.
pub fn said(answer: Result<WorldAnswered, Failure>) -> String {
    match answer {
        Ok(WorldAnswered::Rejected(message)) => message,
        Ok(_) => "the worker answered another question".into(),
        Err(Failure::Cancelled) => "cancelled; change something to try again".into(),
        Err(Failure::Stopped(what)) => {
            format!("the engine stopped ({what}); it starts again with the next change")
        }
    }
}
