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

/// Its pieces come back from a file.
#[test]
fn long_text_is_one_token() {
    let text = "नमस्ते \"e\u{301}\"\n".repeat(100_000);
    let json = serde_json::to_string(&text).expect("a string");
    for (format, token) in [
        ("text", format!("{}\n", json.replace("\\u", "\\u{"))),
        ("json", format!("{{\"token\":\"text\",\"data\":{json}}}\n")),
        (
            "html5lib",
            format!("[\"Character\",{json}],\n[\"EndTag\",\"p\"]"),
        ),
    ] {
        let output = tokenwright(&["--format", format], format!("{text}</p>").as_bytes());
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(printed.contains(&token), "{format}");
    }
}

/// A combining mark shows on the character before it, and an apostrophe needs no escape in marks of another kind.
#[test]
fn escapes_are_for_what_does_not_show() {
    let page = "ไทย don't\u{A0}\\<p a='नमस्ते \"q\"\u{301}' \u{301}=\u{115F}><!--e\u{301}'\"\u{202E}--><?x-é \u{1B}?>\u{301}";
    let output = tokenwright(&[], page.as_bytes());
    insta::assert_snapshot!(String::from_utf8(output.stdout).expect("UTF-8"), @r#"
    "ไทย don't\u{a0}\\"
    <p a="नमस्ते \"q\"́" \u{301}="\u{115f}">
    <!--é'"\u{202e}-->
    <!--?x-é \u{1b}?-->
    "\u{301}"
    end of file
    "#);
}

#[cfg(unix)]
#[test]
fn only_a_terminal_gets_colours() {
    use std::process::{Command, Stdio};
    let drawn = |environment: [(&str, &str); 2]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tokenwright"));
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bookshop.html");
        command.args(["--errors", file]).envs(environment);
        super::drawn(command, |command, stream| {
            command.stdout(stream).stderr(Stdio::null());
        })
    };
    let coloured = drawn([("TERM", "xterm"), ("NO_COLOR", "")]);
    for line in [
        "\u{1B}[36m<html lang=\"en\">\u{1B}[0m\r\n",
        "\u{1B}[2mend of file\u{1B}[0m\r\n",
    ] {
        assert!(coloured.contains(line), "{coloured}");
    }
    assert!(
        coloured.contains("\u{1B}[1;31m") && !coloured.contains("\\u001B"),
        "{coloured}"
    );
    for environment in [
        [("TERM", "dumb"), ("NO_COLOR", "")],
        [("TERM", "xterm"), ("NO_COLOR", "1")],
    ] {
        assert!(
            !drawn(environment).contains(is_hidden_but_return),
            "a plain text"
        );
    }
    fn is_hidden_but_return(c: char) -> bool {
        c != '\r' && is_hidden(c)
    }
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
