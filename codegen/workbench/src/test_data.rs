//! `cargo xtask test-data`: the test data that is not part of the repository.
//!
//! The suites belong to other projects, and each revision needs the state of its time. So a manifest names commits,
//! and what upstream does not have is derived: a suite is rebased from an older one, and a note lists each changed
//! test. A folder is replaced as a whole, and only if this command wrote it, so no other files are lost. Without a
//! network, a local clone does.

mod git;
mod layout;
mod manifest;
mod note;
mod upstream;

use crate::every_revision;
use layout::{Files, Layout};
use manifest::{Elsewhere, Manifest, Name, Rebased, Suite, place_of_revision};
use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokenwright_analyses::suite::{Rebase, RebasedTest};
use tokenwright_tables::load::Loaded;
use upstream::{Lookup, Upstream};
use xtask::{report, workspace};

/// Some of the data was not found.
const INCOMPLETE: u8 = 2;

/// The variable that names the folder in which tests look for the data.
pub(crate) const FOLDER_VARIABLE: &str = "TOKENWRIGHT_SHARED";

/// Fetch the test data that is not part of the repository
///
/// Each revision's html5lib suite comes from the html5lib-tests repository, at the commit in
/// tests/test-data.toml. The suite of the newest revision is based on an older one: where newer rows
/// change the result of a test, the test expects the new result, and NOTE.txt in the suite's folder
/// lists the test with these rows. The tests of tree construction and of encodings come from the same
/// repository.
///
/// A suite is replaced atomically, and only if this command wrote it. Data that html5lib-tests does
/// not have is listed with its origin.
///
/// Exits with 0 if every suite was written, with 2 if some were not found, and with 1 if nothing was
/// written.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A clone of html5lib-tests, a folder of its files, or an address; upstream if omitted
    #[arg(long, value_name = "DIR|URL")]
    from: Option<String>,
    /// The output folder; `test-data` in the workspace if omitted
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// The list of the data; tests/test-data.toml if omitted
    #[arg(long, value_name = "FILE")]
    manifest: Option<PathBuf>,
}

/// A suite to write.
struct Ready {
    /// Its folder below the data folder.
    place: String,
    files: Files,
    summary: String,
}

/// A suite that cannot be written.
struct Missing {
    subject: String,
    why: String,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    lay_out(arguments).unwrap_or_else(report::fail)
}

fn lay_out(arguments: &Arguments) -> Result<ExitCode, String> {
    let root = workspace::root();
    let manifest = arguments.manifest.clone();
    let manifest = Manifest::read(&manifest.unwrap_or_else(|| root.join("tests/test-data.toml")))?;
    let to = arguments.to.clone();
    let layout = Layout::new(to.unwrap_or_else(|| root.join("test-data")));
    let upstream = open(arguments.from.as_deref(), &manifest)?;

    let license = upstream.license(&manifest)?;
    let mut ready = Vec::new();
    let mut missing = Vec::new();
    for suite in &manifest.suites {
        match upstream.suite(suite)? {
            Lookup::Suite(mut files) => {
                files.extend(license.clone());
                ready.push(unchanged(suite, files, &manifest));
            }
            Lookup::Lacks(files) => missing.push(Missing {
                subject: suite.subject.to_string(),
                why: upstream.remedy(suite, files, &manifest),
            }),
        }
    }
    let needed = |rebased: &&Rebased| base(rebased, &ready).is_some();
    let (possible, impossible): (Vec<_>, Vec<_>) = manifest.rebased.iter().partition(needed);
    for rebased in impossible {
        missing.push(Missing {
            subject: rebased.revision.to_string(),
            why: format!("it is based on the suite of {}", rebased.from),
        });
    }
    if !possible.is_empty() {
        let revisions = match every_revision::load() {
            Ok(revisions) => revisions,
            Err(reported) => return Ok(reported),
        };
        for rebased in possible {
            ready.push(rebase(rebased, &ready, &revisions)?);
        }
    }

    if ready.is_empty() {
        for Missing { subject, why } in &missing {
            eprintln!("missing: {subject}: {why}");
        }
        return Err("no suite was found".to_owned());
    }
    let suites = ready.iter().map(|r| (r.place.as_str(), &r.files));
    layout.replace(&suites.collect::<Vec<_>>())?;
    print(&layout, &ready, &missing, &manifest);
    Ok(match missing.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(INCOMPLETE),
    })
}

