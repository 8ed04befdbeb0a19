//! Lower bounds on the time of any tokenizer.

use memchr::memchr3_iter;

use super::{Peer, nothing};
use crate::chunks::Chunks;
use crate::counts::{Counter, Counts};

/// The work of the sinks alone: touches every byte.
pub(super) const TOUCH: Peer = Peer {
    name: "touch",
    prepare: nothing,
    whole: |page| touch(&mut Some(page.text.as_str())),
    chunked: Some(touch),
    less: Some("touches every byte of the page as every sink does, and nothing else"),
};

fn touch(chunks: &mut dyn Chunks) -> Counts {
    let mut counts = <Counter>::default();
    while let Some(chunk) = chunks.next() {
        counts.text(chunk.as_bytes());
    }
    counts.0
}

/// A search for the three bytes that end text.
pub(super) const MEMCHR: Peer = Peer {
    name: "memchr3",
    prepare: nothing,
    whole: |page| {
        let mut counts = Counts::default();
        for place in memchr3_iter(b'<', b'&', 0, page.text.as_bytes()) {
            counts.start_tags += 1;
            counts.sum ^= place as u64;
        }
        counts
    },
    chunked: None,
    less: Some("finds every <, & and U+0000, and nothing else"),
};
