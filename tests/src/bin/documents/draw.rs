//! Random documents.

use crate::arguments::{Arguments, Kind};
use fastrand::Rng;
use std::error::Error;
use tokenwright_edits::documents::Documents;
use tokenwright_interpreter::Setup;
use tokenwright_prover::alphabet::alphabet;
use tokenwright_tables::load::Loaded;
use tokenwright_tests::pages::{self, Page};
use tokenwright_tests::shared;

/// The maximum number of characters that a document takes from a page.
const WINDOW: usize = 400;
/// The maximum number of mutations of a page.
const MUTATIONS: usize = 6;
/// The maximum number of parts of a flat document.
const PIECES: usize = 12;

/// Markup whose tokens a tree shows one by one: `x` and `y-z` are elements without special rules.
const FLAT: [&str; 40] = [
    "<x>", "</x>", "<x/>", "<y-z ", "<x a", "<x a=b", "<x A='", "<x a=\"", "<x a = b", " b=c",
    " c='d'", " a=2", "='", "=\"", "'", "\"", ">", "/>", "</x ", "<!--", "-->", "--!>", "--",
    "<!-->", "-", "!", "<", "</", "</3", "<1", "<!x>", "</>", "<textarea>", "</textarea>", "&",
    "&#", ";", "\r\n", "\r", "\n",
];

/// A source of random documents.
pub(crate) enum Draw {
    Tables(Box<Documents>),
    Pages {
        pages: Vec<Vec<char>>,
        pieces: Vec<String>,
    },
    Flat(Vec<String>),
}

impl Draw {
    /// # Errors
    /// If the corpus is absent or cannot be read.
    pub(crate) fn new(arguments: &Arguments, loaded: &Loaded) -> Result<Self, Box<dyn Error>> {
        let pieces = alphabet(&loaded.revision, &loaded.references);
        Ok(match arguments.kind {
            Kind::Pages => {
                let pages = pages::read(&shared::find("corpus")?)?;
                let characters = |page: Page| page.text.chars().collect();
                Draw::Pages {
                    pages: pages.into_iter().map(characters).collect(),
                    pieces,
                }
            }
            Kind::Flat => Draw::Flat(
                pieces
                    .into_iter()
                    .filter(|piece| !is_markup(piece))
                    .collect(),
            ),
            Kind::Random | Kind::References | Kind::Trees => {
                Draw::Tables(Box::new(Documents::of(loaded, &[])))
            }
        })
    }

    /// A document, and the setup of the tokenizer.
    pub(crate) fn next(&self, random: &mut Rng) -> (Setup, String) {
        match self {
            Draw::Tables(documents) => documents.next(random),
            Draw::Pages { pages, pieces } => (
                Setup::default(),
                mutated(random.choice(pages).expect("not empty"), pieces, random),
            ),
            Draw::Flat(pieces) => {
                let count = 1 + random.usize(..PIECES);
                let document = (0..count).map(|_| match random.usize(..3) {
                    0 => random.choice(pieces).expect("not empty").as_str(),
                    _ => random.choice(&FLAT).expect("not empty"),
                });
                (Setup::default(), document.collect())
            }
        }
    }
}

/// Whether a piece can begin a tag, or is dropped by tree construction.
fn is_markup(piece: &str) -> bool {
    piece.contains(['<', '\0'])
}

/// A part of a page in which characters were removed, repeated, and replaced by pieces of the tables.
fn mutated(page: &[char], pieces: &[String], random: &mut Rng) -> String {
    let start = random.usize(..page.len().max(1));
    let end = page.len().min(start + 1 + random.usize(..WINDOW));
    let mut document = page[start..end].to_vec();
    for _ in 0..random.usize(..MUTATIONS + 1) {
        let from = random.usize(..document.len() + 1);
        let to = document.len().min(from + random.usize(..12));
        match random.usize(..4) {
            0 => drop(document.drain(from..to)),
            1 => {
                let repeated = document[from..to].to_vec();
                document.splice(from..from, repeated);
            }
            2 => drop(document.splice(from..to, random.choice(pieces).expect("not empty").chars())),
            _ => drop(document.splice(
                from..from,
                random.choice(pieces).expect("not empty").chars(),
            )),
        }
    }
    document.into_iter().collect()
}
