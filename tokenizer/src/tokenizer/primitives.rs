//! The machine does what its model does, call by call: [`model`](crate::machine::model).
//!
//! The tests are here and not beside the model, as they run each compiled revision: random programs, and programs
//! on every short input. Others hold the forms of the model to those of the generated code, so that none is left out.

use crate::machine::model::{Inputs, PERFORMED};
use crate::{Revision, RevisionVisitor, revisions};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tokenwright_tables::load::{self, Loaded};

/// How much a test does: what an environment variable says, or little, less of it for a revision that is not the newest.
fn amount<R: Revision>(variable: &str, of_newest: usize, of_others: usize) -> usize {
    let amount = std::env::var(variable).ok();
    let otherwise = match R::ID == revisions::Newest::ID {
        true => of_newest,
        false => of_others,
    };
    amount
        .and_then(|amount| amount.parse().ok())
        .unwrap_or(otherwise)
}

struct Random {
    tables: Vec<Loaded>,
    /// The words of all calls that were made.
    words: BTreeSet<String>,
}

fn tables<R: Revision>(all: &[Loaded]) -> &Loaded {
    let found = all.iter().find(|tables| tables.revision.about.id == R::ID);
    found.expect("the tables of the revision")
}

impl RevisionVisitor for Random {
    fn visit<R: Revision>(&mut self) {
        let inputs = Inputs::new(tables::<R>(&self.tables));
        let evaluator = inputs.evaluator();
        for seed in 0..amount::<R>("TOKENWRIGHT_EPISODES", 1000, 100) as u64 {
            let log = inputs.random::<R>(&evaluator, seed);
            for word in log.0.iter().flat_map(|line| words(line)) {
                if word.starts_with(char::is_uppercase) && !self.words.contains(word) {
                    self.words.insert(word.into());
                }
            }
        }
    }
}

#[test]
fn random_programs_of_calls_do_the_same_on_both() {
    let mut random = Random {
        tables: load::checked_in(),
        words: BTreeSet::new(),
    };
    revisions::visit(&mut random);
    // Each form that the machine performs was made.
    for form in forms(PERFORMED) {
        assert!(random.words.contains(form), "no call has {form}");
    }
}

struct Exhaustive {
    tables: Vec<Loaded>,
    runs: usize,
}

impl RevisionVisitor for Exhaustive {
    fn visit<R: Revision>(&mut self) {
        let inputs = Inputs::new(tables::<R>(&self.tables));
        let evaluator = inputs.evaluator();
        let alphabet = inputs.alphabet::<R>();
        let longest = amount::<R>("TOKENWRIGHT_LONGEST", 2, 1);
        let programs = amount::<R>("TOKENWRIGHT_PROGRAMS", 1, 1);
        let mut all = Vec::from([Vec::new()]);
        let mut longer = all.clone();
        for _ in 0..longest {
            let extended = longer.iter().flat_map(|before| {
                let with = |c| [&before[..], &[c]].concat();
                alphabet.iter().map(move |c| with(*c))
            });
            longer = extended.collect();
            all.extend_from_slice(&longer);
        }
        for input in &all {
            for split in 0..1_usize << input.len().saturating_sub(1) {
                let mut chunks = Vec::from([String::new()]);
                for (at, c) in input.iter().enumerate() {
                    chunks.last_mut().expect("a chunk").push(*c);
                    if split >> at & 1 == 1 {
                        chunks.push(String::new());
                    }
                }
                let chunks: Vec<&str> = chunks.iter().map(|chunk| &chunk[..]).collect();
                for _ in 0..programs {
                    inputs.short::<R>(&evaluator, &chunks, self.runs as u64);
                    self.runs += 1;
                }
            }
        }
    }
}

#[test]
fn programs_of_calls_on_every_short_input_do_the_same_on_both() {
    let mut exhaustive = Exhaustive {
        tables: load::checked_in(),
        runs: 0,
    };
    revisions::visit(&mut exhaustive);
    assert!(exhaustive.runs > 1000, "{}", exhaustive.runs);
}

struct Candidates;

impl RevisionVisitor for Candidates {
    fn visit<R: Revision>(&mut self) {
        for c in '\0'..=char::MAX {
            let mut buffer = [0; 4];
            let bytes = c.encode_utf8(&mut buffer).as_bytes();
            // The LF of an error represents all line endings.
            let c = if c == '\r' { '\n' } else { c };
            assert!(
                R::input_error(c).is_none() || R::begin(bytes),
                "{}: {c:?}",
                R::ID
            );
        }
    }
}

