//! Random documents and fragments: the trees of html5ever, and those of the tables of tree construction.

use crate::dat::Test;
use crate::trees::of_html5ever;
use fastrand::Rng;
use rayon::prelude::*;
use tokenwright::Namespace;
use tokenwright_tests::effort::effort;
use tokenwright_tests::tree_construction::{Context, interpreted};

/// Names of elements, those more often that the rules treat in more ways.
const NAMES: &[&str] = &[
    "table",
    "table",
    "tbody",
    "tr",
    "tr",
    "td",
    "td",
    "th",
    "caption",
    "colgroup",
    "col",
    "a",
    "a",
    "b",
    "b",
    "i",
    "nobr",
    "font",
    "p",
    "p",
    "div",
    "li",
    "ul",
    "dd",
    "dt",
    "h1",
    "h2",
    "button",
    "form",
    "input",
    "select",
    "option",
    "optgroup",
    "hr",
    "template",
    "template",
    "svg",
    "svg",
    "math",
    "mi",
    "annotation-xml",
    "foreignObject",
    "desc",
    "title",
    "style",
    "script",
    "textarea",
    "pre",
    "br",
    "img",
    "image",
    "object",
    "applet",
    "marquee",
    "ruby",
    "rt",
    "rtc",
    "body",
    "head",
    "html",
    "frameset",
    "frame",
    "noframes",
    "noscript",
    "plaintext",
    "xmp",
    "span",
    "x",
    "main",
    "search",
    "address",
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

const CONTEXTS: &[&str] = &[
    "div",
    "table",
    "tbody",
    "tr",
    "td",
    "caption",
    "colgroup",
    "select",
    "template",
    "body",
    "head",
    "html",
    "frameset",
    "form",
    "title",
    "script",
    "p",
    "svg path",
    "svg foreignObject",
    "math mi",
    "math annotation-xml",
];

fn pick<'a>(random: &mut Rng, from: &[&'a str]) -> &'a str {
    from[random.usize(..from.len())]
}

fn document(random: &mut Rng) -> String {
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

fn context(random: &mut Rng) -> Option<Context> {
    random.bool().then(|| {
        let (namespace, name) = match pick(random, CONTEXTS).split_once(' ') {
            Some(("svg", name)) => (Namespace::Svg, name),
            Some((_, name)) => (Namespace::MathMl, name),
            None => (Namespace::Html, pick(random, &CONTEXTS[..17])),
        };
        let name = name.to_owned();
        Context { namespace, name }
    })
}

/// What html5ever does otherwise, by a sentence of the section. Others of its trees are compared.
fn differs(test: &Test) -> bool {
    let is_in_select = test.context.as_ref().is_some_and(|it| it.name == "select");
    // 13.2.6.4.7, a start tag whose tag name is "input": the token is ignored in a `select` context.
    let has_ignored_input = is_in_select && test.data.contains("<input");
    // 13.2.6.4.7 names "search" among the start tags that close a `p` element, and among the end tags.
    has_ignored_input || test.data.contains("search>") || test.data.contains("<search")
}

#[test]
fn trees_of_the_tables_are_those_of_html5ever() {
    let count = effort(2_000, 300_000) as u64;
    let different = (0..count).into_par_iter().filter_map(|seed| {
        let mut random = Rng::with_seed(seed);
        let test = Test {
            file: String::new(),
            context: context(&mut random),
            data: document(&mut random),
            document: String::new(),
            scripting: None,
        };
        let scripting = random.bool();
        if differs(&test) {
            return None;
        }
        let theirs = of_html5ever(&test, scripting);
        let ours = interpreted(&test.data, test.context.as_ref(), scripting);
        (ours != theirs).then(|| {
            let context = test.context.as_ref().map(|it| it.name.clone());
            format!(
                "{:?} in {context:?}, scripting {scripting}:\n{ours}html5ever:\n{theirs}",
                test.data
            )
        })
    });
    let mut different: Vec<String> = different.collect();
    different.sort_by_key(String::len);
    let shown: Vec<_> = different.iter().take(5).cloned().collect();
    assert!(
        different.is_empty(),
        "{} of {count}:\n{}",
        different.len(),
        shown.join("\n")
    );
}
