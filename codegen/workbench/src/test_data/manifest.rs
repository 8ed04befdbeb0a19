//! The list of the test data: `tests/test-data.toml`.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use xtask::report;

/// The list of the test data that is not part of the repository.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    /// The address of html5lib-tests.
    pub(super) upstream: String,
    /// The files of upstream's license.
    #[serde(default)]
    pub(super) license: Vec<Name>,
    /// Suites without changes.
    #[serde(default, rename = "suite")]
    pub(super) suites: Vec<Suite>,
    /// Suites rebased from an older revision to a newer one.
    #[serde(default)]
    pub(super) rebased: Vec<Rebased>,
    /// Data that upstream does not have.
    #[serde(default)]
    pub(super) elsewhere: Vec<Elsewhere>,
}

/// A suite without changes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Suite {
    /// What it tests.
    #[serde(flatten)]
    pub(super) subject: Subject,
    /// A commit that has it.
    pub(super) commit: Hash,
    /// Its files, with the hashes of their contents.
    pub(super) tests: BTreeMap<Name, Hash>,
}

/// What a suite tests, which also says where tests look for it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Subject {
    /// The tokenizer of the revision of its time.
    Revision(Name),
    /// Something else: the folder has the same name upstream and in a data folder.
    Folder(Folder),
}

/// A suite rebased from an older revision to a newer one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rebased {
    /// The revision whose rules it follows.
    pub(super) revision: Name,
    /// The revision of the suite that it is based on.
    pub(super) from: Name,
}

/// Data that this command does not get.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Elsewhere {
    /// The path in a data folder where tests look for it.
    pub(super) path: String,
    /// Its contents and its origin.
    pub(super) what: String,
}

/// The hash of a git object, in full.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Hash(String);

/// The name of a file or a folder, without a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Name(String);

/// A folder below a data folder: plain names with slashes between.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Folder(String);

impl Subject {
    /// The folder of upstream that has the tests.
    pub(super) fn upstream(&self) -> &str {
        match self {
            Subject::Revision(_) => "tokenizer",
            Subject::Folder(folder) => &folder.0,
        }
    }

    /// The folder below a data folder in which tests look for them.
    pub(super) fn place(&self) -> String {
        match self {
            Subject::Revision(revision) => place_of_revision(revision.as_str()),
            Subject::Folder(folder) => folder.0.clone(),
        }
    }
}

/// The folder below a data folder in which tests look for the suite of a revision.
pub(super) fn place_of_revision(revision: &str) -> String {
    format!("revisions/{revision}/html5lib-tests")
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Revision(revision) => revision.fmt(f),
            Subject::Folder(folder) => f.write_str(&folder.0),
        }
    }
}

impl TryFrom<String> for Folder {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        for name in text.split('/') {
            Name::try_from(name.to_owned())?;
        }
        Ok(Folder(text))
    }
}

impl Manifest {
    /// Reads the list.
    ///
    /// # Errors
    /// If the file cannot be read, or has the wrong form.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        toml::from_str(&report::read(path)?).map_err(report::at(path))
    }
}

impl Hash {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Name {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Hash {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        match text.len() == 40 && text.bytes().all(digit) {
            true => Ok(Hash(text)),
            false => Err(format!("`{text}` is not a hash of 40 digits in lower case")),
        }
    }
}

impl TryFrom<String> for Name {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        match !text.is_empty() && !text.starts_with('.') && text.chars().all(plain) {
            true => Ok(Name(text)),
            false => Err(format!("`{text}` is not a plain file name")),
        }
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
