//! Pages before 2012: insertions into the current node, foster parents, and what one sentence says of another.

use crate::support::tree_tables;

#[test]
fn older_pages_are_read() {
    insta::glob!("../older-pages", "*.html", |path| {
        let page = std::fs::read_to_string(path).expect("a page");
        insta::assert_snapshot!(tree_tables(&page));
    });
}
