//! The words of the generated pages.

use crate::data;
use serde::Deserialize;
use std::sync::LazyLock;

/// The lists of the file.
pub(super) static WORDS: LazyLock<Words> =
    LazyLock::new(|| data::read("words.toml").expect("the words"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Words {
    pub(super) nouns: Vec<String>,
    pub(super) adjectives: Vec<String>,
    pub(super) verbs: Vec<String>,
    pub(super) links: Vec<String>,
    pub(super) joints: Vec<String>,
    pub(super) places: Vec<String>,
    pub(super) tags: Vec<String>,
    pub(super) named_references: Vec<String>,
    pub(super) bare_references: Vec<String>,
    pub(super) no_references: Vec<String>,
    pub(super) interspersed_tags: Vec<String>,
    pub(super) mistakes: Vec<String>,
    pub(super) language: Vec<Language>,
}

/// A language of the page that is not in ASCII.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Language {
    pub(super) code: String,
    /// What is between words.
    pub(super) joint: String,
    /// What ends a sentence.
    pub(super) end: String,
    pub(super) words: Vec<String>,
}
