//! `diff` and `watch` on pages that have tree construction: what changed, a document with both trees, and what is not known.
//!
//! The pages are those that `prose` writes from tables, so each test knows what differs; the last one has a page of the
//! standard. One edit of one row is in all of them.

use crate::shared;
use crate::support::{Copy, Run, begins, has, has_all};
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The file of the row that the tests edit: the elements that have no contents.
const IN_BODY: &str = "spec/whatwg-2026-07-19/tree-construction/06-in-body.toml";
const VOID: (&str, &str) = (
    r#"on = { start-tag = ["param", "source", "track"] }"#,
    r#"on = { start-tag = ["param", "source", "track", "blink"] }"#,
);

/// The page of the tables of a copy: both sections, as `prose` writes them.
fn page(copy: &Copy) -> String {
    let (tokens, trees) = (copy.page(&[]), copy.page(&["--tree"]));
    let (tokens, _) = tokens.split_once("</body>").expect("the end of a page");
    let (_, trees) = trees.split_once("<body>").expect("the start of a page");
    format!("{tokens}{trees}")
}

/// The pages before and after the edit of a row. The tests share them.
fn pages() -> &'static [String; 2] {
    static PAGES: LazyLock<[String; 2]> = LazyLock::new(|| {
        let copy = Copy::of_newest_tables("tree-pages-both");
        let before = page(&copy);
        copy.edit(IN_BODY, VOID.0, VOID.1);
        [before, page(&copy)]
    });
    &PAGES
}

/// Runs `diff` on two pages.
fn diff(copy: &Copy, pages: [&str; 2], more: &[&str]) -> Run {
    for (name, text) in ["before.html", "after.html"].into_iter().zip(pages) {
        fs::write(copy.root().join(name), text).expect("a page");
    }
    let mut arguments = vec!["diff", "before.html", "after.html"];
    arguments.extend(more);
    copy.xtask(&arguments)
}

const MARKDOWN: [&str; 2] = ["--format", "markdown"];

#[test]
fn a_row_of_a_page_is_shown_with_both_trees() {
    let copy = Copy::of_tables("tree-pages");
    let [before, after] = pages();
    let same = diff(&copy, [before, before], &MARKDOWN).exits(0).out;
    assert!(!same.contains("tree construction"), "{same}");

    let comment = diff(&copy, [before, after], &MARKDOWN).exits(1).out;
    begins(&comment, "## Effect on the tokenizer: none (proved)\n");
    let parts = [
        "\n## Effect on tree construction: trees\n\n`<blink>",
        "\n    <blink>       <blink>\n      \"a\"   |     \"a\"\n",
        "- both sides part at ",
        "<details><summary>What changed in tree construction</summary>",
    ];
    has_all(&comment, &parts);
}

