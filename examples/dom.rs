//! Builds the tree of a page that arrives in pieces, runs its scripts where the standard says, and selects elements.

use std::error::Error;
use std::io::{Read, stdin};
use tokenwright_tree::{Limits, NodeData, Options, Parser, Visit};

/// What `document.write("…")` would write, in place of a JavaScript engine.
fn run(script: &str) -> Option<&str> {
    let (_, argument) = script.split_once("document.write(\"")?;
    Some(argument.split_once("\")")?.0)
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options {
        scripting: true,
        pauses: true,
        spans: true,
        limits: Limits {
            nodes: 1_000_000,
            depth: 10_000,
            ..Limits::default()
        },
        ..Options::default()
    };
    let mut parser = Parser::new(&options);
    let mut stdin = stdin().lock();
    // As a network would: a piece may end inside a tag or a character.
    let mut piece = [0; 16];
    loop {
        let len = stdin.read(&mut piece)?;
        if len == 0 {
            break;
        }
        parser.feed_bytes(&piece[..len]);
        while let Some(script) = parser.script() {
            let text = script.text_content().into_owned();
            if let Some(written) = run(&text) {
                parser.insert(written);
            }
            parser.resume();
        }
    }
    let document = parser.finish();
    let mut depth = 0;
    for visit in document.root().traverse() {
        match visit {
            Visit::Enter(node) => {
                let indent = "  ".repeat(depth);
                match node.data() {
                    NodeData::Element { .. } => {
                        println!("{indent}<{}>", node.name().unwrap_or_default())
                    }
                    NodeData::Text(text) => println!("{indent}{text:?}"),
                    _ => {}
                }
                depth += 1;
            }
            Visit::Leave(_) => depth -= 1,
        }
    }
    for cell in document.select("tr > td:first-child")? {
        let place = cell.spans().start.unwrap_or_default();
        println!(
            "selected {:?}, whose start tag is at {place}",
            cell.text_content()
        );
    }
    Ok(())
}
