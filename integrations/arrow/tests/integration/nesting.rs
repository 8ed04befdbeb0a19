//! What the open elements say, against trees: on random documents, both are the same.

use crate::{corpus, random};
use arrow_array::{Array, RecordBatch, StringArray};
use fastrand::Rng;
use std::fmt::Write;
use tokenwright_arrow::{Extractor, Links, Pages, Request};

/// Names of elements with rules of their own, and some without.
const NAMES: &str = "a b i nobr font span em div p p p h1 h2 ul ol li li dl dt dd pre textarea form button select option optgroup \
    table table tr td th tbody thead caption colgroup col input br hr img svg math title desc foreignobject mi template \
    noscript head body html script style iframe noframes xmp object marquee video dialog section legend ruby rt frameset meta \
    link base address details center label area g x-y image listing";

const ATTRIBUTES: &[&str] = &[
    " hidden",
    " open",
    " href=u",
    " lang=de",
    " rel=canonical href=c",
    " name=robots content=none",
    " type=hidden",
    "/",
    " color",
];

const TEXTS: &[&str] = &["x", " ", "\n", "y z", "\0", "", "<!---->", "\n\nq"];

/// A document of tags that are nested mostly well, or not at all.
fn soup(random: &mut Rng) -> String {
    let names: Vec<&str> = NAMES.split_ascii_whitespace().collect();
    let few: Vec<&str> = (0..random.usize(2..12))
        .map(|_| names[random.usize(..names.len())])
        .collect();
    let mut html = String::new();
    if random.bool() {
        html.push_str("<!DOCTYPE html>");
    }
    let mut open: Vec<&str> = Vec::new();
    let order = random.u8(..10);
    for at in 0..random.usize(1..24) {
        let name = few[random.usize(..few.len())];
        match random.u8(..10) {
            0..=4 => {
                let attribute = match random.u8(..6) {
                    0 => ATTRIBUTES[random.usize(..ATTRIBUTES.len())],
                    _ => "",
                };
                write!(html, "<{name}{attribute}>").expect("memory");
                open.push(name);
            }
            5..=7 => {
                let name = match open.pop() {
                    Some(inner) if random.u8(..10) < order => inner,
                    _ => name,
                };
                write!(html, "</{name}>").expect("memory");
            }
            _ => html.push_str(TEXTS[random.usize(..TEXTS.len())]),
        }
        if random.bool() {
            write!(html, "{at}").expect("memory");
        }
    }
    html
}

fn extract(request: Request, html: &[String]) -> RecordBatch {
    let extractor = Extractor::new(request).expect("a request");
    let html = StringArray::from_iter_values(html);
    let urls = StringArray::from_iter_values((0..html.len()).map(|_| "http://e/"));
    let pages = Pages::new(&html).expect("strings");
    extractor.extract(&pages.urls(&urls).expect("strings"))
}

/// Compares a request with the same by trees.
fn compare(request: &Request, html: &[String], what: &str) {
    let mut with_trees = request.clone();
    with_trees.always_a_tree = true;
    let (found, expected) = (extract(request.clone(), html), extract(with_trees, html));
    if found == expected {
        return;
    }
    let mut report = String::new();
    let mut differing: Vec<usize> = (0..html.len())
        .filter(|at| found.slice(*at, 1) != expected.slice(*at, 1))
        .collect();
    differing.sort_by_key(|at| html[*at].len());
    for at in differing.iter().take(8) {
        writeln!(report, "{:?}", html[*at]).expect("memory");
        for (column, field) in found.columns().iter().zip(found.schema_ref().fields()) {
            let other = &expected[field.name().as_str()];
            let [found, expected] = [column, other].map(|column| column.slice(*at, 1));
            if found.to_data() != expected.to_data() {
                let name = field.name();
                writeln!(report, "  {name} {found:?}\n  not {expected:?}").expect("memory");
            }
        }
    }
    panic!(
        "{what}: {} of {} pages\n{report}",
        differing.len(),
        html.len()
    );
}

fn all() -> Request {
    let request = Request::default().links(Links::resolved().rel(true));
    let request = request.text(true).blocks(true).title(true);
    request
        .lang(true)
        .canonical(true)
        .robots(true)
        .json_ld(true)
}

fn requests() -> [Request; 4] {
    let links = Request::default().links(Links::resolved());
    [
        all(),
        links.clone(),
        links.title(true),
        Request::default().text(true),
    ]
}

#[test]
fn open_elements_say_what_trees_say() {
    let mut rng = random::seeded();
    for _ in 0..random::rounds(2) {
        let mut html: Vec<String> = (0..2000).map(|_| soup(&mut rng)).collect();
        html.extend((0..500).map(|_| random::document(&mut rng)));
        for (at, request) in requests().iter().enumerate() {
            compare(request, &html, &format!("request {at}"));
        }
    }
}

#[test]
fn real_pages_say_what_their_trees_say() {
    let pages = corpus::pages();
    for (name, html) in &pages {
        compare(&all(), std::slice::from_ref(html), name);
    }
}
