//! Reproduces the report on html5ever in docs/peers-beyond-rust.md.

use tokenwright_peers::html5ever;
use tokenwright_tests::tokens::Start;

#[test]
fn html5ever_drops_a_byte_order_mark_of_a_later_chunk() {
    let tokens = |pieces: &[&str]| {
        let tokens = html5ever::run(&Start::default(), pieces).expect("html5ever runs");
        format!("{tokens:?}")
    };
    let with = tokens(&["a", "\u{FEFF}b"]);
    let without = tokens(&["a", "b"]);
    assert_eq!(with, without, "html5ever keeps it now: take the report out");
    assert_ne!(tokens(&["a\u{FEFF}b", ""]), without);
}
