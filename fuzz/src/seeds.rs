//! The inputs that fuzzing begins with, made from the tables and from small pages of the tests.

use crate::document::HEADER;
use crate::tables;
use crate::targets::{certificate, diff, tables as table_files};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use tokenwright_analyses::suite::{self, Case};
use tokenwright_prover::alphabet::alphabet;
use tokenwright_tests::hostile::{self, Hostile};

/// What the header's byte of flags is where the document begins in a state of its choice.
const SETS_STATE: u8 = 4;

/// Markup of every kind.
const SAMPLE: &str = "a&amp;&#x80;&noti;=\"'<a b=c d='&e' f=\"g\"/></a><!--h--!><!doctype i public \"j\" 'k'>]]></script><?l m?>\r\n";

/// The seeds of a target.
///
/// # Panics
/// If the workspace lacks a file that they are made of.
#[must_use]
pub fn of(target: &str) -> Vec<Vec<u8>> {
    match target {
        "tokenizer" | "iterator" | "calls" | "bytes" => documents(),
        "tables" => edited_files(),
        "page" => pages(),
        "diff" => pairs(),
        "certificate" => vec![certificate::genuine().into_bytes()],
        "html5lib" => tests(),
        "steps" => followed(),
        _ => Vec::new(),
    }
}

/// The inputs with many open elements, each as what is read once and what is read again and again.
fn followed() -> Vec<Vec<u8>> {
    let all = hostile::all().filter_map(Hostile::parts);
    all.map(|(before, again)| format!("{before}\0{again}").into_bytes())
        .collect()
}

/// Words for mutations: what the tables of all revisions name, and the words of their language.
#[must_use]
pub fn dictionary() -> String {
    let loaded = tables::all().iter();
    let words: BTreeSet<String> = loaded
        .flat_map(|loaded| alphabet(&loaded.revision, &loaded.references))
        .collect();
    let lines = words.iter().map(|word| format!("\"{}\"\n", escaped(word)));
    lines.collect()
}

/// A word as libFuzzer's dictionaries write it.
fn escaped(word: &str) -> String {
    let bytes = word.bytes().map(|byte| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02X}"),
    });
    bytes.collect()
}

/// A document that begins in each state of each revision, and the documents of this project's tests.
fn documents() -> Vec<Vec<u8>> {
    let mut documents = Vec::new();
    for (revision, loaded) in tables::all().iter().enumerate() {
        let document = |flags: u8, state: usize, text: &str| {
            let byte = |index: usize| u8::try_from(index % 256).expect("a byte");
            let seed = byte(text.len());
            let header: [u8; HEADER] = [byte(revision), flags, byte(state), 1, seed, 0, 0, 0];
            [&header, text.as_bytes()].concat()
        };
        let states = 0..loaded.revision.states.len();
        documents.extend(states.map(|state| document(SETS_STATE, state, SAMPLE)));
        let id = &loaded.revision.about.id;
        for case in corners(id) {
            documents.push(document(0, 0, &case.input));
        }
    }
    documents
}

/// The tests of this project for a revision; none for one that has no file of them.
fn corners(id: &str) -> Vec<Case> {
    let path = corners_of(id);
    if !path.exists() {
        return Vec::new();
    }
    let text = fs::read_to_string(&path).expect("a file of tests");
    let (cases, _) = suite::read(&text).expect("tests in html5lib's form");
    cases
}

fn corners_of(id: &str) -> PathBuf {
    let folder = tables::workspace().join("tests/data/corners");
    folder.join(format!("{id}.test"))
}

/// Each file of the small tables.
fn edited_files() -> Vec<Vec<u8>> {
    let files = table_files::files().into_iter().enumerate();
    let edited = files.map(|(which, file)| {
        let mut input = vec![u8::try_from(which).expect("few files")];
        input.extend(read(&file));
        input
    });
    edited.collect()
}

/// The small pages of the prose reader's tests.
fn pages() -> Vec<Vec<u8>> {
    let folder = tables::workspace().join("codegen/prose/tests/pages");
    let entries = fs::read_dir(&folder).expect("pages");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files.iter().map(read).collect()
}

/// Each page with the next.
fn pairs() -> Vec<Vec<u8>> {
    let pages = pages();
    let pairs = pages.iter().zip(pages.iter().cycle().skip(1));
    pairs
        .map(|(from, to)| [from, diff::SEPARATOR, to].concat())
        .collect()
}

/// The tests of this project in html5lib's form.
fn tests() -> Vec<Vec<u8>> {
    let ids = tables::all().iter().map(|loaded| &loaded.revision.about.id);
    let files = ids.map(|id| corners_of(id));
    files.filter(|file| file.exists()).map(read).collect()
}

fn read(file: impl AsRef<std::path::Path>) -> Vec<u8> {
    let file = file.as_ref();
    fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
