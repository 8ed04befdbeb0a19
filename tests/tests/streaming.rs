//! A page in chunks has the tokens and the errors of the page as a whole.

use std::error::Error;

use tokenwright_tests::pages;
use tokenwright_tests::peers::tokenwright;
use tokenwright_tests::shared;

#[test]
fn chunks_change_nothing() -> Result<(), Box<dyn Error>> {
    let mut all = pages::generated(pages::SIZE);
    // Later pages meet what earlier ones left behind.
    let text = pages::concatenation(&all, 1);
    all.push(pages::Page {
        name: "all generated".to_owned(),
        text,
    });
    if let Some(folder) = shared::folder("corpus") {
        all.extend(pages::read(&folder)?);
    }
    for page in &all {
        let whole = tokenwright::tokens(&page.text);
        for size in [1021, 4096, 65_536] {
            let chunked = tokenwright::tokens_of_chunks(page.text.as_bytes().chunks(size));
            let parting = whole
                .tokens
                .iter()
                .zip(&chunked.tokens)
                .position(|(whole, chunked)| whole != chunked);
            assert_eq!(parting, None, "{} in chunks of {size}", page.name);
            assert!(whole == chunked, "{} in chunks of {size}", page.name);
        }
    }
    Ok(())
}
