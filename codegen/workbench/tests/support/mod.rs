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

/// What `xtask` does with these arguments.
pub(crate) fn run(arguments: &[&str]) -> Run {
    Run::of(&mut xtask(arguments))
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

/// Fails with the text if it does not have each of these parts.
#[track_caller]
pub(crate) fn has_all(text: &str, parts: &[&str]) {
    for part in parts {
        has(text, part);
    }
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

/// Writes an executable script.
#[cfg(unix)]
pub(crate) fn executable(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text).expect("a script");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("its mode");
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

/// What a command has done.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

impl Run {
    /// Runs a command to its end.
    pub(crate) fn of(command: &mut Command) -> Self {
        Run::from(command.output().expect("the command starts"))
    }

    /// All that was printed.
    pub(crate) fn printed(&self) -> String {
        format!("{}{}", self.out, self.err)
    }

    /// The command line with these arguments, and all that can be seen of the run.
    pub(crate) fn transcript(&self, arguments: &[&str]) -> String {
        format!("$ cargo xtask {}\n{}", arguments.join(" "), self.seen())
    }

    /// All that can be seen of the run.
    pub(crate) fn seen(&self) -> String {
        let Run { status, out, err } = self;
        let status = status.unwrap_or(-1);
        format!("exit status {status}\n--- stdout\n{out}--- stderr\n{err}")
    }

    /// Fails with all that was printed if the exit status is another one.
    #[track_caller]
    pub(crate) fn exits(self, expected: i32) -> Self {
        assert_eq!(self.status, Some(expected), "{}", self.printed());
        self
    }

    /// The message of a command that has to exit with this status, and to print nothing on standard output.
    #[track_caller]
    pub(crate) fn refuses(self, expected: i32) -> String {
        let Run { out, err, .. } = self.exits(expected);
        assert_eq!(out, "", "{err}");
        err
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("messages are UTF-8");
        Run {
            status: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

/// What `gen --check` does in the workspace. It takes seconds, so that the tests share one run.
pub(crate) fn gen_check() -> &'static Run {
    static RUN: LazyLock<Run> = LazyLock::new(|| run(&["gen", "--check"]));
    &RUN
}

/// Marks the snapshots of a test as made from the tables: `cargo xtask bless` remakes those with this
/// description.
pub(crate) fn made_from_tables(test: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_description("made from the tables; remake with `cargo xtask bless`");
    settings.bind(test);
}
