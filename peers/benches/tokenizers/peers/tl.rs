//! tl, which does not follow the standard.

use tl::{Node, ParserOptions};

use super::{Peer, nothing};
use crate::counts::{Counter, Counts};
use crate::page::Page;

/// The nodes of the tree that tl builds.
pub(super) const PEER: Peer = Peer {
    name: "tl",
    prepare: nothing,
    whole,
    chunked: None,
    less: Some(
        "not conformant: no end tags, DOCTYPE, references, raw text or errors; loses what it cannot read",
    ),
};

fn whole(page: &Page) -> Counts {
    let mut counts = <Counter>::default();
    let Ok(dom) = tl::parse(&page.text, ParserOptions::default()) else {
        return counts.0;
    };
    for node in dom.nodes() {
        match node {
            Node::Tag(tag) => {
                counts.start_tag(tag.name().as_bytes());
                for (name, value) in tag.attributes().iter() {
                    counts.attribute(name.as_bytes(), value.as_deref().unwrap_or("").as_bytes());
                }
            }
            Node::Raw(text) => counts.text(text.as_bytes()),
            Node::Comment(data) => counts.comment(data.as_bytes()),
        }
    }
    counts.0
}
