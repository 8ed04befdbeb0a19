//! The output and the exit status of `cargo xtask diff`.

use crate::shared;
use crate::support::{Copy, Run, begins, ends, folder, has, has_all, workspace, xtask};
use std::fs;
use std::process::{Command, Stdio};

fn diff(arguments: &[&str]) -> Run {
    Run::of(xtask(&["diff"]).args(arguments))
}

/// Revisions that differ. The tests of `rebaseline` compile their code as well.
const SIDES: [&str; 2] = ["whatwg-2020-05-22", "whatwg-2026-07-19"];

/// A page of the project's own.
const PAGE: &str = "codegen/prose/tests/pages/coded.html";

/// The page with this edit made, in a file of the test's own.
fn page(name: &str, from: &str, to: &str) -> String {
    page_of(PAGE, name, from, to)
}

fn page_of(source: &str, name: &str, from: &str, to: &str) -> String {
    let text = fs::read_to_string(workspace().join(source)).expect("a page");
    has(&text, from);
    let path = folder("diff").join(name);
    fs::write(&path, text.replace(from, to)).expect("a page");
    path.display().to_string()
}

#[test]
fn help() {
    let out = diff(&["--help"]).exits(0).out;
    insta::assert_snapshot!(out);
}

#[test]
fn equal_is_0() {
    let out = diff(&["whatwg-2026-07-19", "spec/whatwg-2026-07-19"])
        .exits(0)
        .out;
    assert!(out.contains("no difference"), "{out}");
    diff(&[PAGE, PAGE]).exits(0);
    let words = " (add 0x0020 to the character's code point)";
    let reworded = page("reworded.html", words, "");
    let out = diff(&[PAGE, &reworded, "--editorial"]).exits(0).out;
    assert!(out.contains("it says the same"), "{out}");
}

#[cfg(unix)]
#[test]
fn a_page_can_come_from_a_pipe() {
    let edited = page("piped.html", "eof-in-tag", "eof-within-tag");
    let mut cat = Command::new("cat");
    let cat = cat.arg(workspace().join(PAGE)).stdout(Stdio::piped());
    let mut cat = cat.spawn().expect("a process");
    let mut command = xtask(&["diff"]);
    command.stdin(cat.stdout.take().expect("a pipe"));
    let run = Run::of(command.args(["/dev/stdin", &edited]));
    assert!(cat.wait().is_ok_and(|status| status.success()));
    let out = run.exits(1).out;
    assert_eq!(out.replace("/dev/stdin", PAGE), diff(&[PAGE, &edited]).out);
}

#[test]
fn what_is_shown_goes_through_the_generated_code() {
    let out = diff(&[SIDES[0], SIDES[1], "--replay"]).exits(1).out;
    let (_, replayed) = out
        .split_once("Through the generated code\n")
        .expect("the heading");
    let expected = SIDES.map(|side| format!("  {side}: 1 input gives what the tables give\n"));
    assert_eq!(replayed, expected.concat());
    // A page has no generated code.
    let edited = page("replayed.html", "eof-in-tag", "eof-within-tag");
    let out = diff(&[PAGE, &edited, "--replay"]).out;
    assert!(out.contains("left out: "), "{out}");
}

#[test]
fn different_is_1() {
    let out = diff(&SIDES).exits(1).out;
    assert!(out.contains("processing instruction open"), "{out}");
    let edited = page("edited.html", "eof-in-tag", "eof-within-tag");
    let out = diff(&[PAGE, &edited]).exits(1).out;
    assert!(out.contains("eof-in-tag → eof-within-tag"), "{out}");
}

#[test]
fn tree_construction_is_compared_with_both_trees() {
    let out = diff(&SIDES).exits(1).out;
    let (_, trees) = out.split_once("\nTree construction\n").expect("the part");
    let parts = [
        "  modes           23 → 21: 2 gone",
        "\nBehaviour: trees\n  `<math></br>`\n",
        "      <br>      |     <br>\n",
        "  2 tokens; no document of fewer tokens has other trees\n",
    ];
    has_all(trees, &parts);
    let comment = diff(&[SIDES[0], SIDES[1], "--format", "markdown"]).out;
    let heading = "## Effect on tree construction: trees\n\n`<math></br>`\n";
    assert!(comment.contains(heading), "{comment}");
    let tables_only = [SIDES[0], SIDES[1], "--format", "json", "--tables-only"];
    let json = diff(&tables_only).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["trees"]["equal"], false);
    assert!(json["trees"]["behaviour"].is_null());
}

