//! Trees of the generated rules.

use super::Context;
use tokenwright_tree::{Options, Parser, parse_with};

fn options(context: Option<&Context>, scripting: bool) -> Options {
    let context = context.map(|of| tokenwright_tree::Context::new(&of.name, of.namespace));
    Options {
        scripting,
        context,
        ..Options::default()
    }
}

/// The tree of a document or fragment, in the form of html5lib's tests.
#[must_use]
pub fn compiled(input: &str, context: Option<&Context>, scripting: bool) -> String {
    parse_with(input, &options(context, scripting)).to_html5lib()
}

/// The same, of a document that comes in parts.
#[must_use]
pub fn compiled_parts(parts: &[&str], context: Option<&Context>, scripting: bool) -> String {
    let mut parser = Parser::new(&options(context, scripting));
    for part in parts {
        parser.feed(part);
    }
    parser.finish().to_html5lib()
}
