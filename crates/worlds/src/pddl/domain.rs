//! Domains, read strictly: what is not supported or does not fit is left out by name and place.

use super::Read;
use super::expr::{Role, Words, expr};
use super::model::{Action, Domain, Expr, Predicate, Requirement, Types};
use super::reader::{Reader, hint};
use super::tree::Tree;
use crate::input::{InputError, Limits};
use std::sync::Arc;

const EXPECTED: &str = "a domain, `(define (domain NAME) …)`";

/// Reads a domain.
pub fn read_domain(text: &str, source: &str) -> Result<Read<Domain>, InputError> {
    let mut reader = Reader::new(Tree::read(text, source, Limits::default().nesting)?, source);
    let (name, sections) = head(&reader, "domain", EXPECTED)?;
    let mut domain = Domain { name, ..Domain::default() };
    let mut first: Vec<(String, usize)> = Vec::new();
    let mut actions = Vec::new();
    for section in sections {
        let head = reader.tree.head(section).unwrap_or_default();
        match head.as_str() {
            ":action" => actions.push(section),
            ":requirements" | ":types" | ":constants" | ":predicates" => {
                if first.iter().any(|(known, _)| *known == head) {
                    let what = format!("found {} a second time", reader.tree.shown(section));
                    let fault = reader.fault(section, what, "one of each; this one is left out");
                    reader.problems.push(fault);
                } else {
                    first.push((head, section));
                }
            }
            _ => unsupported(
                &mut reader,
                section,
                ":requirements, :types, :constants, :predicates, :action",
            ),
        }
    }
    // Their order in the text does not matter: each is read after those it speaks of.
    let section = |name: &str| first.iter().find(|(head, _)| head == name).map(|&(_, at)| at);
    if let Some(list) = section(":requirements") {
        domain.requirements = reader.requirements(list);
    }
    if let Some(list) = section(":types") {
        domain.types = types(&mut reader, list);
    }
    if let Some(list) = section(":constants") {
        reader.objects(list, &domain.types, &mut domain.constants);
    }
    if let Some(list) = section(":predicates") {
        for part in reader.tree.parts(list).skip(1).collect::<Vec<_>>() {
            match predicate(&mut reader, part, &domain) {
                Ok(predicate) => domain.predicates.push(predicate),
                Err(fault) => reader.problems.push(fault),
            }
        }
    }
    for list in actions {
        match action(&mut reader, list, &domain) {
            Ok(action) => domain.actions.push(action),
            Err(fault) => reader.problems.push(fault),
        }
    }
    reader.note_undeclared(&domain.requirements);
    Ok(Read { value: domain, problems: reader.problems, notes: reader.notes })
}

/// The name of what is defined, and its sections.
pub(super) fn head(
    reader: &Reader<'_>,
    kind: &str,
    expected: &str,
) -> Result<(String, Vec<usize>), InputError> {
    let mut parts = reader.tree.parts(0);
    let define = parts.next();
    let name = parts.next().filter(|&part| reader.tree.head(part).as_deref() == Some(kind));
    match (define.and_then(|define| reader.tree.word(define)), name) {
        (Some(define), Some(name)) if define.eq_ignore_ascii_case("define") => {
            let words: Vec<usize> = reader.tree.parts(name).collect();
            let [_, word] = words[..] else {
                return Err(reader.fault(
                    name,
                    format!("found {}", reader.tree.shown(name)),
                    expected,
                ));
            };
            Ok((reader.name(word, false)?.to_string(), parts.collect()))
        }
        _ => Err(reader.fault(0, format!("found {}", reader.tree.shown(0)), expected)),
    }
}

/// Names a section that is none of those that are read.
pub(super) fn unsupported(reader: &mut Reader<'_>, section: usize, known: &str) {
    let what = format!("found {}, which is not supported", reader.tree.shown(section));
    let fault = reader.fault(section, what, format!("one of {known}; it is left out"));
    reader.problems.push(fault);
}

