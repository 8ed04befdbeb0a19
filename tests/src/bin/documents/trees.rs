//! Documents and fragments with the trees that the interpreter of tree construction builds. The generated code has to build the same.

use crate::arguments::Arguments;
use fastrand::Rng;
use serde::{Deserialize, Serialize};
use std::env;
use std::error::Error;
use std::io::{self, BufRead, BufWriter, Write};
use tokenwright_tables::tree::grammar::ElementType;
use tokenwright_tests::tree_construction::deviations::Deviations;
use tokenwright_tests::tree_construction::{
    Input, compiled_in, interpreted, interpreted_in, random,
};
use tokenwright_tests::{data, tables};

/// A line of input: a line of output may be one.
#[derive(Deserialize)]
struct Given {
    document: String,
    context: Option<String>,
    scripting: bool,
}

/// A line of output.
#[derive(Serialize)]
struct Record {
    document: String,
    /// The context of a fragment, as html5lib's tests write it.
    context: Option<String>,
    scripting: bool,
    /// The tree in the form of html5lib's tests, or why there is none.
    tree: String,
}

/// Writes documents of a revision. Deviations are edits of the newest.
///
/// # Errors
/// If the revision has no tables of tree construction, or the output cannot be written.
pub(crate) fn write(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let id = &arguments.revision;
    let mut all = tables::all().iter().filter(|one| one.trees.is_some());
    if all.all(|one| one.revision.about.id != *id) {
        return Err(format!("{id} has no tables of tree construction").into());
    }
    let is_newest = *id == tables::newest().revision.about.id;
    let deviations = arguments.deviations.as_deref();
    let deviations: Option<Deviations> = deviations.map(data::read_file).transpose()?;
    if deviations.is_some() && !is_newest {
        return Err(format!("deviations are edits of the newest revision, not of {id}").into());
    }
    let edited = deviations.as_ref().map(|it| it.edited(None)).transpose()?;
    let are_random = env::var_os("TOKENWRIGHT_RANDOM_TABLES").is_some();
    let mut out = BufWriter::new(io::stdout().lock());
    let mut write = |input: Input| {
        let of_tables = interpreted_in(id, &input);
        // Where random tables do not say how to go on, the generated code need not end.
        if !(are_random && of_tables.starts_with("stuck")) && compiled_in(id, &input) != of_tables {
            return Err(format!("the generated code differs on {input}").into());
        }
        let tree = match &edited {
            Some(tables) => interpreted(tables, &input),
            None => of_tables,
        };
        let record = Record {
            document: input.html,
            context: input.context.as_ref().map(ElementType::html5lib),
            scripting: input.scripting,
            tree,
        };
        serde_json::to_writer(&mut out, &record)?;
        writeln!(out)?;
        // Whoever gives documents waits for their trees.
        match arguments.given {
            true => Ok(out.flush()?),
            false => Ok::<_, Box<dyn Error>>(()),
        }
    };
    if arguments.given {
        for line in io::stdin().lock().lines() {
            let given: Given = serde_json::from_str(&line?)?;
            let named = |text: String| {
                let element = ElementType::named(&text);
                element.ok_or_else(|| format!("{text:?} names no element"))
            };
            write(Input {
                html: given.document,
                context: given.context.map(named).transpose()?,
                scripting: given.scripting,
            })?;
        }
    } else if let Some(deviations) = deviations.as_ref().filter(|_| arguments.examples) {
        for deviation in &deviations.deviation {
            write(deviation.input(false))?;
        }
    } else {
        let mut rng = Rng::with_seed(arguments.seed);
        for _ in 0..arguments.count {
            let context = random::context(&mut rng);
            write(Input {
                html: random::document(&mut rng),
                context,
                scripting: rng.bool(),
            })?;
        }
    }
    Ok(out.flush()?)
}
