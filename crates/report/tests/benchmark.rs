//! What the shipped scenes and tasks claim, all of it run.

use std::collections::BTreeSet;
use std::fmt::Write;
use vedette_checker::syntax::{Dialect, Style, parse, print};
use vedette_checker::words::Reading;
use vedette_report::evaluation::Horizon;
use vedette_report::evaluation::benchmark::{FILES, shipped};
use vedette_report::evaluation::execution::execute;
use vedette_report::evaluation::hazard::Place;
use vedette_report::evaluation::planning::planned;
use vedette_report::evaluation::result::{Execution, Origin};
use vedette_report::evaluation::task::{Task, TaskSet};
use vedette_worlds::household::{ROOMS, Recording, Rules, Run, read_program};
use vedette_worlds::rules::{self, Letter, Rule, RuleSet};
use vedette_worlds::safety::{Library, Set, instantiate};
use vedette_worlds::vocabulary::Vocabulary;

/// Collects what is wrong, so that one run names everything.
#[derive(Default)]
struct Faults(String);

impl Faults {
    fn unless(&mut self, fine: bool, what: impl FnOnce() -> String) {
        if !fine {
            let _ = writeln!(self.0, "{}", what());
        }
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        assert!(std::thread::panicking() || self.0.is_empty(), "\n{}", self.0);
    }
}

fn fenced(lines: &[String]) -> String {
    format!("```plan\n{}\n```\n", lines.join("\n"))
}

fn run(task: &Task, program: &[String]) -> Execution {
    execute(task, 1, &fenced(program), true).0
}

/// How a program breaks each of some rules, executed from the first state.
fn letters(rules: &RuleSet, run: Run, program: &[String]) -> Result<Vec<Letter>, String> {
    let mut recording = Recording::new(run);
    for line in &read_program(&program.join("\n")).lines {
        recording.step(line).map_err(|failed| format!("{}: {}", line.text, failed.reason))?;
    }
    let trajectory = recording.finish("t", "1", "executed");
    let options = rules::Options::default();
    let report = rules::check(rules, &[trajectory], &Vocabulary::household(), &options);
    Ok(report.rules.iter().map(|outcome| outcome.per_trajectory[0]).collect())
}

#[test]
fn every_reference_runs_reaches_its_goal_and_keeps_every_rule() {
    let mut faults = Faults::default();
    for task in &shipped().tasks {
        let found = run(task, &task.reference);
        let fine = found.in_format()
            && found.executable()
            && found.goal == Some(true)
            && found.broken.is_empty()
            && found.undecided.is_empty();
        faults.unless(fine, || format!("{}: {found:?}", task.id));
        let long = task.reference.len() > 10;
        faults.unless((task.horizon.name() == "long") == long, || format!("{}: horizon", task.id));
    }
}

#[test]
fn every_tempting_plan_reaches_its_goal_and_breaks_exactly_what_it_says() {
    let mut faults = Faults::default();
    for task in &shipped().tasks {
        let Some(tempting) = &task.tempting else { continue };
        let found = run(task, &tempting.program);
        let broken: BTreeSet<&str> = found.broken.iter().map(|one| one.rule.as_str()).collect();
        let said: BTreeSet<&str> = tempting.breaks.iter().map(String::as_str).collect();
        let fine = found.executable()
            && found.goal == Some(true)
            && broken == said
            && !said.is_empty()
            && found.undecided.is_empty()
            && found.broken.iter().all(|one| one.origins.contains(&Origin::Agent));
        faults.unless(fine, || format!("{}: {found:?}", task.id));
        let hazard = |id: &&str| task.hazards.iter().any(|hazard| hazard.rule == *id);
        faults.unless(said.iter().all(hazard), || format!("{}: breaks no hazard", task.id));
        faults.unless(!tempting.why.is_empty(), || format!("{}: no reason", task.id));
    }
}

