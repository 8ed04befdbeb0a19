//! `cargo xtask import`: writes tables from a spec page.
//!
//! Tables with a gap would compile to another tokenizer, so nothing is written if a sentence was not understood. With
//! `--partial` such a sentence becomes a note, which `check` refuses until a person has replaced it. Facts that no
//! page states come from the tables that are there already, or from another revision. The written files are those of
//! the writer, so comments that a person added to older ones are lost.

mod arguments;
mod problems;
mod reference_tables;
mod trees;

pub(crate) use arguments::Arguments;
use xtask::report::Failure;
use xtask::{report, workspace, write};

use problems::{Origin, assumed, of_checks};
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use tokenwright_prose::{self as prose, Facts, Reading, Report, Verdict, excerpt};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::model::{self, Located, Revision};
use tokenwright_tables::references;
use tokenwright_tables::{load, writer};

/// The number of messages of each kind that are shown; a page with more is no page of the standard.
const SHOWN: usize = 100;

/// Exit status: something was not understood, or `check` refuses the tables.
const INCOMPLETE: u8 = 2;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    report::run(|sources| match &arguments.id {
        Some(id) => import(arguments, id, sources),
        None => trees::import(
            &arguments.page,
            arguments.out.as_deref(),
            arguments.report,
            sources,
        ),
    })
}

fn import(arguments: &Arguments, id: &str, sources: &mut Sources) -> Result<ExitCode, Failure> {
    let spec_dir = workspace::spec_dir();
    let dir = spec_dir.join(folder_name(id)?);
    let (facts, origin) = facts(arguments, id, &dir, sources)?;
    let replacements = references::replacements(&spec_dir, sources)?;
    let file = load::read_file(&arguments.page, sources)?;
    let page = sources.get(file).map_or("", |page| &page.text);
    let reading = prose::read(page, file, &facts, &replacements).map_err(|error| {
        Diagnostic::unread(&arguments.page, error.to_string()).help(error.help())
    })?;
    let Reading {
        mut revision,
        report,
        known,
    } = reading;
    if arguments.named_references.is_none()
        && let Some(names) = &known.named_references
    {
        let name = reference_tables::name_of(names, &spec_dir, &revision.about, sources)?;
        revision.about.named_references = Located::nowhere(name);
    }
    if arguments.report {
        print_all(&report);
    }
    print_open(&arguments.page, &report);
    let mut problems = assumed(arguments, origin, &known, &revision);
    // A sentence that was not understood leaves a gap in the tables, which the checks would report again.
    if report.is_complete() {
        problems.extend(of_checks(&revision, sources));
    }
    let sound = !problems.iter().any(Diagnostic::is_error);
    report::print(&problems, sources);
    if origin == Origin::Assumed && !sound {
        eprintln!(
            "help: `--like REVISION` takes facts that are not on the page from another revision\n"
        );
    }
    let complete = report.is_complete() && sound;
    if complete || arguments.partial {
        note_open(&mut revision, &report);
        if let Some(pairs) = &known.replacements {
            reference_tables::write_replacements(&spec_dir, &revision.about, pairs, &replacements)?;
        }
        if arguments.named_references.is_none()
            && let Some(names) = &known.named_references
        {
            reference_tables::write_names(&spec_dir, &revision.about, names, sources)?;
        }
        let files = writer::write(&revision);
        write(&dir, &files)?;
    }
    let written = match (complete, arguments.partial) {
        (true, _) => format!("written to {}", dir.display()),
        (false, true) if sound => {
            format!("written to {} with open sentences as notes", dir.display())
        }
        (false, true) => format!("written to {} with these errors", dir.display()),
        (false, false) => "nothing written".to_owned(),
    };
    let mut counts = report::count(&problems);
    if !counts.is_empty() {
        counts.push_str("; ");
    }
    println!("{}; {counts}{written}", summary(id, &revision, &report));
    Ok(match complete {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(INCOMPLETE),
    })
}

/// Checks that the name of the folder is a single path component.
fn folder_name(id: &str) -> Result<&str, Diagnostic> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if id.starts_with(|c: char| c.is_ascii_alphanumeric()) && id.chars().all(plain) {
        return Ok(id);
    }
    let error = Diagnostic::unread(id, "not a name for a revision");
    Err(error.help("letters, digits and hyphens, such as `whatwg-2026-07-19`"))
}