#[test]
fn the_effect_of_each_change_alone() {
    let copy = Copy::of_tables("tree-pages-each");
    let [before, _] = pages();
    copy.edit(IN_BODY, VOID.0, VOID.1);
    copy.edit(
        IN_BODY,
        r#"on = { start-tag = ["plaintext"] }"#,
        r#"on = { start-tag = ["plaintext", "listening"] }"#,
    );
    let after = page(&copy);
    let text = diff(&copy, [before, &after], &["--each"]).exits(1).out;
    let (_, each) = text
        .split_once("\nEach change of tree construction alone\n")
        .expect("the changes");
    let changes = [
        "mode in body/row <param> <source> <track> <blink>: trees\n    `<blink>a`\n",
        "mode in body/row <plaintext> <listening>: trees\n    `<listening>",
    ];
    has_all(each, &changes);
    let json = diff(&copy, [before, &after], &["--each", "--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let changes = json["trees"]["changes"].as_array().expect("the changes");
    assert_eq!(changes.len(), 2, "{json}");
    assert!(
        changes.iter().all(|it| it["alone"]["grade"] == "trees"),
        "{json}"
    );
    let arguments = ["--each", MARKDOWN[0], MARKDOWN[1]];
    let comment = diff(&copy, [before, &after], &arguments).out;
    has(
        &comment,
        "| `mode in body/row <param> <source> <track> <blink>` | trees | `<blink>a` |\n",
    );
}

#[test]
fn what_was_not_understood_is_listed_and_never_guessed() {
    let copy = Copy::of_tables("tree-pages-unread");
    let [before, after] = pages();
    let unread = |page: &str| {
        let sentence = "<p>Reconstruct the active formatting elements, if any.</p>";
        let sentence = match page.contains(sentence) {
            true => sentence,
            false => "<p>Reconstruct the active formatting elements.</p>",
        };
        assert!(page.contains(sentence), "the page has the sentence");
        page.replacen(sentence, "<p>Renew the active formatting elements.</p>", 1)
    };
    let said = "Renew the active formatting elements.";

    // What shows without the sentence is certain.
    let text = diff(&copy, [before, &unread(after)], &[]).exits(2).out;
    let parts = [
        "\nBehaviour: trees\n  `<blink>",
        &format!("    {said}\n"),
        "no side comes to what was not understood (1 sentence)",
    ];
    has_all(&text, &parts);

    // On one side alone, it may mean anything.
    let quick = [&MARKDOWN[..], &["--budget", "3000"]].concat();
    let comment = diff(&copy, [before, &unread(before)], &quick).exits(2).out;
    let effect = "\n## Effect on tree construction: unknown, 1 sentence not understood\n";
    has_all(&comment, &[effect, said]);

    // On both sides, all depends on it.
    let comment = diff(&copy, [&unread(before), &unread(before)], &MARKDOWN)
        .exits(2)
        .out;
    has(
        &comment,
        "\n## Effect on tree construction: equal trees, conditional on 1 sentence\n",
    );
}

/// A list that was not understood is not an empty one: what asks for it is not followed.
#[test]
fn a_list_that_was_not_understood_has_no_effect_that_is_known() {
    let copy = Copy::of_tables("tree-pages-unread-list");
    let [before, _] = pages();
    let scope = "<p>The search ends at the following elements: html, table, template.</p>";
    assert_eq!(before.matches(scope).count(), 1, "the page has the scope");
    let after = before.replace(
        scope,
        "<p>The search ends where tables and templates do.</p>",
    );
    // No search helps.
    let text = diff(&copy, [before, &after], &["--budget", "3000"])
        .exits(2)
        .out;
    has(&text, "\nBehaviour: unknown, 1 sentence not understood\n");
}

#[test]
fn a_page_that_has_lost_a_mode_is_broken() {
    let copy = Copy::of_tables("tree-pages-broken");
    let [page, _] = pages();
    let heading = page
        .lines()
        .find(|line| line.starts_with("<h4 id=\"the-in-caption-insertion-mode\">"))
        .expect("the heading");
    let without = page.replace(heading, "");
    let comment = diff(&copy, [page, &without], &MARKDOWN).exits(3).out;
    let parts = [
        "\n## Effect on tree construction: broken page\n",
        "the \"in caption\" insertion mode is named, and has no rows",
    ];
    has_all(&comment, &parts);

    // Without the whole section nothing is compared, and that is said.
    let (tokens, _) = page
        .split_once("<h2 id=\"questions-to-the-document\">")
        .expect("the section");
    let text = diff(&copy, [page, tokens], &[]).exits(0).out;
    has(
        &text,
        "\nTree construction\n  not compared: after.html has no section with the rows of an insertion mode\n",
    );

    // A page that leads to the section has lost it.
    let cut =
        format!("{tokens}<p class=\"note\">See <a href=\"#tree-construction\">there</a>.</p>");
    let text = diff(&copy, [page, &cut], &[]).exits(3).out;
    let parts = [
        "\nTree construction\n  a page is broken, so it was not compared\n",
        "after.html: the page links to its section on tree construction, and no insertion mode of it is found\n",
    ];
    has_all(&text, &parts);
    diff(&copy, [page, &cut], &["--tables-only"]).exits(0);
    // The older page can be cut off too.
    diff(&copy, [&cut, page], &[]).exits(3);
}

/// The newest tables and the page that is made of them, and with a row edited.
#[test]
fn watch_compares_tree_construction() {
    let copy = Copy::of_tables("tree-pages-watch");
    let [before, after] = pages();
    let watch = |page: &str| {
        fs::write(copy.root().join("page.html"), page).expect("a page");
        copy.xtask(&["watch", "page.html"])
    };
    let same = watch(before).exits(0).out;
    assert!(same.contains("Tree construction\n"), "{same}");
    let newer = watch(after).exits(1).out;
    assert!(newer.contains("\nBehaviour: trees\n  `<blink>"), "{newer}");
}

/// The standard's page as it is, with a row edited, and in the form of its source: without numbers and links.
#[test]
fn a_page_of_the_standard() {
    let path: PathBuf = match shared::find("parsing/whatwg-2026-06-28.html") {
        Ok(path) => path,
        Err(absent) => return absent.skip().expect("the page"),
    };
    let page = fs::read_to_string(path).expect("the page");
    let copy = Copy::of_tables("tree-pages-standard");
    let source = without_links(&page);
    let row = "\"param\", \"source\", \"track\"<dd>";
    assert!(source.contains(row), "the page has {row}");
    let edited = source.replacen(row, "\"param\", \"source\", \"track\", \"blink\"<dd>", 1);
    let text = diff(&copy, [&source, &edited], &[]).exits(1).out;
    has(&text, "\nBehaviour: trees\n  `<blink>");
    let json = diff(&copy, [&source, &edited], &["--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["trees"]["behaviour"]["grade"], "trees", "{json}");
}

/// Pages name lists that no step asks for. An edit of one is shown, and has no effect.
#[test]
fn a_list_that_no_step_asks_for() {
    let path: PathBuf = match shared::find("parsing/whatwg-2026-06-28.html") {
        Ok(path) => path,
        Err(absent) => return absent.skip().expect("the page"),
    };
    let page = fs::read_to_string(path).expect("the page");
    let (before, list) = page.split_once("id=\"formatting\"").expect("the list");
    let edited = [before, &list.replacen(", <code", ", mark, <code", 1)].join("id=\"formatting\"");
    let copy = Copy::of_tables("tree-pages-lists");
    let text = diff(&copy, [&page, &edited], &[]).exits(1).out;
    let parts = [
        "\n  category Formatting: changed\n",
        "\n  + mark\n",
        "\nBehaviour: equal trees\n",
    ];
    has_all(&text, &parts);
}

/// A page without the numbers of its headings, and with spans in place of links.
fn without_links(page: &str) -> String {
    let mut out = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("<span class=\"secno\">") {
        out.push_str(before);
        rest = after.split_once("</span>").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out.replace("<a ", "<span ").replace("</a>", "</span>")
}
