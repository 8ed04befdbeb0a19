//! Pages to tokenize: generated ones, and real ones from a folder.
//!
//! The generated pages are the same on every machine and in every run, so a fresh clone can be measured and tested without
//! any download. Each kind exercises one part of the tokenizer.

mod attribute_dense;
mod corpus;
mod cr_lf;
mod draft;
mod entity_dense;
pub mod interspersed;
mod malformed;
mod non_ascii;
mod prose;
mod random;
mod script_heavy;
mod tag_dense;
mod words;

pub use corpus::read;

use draft::Draft;

/// A page and the name that tables print for it.
#[derive(Clone, Debug)]
pub struct Page {
    /// The name: a file's name, or the kind of a generated page.
    pub name: String,
    /// The whole page.
    pub text: String,
}

/// A kind of generated page.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// Articles: long paragraphs, few tags.
    Prose,
    /// Reference listings: short tags, short text between them.
    TagDense,
    /// A shop's shelves: many attributes in each tag, with every kind of quotes.
    AttributeDense,
    /// Inline scripts, styles and embedded data.
    ScriptHeavy,
    /// Formulae and typography written as character references.
    EntityDense,
    /// Lines that end in CR LF, and a few in CR alone.
    CrLf,
    /// Text in scripts of two, three and four bytes a character.
    NonAscii,
    /// Markup with the mistakes that people make.
    Malformed,
}

impl Kind {
    /// Every kind, in the order of the tables.
    pub const ALL: [Self; 8] = [
        Self::Prose,
        Self::TagDense,
        Self::AttributeDense,
        Self::ScriptHeavy,
        Self::EntityDense,
        Self::CrLf,
        Self::NonAscii,
        Self::Malformed,
    ];

    /// The name that tables print.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Prose => "prose",
            Self::TagDense => "tag-dense",
            Self::AttributeDense => "attribute-dense",
            Self::ScriptHeavy => "script-heavy",
            Self::EntityDense => "entity-dense",
            Self::CrLf => "cr-lf",
            Self::NonAscii => "non-ascii",
            Self::Malformed => "malformed",
        }
    }

    /// Writes a page of this kind of at least `bytes` bytes, and slightly more.
    #[must_use]
    pub fn page(self, bytes: usize) -> Page {
        let mut draft = Draft::new(self as u64 + 1, bytes);
        match self {
            Self::Prose => prose::write(&mut draft),
            Self::TagDense => tag_dense::write(&mut draft),
            Self::AttributeDense => attribute_dense::write(&mut draft),
            Self::ScriptHeavy => script_heavy::write(&mut draft),
            Self::EntityDense => entity_dense::write(&mut draft),
            Self::CrLf => cr_lf::write(&mut draft),
            Self::NonAscii => non_ascii::write(&mut draft),
            Self::Malformed => malformed::write(&mut draft),
        }
        Page {
            name: self.name().to_owned(),
            text: draft.finish(),
        }
    }
}

/// The size that benchmarks give each generated page, in bytes.
pub const SIZE: usize = 384 * 1024;

/// One page of every kind, each of about `bytes` bytes.
#[must_use]
pub fn generated(bytes: usize) -> Vec<Page> {
    Kind::ALL.iter().map(|kind| kind.page(bytes)).collect()
}

/// The concatenated pages, repeated up to at least `bytes` bytes.
#[must_use]
pub fn concatenation(pages: &[Page], bytes: usize) -> String {
    let mut all = String::new();
    if pages.iter().all(|page| page.text.is_empty()) {
        return all;
    }
    while all.len() < bytes {
        for page in pages {
            all.push_str(&page.text);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_reproducible_and_has_the_requested_size() {
        for kind in Kind::ALL {
            let page = kind.page(40_000);
            assert_eq!(page.text, kind.page(40_000).text, "{}", kind.name());
            assert!(
                (40_000..60_000).contains(&page.text.len()),
                "{}: {} bytes",
                kind.name(),
                page.text.len()
            );
        }
    }

    #[test]
    fn a_concatenation_holds_whole_pages() {
        let pages = generated(1_000);
        let all = concatenation(&pages, 50_000);
        assert!(all.len() >= 50_000);
        assert!(all.ends_with(&pages[7].text));
        assert_eq!(concatenation(&[], 10), "");
    }
}
