//! The format of html5lib's tree-construction tests.

use html5ever::{LocalName, QualName, ns};
use std::fs;
use std::io;
use std::path::Path;

/// A test: a document or a fragment, and its tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Test {
    pub(crate) file: String,
    pub(crate) data: String,
    /// The tree, in the format of `tokenwright_html5ever::rcdom::Outline`.
    pub(crate) document: String,
    pub(crate) fragment: Option<String>,
    /// Whether the test is about one of the modes; `None` for both.
    pub(crate) scripting: Option<bool>,
}

impl Test {
    /// The name of the context element, if this is a fragment.
    pub(crate) fn context(&self) -> Option<QualName> {
        let context = self.fragment.as_deref()?;
        let (namespace, local) = match context.split_once(' ') {
            Some(("svg", local)) => (ns!(svg), local),
            Some(("math", local)) => (ns!(mathml), local),
            _ => (ns!(html), context),
        };
        Some(QualName::new(None, namespace, LocalName::from(local)))
    }

    pub(crate) fn modes(&self) -> impl Iterator<Item = bool> {
        let only = self.scripting;
        [false, true]
            .into_iter()
            .filter(move |mode| only.is_none_or(|only| only == *mode))
    }
}

/// Reads all files of tests in a folder.
pub(crate) fn read(folder: &Path) -> io::Result<Vec<Test>> {
    let entries = fs::read_dir(folder)?;
    let mut files = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "dat"));
    files.sort();
    let mut tests = Vec::new();
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        tests.extend(parse(&name, &fs::read_to_string(&path)?));
    }
    Ok(tests)
}

/// Reads the tests of a file.
fn parse(file: &str, text: &str) -> Vec<Test> {
    let mut tests = Vec::new();
    let text = text.strip_prefix("#data\n").expect("a test comes first");
    for test in text.trim_end_matches('\n').split("\n\n#data\n") {
        let mut read = Test {
            file: file.to_owned(),
            ..Test::default()
        };
        // A line of the data may begin with a number sign, too.
        let test = format!("\n{test}");
        let (data, rest) = test.split_once("\n#errors").expect("a list of errors");
        read.data = data.get(1..).unwrap_or_default().to_owned();
        let (before, document) = rest.split_once("\n#document\n").expect("a tree");
        read.document = format!("{document}\n");
        let mut lines = before.lines();
        while let Some(line) = lines.next() {
            match line {
                "#script-on" => read.scripting = Some(true),
                "#script-off" => read.scripting = Some(false),
                "#document-fragment" => read.fragment = lines.next().map(str::to_owned),
                _ => {}
            }
        }
        tests.push(read);
    }
    tests
}
