//! Random documents and fragments: the trees of html5ever, and those of the tables of tree construction.
//!
//! What html5ever does otherwise is an edit of the tables. So no document has to be left out, and an edit that is wrong or not
//! needed shows.

use crate::dat::Test;
use crate::trees::of_html5ever;
use fastrand::Rng;
use rayon::prelude::*;
use std::fs;
use std::path::Path;
use tokenwright::Namespace;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::tree::{self, FOLDER, model::TreeTables};
use tokenwright_tests::effort::effort;
use tokenwright_tests::tables;
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

const HTML_CONTEXTS: &[&str] = &[
    "div", "table", "tbody", "tr", "td", "caption", "colgroup", "select", "template", "body",
    "head", "html", "frameset", "form", "title", "script", "p",
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
    let (namespace, name) = match random.usize(..10) {
        0..5 => return None,
        5..9 => (Namespace::Html, pick(random, HTML_CONTEXTS)),
        _ if random.bool() => (Namespace::Svg, pick(random, &["path", "foreignObject"])),
        _ => (Namespace::MathMl, pick(random, &["mi", "annotation-xml"])),
    };
    let name = name.to_owned();
    Some(Context { namespace, name })
}

/// What html5ever does otherwise than the standard, as an edit of the tables.
struct Deviation {
    /// The start of the name of the file.
    file: &'static str,
    old: &'static str,
    new: &'static str,
    /// A document, and the context of a fragment, whose tree it changes.
    example: (&'static str, Option<(Namespace, &'static str)>),
}

const DEVIATIONS: &[Deviation] = &[
    // 13.2.6.4.7, a start tag whose tag name is "input": in a `select` context the token is ignored.
    Deviation {
        file: "06",
        old: IN_SELECT,
        new: "do = [\n    { if = \"the stack of open elements has a select element in scope\"",
        example: ("<input>", Some((Namespace::Html, "select"))),
    },
    // 13.4: the form element pointer is set to the context element itself, if it is a form element.
    Deviation {
        file: "11",
        old: "\"set the form element pointer to the nearest form element of the context element\",",
        new: "",
        example: ("<form>", Some((Namespace::Html, "form"))),
    },
    // 13.2.6.4.9: a character token is pending if the current node is a template element, too.
    Deviation {
        file: "08",
        old: "the current node is a table, tbody, template, tfoot",
        new: "the current node is a table, tbody, tfoot",
        example: ("<template><tbody><b></tbody> ", None),
    },
    // 13.2.6.4.10, anything else: a DOCTYPE token inserts the pending table character tokens.
    Deviation {
        file: "08",
        old: "on = \"any other character token\"\ndo = [\"append the token",
        new: "on = \"a DOCTYPE token\"\ndo = [\"parse error\"]\n\n[[mode.row]]\non = \"any other character token\"\ndo = [\"append the token",
        example: ("<table>a<!DOCTYPE html> ", None),
    },
    // 13.2.4.2: "search", and elements of MathML and SVG, are in the special category.
    Deviation {
        file: "01",
        old: "    \"search\",\n    \"section\",",
        new: "    \"section\",",
        example: ("<b><search></b>x", None),
    },
    Deviation {
        file: "01",
        old: SPECIAL_FOREIGN,
        new: "    \"xmp\",\n]\n",
        example: ("<x><svg><title></x>y", None),
    },
    // 13.2.6.5: elements are popped up to an HTML integration point, which an annotation-xml element may be.
    Deviation {
        file: "10",
        old: "current node is not an HTML integration point and",
        new: "current node is not an SVG foreignObject, SVG desc, or SVG title element and",
        example: ("<math><annotation-xml encoding=text/html></p>", None),
    },
    // 13.2.6.5, any other end tag: the first element of the stack is looked for before node is set to the previous entry.
    Deviation {
        file: "10",
        old: "    { if = \"node is not an element in the HTML",
        new: "    { if = \"node is the first element in the stack of open elements\", then = [\"return\"] },
    { if = \"node is not an element in the HTML",
        example: ("<ruby><i></ruby><tr></i><foreignObject>y", Some((Namespace::Svg, "path"))),
    },
    // 13.2.4.2: annotation-xml ends each scope.
    Deviation {
        file: "01",
        old: "    \"template\",\n    \"MathML mi\",\n    \"MathML mo\",\n    \"MathML mn\",\n    \"MathML ms\",\n    \"MathML mtext\",\n    \"MathML annotation-xml\",\n",
        new: "    \"template\",\n    \"MathML mi\",\n    \"MathML mo\",\n    \"MathML mn\",\n    \"MathML ms\",\n    \"MathML mtext\",\n",
        example: ("<ul><math><annotation-xml></ul>x", None),
    },
];

const IN_SELECT: &str = "do = [
    { if = \"the parser was created as part of the HTML fragment parsing algorithm and the context element is a select element\", then = [
        \"parse error\",
        \"ignore the token\",
        \"return\",
    ] },
    { if = \"the stack of open elements has a select element in scope\"";

const SPECIAL_FOREIGN: &str = "    \"xmp\",
    \"MathML mi\",
    \"MathML mo\",
    \"MathML mn\",
    \"MathML ms\",
    \"MathML mtext\",
    \"MathML annotation-xml\",
    \"SVG foreignObject\",
    \"SVG desc\",
    \"SVG title\",
]
";

