//! The measured tokenizers, each with a sink that touches every byte it receives; some also with one that does not.

mod floor;
mod html5ever;
mod html5gum;
mod lol_html;
mod tl;
mod tokenwright;

use std::error::Error;

use crate::chunks::Chunks;
use crate::counts::Counts;
use crate::page::Page;

/// A tokenizer, or a baseline for comparison.
#[derive(Clone, Copy)]
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    /// Setup before the clock starts.
    pub(crate) prepare: fn(&Page),
    /// Tokenizes a page in memory.
    pub(crate) whole: fn(&Page) -> Counts,
    /// Tokenizes a page in chunks, if supported.
    pub(crate) chunked: Option<fn(&mut dyn Chunks) -> Counts>,
    /// What it omits compared with a full tokenizer, if anything.
    pub(crate) less: Option<&'static str>,
}

impl Peer {
    /// Whether it is this project's tokenizer, in any revision.
    pub(crate) fn is_ours(&self) -> bool {
        let mut older = tokenwright::OLDER.iter();
        self.name.starts_with("tokenwright") || older.any(|older| older.name == self.name)
    }
}

pub(crate) fn nothing(_: &Page) {}

const ALL: &[Peer] = &[
    tokenwright::SINK,
    tokenwright::SPANS,
    tokenwright::SILENT,
    tokenwright::TOKENS,
    tokenwright::CHUNKS,
    tokenwright::BYTES,
    tokenwright::LOOK,
    tokenwright::EVERYTHING,
    tokenwright::UNPLACED,
    tokenwright::SILENT_LOOK,
    tokenwright::TOKENS_LOOK,
    tokenwright::TOKENS_LOOK_REF,
    html5ever::PEER,
    html5ever::EXACT,
    html5gum::DEFAULT,
    html5gum::CALLBACK,
    html5gum::CALLBACK_LOOK,
    lol_html::FULL,
    lol_html::SCAN,
    tl::PEER,
    floor::TOUCH,
    floor::MEMCHR,
];

/// The peers with these names; without names, all except our older revisions.
///
/// # Errors
/// If a peer does not exist; the message lists all peers.
pub(crate) fn chosen(names: &[String]) -> Result<Vec<Peer>, Box<dyn Error>> {
    if names.is_empty() {
        return Ok(ALL.to_vec());
    }
    names.iter().map(|name| named(name)).collect()
}

/// The peer of this name.
///
/// # Errors
/// If it does not exist; the message lists all peers.
pub(crate) fn named(name: &str) -> Result<Peer, Box<dyn Error>> {
    let all = || ALL.iter().chain(&tokenwright::OLDER);
    all()
        .find(|peer| peer.name == name)
        .copied()
        .ok_or_else(|| {
            let names: Vec<_> = all().map(|peer| peer.name).collect();
            format!("no peer {name:?}; there are: {}", names.join(", ")).into()
        })
}