/// The tokenizer of 2020 has no processing instructions, for which that of 2026 has rows.
#[test]
fn one_tokenizer_may_feed_both_sides() {
    let arguments = [
        SIDES[0], SIDES[1], "--format", "json", "--tokenizer", "older",
    ];
    let json = diff(&arguments).exits(1).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let found = &json["trees"]["behaviour"];
    assert_eq!(found["verdict"], "differs", "{found}");
    assert_eq!(found["grade"], "trees");
    assert_ne!(found["trees"][0], found["trees"][1]);
    let rows = found["at"]["rows"]
        .as_array()
        .expect("the rows of both sides");
    let is_changed = |rows: &serde_json::Value| {
        let mut rows = rows.as_array().into_iter().flatten();
        rows.any(|row| row["changed"] == true)
    };
    assert!(rows.iter().any(is_changed), "{found}");
}

#[test]
fn without_tables_of_tree_construction_it_is_not_compared() {
    let copy = Copy::of_tables("diff-without-trees");
    let older = copy.root().join("spec/w3c-2012");
    fs::remove_dir_all(older.join("tree-construction")).expect("the tables of tree construction");
    let tables_only = ["diff", "w3c-2012", "whatwg-2014-05-23", "--tables-only"];
    let out = copy.xtask(&tables_only).out;
    let note = "\nTree construction\n  not compared: w3c-2012 has no tables of it\n";
    assert!(out.ends_with(note), "{out}");
}

/// Two pages without tables still use the table of reference names.
#[test]
fn references_of_pages_are_looked_up() {
    let source = "codegen/prose/tests/pages/references-in-states.html";
    let silent =
        "If the last character matched is not a U+003B SEMICOLON character, this is a parse error.";
    let out = diff(&[source, &page_of(source, "silent.html", silent, "")])
        .exits(1)
        .out;
    assert!(out.contains("Behaviour: errors only"), "{out}");
    assert!(out.contains("  `&gt`\n"), "{out}");
}

#[test]
fn not_understood_is_2() {
    let edited = page(
        "unread.html",
        "Switch to the tag open state.",
        "Go over to the tag open state.",
    );
    let out = diff(&[PAGE, &edited]).exits(2).out;
    assert!(out.contains("Go over to the tag open state."), "{out}");
    has(&out, "nearest rule: switch to the {state} state");
    assert!(!out.contains("gone"), "{out}");
    let decision = "\nDecision: equal up to 1 part that was not understood and on which the answer depends; not proved\n";
    assert!(out.contains(decision), "{out}");
    ends(&out, "Data state: Go over to the tag open state.\n");
}

