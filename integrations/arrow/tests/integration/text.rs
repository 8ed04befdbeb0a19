//! What counts as visible text.

use crate::rows;
use tokenwright_arrow::{Page, Request};

fn row(html: &str) -> (String, Option<String>) {
    let batch = rows::of(Request::default().text(true).title(true), &Page::text(html));
    let text = rows::string(&batch, "text").expect("text");
    (text, rows::string(&batch, "title"))
}

/// Pages and their texts.
fn check(cases: &[(&str, &str)]) {
    for (html, expected) in cases {
        assert_eq!(row(html).0, *expected, "{html}");
    }
}

#[test]
fn white_space_is_collapsed() {
    check(&[
        ("  a \n\t b  ", "a b"),
        ("a<b> b </b> c", "a b c"),
        ("a<b>b</b>c", "abc"),
        ("a <b> </b> b", "a b"),
        ("Tom &amp; Jerry&nbsp; x", "Tom & Jerry\u{a0} x"),
        ("a\u{2003}b é\u{e9}\n", "a\u{2003}b éé"),
        ("<pre>\n a\n  b </pre>c", " a\n  b \nc"),
        ("x<pre>\n\ny</pre>", "x\n\ny"),
        ("a<textarea>\n b  c</textarea>d", "a  b  c d"),
        ("", ""),
        (" \n", ""),
    ]);
}

#[test]
fn blocks_are_lines() {
    check(&[
        ("<p>a<p>b</p>c", "a\nb\nc"),
        ("a<br>b<br/><br>c", "a\nb\nc"),
        ("<ul><li>a <li>b</ul>", "a\nb"),
        ("<table><tr><td>a<td>b<tr><th>c</table>d", "a\tb\nc\nd"),
        ("a<div></div>b", "a\nb"),
        ("a<hr>b<span>c</span>", "a\nbc"),
    ]);
}

#[test]
fn hidden_content_is_left_out() {
    check(&[
        ("a<script>b</script>c", "ac"),
        ("a<style>b</style><title>c</title>d", "ad"),
        ("a<template>b<p>c</template>d", "ad"),
        ("a<div hidden>b<div>c</div>d</div>e", "a\ne"),
        ("a<b hidden>b</b>c", "ac"),
        ("<p hidden>a<p>b", "b"),
        ("<p hidden>a<div>b", "b"),
        ("<ul><li hidden>a<ul><li>b</ul>c<li>d</ul>e", "d\ne"),
        (
            "<table><tr hidden><td>a<table><tr><td>b</table>c<tr><td>d</table>",
            "d",
        ),
        ("<div><span hidden>a</div>b", "b"),
        ("<div hidden>a</b></span>b</div>c", "c"),
        ("<div hidden>a</p>b</div>c", "c"),
        ("<div hidden><img><br>a</div>b", "b"),
        ("<img hidden>a<input hidden>b", "ab"),
        ("<dialog>a</dialog><dialog open>b</dialog>c", "b\nc"),
        ("<video>a<source></video>b", "b"),
        ("<svg><title/><text>a</text></svg>b", "ab"),
        ("<svg><style>a</style><text>b</text></svg>", "b"),
        (
            "<iframe>a</iframe><select><option>b<option>c</select>",
            "b\nc",
        ),
        ("<!--a--><?b?><!doctype c>d", "d"),
    ]);
}

#[test]
fn a_table_ends_what_a_paragraph_hides_unless_in_quirks_mode() {
    for (html, quirks, no_quirks) in [
        ("<p>a<audio><table></table>b<p>c", "a\nc", "a\nb\nc"),
        ("<p hidden><table></table>b<p>c", "c", "b\nc"),
        ("<p>a<table></table>b<p>c", "a\nb\nc", "a\nb\nc"),
    ] {
        assert_eq!(row(html).0, quirks, "{html}");
        let html = format!("<!DOCTYPE html>{html}");
        assert_eq!(row(&html).0, no_quirks, "{html}");
    }
}

#[test]
fn what_ends_a_hidden_annotation_is_shown() {
    check(&[
        ("<ruby>a<rt hidden>b<rt>c", "ac"),
        ("<ruby>a<rp hidden>b<rt>c</ruby>d", "acd"),
        ("<ruby>a<rtc hidden>b<rt>c<rb>d", "ad"),
        ("a<rt hidden>b<rt>c", "a"),
    ]);
}

#[test]
fn content_of_noscript_is_shown() {
    check(&[
        ("a<noscript>b<img></noscript>c", "abc"),
        ("<head><noscript><style>a</style></noscript><body>b", "b"),
        ("<noscript><p>a</p></noscript>b", "a\nb"),
        ("<div hidden><noscript>a</noscript></div>b", "b"),
    ]);
}

#[test]
fn null_characters_are_those_of_the_tree() {
    check(&[
        ("a\0b", "ab"),
        ("\0", ""),
        ("a \0 b", "a b"),
        ("<table>\0<tr><td>a\0", "a"),
        ("<pre>\0\na\0</pre>", "\na"),
        ("<pre>\n\0a</pre>", "a"),
        ("<textarea>a\0</textarea>", "a\u{FFFD}"),
        ("<svg><text>a\0</text></svg>b\0", "a\u{FFFD}b"),
        ("<svg><![CDATA[a\0]]></svg>b\0", "a\u{FFFD}b"),
        ("<svg><desc>a\0</desc>b\0", "ab\u{FFFD}"),
        ("<math><mi>a\0</mi>b\0", "ab\u{FFFD}"),
        ("<svg><g>\0<p>a\0", "\u{FFFD}\na"),
    ]);
    assert_eq!(row("<title>a\0</title>").1.as_deref(), Some("a\u{FFFD}"));
}

#[test]
fn the_first_title_counts() {
    let title = |title: &str| Some(title.to_owned());
    for (html, expected) in [
        (
            "<title> a\n <b>&amp; </title><title>c</title>",
            title("a <b>&"),
        ),
        ("<svg><title>a</title></svg><title>b</title>", title("b")),
        (
            "<template><title>a</title></template><title>b</title>",
            title("b"),
        ),
        ("<svg><foreignObject><title>a</title>", title("a")),
        ("<svg/><title>a</title>", title("a")),
        ("<svg><g><p><title>a</title>", title("a")),
        ("<math><title>a</title></math>", None),
        ("<title></title>", title("")),
        ("<title>a", title("a")),
        ("a", None),
    ] {
        assert_eq!(row(html).1, expected, "{html}");
    }
}
