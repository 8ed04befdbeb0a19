//! The command line.

use clap::{Parser, ValueEnum};

/// Write documents with our tokens, one JSON object a line
#[derive(Debug, Parser)]
pub(crate) struct Arguments {
    /// The ID of the revision
    #[arg(long, value_name = "ID", default_value = "whatwg-2026-07-19")]
    pub(crate) revision: String,
    /// What the documents are made of
    #[arg(long, value_enum, default_value_t = Kind::Random)]
    pub(crate) kind: Kind,
    /// The number of documents; `references` has its own
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) count: usize,
    /// Another seed gives other documents
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// What documents are made of.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Kind {
    /// Characters and texts that the tables name, in every initial state
    Random,
    /// Parts of the pages of the corpus, mutated
    Pages,
    /// Elements without rules of their own, comments, references and raw text: the tree shows each token
    Flat,
    /// Every named reference with what can follow it, and numeric references
    References,
}
