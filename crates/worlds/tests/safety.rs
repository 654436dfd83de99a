//! Holds the shipped categories and templates against the plain evaluator, and what they give in the
//! scenes of the test data against the counts recorded there (read at run time; skipped where absent).

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test may panic, and says that it was skipped"
)]

use flate2::read::GzDecoder;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use vedette_checker::controlled;
use vedette_checker::equivalence::{Scene as Objects, expand_over};
use vedette_checker::formula::Pool;
use vedette_checker::syntax::{Dialect, parse};
use vedette_checker::words::{Reading, Word, holds};
use vedette_testkit::recorded;
use vedette_worlds::rules::RuleSet;
use vedette_worlds::safety::analysis::{Analysis, Kind, Options, analyse};
use vedette_worlds::safety::{Constraint, Library, Set, Template, instantiate};
use vedette_worlds::scene::{Scene, Source, Thing};

/// The template with its holes as objects and two objects `C.1`, `C.2` of each inner category.
fn sample(library: &Library, template: &Template, word: &str) -> bool {
    let parsed = parse(&template.text, Dialect::Vedette, Reading::Finite).ok().unwrap();
    let mut pool = Pool::default();
    let mut objects = Objects::default();
    for (hole, category) in &template.holes {
        objects.objects.push((hole.clone(), category.clone()));
    }
    for category in template.inner() {
        for number in [1, 2] {
            objects.objects.push((format!("{category}.{number}"), category.to_owned()));
        }
    }
    let root = pool.import(&parsed.pool, parsed.root);
    let root = expand_over(&mut pool, root, &objects).unwrap();
    let value = |name: &str| library.constants.get(name).copied();
    let root = pool.substitute_constants(root, value).unwrap();
    let word = Word::parse(word, &mut pool).unwrap();
    holds(&pool, root, &word, Reading::Finite).unwrap()
}

#[test]
fn every_template_allows_its_example_and_forbids_its_counter_example() {
    let library = Library::shipped();
    for template in &library.templates {
        let (allows, forbids) = (template.allows.as_ref(), template.forbids.as_ref());
        let (allows, forbids) = (allows.expect("an example"), forbids.expect("a counter-example"));
        assert!(sample(&library, template, allows), "{} should allow {allows}", template.id);
        assert!(!sample(&library, template, forbids), "{} should forbid {forbids}", template.id);
        assert!(!template.words.is_empty() && !template.source.is_empty(), "{}", template.id);
    }
}

#[test]
fn the_corrected_variants_judge_the_pitfalls_of_the_paper_otherwise() {
    let library = Library::shipped();
    for (paper, ours, papers_word, our_word) in [
        // An appliance that simply stays unplugged.
        (
            "paper-13",
            "unplugged-stays-off",
            "PLUGGED_OUT(p) & OFF(p); PLUGGED_OUT(p) & OFF(p)",
            "plugged_out(p); plugged_out(p)",
        ),
        // A stove that is turned off at once.
        ("paper-10", "stove-bears-cookware", "ON(s); OFF(s)", "on(s); 1"),
        // Food of which nothing was recorded.
        ("paper-7", "dirty-food-in-cooker", "IN(f, c)", "inside(f, c)"),
    ] {
        let judge = |id: &str, word| sample(&library, library.template(id).unwrap(), word);
        assert!(!judge(paper, papers_word), "{paper}");
        assert!(judge(ours, our_word), "{ours}");
    }
    // What is drunk up is no longer hot in the state after: only ours sees the drink.
    let judge = |id: &str, word| sample(&library, library.template(id).unwrap(), word);
    assert!(judge("paper-8", "HOT(l); DRINK(l)"));
    assert!(!judge("drink-not-hot", "hot(l); act.drink(l)"));
}

#[test]
fn sentences_mean_exactly_the_formula() {
    let library = Library::shipped();
    let mut count = 0;
    for template in &library.templates {
        let Some(sentence) = &template.sentence else { continue };
        count += 1;
        let mut scene = Scene::default();
        let mut objects: Vec<(String, String)> = Vec::new();
        for (hole, category) in &template.holes {
            let group = &library.categories[category].groups[0];
            let class = group.own.iter().chain(&group.virtualhome).next().unwrap();
            let id = format!("{class}_{hole}.1");
            scene.insert(&id, class, &["HAS_SWITCH", "HAS_PLUG", "CAN_OPEN"]);
            objects.push((hole.clone(), id));
        }
        let found = instantiate(&library, &scene, template.set).unwrap();
        let same = |one: &&Constraint| {
            library.templates[one.template].id == template.id
                && one.binding.iter().all(|(h, o)| objects.iter().any(|(a, b)| a == h && b == &**o))
        };
        let constraint = found.constraints.iter().find(same).expect("an instance");
        let said = controlled::read(constraint.sentence.as_ref().unwrap()).unwrap();
        assert!(said.formula.same_as(&constraint.formula), "{sentence}: {}", said.text);
    }
    assert!(count >= 15, "{count} sentences");
}

