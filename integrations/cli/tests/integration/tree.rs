//! The option `--tree`.

#[cfg(target_os = "linux")]
use super::command;
use super::{seen, tokenwright};
use tokenwright_tests::shared;
use tokenwright_tests::tree_construction::{Case, read};

/// The tree of a document.
fn tree(arguments: &[&str], input: &[u8]) -> String {
    let output = tokenwright(&[&["--tree"], arguments].concat(), input);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A sample of html5lib's tests. Those with `<?` expect the comments of the years before processing instructions.
#[test]
fn trees_are_those_of_html5lib() -> Result<(), Box<dyn std::error::Error>> {
    let folder = match shared::find("tree-construction") {
        Ok(folder) => folder,
        Err(absent) => return absent.skip().map_err(Into::into),
    };
    let cases = read(&folder)?;
    let (fragments, documents): (Vec<&Case>, Vec<&Case>) = cases
        .iter()
        .filter(|case| !case.data.contains("<?"))
        .partition(|case| case.context.is_some());
    let documents = documents.into_iter().step_by(17);
    let sample: Vec<&Case> = documents.chain(fragments.into_iter().step_by(7)).collect();
    assert!(sample.len() > 100, "{}", sample.len());
    for case in sample {
        let scripting = case.scripting.unwrap_or_default();
        let mut arguments = vec!["--scripting"; usize::from(scripting)];
        let context = case.context.as_ref().map(|it| it.html5lib());
        arguments.extend(context.iter().flat_map(|context| ["--context", context]));
        let tree = tree(&arguments, case.data.as_bytes());
        assert_eq!(tree, case.document, "{case:?}");
    }
    Ok(())
}

#[test]
fn a_limit_ends_the_tree() {
    let page = b"<div><div><div><div>";
    let runs = [
        seen(&["--tree", "--limit", "nesting=4"], page),
        seen(&["--tree", "--limit", "attributes=1"], b"<p a=1 b=2>"),
    ];
    insta::assert_snapshot!(runs.join("\n"));
}

#[test]
fn revisions_have_their_own_trees() {
    let page = b"<?sort by=name?><p>1<select><b>2";
    let runs = [
        seen(&["--tree"], page),
        seen(&["--tree", "--revision", "2020"], page),
        seen(&["--tree", "--revision", "2014"], page),
        seen(&["--tree", "--revision", "2012"], page),
        seen(&["--tree", "--revision", "2009"], page),
        seen(&["--tree", "--revision", "2008"], page),
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
    use super::input::folder;
    use std::process::{Command, Stdio};
    use tokenwright_visible::is_hidden;

    let hidden = "\u{7F}\u{85}\u{9B}31m\u{AD}\u{200E}\u{2028}\u{202E}\u{2066}\u{E0041}";
    let page = format!("<p{hidden} a{hidden}={hidden}>x{hidden}&rlm;<!--{hidden}-->");
    let file = folder("hidden").join("hidden.html");
    std::fs::write(&file, &page).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tokenwright"));
    command.arg("--tree").arg(&file);
    command.stdin(Stdio::null()).stderr(Stdio::null());
    let drawn = super::drawn(command, |command, stream| {
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

/// The margins of a deep tree are much longer than its page.
#[cfg(target_os = "linux")]
#[test]
fn a_deep_tree_is_not_in_memory_as_text() {
    use std::io::{Read, Write};
    let mut child = command(&["--tree"]).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(&b"<b>".repeat(10_000)).expect("a pipe");
    drop(stdin);
    let mut first = [0; 8];
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_exact(&mut first).expect("a tree");
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
    child.kill().expect("a child");
    child.wait().expect("a child");
    assert_eq!(&first, b"| <html>");
    let status = status.expect("the child's memory");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    assert!(peak.is_some_and(|peak| peak < 50_000), "{peak:?} kB");
}
