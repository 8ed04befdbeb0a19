//! The generated tokenizers: every revision, option and state, at any split, with pauses and insertions, against the
//! interpreter of the tables where it can follow.

use crate::document::{Document, pieces};
use crate::record::Record;
use crate::tables;
use fastrand::Rng;
use std::iter::repeat_n;
use tokenwright::{Next, Revision, RevisionVisitor, Tokenizer, revisions};
use tokenwright_interpreter::{Interpreter, Setup};
use tokenwright_tests::generated::check_agreement;

/// What is inserted during pauses.
const INSERTIONS: [&str; 8] = [
    "\r", "\n", "&am", "p;", "<!-", "- x -->", "</script", "a\0\u{FDD0}",
];

/// Checks an input.
pub(crate) fn check(input: &[u8]) {
    let Some(document) = Document::of(input) else {
        return;
    };
    let all = tables::all();
    let index = usize::from(document.revision) % all.len();
    against_interpreter(index, &document);
    let id = &all[index].revision.about.id;
    revisions::visit(&mut AtAnySplit { id, document });
}

/// Where the document begins in an initial state, the interpreter gives the same tokens and errors.
fn against_interpreter(index: usize, document: &Document<'_>) {
    let loaded = &tables::all()[index];
    let about = &loaded.revision.about;
    let states = &about.entry_states;
    let chosen = states.get(usize::from(document.state) % states.len().max(1));
    let chosen = chosen.filter(|_| document.flags.sets_state());
    let setup = Setup {
        state: chosen.map(|state| state.value.clone()),
        last_start_tag: document.last_start_tag.map(str::to_owned),
        foreign: document.flags.foreign(),
        ..Setup::default()
    };
    let text = document.text();
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references).expect("valid tables");
    let Ok(interpreted) = interpreter.run(&setup, &text) else {
        return;
    };
    let result = check_agreement(&about.id, &setup, &text, &interpreted, []);
    result.unwrap_or_else(|why| panic!("{}: {why}", about.id));
}

/// A split changes nothing.
struct AtAnySplit<'a> {
    id: &'a str,
    document: Document<'a>,
}

impl RevisionVisitor for AtAnySplit<'_> {
    fn visit<R: Revision>(&mut self) {
        if R::ID != self.id {
            return;
        }
        if self.document.flags.errors() {
            at_any_split::<R, true>(&self.document);
        } else {
            at_any_split::<R, false>(&self.document);
        }
    }
}

fn at_any_split<R: Revision, const ERRORS: bool>(document: &Document<'_>) {
    let mut random = document.random();
    let pauses = random.usize(..3);
    let whole = run::<R, ERRORS>(
        document,
        pauses,
        &[document.bytes],
        &mut random.clone(),
        false,
    );
    let bytes: Vec<&[u8]> = document.bytes.chunks(1).collect();
    let split = run::<R, ERRORS>(document, pauses, &bytes, &mut random.clone(), true);
    assert_eq!(split, whole, "byte by byte");
    let some = pieces(document.bytes, &mut random.clone());
    let split = run::<R, ERRORS>(document, pauses, &some, &mut random, true);
    assert_eq!(split, whole, "in pieces");
}

/// Tokenizes chunks. At each pause a text is inserted, as one or character by character.
fn run<R: Revision, const ERRORS: bool>(
    document: &Document<'_>,
    pauses: usize,
    chunks: &[&[u8]],
    random: &mut Rng,
    in_characters: bool,
) -> Record<ERRORS> {
    let mut record = Record::<ERRORS>::answering(repeat_n(Next::Pause, pauses));
    record.foreign = document.flags.foreign();
    let mut tokenizer = Tokenizer::<_, R>::with_options(record, document.flags.options());
    if document.flags.sets_state() {
        let states = R::STATES;
        tokenizer.set_state(states[usize::from(document.state) % states.len()].0);
    }
    if let Some(name) = document.last_start_tag {
        tokenizer.set_last_start_tag(name);
    }
    for chunk in chunks {
        tokenizer.feed_bytes(chunk);
        while tokenizer.is_paused() {
            let text = random.choice(&INSERTIONS).expect("not empty");
            if in_characters {
                let mut buffer = [0; 4];
                text.chars()
                    .for_each(|c| tokenizer.insert(c.encode_utf8(&mut buffer)));
            } else {
                tokenizer.insert(text);
            }
            tokenizer.resume();
        }
    }
    tokenizer.finish()
}
