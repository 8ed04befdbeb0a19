//! The two sides of a comparison: revisions, folders of tables, or spec pages.
//!
//! A page does not state everything that tables do, such as entry states or the lists of names. What it lacks is
//! taken from the other side, so it shows no difference; a lone page would need facts that no source states. If both
//! are pages, the facts are assumed alike on both. So a real change of such a fact between two pages is not seen.

use crate::test_files::entries;
use std::fs;
use std::path::{Path, PathBuf};
use tokenwright_analyses::diff::Side;
use tokenwright_interpreter::{Interpreter, Refusal};
use tokenwright_prose::Facts;
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::load;
use tokenwright_tables::references;
use xtask::workspace;

/// The table of named character references for a page.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Names {
    /// The table of named character references for pages, such as `2009-02-07`, or one for the older side
    /// and one for the newer; by default that of the tables on the other side, or the newest
    #[arg(long, value_name = "NAME[,NAME]", value_delimiter = ',', num_args = 1)]
    named_references: Vec<String>,
}

impl Names {
    /// Whether neither side has one.
    pub(crate) fn is_empty(&self) -> bool {
        self.named_references.is_empty()
    }

    fn of(&self, side: usize) -> Option<&str> {
        let last = self.named_references.len().checked_sub(1)?;
        Some(&self.named_references[side.min(last)])
    }

    /// The tables that there are, in the order of their names.
    pub(crate) fn known() -> Vec<String> {
        let files = entries(&workspace::spec_dir().join(references::NAMES_DIR));
        let files = files.unwrap_or_default().into_iter();
        let names = files.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    /// Whether the table exists; the error lists those that do.
    fn exists(name: &str) -> Result<(), Diagnostic> {
        let folder = workspace::spec_dir().join(references::NAMES_DIR);
        let file = folder.join(format!("{name}.toml"));
        if file.is_file() {
            return Ok(());
        }
        let names = Names::known().into_iter();
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        let absent = Diagnostic::unread(&file, "no such table of named character references");
        Err(absent.help(format!("there are {}", names.join(", "))))
    }
}

/// A side before it is read.
enum UnreadSide {
    Tables(PathBuf),
    Page { path: PathBuf, file: u32 },
}

/// Why two sides cannot be compared.
pub(crate) struct Unreadable {
    pub(crate) errors: Vec<Diagnostic>,
    /// The page that was opened and has no section that can be read.
    pub(crate) page: Option<PathBuf>,
}

impl From<Vec<Diagnostic>> for Unreadable {
    fn from(errors: Vec<Diagnostic>) -> Self {
        Unreadable { errors, page: None }
    }
}

impl From<Unreadable> for Vec<Diagnostic> {
    fn from(unreadable: Unreadable) -> Self {
        unreadable.errors
    }
}

/// Reads two revisions, tables or pages; facts that a page does not state are taken from the other side.
///
/// # Errors
/// What cannot be read.
pub(crate) fn both(
    from: &Path,
    to: &Path,
    names: &Names,
    sources: &mut Sources,
) -> Result<(Side, Side), Unreadable> {
    if names.named_references.len() > 2 {
        let many = Diagnostic::unread("--named-references", "too many names");
        return Err(vec![many.help("one table, or one for each side")].into());
    }
    let from = given(from, sources).map_err(|error| vec![error])?;
    let to = given(to, sources).map_err(|error| vec![error])?;
    if let (UnreadSide::Tables(_), UnreadSide::Tables(_), [name, ..]) =
        (&from, &to, &names.named_references[..])
    {
        let message = "no page is compared, and tables name their own references";
        let error = Diagnostic::unread(format!("--named-references {name}"), message);
        return Err(vec![error.help("leave the option out")].into());
    }
    let read = |at: usize, other: Option<&Side>, sources: &mut Sources| match [&from, &to][at] {
        UnreadSide::Tables(dir) => Ok(tables(dir, sources)?),
        UnreadSide::Page { path, file } => page(path, *file, (other, names.of(at)), sources),
    };
    if let (UnreadSide::Page { .. }, UnreadSide::Tables(_)) = (&from, &to) {
        let newer = read(1, None, sources)?;
        return Ok((read(0, Some(&newer), sources)?, newer));
    }
    let mut older = read(0, None, sources)?;
    let newer = read(1, Some(&older), sources)?;
    let [before, after] = [&older, &newer].map(|side| Some(side.page.as_ref()?.known.input_stream));
    if before == Some(false) && after == Some(true) {
        // If only one page has an input stream, its errors are no difference.
        older = read(0, Some(&newer), sources)?;
    }
    Ok((older, newer))
}

/// Whether something is a file or a pipe: it has an end, as most devices have not.
fn is_page(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if fs::metadata(path).is_ok_and(|it| it.file_type().is_fifo()) {
            return true;
        }
    }
    path.is_file()
}

