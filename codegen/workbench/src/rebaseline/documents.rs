//! The trees of tree-construction tests, brought up to a revision, and their lists of parse errors.
//!
//! A tree is changed only if the tables of an older revision build it: then the standard has changed. The lists below `#errors`
//! are by several hands and in several forms, which no revision explains, so they are written only on request, and only
//! of tests whose tree is that of the tables. A line that says what the tables say is written as it is.

use crate::dat::{self, DatTest};
use std::fmt::Write;
use std::ops::Range;
use tokenwright_analyses::compare::trees::Machine;
use tokenwright_analyses::suite::trees::{PlacedError, TreeResult, runs};
use tokenwright_interpreter::Interpreter;
use tokenwright_tables::load::Loaded;

/// A file of tests with other trees and lists.
#[derive(Default)]
pub(super) struct Updated {
    pub(super) text: String,
    pub(super) trees: Vec<ChangedTree>,
    pub(super) lists: Vec<ChangedList>,
    pub(super) unexplained: Vec<Unexplained>,
}

/// A test whose tree is that of an older revision.
pub(super) struct ChangedTree {
    /// The line of its `#data`, from 1.
    pub(super) line: usize,
    pub(super) input: String,
    /// The revision that builds the tree from before.
    pub(super) from: String,
}

/// A test whose list of errors is another one.
pub(super) struct ChangedList {
    /// The line of its `#data`, from 1.
    pub(super) line: usize,
    pub(super) input: String,
    /// How many errors were listed, and how many are.
    pub(super) numbers: [usize; 2],
}

/// A test that is left alone.
pub(super) struct Unexplained {
    /// The line of its `#data`, from 1.
    pub(super) line: usize,
    pub(super) input: String,
    pub(super) why: String,
}

/// Brings the trees of a file up to the last of some revisions, and with `lists` the lists of errors. Lines are those of the
/// text as it was `before` it was changed.
///
/// # Errors
/// The line of a test, from 1, and why it cannot be run.
pub(super) fn file(
    revisions: &[Loaded],
    [before, text]: [&str; 2],
    lists: bool,
) -> Result<Updated, (usize, String)> {
    let tests = |text| dat::tests(text).map_err(|error| (error.line, error.message));
    let (before, mut tests) = (tests(before)?, tests(text)?);
    for (test, before) in tests.iter_mut().zip(before) {
        test.line = before.line;
    }
    let mut of_revisions = revisions.iter().rev();
    let Some(newest) = of_revisions.next() else {
        return Ok(Updated::default());
    };
    let older: Vec<(&str, Vec<Answer>)> = of_revisions
        .map(|loaded| Ok((&*loaded.revision.about.id, answers(loaded, &tests)?)))
        .collect::<Result<_, (usize, String)>>()?;
    let mut updated = Updated::default();
    let mut copied = 0;
    for (at, (test, newest)) in tests.iter().zip(answers(newest, &tests)?).enumerate() {
        let mut write = |range: Range<usize>, new: &str| {
            updated.text.push_str(&text[copied..range.start]);
            updated.text.push_str(new);
            copied = range.end;
        };
        let (line, input) = (test.line, test.data.to_owned());
        let mut leave = |why: String| {
            let input = test.data.to_owned();
            updated.unexplained.push(Unexplained { line, input, why });
        };
        let newest = match newest {
            Ok(newest) => newest,
            Err(why) => {
                leave(why);
                continue;
            }
        };
        let mut before = older.iter().filter(|(_, answers)| {
            let answer = answers[at].as_ref();
            answer.is_ok_and(|result| result.tree.trim_end() == test.tree)
        });
        let tree = newest.tree.trim_end();
        let is_current = tree == test.tree;
        let from = before.next().filter(|_| !is_current);
        if !is_current && from.is_none() {
            leave(format!(
                "no revision builds its tree; that of the tables is\n{tree}"
            ));
            continue;
        }
        let list = match &newest.errors {
            Some(errors) => list(errors),
            None => {
                if lists {
                    leave("its errors depend on scripting".to_owned());
                }
                text[test.listed.clone()].to_owned()
            }
        };
        if lists && list != text[test.listed.clone()] {
            let numbers = [&text[test.listed.clone()], &list].map(|list| list.lines().count());
            let input = input.clone();
            updated.lists.push(ChangedList {
                line,
                input,
                numbers,
            });
            write(test.listed.clone(), &list);
        }
        if let Some((from, _)) = from {
            let from = (*from).to_owned();
            updated.trees.push(ChangedTree { line, input, from });
            write(test.document.clone(), tree);
        }
    }
    updated.text.push_str(&text[copied..]);
    Ok(updated)
}

/// What a revision makes of a test.
struct Made {
    tree: String,
    /// `None` if they depend on scripting.
    errors: Option<Vec<PlacedError>>,
}

/// What a revision makes of a test, or why that is not one tree.
type Answer = Result<Made, String>;

/// What a revision makes of each test, without scripting and with it unless a test says which.
fn answers(loaded: &Loaded, tests: &[DatTest<'_>]) -> Result<Vec<Answer>, (usize, String)> {
    let id = &loaded.revision.about.id;
    let Some(tables) = &loaded.trees else {
        let why = || Err(format!("{id} has no tables of tree construction"));
        return Ok(tests.iter().map(|_| why()).collect());
    };
    let interpreter = Interpreter::new(&loaded.revision, &loaded.references);
    let interpreter = interpreter.map_err(|refusal| (1, refusal.to_string()))?;
    let machine = Machine::new(tables, &loaded.revision, &interpreter);
    let each = tests.iter().map(|test| {
        let starts = test.starts();
        let modes = starts.len();
        let documents = starts.into_iter();
        let ran = runs(
            &machine,
            documents.map(|start| (start, test.data.to_owned())),
        );
        let ran = ran.map_err(|stuck| (test.line, stuck.to_string()))?;
        let mut results = ran.into_iter().map(|run| run.expected);
        let first = results.next();
        let is_whole = results.len() + 1 == modes;
        Ok(match first.filter(|_| is_whole) {
            None => Err(format!("the tables of {id} do not say how to go on")),
            Some(TreeResult { tree, errors }) => {
                let others: Vec<TreeResult> = results.collect();
                let has_one_list = others.iter().all(|other| other.errors == errors);
                match others.iter().all(|other| other.tree == tree) {
                    true => Ok(Made {
                        tree,
                        errors: has_one_list.then_some(errors),
                    }),
                    false => Err("its tree depends on scripting".to_owned()),
                }
            }
        })
    });
    each.collect()
}

/// The lines below `#errors`.
fn list(errors: &[PlacedError]) -> String {
    errors.iter().fold(String::new(), |mut lines, error| {
        let _ = writeln!(lines, "({},{}): {}", error.line, error.column, error.code);
        lines
    })
}
