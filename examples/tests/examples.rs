//! Runs the examples on a page, and compares what they print with snapshots.

use insta::assert_snapshot;
use std::io::Write;
use std::process::{Command, Stdio};

const PAGE: &str = include_str!("../../docs/bookshop.html");

/// Runs an example with a document on standard input. Returns what it prints, or its error.
fn run(program: &str, arguments: &[&str], document: &str) -> Result<String, String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(document.as_bytes())
        .expect("the example reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the example ends");
    match output.status.success() {
        true => Ok(String::from_utf8(output.stdout).expect("the output is UTF-8")),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// What an example prints for a document on standard input.
fn output(program: &str, arguments: &[&str], document: &str) -> String {
    run(program, arguments, document).expect("the example succeeds")
}

#[test]
fn links() {
    assert_snapshot!(output(env!("CARGO_BIN_EXE_links"), &[], PAGE));
}

#[test]
fn errors() {
    assert_snapshot!(output(env!("CARGO_BIN_EXE_errors"), &[], PAGE));
}

#[test]
fn highlight() {
    let page = output(env!("CARGO_BIN_EXE_highlight"), &[], PAGE);
    // Read as a page, it shows the source.
    let text = tokenwright::tokens(&page).filter_map(|token| match token {
        tokenwright::Token::Text(text) => Some(text.text.into_owned()),
        _ => None,
    });
    assert_eq!(text.collect::<String>().trim(), PAGE.trim());
    assert_snapshot!(page);
}

#[test]
fn references() {
    let program = env!("CARGO_BIN_EXE_references");
    let page = "<a href='?a&amp;b&copy=1'>1 &lt 2</a>\n&nope; &#0;";
    assert_snapshot!(output(program, &[], page));
    assert_snapshot!(output(program, &["hearts;", "heart"], ""));
}

#[test]
fn rewrite_href() {
    let page = PAGE.replace("<p>", "<p OnClick = 'x()' onclick=y()>");
    let rewritten = output(env!("CARGO_BIN_EXE_rewrite-href"), &[], &page);
    let links = [
        (
            "\"/sell?kind=books&copy=1&",
            "\"https://example.org/sell?kind=books&amp;copy=1&amp;",
        ),
        ("'/b/0141'", "'https://example.org/b/0141'"),
        ("/b/0142", "\"https://example.org/b/0142\""),
        ("/b/0143", "\"https://example.org/b/0143\""),
    ];
    let expected = links
        .iter()
        .fold(PAGE.to_owned(), |page, (old, new)| page.replace(old, new));
    assert_eq!(rewritten, expected);
}

#[test]
fn sanitizer() {
    let program = env!("CARGO_BIN_EXE_sanitizer");
    assert_snapshot!(output(program, &[], PAGE));
    let attributes: String = (0..21).map(|n| format!(" a{n}")).collect();
    let error = run(program, &[], &format!("text<p{attributes}>")).expect_err("a limit");
    assert!(
        error.contains("the tag at byte 4 has more than 20 attributes"),
        "{error}"
    );
    // Without the `svg`, its section is no section.
    let page = "<svg><![CDATA[><script>a()</script><b>]]></svg>";
    assert_eq!(output(program, &[], page).trim(), "<b>]]>");
}

#[test]
fn preload() {
    let page =
        "<link href=/style><script src=/a></script><img src=/1><script>b()</script><img src=/2>";
    assert_snapshot!(output(env!("CARGO_BIN_EXE_preload"), &[], page));
}

#[test]
fn tree() {
    let program = env!("CARGO_BIN_EXE_tree");
    let row = "| <td>\n|   \"a\"\n";
    assert_eq!(output(program, &["tr"], "<td>a").trim(), row.trim());
    assert_eq!(output(program, &["svg desc"], "<td>a").trim(), "| \"a\"");
    let document = "| <html>\n|   <head>\n|   <body>\n|     \"a\"";
    assert_eq!(output(program, &[], "<td>a").trim(), document);
}

#[test]
fn tokio_stream() {
    assert_snapshot!(output(env!("CARGO_BIN_EXE_tokio-stream"), &[], PAGE));
}

#[test]
fn revision() {
    let newest = output(env!("CARGO_BIN_EXE_revision"), &[], PAGE);
    let oldest = output(env!("CARGO_BIN_EXE_revision"), &["whatwg-2008-03-09"], PAGE);
    assert_ne!(newest, oldest);
    assert_snapshot!(oldest);
}
