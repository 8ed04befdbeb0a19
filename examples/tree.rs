//! Prints the tree of a document, or of a fragment whose context is the argument, such as `td` or `svg path`.

use std::env::args;
use std::io::{self, Read, stdin};
use tokenwright_tree::{Context, Namespace, Options, parse_with};

fn main() -> io::Result<()> {
    let mut html = String::new();
    stdin().read_to_string(&mut html)?;
    let context = args().nth(1).map(|name| match name.split_once(' ') {
        Some(("svg", name)) => Context::new(name, Namespace::Svg),
        Some(("math", name)) => Context::new(name, Namespace::MathMl),
        _ => Context::new(name, Namespace::Html),
    });
    let options = Options {
        context,
        ..Options::default()
    };
    // As html5lib's tests write trees.
    print!("{}", parse_with(&html, &options).to_html5lib());
    Ok(())
}
