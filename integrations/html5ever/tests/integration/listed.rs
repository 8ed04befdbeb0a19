//! Tests whose tree is not the expected one, listed with the reason.

use serde::Deserialize;
use tokenwright_tests::tree_construction::Case;

/// A list in `tests/data`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct List {
    test: Vec<Listed>,
}

/// A listed test.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listed {
    file: String,
    data: String,
    fragment: Option<String>,
    /// The tree instead of the expected one.
    pub(crate) tree: String,
}

impl List {
    pub(crate) fn parse(text: &str) -> Self {
        toml::from_str(text).expect("a list of tests")
    }

    pub(crate) fn find(&self, test: &Case) -> Option<&Listed> {
        self.test.iter().find(|listed| {
            let fragment = test.context.as_ref().map(|context| &context.name);
            listed.file == test.file()
                && listed.data == test.data
                && listed.fragment.as_ref() == fragment
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.test.len()
    }
}
