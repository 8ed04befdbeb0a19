//! `rebaseline`: tests of 2020 are brought up to 2026, and the rest of the file stays.

use crate::support::xtask;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

const SUITE: &str = r#"{"tests": [
{"description":"A processing instruction",
"input":"<?a b>",
"output":[["Comment", "?a b"]],
"errors":[
    { "code": "unexpected-question-mark-instead-of-tag-name", "line": 1, "col": 2 }
]},

{"description":"Current",   "input":"<p>", "output" : [["StartTag","p",{}]]},
{"description":"Wrong in every year", "input":"<b>", "output":[["StartTag","i",{}]]}
]}
"#;

fn rebaseline(name: &str, arguments: &[&str]) -> (PathBuf, Output) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rebaseline");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, SUITE).expect("a file");
    let output = xtask(&["rebaseline"])
        .args(arguments)
        .arg(&path)
        .output()
        .expect("the commands run");
    (path, output)
}

fn text(path: &Path, output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{out}---\n{err}").replace(&path.display().to_string(), "FILE")
}

#[test]
fn a_stale_test_is_changed_and_explained() {
    let (path, output) = rebaseline("stale.test", &[]);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(text(&path, &output));
    let old = SUITE
        .split_once("\"output\":[[\"Comment\"")
        .expect("a comment")
        .0;
    let rest = SUITE.split_once("]},\n\n").expect("an empty line").1;
    let new = "\"output\":[[\"ProcessingInstruction\", \"a\", \"b\"]]},\n\n";
    let written = fs::read_to_string(path).expect("the file");
    assert_eq!(written, format!("{old}{new}{rest}"));
}