fn types(reader: &mut Reader<'_>, list: usize) -> Types {
    let mut types = Types::default();
    let parts: Vec<usize> = reader.tree.parts(list).skip(1).collect();
    let groups = match reader.groups(&parts) {
        Ok(groups) => groups,
        Err(fault) => {
            reader.problems.push(fault);
            return types;
        }
    };
    reader.need(Requirement::Typing, list);
    // First the names, for a type may stand below one that comes later.
    let mut above = Vec::new();
    for group in &groups {
        for &node in &group.names {
            match reader.name(node, false) {
                Ok(name) if &*name == "object" => {
                    let note = reader.fault(
                        node,
                        "found `object` among the types",
                        "other names: `object` is the type of everything",
                    );
                    reader.notes.push(note);
                }
                Ok(name) if types.named(&name).is_some() => {
                    let what = format!("found the type `{name}` a second time");
                    let fault = reader.fault(node, what, "each type once");
                    reader.problems.push(fault);
                }
                Ok(name) => {
                    above.push((types.len(), node, group.kind));
                    types.list.push((name, 0));
                }
                Err(fault) => reader.problems.push(fault),
            }
        }
    }
    for (kind, node, named) in above {
        match reader.kind(named, &types) {
            Ok(up) if types.is(up, kind) => {
                let what = format!("found the type `{}` below itself", types.name(kind));
                let fault =
                    reader.fault(node, what, "types without circles; it is put below `object`");
                reader.problems.push(fault);
            }
            Ok(up) => types.list[kind].1 = up,
            Err(fault) => reader.problems.push(fault),
        }
    }
    types
}

fn predicate(
    reader: &mut Reader<'_>,
    list: usize,
    domain: &Domain,
) -> Result<Predicate, InputError> {
    let parts: Vec<usize> = reader.tree.parts(list).collect();
    let Some((&first, rest)) = parts.split_first() else {
        let what = format!("found {}", reader.tree.shown(list));
        return Err(reader.fault(list, what, "a predicate, `(name ?x - type)`"));
    };
    let name = reader.name(first, false)?;
    let reserved = ["and", "or", "not", "imply", "forall", "exists", "when", "="];
    if reserved.contains(&&*name) || domain.predicate(&name).is_some() {
        let what = format!("found the predicate `{name}`, which is taken");
        return Err(reader.fault(first, what, "a name of its own"));
    }
    let args = reader.variables(rest, &domain.types)?;
    Ok(Predicate { name, args })
}

fn action(reader: &mut Reader<'_>, list: usize, domain: &Domain) -> Result<Action, InputError> {
    let parts: Vec<usize> = reader.tree.parts(list).skip(1).collect();
    let Some((&first, rest)) = parts.split_first() else {
        return Err(reader.fault(list, "found an action without a name", "`(:action name …)`"));
    };
    let name = reader.name(first, false)?;
    let of = |fault: InputError| left_out(fault, &name);
    if domain.action(&name).is_some() {
        let what = format!("found the action `{name}` a second time");
        return Err(reader.fault(first, what, "a name of its own for each; this one is left out"));
    }
    let known = [":parameters", ":precondition", ":effect"];
    let mut lists = [None; 3];
    for pair in rest.chunks(2) {
        let key = reader.tree.word(pair[0]).unwrap_or_default().to_lowercase();
        let slot = known.iter().position(|own| *own == key);
        let (Some(slot), Some(&value)) = (slot, pair.get(1)) else {
            let what = format!("found {}", reader.tree.shown(pair[0]));
            let expected = format!(
                "`:parameters`, `:precondition` and `:effect`, each with a list{}",
                hint(&key, known.map(str::to_owned))
            );
            return Err(of(reader.fault(pair[0], what, expected)));
        };
        if lists[slot].replace(value).is_some() {
            let what = format!("found `{key}` twice");
            return Err(of(reader.fault(pair[0], what, "one of each")));
        }
    }
    let mut variables = match lists[0] {
        None => Vec::new(),
        Some(list) if reader.tree.word(list).is_some() => {
            let what = format!("found {}", reader.tree.shown(list));
            return Err(of(reader.fault(list, what, "parameters in brackets")));
        }
        Some(list) => {
            let parts: Vec<usize> = reader.tree.parts(list).collect();
            reader.variables(&parts, &domain.types).map_err(of)?
        }
    };
    let arity = variables.len();
    let words = Words {
        types: &domain.types,
        predicates: &domain.predicates,
        objects: &domain.constants,
        strict: true,
    };
    let mut read = |list: Option<usize>, role| match list {
        None => Ok(Expr::default()),
        Some(list) => expr(reader, list, role, &words, &mut variables, arity).map_err(of),
    };
    let precondition = read(lists[1], Role::Condition)?;
    let effect = read(lists[2], Role::Effect)?;
    Ok(Action { name: Arc::clone(&name), arity, variables, precondition, effect })
}

/// A fault for which an action is left out.
fn left_out(mut fault: InputError, action: &str) -> InputError {
    fault.expected = format!("{}; the action `{action}` is left out", fault.expected);
    fault
}