/// The kind of a side: a folder of tables, or a page.
fn given(name: &Path, sources: &mut Sources) -> Result<UnreadSide, Diagnostic> {
    if is_page(name) {
        return Ok(UnreadSide::Page {
            path: name.to_owned(),
            file: load::read_file(name, sources)?,
        });
    }
    workspace::revision_dir(&name.to_string_lossy()).map(UnreadSide::Tables)
}

fn tables(dir: &Path, sources: &mut Sources) -> Result<Side, Vec<Diagnostic>> {
    let revision = load::revision(dir, sources)?;
    let spec_dir = workspace::references_dir(dir);
    let references = references::load(&spec_dir, &revision.about, sources)?;
    Ok(Side::of_tables(revision, Some(references)))
}

/// Reads a page; facts that it does not state are taken from the other side.
fn page(
    path: &Path,
    file: u32,
    (other, names): (Option<&Side>, Option<&str>),
    sources: &mut Sources,
) -> Result<Side, Unreadable> {
    let known = references::replacements(&workspace::spec_dir(), sources)?;
    let name = path.display().to_string();
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    let text = sources.get(file).map_or("", |page| &page.text);
    let tables = other.map(|other| &other.revision);
    let mut side =
        Side::of_page(&name, &id, text, file, tables, &known).map_err(|error| Unreadable {
            errors: vec![Diagnostic::unread(path, error.to_string()).help(error.help())],
            page: Some(path.to_owned()),
        })?;
    side = match other.and_then(|other| other.references.as_ref()) {
        Some(references) if names.is_none() => side.referring_to(references),
        _ => {
            let mut assumed = Facts::of_id(&id).about;
            if let Some(names) = names {
                Names::exists(names).map_err(|error| vec![error])?;
                // The option replaces the names that the page lists.
                if let Some(page) = &mut side.page {
                    page.known.named_references = None;
                }
                assumed.named_references.value = names.to_owned();
            }
            let references = references::load(&workspace::spec_dir(), &assumed, sources)?;
            side.referring_to(&references)
        }
    };
    lists(&mut side, sources)?;
    Ok(side)
}

/// Adds to a page the lists of names that it mentions and does not list, such as the void elements, from the
/// first revision that has them.
fn lists(side: &mut Side, sources: &mut Sources) -> Result<(), Vec<Diagnostic>> {
    let references = side.references.clone().unwrap_or_default();
    let mut known = None;
    while let Err(Refusal::Unknown {
        kind: "list of names",
        name,
        ..
    }) = Interpreter::new(&side.revision, &references)
    {
        let known = match &mut known {
            Some(known) => known,
            None => known.insert(load::facts(&workspace::spec_dir(), sources)?),
        };
        let mut lists = known.iter().flat_map(|(_, about)| &about.names);
        match lists.find(|(list, _)| list.value == name) {
            Some(list) => side.revision.about.names.push(list.clone()),
            None => break,
        }
    }
    Ok(())
}
