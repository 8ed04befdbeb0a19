//! What tests of the commands share.

pub(crate) mod copy;
#[cfg(unix)]
pub(crate) mod document;

pub(crate) use copy::Copy;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

/// The root of the workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// `xtask` with these arguments, in the root of the workspace.
pub(crate) fn xtask(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tokenwright-workbench"));
    command.args(arguments).current_dir(workspace());
    command
}

/// The output of `xtask` with these arguments.
pub(crate) fn output(arguments: &[&str]) -> Output {
    xtask(arguments).output().expect("the command starts")
}

/// A folder for files of tests.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The same, without what an earlier run has left.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let _ = fs::remove_dir_all(folder(name));
    folder(name)
}

/// Fails with the text if it does not have a part.
#[track_caller]
pub(crate) fn has(text: &str, part: &str) {
    assert!(text.contains(part), "no {part:?} in\n{text}");
}

/// Fails with the text if it begins otherwise.
#[track_caller]
pub(crate) fn begins(text: &str, start: &str) {
    assert!(text.starts_with(start), "no {start:?} before\n{text}");
}

/// Fails with the text if it ends otherwise.
#[track_caller]
pub(crate) fn ends(text: &str, end: &str) {
    assert!(text.ends_with(end), "no {end:?} after\n{text}");
}

/// Runs git in a folder, which succeeds. Returns what it prints.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=test", "-c", "user.email=test@localhost"])
        .args(["-c", "commit.gpgSign=false", "-c", "core.autocrlf=false"])
        .args(arguments)
        .current_dir(folder)
        .env_remove("GIT_DIR")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .expect("git starts");
    assert!(output.status.success(), "git {arguments:?}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.trim().to_owned()
}

/// The text of a command that has to exit with this status.
#[track_caller]
pub(crate) fn exits(expected: i32, (status, text): (Option<i32>, String)) -> String {
    assert_eq!(status, Some(expected), "{text}");
    text
}

/// Standard output of a command that has to exit with this status, and standard error or a file.
#[track_caller]
pub(crate) fn exits_with<T: AsRef<[u8]>>(
    expected: i32,
    (status, out, more): (Option<i32>, String, T),
) -> (String, T) {
    let shown = String::from_utf8_lossy(more.as_ref());
    assert_eq!(status, Some(expected), "{out}{shown}");
    (out, more)
}

/// The exit status of a command, and all that it has printed.
pub(crate) fn printed(output: Output) -> (Option<i32>, String) {
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("messages are UTF-8");
    (output.status.code(), text)
}

/// Runs a command. Returns its exit status, standard output and standard error.
pub(crate) fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("messages are UTF-8");
    let status = output.status.code();
    (status, text(output.stdout), text(output.stderr))
}

/// The exit status, standard output and standard error of `gen --check` in the workspace. It takes seconds, so that the
/// tests share one run.
pub(crate) fn gen_check() -> &'static (Option<i32>, String, String) {
    static RUN: LazyLock<(Option<i32>, String, String)> =
        LazyLock::new(|| run(&mut xtask(&["gen", "--check"])));
    &RUN
}

/// Marks the snapshots of a test as made from the tables: `cargo xtask bless` remakes those with this
/// description.
pub(crate) fn made_from_tables(test: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_description("made from the tables; remake with `cargo xtask bless`");
    settings.bind(test);
}
