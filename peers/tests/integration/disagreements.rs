//! `docs/peers.md` is what is made, and the method finds what is known.

use std::error::Error;
use tokenwright_peers::disagreements::{document, file};

#[test]
fn the_page_is_as_it_is_made() -> Result<(), Box<dyn Error>> {
    let made = document()?;
    let section = |title: &str| -> String {
        let after = made.split(title).nth(1).expect("a section of this peer");
        after.split("\n## ").next().unwrap_or(after).to_owned()
    };
    // Each was known before the method was there.
    assert!(
        section("\n## html5ever ").contains(r"`a\u{feff}`"),
        "{made}"
    );
    assert!(section(", on its own\n").contains("`<noframe"), "{made}");
    let lol_html = section("\n## lol_html ");
    assert!(
        lol_html.contains("before attribute value state: U+003E"),
        "{made}"
    );
    let kept = std::fs::read_to_string(file())?;
    assert!(
        kept == made,
        "docs/peers.md is stale: run `cargo run -p tokenwright-peers --bin peers`"
    );
    Ok(())
}
