//! Loads TOML tables into the model, and reports all errors at once.
//!
//! An author has several errors and wants all of them, but no message that only follows from another. So every part
//! is read as far as it can be: a part with an error is missing from the model, the log says so, and rules that a
//! missing part would seem to break do not run. A missing file of definitions would make most sentences unknown; then
//! nothing else is judged.

mod about;
mod definitions;
mod document;
mod error_codes;
mod file;
mod files;
mod keys;
mod sentences;
mod states;
mod syntax;
mod text;
mod text_modes;

pub(crate) use document::Document;
pub use file::{read_bytes, read_file};
use files::{FACTS, Files, entries, read_files};
pub(crate) use files::{paths_below, table_files};
pub(crate) use keys::{Keys, Log, Value as KeyValue};
pub(crate) use sentences::{Language, form_or_call};
pub(crate) use text::Text;

use crate::diagnostic::{Diagnostic, Sources, extend_new, render_all};
use crate::language;
use crate::model::{About, InputStream, Revision};
use crate::references::{self, Lists, References};
use crate::tree::{self, model::TreeTables};
use sentences::Sentences;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A revision and the tables of character references that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The model of the tables.
    pub revision: Revision,
    /// The character references of the revision.
    pub references: References,
    /// The tables of tree construction, if the revision has them.
    pub trees: Option<TreeTables>,
}

/// The parts of a revision's folder that could be read.
#[derive(Debug)]
pub struct Reading {
    /// The revision without the parts that could not be read; `None` if a whole file or
    /// `revision.toml` is missing, because the rest then cannot be judged.
    pub revision: Option<Revision>,
    /// Every error, in the order of the files.
    pub diagnostics: Vec<Diagnostic>,
}

/// The parts of a revision's folder, and of the tables of character references that it names, that could be
/// read.
#[derive(Debug)]
pub struct Folder {
    /// The folder.
    pub tables: Reading,
    /// Its character references, or every error in their tables; `None` if the folder does not name them.
    pub references: Option<Result<References, Vec<Diagnostic>>>,
    /// Its tables of tree construction, or every error in them; none if it has no such folder.
    pub trees: Result<Option<TreeTables>, Vec<Diagnostic>>,
}

/// Reads the tables in the folder `dir`.
///
/// # Errors
/// Every error in any of its files.
pub fn revision(dir: &Path, sources: &mut Sources) -> Result<Revision, Vec<Diagnostic>> {
    let reading = read(dir, sources);
    match reading.revision {
        Some(revision) if reading.diagnostics.is_empty() => Ok(revision),
        _ => Err(reading.diagnostics),
    }
}

/// The revisions of this workspace, for tests.
///
/// # Panics
/// With the diagnostics, if the tables are wrong.
#[must_use]
pub fn checked_in() -> Vec<Loaded> {
    all_checked_in().to_vec()
}

/// These revisions, which the tests of an executable read once.
///
/// # Panics
/// As [`checked_in`].
#[must_use]
pub fn all_checked_in() -> &'static [Loaded] {
    static READ: LazyLock<Vec<Loaded>> = LazyLock::new(|| {
        let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
        let mut sources = Sources::default();
        let revisions = all(&spec, &mut sources);
        revisions.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)))
    });
    &READ
}

/// The newest of these revisions.
///
/// # Panics
/// As [`checked_in`].
#[must_use]
pub fn newest_checked_in() -> Loaded {
    newest_of(all_checked_in()).expect("a revision").clone()
}

/// Reads the revision in the folder `dir`, with its character references in `spec_dir` and its tables of tree construction.
///
/// # Errors
/// Every error in any of the files.
pub fn whole(
    dir: &Path,
    spec_dir: &Path,
    sources: &mut Sources,
) -> Result<Loaded, Vec<Diagnostic>> {
    with_lists(dir, spec_dir, &mut Lists::default(), sources)
}

/// Reads the revision in the folder `dir`, with lists that others may have read.
fn with_lists(
    dir: &Path,
    spec_dir: &Path,
    lists: &mut Lists,
    sources: &mut Sources,
) -> Result<Loaded, Vec<Diagnostic>> {
    let revision = revision(dir, sources)?;
    let references = lists.read(spec_dir, &revision.about, sources)?;
    let trees = tree::load(dir, sources)?;
    Ok(Loaded {
        revision,
        references,
        trees,
    })
}

