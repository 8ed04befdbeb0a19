//! Trees of the generated rules.

use super::{Input, namespace};
use tokenwright::Revision;
use tokenwright_tree::revisions::{
    Newest, W3c2012, Whatwg20080309, Whatwg20090207, Whatwg20140523, Whatwg20200522, WhatwgDraft,
};
use tokenwright_tree::{Options, Parser, parse_as, parse_with};

/// The options for a document, or for a fragment in a context.
pub(super) fn options(input: &Input) -> Options {
    let context = input.context.as_ref();
    Options {
        scripting: input.scripting,
        context: context.map(|of| tokenwright_tree::Context::new(&of.name, namespace(of))),
        ..Options::default()
    }
}

/// The tree of a document or fragment, in the form of html5lib's tests.
#[must_use]
pub fn compiled(input: &Input) -> String {
    parse_with(&input.html, &options(input)).to_html5lib()
}

/// The tree that a revision builds, as [`compiled`] has it.
///
/// # Panics
/// If the revision has no generated rules.
#[must_use]
pub fn compiled_in(revision: &str, input: &Input) -> String {
    let parse = match revision {
        Whatwg20080309::ID => parse_as::<Whatwg20080309>,
        Whatwg20090207::ID => parse_as::<Whatwg20090207>,
        W3c2012::ID => parse_as::<W3c2012>,
        Whatwg20140523::ID => parse_as::<Whatwg20140523>,
        Whatwg20200522::ID => parse_as::<Whatwg20200522>,
        WhatwgDraft::ID => parse_as::<WhatwgDraft>,
        Newest::ID => parse_as::<Newest>,
        _ => panic!("no generated trees of {revision}"),
    };
    parse(&input.html, &options(input)).to_html5lib()
}

/// The tree of an input that comes in these parts, as [`compiled`] has it.
#[must_use]
pub fn compiled_parts(input: &Input, parts: &[&str]) -> String {
    let mut parser = Parser::new(&options(input));
    for part in parts {
        parser.feed(part);
    }
    parser.finish().to_html5lib()
}
