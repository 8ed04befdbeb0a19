//! Those who are measured, each with a sink that touches every byte it is given.

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

/// A tokenizer, or something to hold tokenizers against.
#[derive(Clone, Copy)]
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    /// What is done before the clock starts.
    pub(crate) prepare: fn(&Page),
    /// Tokenizes a page that is in memory.
    pub(crate) whole: fn(&Page) -> Counts,
    /// Tokenizes what comes in pieces, where it can.
    pub(crate) chunked: Option<fn(&mut dyn Chunks) -> Counts>,
    /// What it does less than a full tokenizer; none if nothing.
    pub(crate) less: Option<&'static str>,
}

impl Peer {
    /// Whether it is this project's tokenizer, in any revision.
    pub(crate) fn is_ours(&self) -> bool {
        let mut older = tokenwright::OLDER.iter();
        self.name.starts_with("tokenwright") || older.any(|older| older.name == self.name)
    }
}

fn nothing(_: &Page) {}

const ALL: &[Peer] = &[
    tokenwright::SINK,
    tokenwright::SPANS,
    tokenwright::SILENT,
    tokenwright::TOKENS,
    tokenwright::CHUNKS,
    html5ever::PEER,
    html5ever::EXACT,
    html5gum::DEFAULT,
    html5gum::CALLBACK,
    lol_html::FULL,
    lol_html::SCAN,
    tl::PEER,
    floor::TOUCH,
    floor::MEMCHR,
];

/// The peers of these names; without any all but our older revisions.
///
/// # Errors
/// When there is no such peer; the message lists them.
pub(crate) fn chosen(names: &[String]) -> Result<Vec<Peer>, Box<dyn Error>> {
    if names.is_empty() {
        return Ok(ALL.to_vec());
    }
    names.iter().map(|name| named(name)).collect()
}

/// The peer of this name.
///
/// # Errors
/// When there is none; the message lists them.
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
