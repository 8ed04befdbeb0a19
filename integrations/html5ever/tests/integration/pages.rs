//! The pages that trees are compared on.

use std::io;
use tokenwright_tests::pages::{Page, generated, read};
use tokenwright_tests::shared;

/// The corpus, if it is present, and pages that the project writes.
pub(crate) fn all() -> io::Result<Vec<Page>> {
    let mut pages = generated(20_000);
    match shared::find("corpus") {
        Ok(folder) => pages.extend(read(&folder)?),
        Err(absent) => absent.skip().map_err(io::Error::other)?,
    }
    Ok(pages)
}
