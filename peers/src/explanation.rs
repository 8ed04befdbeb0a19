//! Explanations of the differences of peers.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::Difference;
use tokenwright_tests::tokens::Token;

/// The explanation of some differences.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// The peers with this difference.
    pub peers: Vec<String>,
    /// The names of the pages with this difference.
    pub pages: Vec<String>,
    /// Our tokens as printed; `*` matches any text.
    pub ours: Vec<String>,
    /// The peer's tokens.
    pub theirs: Vec<String>,
    /// The explanation.
    pub because: String,
}

impl Explanation {
    /// Whether this explains `difference` of `peer` on `page`.
    #[must_use]
    pub fn covers(&self, peer: &str, page: &str, difference: &Difference) -> bool {
        let all = |patterns: &[String], tokens: &[Token]| {
            patterns.len() == tokens.len()
                && patterns
                    .iter()
                    .zip(tokens)
                    .all(|(pattern, token)| matches(pattern, &token.to_string()))
        };
        self.peers.iter().any(|name| name == peer)
            && self.pages.iter().any(|name| name == page)
            && all(&self.ours, &difference.ours)
            && all(&self.theirs, &difference.theirs)
    }
}

/// The explanations of a data file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explanations {
    /// In the order of the file.
    #[serde(default, rename = "difference")]
    pub all: Vec<Explanation>,
}

impl Explanations {
    /// The file of this package.
    #[must_use]
    pub fn file() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("data/differences.toml")
    }

    /// Reads a file of `[[difference]]` tables.
    ///
    /// # Errors
    /// If the file cannot be read or parsed; the message names it.
    pub fn read(file: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(file).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", file.display()))
        })?;
        toml::from_str(&text)
            .map_err(|error| io::Error::other(format!("{}: {error}", file.display())))
    }
}

/// Whether `text` matches `pattern`, in which `*` matches any text.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(place) => rest = &rest[place + part.len()..],
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, text, expected) in [
            ("abc", "abc", true),
            ("abc", "abcd", false),
            ("a*c", "abbc", true),
            ("a*", "a", true),
            ("*b*", "abc", true),
            ("a*b*c", "acb", false),
            ("a*a", "a", false),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
    }
}
