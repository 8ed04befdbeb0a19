//! `prose`: the page of a revision, and what it is good for.

use crate::support::{self, Copy, has, made_from_tables};
use tokenwright_tables::load;

#[test]
fn a_page_of_edited_tables_has_the_edit() {
    let copy = Copy::of_tables("prose");
    let write = ["prose", "2026", "--out", "page.html"];
    assert_eq!(copy.xtask(&write).exits(0).out, "");
    let compare = ["diff", "2026", "page.html"];
    copy.xtask(&compare).exits(0);
    let error = "\"parse error: missing-end-tag-name\",";
    copy.edit(
        "spec/whatwg-2026-07-19/02-tags.toml",
        error,
        &format!("{error} \"parse error: eof-in-tag\","),
    );
    copy.xtask(&compare).exits(1);
    copy.xtask(&write).exits(0);
    copy.xtask(&compare).exits(0);
    let sentence = "#parse-error-eof-in-tag\">eof-in-tag parse error</a>. Switch to the";
    has(&copy.read("page.html"), sentence);
}

#[test]
fn tree_construction_has_its_section() {
    let write = |format| {
        let prose = ["prose", "2026", "--tree", "--format", format];
        support::run(&prose).exits(0).out
    };
    let [html, markdown] = ["html", "markdown"].map(write);
    let newest = load::newest_checked_in();
    let tables = newest.trees.as_ref();
    let tables = tables.expect("tables of tree construction");
    // Every row is an entry, every algorithm has a heading, and every link leads somewhere.
    let modes = tables.modes.iter().chain(&tables.foreign_content);
    let rows: usize = modes.map(|mode| mode.rows.len()).sum();
    assert_eq!(html.matches("</dt>\n<dd>").count(), rows);
    for algorithm in &tables.algorithms {
        let name = algorithm.name.replace(['{', '}'], "");
        let heading = format!(">{}{}</h", name[..1].to_uppercase(), &name[1..]);
        assert!(html.contains(&heading), "{heading}");
    }
    let links = html.split("href=\"#").skip(1);
    let links: Vec<&str> = links.filter_map(|rest| rest.split('"').next()).collect();
    assert!(links.len() > 100, "{}", links.len());
    for link in links {
        assert!(html.contains(&format!("id=\"{link}\"")), "{link}");
    }
    let part = |page: &str, from: &str, to: &str| {
        let (_, after) = page.split_once(from).expect("a heading");
        let part = after.split_once(to).map_or(after, |(part, _)| part);
        format!("{from}{part}")
    };
    let parts = [
        part(&html, "<h4 id=\"the-text-insertion-mode\">", "\n<h"),
        part(&html, "<h4 id=\"clear-the-list", "\n<h"),
        part(&markdown, "#### 13.2.6.4.15", "\n<a id"),
    ];
    made_from_tables(|| insta::assert_snapshot!(parts.join("\n")));
}

#[test]
fn a_row_without_a_sentence_is_an_error_at_its_place() {
    let copy = Copy::of_tables("prose-gap");
    let row = "\"switch to the script data less-than sign state\"";
    let row = format!("on = \"U+003C (<)\"\ndo = [{row}]");
    copy.edit(
        "spec/whatwg-2026-07-19/01-text.toml",
        &row,
        &row.replace(
            "do = ",
            "when = \"the adjusted current node is not in the HTML namespace\"\ndo = ",
        ),
    );
    let refused = copy.xtask(&["prose", "2026", "--out", "page.html"]);
    insta::assert_snapshot!(refused.exits(1).err);
    assert!(!copy.root().join("page.html").exists());
}
