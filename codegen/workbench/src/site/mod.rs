//! `cargo xtask site`: the revisions as static pages, with a playground.
//!
//! The pages need no server and no network, so they can be kept with a release and opened from a folder. All that
//! takes time, such as witnesses and comparisons of every two revisions, is computed when they are written. The
//! playground interprets the exported machine in JavaScript; it is not the tokenizer in Rust.

mod compare;
mod draft;
mod errors;
mod history;
mod html;
mod input;
mod links;
mod names;
mod neighbours;
mod pool;
mod revision;
mod scripts;
mod shell;
mod start;
mod states;
mod tests_of_rows;
mod trees;

use crate::trees::Trees;
use revision::Explored;
use serde_json::Value;
use shell::{Frame, Page, Section};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::diagnostic::Diagnostic;
use tokenwright_tables::load::{self, Loaded};
use trees::ExploredTrees;
use xtask::progress::Progress;
use xtask::{report, workspace, write};

/// Write the explorer of the revisions as static pages
///
/// The pages need no server and no network: open `index.html`. They have every state with its rows,
/// every parse error with the shortest inputs that show it, every insertion mode of the newest revision that
/// has tables of tree construction, its algorithms and its elements, the changes between any two revisions,
/// the pages of `docs/history`, a search, and a playground that runs two revisions on what is typed.
///
/// With `--with`, a page of the standard, such as its source or a rendered page, is one more revision, and so is a folder of
/// tables. What a page does not state is that of the newest revision; tree construction of a page is there if all of it was understood.
///
/// Overwrites files of the same names in the folder, and leaves others alone.
///
/// Exits with 1 if the tables cannot be read, or the folder cannot be written.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The folder to write to; created if it is absent
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// A page or a folder of tables to show as one more revision, the newest
    #[arg(long, value_name = "PAGE|DIR")]
    with: Option<PathBuf>,
}

const PLAYGROUND: &str = include_str!("../../../../integrations/site/playground.html");

/// A file name with its content.
type File = (String, String);

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    report::run(|sources| {
        let out = &arguments.out;
        let created = std::fs::create_dir_all(out);
        created.map_err(|error| write::unwritable(out, &error))?;
        let index = out.join("index.html");
        write::check_target(&index)?;
        let mut all = load::all(&workspace::spec_dir(), sources)?;
        all.retain(|it| !it.revision.about.is_draft());
        if let Some(path) = &arguments.with {
            all.push(draft::load(path, &all, sources)?);
        }
        let descriptions = Descriptions::load(&workspace::spec_dir(), sources)?;
        let trees = newest_trees(&all);
        let files = files(&all, trees.as_ref(), &descriptions);
        let files = files.map_err(|error| Diagnostic::unread(out, error))?;
        for (name, text) in &files {
            write::file(&out.join(name), text)?;
        }
        println!("{}", summary(&index, &files));
        Ok(())
    })
}

/// The newest revision with tables of tree construction.
fn newest_trees(all: &[Loaded]) -> Option<Trees> {
    Trees::of(load::newest_of(all)?.clone())
}

/// The first page to open, and the size of everything.
fn summary(index: &Path, files: &[File]) -> String {
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    let (index, number, size) = (index.display(), files.len(), bytes.div_ceil(1000));
    format!("{index}: {number} files, {size} KB")
}

