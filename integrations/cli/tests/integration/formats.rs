//! The output formats.

use super::{made_from_tables, tokenwright};
use tokenwright_visible::is_hidden;

const PAGE: &str = concat!(
    "<!DOCTYPE html PUBLIC \"x\">\n<title>a &amp; <b></title>\r\n",
    "<p class='one two' id=\"\" hidden>text<br/></p x>\0<!--\u{1B}-->",
    "<?target data?><![CDATA[x]]>",
);

fn printed(arguments: &[&str]) -> String {
    let output = tokenwright(arguments, PAGE.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    // The errors are counted on standard error, for people alone.
    let is_counted = arguments.contains(&"--errors") && !arguments.contains(&"json");
    assert_eq!(output.stderr.is_empty(), !is_counted, "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn text() {
    made_from_tables(|| insta::assert_snapshot!(printed(&[])));
}

#[test]
fn text_with_spans_and_errors() {
    made_from_tables(|| insta::assert_snapshot!(printed(&["--spans", "--errors"])));
}

#[test]
fn json() {
    made_from_tables(|| insta::assert_snapshot!(printed(&["--format", "json"])));
}

#[test]
fn json_with_spans_and_errors() {
    made_from_tables(|| {
        insta::assert_snapshot!(printed(&["--format", "json", "--spans", "--errors"]))
    });
}

#[test]
fn html5lib() {
    made_from_tables(|| insta::assert_snapshot!(printed(&["--format", "html5lib"])));
}

#[test]
fn html5lib_of_2008_in_foreign_content() {
    let revision = ["--revision", "whatwg-2008-03-09", "--foreign"];
    let arguments = [&["--format", "html5lib"][..], &revision].concat();
    made_from_tables(|| insta::assert_snapshot!(printed(&arguments)));
}

#[test]
fn a_state_a_tag_and_a_flag_to_start_with() {
    let end = b"<b>&lt;</title>&lt;";
    let with = |arguments: &[&str]| {
        let arguments = [
            &["--format", "html5lib", "--last-start-tag", "title"],
            arguments,
        ]
        .concat();
        String::from_utf8(tokenwright(&arguments, end).stdout).expect("UTF-8")
    };
    let rcdata = with(&["--initial-state", "RCDATA state"]);
    assert_eq!(rcdata, with(&["--initial-state", "rcdata"]));
    let flag = [
        "--revision",
        "whatwg-2008-03-09",
        "--content-model",
        "RCDATA",
    ];
    made_from_tables(|| insta::assert_snapshot!(format!("{rcdata}\n{}", with(&flag))));
}

/// A terminal would obey or hide these, raw or as references, wherever they are in a token.
#[test]
fn no_format_prints_what_a_terminal_obeys() {
    let hidden =
        "\u{7F}\u{85}\u{9B}31m\u{AD}\u{61C}\u{200E}\u{2028}\u{202E}\u{2066}\u{FEFF}\u{E0041}";
    let page = format!(
        "x{hidden}&rlm;&#x202D;<p{hidden} a{hidden}={hidden}></p{hidden}><!--{hidden}--><?t{hidden} {hidden}?>\
         <!DOCTYPE {hidden} PUBLIC '{hidden}' '{hidden}'>"
    );
    let formats: [&[&str]; 3] = [
        &["--errors"],
        &["--format", "json", "--errors"],
        &["--format", "html5lib"],
    ];
    for arguments in formats {
        let output = tokenwright(arguments, page.as_bytes());
        for bytes in [&output.stdout, &output.stderr] {
            let text = str::from_utf8(bytes).expect("UTF-8");
            let raw: Vec<char> = text.chars().filter(|c| is_hidden(*c)).collect();
            assert_eq!(raw, [], "{arguments:?}: {text}");
        }
    }
    // What a program reads is as before.
    let output = tokenwright(&["--format", "json"], page.as_bytes());
    let first = output
        .stdout
        .split(|byte| *byte == b'\n')
        .next()
        .expect("a line");
    let text: serde_json::Value = serde_json::from_slice(first).expect("JSON");
    assert_eq!(text["data"], format!("x{hidden}\u{200F}\u{202D}"));
}