#[test]
fn the_paper_has_thirteen_and_each_is_corrected_by_one_of_ours() {
    let library = Library::shipped();
    let ids: BTreeSet<String> = library
        .templates
        .iter()
        .filter(|template| template.set == Set::Paper)
        .map(|template| template.id.clone())
        .collect();
    assert_eq!(ids, (1..=13).map(|n| format!("paper-{n}")).collect());
    let corrected = library.templates.iter().flat_map(|template| template.corrects.clone());
    assert_eq!(corrected.collect::<BTreeSet<_>>(), ids);
}

fn kitchen() -> Scene {
    let mut scene = Scene::default();
    for (id, class) in [
        ("kitchen.1", "kitchen"),
        ("stove.1", "stove"),
        ("toaster.1", "toaster"),
        ("sauce_pan.1", "sauce_pan"),
        ("sauce_pan.2", "sauce_pan"),
        ("curtain.1", "curtain"),
        ("knife.1", "knife"),
        ("chair.1", "chair"),
    ] {
        scene.insert(id, class, &["HAS_SWITCH", "HAS_PLUG"]);
    }
    scene.add("ONTOP", &["knife.1", "chair.1"]);
    scene.add("ON", &["toaster.1"]);
    scene
}

fn told(constraints: &[Constraint], analysis: &Analysis, kind: Kind) -> Vec<String> {
    let name = |&at: &usize| constraints[at].id.clone();
    let of = analysis.findings.iter().filter(|finding| finding.kind == kind);
    of.map(|one| one.rules.iter().map(name).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn conflicts_repetitions_and_violations_at_the_start_are_found() {
    let (library, scene) = (Library::shipped(), kitchen());
    let paper = instantiate(&library, &scene, Set::Paper).unwrap().constraints;
    let found = analyse(&library, &scene, &paper, &Options::default());
    assert_eq!(found.unknown, Vec::<String>::new());
    let blocked = told(&paper, &found, Kind::Blocked);
    assert_eq!(blocked, ["paper-10[stove.1,sauce_pan.1] paper-10[stove.1,sauce_pan.2]"]);
    assert_eq!(told(&paper, &found, Kind::Start), ["paper-3[knife.1,chair.1]"]);
    let twice = told(&paper, &found, Kind::Duplicate);
    assert!(twice.contains(&"paper-9[toaster.1] paper-12[toaster.1]".to_owned()), "{twice:?}");

    let ours = instantiate(&library, &scene, Set::Vedette).unwrap().constraints;
    let found = analyse(&library, &scene, &ours, &Options::default());
    assert_eq!(found.unknown, Vec::<String>::new());
    assert_eq!(told(&ours, &found, Kind::Blocked), Vec::<String>::new(), "ours do not conflict");
    assert_eq!(told(&ours, &found, Kind::Contradiction), Vec::<String>::new());
    let implied = told(&ours, &found, Kind::Implied);
    let bounded = "appliance-not-on-for-long[toaster.1] appliance-turned-off[toaster.1]".to_owned();
    assert!(implied.contains(&bounded), "{implied:?}");

    let own = "templates: {own: [{id: x, formula: 'forall s: Sharp. G !held(s)'}, \
               {id: y, formula: 'forall s: Sharp. F held(s)'}]}";
    let library = library.with(own).unwrap();
    let all = instantiate(&library, &scene, Set::Vedette).unwrap().constraints;
    let found = analyse(&library, &scene, &all, &Options::default());
    assert_eq!(told(&all, &found, Kind::Contradiction), ["x[knife.1] y[knife.1]"]);
}

#[test]
fn constraints_are_rules_that_can_be_read() {
    let scene = kitchen();
    for set in [Set::Paper, Set::Vedette] {
        let found = instantiate(&Library::shipped(), &scene, set).unwrap();
        let rules: Vec<Value> = found
            .constraints
            .iter()
            .map(|one| serde_json::json!({"id": one.id, "formula": one.text}))
            .collect();
        let file = serde_json::json!({"rules": rules}).to_string();
        let read = RuleSet::read(file.as_bytes(), "rules.json").unwrap();
        assert_eq!(read.rules.len(), found.constraints.len());
        for one in &found.constraints {
            let again = parse(&one.text, Dialect::Vedette, Reading::Finite).ok().unwrap();
            assert!(again.same_as(&one.formula), "{}", one.text);
        }
    }
}

#[test]
fn overrides_fail_aloud() {
    for (text, expected) in [
        ("categories: {Shrap: {remove: [fork]}}", "did you mean `Sharp`?"),
        ("categories: {Sharp: {remove: [spoon]}}", "`spoon`"),
        ("categories: {Pets: {why: they run about}}", "needs `words` and `why`"),
        ("templates: {own: [{id: a, formula: 'G('}]}", "template `a`"),
        ("templates: {own: [{id: a, formula: 'G !x'}]}", "no `forall`"),
        ("templates: {own: [{id: a, formula: 'forall s: Shrap. G !x(s)'}]}", "`Shrap`"),
        ("templates: {own: [{id: a, formula: 'forall s: Sharp. F[<=LONG] x(s)'}]}", "LONG"),
        (
            "templates: {own: [{id: paper-1, formula: 'forall s: Sharp. F x(s)'}]}",
            "second template",
        ),
        ("constant: {T_MAX: 3}", "line 1"),
        ("axioms: ['G !p']", "expected a scheme"),
    ] {
        let error = Library::shipped().with(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

// ---- against the recorded data ----------------------------------------------------------------------

fn data() -> Option<PathBuf> {
    recorded("embodied")
}

fn unpacked(path: &Path) -> Value {
    let mut text = String::new();
    GzDecoder::new(fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(|one| one.as_str().unwrap().to_owned()).collect()
}

/// The objects of a graph, with the changes of a task.
fn scene(graph: &Value, init: &Value) -> Scene {
    let removed: BTreeSet<u64> =
        init["removed"].as_array().into_iter().flatten().map(|id| id.as_u64().unwrap()).collect();
    let mut nodes: BTreeMap<u64, &Value> = BTreeMap::new();
    for list in [&graph["nodes"], &init["nodes"]] {
        for node in list.as_array().into_iter().flatten() {
            nodes.insert(node["id"].as_u64().unwrap(), node);
        }
    }
    let mut scene = Scene::default();
    scene.source = Source::VirtualHome;
    for (id, node) in nodes.into_iter().filter(|(id, _)| !removed.contains(id)) {
        let class = node["class"].as_str().unwrap();
        let properties = Some(texts(&node["properties"]).into_iter().collect());
        let thing = Thing { class: class.into(), properties, position: None, size: None };
        scene.objects.insert(format!("{class}.{id}").into(), thing);
    }
    scene
}

#[test]
fn the_recorded_instances_are_reproduced() {
    let Some(data) = data() else { return };
    let database: Value =
        serde_json::from_slice(&fs::read(data.join("safety_db.json")).unwrap()).unwrap();
    let counts = &database["counts"]["scenes"];
    let lines = fs::read_to_string(data.join("safety_instances.jsonl")).unwrap();
    let mut recorded: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let of = recorded.entry(line["graph"].as_str().unwrap().to_owned()).or_default();
        let parsed = parse(line["ltl"].as_str().unwrap(), Dialect::Vedette, Reading::Finite);
        let formula = parsed.ok().unwrap();
        let text = vedette_checker::syntax::print(
            &formula.pool,
            formula.root,
            vedette_checker::syntax::Style::Vedette,
        );
        of.insert(format!("{} {text}", line["template"]));
    }
    let base = unpacked(&data.join("virtualhome/base_graph.json.gz"));
    let tasks = fs::read_to_string(data.join("virtualhome/tasks.jsonl")).unwrap();
    let library = Library::shipped();
    let (mut scenes, mut total, mut formulas) = (0, 0, 0);
    for (name, expected) in counts.as_object().unwrap() {
        let scene = if let Some(rest) = name.strip_prefix("task ") {
            let id = rest.split_whitespace().next().unwrap();
            let task = tasks
                .lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap())
                .find(|task| task["id"] == id)
                .unwrap();
            scene(&base, &task["init"])
        } else {
            let graph = unpacked(&data.join(format!("virtualhome/{name}.json.gz")));
            scene(&graph, &Value::Null)
        };
        let found = instantiate(&library, &scene, Set::Paper).unwrap().constraints;
        let mut by_template: BTreeMap<String, u64> = BTreeMap::new();
        for one in &found {
            let id = library.templates[one.template].id.trim_start_matches("paper-").to_owned();
            *by_template.entry(id).or_default() += 1;
        }
        for (template, count) in expected["per_template_instances"].as_object().unwrap() {
            let own = by_template.get(template).copied().unwrap_or(0);
            assert_eq!(own, count.as_u64().unwrap(), "{name}, template {template}");
        }
        // The larger sets take a while in a build without optimisation: of ours only the first.
        let sets = if scenes == 0 { &[Set::Paper, Set::Vedette][..] } else { &[Set::Paper] };
        for &set in sets {
            let all = instantiate(&library, &scene, set).unwrap().constraints;
            let report = analyse(&library, &scene, &all, &Options::default());
            assert_eq!(report.unknown, Vec::<String>::new(), "{name}");
            let of = |kind| told(&all, &report, kind).len();
            eprintln!(
                "{name}, {}: {} constraints, {} blocked, {} duplicates, {} implied",
                set.name(),
                all.len(),
                of(Kind::Blocked),
                of(Kind::Duplicate),
                of(Kind::Implied)
            );
            assert_eq!(of(Kind::Contradiction) + of(Kind::Blocked), 0, "{name}");
        }
        let key = name.split(" (").next().unwrap();
        if let Some(recorded) = recorded.get(key) {
            let own: BTreeSet<String> = found
                .iter()
                .map(|one| {
                    let id = library.templates[one.template].id.trim_start_matches("paper-");
                    format!("{id} {}", one.text)
                })
                .collect();
            assert_eq!(&own, recorded, "{name}");
            formulas += own.len();
        }
        scenes += 1;
        total += found.len();
    }
    eprintln!("{total} constraints of {scenes} scenes as recorded, {formulas} formula by formula");
    assert!(formulas > 500, "{formulas} formulas");
}

// ---- the page of documentation ----------------------------------------------------------------------

/// `docs/safety.md`, from the library.
fn page(library: &Library) -> String {
    use std::fmt::Write;
    let mut out = String::from(include_str!("safety_head.md"));
    for (name, category) in &library.categories {
        let _ = write!(out, "\n### {name}: {}\n{}.\n\n", category.words, category.why);
        for group in &category.groups {
            let doubtful = if group.doubtful { " (doubtful)" } else { "" };
            let classes = [
                ("ours", &group.own),
                ("VirtualHome", &group.virtualhome),
                ("AI2-THOR", &group.ai2thor),
            ];
            let classes = classes.iter().filter(|(_, all)| !all.is_empty());
            let classes: Vec<String> =
                classes.map(|(source, all)| format!("{source}: {}", all.join(", "))).collect();
            let _ = writeln!(out, "* {}{doubtful}. {}", group.why, classes.join("; "));
        }
    }
    for (set, title) in [(Set::Paper, "The paper's templates"), (Set::Vedette, "Ours")] {
        let _ = writeln!(out, "\n## {title}");
        for template in library.templates.iter().filter(|template| template.set == set) {
            let _ = write!(out, "\n### {}\n{}\n\n", template.id, template.words);
            let _ = writeln!(out, "* formula: `{}`", template.text);
            let _ =
                writeln!(out, "* class: {}; source: {}", template.class.name(), template.source);
            if !template.corrects.is_empty() {
                let _ = writeln!(out, "* stands for: {}", template.corrects.join(", "));
            }
            if let Some(sentence) = &template.sentence {
                let _ = writeln!(out, "* in controlled English: {sentence}");
            }
            let _ = writeln!(out, "* allows: `{}`", template.allows.as_ref().unwrap());
            let _ = writeln!(out, "* forbids: `{}`", template.forbids.as_ref().unwrap());
            if let Some(remark) = &template.remark {
                let _ = writeln!(out, "\n{remark}");
            }
        }
    }
    out
}

/// `VEDETTE_WRITE_DOCS=1` writes the page instead of comparing it.
#[test]
fn the_page_is_what_is_shipped() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/safety.md");
    let expected = page(&Library::shipped());
    if std::env::var_os("VEDETTE_WRITE_DOCS").is_some() {
        fs::write(&path, &expected).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), expected, "write it anew");
}
