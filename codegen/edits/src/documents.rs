//! Random documents that reach edited rows.

use crate::differential::Split;
use crate::random::Random;
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
    pub fn next(&self, random: &mut Random) -> (Setup, String) {
        let mut setup = Setup::default();
        if !self.about.entry_states.is_empty() && random.below(3) == 0 {
            setup.state = Some(random.one(&self.about.entry_states).value.clone());
        }
        if self.about.content_model_flag && random.below(3) == 0 {
            setup.content_model = Some(random.one(ContentModel::ALL).0);
        }
        if random.below(3) > 0 {
            setup.last_start_tag = Some((*random.one(&["script", "a", "title"])).to_owned());
        }
        setup.foreign = random.below(2) == 0;
        let mut document = String::new();
        for _ in 0..=random.below(PIECES) {
            let piece = match random.below(5) {
                0 | 1 => random.choose(&self.edits).map(String::as_str),
                2 => random.choose(&self.tables).map(String::as_str),
                3 => Some(*random.one(&["a", "b", "x", " ", "-", "7", "e"])),
                _ => Some(*random.one(&MARKUP)),
            };
            document.push_str(piece.unwrap_or("a"));
        }
        (setup, document)
    }
}

/// The splits that a document is run with.
pub fn splits(document: &str, random: &mut Random) -> Vec<Split> {
    let count = document.chars().count();
    let second = random.below(count + 1);
    let ends = vec![random.below(second + 1), second];
    vec![
        Split::Whole,
        Split::Growing,
        Split::Characters,
        Split::After(ends),
    ]
}
