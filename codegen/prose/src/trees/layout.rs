//! The files of the tables: which sections each has, and in what order.

use crate::lexicon::key;
use tokenwright_tables::tree::model::{Entry, File, Section, TreeTables};

/// The files with the title of the first section of each, as [`key`] has it.
const FILES: [(&str, &str); 13] = [
    ("01-parse-state", "parse state"),
    ("02-dispatcher", "tree construction"),
    ("03-nodes", "creating and inserting nodes"),
    ("03-elements", "creating and inserting elements"),
    ("03-elements", "creating and inserting html elements"),
    (
        "04-text-only-and-implied-end-tags",
        "parsing elements that contain only text",
    ),
    ("05-before-body", "the initial insertion mode"),
    ("06-in-body", "the in body insertion mode"),
    ("07-text", "the text insertion mode"),
    ("07-text", "the in cdata rcdata insertion mode"),
    ("08-tables", "the in table insertion mode"),
    (
        "10-foreign-content",
        "the rules for parsing tokens in foreign content",
    ),
    ("11-fragments", "parsing html fragments"),
];

/// How the name of the file begins that has the modes after those of tables, which are not the same ones in all years.
const AFTER_TABLES: &str = "09";

/// The last mode of tables.
const LAST_OF_TABLES: &str = "the in cell insertion mode";

/// The file of what belongs to the document.
pub(super) const OUTSIDE: &str = "00-outside.toml";

/// Divides the entries of a page into files. A section without entries is left out, unless others are in it.
///
/// A page of the standard does not have the order of the tables; one of this project has it.
pub(super) fn files(tables: &TreeTables, entries: &[Entry], is_own: bool) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    // Each section with its entries.
    for part in entries.chunk_by(|_, next| !matches!(next, Entry::Section(_))) {
        let [Entry::Section(at), rest @ ..] = part else {
            continue;
        };
        let section = &tables.sections[*at];
        let title = key(&section.title);
        if rest.is_empty() && title != "parse state" {
            continue;
        }
        let before = files.last().map(|file| file.name.clone());
        let name = match FILES.iter().find(|(_, first)| *first == title) {
            Some((name, _)) => format!("{name}.toml"),
            None => before.unwrap_or_else(|| format!("{}.toml", FILES[0].0)),
        };
        let name = match follows_tables(tables, section) {
            true => format!("{}.toml", after_tables(tables)),
            false => name,
        };
        let mut ordered = rest.to_vec();
        if !is_own {
            ordered.sort_by_key(|entry| rank(*entry));
        }
        ordered.insert(0, Entry::Section(*at));
        match files.iter_mut().find(|file| file.name == name) {
            Some(file) => file.entries.extend(ordered),
            None => files.push(File {
                name,
                entries: ordered,
            }),
        }
    }
    files
}

/// Whether this is the first section of a mode after those of tables.
fn follows_tables(tables: &TreeTables, section: &Section) -> bool {
    let mut sections = tables.sections.iter().map(|it| key(&it.title));
    let last = sections.position(|title| title == LAST_OF_TABLES);
    let here = tables.sections.iter().position(|it| it == section);
    last.is_some_and(|last| here == Some(last + 1))
}

/// The name of the file with the modes after those of tables.
fn after_tables(tables: &TreeTables) -> String {
    let has = |name: &str| tables.mode(name).is_some();
    let mut name = String::from(AFTER_TABLES);
    for (mode, words) in [
        ("in select", "-select"),
        ("in foreign content", "-foreign-content"),
        ("in template", "-template"),
    ] {
        if has(mode) {
            name += words;
        }
    }
    name + "-and-after-body"
}

/// The place of an entry in its section.
fn rank(entry: Entry) -> u8 {
    match entry {
        Entry::Section(_) => 0,
        Entry::Initial => 1,
        Entry::Question(_) => 2,
        Entry::Output(_) => 3,
        Entry::Set(_) => 4,
        Entry::Scope(_) => 5,
        Entry::Identifiers(_) => 6,
        Entry::Mode(_) => 7,
        Entry::Algorithm(_) => 8,
        Entry::Definition(_) => 9,
        Entry::Pairs(_) => 10,
        Entry::ForeignAttribute(_) => 11,
        Entry::ForeignContent => 12,
    }
}
