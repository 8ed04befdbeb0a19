//! Pages with misspellings: they are read to the same tables as without.

use crate::styles::STYLES;
use crate::support::cases;
use crate::written::{assert_same, spec};
use std::fs;
use std::path::Path;
use tokenwright_prose::{self as prose, Facts};

/// The page with some lines changed: those of headings, those that are none, or all.
fn changed(page: &str, lines: &str, change: impl Fn(&str) -> String) -> String {
    let is_heading = |line: &str| line.starts_with("<h") || line.starts_with("  <h");
    let of_line = |line: &str| match (lines, is_heading(line)) {
        ("headings", true) | ("others", false) | ("all", _) => change(line),
        _ => line.to_owned(),
    };
    page.split_inclusive('\n').map(of_line).collect()
}

/// The text outside tags and quotation marks with a word replaced.
fn misspelt(line: &str, word: &str, other: &str) -> String {
    let mut tag = false;
    let mut quoted = false;
    let mut out = String::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        match c {
            '<' => tag = true,
            '>' => tag = false,
            '"' if !tag => quoted = !quoted,
            _ => {}
        }
        // The name of an error.
        let is_code = || {
            let part = |c: char| c.is_ascii_alphanumeric() || c == '-';
            let end = rest.find(|c: char| !part(c)).unwrap_or(rest.len());
            let start = out.rfind(|c: char| !part(c)).map_or(0, |at| at + 1);
            rest[..end].contains('-') || out[start..].contains('-')
        };
        if !tag && !quoted && rest.starts_with(word) && !is_code() {
            out.push_str(other);
            rest = &rest[word.len()..];
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

#[test]
fn misspelt_pages_give_the_same_tables() {
    let spec = spec();
    let (_, generated) = STYLES[0];
    let pages: Vec<String> = spec
        .revisions
        .iter()
        .map(|revision| spec.write(revision).expect("a page").to_html())
        .collect();
    for (number, [word, other]) in cases("words, misspelt").into_iter().enumerate() {
        // Each word on one of the pages that have it.
        let all = (0..pages.len()).cycle().skip(number).take(pages.len());
        let at = all.into_iter().find(|at| pages[*at].contains(word));
        let at = at.unwrap_or_else(|| panic!("no page says `{word}`"));
        let revision = &spec.revisions[at];
        let page = match number % 3 {
            0 => generated(&pages[at]),
            _ => pages[at].clone(),
        };
        for lines in ["headings", "others", "all"] {
            let varied = changed(&page, lines, |line| misspelt(line, word, other));
            if varied == page {
                continue;
            }
            let what = format!("{other} in {lines}");
            assert_same(&spec, &varied, revision, &what);
        }
    }
}

/// Real pages, with the misspelling that those of 2016-12 to 2018-02 had, in headings and links.
#[test]
fn real_pages_with_misspelt_headings_give_the_same_tables() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let pages = [
        "spec-pages/whatwg-2018-10-21.parsing.html",
        "spec-pages/w3c-html51-2016-11-01.section.html",
        "revisions/whatwg-2020-05-22/document.html",
        "revisions/whatwg-2020-05-22/document.txt",
        "revisions/whatwg-2009-02-07/document.html",
    ];
    for name in pages {
        let Ok(page) = fs::read_to_string(shared.join(name)) else {
            eprintln!("{name} is absent");
            continue;
        };
        let facts = Facts::of_id("page-2018-01-01");
        let read = |page: &str| {
            let reading = prose::read(page, 0, &facts, &[]).expect("the section");
            let faults = reading
                .report
                .faults
                .iter()
                .map(|fault| fault.message.clone());
            (reading.revision, faults.collect::<Vec<_>>())
        };
        let (expected, faults) = read(&page);
        for lines in ["headings", "all"] {
            for (word, other) in [("exadecimal", "exademical"), ("Attribute", "Atribute")] {
                let spelt = changed(&page, lines, |line| misspelt(line, word, other));
                // Elements and identifiers as well.
                let spelt = match lines {
                    "all" => spelt.replace("hexadecimal-character", "hexademical-character"),
                    _ => spelt,
                };
                let (found, found_faults) = read(&spelt);
                assert_eq!(found_faults, faults, "{name}, {other}");
                let names = |states: &[tokenwright_tables::model::State]| -> Vec<String> {
                    states
                        .iter()
                        .map(|state| state.name.value.clone())
                        .collect()
                };
                assert_eq!(
                    names(&found.states),
                    names(&expected.states),
                    "{name}, {other}"
                );
                for (found, expected) in found.states.iter().zip(&expected.states) {
                    let rows = |state: &tokenwright_tables::model::State| {
                        format!("{:?}", (&state.body, &state.rows))
                            .replace(|c: char| c.is_ascii_digit(), "")
                    };
                    assert_eq!(rows(found), rows(expected), "{name}, {other}");
                }
            }
        }
    }
}
