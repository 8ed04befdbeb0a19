//! `cargo xtask rebaseline`: tests of any time, brought up to a revision.
//!
//! A suite is older than the tables, and a changed expectation may be a change of the standard or a mistake. A test
//! is changed only if the tables of some revision gave the old expectation; then the rows that differ explain the new
//! one. All others are listed and left alone, so the command cannot hide a bug by writing down what it sees.

mod documents;
mod trees;

use crate::{dat, input_file, test_files};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokenwright_analyses::suite::Rebaseline;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load::{self, Loaded};
use trees::Trees;
use xtask::progress::Progress;
use xtask::{report, revision_name, workspace, write};

/// Bring tests in html5lib's format up to a revision, in place
///
/// FILE is a file of tokenizer tests (`.test`), or of tree-construction tests (`.dat`), whose trees and tokenizer errors below
/// `#new-errors` are compared.
///
/// A test whose expectation an older revision gives gets the output and the errors of the newer tables, or the tree, and the rows
/// that explain other tokens or errors are listed. Everything else in a file stays as it is, byte for byte. A test whose
/// expectation no revision gives is listed and not changed. Tests of tokens in foreign content and tests with lone surrogates
/// are left alone.
///
/// The lists of all errors below `#errors` have no common form. With `--errors` they are written: line, column and name of
/// each error, of every test whose tree is that of the tables.
///
/// Exits with 1 if a file cannot be read or written, or if a test is not explained; with `--check` also if a file
/// would change.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Files of tests, or folders with files whose names end in `.test` or `.dat`
    #[arg(required = true, value_name = "FILE|DIR")]
    tests: Vec<PathBuf>,
    /// The revision whose output the tests are to expect; the newest if omitted
    #[arg(long, value_name = "REVISION")]
    to: Option<String>,
    /// Write the lists of errors below `#errors`, too
    #[arg(long)]
    errors: bool,
    /// Write nothing
    #[arg(long)]
    check: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    report::run(|sources| {
        let mut revisions = load::all(&workspace::spec_dir(), sources)?;
        Ok(match rebaseline(arguments, &mut revisions, sources)? {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        })
    })
}

/// Returns whether nothing is left to do.
fn rebaseline(
    arguments: &Arguments,
    revisions: &mut Vec<Loaded>,
    sources: &mut Sources,
) -> Result<bool, Diagnostic> {
    if let Some(to) = &arguments.to {
        let ids: Vec<&str> = revisions
            .iter()
            .map(|l| l.revision.about.id.as_str())
            .collect();
        let id = revision_name::resolve(to, &ids)
            .map_err(|error| Diagnostic::unread("--to", error.message).help(error.help))?;
        let last = ids.iter().position(|known| *known == id);
        let to = last.map(|last| revisions.swap_remove(last));
        revisions.truncate(last.unwrap_or(0));
        revisions.retain(|it| !it.revision.about.is_draft());
        revisions.extend(to);
    } else {
        revisions.retain(|it| !it.revision.about.is_draft());
    }
    let mut done = true;
    let paths = test_files::paths(&arguments.tests, &["test", "dat"])?;
    let is_no_file = |path: &&PathBuf| path.exists() && !path.is_file();
    if let Some(path) = paths.iter().find(is_no_file).filter(|_| !arguments.check) {
        let message = "a pipe or a device cannot be changed in place";
        return Err(Diagnostic::unread(path, message).help("`--check` writes nothing"));
    }
    let (trees, tokens): (Vec<PathBuf>, Vec<PathBuf>) = paths
        .into_iter()
        .partition(|path| path.extension().is_some_and(|ending| ending == "dat"));
    if !tokens.is_empty() {
        done &= token_tests(arguments, &tokens, revisions, sources)?;
    }
    if !trees.is_empty() {
        done &= tree_tests(arguments, &trees, revisions, sources)?;
    }
    Ok(done)
}

/// Brings files of tokenizer tests up to the last revision. Returns whether nothing is left to do.
fn token_tests(
    arguments: &Arguments,
    paths: &[PathBuf],
    revisions: &[Loaded],
    sources: &mut Sources,
) -> Result<bool, Diagnostic> {
    let Some((to, older)) = revisions.split_last() else {
        return Err(Diagnostic::unread("spec", "there are no revisions"));
    };
    let id = &to.revision.about.id;
    let rebaseline = Rebaseline::new(older, to).map_err(report::refused(id))?;
    let mut done = true;
    for path in paths {
        let text = test_files::text(path, sources)?;
        let progress = Progress::start(format!("running the tests of {}", path.display()));
        let found = rebaseline.file(&text);
        drop(progress);
        let found = match found {
            Ok(found) => found,
            Err(error) => return Err(test_files::malformed(sources, path, text, error)),
        };
        for (from, test) in &found.changed {
            println!("{}: {:?}", path.display(), test.description);
            println!("  input {:?}, as in {from}", test.input);
            for row in &test.rows {
                println!("  {row}");
            }
        }
        for test in &found.unexplained {
            let (description, input, why, line) =
                (&test.description, &test.input, &test.why, test.line);
            eprintln!(
                "error: the test {description:?} with input {input:?} is not explained: {why}"
            );
            eprintln!("  --> {}:{line}\n", path.display());
        }
        let counts = (found.changed.len(), found.unexplained.len());
        done &= finish(arguments, path, (&text, &found.text), counts)?;
    }
    Ok(done)
}

