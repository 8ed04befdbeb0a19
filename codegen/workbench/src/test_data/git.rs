//! The git commands.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The folder of git's that a path has: its own `.git`, or if it is a bare repository, itself.
pub(super) fn git_dir(path: &Path) -> Option<PathBuf> {
    let inner = path.join(".git");
    if inner.exists() {
        return Some(inner);
    }
    let bare = path.join("HEAD").is_file() && path.join("objects").is_dir();
    bare.then(|| path.to_owned())
}

/// The contents of objects by their names, in the order of the names.
///
/// A name is a hash, or a commit and a path: `COMMIT:LICENSE`. Absent objects and objects
/// that are not files are `None`.
///
/// # Errors
/// If git cannot be run or fails.
pub(super) fn contents(git_dir: &Path, names: &[String]) -> Result<Vec<Option<Vec<u8>>>, String> {
    let mut git = repository(git_dir);
    let request: String = names.iter().map(|name| format!("{name}\n")).collect();
    let output = run(git.args(["cat-file", "--batch"]), request.as_bytes())?;
    let mut rest = &output.stdout[..];
    let mut all = Vec::with_capacity(names.len());
    for name in names {
        let (content, after) = next(rest).ok_or_else(|| format!("git: no answer about {name}"))?;
        all.push(content.map(<[u8]>::to_vec));
        rest = after;
    }
    Ok(all)
}

/// The next answer of `git cat-file --batch`, and the rest of the output: `HASH blob SIZE`, the contents
/// and a line feed, or `NAME missing`.
fn next(bytes: &[u8]) -> Option<(Option<&[u8]>, &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (line, rest) = (&bytes[..end], &bytes[end + 1..]);
    let line = std::str::from_utf8(line).ok()?;
    let mut words = line.rsplit(' ');
    let Some(size) = words.next().and_then(|word| word.parse().ok()) else {
        return Some((None, rest));
    };
    let (content, rest) = rest.split_at_checked(size)?;
    let is_file = words.next() == Some("blob");
    Some((is_file.then_some(content), rest.strip_prefix(b"\n")?))
}

/// The hashes of the contents of files, as git computes them.
///
/// # Errors
/// If git cannot be run, or a file cannot be read.
pub(super) fn hashes(paths: &[PathBuf]) -> Result<Vec<String>, String> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let mut git = git();
    git.args(["hash-object", "--no-filters", "--"]).args(paths);
    let output = run(&mut git, b"")?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().map(str::to_owned).collect())
}

/// Makes sure that the bare repository `git_dir` has these commits: those that it lacks are
/// fetched from `url`, without their history.
///
/// # Errors
/// If git cannot be run, or does not get the commits.
pub(super) fn fetch(git_dir: &Path, url: &str, commits: &[&str]) -> Result<(), String> {
    let mut init = git();
    init.args(["init", "--quiet", "--bare"]).arg(git_dir);
    run(&mut init, b"")?;
    let names: String = commits.iter().map(|name| format!("{name}\n")).collect();
    let mut check = repository(git_dir);
    check.args(["cat-file", "--batch-check"]);
    let answers = run(&mut check, names.as_bytes())?.stdout;
    let answers = String::from_utf8_lossy(&answers).into_owned();
    let missing: Vec<&str> = answers
        .lines()
        .filter_map(|line| line.strip_suffix(" missing"))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    // Not every server hands out a commit by its hash; all of them hand out branches and tags.
    let by_hash = [&["--depth=1", "--", url], &missing[..]].concat();
    let all = [
        "--",
        url,
        "+refs/heads/*:refs/heads/*",
        "+refs/tags/*:refs/tags/*",
    ];
    run(&mut fetching(git_dir, &by_hash), b"")
        .or_else(|_| run(&mut fetching(git_dir, &all), b""))
        .map(drop)
}

/// `git fetch`, with its progress on a terminal.
fn fetching(git_dir: &Path, arguments: &[&str]) -> Command {
    let mut fetch = repository(git_dir);
    // Fetches commits without a reference, and keeps them.
    fetch.args(["-c", "gc.auto=0", "fetch", "--no-tags"]);
    if xtask::report::is_styled(&io::stderr()) {
        fetch.arg("--progress").stderr(Stdio::inherit());
    } else {
        fetch.arg("--quiet");
    }
    fetch.args(arguments);
    fetch
}

fn repository(git_dir: &Path) -> Command {
    let mut git = git();
    let mut option = OsStr::new("--git-dir=").to_owned();
    option.push(git_dir);
    git.arg(option);
    git
}

/// Runs git, independent of the repository in which the command runs.
fn git() -> Command {
    let mut git = Command::new("git");
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        git.env_remove(variable);
    }
    // A wrong address is an error, and not a question about a password.
    git.env("GIT_TERMINAL_PROMPT", "0");
    git.stdin(Stdio::piped()).stdout(Stdio::piped());
    git.stderr(Stdio::piped());
    git
}

/// Runs a command to its end. `input` has to fit into the buffer of a pipe.
fn run(command: &mut Command, input: &[u8]) -> Result<Output, String> {
    let cannot = |error: io::Error| format!("cannot run git: {error}");
    let mut child = command.spawn().map_err(cannot)?;
    if let Some(mut stdin) = child.stdin.take() {
        // If git cannot read it, git's message explains why.
        let _ = stdin.write_all(input);
    }
    let output = child.wait_with_output().map_err(cannot)?;
    if output.status.success() {
        return Ok(output);
    }
    let message = String::from_utf8_lossy(&output.stderr);
    Err(match message.trim() {
        "" => format!("git: {}", output.status),
        message => format!("git: {message}"),
    })
}