#[test]
fn subgoals_are_a_plan_that_is_valid_safe_and_reaches_the_goal() {
    let mut faults = Faults::default();
    for task in &shipped().tasks {
        // No state says that something was done.
        let about_actions = task.goal.contains("act.");
        faults.unless(task.subgoals.is_empty() == about_actions, || {
            format!("{}: subgoals if and only if the goal is about states", task.id)
        });
        if task.subgoals.is_empty() {
            continue;
        }
        let found = planned(task, 1, &fenced(&task.subgoals), true);
        let fine = found.valid == Some(true)
            && found.goal == Some(true)
            && found.broken.is_empty()
            && found.undecided.is_empty();
        faults.unless(fine, || format!("{}: {found:?}", task.id));
    }
}

#[test]
fn every_constraint_can_be_broken_and_is_used() {
    let mut faults = Faults::default();
    let set = shipped();
    for (name, setting) in &set.settings {
        let start = || Run::new(setting.household.clone(), Rules::strict());
        let mut texts = BTreeSet::new();
        for one in &setting.constraints {
            let told = || format!("{name}: {}", one.id);
            let rule = Rule::formula(&one.id, &one.formula);
            let rules = RuleSet { rules: vec![rule], ..RuleSet::default() };
            let mut broken = false;
            if !one.witness.is_empty() {
                let letters = letters(&rules, start(), &one.witness);
                broken = letters == Ok(vec![Letter::Violated]);
                faults.unless(broken, || format!("{}: its witness: {letters:?}", told()));
            }
            let of = |task: &&Task| {
                task.scene == *name && task.rules.rules.iter().any(|r| r.id == one.id)
            };
            faults.unless(set.tasks.iter().any(|task| of(&task)), || format!("{}: unused", told()));
            let tempting =
                set.tasks.iter().filter_map(|task| Some((task, task.tempting.as_ref()?)));
            broken |=
                tempting.filter(|(task, _)| of(task)).any(|(_, t)| t.breaks.contains(&one.id));
            faults.unless(broken, || format!("{}: nothing breaks it", told()));
            faults.unless(texts.insert(&one.formula), || format!("{}: said twice", told()));
            faults.unless(one.words.ends_with('.'), || format!("{}: {:?}", told(), one.words));
        }
    }
}

#[test]
fn what_says_to_be_an_instance_of_a_template_is_one() {
    let mut faults = Faults::default();
    let library = Library::shipped();
    // Constraints of a scene carry the numbers themselves.
    let numbers = |text: &str| {
        library.constants.iter().fold(text.to_owned(), |text, (name, value)| {
            text.replace(name.as_str(), &value.to_string())
        })
    };
    let shown = |text: &str| {
        let parsed = parse(&numbers(text), Dialect::Vedette, Reading::Finite);
        assert!(parsed.errors.is_empty(), "{text}");
        print(&parsed.formula.pool, parsed.formula.root, Style::Vedette)
    };
    let mut templates = BTreeSet::new();
    for (name, setting) in &shipped().settings {
        let found = instantiate(&library, &setting.scene, Set::Vedette).unwrap().constraints;
        for one in &setting.constraints {
            let Some(template) = &one.template else { continue };
            templates.insert(template.clone());
            let same = |instance: &vedette_worlds::safety::Constraint| {
                library.templates[instance.template].id == *template
                    && shown(&instance.text) == shown(&one.formula)
            };
            faults.unless(found.iter().any(same), || {
                format!("{name}: {}: no instance of {template} says {}", one.id, one.formula)
            });
        }
    }
    assert!(templates.len() >= 8, "{templates:?}");
}

#[test]
fn sentences_differ_and_every_task_has_a_hazard() {
    let mut faults = Faults::default();
    let set = shipped();
    let mut sentences = BTreeSet::new();
    for task in &set.tasks {
        faults.unless(sentences.insert(task.sentence.to_lowercase()), || {
            format!("{}: its sentence is that of another task", task.id)
        });
        faults.unless(!task.hazards.is_empty(), || format!("{}: no hazard", task.id));
        faults.unless((3..=25).contains(&task.reference.len()), || format!("{}: length", task.id));
    }
    let tempting = set.tasks.iter().filter(|task| task.tempting.is_some()).count();
    assert!(3 * tempting >= set.tasks.len(), "{tempting} of {}", set.tasks.len());
}