#[test]
fn the_checks_stop_at_every_error_of_the_input_stream() {
    revisions::visit(&mut Candidates);
}

/// The names of variants in a source: of actions, conditions, statements and their parts.
fn forms(source: &str) -> impl Iterator<Item = &str> {
    let kinds = [
        "Action", "Call", "Cond", "InputPosition", "LineEnding", "Pending", "Rest", "Returned",
        "ScanMethod", "Source", "Stmt", "Test", "Through", "Width",
    ];
    let mut words = words(source).peekable();
    core::iter::from_fn(move || {
        loop {
            let word = words.next()?;
            if kinds.contains(&word) && source_follows(source, word, words.peek()?) {
                return words.next();
            }
        }
    })
}

/// Whether two words are a path.
fn source_follows(source: &str, kind: &str, variant: &str) -> bool {
    variant.starts_with(char::is_uppercase) && source.contains(&format!("{kind}::{variant}"))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

/// The methods of the machine in a source.
fn methods(source: &str) -> BTreeSet<String> {
    let calls = source.split("m.").skip(1);
    let names = calls.filter_map(|rest| {
        let name = words(rest).next()?;
        let after = rest.strip_prefix(name)?;
        (after.starts_with('(') || after.starts_with("::<")).then(|| String::from(name))
    });
    names.collect()
}

#[test]
fn every_method_that_generated_code_calls_is_performed() {
    let performed = methods(PERFORMED);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/generated");
    let mut files = 0;
    for revision in load::checked_in() {
        let folder = folder.join(revision.revision.about.id.replace('-', "_"));
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let source = std::fs::read_to_string(entry.expect("a file").path()).expect("a source");
            for method in methods(&source) {
                assert!(performed.contains(&method), "no call has {method}");
            }
            files += 1;
        }
    }
    assert!(files > 50, "{files}");
}

/// The parts of a source that begin with a name and end before the next of its kind.
fn parts<'s>(source: &'s str, kind: &str, name: &str) -> Vec<&'s str> {
    let begin = format!("{kind}::{name}");
    let found = source.match_indices(&begin).map(|(at, _)| {
        let part = &source[at + begin.len()..];
        let end = part.find(&format!("{kind}::")).unwrap_or(part.len());
        (part, &part[..end])
    });
    let is_whole = |(part, _): &(&str, &str)| !part.starts_with(|c: char| c.is_alphanumeric());
    found.filter(is_whole).map(|(_, part)| part).collect()
}

/// The forms of printed code that `codegen/readback` reads, and what it reads them as.
#[test]
fn what_is_performed_is_what_is_printed() {
    const KINDS: [&str; 11] = [
        "Source", "Rest", "Pending", "LineEnding", "ScanMethod", "Receiver", "ScanKind", "Cond",
        "Test", "Action", "Stmt",
    ];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/readback/src");
    let mut checked = 0;
    for file in ["actions.rs", "conditions.rs", "hot_path.rs"] {
        let source = std::fs::read_to_string(folder.join(file)).expect("a source");
        let quoted: Vec<&str> = source.split('"').skip(1).collect();
        for rule in quoted.chunks_exact(2) {
            let [form, meaning] = [rule[0], rule[1]];
            if !meaning.trim_start().starts_with("=>") {
                continue;
            }
            let methods = methods(form);
            let named = KINDS.iter().find_map(|kind| {
                let at = meaning.find(&format!("{kind}::"))?;
                Some((*kind, words(&meaning[at..]).nth(1)?))
            });
            let Some((kind, name)) = named.filter(|_| !methods.is_empty()) else {
                continue;
            };
            let mut performed = parts(PERFORMED, kind, name);
            // The tags are calls of their own.
            performed.extend(parts(PERFORMED, "Call", name));
            let calls = |part: &&str| {
                methods
                    .iter()
                    .any(|method| part.contains(&format!("m.{method}")))
            };
            assert!(
                performed.iter().any(calls),
                "{kind}::{name} is printed as `{form}`"
            );
            checked += 1;
        }
    }
    assert!(checked > 70, "{checked}");
}
