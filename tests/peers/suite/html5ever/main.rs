//! Trees of html5ever, for `../trees.py`.
//!
//! Reads a test a line, a JSON object with `document`, `context` and `scripting`, and writes its tree as a JSON string in a line.

use html5ever::driver::{self, ParseOpts};
use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{LocalName, QualName, ns};
use markup5ever_rcdom::RcDom;
use serde::Deserialize;
use std::error::Error;
use std::io;
use tokenwright_html5ever::rcdom::Outline;

#[derive(Deserialize)]
struct Test {
    document: String,
    context: Option<String>,
    scripting: bool,
}

/// The name of a context as html5lib's tests write it: `svg path`, `div`.
fn name(context: &str) -> QualName {
    let (namespace, local) = match context.split_once(' ') {
        Some(("svg", local)) => (ns!(svg), local),
        Some((_, local)) => (ns!(mathml), local),
        None => (ns!(html), context),
    };
    QualName::new(None, namespace, LocalName::from(local))
}

fn tree(test: &Test) -> String {
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts {
            scripting_enabled: test.scripting,
            ..TreeBuilderOpts::default()
        },
        ..ParseOpts::default()
    };
    let sink = RcDom::default();
    let parser = match &test.context {
        None => driver::parse_document(sink, options),
        Some(context) => {
            driver::parse_fragment(sink, options, name(context), vec![], test.scripting)
        }
    };
    let dom = parser.one(test.document.as_str());
    match test.context {
        None => Outline(&dom.document).to_string(),
        Some(_) => Outline(&dom.document.children.borrow()[0]).to_string(),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    for line in io::stdin().lines() {
        let test = serde_json::from_str(&line?)?;
        println!("{}", serde_json::to_string(&tree(&test))?);
    }
    Ok(())
}
