//! `cargo xtask graph`: the states or the insertion modes of a revision as a picture.

use crate::states;
use crate::trees::Trees;
use std::path::PathBuf;
use std::process::ExitCode;
use tokenwright_graph::{self as graph, Graph};
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load;
use xtask::report::Failure;
use xtask::{report, workspace, write};

/// Draw the states or the insertion modes of a revision
///
/// States are grouped by the table file that defines them. One edge represents all rows from one
/// state to another, labelled with the characters they match; a row that stays in its state is not
/// drawn. Each state links to its section in the document.
///
/// With `--tree` the insertion modes of tree construction are drawn: a line for a switch, a dotted one for
/// the use of the rows of another mode. The sign ↻ is at rows that switch and reprocess the token.
///
/// Exits with 1 if the tables cannot be read or the picture cannot be written.
///
/// `cargo xtask site` writes pages with a picture of each state and its neighbours.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A revision such as `whatwg-2026-07-19`, or a folder of tables
    #[arg(value_name = "REVISION|DIR")]
    revision: String,
    /// Draw the insertion modes instead of the states
    #[arg(long)]
    tree: bool,
    /// Only this state, or mode, and its neighbours: `tag name`
    #[arg(long, value_name = "STATE|MODE")]
    focus: Option<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Svg)]
    format: Format,
    /// The output file; standard output if omitted
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A picture
    Svg,
    /// The language of Graphviz
    Dot,
    /// The language of Mermaid
    Mermaid,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    report::run(|sources| {
        let out = arguments.out.as_deref();
        out.map_or(Ok(()), write::check_target)?;
        let drawn = draw(arguments, sources)?;
        Ok(write::output(out, &drawn)?)
    })
}

fn draw(arguments: &Arguments, sources: &mut Sources) -> Result<String, Failure> {
    let name = &arguments.revision;
    let mut graph = match arguments.tree {
        true => {
            let trees = Trees::load(Some(name), sources)?;
            Graph::of_modes(&trees.loaded.revision, &trees.tables)
        }
        false => Graph::of(&load::revision(&workspace::revision_dir(name)?, sources)?),
    };
    if let Some(focus) = &arguments.focus {
        let names = graph.nodes.iter().map(|node| node.name.as_str());
        let (kind, list) = match arguments.tree {
            true => ("insertion mode", "--tree --list-modes"),
            false => ("state", "--list-states"),
        };
        let list = format!("cargo xtask trace --revision {name} {list}");
        let found = states::find(kind, focus, names, &graph.revision, &list)?;
        if let Some(node) = graph.find(found) {
            graph = graph.focus(node);
        }
    }
    Ok(match arguments.format {
        Format::Svg => graph::svg(&graph),
        Format::Dot => graph::dot(&graph),
        Format::Mermaid => graph::mermaid(&graph),
    })
}
