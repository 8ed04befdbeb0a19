//! What a tree sink learns besides the tree: lines, errors and the flag for duplicate attributes.

use crate::pages;
use crate::recorder::{Record, Recorder};
use html5ever::driver;
use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::RcDom;
use std::error::Error;
use tokenwright_html5ever::rcdom::Outline;
use tokenwright_html5ever::{Options, ParseOpts, ProcessingInstructions, parse_document};
use tokenwright_tests::pages::Page;

/// Feeds a page in chunks of this size.
fn record(page: &str, size: usize) -> Record {
    let mut parser = parse_document(Recorder::default(), ParseOpts::default()).from_utf8();
    for chunk in page.as_bytes().chunks(size) {
        parser.process(chunk.into());
    }
    parser.finish()
}

#[test]
fn nodes_have_the_lines_and_flags_of_html5ever() -> Result<(), Box<dyn Error>> {
    let mut pages = pages::all()?;
    let own =
        "<!DOCTYPE\nhtml>\r\n<p a=1\ra=2\n>\n\n<!-- \r\n -->x\r\r<b>\n<i\nid=1 ID=2></b\n></i>";
    pages.push(Page {
        name: "own".to_owned(),
        text: own.to_owned(),
    });
    for Page { name, text: page } in pages {
        let theirs = driver::parse_document(Recorder::default(), ParseOpts::default()).one(&*page);
        // html5ever does not count line feeds between an equals sign and a value.
        let counts_all = !page.contains("=\n") && !page.contains("=\r");
        let small = if page.len() < 30_000 { 1 } else { 5000 };
        for size in [page.len(), 1000, small] {
            let ours = record(&page, size);
            assert_eq!(ours.nodes.len(), theirs.nodes.len(), "{name}");
            for (ours, theirs) in ours.nodes.iter().zip(&theirs.nodes) {
                match counts_all {
                    true => assert_eq!(ours, theirs, "{name} in chunks of {size}"),
                    false => assert_eq!(ours.1, theirs.1, "{name} in chunks of {size}"),
                }
            }
        }
    }
    Ok(())
}

#[test]
fn lines_are_counted_everywhere_in_a_tag() {
    let nodes = record("<p\na\r=\r\n1\n>\n<b>", 1).nodes;
    let lines: Vec<u64> = nodes[3..].iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [5, 6], "{nodes:?}");
}

#[test]
fn errors_have_the_codes_of_the_standard_and_their_lines() {
    let page = "<!DOCTYPE html>\n<p\na=1 a=2>\r\n&nope;\n\n<!-- x";
    for size in [page.len(), 1] {
        let expected = [
            (3, "duplicate-attribute"),
            (4, "unknown-named-character-reference"),
            (6, "eof-in-comment"),
        ];
        let errors = record(page, size).errors;
        assert_eq!(errors, expected.map(|(line, code)| (line, code.to_owned())));
    }
}

#[test]
fn an_error_does_not_keep_the_line_feed_after_pre() {
    // 13.2.6.4.7, a start tag whose tag name is "pre": "If the next token is a U+000A LINE FEED (LF) character token,
    // then ignore that token". The error is no token. html5ever alone keeps the line feed.
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one("<pre>&#10x");
    assert!(
        Outline(&dom.document)
            .to_string()
            .ends_with("|       \"x\"\n")
    );
}

#[test]
fn the_byte_order_mark_is_discarded_once_and_only_on_demand() {
    for (discard_bom, expected) in [(true, "\u{FEFF}a"), (false, "\u{FEFF}\u{FEFF}a")] {
        let mut opts = ParseOpts::default();
        opts.tokenizer.discard_bom = discard_bom;
        let mut parser = parse_document(RcDom::default(), opts);
        parser.process("\u{FEFF}".into());
        parser.process("\u{FEFF}a".into());
        let outline = Outline(&parser.finish().document).to_string();
        assert!(
            outline.ends_with(&format!("|     \"{expected}\"\n")),
            "{outline}"
        );
    }
}

#[test]
fn a_processing_instruction_is_created_where_a_comment_would_be() {
    // In each insertion mode that inserts comments.
    let page = "<?a 1?><!DOCTYPE html><?b?><html><?c?><head><?d?><noscript><?e?></noscript></head><?f?><body><?g?>\
        <table><?h?>x<?i?><colgroup><?j?></colgroup><tr><?k?><td><?l?></table><svg><?m?></svg><select><?n?></select>\
        <template><?o?></template></body><?p?></html><?q?>";
    let outline = |nodes| {
        let options = Options::default().processing_instructions(nodes);
        let options = options.scripting(false);
        let dom = options.parse_document(RcDom::default()).one(page);
        Outline(&dom.document).to_string()
    };
    let comments = outline(ProcessingInstructions::Comments);
    let nodes = outline(ProcessingInstructions::Nodes);
    assert_eq!(nodes.matches("<?").count(), page.matches("<?").count());
    let nodes = nodes.replace("<?a 1>", "<!-- ?a 1? -->");
    let nodes = nodes.replace("<?", "<!-- ?").replace(" >", "? -->");
    assert_eq!(nodes, comments);
}

/// `</>` is no token, so the line feed is the next one after the start tag.
#[test]
fn a_line_feed_behind_an_end_tag_without_a_name_is_ignored() {
    for name in ["pre", "listing"] {
        let page = format!("<!DOCTYPE html><{name}></>\nx");
        let ours = parse_document(RcDom::default(), Default::default()).one(&*page);
        let theirs = html5ever::parse_document(RcDom::default(), Default::default()).one(&*page);
        let [ours, theirs] = [ours, theirs].map(|dom| Outline(&dom.document).to_string());
        assert!(ours.ends_with("\"x\"\n"), "{ours}");
        assert_eq!(theirs, ours.replace("\"x\"", "\"\nx\""));
        let tree = tokenwright_tree::parse(&page).to_html5lib();
        assert_eq!(tree, ours);
    }
}
