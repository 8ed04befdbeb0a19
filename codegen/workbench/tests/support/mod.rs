//! What tests of the commands share.

pub(crate) mod copy;
#[cfg(unix)]
pub(crate) mod document;

pub(crate) use copy::Copy;
use std::path::{Path, PathBuf};
use std::process::Command;
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
