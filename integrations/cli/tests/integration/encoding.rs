//! The option `--encoding`.

use super::input::{folder, run_in};
use super::{seen, tokenwright};
use encoding_rs::{Encoding, SHIFT_JIS, WINDOWS_1251};
use std::fs;

/// The tokens of a page in an encoding, and what is said about it.
fn read(arguments: &[&str], page: &str, encoding: &'static Encoding) -> String {
    let (bytes, _, unmappable) = encoding.encode(page);
    assert!(!unmappable, "{page:?} in {}", encoding.name());
    seen(arguments, &bytes)
}

const AUTO: [&str; 2] = ["--encoding", "auto"];

#[test]
fn a_declaration_is_followed_wherever_it_is() {
    let early = "<meta charset=windows-1251><title>Чай</title>";
    let pragma = "<meta http-equiv=content-type content='text/html; charset=shift_jis'><p>日本";
    let late = |before: &str| {
        let page = format!("{before}<!--{}-->", " ".repeat(1100));
        // The comment says nothing here.
        read(
            &AUTO,
            &format!("{page}<meta charset=windows-1251><p>Чай"),
            WINDOWS_1251,
        )
        .replace(&" ".repeat(1100), "…")
    };
    let runs = [
        read(&AUTO, early, WINDOWS_1251),
        read(&AUTO, pragma, SHIFT_JIS),
        late(""),
        late("<title>Чай</title>"),
        read(&["--encoding", "Shift_JIS"], "<p>日本", SHIFT_JIS),
    ];
    insta::assert_snapshot!(runs.join("\n"));
}

#[test]
fn utf_16_is_read_by_its_mark_or_its_label() {
    let utf_16 = |mark: &str| -> Vec<u8> {
        let text = format!("{mark}<p>Чай</p>");
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    let runs = [
        seen(&AUTO, &utf_16("\u{FEFF}")),
        seen(&["--encoding", "utf-8"], &utf_16("\u{FEFF}")),
        seen(&["--encoding", "utf-16"], &utf_16("")),
        seen(&["--encoding", "windows-1252"], &utf_16("")),
    ];
    insta::assert_snapshot!(runs.join("\n"));
}

#[test]
fn wrong_and_absent_declarations() {
    let utf_8 = "<p>Чай, кофе и сок";
    let runs = [
        // The bytes contradict the declaration, which counts.
        read(&AUTO, "<meta charset=utf-8><p>Чай", WINDOWS_1251),
        // UTF-16 cannot be declared in ASCII; it means UTF-8.
        seen(&AUTO, "<meta charset=utf-16><p>Чай".as_bytes()),
        seen(&AUTO, "<meta charset=unknown><p>Чай, кофе и сок".as_bytes()),
        seen(&AUTO, utf_8.as_bytes()),
        read(&AUTO, utf_8, WINDOWS_1251),
        seen(&AUTO, b""),
        // A mark has precedence over the user.
        seen(&["--encoding", "koi8-r"], "\u{FEFF}<p>Чай".as_bytes()),
        read(&["--encoding", "utf-8"], "<p>Чай", WINDOWS_1251),
    ];
    insta::assert_snapshot!(runs.join("\n"));
}

#[test]
fn labels_that_no_encoding_has() {
    let refused = |label: &str| {
        let output = tokenwright(&["--encoding", label], b"<p>");
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]));
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let messages = ["windows-1521", "ebcdic", "", "\u{430}uto"].map(refused);
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn a_file_is_read_like_standard_input() {
    let folder = folder("declared");
    let (page, _, _) = WINDOWS_1251.encode("<title>Чай</title>");
    let page = [
        &page,
        " ".repeat(3 << 20).as_bytes(),
        b"<meta charset=windows-1251>",
    ]
    .concat();
    fs::write(folder.join("late.html"), &page).expect("a file");
    let arguments = ["--encoding", "auto", "--format", "html5lib", "late.html"];
    let of_file = run_in(&folder, &arguments);
    let of_stdin = seen(&arguments[..4], &page);
    assert!(of_file.contains("\n[\"Character\",\"Чай\"]"));
    let output = |run: &str| {
        let run = run.split_once('\n').expect("a first line").1;
        run.replace("late.html", "<stdin>")
    };
    assert!(output(&of_file) == output(&of_stdin));
}
