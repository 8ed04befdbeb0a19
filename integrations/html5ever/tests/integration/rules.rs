//! Trees of our rules in a sink of html5ever's, and those of the tables.

use crate::recorder::{Record, Recorder};
use crate::trees::{by_bytes, context, outline, parse_opts};
use fastrand::Rng;
use html5ever::serialize::{SerializeOpts, serialize};
use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::{QuirksMode, create_element};
use html5ever::{QualName, TokenizerResult, local_name, ns};
use markup5ever_rcdom::{RcDom, SerializableHandle};
use rayon::prelude::*;
use std::error::Error;
use tokenwright_html5ever::rules::{self, Parser};
use tokenwright_tests::tree_construction::{Input, interpreted, random, read};
use tokenwright_tests::{shared, tables};

fn parser(input: &Input) -> Parser<RcDom> {
    let scripting = input.scripting;
    let (sink, opts) = (RcDom::default(), parse_opts(scripting));
    match context(input) {
        None => rules::parse_document(sink, opts),
        Some(name) => {
            let context = create_element(&sink, name, vec![]);
            rules::parse_fragment_for_element(sink, opts, context, scripting, None)
        }
    }
}

/// Compares the trees of an input, in one piece and byte by byte.
fn compare(name: &str, input: &Input) {
    let expected = interpreted(tables::of_trees(), input);
    let whole = outline(input, &parser(input).one(&*input.html));
    assert_eq!(whole, expected, "{name}: {input}");
    let bytes = by_bytes(parser(input).from_utf8(), &input.html);
    assert_eq!(outline(input, &bytes), expected, "{name}: {input}");
}

#[test]
fn every_tree_of_our_rules_is_that_of_the_tables() -> Result<(), Box<dyn Error>> {
    let folder = match shared::find("tree-construction") {
        Ok(folder) => folder,
        Err(absent) => return absent.skip().map_err(Into::into),
    };
    read(&folder)?.par_iter().for_each(|test| {
        test.inputs().for_each(|input| compare(&test.id, &input));
    });
    Ok(())
}

/// Names order them, whatever comes after a name in its line.
#[test]
fn attributes_are_in_the_order_of_their_names() {
    let input = Input {
        html: "<p data=1 data-x=2 a.b=1 a=2 a1=3 \u{1F600}=4 \u{FFFD}=5 xmlns=q xmlns:z=1><svg xlink:href=1 href>".to_owned(),
        context: None,
        scripting: false,
    };
    compare("attributes", &input);
    let tree = interpreted(tables::of_trees(), &input);
    let names = tree
        .lines()
        .filter_map(|line| line.split_once('=').map(|(name, _)| name));
    let names: Vec<&str> = names
        .map(|name| name.trim_start_matches(['|', ' ']))
        .collect();
    let [of_p, of_svg] = [
        [
            "a", "a.b", "a1", "data", "data-x", "xmlns", "xmlns:z", "\u{1F600}", "\u{FFFD}",
        ]
        .as_slice(),
        &["href", "xlink href"],
    ];
    assert_eq!(names, [of_p, of_svg].concat());
    let document = tokenwright_tree::parse(&input.html);
    assert_eq!(document.to_html5lib(), tree);
}

#[test]
fn random_trees_of_our_rules_are_those_of_the_tables() {
    (0..300_u64).into_par_iter().for_each(|seed| {
        let mut random = Rng::with_seed(seed);
        let input = Input {
            html: random::document(&mut random),
            context: random::context(&mut random),
            scripting: false,
        };
        compare(&format!("seed {seed}"), &input);
    });
}

/// What a sink learns of each element, from html5ever's tree builder and from our rules.
fn records(html: &str) -> [Record; 2] {
    let (sink, opts) = (Recorder::default, parse_opts(true));
    [
        html5ever::parse_document(sink(), opts.clone()).one(html),
        rules::parse_document(sink(), opts).one(html),
    ]
}

#[test]
fn the_flag_for_duplicate_attributes_is_of_the_tag_that_has_them() {
    for html in [
        "<script nonce=1 nonce=2></script>",
        "<p>1</p a a><i>2",
        "<p>1<html a a><i>2",
        "<p><b a a>1</p>x<i b b>2",
        "<a b b>1<div>2</a>3",
        "x<b a a><template a a><td><svg a a><g>",
    ] {
        let [theirs, ours] = records(html);
        assert_eq!(ours.nodes, theirs.nodes, "{html}");
        let flagged = ours.nodes.iter().filter(|(_, it)| it.ends_with("true"));
        assert_eq!(flagged.count() > 0, !html.contains("<p>1"), "{html}");
    }
}

#[test]
fn what_is_open_at_the_end_is_popped() {
    for (html, expected) in [
        ("<ul><li><b>1", "head b li ul body html"),
        ("<title>x", "title head body html"),
        ("<svg><desc><i>", "head i desc svg body html"),
    ] {
        let [theirs, ours] = records(html).map(|it| it.popped.join(" "));
        assert_eq!([&theirs, &ours], [expected; 2], "{html}");
    }
}

#[test]
fn scripts_in_svg_pause_the_parser_and_those_of_fragments_do_not() {
    let html = "<script>1</script><svg><script>2</script><script/></svg>x";
    let pauses = |mut parser: Parser<RcDom>| {
        let (mut pauses, mut result) = (0, parser.feed(html));
        while let TokenizerResult::Script(_) = result {
            pauses += 1;
            result = parser.resume();
        }
        pauses
    };
    let (sink, opts) = (RcDom::default, || parse_opts(true));
    assert_eq!(pauses(rules::parse_document(sink(), opts())), 3);
    let context = QualName::new(None, ns!(html), local_name!("div"));
    let fragment = rules::parse_fragment(sink(), opts(), context, vec![], true);
    assert_eq!(pauses(fragment), 0);
}

/// A fragment of a page in quirks mode, as html5ever parses it.
#[test]
fn a_fragment_has_the_mode_of_its_page() {
    let inside = |document: &RcDom| {
        let root = document.document.children.borrow()[0].clone();
        let mut html = Vec::new();
        serialize(
            &mut html,
            &SerializableHandle::from(root),
            SerializeOpts::default(),
        )
        .expect("a list of bytes");
        String::from_utf8(html).expect("text")
    };
    for (mode, expected) in [
        (QuirksMode::NoQuirks, "<p>1</p><table></table>"),
        (QuirksMode::LimitedQuirks, "<p>1</p><table></table>"),
        (QuirksMode::Quirks, "<p>1<table></table></p>"),
    ] {
        let opts = || {
            let mut opts = parse_opts(false);
            opts.tree_builder.quirks_mode = mode;
            opts
        };
        let context = QualName::new(None, ns!(html), local_name!("div"));
        let (html, sink) = ("<p>1<table>", RcDom::default);
        let of_rules = rules::parse_fragment(sink(), opts(), context.clone(), vec![], false);
        let of_html5ever = html5ever::parse_fragment(sink(), opts(), context, vec![], false);
        assert_eq!(inside(&of_rules.one(html)), expected, "{mode:?}");
        assert_eq!(inside(&of_html5ever.one(html)), expected, "{mode:?}");
    }
}
