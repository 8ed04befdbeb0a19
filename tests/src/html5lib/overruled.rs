//! Tests that a revision's own text overrules, and tests that cannot be run at all.

use super::case::Case;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The tests of a suite that are not taken as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exceptions {
    /// Tests that contradict the text of the revision, which then wins.
    #[serde(default)]
    pub overruled: Vec<Exception>,
    /// Tests that fix an order of errors which the text does not fix.
    #[serde(default)]
    pub unordered: Vec<Exception>,
}

/// A test that is not taken as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// The file it is in.
    pub file: String,
    /// What it says of itself.
    pub description: String,
    /// Its input.
    pub input: String,
    /// The state or the content model that it starts in, where only that one is meant.
    pub start: Option<String>,
    /// The sentence of the revision that the test does not agree with.
    pub sentence: String,
    /// The place of that sentence, and why the test contradicts it.
    pub why: String,
}

impl Exceptions {
    /// Reads `data/overruled/ID.toml`; a revision without such a file has no exceptions.
    ///
    /// # Errors
    /// When the file is not as it should be.
    pub fn read(revision: &str) -> io::Result<Self> {
        match read(&format!("data/overruled/{revision}.toml")) {
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
    /// Whether a case is meant.
    #[must_use]
    pub fn means(&self, case: &Case) -> bool {
        let starts = [&case.setup.state, &case.setup.content_model];
        self.file == case.file
            && self.description == case.description
            && Some(&self.input) == case.input.as_ref()
            && (self.start.is_none() || starts.contains(&&self.start))
    }
}

/// The tests with lone surrogates, by revision and file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct LoneSurrogates(BTreeMap<String, Listed>);

/// Those of one revision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
struct Listed {
    /// How many runs they are.
    count: usize,
    /// The descriptions, by file.
    tests: BTreeMap<String, Vec<String>>,
}

impl LoneSurrogates {
    /// Reads `data/lone-surrogates.toml`.
    ///
    /// # Errors
    /// When the file is absent or not as it should be.
    pub fn read() -> io::Result<Self> {
        read("data/lone-surrogates.toml")
    }

    /// How many cases of a revision are listed.
    #[must_use]
    pub fn count(&self, revision: &str) -> usize {
        self.0.get(revision).map_or(0, |listed| listed.count)
    }

    /// The descriptions that are listed for a file of a revision.
    #[must_use]
    pub fn descriptions(&self, revision: &str, file: &str) -> &[String] {
        let listed = self.0.get(revision);
        listed.map_or(&[], |listed| {
            listed.tests.get(file).map_or(&[], Vec::as_slice)
        })
    }
}

fn read<T: for<'de> Deserialize<'de>>(path: &str) -> io::Result<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(&path)?;
    toml::from_str(&text).map_err(|error| {
        let message = format!("{}: {error}", path.display());
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}
