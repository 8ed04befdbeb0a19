//! Documents for character references.

use tokenwright_tables::references::References;
use tokenwright_tests::reference_inputs::sources;

/// Every source of [`sources`] in text and in values of each kind of quotes.
pub(crate) fn documents(references: &References) -> impl Iterator<Item = String> {
    sources(references).flat_map(|reference| {
        [
            reference.clone(),
            format!("<x a=\"{reference}\">"),
            format!("<x a='{reference}'>"),
            format!("<x a={}>", reference.trim_end_matches(' ')),
        ]
    })
}