#[test]
fn a_check_writes_nothing() {
    let (path, output) = rebaseline("check.test", &["--check"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_to_string(path).expect("the file"), SUITE);
}

#[test]
fn older_tests_stay_for_an_older_revision() {
    let (path, output) = rebaseline("older.test", &["--to", "2020"]);
    assert!(text(&path, &output).contains("0 tests changed, 1 not explained"));
    assert_eq!(fs::read_to_string(path).expect("the file"), SUITE);
}

const TREES: &str = "#data
<?a b><math><![CDATA[x]]></math><b/>
#errors
(1,2): bogus
#new-errors
(1:2-1:3) unexpected-question-mark-instead-of-tag-name
(1:36) non-void-html-element-start-tag-with-trailing-solidus
#document
| <!-- ?a b -->
| <html>
|   <head>
|   <body>
|     <math math>
|       \"x\"
|     <b>

#data
a<?c
#errors
#document
| <html>
|   <head>
|   <body>
|     \"a\"

#data
<td></td/>
#errors
#new-errors
(1:10) end-tag-with-trailing-solidus
#document-fragment
tr
#document
| <td>

#data
x
#errors
#new-errors
(1:1) eof-in-tag
#document
| <html>
|   <head>
|   <body>
|     \"x\"
";

/// The errors of trees: one of a changed row goes, one of another stage stays, and a test without the section stays.
#[test]
fn errors_of_trees_are_changed_and_explained() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rebaseline");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("trees.dat");
    let run = |text: &str, arguments: &[&str]| {
        fs::write(&path, text).expect("a file");
        xtask(&["rebaseline"])
            .args(arguments)
            .arg(&path)
            .output()
            .expect("the commands run")
    };
    let output = run(TREES, &[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    insta::assert_snapshot!(text_of_trees(&path, &output));
    let written = fs::read_to_string(&path).expect("the file");
    let gone = "(1:2-1:3) unexpected-question-mark-instead-of-tag-name\n";
    let expected = TREES.replace(gone, "").replace("<!-- ?a b -->", "<?a b?>");
    assert_eq!(written, expected);
    let malformed = run("#data\nx\n#errors\n#new-errors\neof\n#document\n", &[]);
    assert_eq!(malformed.status.code(), Some(1));
    let error = String::from_utf8_lossy(&malformed.stderr);
    assert!(error.contains("trees.dat:5:1"), "{error}");
    assert!(
        error.contains("an error has the form `(LINE:COLUMN) code`"),
        "{error}"
    );
}

const LISTED: &str = "#data
<p>a</b>
#errors
(1,3): missing-doctype
(1,8): unexpected-end-tag
#document
| <html>
|   <head>
|   <body>
|     <p>
|       \"a\"

#data
<input type=hidden><?a b>
#errors
(1,19): hidden-input-in-table
#document-fragment
table
#script-on
#document
| <input>
|   type=\"hidden\"
| <?a b?>
";

/// With `--errors`, lists of any form become those of the tables, and a file that is right stays as it is.
#[test]
fn lists_of_errors_are_written() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rebaseline");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("lists.dat");
    let run = |text: &str, arguments: &[&str]| {
        fs::write(&path, text).expect("a file");
        let mut command = xtask(&["rebaseline"]);
        let output = command.args(arguments).arg(&path).output();
        let written = fs::read_to_string(&path).expect("the file");
        (output.expect("the commands run"), written)
    };
    let (output, written) = run(LISTED, &["--errors"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(written, LISTED);

    let damaged = LISTED
        .replace("(1,3): missing-doctype\n", "")
        .replace("(1,19): hidden-input-in-table", "1: an error\n\n2: another")
        .replace("<?a b?>", "<!-- ?a b -->");
    let (output, written) = run(&damaged, &[]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(written, damaged.replace("<!-- ?a b -->", "<?a b?>"));
    let (output, written) = run(&damaged, &["--errors", "--check"]);
    assert_eq!((output.status.code(), written), (Some(1), damaged.clone()));
    let (output, written) = run(&damaged, &["--errors"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(written, LISTED);
    insta::assert_snapshot!(text_of_trees(&path, &output));

    let wrong = LISTED.replace("|     <p>", "|     <q>");
    let (output, written) = run(&wrong.replace("(1,3)", "(1,4)"), &["--errors"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(written, wrong.replace("(1,3)", "(1,4)"));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("no revision builds its tree"), "{error}");
}

/// Runs the command on a file of a text; gives its status, what it prints and the text afterwards.
fn rebaselined(name: &str, bytes: &[u8], arguments: &[&str]) -> (Option<i32>, String, Vec<u8>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rebaseline");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, bytes).expect("a file");
    let mut command = xtask(&["rebaseline"]);
    let output = command.args(arguments).arg(&path).output();
    let output = output.expect("the commands run");
    let written = fs::read(&path).expect("the file");
    (output.status.code(), text_of_trees(&path, &output), written)
}

/// Whatever is written anew, the sections around it stay.
#[test]
fn sections_around_what_is_written_stay() {
    let test = |errors: &str, rest: &str, tree: &str| {
        let document = "| <html>\n|   <head>\n|   <body>\n";
        format!("#data\n<?a b>\n#errors\n{errors}{rest}#document\n{tree}{document}")
    };
    let stale = "#new-errors\n(1:2) unexpected-question-mark-instead-of-tag-name\n";
    let orders = |stale: &str| {
        [
            test("1: an error\n", &format!("{stale}#script-off\n"), "| T\n"),
            test("", &format!("#script-on\n{stale}"), "| T\n"),
            test("", &format!("{stale}#script-on\n"), "| T\n"),
        ]
        .join("\n")
    };
    let before = orders(stale).replace("| T", "| <!-- ?a b -->");
    let after = orders("").replace("| T", "| <?a b?>");
    let (status, printed, written) = rebaselined("sections.dat", before.as_bytes(), &[]);
    assert_eq!(String::from_utf8_lossy(&written), after, "{printed}");
    assert_eq!(status, Some(0), "{printed}");
    assert!(
        printed.contains("FILE: 3 tests changed, 0 not explained"),
        "{printed}"
    );
    for (at, _) in before.match_indices("#data\n") {
        let line = 1 + before[..at].matches('\n').count();
        assert!(
            printed.contains(&format!("FILE:{line}: input")),
            "{printed}"
        );
        assert!(
            printed.contains(&format!("FILE:{line}: the tree")),
            "{printed}"
        );
    }
    let listed = "#errors\n(1,7): missing-doctype\n";
    let after = after.replace("#errors\n1: an error\n", "#errors\n");
    let after = after.replace("#errors\n", listed);
    let (status, printed, written) = rebaselined("sections.dat", before.as_bytes(), &["--errors"]);
    assert_eq!(String::from_utf8_lossy(&written), after, "{printed}");
    assert_eq!(status, Some(0), "{printed}");
}

/// Errors that depend on scripting are no question where they are not written.
#[test]
fn errors_that_depend_on_scripting_matter_where_they_are_written() {
    let test = "#data\n<body><noscript>\n#errors\n#document\n| <html>\n|   <head>\n|   <body>\n|     <noscript>\n";
    let (status, printed, written) = rebaselined("scripting.dat", test.as_bytes(), &[]);
    assert_eq!((status, &*written), (Some(0), test.as_bytes()), "{printed}");
    let (status, printed, written) = rebaselined("scripting.dat", test.as_bytes(), &["--errors"]);
    assert_eq!((status, &*written), (Some(1), test.as_bytes()), "{printed}");
    assert!(
        printed.contains("its errors depend on scripting"),
        "{printed}"
    );
    let said = test.replace("#document", "#script-on\n#document");
    let (status, printed, written) = rebaselined("scripting.dat", said.as_bytes(), &["--errors"]);
    assert_eq!(status, Some(0), "{printed}");
    assert!(written.starts_with(b"#data\n<body><noscript>\n#errors\n(1,6): missing-doctype\n"));
    let tree = "#data\n<noscript><b>\n#errors\n#document\n| <html>\n|   <head>\n|     <noscript>\n|       \"<b>\"\n|   <body>\n";
    let (status, printed, _) = rebaselined("scripting.dat", tree.as_bytes(), &[]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(
        printed.contains("its tree depends on scripting"),
        "{printed}"
    );
}

/// What is no file of tests is refused with its place, and stays.
#[test]
fn files_that_are_no_tests_are_refused() {
    let wrong_token = SUITE.replace("[\"StartTag\",\"p\",{}]", "[\"Tag\",\"p\"]");
    for (name, bytes, message) in [
        (
            "wrong.dat",
            &b"#data\na\xFF\n#errors\n"[..],
            "UTF-8\n --> FILE:2:2",
        ),
        (
            "wrong.test",
            b"{\"tests\":\n [\xE9]}",
            "UTF-8\n --> FILE:2:3",
        ),
        ("wrong.test", b"[]", "not an object with a list `tests`"),
        ("wrong.test", b"{}", "not an object with a list `tests`"),
        ("wrong.test", b"[[]]", "not an object with a list `tests`"),
        (
            "wrong.test",
            wrong_token.as_bytes(),
            "no token is called Tag in the test \"Current\"\n --> FILE:9:1",
        ),
        (
            "wrong.dat",
            b"#data\r\n",
            "lines of the form end in LF\n --> FILE:1:1",
        ),
        (
            "wrong.dat",
            b"#data\n#errors\n#document-fragment\na b c\n#document\n",
            "expected the name of an element, such as `select` or `svg path`\n --> FILE:4:1",
        ),
    ] {
        let (status, printed, written) = rebaselined(name, bytes, &["--errors"]);
        assert_eq!((status, &*written), (Some(1), bytes), "{printed}");
        assert!(printed.contains(message), "{printed}");
    }
    let place = SUITE.replace("\"line\": 1", "\"line\": 2");
    let (_, printed, written) = rebaselined("place.test", place.as_bytes(), &[]);
    assert_eq!(written, place.as_bytes());
    let why = "is not explained: no revision up to whatwg-2026-07-19 gives what is expected\n  --> FILE:2";
    assert!(printed.contains(why), "{printed}");
    #[cfg(unix)]
    {
        let output = xtask(&["rebaseline", "/dev/null"]).output();
        let output = output.expect("the commands run");
        assert_eq!(output.status.code(), Some(1));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            error.contains("a pipe or a device cannot be changed in place"),
            "{error}"
        );
    }
}

/// Without what cargo prints about the generated code that it compiles.
fn text_of_trees(path: &Path, output: &Output) -> String {
    let text = text(path, output);
    let cargo = ["Compiling", "Finished", "Blocking"];
    let lines = text
        .lines()
        .filter(|line| !cargo.iter().any(|word| line.trim().starts_with(word)));
    lines.collect::<Vec<_>>().join("\n")
}
