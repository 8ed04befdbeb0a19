//! `cargo xtask explain`: what a parse error, a state, a part of tree construction or an input means.

mod code;
pub(crate) mod occurrences;
pub(crate) mod state;
mod tree;
pub(crate) mod witnesses;

use crate::trees::Trees;
use crate::{states, trace};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::grammar::nearest;
use tokenwright_tables::load::{self, Loaded};
use xtask::report::Failure;
use xtask::{report, workspace};

/// Explain a parse error, a state, a part of tree construction or an input
///
/// Of a parse error: the rows that report it, the shortest inputs that show it, and since which
/// revision it has its name. Of a state or an insertion mode: its rows, where it is reached from, what it
/// leads to. Of an algorithm, a set of elements or a condition of tree construction: its steps or members, and
/// the rows that use it. Of an element such as `<li>`: the rows that its tags match, and the sets that it is
/// in. Of an input: each state and row that it runs. Another text with `<` or `&` is an input.
///
/// Rows of tree construction have the shortest document that was found for each.
///
/// Exits with 1 if there is nothing of such a name, or the tables cannot be read.
#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// An error code such as `eof-in-tag`, a state such as `tag name`, an insertion mode, an algorithm, a set of
    /// elements, an element such as `<li>`, or an input such as `<a b b>`
    #[arg(value_name = "CODE|NAME|INPUT")]
    subject: String,
    /// A revision such as `whatwg-2020-05-22`; the newest if omitted
    #[arg(long, value_name = "REVISION")]
    revision: Option<String>,
    /// Take the text for an input, whatever it looks like
    #[arg(long)]
    input: bool,
}

const AFTER_HELP: &str = "\
Examples:
  cargo xtask explain eof-in-tag
          The rows that report an error, and the shortest inputs that show it
  cargo xtask explain 'tag name'
          A state with its rows and its neighbours
  cargo xtask explain 'in cell'
          An insertion mode with its rows, and a document for each
  cargo xtask explain 'adoption agency algorithm'
          An algorithm of tree construction, and the rows that call it
  cargo xtask explain '<li>'
          The rows of tree construction that match the tags of an element
  cargo xtask explain '<a b b>'
          Each state and row that an input runs";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    report::run(|sources| explain(arguments, sources))
}

fn explain(arguments: &Arguments, sources: &mut Sources) -> Result<(), Failure> {
    let spec = workspace::spec_dir();
    let loaded = &chosen(arguments.revision.as_deref(), &spec, sources)?;
    let revision = &loaded.revision;
    let subject = arguments.subject.as_str();
    let trees = match arguments.input {
        true => None,
        false => Trees::of(loaded.clone()),
    };
    let found = trees
        .as_ref()
        .and_then(|trees| Some((tree::Subject::find(subject, trees)?, trees)));
    if let Some((of @ tree::Subject::Element(_), trees)) = &found {
        return Ok(tree::explain(of, trees, sources)?);
    }
    if arguments.input || subject.contains(['<', '&']) {
        return Ok(trace::print(loaded, subject)?);
    }
    let all_codes = codes(loaded);
    if all_codes.iter().any(|code| code == subject) {
        let descriptions = Descriptions::load(&spec, sources)?;
        code::explain(
            subject,
            (loaded, trees.as_ref()),
            &load::all(&spec, sources)?,
            &descriptions,
            sources,
        )?;
        return Ok(());
    }
    let names = revision
        .states
        .iter()
        .map(|state| state.name.value.as_str());
    let state = states::find(
        "state",
        subject,
        names.clone(),
        &revision.about.id,
        "cargo xtask trace --list-states",
    );
    match (state, found) {
        (Ok(name), _) => {
            let all = load::all(&spec, sources)?;
            Ok(state::explain(name, loaded, &all, sources)?)
        }
        (Err(_), Some((of, trees))) => Ok(tree::explain(&of, trees, sources)?),
        (Err(_), None) => {
            let of_trees = trees.iter().flat_map(tree::Subject::names);
            Err(unknown(subject, loaded, names.chain(of_trees)).into())
        }
    }
}

/// The revision of a name, or the newest.
fn chosen(name: Option<&str>, spec: &Path, sources: &mut Sources) -> Result<Loaded, Failure> {
    let Some(name) = name else {
        return Ok(load::newest(spec, sources)?);
    };
    let dir = workspace::revision_dir(name)?;
    let own = spec.join(dir.file_name().unwrap_or_default());
    let revisions = load::revision_dirs(spec)?;
    if !revisions.contains(&own) {
        let names = revisions.iter().filter_map(|dir| dir.file_name()?.to_str());
        let names: Vec<&str> = names.collect();
        let error = Diagnostic::unread(dir, "not a revision of this workspace");
        let advice = format!(
            "`cargo xtask trace` takes a folder; the revisions are {}",
            names.join(", ")
        );
        return Err(error.help(advice).into());
    }
    Ok(load::whole(&own, spec, sources)?)
}

/// The error codes of a revision, those of tree construction included.
fn codes(loaded: &Loaded) -> BTreeSet<String> {
    let errors = loaded.revision.errors.iter();
    let errors = errors.map(|error| error.code.value.clone());
    let of_trees = loaded.trees.iter();
    errors
        .chain(of_trees.flat_map(|trees| trees.error_codes().into_keys()))
        .collect()
}

/// The error for a subject that is neither a code nor another name.
fn unknown<'a>(
    subject: &str,
    loaded: &'a Loaded,
    names: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let message = format!("`{subject}` is neither an error code nor a name of the tables");
    let unknown = Diagnostic::unread(&loaded.revision.about.id, message);
    let known: Vec<String> = names.map(str::to_owned).collect();
    let codes = codes(loaded);
    let all = || codes.iter().chain(&known).map(String::as_str);
    match nearest(subject, all()).or_else(|| nearest(&subject.to_lowercase(), all())) {
        Some(near) => unknown.help(format!(
            "the nearest is `{near}`; --input takes the text for an input"
        )),
        None => unknown.help("--input takes the text for an input"),
    }
}
