//! `cargo xtask cover`: what anyone's test suite shows of a revision.

use crate::suite::progress;
use crate::{report, write};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokenwright_codegen::diagnostic::{Diagnostic, Sources};
use tokenwright_codegen::interpret::Interpreter;
use tokenwright_codegen::load::Loaded;
use tokenwright_codegen::mutate::Site;
use tokenwright_codegen::suite::{self, Measure, Run, Suite, Survivor, View};

/// Measure a test suite in html5lib's form by the tables of a revision
///
/// A test that expects what the tables give counts for a row if it would fail were the row another:
/// if it shows a mutant of it. A test that expects something else is named, and counts for nothing.
/// What no test shows, though a test made from the tables does, is listed by row.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A revision such as `whatwg-2026-07-19`, or a folder of tables
    #[arg(value_name = "REVISION|DIR")]
    revision: String,
    /// Files of tests, or folders with files whose names end in `.test`
    #[arg(required = true, value_name = "FILE|DIR")]
    tests: Vec<PathBuf>,
    /// Write the tests that would show what these do not
    #[arg(long, value_name = "FILE")]
    missing: Option<PathBuf>,
    /// Write the report as Markdown to a file, in place of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What was read, and how it agrees with the tables.
#[derive(Default)]
struct Tests {
    files: usize,
    runs: Vec<Run>,
    /// File and description of tests that expect something else.
    contrary: Vec<(String, String)>,
    lone_surrogates: usize,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let mut sources = Sources::default();
    let result = crate::suite::revision(&arguments.revision, &mut sources);
    match result.and_then(|loaded| cover(&loaded, arguments).map_err(|error| vec![error])) {
        Ok(()) => ExitCode::SUCCESS,
        Err(errors) => {
            report::print(&errors, &sources);
            ExitCode::FAILURE
        }
    }
}

fn cover(loaded: &Loaded, arguments: &Arguments) -> Result<(), Diagnostic> {
    let id = &loaded.revision.about.id;
    let refused = |refusal: &dyn ToString| Diagnostic::unread(id, refusal.to_string());
    let tests = read(loaded, &arguments.tests)?;
    let told = |done, all| progress("mutants", done, all);
    let theirs = suite::measure(loaded, &tests.runs, &told).map_err(|error| refused(&error))?;
    let told = |done, all| progress("suite", done, all);
    let made = suite::build(loaded, &told).map_err(|error| refused(&error))?;
    let runs = made.runs();
    let showing =
        suite::showing(loaded, &theirs.survivors, &runs).map_err(|error| refused(&error))?;
    let paths = arguments
        .tests
        .iter()
        .map(|path| path.display().to_string());
    let paths: Vec<String> = paths.collect();
    let command = format!(
        "cargo xtask cover {} {}",
        arguments.revision,
        paths.join(" ")
    );
    let told = markdown(loaded, &tests, &theirs, &showing, &made, &command);
    match &arguments.out {
        Some(out) => write::replace(out, &told)
            .map_err(|error| Diagnostic::unread(out, error.to_string()))?,
        None => print!("{told}"),
    }
    if let Some(path) = &arguments.missing {
        let mut wanted: Vec<usize> = showing.iter().flatten().copied().collect();
        wanted.sort_unstable();
        wanted.dedup();
        let missing = Suite {
            named: made.named,
            tests: wanted.iter().map(|at| made.tests[*at].clone()).collect(),
        };
        write::replace(path, &suite::json(&missing))
            .map_err(|error| Diagnostic::unread(path, error.to_string()))?;
    }
    Ok(())
}

fn read(loaded: &Loaded, paths: &[PathBuf]) -> Result<Tests, Diagnostic> {
    let unread = |path: &Path, error: &dyn ToString| Diagnostic::unread(path, error.to_string());
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references)
        .map_err(|error| Diagnostic::unread(&loaded.revision.about.id, error.to_string()))?;
    let named = loaded.revision.about.named_errors;
    let mut tests = Tests::default();
    for path in files(paths)? {
        let text = fs::read_to_string(&path).map_err(|error| unread(&path, &error))?;
        let (cases, lone) = suite::read(&text).map_err(|error| unread(&path, &error))?;
        tests.files += 1;
        tests.lone_surrogates += lone;
        let file = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for case in cases {
            match Run::new(&interpreter, &case.setup, &case.input) {
                Ok(run) if View::of(&run.expected, named) == case.expected => tests.runs.push(run),
                _ => tests.contrary.push((file.clone(), case.description)),
            }
        }
    }
    Ok(tests)
}

