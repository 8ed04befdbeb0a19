//! `docs/peers.md` is up to date, and the method finds known disagreements.

use std::error::Error;
use tokenwright_peers::disagreements::{document, file};

#[test]
fn the_page_is_as_it_is_made() -> Result<(), Box<dyn Error>> {
    let made = document()?;
    let section = |title: &str| -> String {
        let after = made.split(title).nth(1).expect("a section of this peer");
        after.split("\n## ").next().unwrap_or(after).to_owned()
    };
    // These disagreements were known before the method existed.
    for (title, known) in [
        ("\n## html5ever ", r"`a\u{feff}`"),
        (", on its own\n", "`<noframe"),
        ("\n## lol_html ", "before attribute value state: U+003E"),
    ] {
        assert!(
            section(title).contains(known),
            "the section{title}does not have {known}; if no edited row explains it, the search has missed it\n{made}"
        );
    }
    let kept = std::fs::read_to_string(file())?;
    assert!(
        kept == made,
        "docs/peers.md is out of date: run `cargo xtask bless peers`"
    );
    Ok(())
}