/// Brings files of tree-construction tests up to the last revision. Returns whether nothing is left to do.
fn tree_tests(
    arguments: &Arguments,
    paths: &[PathBuf],
    revisions: &[Loaded],
    sources: &mut Sources,
) -> Result<bool, Diagnostic> {
    let trees = Trees::new(revisions).map_err(|why| Diagnostic::unread("--to", why))?;
    let mut done = true;
    for path in paths {
        let text = test_files::text(path, sources)?;
        let tests = dat::tests(&text);
        let tests = tests.map_err(|e| malformed(sources, path, &text, e.line, &e.message))?;
        let found = trees.file(&text, &tests);
        let found = found.map_err(|why| Diagnostic::unread(path, why))?;
        for test in &found.changed {
            let (line, input, from) = (test.line, &test.input, &test.from);
            println!("{}:{line}: input {input:?}, as in {from}", path.display());
            for row in &test.rows {
                println!("  {row}");
            }
            if test.other_tokens {
                println!("  note: the tokens are others too, so the tree may have to change");
            }
        }
        for test in &found.unexplained {
            eprintln!(
                "error: the errors of the test with input {:?} are not explained: no revision reports them\n  --> {}:{}",
                test.input,
                path.display(),
                test.line
            );
            match test.reported.is_empty() {
                true => eprintln!(" = note: the tables report no errors"),
                false => eprintln!(" = note: the tables report:"),
            }
            for line in test.reported.lines() {
                eprintln!("     {line}");
            }
            eprintln!();
        }
        let updated = documents(arguments, path, revisions, [&text, &found.text], sources)?;
        // A test may have several changes.
        let changed = found.changed.iter().map(|test| test.line);
        let changed = changed.chain(updated.trees.iter().map(|test| test.line));
        let changed = changed.chain(updated.lists.iter().map(|test| test.line));
        let unexplained = found.unexplained.iter().map(|test| test.line);
        let unexplained = unexplained.chain(updated.unexplained.iter().map(|test| test.line));
        let [changed, unexplained] =
            [changed.collect(), unexplained.collect()].map(|lines: BTreeSet<usize>| lines.len());
        let counts = (changed, unexplained);
        done &= finish(arguments, path, (&text, &updated.text), counts)?;
    }
    Ok(done)
}

/// Brings the trees of a file up to the last revision, and with `--errors` the lists of errors. The texts are those of the
/// file and with new errors of the tokenizer.
fn documents(
    arguments: &Arguments,
    path: &Path,
    revisions: &[Loaded],
    texts: [&str; 2],
    sources: &mut Sources,
) -> Result<documents::Updated, Diagnostic> {
    let progress = Progress::start(format!("building the trees of {}", path.display()));
    let updated = documents::file(revisions, texts, arguments.errors);
    drop(progress);
    let [before, _] = texts;
    let updated = updated.map_err(|(line, why)| malformed(sources, path, before, line, &why))?;
    let at = |line: usize| format!("{}:{line}", path.display());
    for test in &updated.trees {
        let (at, from) = (at(test.line), &test.from);
        println!("{at}: the tree of input {:?}, as in {from}", test.input);
    }
    for test in &updated.lists {
        let [before, after] = test.numbers;
        let how = match before == after {
            true => "the same number".to_owned(),
            false => format!("{before} listed, {after} reported"),
        };
        let at = at(test.line);
        println!("{at}: the errors of input {:?}: {how}", test.input);
    }
    for test in &updated.unexplained {
        let mut why = test.why.lines();
        let (input, first, at) = (&test.input, why.next().unwrap_or_default(), at(test.line));
        eprintln!("error: the test with input {input:?} is not explained: {first}\n  --> {at}");
        why.for_each(|line| eprintln!("     {line}"));
        eprintln!();
    }
    Ok(updated)
}

/// The error about a file that is not in the form, or a test that cannot be run.
fn malformed(sources: &mut Sources, path: &Path, text: &str, line: usize, why: &str) -> Diagnostic {
    let message = format!("not a file of tree-construction tests: {why}");
    input_file::malformed(sources, path, text.to_owned(), Some((line, 1)), message)
}

/// Reports the numbers of changed and of unexplained tests, and writes the file. Returns whether nothing is left to do.
fn finish(
    arguments: &Arguments,
    path: &Path,
    (before, after): (&str, &str),
    (changed, unexplained): (usize, usize),
) -> Result<bool, Diagnostic> {
    let (path_shown, tests) = (path.display(), report::counted(changed, "test"));
    let how = match arguments.check {
        true => "would change",
        false => "changed",
    };
    println!("{path_shown}: {tests} {how}, {unexplained} not explained");
    let changes = before != after;
    if changes && !arguments.check {
        write::file(path, after)?;
    }
    Ok(unexplained == 0 && !(changes && arguments.check))
}
