//! Runs the witnesses of a difference through the generated code.

use crate::generated_code::{GeneratedCode, Request, Start};
use serde_json::{Value, json};
use tokenwright_analyses::compare::{Alone, Behaviour, Witness, report};
use tokenwright_analyses::diff::{Difference, Side};
use tokenwright_interpreter::Output;
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load;
use xtask::workspace;

/// The outputs of the generated code for the shown inputs.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    sides: Vec<Replayed>,
    /// Why sides are left out.
    left_out: Vec<String>,
}

/// The outputs for the inputs of one side.
#[derive(Debug)]
struct Replayed {
    revision: String,
    /// The number of inputs with the interpreter's output.
    same: usize,
    /// Inputs with different output: that of the tables, and that of the generated code.
    otherwise: Vec<(String, [String; 2])>,
}

/// Runs the witnesses of a difference through the generated code of the sides that have it.
///
/// # Errors
/// If the generated code cannot be compiled or run.
pub(crate) fn replay(difference: &Difference, found: &Behaviour) -> Result<Replay, String> {
    let mut replay = Replay::default();
    let mut sides = Vec::new();
    for (at, side) in [&difference.from, &difference.to].into_iter().enumerate() {
        let id = side.revision.about.id.as_str();
        if !GeneratedCode::exists(id) {
            replay
                .left_out
                .push(format!("no generated code for `{id}`"));
        } else if !is_committed(side) {
            replay.left_out.push(format!(
                "the generated code for `{id}` comes from `spec/{id}`, not from these tables"
            ));
        } else {
            sides.push((at, id));
        }
    }
    if sides.is_empty() {
        return Ok(replay);
    }
    let ids: Vec<&str> = sides.iter().map(|(_, id)| *id).collect();
    let code = GeneratedCode::build(&ids)?;
    for (at, id) in sides {
        replay
            .sides
            .push(replay_side(&code, id, &witnesses(found, at), at)?);
    }
    Ok(replay)
}

/// Runs the inputs of one side.
fn replay_side(
    code: &GeneratedCode,
    id: &str,
    witnesses: &[&Witness],
    side: usize,
) -> Result<Replayed, String> {
    let runs = witnesses.iter().filter_map(|witness| {
        let expected = witness.outputs[side].as_ref().ok()?;
        Some((*witness, expected))
    });
    let (witnesses, expected): (Vec<&Witness>, Vec<&Output>) = runs.unzip();
    let requests = witnesses.into_iter().map(|witness| Request {
        revision: id,
        setup: Start::Setup(&witness.entry.sides[side]),
        input: &witness.input,
    });
    let requests: Vec<Request<'_>> = requests.collect();
    let answers = code.run(&requests, &|_| ())?;
    let mut result = Replayed {
        revision: id.to_owned(),
        same: 0,
        otherwise: Vec::new(),
    };
    for ((request, expected), answer) in requests.iter().zip(expected).zip(answers) {
        match answer {
            Ok(output) if agree(&output, expected) => result.same += 1,
            answer => {
                let given = match answer {
                    Ok(output) => shown(&output),
                    Err(why) => why,
                };
                let otherwise = (report::input(request.input), [shown(expected), given]);
                result.otherwise.push(otherwise);
            }
        }
    }
    Ok(result)
}

/// Whether tokens and errors are the same; text on both sides of an error counts as one.
pub(crate) fn agree(a: &Output, b: &Output) -> bool {
    let places = |output: &Output| -> Vec<(String, usize, usize)> {
        let errors = output.errors.iter();
        errors
            .map(|error| (error.code.clone(), error.line, error.column))
            .collect()
    };
    a.tokens == b.tokens && places(a) == places(b)
}

/// Tokens and errors on one line.
pub(crate) fn shown(output: &Output) -> String {
    let output = Ok(output.clone());
    format!("{}  | {}", report::tokens(&output), report::errors(&output))
}

/// The witnesses to replay on a side: that of the whole difference and, on the older side, those of each single
/// change.
fn witnesses(found: &Behaviour, side: usize) -> Vec<&Witness> {
    let alone = found
        .changes
        .iter()
        .filter_map(|(_, alone)| Alone::witness(alone));
    let alone = alone.filter(|_| side == 0);
    found.whole.witness().into_iter().chain(alone).collect()
}

/// Whether a side is the revision's folder, from which its code is generated.
fn is_committed(side: &Side) -> bool {
    let dir = workspace::revision_dir(&side.revision.about.id);
    let loaded = dir
        .ok()
        .and_then(|dir| load::revision(&dir, &mut Sources::default()).ok());
    side.page.is_none() && loaded.is_some_and(|loaded| loaded == side.revision)
}

impl Replay {
    /// Whether the generated code gives the output of the tables.
    pub(crate) fn agrees(&self) -> bool {
        self.sides.iter().all(|side| side.otherwise.is_empty())
    }

    /// The result as text.
    pub(crate) fn text(&self, mark: &str) -> String {
        let mut out = String::new();
        for side in &self.sides {
            let revision = &side.revision;
            let inputs = match side.same {
                1 => "1 input gives".to_owned(),
                n => format!("{n} inputs give"),
            };
            out += &format!("{mark}{revision}: {inputs} what the tables give\n");
            for (input, [tables, generated]) in &side.otherwise {
                out += &format!(
                    "{mark}{revision}: {input} differs; `cargo xtask gen` regenerates the code\n"
                );
                out += &format!("    tables    {tables}\n    generated {generated}\n");
            }
        }
        for why in &self.left_out {
            out += &format!("{mark}left out: {why}\n");
        }
        out
    }

    /// The result as JSON.
    pub(crate) fn json(&self) -> Value {
        let sides = self.sides.iter().map(|side| {
            let otherwise = side.otherwise.iter().map(|(input, [tables, generated])| {
                json!({ "input": input, "tables": tables, "generated": generated })
            });
            let otherwise: Vec<Value> = otherwise.collect();
            json!({ "revision": side.revision, "same": side.same, "otherwise": otherwise })
        });
        json!({ "sides": sides.collect::<Vec<_>>(), "left-out": self.left_out })
    }
}
