//! Generated and interpreted agree on random documents.
//!
//! The documents are the same in every run. `TOKENWRIGHT_DOCUMENTS` is their number for each revision;
//! a different number gives different documents.

use fastrand::Rng;
use std::env;
use tokenwright_edits::documents::Documents;
use tokenwright_interpreter::{Interpreter, Setup};
use tokenwright_tables::grammar::ContentModel;
use tokenwright_tests::effort::effort;
use tokenwright_tests::generated::{self, Chunks};
use tokenwright_tests::tables;

#[test]
fn generated_and_interpreted_agree_on_random_documents() {
    let count = env::var("TOKENWRIGHT_DOCUMENTS").ok();
    let count = count.and_then(|count| count.parse().ok());
    let count = count.unwrap_or_else(|| effort(300, 3000));
    let mut random = Rng::with_seed(0x9E37_79B9_7F4A_7C15 ^ count as u64);
    for loaded in tables::all() {
        let interpreter = Interpreter::new(&loaded.revision, &loaded.references).expect("sound");
        let documents = Documents::of(loaded, &[]);
        for _ in 0..count {
            let (setup, document) = documents.next(&mut random);
            let second = random.usize(..document.len() + 1);
            let cuts = [random.usize(..second + 1), second];
            if let Err(why) = compare(&interpreter, &setup, &document, &cuts) {
                let (document, why) = shortened(&interpreter, &setup, document, why);
                panic!(
                    "{} {setup:?}\n{document:?}\n{why}",
                    loaded.revision.about.id
                );
            }
        }
    }
}

/// Compares the generated code with the interpreter: whole, by bytes, in chunks, and with pauses.
fn compare(
    interpreter: &Interpreter<'_>,
    setup: &Setup,
    document: &str,
    cuts: &[usize],
) -> Result<(), String> {
    let interpreted = interpreter.run(setup, document);
    let interpreted = interpreted.map_err(|refusal| refusal.to_string())?;
    let id = &interpreter.revision().about.id;
    let ways = [Chunks::Bytes, Chunks::At(cuts), Chunks::Paused(cuts)];
    generated::check_agreement(id, setup, document, &interpreted, ways)
}

/// The document reduced to the part that shows the disagreement, at any split.
fn shortened(
    interpreter: &Interpreter<'_>,
    setup: &Setup,
    mut document: String,
    mut why: String,
) -> (String, String) {
    let mut at = 0;
    while at < document.len() {
        let mut shorter = document.clone();
        shorter.remove(at);
        let cuts = 0..=shorter.len();
        let found = cuts
            .into_iter()
            .find_map(|cut| compare(interpreter, setup, &shorter, &[cut]).err());
        match found {
            Some(found) => (document, why, at) = (shorter, found, 0),
            None => at += document[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    (document, why)
}

#[test]
fn a_token_of_an_earlier_chunk_is_not_kept_with_the_next() {
    for (document, cut) in [
        ("<a c><!P", 5),
        ("<!--xyz--><a", 10),
        ("<a b b=c>xyz<a d", 12),
    ] {
        let setup = Setup::default();
        for id in ["whatwg-2014-05-23", "whatwg-2026-07-19"] {
            let run = |chunks| generated::run(id, &setup, document, chunks).expect("a revision");
            let whole = run(Chunks::Whole);
            assert_eq!(
                run(Chunks::At(&[cut])).events,
                whole.events,
                "{id} {document}"
            );
        }
    }
}

#[test]
fn every_short_text_escapes_as_the_interpreter_says() {
    let mut texts = vec![String::new()];
    for _ in 0..effort(4, 6) {
        let longer = texts.iter();
        texts = longer
            .flat_map(|text| ["<", "!", "-", ">", "a"].map(|next| format!("{text}{next}")))
            .collect();
    }
    // Begun and ended escapes, in runs longer than what a condition looks behind.
    let documents = texts.iter().flat_map(|text| {
        [
            format!("{text}--></a"),
            format!("a-a--{text}--</a>"),
            format!("<!--{text}</a>"),
        ]
    });
    let documents: Vec<String> = documents.collect();
    let flagged = tables::all()
        .iter()
        .filter(|loaded| loaded.revision.about.content_model_flag);
    let mut compared = 0;
    for loaded in flagged {
        let interpreter = Interpreter::new(&loaded.revision, &loaded.references).expect("sound");
        for (at, document) in documents.iter().enumerate() {
            let setup = Setup {
                content_model: Some([ContentModel::Rcdata, ContentModel::Cdata][at % 2]),
                last_start_tag: Some("a".to_owned()),
                ..Setup::default()
            };
            let cut = at % document.len();
            if let Err(why) = compare(&interpreter, &setup, document, &[cut]) {
                panic!("{} {document:?}\n{why}", loaded.revision.about.id);
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 2 * documents.len());
}
