//! The command line.

use clap::{Parser, ValueEnum};
use std::path::PathBuf;

/// Write documents with our tokens, or with their trees, one JSON object a line
#[derive(Debug, Parser)]
pub(crate) struct Arguments {
    /// The ID of the revision
    #[arg(long, value_name = "ID", default_value = "whatwg-2026-07-19")]
    pub(crate) revision: String,
    /// The content of the documents
    #[arg(long, value_enum, default_value_t = Kind::Random)]
    pub(crate) kind: Kind,
    /// The number of documents; `references` ignores it
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) count: usize,
    /// The seed of the random documents
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Edits of the tables of tree construction, for `trees`: what another parser does otherwise
    #[arg(long, value_name = "FILE")]
    pub(crate) deviations: Option<PathBuf>,
    /// Write the documents of the edits, with their trees, in place of random ones
    #[arg(long, requires = "deviations")]
    pub(crate) examples: bool,
    /// Read the documents of `trees` from standard input, as this program writes them, and write each with its tree
    #[arg(long, conflicts_with = "examples")]
    pub(crate) given: bool,
}

/// The content of documents.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Kind {
    /// Characters and texts that the tables name, in every initial state
    Random,
    /// Parts of the pages of the corpus, mutated
    Pages,
    /// Elements without special rules, comments, references and raw text: the tree shows each token
    Flat,
    /// Every named reference with what can follow it, and numeric references
    References,
    /// Tables, formatting, templates, foreign content and misnesting, with the tree that the tables build and no tokens
    Trees,
}
