//! Answering: a pure function from request to response.

use super::{Request, Response, SceneText, Sentence};
use crate::bundle::{self, FileEntry, FileKind, Item, Run};
use crate::compare::axioms;
use crate::playground::automaton::automaton;
use crate::playground::play;
use crate::tree_wire::{TreeHead, pack};
use crate::vocabulary::Vocabulary;
use crate::{compare, formula, packed, semantic, tree_view};
use rustc_hash::FxHashMap;
use vedette_checker::controlled::{PATTERNS, Pattern};

/// Answers `request`; `blobs` are the bytes of files that stand beside it.
pub fn answer(request: Request, blobs: Vec<Vec<u8>>) -> (Response, Vec<Vec<u8>>) {
    let answered = match request {
        Request::Archive => return archive(&first(blobs)),
        Request::Formula { text, dialect, reading } => {
            formula::report(&text, &dialect, &reading, None)
                .map(|report| Response::Formula(Box::new(report)))
        }
        Request::Sentences => Ok(Response::Sentences { sentences: sentences() }),
        Request::Compare { candidate, truth, dialect, reading, or, scene } => {
            let truths: Vec<String> = std::iter::once(truth).chain(or).collect();
            let mut options = compare::Options::new(&dialect, &reading);
            options.axioms = axioms::lines(&scene.axioms);
            vocabulary(&scene).and_then(|words| {
                options.vocabulary = words;
                compare::best(&candidate, &truths, &options, None)
                    .map(|report| Response::Compare(Box::new(report)))
            })
        }
        Request::Play { question } => {
            play(&question).map(|report| Response::Play(Box::new(report)))
        }
        Request::Automaton { question } => {
            automaton(&question).map(|view| Response::Automaton(Box::new(view)))
        }
        Request::Pack { state } => Ok(Response::Packed { packed: packed::pack(&state) }),
        Request::Unpack { packed } => {
            packed::unpack(&packed).map(|state| Response::Unpacked { state })
        }
        Request::Manifest => {
            bundle::read_manifest(&first(blobs)).map(Response::Manifest).map_err(|e| e.to_string())
        }
        Request::Shard { entry } => shard(&entry, &first(blobs)).map_err(|e| e.to_string()),
        Request::Tree { run, item, files } => match tree(&run, &item, &files, &blobs) {
            Ok((head, nodes)) => return (Response::Tree(Box::new(head)), vec![nodes]),
            Err(problem) => Err(problem.to_string()),
        },
        Request::SemanticTable { columns } => semantic_table(&first(blobs), &columns),
        Request::SemanticRows { rows, mut options, scene } => {
            options.axioms = axioms::lines(&scene.axioms);
            vocabulary(&scene).and_then(|words| {
                options.vocabulary = words;
                let judged = rows.iter().map(|row| semantic::judge(row, &options, None));
                judged.collect::<Result<_, _>>().map(|rows| Response::SemanticRows { rows })
            })
        }
    };
    (answered.unwrap_or_else(|message| Response::Rejected { message }), Vec::new())
}

fn sentences() -> Vec<Sentence> {
    let sentence = |pattern: &Pattern| Sentence {
        sentence: pattern.sentence.to_owned(),
        formula: pattern.formula.to_owned(),
        example: pattern.example.to_owned(),
    };
    PATTERNS.iter().map(sentence).collect()
}

fn vocabulary(scene: &SceneText) -> Result<Option<Vocabulary>, String> {
    if scene.vocabulary.trim().is_empty() {
        return Ok(None);
    }
    Vocabulary::read(&scene.vocabulary).map(Some)
}

fn semantic_table(bytes: &[u8], columns: &semantic::Columns) -> Result<Response, String> {
    let text = std::str::from_utf8(bytes)
        .map_err(|e| format!("the file is no text in UTF-8: byte {} is wrong", e.valid_up_to()))?;
    semantic::read(text, columns).map(Response::SemanticTable)
}

fn first(blobs: Vec<Vec<u8>>) -> Vec<u8> {
    blobs.into_iter().next().unwrap_or_default()
}

fn archive(bytes: &[u8]) -> (Response, Vec<Vec<u8>>) {
    match bundle::unpack(bytes) {
        Ok(files) => {
            let (paths, contents) = files.into_iter().unzip();
            (Response::Archive { paths }, contents)
        }
        Err(error) => (Response::Rejected { message: error.to_string() }, Vec::new()),
    }
}

fn shard(entry: &FileEntry, bytes: &[u8]) -> Result<Response, bundle::BundleError> {
    Ok(match entry.kind {
        FileKind::Index => Response::Index { runs: bundle::read_index(entry, bytes)? },
        FileKind::Rules => Response::Rules { rules: bundle::read_rules(entry, bytes)? },
        FileKind::Runs => Response::Runs { runs: bundle::read_runs(entry, bytes)? },
        FileKind::Items => Response::Items { items: bundle::read_items(entry, bytes)? },
        FileKind::Trajectories => {
            return Err(bundle::BundleError::new(
                &entry.path,
                "it holds trajectories; expected index, rules, runs or items",
            ));
        }
    })
}

fn tree(
    run: &Run,
    item: &Item,
    files: &[(u32, FileEntry)],
    blobs: &[Vec<u8>],
) -> Result<(TreeHead, Vec<u8>), bundle::BundleError> {
    let mut shards = FxHashMap::default();
    for ((number, entry), bytes) in files.iter().zip(blobs) {
        shards.insert(*number, (&*entry.path, bundle::read_trajectories(entry, bytes)?));
    }
    let trajectories =
        bundle::rebuild(run, |number| shards.get(&number).map(|(path, shard)| (*path, shard)))?;
    Ok(pack(&tree_view::view(run, item, &trajectories)?))
}