/// The tables as html5ever would have them, without one deviation.
fn edited(left_out: Option<usize>) -> TreeTables {
    let newest = &tables::newest().revision.about.id;
    let spec = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../spec")
        .join(newest);
    let name = left_out.map_or("all".to_owned(), |at| at.to_string());
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("deviations")
        .join(name);
    let folder = scratch.join(FOLDER);
    fs::create_dir_all(&folder).expect("a folder");
    let mut edits = 0;
    for entry in fs::read_dir(spec.join(FOLDER)).expect("the tables") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name");
        let mut text = fs::read_to_string(&path).expect("a table");
        for (at, edit) in DEVIATIONS.iter().enumerate() {
            if name.to_string_lossy().starts_with(edit.file) && left_out != Some(at) {
                edits += usize::from(text.contains(edit.old));
                text = text.replace(edit.old, edit.new);
            }
        }
        fs::write(folder.join(name), text).expect("a table");
    }
    assert_eq!(edits, DEVIATIONS.len() - usize::from(left_out.is_some()));
    let mut sources = Sources::default();
    let loaded = tree::load(&scratch, &mut sources);
    let loaded = loaded.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)));
    loaded.expect("tables")
}

fn test(data: &str, context: Option<Context>) -> Test {
    Test {
        file: String::new(),
        context,
        data: data.to_owned(),
        document: String::new(),
        scripting: None,
    }
}

#[test]
fn every_deviation_shows() {
    let all = edited(None);
    for (at, Deviation { example, .. }) in DEVIATIONS.iter().enumerate() {
        let (data, context) = *example;
        let context = context.map(|(namespace, name)| Context {
            namespace,
            name: name.to_owned(),
        });
        let test = test(data, context);
        let theirs = of_html5ever(&test, true);
        let ours = |tables| interpreted(tables, data, test.context.as_ref(), true);
        assert_eq!(ours(&all), theirs, "{data}");
        assert_ne!(ours(&edited(Some(at))), theirs, "{data}");
    }
}

#[test]
fn trees_of_the_tables_are_those_of_html5ever() {
    let tables = edited(None);
    let count = effort(2_000, 300_000) as u64;
    let different = (0..count).into_par_iter().filter_map(|seed| {
        let mut random = Rng::with_seed(seed);
        let context = context(&mut random);
        let test = test(&document(&mut random), context);
        let scripting = random.bool();
        let theirs = of_html5ever(&test, scripting);
        let ours = interpreted(&tables, &test.data, test.context.as_ref(), scripting);
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
