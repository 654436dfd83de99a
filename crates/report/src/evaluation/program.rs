//! Getting the program out of an answer, and naming everything that keeps it from being one.
//!
//! ```
//! use vedette_report::evaluation::{program::{FaultKind, block, program}, task::TaskSet};
//!
//! let set = TaskSet::read(include_bytes!("../../../../packs/tasks/sample.json"), "sample").unwrap();
//! let scene = &set.tasks[0].household.scene;
//! let answer = "Sure!\n```plan\n[WALK] <stove> (4)\n[BOIL] <stove> (4)\n[GRAB] <mug> (99)\n```\n";
//! let found = program(answer, scene, false);
//! assert_eq!(found.program.unwrap().lines.len(), 3);
//! let kinds: Vec<_> = found.faults.iter().map(|fault| (fault.kind, fault.line)).collect();
//! assert_eq!(kinds, [(FaultKind::UnknownAction, 4), (FaultKind::UnknownObject, 5)]);
//! assert_eq!(program("I would rather not.", scene, false).faults[0].kind, FaultKind::NoBlock);
//! ```
//!
//! # What counts as a program
//! One code block: the one that says `plan` if there is one, else the only one; two blocks that say the
//! same are one. Without any block, a text of which every line begins with `[` is taken as it is (not if
//! the format is strict). A block that is not closed was cut off, and its last line may be half of
//! another action: it is no program. A line that cannot be read does not take the lines before it with
//! it: execution runs up to it and fails there, as it would in the simulator.

use serde::{Deserialize, Serialize};
use vedette_worlds::household::{Action, Program, Scene, read_program};
use vedette_worlds::input;

/// What can be wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// Nothing was said.
    NoAnswer,
    /// There is no code block.
    NoBlock,
    /// The code block is not closed.
    CutOff,
    /// Several code blocks say different things.
    SeveralBlocks,
    /// The code block holds nothing.
    Empty,
    /// The code block has more lines than any task asks for.
    TooLong,
    /// A line has not the shape that was asked for.
    Malformed,
    /// An action that there is not.
    UnknownAction,
    /// An action with too few or too many objects.
    WrongArguments,
    /// An object that is not in the scene.
    UnknownObject,
    /// The number is that of an object of another class.
    OtherClass,
    /// A fact that there is not, or with other arguments.
    UnknownFact,
}

impl FaultKind {
    /// Every kind, in the order in which counts are shown.
    pub const ALL: [Self; 12] = [
        Self::NoAnswer,
        Self::NoBlock,
        Self::CutOff,
        Self::SeveralBlocks,
        Self::Empty,
        Self::TooLong,
        Self::Malformed,
        Self::UnknownAction,
        Self::WrongArguments,
        Self::UnknownObject,
        Self::OtherClass,
        Self::UnknownFact,
    ];

    /// As written in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoAnswer => "no_answer",
            Self::NoBlock => "no_block",
            Self::CutOff => "cut_off",
            Self::SeveralBlocks => "several_blocks",
            Self::Empty => "empty",
            Self::TooLong => "too_long",
            Self::Malformed => "malformed",
            Self::UnknownAction => "unknown_action",
            Self::WrongArguments => "wrong_arguments",
            Self::UnknownObject => "unknown_object",
            Self::OtherClass => "other_class",
            Self::UnknownFact => "unknown_fact",
        }
    }
}

/// Something that is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// What sort of mistake it is.
    pub kind: FaultKind,
    /// The line of the answer, from 1; 0 if it is about the whole.
    pub line: usize,
    /// In words.
    pub message: String,
}

/// The block that an answer consists in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What stands in it.
    pub text: String,
    /// The line of the answer on which it begins, from 1.
    pub line: usize,
    /// Whether it stood without a fence.
    pub bare: bool,
}

/// A program, as far as there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Its lines, numbered as in the answer.
    pub program: Option<Program>,
    /// Everything that is wrong.
    pub faults: Vec<Fault>,
}

/// The most lines of a block: the longest reference program of the field has some forty.
pub const LINES: usize = 400;
/// The most characters of an answer that a result repeats.
const REPEATED: usize = 240;
/// The most faults of an answer that are written down.
const FAULTS: usize = 20;

/// The beginning of a text that may be of any length.
pub(super) fn clip(text: &str) -> String {
    input::clip(text, REPEATED).into_owned()
}

fn whole(kind: FaultKind, message: &str) -> Fault {
    Fault { kind, line: 0, message: message.to_owned() }
}

