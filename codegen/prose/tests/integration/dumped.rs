//! Pages that are made from the tables, as text browsers show them: reading them gives the same tables.

use crate::written::{assert_same, spec};

/// The page as text: a line for each block with a blank line after it, and a number before each link if `numbered`.
fn dump(html: &str, numbered: bool) -> String {
    let mut out = String::new();
    let mut links = 0;
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at].replace('\n', " "));
        let end = at + rest[at..].find('>').expect("the end of a tag");
        let tag = rest[at + 1..end].split(' ').next().unwrap_or_default();
        rest = &rest[end + 1..];
        match tag {
            "a" if numbered => {
                links += 1;
                out.push_str(&format!("[{links}]"));
            }
            "li" => out.push_str("\n\n* "),
            "p" if out.trim_end().ends_with("\n*") => {}
            "td" | "th" => out.push(' '),
            "a" | "/a" | "code" | "/code" | "dfn" | "/dfn" | "span" | "/span" | "/td" | "/th" => {}
            _ => out.push_str("\n\n"),
        }
    }
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ];
    entities
        .iter()
        .fold(out, |out, (from, to)| out.replace(from, to))
}

#[test]
fn dumps_give_the_same_tables() {
    let spec = spec();
    for revision in &spec.revisions {
        let id = &revision.about.id;
        let page = spec.write(revision).expect("a page").to_html();
        for numbered in [false, true] {
            let dump = dump(&page, numbered);
            assert_eq!(numbered, dump.contains("[1]"), "{id}");
            assert_same(&spec, &dump, revision, "dump");
        }
    }
}
