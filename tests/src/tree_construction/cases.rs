//! The `.dat` files of html5lib's tree-construction tests.

use super::Input;
use crate::folders::files;
use std::path::Path;
use std::{fs, io};
use tokenwright_tables::tree::grammar::ElementType;

/// A test: a document or a fragment, and its tree.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The file and the number of the test in it, from 1: `svg.dat 3`.
    pub id: String,
    /// The document or the fragment.
    pub data: String,
    /// The context of a fragment.
    pub context: Option<ElementType>,
    /// The only scripting mode of the test.
    pub scripting: Option<bool>,
    /// The parse errors, a line each: `(1,3): expected-doctype-but-got-start-tag`.
    pub errors: Vec<String>,
    /// Those of them that are the tokenizer's, by the standard's codes: `(1:3) eof-in-tag`.
    pub new_errors: Vec<String>,
    /// The tree, a node or an attribute a line.
    pub document: String,
}

impl Case {
    /// The name of the file.
    #[must_use]
    pub fn file(&self) -> &str {
        self.id.split_once(' ').expect("a file and a number").0
    }

    /// What is parsed in a scripting mode.
    #[must_use]
    pub fn input(&self, scripting: bool) -> Input {
        Input {
            html: self.data.clone(),
            context: self.context.clone(),
            scripting,
        }
    }

    /// What is parsed in each scripting mode that the test is for.
    pub fn inputs(&self) -> impl Iterator<Item = Input> {
        let modes = [false, true].into_iter();
        let modes = modes.filter(|mode| self.scripting.is_none_or(|only| only == *mode));
        modes.map(|mode| self.input(mode))
    }
}

/// Reads all tests of a folder, in the order of the files' names.
///
/// # Errors
/// The folder or a file cannot be read.
pub fn read(folder: &Path) -> io::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for path in files(folder, &["dat"])? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = fs::read(&path)?;
        cases.extend(parse(&name, &String::from_utf8_lossy(&text)));
    }
    Ok(cases)
}

/// The tests of a file. The data of a test ends at the line `#errors`, and its tree at the next test.
fn parse(file: &str, text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut section = "";
    for line in text.split('\n') {
        let begins_section = match section {
            "#data" => line == "#errors",
            "#document" => line == "#data",
            _ => line.starts_with('#'),
        };
        if line == "#data" && begins_section {
            cases.push(Case {
                id: format!("{file} {}", cases.len() + 1),
                ..Case::default()
            });
        }
        let Some(case) = cases.last_mut() else {
            continue;
        };
        if begins_section {
            match line {
                "#script-on" => case.scripting = Some(true),
                "#script-off" => case.scripting = Some(false),
                _ => {}
            }
            section = line;
            continue;
        }
        match section {
            "#data" => case.data += &format!("{line}\n"),
            "#document" => case.document += &format!("{line}\n"),
            "#errors" if !line.is_empty() => case.errors.push(line.to_owned()),
            "#new-errors" if !line.is_empty() => case.new_errors.push(line.to_owned()),
            "#document-fragment" => {
                let context = ElementType::named(line);
                case.context = Some(context.unwrap_or_else(|| panic!("{line:?} names no element")));
                section = "";
            }
            _ => {}
        }
    }
    // A blank line separates tests.
    for case in &mut cases {
        case.data.pop();
        case.document
            .truncate(case.document.trim_end_matches('\n').len());
        if !case.document.is_empty() {
            case.document.push('\n');
        }
    }
    cases
}