#[test]
fn unreadable_is_2() {
    let unknown = diff(&["whatwg-2026-07-20", "whatwg-2026-07-19"]);
    insta::assert_snapshot!(unknown.refuses(2), @r"
    error: no revision `whatwg-2026-07-20`, and no folder of this name
    --> whatwg-2026-07-20
     = help: the nearest revision is `whatwg-2026-07-19`
    ");
    let no_section = diff(&["whatwg-2026-07-19", "README.md"]);
    insta::assert_snapshot!(no_section.refuses(2), @r"
    error: no tokenization section with states in it
    --> README.md
     = help: the section is found by a heading such as `Tokenization` and the titles of states below it
    ");
    let bytes = folder("diff").join("latin-1.html");
    fs::write(&bytes, b"Tokenisation \xE9").expect("a file");
    let path = bytes.display().to_string();
    let err = diff(&["whatwg-2026-07-19", &path]).exits(2).err;
    assert!(err.contains("not UTF-8"), "{err}");
    let long = folder("diff").join("long.html");
    let file = fs::File::create(&long).expect("a file");
    file.set_len(5 << 30).expect("a file with a hole");
    let path = long.display().to_string();
    for sides in [["whatwg-2026-07-19", &path], [&path, &path]] {
        let err = diff(&sides).exits(2).err;
        let message = "the file has 5120 MiB; files of up to 32 MiB are read";
        assert!(err.contains(message), "{err}");
    }
    fs::remove_file(&long).expect("a file");
}

#[test]
fn the_formats() {
    let json = diff(&[SIDES[0], SIDES[1], "--format", "json"]).out;
    assert!(json.starts_with("{\n  \"version\": 2,"), "{json}");
    let markdown = diff(&[SIDES[0], SIDES[1], "--format", "markdown"]).out;
    begins(
        &markdown,
        "## Effect on the tokenizer: tokens\n\nwhatwg-2020-05-22",
    );
    diff(&[SIDES[0], SIDES[1], "--format", "html"]).exits(2);
}

/// Half a page in every format: what was not understood, with its place, and what the rest does.
#[test]
fn what_was_understood_of_half_a_page() {
    let unread = page(
        "half.html",
        "Switch to the tag open state.",
        "Go over to the tag open state.",
    );
    let text = fs::read_to_string(&unread).expect("a page");
    let report = "<dd>This is an unexpected-null-character parse error. Emit the current";
    assert!(text.contains(report), "the page reports it");
    fs::write(&unread, text.replacen(report, "<dd>Emit the current", 1)).expect("a page");
    for (from, to) in [(PAGE, unread.as_str()), (unread.as_str(), PAGE)] {
        let markdown = diff(&[from, to, "--format", "markdown"]).exits(2).out;
        insta::assert_snapshot!(markdown.replace(&unread, "half.html"));
        let json = diff(&[from, to, "--format", "json"]).exits(2).out;
        let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        // Of the tables, as for a page that was understood whole.
        assert_eq!(json["understood"], false);
        assert_eq!(json["not_understood"][0]["number"], "9.2.1.1");
        assert!(json.get("behaviour").is_none(), "{json}");
        let found = serde_json::to_string_pretty(&json["decision"]);
        insta::assert_snapshot!(found.expect("it is JSON"));
    }
}

/// Tables of a few states, which do not depend on `spec`.
const FEW_STATES: &str = "codegen/tables/tests/bad/spec";

/// A copy of those tables with one file changed.
fn tables(name: &str, file: &str, old: &str, new: &str) -> String {
    let copy = format!("refused/{name}");
    for part in ["new", "named-character-references", "numeric-replacements"] {
        let to = folder(&format!("{copy}/{part}"));
        let from = workspace().join(FEW_STATES).join(part);
        for entry in fs::read_dir(from).expect("the tables") {
            let entry = entry.expect("a file");
            let mut text = fs::read_to_string(entry.path()).expect("a table");
            if entry.file_name() == file {
                has(&text, old);
                text = text.replacen(old, new, 1);
            }
            fs::write(to.join(entry.file_name()), text).expect("a table");
        }
    }
    folder(&format!("{copy}/new")).display().to_string()
}

/// Tables that cannot be run, or stop: the state, the row and the step, with their place.
#[test]
fn refused_tables_are_reported_with_their_place() {
    for (status, name, file, old, new) in [
        (
            2,
            "no-state",
            "03-comments.toml",
            "switch to the data state",
            "switch to the dada state",
        ),
        (
            1,
            "no-comment",
            "03-comments.toml",
            "'create a comment token with data \"\"',",
            "",
        ),
        (
            1,
            "no-row",
            "01-text.toml",
            "on = \"anything else\"",
            "on = \"U+0041 (A)\"",
        ),
        (
            1,
            "no-return",
            "01-text.toml",
            "\"set the return state to the data state\",",
            "",
        ),
    ] {
        let folder = tables(name, file, old, new);
        let sides = [&format!("{FEW_STATES}/new"), &folder];
        let Run { out, err, .. } = diff(&sides.map(String::as_str)).exits(status);
        assert!(!out.contains("proved"), "{out}");
        let err = err.replace(&folder, name);
        insta::assert_snapshot!(err);
    }
}

/// A page that was understood, and stops: the line of the page.
#[test]
fn a_page_that_stops_is_reported_with_its_place() {
    let edited = page(
        "stops.html",
        "Create a comment token whose data is the empty string. Switch to the comment state.",
        "Switch to the comment state.",
    );
    let err = diff(&[PAGE, &edited]).exits(1).err;
    insta::assert_snapshot!(err.replace(&edited, "stops.html"));
}

/// No page names its table of names: the newest one applies, or the one that `--names` selects.
#[test]
fn pages_are_compared_with_the_selected_names() {
    let page = "codegen/prose/tests/pages/references-in-states.html";
    let with = |names: &str| diff(&[page, page, "--named-references", names]);
    let out = with("2008-03-09").exits(0).out;
    assert!(out.contains("Behaviour: none, proved"), "{out}");
    // The pages are equal, and the selected names are not.
    let out = with("2008-03-09,2010-09-29").exits(0).out;
    assert!(out.contains("Behaviour: tokens\n  `&"), "{out}");
    let err = with("2008").refuses(2);
    has(&err, "there are `2008-03-09`, `2009-02-07`, `2010-09-29`");
    let tables = ["w3c-2012", "w3c-2012", "--named-references", "2010-09-29"];
    let err = diff(&tables).exits(2).err;
    assert!(err.contains("no page is compared"), "{err}");
    let err = with("2008-03-09,2009-02-07,2010-09-29").exits(2).err;
    assert!(err.contains("one table, or one for each side"), "{err}");
}

/// Pages of 2008 mention void elements, and do not list them.
#[test]
fn lists_that_no_page_has_are_those_of_the_tables() {
    let page = match shared::find("revisions/whatwg-2008-03-09/document.txt") {
        Ok(page) => page.display().to_string(),
        Err(absent) => return absent.skip().expect("the page"),
    };
    let Run { out, err, .. } = diff(&[&page, &page]).exits(0);
    assert!(out.contains("Behaviour: none, proved"), "{out}{err}");
}