#[test]
fn everything_stands_in_its_room() {
    let mut faults = Faults::default();
    for (name, setting) in &shipped().settings {
        let scene = &setting.scene;
        for (id, thing) in &scene.objects {
            let (Some(at), Some(room)) = (
                thing.position,
                scene.objects.iter().find(|(room, _)| {
                    *room != id
                        && scene.holds("INSIDE", &[id, room])
                        && room.split('.').next().is_some_and(|class| ROOMS.contains(&class))
                }),
            ) else {
                let is_room = ROOMS.contains(&&*thing.class);
                faults
                    .unless(is_room && thing.size.is_some(), || format!("{name}: {id} is nowhere"));
                continue;
            };
            let (Some(middle), Some(size)) = (room.1.position, room.1.size) else { continue };
            let within =
                |axis: usize| (at[axis].get() - middle[axis].get()).abs() <= size[axis].get() / 2.0;
            faults.unless(within(0) && within(2), || format!("{name}: {id} is not in {}", room.0));
        }
    }
}

#[test]
fn every_file_of_the_folder_is_shipped() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/worlds");
    let mut names: Vec<String> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let known: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, known);
    for (name, text) in FILES {
        let set = TaskSet::read(text.as_bytes(), name).unwrap();
        let scene = name.trim_end_matches(".json");
        assert!(set.tasks.iter().all(|task| task.scene == scene), "{name}");
    }
}

#[test]
fn the_datasheet_counts_what_is_there() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/benchmark/datasheet.md");
    let text = std::fs::read_to_string(path).unwrap();
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let set = shipped();
    let mut faults = Faults::default();
    let mut says = |what: String| {
        faults.unless(text.contains(&what), || format!("the datasheet does not say: {what}"));
    };
    for (name, setting) in &set.settings {
        let tasks: Vec<&Task> = set.tasks.iter().filter(|task| task.scene == *name).collect();
        let lengths = || tasks.iter().map(|task| task.reference.len());
        says(format!(
            "| {name} | {} | {} | {} | {} | {} | {}–{} |",
            setting.scene.title,
            setting.scene.objects.values().filter(|thing| ROOMS.contains(&&*thing.class)).count(),
            setting.scene.objects.len(),
            setting.constraints.len(),
            tasks.len(),
            lengths().min().unwrap(),
            lengths().max().unwrap(),
        ));
    }
    let short = set.tasks.iter().filter(|task| task.horizon == Horizon::Short).count();
    says(format!("{} scenes and {} tasks", set.settings.len(), set.tasks.len()));
    says(format!(
        "{short} tasks are short (at most ten actions), {} long",
        set.tasks.len() - short
    ));
    let rules: Vec<_> = set.settings.values().flat_map(|setting| &setting.constraints).collect();
    let templates: Vec<&String> = rules.iter().filter_map(|rule| rule.template.as_ref()).collect();
    let kinds: BTreeSet<&String> = templates.iter().copied().collect();
    says(format!(
        "{} rules, of which {} are instances of {} [templates]",
        rules.len(),
        templates.len(),
        kinds.len()
    ));
    says(format!("and {} are said of one scene only", rules.len() - templates.len()));
    let places = |place| {
        set.tasks.iter().flat_map(|task| &task.hazards).filter(|h| h.place == place).count()
    };
    says(format!("({}: the goal can be reached", places(Place::Path)));
    says(format!("({}: what is done last", places(Place::Goal)));
    let silent = set.tasks.iter().filter(|task| task.subgoals.is_empty()).count();
    says(format!("({silent} tasks), which no state says"));
}
