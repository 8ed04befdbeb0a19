//! html5lib's tests of trees that an edit of tree construction contradicts.
//!
//! They are run by the tables, before the edit and after it. The generated code is proved to be the same as the tables, so it is not
//! compiled for them.

use super::own_tests::tests_of_trees;
use crate::trees::Trees;
use crate::{dat, test_files};
use tokenwright_analyses::compare::report::input;
use tokenwright_analyses::compare::trees::Start;
use tokenwright_interpreter::Interpreter;
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load::Loaded;
use xtask::report::counted;

/// The number of tests that are shown with their trees, unless all are requested.
const LISTED: usize = 5;

/// A test that passed before the edit.
struct Contradicted {
    file: String,
    /// The line of its `#data`, from 1.
    line: usize,
    input: String,
    expected: String,
    given: String,
}

/// The tree of an input, or why there is none.
fn tree((trees, interpreter): (&Trees, &Interpreter<'_>), start: &Start, data: &str) -> String {
    match trees.observe(interpreter, start.environment(), data, ()) {
        Ok(parsed) => parsed.document.html5lib(parsed.root).trim_end().to_owned(),
        Err(stuck) => format!("no tree: {stuck}"),
    }
}

/// Runs the tests if tree construction was edited, prints those that the edit contradicts, and returns their number.
///
/// # Errors
/// If a file of tests cannot be read, or the tables cannot be run.
pub(super) fn show(before: &Loaded, now: &Loaded, all: bool) -> Result<usize, String> {
    let [Some(before), Some(now)] = [before, now].map(|loaded| Trees::of(loaded.clone())) else {
        return Ok(0);
    };
    if before.tables == now.tables {
        return Ok(0);
    }
    let id = now.id();
    let Some(folder) = tests_of_trees() else {
        eprintln!(
            "note: html5lib's tests of trees are not present and are skipped; `cargo xtask test-data` gets them"
        );
        return Ok(0);
    };
    let [of_before, of_now] = [before.interpreter(), now.interpreter()];
    let of_before = of_before.map_err(|error| error.message)?;
    let of_now = of_now.map_err(|error| error.message)?;
    let files = test_files::paths(&[folder], &["dat"]).map_err(|error| error.message)?;
    let mut number = 0;
    let mut found = Vec::new();
    for path in &files {
        let text =
            test_files::text(path, &mut Sources::default()).map_err(|error| error.message)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let wrong = |line, message| format!("{}:{line}: {message}", path.display());
        let tests = dat::tests(&text).map_err(|error| wrong(error.line, error.message))?;
        number += tests.len();
        for test in &tests {
            let given = judge((&before, &of_before), (&now, &of_now), test);
            found.extend(given.map(|given| Contradicted {
                file: name.clone().into_owned(),
                line: test.line,
                input: test.data.to_owned(),
                expected: test.tree.to_owned(),
                given,
            }));
        }
    }
    println!(
        "\nTests of trees of {id}, run by the tables\n  html5lib's tests: of {number}, the edit contradicts {}",
        found.len()
    );
    let listed = if all { found.len() } else { LISTED };
    for test in found.iter().take(listed) {
        println!("\n  {}:{}: {}", test.file, test.line, input(&test.input));
        for (what, tree) in [("expected", &test.expected), ("got", &test.given)] {
            println!("    {what}");
            tree.lines().for_each(|line| println!("      {line}"));
        }
    }
    if found.len() > listed {
        println!("\n  and {} more; `--all` lists them", found.len() - listed);
    }
    if !found.is_empty() {
        println!(
            "\n  Compare {} with the spec. If it agrees with the tables, list the test in tests/data/overruled.",
            match found.len() {
                1 => "its tree".to_owned(),
                many => format!("the trees of {}", counted(many, "test")),
            }
        );
    }
    Ok(found.len())
}

/// The tree that the edited tables give, if it is not the expected one, and was before the edit.
fn judge(
    before: (&Trees, &Interpreter<'_>),
    now: (&Trees, &Interpreter<'_>),
    test: &dat::DatTest<'_>,
) -> Option<String> {
    test.starts().iter().find_map(|start| {
        let given = tree(now, start, test.data);
        let is_new = given != test.tree && tree(before, start, test.data) == test.tree;
        is_new.then_some(given)
    })
}
