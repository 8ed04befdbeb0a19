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

/// A kind of generated page: its name and what writes it.
type Kind = (&'static str, fn(&mut Draft));

/// Every kind, in the order of the tables.
const KINDS: [Kind; 8] = [
    // Articles: long paragraphs, few tags.
    ("prose", prose::write),
    // Reference listings: short tags, short text between them.
    ("tag-dense", tag_dense::write),
    // A shop's shelves: many attributes in each tag, with every kind of quotes.
    ("attribute-dense", attribute_dense::write),
    // Inline scripts, styles and embedded data.
    ("script-heavy", script_heavy::write),
    // Formulae and typography written as character references.
    ("entity-dense", entity_dense::write),
    // Lines that end in CR LF, and a few in CR alone.
    ("cr-lf", cr_lf::write),
    // Text in scripts of two, three and four bytes a character.
    ("non-ascii", non_ascii::write),
    // Markup with the mistakes that people make.
    ("malformed", malformed::write),
];

/// The size that benchmarks give each generated page, in bytes.
pub const SIZE: usize = 384 * 1024;

/// One page of every kind, each of at least `bytes` bytes, and slightly more.
#[must_use]
pub fn generated(bytes: usize) -> Vec<Page> {
    let pages = (1..).zip(KINDS).map(|(seed, (name, write))| {
        let mut draft = Draft::new(seed, bytes);
        write(&mut draft);
        Page {
            name: name.to_owned(),
            text: draft.finish(),
        }
    });
    pages.collect()
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
        for (page, again) in generated(40_000).into_iter().zip(generated(40_000)) {
            let Page { name, text } = page;
            assert_eq!(text, again.text, "{name}");
            let len = text.len();
            assert!((40_000..60_000).contains(&len), "{name}: {len} bytes");
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
