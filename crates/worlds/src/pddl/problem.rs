//! Problems, read against their domain: objects, what holds first, the goal.

use super::Read;
use super::domain::{head, unsupported};
use super::expr::{Role, Words, expr};
use super::model::{Domain, Goal, Ground, Part, Problem, Term};
use super::reader::Reader;
use super::tree::Tree;
use crate::input::{InputError, Limits};

const EXPECTED: &str = "a problem, `(define (problem NAME) …)`";

/// Reads a problem of a domain. A fact that cannot be is left out by name and place; so is the goal,
/// and then the problem has none. A fact about objects of other types than the domain declares is named
/// and kept: the recorded problems have such, also as goals, and no action can see or change it.
pub fn read_problem(
    text: &str,
    source: &str,
    domain: &Domain,
) -> Result<Read<Problem>, InputError> {
    let mut reader = Reader::new(Tree::read(text, source, Limits::default().nesting)?, source);
    let (name, sections) = head(&reader, "problem", EXPECTED)?;
    let constants = domain.constants.len();
    let objects = domain.constants.clone();
    let mut problem = Problem { name, objects, constants, ..Problem::default() };
    let mut found: Vec<(String, usize)> = Vec::new();
    for section in sections {
        let head = reader.tree.head(section).unwrap_or_default();
        match head.as_str() {
            ":domain" | ":requirements" | ":objects" | ":init" | ":goal" => {
                if found.iter().any(|(known, _)| *known == head) {
                    let what = format!("found {} a second time", reader.tree.shown(section));
                    let fault = reader.fault(section, what, "one of each; this one is left out");
                    reader.problems.push(fault);
                } else {
                    found.push((head, section));
                }
            }
            _ => {
                unsupported(&mut reader, section, ":domain, :requirements, :objects, :init, :goal");
            }
        }
    }
    let section = |name: &str| found.iter().find(|(head, _)| head == name).map(|&(_, at)| at);
    match section(":domain") {
        None => {
            let fault =
                reader.fault(0, "found no `:domain`", format!("`(:domain {})`", domain.name));
            reader.problems.push(fault);
        }
        Some(list) => {
            let words: Vec<usize> = reader.tree.parts(list).collect();
            let named = words.get(1).map(|&word| reader.name(word, false)).transpose()?;
            named.as_deref().unwrap_or_default().clone_into(&mut problem.domain);
            if problem.domain != domain.name {
                let what = format!("found the domain `{}`", problem.domain);
                let fault = reader.fault(list, what, format!("`{}`", domain.name));
                reader.problems.push(fault);
            }
        }
    }
    if let Some(list) = section(":requirements") {
        problem.requirements = reader.requirements(list);
    }
    if let Some(list) = section(":objects") {
        reader.objects(list, &domain.types, &mut problem.objects);
    }
    let words = Words {
        types: &domain.types,
        predicates: &domain.predicates,
        objects: &problem.objects,
        strict: false,
    };
    if let Some(list) = section(":init") {
        for part in reader.tree.parts(list).skip(1).collect::<Vec<_>>() {
            match fact(&mut reader, part, &words) {
                Ok(Some(fact)) => {
                    problem.init.insert(fact);
                }
                Ok(None) => {}
                Err(fault) => reader.problems.push(fault),
            }
        }
    }
    match section(":goal") {
        None => {
            let fault = reader.fault(0, "found no `:goal`", "`(:goal …)`");
            reader.problems.push(fault);
        }
        Some(list) => match goal(&mut reader, list, &words) {
            Ok(goal) => problem.goal = Some(goal),
            Err(fault) => reader.problems.push(fault),
        },
    }
    let declared = [&domain.requirements[..], &problem.requirements[..]].concat();
    reader.note_undeclared(&declared);
    Ok(Read { value: problem, problems: reader.problems, notes: reader.notes })
}

/// A fact that holds first; none of one that does not.
fn fact(
    reader: &mut Reader<'_>,
    list: usize,
    words: &Words<'_>,
) -> Result<Option<Ground>, InputError> {
    let head = reader.tree.head(list).unwrap_or_default();
    let known = words.predicates.iter().any(|predicate| *predicate.name == *head);
    if head == "=" || (head == "at" && !known) {
        let what = format!("found {}, which is not supported", reader.tree.shown(list));
        return Err(reader.fault(list, what, "a fact, `(predicate object …)`"));
    }
    let negative = head == "not";
    let inner = if negative { reader.tree.parts(list).nth(1).unwrap_or(list) } else { list };
    let mut none = Vec::new();
    let read = expr(reader, inner, Role::Consequence, words, &mut none, 0)?;
    let [Part::Atom(predicate, terms)] = read.parts() else {
        let what = format!("found {}", reader.tree.shown(list));
        return Err(reader.fault(list, what, "a fact, `(predicate object …)`"));
    };
    let args = terms.iter().filter_map(|term| match term {
        Term::Object(object) => Some(*object),
        Term::Variable(_) => None,
    });
    let fact = Ground { predicate: *predicate, args: args.collect() };
    if negative {
        let note = reader.fault(
            list,
            "found `not` among what holds first",
            "what holds only: what is not listed does not",
        );
        reader.notes.push(note);
        return Ok(None);
    }
    Ok(Some(fact))
}

fn goal(reader: &mut Reader<'_>, list: usize, words: &Words<'_>) -> Result<Goal, InputError> {
    let parts: Vec<usize> = reader.tree.parts(list).collect();
    let [_, inner] = parts[..] else {
        let what = format!("found a goal of {} parts", parts.len() - 1);
        return Err(reader.fault(list, what, "one condition; join several by `and`"));
    };
    let mut variables = Vec::new();
    let condition = expr(reader, inner, Role::Condition, words, &mut variables, 0)?;
    Ok(Goal { variables, condition })
}
