//! The project's own pages, and edits of them.

use std::fs;
use std::path::Path;
use tokenwright_analyses::diff::Side;
use tokenwright_tables::references::References;

/// The text of a page.
pub(crate) fn page(name: &str) -> String {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../prose/tests/pages");
    let path = pages.join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A page as a side of a difference.
pub(crate) fn side(name: &str, text: &str) -> Side {
    Side::of_page(name, name, text, 0, None, &[]).expect("a section with states")
}

/// A page in which a text was replaced.
pub(crate) fn edited(page: &str, from: &str, to: &str) -> String {
    assert!(page.contains(from), "{from}");
    page.replace(from, to)
}

/// Tables of references with few names, and one replacement.
pub(crate) fn references(names: &[(&str, u32)]) -> References {
    let names = names.iter();
    References {
        names: names
            .map(|(name, code)| ((*name).to_owned(), vec![*code]))
            .collect(),
        replacements: vec![(0x80, 0x3F)],
    }
}