/// Reads all revisions in the folder `spec_dir`, the oldest first, with their character references.
///
/// # Errors
/// Every error in any of the files.
pub fn all(spec_dir: &Path, sources: &mut Sources) -> Result<Vec<Loaded>, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let mut loaded = Vec::new();
    let mut lists = Lists::default();
    for dir in revision_dirs(spec_dir).map_err(|error| vec![error])? {
        match with_lists(&dir, spec_dir, &mut lists, sources) {
            Ok(revision) => loaded.push(revision),
            Err(errors) => extend_new(&mut diagnostics, errors),
        }
    }
    sort(&mut loaded);
    match diagnostics.is_empty() {
        true => Ok(loaded),
        false => Err(diagnostics),
    }
}

/// Reads the newest revision in the folder `spec_dir`; of the others, only their facts.
///
/// # Errors
/// Every error in a file that is read, or that there is no revision.
pub fn newest(spec_dir: &Path, sources: &mut Sources) -> Result<Loaded, Vec<Diagnostic>> {
    let facts = facts(spec_dir, sources)?;
    match facts.iter().rfind(|(_, about)| !about.is_draft()) {
        Some((dir, _)) => whole(dir, spec_dir, sources),
        None => Err(vec![Diagnostic::unread(spec_dir, "there are no tables")]),
    }
}

/// Reads the `revision.toml` of each revision in the folder `spec_dir`, the oldest first. Each comes with the folder that it is of.
///
/// # Errors
/// Every error in any of these files.
pub fn facts(
    spec_dir: &Path,
    sources: &mut Sources,
) -> Result<Vec<(PathBuf, About)>, Vec<Diagnostic>> {
    let mut log = Log::default();
    let mut facts = Vec::new();
    for dir in revision_dirs(spec_dir).map_err(|error| vec![error])? {
        match read_file(&dir.join(FACTS), sources) {
            Ok(file) => {
                let document = Document::parse(file, sources, &mut log);
                facts.extend(document.map(|it| (dir, about::read(&it, &mut log))));
            }
            Err(error) => log.push(error),
        }
    }
    facts.sort_by(|(_, a), (_, b)| age(a).cmp(&age(b)));
    log.result(Some(facts))
}

/// Sorts revisions by date.
pub fn sort(loaded: &mut [Loaded]) {
    loaded.sort_by(|a, b| age(&a.revision.about).cmp(&age(&b.revision.about)));
}

/// The newest of some revisions, the oldest of which is the first. That is a draft only if all are.
#[must_use]
pub fn newest_of<'l>(revisions: impl IntoIterator<Item = &'l Loaded>) -> Option<&'l Loaded> {
    let all: Vec<&Loaded> = revisions.into_iter().collect();
    let newest = all.iter().rfind(|it| !it.revision.about.is_draft());
    newest.or(all.last()).copied()
}

/// By what revisions are sorted.
fn age(about: &About) -> (&str, &str) {
    (&about.date, &about.id)
}

/// The folders of `spec_dir` that hold revisions, in the order of their names. A link that leads nowhere is one of them: without
/// a message the revision would be missing.
///
/// # Errors
/// If `spec_dir` cannot be read.
pub fn revision_dirs(spec_dir: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    Ok(entries(spec_dir)?
        .into_iter()
        .filter(|path| path.is_dir() || !path.exists())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default();
            let is_list = name == references::NAMES_DIR || name == references::REPLACEMENTS_DIR;
            !is_list && !files::is_of_an_editor(&name.to_string_lossy())
        })
        .collect())
}

/// The file that holds the input stream, rules and definitions.
const DEFINITIONS: &str = "00-definitions.toml";

/// Reads the tables in the folder `dir`, as far as they can be read.
pub fn read(dir: &Path, sources: &mut Sources) -> Reading {
    let mut log = Log::default();
    let files = read_files(dir, sources, &mut log);
    let revision = files.and_then(|files| model(&files, sources, &mut log));
    Reading {
        revision,
        diagnostics: log.into_diagnostics(),
    }
}

/// Reads the tables in the folder `dir`, as far as they can be read, with their character references in
/// `spec_dir`.
pub fn folder(dir: &Path, spec_dir: &Path, sources: &mut Sources) -> Folder {
    folder_with_lists(dir, spec_dir, &mut Lists::default(), sources)
}

