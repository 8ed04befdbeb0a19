//! The format of html5lib's tree-construction tests.

use html5ever::{LocalName, QualName, ns};
use std::io;
use std::path::Path;
use tokenwright::Namespace;
use tokenwright_tests::tree_construction::{self, Case, Context};

/// A test: a document or a fragment, and its tree.
#[derive(Clone, Debug)]
pub(crate) struct Test {
    pub(crate) file: String,
    pub(crate) data: String,
    /// The tree, in the format of `tokenwright_html5ever::rcdom::Outline`.
    pub(crate) document: String,
    /// The context element, if this is a fragment.
    pub(crate) context: Option<Context>,
    /// Whether the test is about one of the modes; `None` for both.
    pub(crate) scripting: Option<bool>,
}

impl Test {
    /// The name of the context element, if this is a fragment.
    pub(crate) fn context(&self) -> Option<QualName> {
        let context = self.context.as_ref()?;
        let namespace = match context.namespace {
            Namespace::Html => ns!(html),
            Namespace::Svg => ns!(svg),
            Namespace::MathMl => ns!(mathml),
        };
        let local = context.name.as_str();
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
    let cases = tree_construction::read(folder)?.into_iter();
    Ok(cases.map(Test::from).collect())
}

impl From<Case> for Test {
    fn from(case: Case) -> Self {
        let (file, _) = case.id.split_once(' ').expect("a file and a number");
        Test {
            file: file.to_owned(),
            data: case.data,
            document: case.document,
            context: case.context,
            scripting: case.scripting,
        }
    }
}
