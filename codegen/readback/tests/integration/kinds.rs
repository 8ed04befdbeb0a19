//! A mutation of the code of every kind of part is found.

use crate::support::{print, printed, reader, scope, whole};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tokenwright_compiler::Compiled;
use tokenwright_compiler::ir::{Action, Source, StateKind, Test};
use tokenwright_compiler::program::{Program, Stmt};
use tokenwright_readback::{KINDS, Part, Reader, Scope, Text};
use tokenwright_tables::diagnostic::{Sources, Subject, render_all};
use tokenwright_tables::grammar::Field;

/// How far from the begin of a part's statement its code may be, in bytes.
const REACH: usize = 2_000;

/// Code, and where its parts are.
struct Corpus<'c> {
    compiled: &'c Compiled,
    reader: Reader<'c>,
    files: Vec<Text>,
    parts: Vec<Part>,
}

impl<'c> Corpus<'c> {
    fn new(compiled: &'c Compiled) -> Self {
        let files = printed(compiled);
        let mut reader = reader(compiled, &files);
        let found = reader.differences(Scope::All);
        assert!(
            found.is_empty(),
            "{}",
            render_all(&found, reader.sources(), false)
        );
        let parts = reader.parts(Scope::All);
        Corpus {
            compiled,
            reader,
            files,
            parts,
        }
    }

    /// Applies a mutation to the first part of its kind that has the text. `None` if there is none.
    fn mutated(&self, kind: &str, [from, to]: &[String; 2]) -> Option<Text> {
        let parts = self.parts.iter().filter(|part| part.kind == kind);
        let mut parts = parts.filter_map(|part| {
            let file = &self.files[part.place.file as usize];
            let start = part.place.start as usize;
            let mut end = (start + REACH).min(file.text.len());
            while !file.text.is_char_boundary(end) {
                end -= 1;
            }
            let at = start + file.text[start..end].find(from)?;
            let mut file = file.clone();
            file.text.replace_range(at..at + from.len(), to);
            Some(file)
        });
        parts.next()
    }

    /// Whether the reader finds a change of a file, in that file.
    fn is_found(&mut self, file: &Text) -> bool {
        self.reader.replace(file);
        let found = self.reader.differences(scope(self.compiled, &file.path));
        let in_file = found.iter().any(|found| match &found.subject {
            Subject::Place(place) => is_of(self.reader.sources(), place.file, &file.path),
            Subject::Path(path) => *path == file.path,
        });
        let original = self
            .files
            .iter()
            .find(|original| original.path == file.path);
        self.reader.replace(original.expect("the file"));
        in_file
    }
}

fn is_of(sources: &Sources, number: u32, path: &Path) -> bool {
    sources.get(number).is_some_and(|file| file.path == path)
}

/// The tables of no revision need these: they are put into the program of the newest, which is printed alone.
fn with_other_parts(compiled: &mut Compiled) {
    let older = compiled.revisions.len() - 1;
    compiled.revisions.drain(..older);
    compiled.programs.drain(..older);
    let newest = &compiled.revisions[0].revision.about.id;
    compiled.trees.retain(|program| program.revision == *newest);
    let program = compiled.programs.last_mut().expect("a program");
    actions_of_no_table(program);
    print(compiled);
}

fn actions_of_no_table(program: &mut Program) {
    let states = &mut program.machine.states;
    let mut consuming = states.iter_mut().filter_map(|state| match &mut state.kind {
        StateKind::Consume(rows) => Some(rows),
        StateKind::Act(_) => None,
    });
    let rows = consuming.next().expect("a state with rows");
    let is_html = Test::DoctypeNameIs("html".to_owned());
    rows[0].block.actions.extend([
        Action::AwaitNext,
        Action::Respond,
        Action::RemoveEarlierAttribute,
        Action::ClearForceQuirks,
        Action::Append(Source::CurrentUppercase, Field::TagName),
        Action::If(is_html, vec![Action::BeginMarkup], Vec::new()),
    ]);
    let rows = consuming.next().expect("another");
    rows.retain(|row| !row.anything_else);
    let acting = states.iter_mut().find_map(|state| match &mut state.kind {
        StateKind::Act(block) => Some(block),
        StateKind::Consume(_) => None,
    });
    let acting = acting.expect("a state without rows");
    acting.actions.push(Action::AwaitNext);
    let hot_path = program.hot_path.as_mut().expect("a hot path");
    hot_path.entries[0].1.insert(0, Stmt::SyncPosition);
}

#[test]
fn a_mutation_of_each_kind_of_part_is_found() {
    let ours = whole();
    let mut others = ours.clone();
    with_other_parts(&mut others);
    let mut corpora = [Corpus::new(ours), Corpus::new(&others)];
    let kinds: BTreeSet<&str> = KINDS.iter().copied().flatten().copied().collect();
    let mutations: BTreeMap<String, [String; 2]> =
        toml::from_str(include_str!("../mutations.toml")).expect("mutations");
    let known: BTreeSet<&str> = mutations.keys().map(String::as_str).collect();
    assert_eq!(known, kinds, "each kind has a mutation");
    let mut missed = Vec::new();
    for (kind, mutation) in &mutations {
        let mutated = corpora.iter_mut().find_map(|corpus| {
            let file = corpus.mutated(kind, mutation)?;
            Some((corpus, file))
        });
        let Some((corpus, file)) = mutated else {
            missed.push(format!("{kind}, {mutation:?}: it fits no code"));
            continue;
        };
        if !corpus.is_found(&file) {
            missed.push(format!(
                "{kind}, {mutation:?}: it is not found in {}",
                file.path.display()
            ));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