/// The block of an answer that is meant: `tag` is what its fence should say, `bare` whether a line
/// without any fence looks like one of a block.
pub fn block(answer: &str, tag: &str, bare: &dyn Fn(&str) -> bool) -> Result<Block, Fault> {
    if answer.trim().is_empty() {
        return Err(whole(FaultKind::NoAnswer, "found nothing, expected a code block"));
    }
    let mut blocks: Vec<(bool, Block)> = Vec::new();
    let mut open: Option<(bool, Block)> = None;
    for (index, line) in answer.lines().enumerate() {
        match (line.trim().strip_prefix("```"), open.take()) {
            (Some(_), Some(whole)) => blocks.push(whole),
            (Some(info), None) => {
                let tagged = info.trim().eq_ignore_ascii_case(tag);
                let block = Block { text: String::new(), line: index + 2, bare: false };
                open = Some((tagged, block));
            }
            (None, Some((tagged, mut block))) => {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some((tagged, block));
            }
            (None, None) => {}
        }
    }
    if let Some((_, block)) = open {
        return Err(Fault {
            kind: FaultKind::CutOff,
            line: block.line - 1,
            message: "found a code block that is not closed: the answer was cut off".to_owned(),
        });
    }
    if blocks.iter().any(|(tagged, _)| *tagged) {
        blocks.retain(|(tagged, _)| *tagged);
    }
    let Some((_, first)) = blocks.first() else {
        let lines = || answer.lines().map(str::trim).filter(|line| !line.is_empty());
        if lines().all(bare) && answer.lines().count() <= LINES {
            return Ok(Block { text: answer.to_owned(), line: 1, bare: true });
        }
        let message = format!("found no code block, expected one that begins with ```{tag}");
        return Err(whole(FaultKind::NoBlock, &message));
    };
    if let Some((_, other)) =
        blocks.iter().find(|(_, other)| other.text.trim() != first.text.trim())
    {
        return Err(Fault {
            kind: FaultKind::SeveralBlocks,
            line: other.line - 1,
            message: format!(
                "found another code block than that of line {}, expected one",
                first.line - 1
            ),
        });
    }
    if first.text.trim().is_empty() {
        return Err(Fault {
            kind: FaultKind::Empty,
            line: first.line - 1,
            message: "found an empty code block".to_owned(),
        });
    }
    let lines = first.text.lines().count();
    if lines > LINES {
        let message = format!("found {lines} lines, expected at most {LINES}");
        return Err(Fault { kind: FaultKind::TooLong, line: first.line - 1, message });
    }
    Ok(first.clone())
}

/// The program of an answer in a scene. With `strict`, a program without a code block is none.
pub fn program(answer: &str, scene: &Scene, strict: bool) -> Found {
    let block = match block(answer, "plan", &|line| line.starts_with('[')) {
        Ok(block) if strict && block.bare => {
            let fault = whole(FaultKind::NoBlock, "found a program without a code block");
            return Found { program: None, faults: vec![fault] };
        }
        Ok(block) => block,
        Err(fault) => return Found { program: None, faults: vec![fault] },
    };
    let mut program = read_program(&block.text);
    let mut faults = Vec::new();
    for line in &mut program.lines {
        line.number += block.line - 1;
        let mut fault = |kind, message: String| {
            // Of each kind at least one is kept, for the counts.
            if faults.len() < FAULTS || faults.iter().all(|known: &Fault| known.kind != kind) {
                faults.push(Fault { kind, line: line.number, message: clip(&message) });
            }
        };
        let step = match &mut line.step {
            Ok(step) => step,
            Err(error) => {
                error.line = line.number;
                fault(kind_of(&line.text), error.to_string());
                continue;
            }
        };
        for arg in &step.args {
            match scene.slot(arg.id).map(|slot| scene.node(slot)) {
                None => fault(
                    FaultKind::UnknownObject,
                    format!("found <{}> ({}), which is no object of the scene", arg.class, arg.id),
                ),
                Some(node) if node.class != arg.class => fault(
                    FaultKind::OtherClass,
                    format!("found <{}> ({}), which is a <{}>", arg.class, arg.id, node.class),
                ),
                Some(_) => {}
            }
        }
    }
    if program.lines.is_empty() {
        let message = "found a code block without an action".to_owned();
        faults.push(Fault { kind: FaultKind::Empty, line: block.line - 1, message });
        return Found { program: None, faults };
    }
    Found { program: Some(program), faults }
}

/// What sort of mistake a line that is no step is.
fn kind_of(line: &str) -> FaultKind {
    let action = line.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match action {
        Some((name, _)) if Action::named(name.trim()).is_none() => FaultKind::UnknownAction,
        Some((_, rest)) if well_formed(rest) => FaultKind::WrongArguments,
        _ => FaultKind::Malformed,
    }
}

/// Whether `rest` is a row of objects.
fn well_formed(rest: &str) -> bool {
    let mut rest = rest.trim();
    while !rest.is_empty() {
        let object = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
        let Some((_, tail)) = object else { return false };
        let number = tail.trim_start().strip_prefix('(').and_then(|tail| tail.split_once(')'));
        let Some((digits, tail)) = number else { return false };
        if digits.trim().rsplit('.').next().is_none_or(|id| id.parse::<u32>().is_err()) {
            return false;
        }
        rest = tail.trim_start();
    }
    true
}
