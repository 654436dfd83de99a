//! What is known of a scene: axioms and vocabulary, for every command that compares.

use crate::exit::Failure;
use crate::read;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vedette_checker::axioms::Axiom;
use vedette_checker::syntax::parse;
use vedette_checker::words::Reading;
use vedette_report::compare::axioms;
use vedette_report::diagnostic::Diagnostic;
use vedette_report::vocabulary::Vocabulary;

/// Options that say what is known of the scene.
#[derive(clap::Args, Debug)]
pub(crate) struct Scene {
    /// Compare also under the axioms of a file: a formula or a scheme (`opposite on, off`) a line
    #[arg(long, value_name = "FILE")]
    axioms: Option<PathBuf>,
    /// The predicates and objects of the scene, with their other names (docs/formats/vocabulary.md)
    #[arg(long, value_name = "FILE")]
    vocabulary: Option<PathBuf>,
    /// The value of a constant, as NAME=NUMBER
    #[arg(long, value_name = "NAME=NUMBER", value_parser = constant)]
    constant: Vec<(String, f64)>,
}

impl Scene {
    /// The axioms, each of which can be read.
    pub(crate) fn axioms(&self, dialect: &str) -> Result<Vec<String>, Failure> {
        let Some(path) = &self.axioms else { return Ok(Vec::new()) };
        let dialect = axioms::dialect(dialect).map_err(Failure::failed)?;
        let (name, text) = (read::name(path), read::text(path)?);
        let mut all = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let at =
                |what: String| Failure::rejected(format!("{name}, line {}, {what}", index + 1));
            let Some(line) = axioms::lines(line).pop() else { continue };
            if let Some(scheme) = Axiom::scheme(&line) {
                scheme.map_err(|why| at(why.to_string()))?;
            } else {
                let errors = Diagnostic::errors(&line, &parse(&line, dialect, Reading::Infinite));
                if !errors.is_empty() {
                    return Err(at(crate::command::formula::errors(&line, &errors)));
                }
            }
            all.push(line);
        }
        Ok(all)
    }

    /// The vocabulary.
    pub(crate) fn vocabulary(&self) -> Result<Option<Vocabulary>, Failure> {
        self.vocabulary.as_deref().map(vocabulary).transpose()
    }

    /// Adds the values of constants.
    pub(crate) fn add_constants(&self, all: &mut BTreeMap<String, f64>) {
        all.extend(self.constant.iter().cloned());
    }
}

/// The vocabulary of a file.
pub(crate) fn vocabulary(path: &Path) -> Result<Vocabulary, Failure> {
    let text = read::text(path)?;
    Vocabulary::read(&text).map_err(|why| Failure::rejected(format!("{}: {why}", read::name(path))))
}

fn constant(text: &str) -> Result<(String, f64), String> {
    let split = text.split_once('=').and_then(|(name, value)| Some((name, value.parse().ok()?)));
    let (name, value) = split.ok_or("expected NAME=NUMBER, as in T_MAX=10")?;
    Ok((name.to_owned(), value))
}