/// The same with lists that other folders may have read.
pub fn folder_with_lists(
    dir: &Path,
    spec_dir: &Path,
    lists: &mut Lists,
    sources: &mut Sources,
) -> Folder {
    let mut tables = read(dir, sources);
    let references = tables.revision.as_ref().map(|revision| {
        let misnamed = misnamed(dir, spec_dir, &revision.about.id);
        tables.diagnostics.extend(misnamed);
        lists.read(spec_dir, &revision.about, sources)
    });
    // A draft of which `edits` is not understood has few of the tables, which seem to name much that is not there.
    let is_part = tables.revision.is_none()
        && files::paths(dir, sources)
            .is_ok_and(|paths| !paths.iter().any(|path| path.ends_with(DEFINITIONS)));
    Folder {
        tables,
        references,
        trees: match is_part {
            true => Ok(None),
            false => tree::load(dir, sources),
        },
    }
}

/// Reads the folders of all revisions in `spec_dir`.
///
/// # Errors
/// If `spec_dir` cannot be read.
pub fn folders(spec_dir: &Path, sources: &mut Sources) -> Result<Vec<Folder>, Diagnostic> {
    let dirs = revision_dirs(spec_dir)?.into_iter();
    let mut lists = Lists::default();
    Ok(dirs
        .map(|dir| folder_with_lists(&dir, spec_dir, &mut lists, sources))
        .collect())
}

/// Reports a folder whose name is not the identifier of its revision; generated files use the identifier.
fn misnamed(dir: &Path, spec_dir: &Path, id: &str) -> Option<Diagnostic> {
    let name = dir.file_name()?.to_string_lossy();
    (dir.parent() == Some(spec_dir) && name != id && !id.is_empty()).then(|| {
        Diagnostic::unread(
            dir.join(FACTS),
            format!("the folder `{name}` holds the revision `{id}`"),
        )
        .help(format!("write `id = \"{name}\"`, or rename the folder"))
    })
}

/// Assembles the model from the files.
fn model(files: &Files, sources: &Sources, log: &mut Log) -> Option<Revision> {
    let about_document = Document::parse(files.about, sources, log);
    let errors_document = files
        .errors
        .map(|file| (file, Document::parse(file, sources, log)));
    let documents: Vec<_> = files
        .tables
        .iter()
        .map(|(name, file)| (name, Document::parse(*file, sources, log)))
        .collect();

    let about_document = about_document?;
    let about = about::read(&about_document, log);
    let has_definitions = files.tables.iter().any(|(name, _)| name == DEFINITIONS);
    // What is wrong may be `edits`, without which a draft has only the files that it edits.
    if !has_definitions && !log.is_empty() {
        return None;
    }
    let errors = match &errors_document {
        Some((_, document)) => error_codes::read(document.as_ref()?, &about, log),
        None => {
            error_codes::missing(&about_document, log);
            Vec::new()
        }
    };
    let documents: Option<Vec<_>> = documents
        .into_iter()
        .map(|(name, document)| Some((name, document?)))
        .collect();
    let documents = documents?;

    // Without the file of definitions every sentence that it defines would be unknown.
    if !has_definitions
        && !documents
            .iter()
            .any(|(_, document)| document.has_input_stream())
    {
        let path = files.dir.join(DEFINITIONS);
        let missing = Diagnostic::unread(path, format!("missing file `{DEFINITIONS}`"));
        log.push(match about.edits {
            Some(_) => missing,
            None => missing.help("a draft says in `revision.toml` which revision it `edits`"),
        });
        return None;
    }

    let sentences = Sentences::new(documents.iter().map(|(_, document)| document));
    let mut input_stream = None;
    let mut rules = Vec::new();
    let mut definitions = Vec::new();
    let mut procedures = Vec::new();
    let mut states = Vec::new();
    for (name, document) in &documents {
        let keys = document.keys(&language::TABLE_FILE);
        definitions::read_input_stream(&keys, &sentences, &mut input_stream, log);
        definitions::read_rules(&keys, &sentences, &mut rules, log);
        definitions::read_definitions(&keys, &sentences, &mut definitions, log);
        procedures.extend(states::read(
            &keys,
            "procedure",
            &language::PROCEDURE,
            name,
            &sentences,
            log,
        ));
        states.extend(states::read(
            &keys,
            "state",
            &language::STATE,
            name,
            &sentences,
            log,
        ));
        keys.finish(log);
    }
    if log.is_misplaced() {
        return None;
    }
    let input_stream = match input_stream {
        Some((input_stream, _)) => input_stream,
        None => {
            definitions::missing_input_stream(files, log);
            InputStream {
                normalize_newlines: false,
                rows: Vec::new(),
            }
        }
    };
    Some(Revision {
        about,
        input_stream,
        rules,
        definitions,
        procedures,
        states,
        errors,
    })
}