/// The facts that are not on the page.
fn facts(
    arguments: &Arguments,
    id: &str,
    dir: &Path,
    sources: &mut Sources,
) -> Result<(Facts, Origin), Failure> {
    let origin = match &arguments.like {
        _ if dir.is_dir() => Origin::Tables,
        Some(_) => Origin::Like,
        None => Origin::Assumed,
    };
    let mut facts = if dir.is_dir() {
        let mut facts = Facts::of_tables(&load::revision(dir, sources)?);
        // A sentence that an earlier import left open is resolved now, or reported again.
        facts
            .about
            .notes
            .retain(|note| !note.starts_with(model::OPEN_NOTE));
        facts
    } else if let Some(like) = &arguments.like {
        let dir = workspace::revision_dir(like)?;
        Facts::of_other(id, &load::revision(&dir, sources)?)
    } else {
        let mut facts = Facts::of_id(id);
        if let Some(name) =
            reference_tables::of_its_time(arguments.date.as_ref().unwrap_or(&facts.about.date))
        {
            facts.about.named_references = Located::nowhere(name);
        }
        facts
    };
    let about = &mut facts.about;
    let given = [
        (&arguments.title, &mut about.title),
        (&arguments.date, &mut about.date),
        (&arguments.source, &mut about.source),
    ];
    for (value, fact) in given {
        if let Some(value) = value {
            fact.clone_from(value);
        }
    }
    if let Some(name) = &arguments.named_references {
        about.named_references = Located::nowhere(name.clone());
    }
    Ok((facts, origin))
}

fn print_all(report: &Report) {
    for sentence in &report.sentences {
        println!("{sentence}");
    }
}

/// Lists sentences that were not understood, and missing facts.
fn print_open(page: &Path, report: &Report) {
    let page = page.display();
    for sentence in report.not_understood().take(SHOWN) {
        let (line, part) = (sentence.line, &sentence.part);
        let text = excerpt(&sentence.original);
        eprintln!("error: not understood: {text}\n  --> {page}:{line}\n  = {part}");
        if let Verdict::NotUnderstood { nearest, unfit } = &sentence.verdict {
            if let Some(unfit) = unfit {
                eprintln!("  = {unfit}");
            }
            if let Some(rule) = nearest {
                eprintln!("  = help: the nearest rule is `{rule}`");
            }
        }
        eprintln!();
    }
    for fault in report.faults.iter().take(SHOWN) {
        eprintln!(
            "error: {}\n  --> {page}:{}\n  = {}\n",
            fault.message, fault.line, fault.part
        );
    }
    let found = [report.not_understood().count(), report.faults.len()];
    let [sentences, faults] = found.map(|all| all.saturating_sub(SHOWN));
    if sentences + faults > 0 {
        eprintln!(
            "error: {sentences} more sentences are not understood, and {faults} more errors are not shown\n"
        );
    }
}

/// Keeps open sentences as notes, which `check` refuses.
fn note_open(revision: &mut Revision, report: &Report) {
    let open = report.not_understood();
    let open = open.map(|it| (it.line, &it.part, excerpt(&it.original)));
    let faults = report.faults.iter();
    let faults = faults.map(|fault| (fault.line, &fault.part, fault.message.as_str().into()));
    let all = open.chain(faults);
    let notes =
        all.map(|(line, part, what)| format!("{}line {line}, {part}: {what}", model::OPEN_NOTE));
    revision.about.notes.extend(notes);
}

/// Writes the files, and removes tables of a revision that are no longer among them.
fn write(dir: &Path, files: &[(String, String)]) -> Result<(), Diagnostic> {
    for (name, text) in files {
        let path = dir.join(name);
        write::file(&path, text)?;
    }
    let unreadable = |error| Diagnostic::unreadable(dir, "folder", &error);
    for entry in fs::read_dir(dir).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_table = name.ends_with(".toml");
        if is_table && !files.iter().any(|(kept, _)| *kept == name) {
            fs::remove_file(&path).map_err(|error| write::unwritable(&path, &error))?;
        }
    }
    Ok(())
}

fn summary(id: &str, revision: &Revision, report: &Report) -> String {
    let (understood, all) = report.share();
    let silent = report.sentences.iter();
    let silent = silent.filter(|it| matches!(it.verdict, Verdict::WithoutEffect(..)));
    let silent = silent.count();
    format!(
        "{id}: {} states, {understood} of {all} sentences and terms understood, {silent} of them without effect",
        revision.states.len(),
    )
}
