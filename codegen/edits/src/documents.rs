//! Random documents that reach edited rows.

use crate::differential::Split;
use fastrand::Rng;
use tokenwright_interpreter::Setup;
use tokenwright_prover::alphabet::alphabet;
use tokenwright_tables::grammar::ContentModel;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::About;

/// The maximum number of pieces in a document.
const PIECES: usize = 14;

/// Text that leads to most states, so that edited rows can be reached.
const MARKUP: [&str; 24] = [
    "<",
    "</",
    "<a",
    "<a ",
    "<a b",
    "<a b=",
    "<a b='",
    "<a b=\"",
    "<a b=c",
    "<a b='c'",
    "<a/",
    ">",
    "</a",
    "<!--",
    "--",
    "<!doctype ",
    "<!doctype a ",
    "<!doctype a public ",
    "<!doctype a system \"",
    "<![CDATA[",
    "&#",
    "&#x",
    "&",
    "<?a ",
];

/// The pieces of the documents for a set of tables.
#[derive(Debug)]
pub struct Documents {
    edits: Vec<String>,
    tables: Vec<String>,
    about: About,
}

impl Documents {
    /// Documents for tables whose edits these pieces of text reach.
    #[must_use]
    pub fn of(loaded: &Loaded, edits: &[String]) -> Self {
        Documents {
            edits: edits.to_vec(),
            tables: alphabet(&loaded.revision, &loaded.references),
            about: loaded.revision.about.clone(),
        }
    }

    /// A document, and the setup of the tokenizer.
    pub fn next(&self, random: &mut Rng) -> (Setup, String) {
        let mut setup = Setup::default();
        if random.usize(..3) == 0 {
            let state = random.choice(&self.about.entry_states);
            setup.state = state.map(|state| state.value.clone());
        }
        if self.about.content_model_flag && random.usize(..3) == 0 {
            setup.content_model = random.choice(ContentModel::ALL).map(|model| model.0);
        }
        if random.usize(..3) > 0 {
            setup.last_start_tag = random.choice(["script", "a", "title"]).map(str::to_owned);
        }
        setup.foreign = random.bool();
        let mut document = String::new();
        for _ in 0..=random.usize(..PIECES) {
            let piece = match random.usize(..5) {
                0 | 1 if !self.edits.is_empty() => random.choice(&self.edits).map(String::as_str),
                0..3 => random.choice(&self.tables).map(String::as_str),
                3 => random.choice(["a", "b", "x", " ", "-", "7", "e"]),
                _ => random.choice(MARKUP),
            };
            document.push_str(piece.expect("not empty"));
        }
        (setup, document)
    }
}

/// The splits that a document is run with.
pub fn splits(document: &str, random: &mut Rng) -> Vec<Split> {
    let count = document.chars().count();
    let second = random.usize(..count + 1);
    let ends = vec![random.usize(..second + 1), second];
    vec![
        Split::Whole,
        Split::Growing,
        Split::Characters,
        Split::After(ends),
    ]
}