/// The source that the user names, or upstream itself.
fn open(from: Option<&str>, manifest: &Manifest) -> Result<Upstream, String> {
    let url = match from {
        Some(from) if Path::new(from).is_dir() => {
            return Upstream::folder(Path::new(from), manifest);
        }
        Some(from) if !is_url(from) => {
            return Err(format!("{from}: neither a folder nor an address"));
        }
        Some(url) => url,
        None => &manifest.upstream,
    };
    // The clone is kept as a cache for the next run.
    let target = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| workspace::root().join("target"));
    Upstream::url(url, &target.join("html5lib-tests.git"), manifest)
}

/// Whether this is a git URL: `https://…`, or `host:path`.
fn is_url(text: &str) -> bool {
    let host = text.split_once(':').map(|(host, _)| host);
    host.is_some_and(|host| {
        !host.is_empty() && !host.contains(['/', '\\']) && !host.starts_with('-')
    })
}

/// A suite without changes.
fn unchanged(suite: &Suite, mut files: Files, manifest: &Manifest) -> Ready {
    let note = note::unchanged(&manifest.upstream, suite);
    files.insert(note::FILE.to_owned(), note.into_bytes());
    let number = report::counted(suite.tests.len(), "file");
    Ready {
        place: suite.subject.place(),
        files,
        summary: format!("{number} of commit {}", &suite.commit.as_str()[..7]),
    }
}

/// The suite that another one is based on, if it is ready.
fn base<'r>(rebased: &Rebased, ready: &'r [Ready]) -> Option<&'r Ready> {
    let place = place_of_revision(rebased.from.as_str());
    ready.iter().find(|ready| ready.place == place)
}

/// Rebases a suite to a newer revision; its base is ready.
fn rebase(rebased: &Rebased, ready: &[Ready], revisions: &[Loaded]) -> Result<Ready, String> {
    let loaded = |name: &Name| {
        let found = revisions
            .iter()
            .find(|l| l.revision.about.id == name.as_str());
        found.ok_or_else(|| format!("{name}: there are no tables of this revision"))
    };
    let (from, to) = (loaded(&rebased.from)?, loaded(&rebased.revision)?);
    let rules = Rebase::new(from, to).map_err(|refusal| refusal.to_string())?;
    let base =
        base(rebased, ready).ok_or_else(|| format!("{}: there is no suite of it", rebased.from))?;
    let mut files = Files::new();
    let mut changed: BTreeMap<&str, Vec<RebasedTest>> = BTreeMap::new();
    for (name, content) in &base.files {
        let mut content = content.clone();
        if name.ends_with(".test") {
            let text = String::from_utf8(content);
            let text = text.map_err(|_| format!("{name}: the file is not UTF-8"))?;
            let new = rules.file(&text);
            let new = new.map_err(|error| format!("{name}: {error}"))?;
            changed.insert(name, new.changed);
            content = new.text.into_bytes();
        }
        files.insert(name.clone(), content);
    }
    let count = changed.values().map(Vec::len).sum();
    let base_note = base.files.get(note::FILE).map(Vec::as_slice);
    let note = note::rebased(rebased, base_note.unwrap_or_default(), &changed);
    files.insert(note::FILE.to_owned(), note.into_bytes());
    let (from, tests) = (&rebased.from, report::counted(count, "test"));
    Ok(Ready {
        place: place_of_revision(rebased.revision.as_str()),
        files,
        summary: format!("the suite of {from} with {tests} brought to the newer rows"),
    })
}

/// Reports the suites that were laid out and those that were not, and where the rest comes from.
fn print(layout: &Layout, ready: &[Ready], missing: &[Missing], manifest: &Manifest) {
    let mut text = String::new();
    for Ready { place, summary, .. } in ready {
        let _ = writeln!(text, "{}: {summary}", layout.path(place).display());
    }
    if !manifest.elsewhere.is_empty() {
        text.push_str("not in html5lib-tests; the tests that need it are skipped without it:\n");
    }
    for Elsewhere { path, what } in &manifest.elsewhere {
        let _ = writeln!(text, "  {}: {what}", layout.path(path).display());
    }
    print!("{text}");
    for Missing { subject, why } in missing {
        eprintln!("missing: {subject}: {why}");
    }
    if let Some(folder) = env::var_os(FOLDER_VARIABLE)
        && !layout.is(Path::new(&folder))
    {
        eprintln!(
            "note: tests look in {} as long as {FOLDER_VARIABLE} is set",
            Path::new(&folder).display()
        );
    }
}