/// The files, in the order of their names.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut all = Vec::new();
    for path in paths {
        if !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let entries =
            fs::read_dir(path).map_err(|error| Diagnostic::unread(path, error.to_string()))?;
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| Diagnostic::unread(path, error.to_string()))?;
            found.push(entry.path());
        }
        found.retain(|file| file.extension().is_some_and(|ending| ending == "test"));
        found.sort();
        if found.is_empty() {
            return Err(Diagnostic::unread(path, "no file here ends in `.test`"));
        }
        all.extend(found);
    }
    Ok(all)
}

fn markdown(
    loaded: &Loaded,
    tests: &Tests,
    theirs: &Measure,
    showing: &[Option<usize>],
    made: &Suite,
    command: &str,
) -> String {
    let id = &loaded.revision.about.id;
    let mut out = format!("# What a suite shows of {id}\n\n");
    let _ = writeln!(
        out,
        "Made by `{command}`; docs/suite.md says what a mutant is, and when it counts as shown.\n"
    );
    let runs = tests.runs.len();
    let _ = writeln!(out, "| | shown | of |\n|---|---|---|");
    let rows: usize = loaded
        .revision
        .states
        .iter()
        .chain(&loaded.revision.procedures)
        .map(|s| s.rows.len())
        .sum();
    let of_rows = |sites: &std::collections::BTreeSet<Site>| {
        sites
            .iter()
            .filter(|site| site.row.is_some() && is_block(**site))
            .count()
    };
    let _ = writeln!(out, "| rows run | {} | {rows} |", of_rows(&theirs.run));
    let _ = writeln!(
        out,
        "| rows of which a mutant is shown | {} | {rows} |",
        of_rows(&theirs.shown)
    );
    let _ = writeln!(
        out,
        "| borders of classes | {} | {} |",
        theirs.classes.1, theirs.classes.0
    );
    let _ = writeln!(
        out,
        "| answers of conditions | {} | {} |",
        theirs.answers.1, theirs.answers.0
    );
    for (operator, (all, shown)) in &theirs.operators {
        let _ = writeln!(out, "| mutants: {operator} | {shown} | {all} |");
    }
    let (all, shown) = theirs.mutants();
    let _ = writeln!(out, "| mutants | {shown} | {all} |\n");
    let open = showing.iter().flatten().count();
    let _ = writeln!(
        out,
        "{} of {} agree with the tables, {} do not, {} hold a lone surrogate and were not run. Of the {} mutants that they \
         do not show, {open} are shown by a suite made from the tables ({}).\n",
        report::counted(runs, "run"),
        report::counted(tests.files, "file"),
        tests.contrary.len(),
        tests.lone_surrogates,
        theirs.survivors.len(),
        report::counted(made.tests.len(), "test"),
    );
    if !tests.contrary.is_empty() {
        out.push_str("## Tests that expect something else\n\n");
        for (file, description) in &tests.contrary {
            let _ = writeln!(out, "- {file}: {description}");
        }
        out.push('\n');
    }
    out.push_str("## What is not tested\n\n");
    let mut rows: BTreeMap<Site, Vec<&Survivor>> = BTreeMap::new();
    for (survivor, test) in theirs.survivors.iter().zip(showing) {
        if test.is_some() {
            rows.entry(survivor.site).or_default().push(survivor);
        }
    }
    for (site, survivors) in rows {
        let _ = writeln!(out, "### {}\n", site.told(&loaded.revision));
        let mut operators: BTreeMap<_, Vec<&str>> = BTreeMap::new();
        for survivor in survivors {
            operators
                .entry(survivor.operator)
                .or_default()
                .push(&survivor.said);
        }
        for (operator, said) in operators {
            let more = match said.len() {
                0..=3 => String::new(),
                n => format!("; and {} more", n - 3),
            };
            let first: Vec<&str> = said.into_iter().take(3).collect();
            let _ = writeln!(out, "- {operator}: {}{more}", first.join("; "));
        }
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// Whether a site is in a state or a procedure.
fn is_block(site: Site) -> bool {
    use tokenwright_codegen::mutate::Part;
    matches!(site.part, Part::State(_) | Part::Procedure(_))
}
