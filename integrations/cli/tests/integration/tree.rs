//! The option `--tree`.

#![cfg(feature = "tree")]

use super::{seen, tokenwright};
use tokenwright_tests::shared;
use tokenwright_tests::tree_construction::{Case, read};

/// The tree of a document.
fn tree(arguments: &[&str], input: &[u8]) -> String {
    let output = tokenwright(&[&["--tree"], arguments].concat(), input);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A sample of html5lib's tests. In the files left out, html5ever's tree builder differs from the standard.
#[test]
fn trees_are_those_of_html5lib() -> Result<(), Box<dyn std::error::Error>> {
    let folder = match shared::find("tree-construction") {
        Ok(folder) => folder,
        Err(absent) => return absent.skip().map_err(Into::into),
    };
    let is_chosen = |case: &&Case| {
        let file = case.id.split(' ').next().unwrap_or_default();
        let files = [
            "tests1.dat",
            "tests2.dat",
            "entities01.dat",
            "doctype01.dat",
            "template.dat",
            "tables01.dat",
        ];
        case.context.is_none() && files.contains(&file)
    };
    let cases = read(&folder)?;
    let cases: Vec<&Case> = cases.iter().filter(is_chosen).step_by(7).collect();
    assert!(cases.len() > 40, "{}", cases.len());
    for case in cases {
        let scripting = case.scripting.unwrap_or_default();
        let arguments = &["--revision", "2020", "--scripting"][..2 + usize::from(scripting)];
        assert_eq!(
            tree(arguments, case.data.as_bytes()),
            case.document,
            "{case:?}"
        );
    }
    Ok(())
}

#[test]
fn revisions_differ_in_processing_instructions() {
    let page = b"<?sort by=name?><p>1";
    let runs = [
        seen(&["--tree"], page),
        seen(&["--tree", "--revision", "2020"], page),
        seen(&["--tree", "--revision", "2014"], page),
        seen(&["--tree", "--errors"], page),
    ];
    insta::assert_snapshot!(runs.join("\n"));
}

#[test]
fn a_tree_of_a_page_in_any_encoding() {
    let body = "| <html>\n|   <head>\n|     <meta>\n|       charset=\"koi8-r\"\n|   <body>\n";
    let expected = format!("{body}|     <p>\n|       \"Я\"\n");
    let page = b"<meta charset=koi8-r><p>\xF1";
    assert_eq!(tree(&["--encoding", "auto"], page), expected);
    assert_eq!(tree(&["--encoding", "koi8"], page), expected);
    let utf_8 = "\u{FEFF}<meta charset=koi8-r><p>Я";
    assert_eq!(
        tree(&[], utf_8.as_bytes()),
        expected,
        "a byte order mark is no text"
    );
}

/// The format of trees has no escapes, so that only a person gets any.
#[cfg(unix)]
#[test]
fn a_terminal_gets_nothing_that_it_obeys() {
    use super::{input::folder, terminal};
    use std::process::{Command, Stdio};
    use tokenwright_visible::is_hidden;

    let hidden = "\u{7F}\u{85}\u{9B}31m\u{AD}\u{200E}\u{2028}\u{202E}\u{2066}\u{E0041}";
    let page = format!("<p{hidden} a{hidden}={hidden}>x{hidden}&rlm;<!--{hidden}-->");
    let file = folder("hidden").join("hidden.html");
    std::fs::write(&file, &page).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tokenwright"));
    command.arg("--tree").arg(&file);
    command.stdin(Stdio::null()).stderr(Stdio::null());
    let drawn = terminal::drawn(command, |command, stream| {
        command.stdout(stream);
    });
    // A terminal ends lines with CR LF.
    let drawn = drawn.replace("\r\n", "\n");
    assert!(drawn.contains("|       \"x\\u007F"), "{drawn:?}");
    assert!(!drawn.contains(is_hidden), "{drawn:?}");
    let piped = tree(&[], page.as_bytes());
    assert!(
        piped.contains(&format!("\"x{hidden}\u{200F}\"")),
        "{piped:?}"
    );
}
