//! Generated and interpreted agree on whole pages, in every revision: those that the project writes
//! and those of the corpus.

use tokenwright_interpreter::{Interpreter, Setup};
use tokenwright_tests::generated::{Chunks, check_agreement};
use tokenwright_tests::pages::{self, Page};
use tokenwright_tests::shared;
use tokenwright_tests::tables;

/// The size of a page that the project writes, in bytes.
const SIZE: usize = 8 * 1024;

#[test]
fn generated_and_interpreted_agree_on_generated_pages() {
    agree_on(&pages::generated(SIZE));
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn generated_and_interpreted_agree_on_the_corpus() {
    match shared::find("corpus") {
        Ok(folder) => agree_on(&pages::read(&folder).expect("pages that can be read")),
        Err(absent) => absent.skip().expect("the corpus"),
    }
}

fn agree_on(pages: &[Page]) {
    for loaded in tables::all() {
        let id = &loaded.revision.about.id;
        let interpreter = Interpreter::new(&loaded.revision, &loaded.references);
        let interpreter = interpreter.expect("valid tables");
        for page in pages {
            // Without a tree builder, scripts are markup for both.
            let setup = Setup::default();
            let expected = interpreter
                .run(&setup, &page.text)
                .expect("a sound machine");
            let middle = page.text.len() / 2;
            let cuts = [middle, middle + 1];
            let result = check_agreement(id, &setup, &page.text, &expected, [Chunks::At(&cuts)]);
            result.unwrap_or_else(|why| panic!("{id}, {}: {why}", page.name));
        }
    }
}
