//! Random documents and fragments, rich in tables, formatting, `select`, templates, foreign content and misnesting.

use super::Input;
use fastrand::Rng;
use tokenwright_tables::tree::grammar::{ElementType, Namespace};

/// Names of elements, those more often that the rules treat in more ways.
const NAMES: &[&str] = &[
    "table", "table", "tbody", "tr", "tr", "td", "td", "th", "caption", "colgroup", "col", "a",
    "a", "b", "b", "i", "nobr", "font", "p", "p", "div", "li", "ul", "dd", "dt", "h1", "h2",
    "button", "form", "input", "select", "option", "optgroup", "hr", "template", "template", "svg",
    "svg", "math", "mi", "annotation-xml", "foreignObject", "desc", "title", "style", "script",
    "textarea", "pre", "br", "img", "image", "object", "applet", "marquee", "ruby", "rt", "rtc",
    "body", "head", "html", "frameset", "frame", "noframes", "noscript", "plaintext", "xmp",
    "span", "x", "main", "search", "address",
];

const ATTRIBUTES: &[&str] = &[
    "",
    "",
    "",
    "",
    " id=a",
    " class=b",
    " type=hidden",
    " color=red",
    " encoding=text/html",
    " definitionurl=x",
    " xlink:href=y",
    " viewbox=z",
    "/",
];

const TEXTS: &[&str] = &[
    "x",
    " ",
    "\n",
    "a b",
    "&amp;",
    "\0",
    "\u{1F600}",
    "<!-- c -->",
    "<![CDATA[d]]>",
    "<!DOCTYPE html>",
];

const HTML_CONTEXTS: &[&str] = &[
    "div", "table", "tbody", "tr", "td", "caption", "colgroup", "select", "template", "body",
    "head", "html", "frameset", "form", "title", "script", "p",
];

fn pick<'a>(random: &mut Rng, from: &[&'a str]) -> &'a str {
    from[random.usize(..from.len())]
}

/// A document.
#[must_use]
pub fn document(random: &mut Rng) -> String {
    let mut out = String::new();
    let mut open: Vec<&str> = Vec::new();
    for _ in 0..random.usize(1..24) {
        match random.usize(..10) {
            0..=4 => {
                let name = pick(random, NAMES);
                out += &format!("<{name}{}>", pick(random, ATTRIBUTES));
                open.push(name);
            }
            5 | 6 => {
                let name = match open.is_empty() || random.usize(..3) == 0 {
                    true => pick(random, NAMES),
                    false => open.remove(random.usize(..open.len())),
                };
                out += &format!("</{name}>");
            }
            _ => out += pick(random, TEXTS),
        }
    }
    out
}

/// A document or a fragment.
#[must_use]
pub fn input(random: &mut Rng) -> Input {
    Input {
        html: document(random),
        context: context(random),
        scripting: random.bool(),
    }
}

/// The context of a fragment; none for half of the documents.
#[must_use]
pub fn context(random: &mut Rng) -> Option<ElementType> {
    let (namespace, name) = match random.usize(..10) {
        0..5 => return None,
        5..9 => (Namespace::Html, pick(random, HTML_CONTEXTS)),
        _ if random.bool() => (Namespace::Svg, pick(random, &["path", "foreignObject"])),
        _ => (Namespace::MathMl, pick(random, &["mi", "annotation-xml"])),
    };
    let name = name.to_owned();
    Some(ElementType { namespace, name })
}
