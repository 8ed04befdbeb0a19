//! Input in other encodings, unreadable input, and output that cannot be written.

use super::{command, seen, shown, tokenwright};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder for the files of one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("cli")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A run in a folder, without standard input.
pub(crate) fn run_in(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tokenwright"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the command runs");
    shown(arguments, output)
}

/// A message is a line, whatever is in the name of a file.
#[cfg(unix)]
#[test]
fn a_name_with_a_line_feed_is_one_line_of_a_message() {
    let folder = folder("names");
    fs::write(folder.join("a\nb\u{1B}.html"), "<!DOCTYPE html>").expect("a file");
    let printed = run_in(&folder, &["--errors", "a\nb\u{1B}.html"]);
    assert!(
        printed.contains("\na\u{FFFD}b\u{FFFD}.html: no parse errors\n"),
        "{printed}"
    );
}

#[test]
fn errors_begin_with_the_file_and_are_counted() {
    let folder = folder("errors");
    fs::write(folder.join("page.html"), "<p>\n<b></b x>\0").expect("a file");
    fs::write(folder.join("good.html"), "<p>").expect("a file");
    let runs = [
        run_in(&folder, &["--errors", "page.html"]),
        run_in(&folder, &["--errors", "good.html"]),
        seen(&["--errors"], b"</p x>"),
    ];
    insta::assert_snapshot!(runs.join("\n"));
}

#[test]
fn files_that_cannot_be_read() {
    let folder = folder("unreadable");
    let runs = [run_in(&folder, &["nofile.html"]), run_in(&folder, &["."])];
    insta::assert_snapshot!(runs.join("\n"));
}

/// The superuser may read everything, so this shows something only to others.
#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("forbidden");
    let path = folder.join("page.html");
    fs::write(&path, "<p>").expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("permissions");
    let printed = run_in(&folder, &["page.html"]);
    if fs::File::open(&path).is_ok() {
        assert!(printed.ends_with("--- exit status 0\n"), "{printed}");
    } else {
        assert!(
            printed.contains("error: cannot read page.html: permission denied\n"),
            "{printed}"
        );
        assert!(printed.ends_with("--- exit status 2\n"), "{printed}");
    }
}

#[test]
fn another_encoding_is_noticed() {
    let folder = folder("encodings");
    let utf_16 = |mark: &str| -> Vec<u8> {
        let text = format!("{mark}<p>text</p>");
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    fs::write(folder.join("marked.html"), utf_16("\u{FEFF}")).expect("a file");
    fs::write(folder.join("unmarked.html"), utf_16("")).expect("a file");
    let runs = [
        run_in(&folder, &["marked.html"]),
        run_in(&folder, &["unmarked.html"]),
        seen(&[], &utf_16("\u{FEFF}")),
        seen(&[], b"caf\xE9 and na\xEFve"),
        seen(&["--strip-bom"], "\u{FEFF}text".as_bytes()),
        seen(&[], "\u{FEFF}text".as_bytes()),
        seen(&[], b""),
    ];
    insta::assert_snapshot!(runs.join("\n"));
}

#[test]
fn bytes_that_are_not_utf8_become_replacement_characters() {
    let output = tokenwright(&["--format", "html5lib"], b"a\xFF\xE2\x82<b\xF0>");
    let expected = "{\"output\":[[\"Character\",\"a\u{FFFD}\u{FFFD}\"],\n[\"StartTag\",\"b\u{FFFD}\",{}]],\n\"errors\":[]}\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let mut child = command(&[]).spawn().expect("the command starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all("<p>text</p>\n".repeat(100_000).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn a_closed_standard_error_is_no_panic() {
    let mut child = command(&["nofile.html"])
        .spawn()
        .expect("the command starts");
    drop(child.stderr.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    for arguments in [
        &[][..],
        &["--list-states"],
        &["--help"],
        &["-h"],
        &["--version"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        let mut child = command(arguments)
            .stdout(full.expect("the device that is always full"))
            .spawn()
            .expect("the command starts");
        drop(child.stdin.take());
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "error: cannot write the output: no space left on the device\n"
        );
        assert_eq!(output.status.code(), Some(2));
    }
}

/// The html5lib format keeps errors to the end, in a temporary file where they are many.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_leaves_no_temporary_file() {
    let folder = folder("interrupted");
    let mut child = command(&["--format", "html5lib"])
        .env("TMPDIR", &folder)
        .stdout(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all("</p x>".repeat(100_000).as_bytes())
        .expect("it reads");
    // What is read last is in the pipe; all before it has been tokenized.
    stdin.flush().expect("a pipe");
    let open = || {
        let files = fs::read_dir(format!("/proc/{}/fd", child.id())).expect("the command runs");
        let mut targets = files.filter_map(|file| fs::read_link(file.ok()?.path()).ok());
        targets.any(|target| target.starts_with(&folder))
    };
    let patience = std::time::Instant::now();
    while !open() {
        assert!(patience.elapsed().as_secs() < 60, "no file was opened");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let present = fs::read_dir(&folder).expect("the folder").count();
    child.kill().expect("it can be stopped");
    child.wait().expect("it stops");
    assert_eq!(present, 0, "the file has a name");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0);
}

#[test]
fn errors_that_do_not_fit_in_memory_come_back_in_order() {
    let output = tokenwright(
        &["--format", "html5lib"],
        "</p x>\n".repeat(30_000).as_bytes(),
    );
    assert!(output.stdout.len() > 2 << 20, "{}", output.stdout.len());
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let lines = json["errors"].as_array().expect("a list").iter();
    let lines: Vec<u64> = lines.filter_map(|error| error["line"].as_u64()).collect();
    assert_eq!(lines, (1..=30_000).collect::<Vec<_>>());
}
