//! The companion's command line that reproduces what is on the screen.
//!
//! ```
//! use vedette_web::state::command::{equiv, quote};
//!
//! assert_eq!(quote("G (p -> F q)"), "'G (p -> F q)'");
//! assert_eq!(quote("it's"), r"'it'\''s'");
//! assert_eq!(
//!     equiv("G p", "F p", "finite", "spot", ""),
//!     "vedette equiv 'G p' 'F p' --finite --dialect spot"
//! );
//! ```

use vedette_report::plan::{Mode, PlanQuestion};
use vedette_report::service::SceneText;
use vedette_report::world::view::{Semantics, Templates, WorldQuestion};

/// A text as one word of a POSIX shell: within single quotes nothing has a meaning but the quote.
pub fn quote(text: &str) -> String {
    let plain = |c: u8| c.is_ascii_alphanumeric() || b"-_./:=,@%+".contains(&c);
    if !text.is_empty() && text.bytes().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The comparison of two formulas. A formula that begins with a dash is kept from being an option.
pub fn equiv(candidate: &str, truth: &str, reading: &str, dialect: &str, rest: &str) -> String {
    let dashed = candidate.starts_with('-') || truth.starts_with('-');
    let reading = match reading {
        "finite" => " --finite",
        "stuttering" => " --stuttering",
        _ => "",
    };
    let dialect = match dialect {
        "" | "auto" => String::new(),
        named => format!(" --dialect {}", quote(named)),
    };
    let (a, b) = (quote(candidate), quote(truth));
    if dashed {
        format!("vedette equiv{reading}{dialect}{rest} -- {a} {b}")
    } else {
        format!("vedette equiv {a} {b}{reading}{dialect}{rest}")
    }
}

/// The options for further truths and a scene; its texts have to be files there.
///
/// ```
/// use vedette_report::service::SceneText;
/// use vedette_web::state::command::scene;
///
/// let known = SceneText { axioms: "opposite on, off".into(), ..SceneText::default() };
/// assert_eq!(scene(&["F p".into()], &known), " --or='F p' --axioms axioms.txt");
/// ```
pub fn scene(truths: &[String], scene: &SceneText) -> String {
    let mut text = String::new();
    for truth in truths {
        text.extend([" --or=", &quote(truth)]);
    }
    if !scene.axioms.trim().is_empty() {
        text.push_str(" --axioms axioms.txt");
    }
    if !scene.vocabulary.trim().is_empty() {
        text.push_str(" --vocabulary vocabulary.json");
    }
    text
}

/// Formulas evaluated on a trace.
///
/// ```
/// use vedette_web::state::command::play;
///
/// assert_eq!(
///     play(&["G p".into(), "-q".into()], "p & !q; q", "finite", "auto"),
///     "vedette play --on 'p & !q; q' --finite -- 'G p' -q"
/// );
/// ```
pub fn play(formulas: &[String], trace: &str, reading: &str, dialect: &str) -> String {
    let reading = match reading {
        "finite" => " --finite",
        "stuttering" => " --stuttering",
        _ => "",
    };
    let dialect = match dialect {
        "" | "auto" => String::new(),
        named => format!(" --dialect {}", quote(named)),
    };
    let formulas: Vec<String> = formulas.iter().map(|text| quote(text)).collect();
    let end = if formulas.iter().any(|text| text.starts_with('-')) { " --" } else { "" };
    format!("vedette play --on {}{reading}{dialect}{end} {}", quote(trace), formulas.join(" "))
}

/// The automaton of a formula.
///
/// ```
/// use vedette_web::state::command::automaton;
///
/// assert_eq!(
///     automaton("G p", "infinite", "states", "auto"),
///     "vedette automaton 'G p' --state-based --to hoa"
/// );
/// ```
pub fn automaton(formula: &str, reading: &str, kind: &str, dialect: &str) -> String {
    let kind = match (reading, kind) {
        ("finite", _) => " --finite",
        (_, "monitor") => " --monitor",
        (_, "states") => " --state-based",
        _ => "",
    };
    let dialect = match dialect {
        "" | "auto" => String::new(),
        named => format!(" --dialect {}", quote(named)),
    };
    // A formula that begins with a dash is kept from being an option.
    if formula.starts_with('-') {
        return format!("vedette automaton{kind} --to hoa{dialect} -- {}", quote(formula));
    }
    format!("vedette automaton {}{kind} --to hoa{dialect}", quote(formula))
}

/// A plan held against policies; texts that are not shipped have to be files there.
///
/// ```
/// use vedette_report::plan::PlanQuestion;
/// use vedette_web::state::command::plan;
///
/// let question = PlanQuestion {
///     tools: "home".into(),
///     packs: vec!["home".into()],
///     obligations: "[]".into(),
///     ..PlanQuestion::default()
/// };
/// assert_eq!(
///     plan(&question),
///     "vedette plan verify plan.py --tools home --policies home --obligations obligations.json"
/// );
/// ```
pub fn plan(question: &PlanQuestion) -> String {
    let mut text = String::from("vedette plan verify plan.py --tools ");
    let tools = question.tools.text();
    // A table of one's own is JSON, not a name.
    let is_name = tools.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_".contains(&c));
    text.push_str(if is_name && !tools.is_empty() { &tools } else { "tools.json" });
    for pack in &question.packs {
        text.extend([" --policies ", &quote(pack)]);
    }
    if !question.policies.trim().is_empty() {
        text.push_str(" --policies policies.yaml");
    }
    if !question.obligations.is_blank() {
        text.push_str(" --obligations obligations.json");
    }
    if question.mode == Mode::Strict {
        text.push_str(" --mode strict");
    }
    let options = &question.options;
    for variable in &options.variables {
        let readers = if variable.readers == "depends" { "" } else { &variable.readers };
        let colon = if readers.is_empty() { "" } else { ":" };
        let value = format!("{}={}{colon}{readers}", variable.name, variable.label);
        text.extend([" --variable ", &quote(&value)]);
    }
    for tool in &options.called {
        text.extend([" --called ", &quote(tool)]);
    }
    let switches = [
        (options.tools_may_fail, " --tools-may-fail"),
        (options.aborts_count, " --aborts-count"),
        (options.all, " --all"),
        (!options.suggest, " --no-suggestions"),
    ];
    text.extend(switches.iter().filter(|(on, _)| *on).map(|(_, switch)| *switch));
    text
}

/// A program in a scene, and what it is held against; texts that are not shipped have to be files there.
///
/// ```
/// use vedette_report::world::view::{Semantics, WorldQuestion};
/// use vedette_web::state::command::world;
///
/// let question = WorldQuestion {
///     scene: "kitchen".into(),
///     rules: "a: G off(stove.4)".into(),
///     goal: "off(stove.4)".into(),
///     semantics: Semantics::Compat,
///     go_on: true,
///     ..WorldQuestion::default()
/// };
/// assert_eq!(
///     world(&question),
///     "vedette world check --scene kitchen --program plan.txt --rules rules.txt \
///      --goal='off(stove.4)' --mode compat --go-on"
/// );
/// ```
pub fn world(question: &WorldQuestion) -> String {
    let scene = question.scene.trim();
    // A scene of one's own is JSON, not a name.
    let is_own = scene.is_empty() || scene.starts_with('{');
    let scene = if is_own { "scene.json".into() } else { quote(scene) };
    let mut text = format!("vedette world check --scene {scene} --program plan.txt");
    if !question.rules.trim().is_empty() {
        text.push_str(" --rules rules.txt");
    }
    if !question.goal.trim().is_empty() {
        text.extend([" --goal=", &quote(question.goal.trim())]);
    }
    match question.templates {
        Templates::None => {}
        Templates::Vedette => text.push_str(" --templates vedette"),
        Templates::Paper => text.push_str(" --templates paper"),
    }
    if question.semantics == Semantics::Compat {
        text.push_str(" --mode compat");
    }
    if question.go_on {
        text.push_str(" --go-on");
    }
    text
}

/// One result of a bundle.
///
/// ```
/// use vedette_web::state::command::show;
///
/// assert_eq!(
///     show("my results.zip", "tea/demo", "stove-off", Some(2)),
///     "vedette bundle show 'my results.zip' tea/demo stove-off --trajectory 2"
/// );
/// assert_eq!(show("BUNDLE", "-tea", "off", None), "vedette bundle show -- BUNDLE -tea off");
/// ```
pub fn show(bundle: &str, run: &str, rule: &str, trajectory: Option<usize>) -> String {
    let dashed = [bundle, run, rule].iter().any(|text| text.starts_with('-'));
    let trajectory =
        trajectory.map_or_else(String::new, |number| format!(" --trajectory {number}"));
    let (bundle, run, rule) = (quote(bundle), quote(run), quote(rule));
    if dashed {
        format!("vedette bundle show{trajectory} -- {bundle} {run} {rule}")
    } else {
        format!("vedette bundle show {bundle} {run} {rule}{trajectory}")
    }
}

#[cfg(test)]
mod tests {
    use super::{equiv, quote};
    use proptest::prelude::*;
    use std::process::Command;

    #[test]
    fn a_dash_is_no_option() {
        assert_eq!(equiv("-p", "q", "", "auto", ""), "vedette equiv -- -p q");
        assert_eq!(quote(""), "''");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// A shell gives every text back unchanged.
        #[test]
        fn a_shell_reads_the_text_unchanged(text in "[^\0]{0,40}") {
            let output = Command::new("sh")
                .args(["-c", &format!("printf %s {}", quote(&text))])
                .output()
                .unwrap();
            prop_assert_eq!(String::from_utf8(output.stdout).unwrap(), text);
        }
    }
}
