//! Random documents and fragments with the trees that the interpreter of tree construction builds.

use crate::arguments::Arguments;
use fastrand::Rng;
use serde::Serialize;
use std::error::Error;
use std::io::{self, BufWriter, Write};
use tokenwright::Namespace;
use tokenwright_tests::tables;
use tokenwright_tests::tree_construction::{Context, interpreted, random};

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

/// Writes documents of the newest revision.
///
/// # Errors
/// If another revision is asked for, as only the newest has tables of tree construction, or the output cannot be written.
pub(crate) fn write(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let newest = &tables::newest().revision.about.id;
    if arguments.revision != *newest {
        let id = &arguments.revision;
        return Err(format!("{id} has no tables of tree construction, but {newest}").into());
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let mut rng = Rng::with_seed(arguments.seed);
    for _ in 0..arguments.count {
        let context = random::context(&mut rng);
        let document = random::document(&mut rng);
        let scripting = rng.bool();
        let tree = interpreted(tables::of_trees(), &document, context.as_ref(), scripting);
        let record = Record {
            document,
            context: context.as_ref().map(written),
            scripting,
            tree,
        };
        serde_json::to_writer(&mut out, &record)?;
        writeln!(out)?;
    }
    Ok(out.flush()?)
}

fn written(Context { namespace, name }: &Context) -> String {
    match namespace {
        Namespace::Html => name.clone(),
        Namespace::Svg => format!("svg {name}"),
        Namespace::MathMl => format!("math {name}"),
    }
}
