//! Tests that contradict the text of their revision, and tests that cannot be run.

use crate::data;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io;
use tokenwright_analyses::suite::Case;

/// The exceptions of a suite.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exceptions {
    /// Tests that contradict the text of the revision; the text has precedence.
    #[serde(default)]
    pub overruled: Vec<Exception>,
    /// Tests that expect an order of errors that the text leaves open.
    #[serde(default)]
    pub unordered: Vec<Exception>,
}

/// A test whose expectation is ignored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// The file of the test, such as `test1.test`.
    pub file: String,
    /// The description of the test, as in the file.
    pub description: String,
    /// The input of the test, as in the file.
    pub input: String,
    /// The initial state or content model, if the exception is limited to it.
    pub start: Option<String>,
    /// The sentence of the revision that the test contradicts.
    pub sentence: String,
    /// The location of that sentence, and why the test contradicts it.
    pub why: String,
}

impl Exceptions {
    /// Reads `data/overruled/ID.toml`; a revision without such a file has no exceptions.
    ///
    /// # Errors
    /// If the file is malformed.
    pub fn read(revision: &str) -> io::Result<Self> {
        match data::read(&format!("overruled/{revision}.toml")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            read => read,
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Exception> {
        self.overruled.iter().chain(&self.unordered)
    }
}

impl Exception {
    /// Whether the exception applies to a case of a file.
    #[must_use]
    pub fn means(&self, file: &str, case: &Case) -> bool {
        let model = case.setup.content_model.map(|model| model.to_string());
        let starts = [&case.setup.state, &model];
        self.file == file
            && self.description == case.description
            && self.input == case.input
            && (self.start.is_none() || starts.contains(&&self.start))
    }
}

/// The tests with lone surrogates, by revision and file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct LoneSurrogates(BTreeMap<String, Listed>);

/// Those of one revision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
struct Listed {
    /// The number of runs.
    count: usize,
    /// The descriptions, by file.
    tests: BTreeMap<String, Vec<String>>,
}

impl LoneSurrogates {
    /// Reads `data/lone-surrogates.toml`.
    ///
    /// # Errors
    /// If the file is absent or malformed.
    pub fn read() -> io::Result<Self> {
        data::read("lone-surrogates.toml")
    }

    /// The number of listed cases of a revision.
    #[must_use]
    pub fn count(&self, revision: &str) -> usize {
        self.0.get(revision).map_or(0, |listed| listed.count)
    }

    /// The listed descriptions of a file of a revision.
    #[must_use]
    pub fn descriptions(&self, revision: &str, file: &str) -> &[String] {
        let listed = self.0.get(revision);
        listed.map_or(&[], |listed| {
            listed.tests.get(file).map_or(&[], Vec::as_slice)
        })
    }
}