/// Every file of the site.
///
/// # Errors
/// If a revision cannot be run, or a page of the history cannot be read.
fn files(
    all: &[Loaded],
    trees: Option<&Trees>,
    descriptions: &Descriptions,
) -> Result<Vec<File>, String> {
    let progress = Progress::start("searching for the shortest inputs");
    let mut explored = Vec::new();
    for loaded in all {
        progress.parts(explored.len(), all.len());
        let id = &loaded.revision.about.id;
        explored.push(
            Explored::of(loaded, descriptions).map_err(|refusal| format!("{id}: {refusal}"))?,
        );
    }
    let trees = trees.map(|trees| ExploredTrees::of(trees, descriptions));
    let trees = trees.transpose()?;
    let frame = Frame {
        newest: load::newest_of(all).map_or("", |loaded| &loaded.revision.about.id),
        trees: trees.as_ref().map(ExploredTrees::id),
    };
    progress.stage("comparing every two revisions");
    let pairs = compare::pairs(all, &|done, all| progress.parts(done, all))?;
    progress.stage("writing the pages");
    let history = history::pages()?;
    let page = |file: &str, title: &str, content: String| Page {
        file: file.to_owned(),
        title: title.to_owned(),
        content,
    };
    let start = page(
        "index.html",
        "HTML tokenization",
        start::content(all, &pairs),
    );
    let compare = page(
        "compare.html",
        "Compare revisions",
        compare::CONTENT.to_owned(),
    );
    let playground = page("playground.html", "Playground", PLAYGROUND.to_owned());
    let mut files = vec![
        frame.page(Section::Start, &start),
        frame.page(Section::Compare, &compare),
        frame.page(Section::Playground, &playground),
    ];
    for one in &explored {
        let (id, year) = (one.id(), one.year());
        let states = Page {
            file: format!("{id}.html"),
            title: format!("States in {year}"),
            content: states::content(one, &explored),
        };
        let errors = Page {
            file: format!("{id}-errors.html"),
            title: format!("Parse errors in {year}"),
            content: errors::content(one, &explored),
        };
        files.push(frame.page_of(id, Section::States, &states));
        files.push(frame.page_of(id, Section::Errors, &errors));
    }
    let pages = history.iter();
    files.extend(pages.map(|one| frame.page(Section::History, &one.page)));
    let pages = trees.iter().flat_map(ExploredTrees::pages);
    files.extend(pages.map(|one| frame.page(Section::Trees, &one)));
    files.extend([
        ("style.css".to_owned(), scripts::style()),
        ("theme.js".to_owned(), scripts::theme()),
        (
            "names.js".to_owned(),
            scripts::data("NAMES", &names::data(all, &history, trees.as_ref())),
        ),
        ("site.js".to_owned(), scripts::site()),
        (
            "changes.js".to_owned(),
            scripts::data("CHANGES", &compare::data(all, &pairs)?),
        ),
        ("compare.js".to_owned(), scripts::compare()),
        (
            "machines.js".to_owned(),
            scripts::data("MACHINES", &machines(all, descriptions)?),
        ),
        ("pages.js".to_owned(), scripts::pages()),
        (
            "inputs.js".to_owned(),
            scripts::data("INPUTS", &tests_of_rows::data(&explored)),
        ),
        ("playground.js".to_owned(), scripts::playground()),
    ]);
    Ok(files)
}

/// The machines of all revisions, which the playground runs and the search reads.
fn machines(all: &[Loaded], descriptions: &Descriptions) -> Result<Value, String> {
    let machines = all.iter().map(|loaded| {
        let id = &loaded.revision.about.id;
        let mut machine =
            tokenwright_export::export(loaded).map_err(|error| format!("{id}: {error}"))?;
        machine.describe_errors(descriptions);
        let mut machine =
            serde_json::to_value(machine).map_err(|error| format!("{id}: {error}"))?;
        for part in ["revision", "states", "treeConstruction"] {
            drop_unshown(&mut machine[part]);
        }
        Ok(machine)
    });
    pool::pooled(machines.collect::<Result<_, String>>()?)
}

/// What no script shows or runs: the pages have it.
const UNSHOWN: [&str; 4] = ["file", "link", "note", "notes"];

/// Drops what is not shown from a part of a machine.
fn drop_unshown(value: &mut Value) {
    match value {
        Value::Array(members) => members.iter_mut().for_each(drop_unshown),
        Value::Object(members) => {
            members.retain(|key, _| !UNSHOWN.contains(&key.as_str()));
            members.values_mut().for_each(drop_unshown);
        }
        _ => {}
    }
}
