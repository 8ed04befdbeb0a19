//! Suites of trees in the form of html5lib's tests (`.dat`).

use super::build::{TreeSuite, TreeTest};
use super::run::PlacedError;
use std::fmt::Write;

/// The tests in html5lib's form. `#errors` has every parse error, and `#new-errors` those of the tokenizer again, as html5lib's
/// files do.
#[must_use]
pub fn dat(suite: &TreeSuite) -> String {
    let tests: Vec<String> = suite.tests.iter().map(test).collect();
    tests.join("\n")
}

fn test(test: &TreeTest) -> String {
    let run = &test.run;
    let mut out = format!("#data\n{}\n{}", run.text, errors(&run.expected.errors));
    if let Some(context) = &run.start.context {
        let _ = writeln!(out, "#document-fragment\n{}", context.html5lib());
    }
    match test.scripting {
        Some(true) => out.push_str("#script-on\n"),
        Some(false) => out.push_str("#script-off\n"),
        None => {}
    }
    let _ = write!(out, "#document\n{}", run.expected.tree);
    out
}

/// The sections of the errors.
fn errors(errors: &[PlacedError]) -> String {
    let mut out = String::from("#errors\n");
    for error in errors {
        let _ = writeln!(out, "({},{}): {}", error.line, error.column, error.code);
    }
    let mut of_tokenizer = errors.iter().filter(|it| !it.of_tree).peekable();
    if of_tokenizer.peek().is_some() {
        out.push_str("#new-errors\n");
    }
    for error in of_tokenizer {
        let _ = writeln!(out, "({}:{}) {}", error.line, error.column, error.code);
    }
    out
}
