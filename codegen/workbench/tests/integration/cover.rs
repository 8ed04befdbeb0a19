//! The errors of `cargo xtask cover` for files that are not test suites.

use crate::support;
use crate::support::xtask;
use std::fs;
use std::path::Path;

/// The message about a file with these contents; `None` is a missing file.
fn refused(name: &str, contents: Option<&[u8]>) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cover");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    if let Some(contents) = contents {
        fs::write(&path, contents).expect("a file");
    }
    let mut cover = xtask(&["cover", "whatwg-2026-07-19"]);
    let (status, stdout, error) = support::run(cover.arg(&path));
    assert_eq!(status, Some(1), "{name}: {error}");
    assert!(stdout.is_empty(), "{name}");
    error.replace(&folder.display().to_string(), "FOLDER")
}

#[test]
fn what_is_no_suite_is_refused() {
    let messages = [
        refused("missing.test", None),
        refused("latin-1.test", Some(b"\xE9")),
        refused("page.test", Some(b"<!DOCTYPE html>")),
        refused("cut-off.test", Some(b"{\"tests\": [\n  {\"input\": \"a\",")),
        refused("list.test", Some(b"[]")),
        refused("package.test", Some(br#"{"name": "a package"}"#)),
        refused(
            "no-output.test",
            Some(br#"{"tests": [{"input": "a", "output": [["Character", "a"]]}, {"input": "b"}]}"#),
        ),
        refused(
            "named.test",
            Some(br#"{"tests": [{"description": "a letter", "input": "a"}]}"#),
        ),
    ];
    insta::assert_snapshot!(messages.join("\n"));
}
