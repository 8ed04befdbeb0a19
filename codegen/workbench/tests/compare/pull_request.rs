//! The answer to a pull request, replayed from two changes of the standard of 2026; and `watch`.

use crate::support::{Copy, begins, git, has, workspace};
#[cfg(unix)]
use crate::support::{Run, executable};
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;
use std::sync::LazyLock;

const NEWEST: &str = "spec/whatwg-2026-07-19";
const BEFORE: &str = "spec/whatwg-2020-05-22";
/// The file with the numeric character reference states.
const REFERENCES: &str = "10-character-references.toml";

/// A copy of the tables with the pages of three dates: before processing instructions, with them, and without the decimal
/// character reference start state. Its newest tables are those of the second. The tests share what it is copied from.
fn copy(name: &str) -> (Copy, [PathBuf; 3]) {
    static WRITTEN: LazyLock<Copy> = LazyLock::new(|| {
        let copy = Copy::of_tables("pull-request-pages");
        write_pages(&copy);
        copy
    });
    let copy = WRITTEN.again(name);
    let pages = ["before.html", "between.html", "newest.html"].map(|name| copy.root().join(name));
    (copy, pages)
}

fn write_pages(copy: &Copy) {
    let newest = copy.root().join("newest.html");
    let write = |from: &str, to: &Path| {
        let to = to.to_str().expect("a path in UTF-8");
        copy.xtask(&["prose", from, "--out", to]).exits(0);
    };
    write(NEWEST, &newest);
    let file = |revision: &str| copy.root().join(revision).join(REFERENCES);
    fs::copy(file(BEFORE), file(NEWEST)).expect("the older tables");
    let between = copy.root().join("between.html");
    write(NEWEST, &between);
    let before = copy.root().join("before.html");
    write(BEFORE, &before);
}

fn comment(copy: &Copy, from: &Path, to: &Path) -> String {
    let [from, to] = [from, to].map(|path| path.to_str().expect("a path in UTF-8"));
    let comment = copy.xtask(&["diff", from, to, "--format", "markdown"]);
    comment.exits(1).out
}

#[test]
fn two_changes_of_the_standard() {
    let (copy, [before, between, newest]) = copy("pull-request");

    let june = comment(&copy, &before, &between);
    begins(&june, "## Effect on the tokenizer: tokens\n");
    let witness =
        "| `<?` | `<!--?-->`<br>unexpected-question-mark-instead-of-tag-name at 1:2 | nothing<br>";
    assert!(june.contains(witness), "{june}");
    let test = r#""input":"<?A>","output":[["ProcessingInstruction","A",""]]"#;
    assert!(june.contains(test), "{june}");

    let july = comment(&copy, &between, &newest);
    begins(&july, "## Effect on the tokenizer: none (proved)\n");
    assert!(
        july.contains("Decimal character reference start state (gone"),
        "{july}"
    );
    assert!(!july.contains("html5lib"), "no test fails before it");
}

/// The tests in a comment pass after the change: the page's tables give what they expect.
#[test]
fn the_tests_of_a_comment_pass_after_the_change() {
    let (copy, [before, between, _]) = copy("pull-request-tests");
    let comment = comment(&copy, &before, &between);
    let (_, json) = comment.split_once("```json\n").expect("tests");
    let (json, _) = json.split_once("```").expect("the end of the fence");
    let folder = copy.root().join("suite");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("new.test"), json).expect("the file of tests");
    // With the tables that the page was written from, nothing is stale; with those from before, every test is.
    let stale = |to: &str| {
        copy.xtask(&["rebaseline", "suite", "--to", to, "--check"])
            .out
    };
    let after = stale("2026");
    has(&after, "0 tests would change, 0 not explained");
    let before = stale("2020");
    let tests = json.matches("\"description\"").count();
    assert!(tests > 20, "{json}");
    has(&before, &format!("{tests} not explained"));
}

/// A script of the action in a folder, which finds the programs of another folder first.
#[cfg(unix)]
fn script(name: &str, folder: &Path, programs: &Path, arguments: &[&str]) -> Command {
    let scripts = workspace().join("integrations/pull-request");
    let path = std::env::var("PATH").expect("a path");
    let mut command = Command::new(scripts.join(name));
    command.args(arguments).current_dir(folder);
    command.env("PATH", format!("{}:{path}", programs.display()));
    command
}

#[cfg(unix)]
#[test]
fn the_action_compares_the_commits_of_a_repository() {
    let (copy, [before, between, newest]) = copy("pull-request-action");
    let repository = copy.root().join("html");
    fs::create_dir_all(&repository).expect("a folder");
    let git = |arguments: &[&str]| git(&repository, arguments);
    git(&["init", "--quiet", "--initial-branch=main"]);
    let commit = |page: &Path| {
        fs::copy(page, repository.join("source")).expect("the page");
        git(&["add", "source"]);
        git(&["commit", "--quiet", "--message", "Change the section"]);
        git(&["rev-parse", "HEAD"])
    };
    let first = commit(&before);
    let base = commit(&between);
    git(&["checkout", "--quiet", "-b", "change"]);
    let head = commit(&newest);
    // The target branch goes on; its change is not the pull request's.
    git(&["checkout", "--quiet", "main"]);
    let main = commit(&before);

    // `cargo xtask …` runs the commands of this build.
    let cargo = copy.root().join("cargo");
    executable(
        &cargo,
        &format!(
            "#!/bin/sh\nshift\nexec {} \"$@\"\n",
            env!("CARGO_BIN_EXE_tokenwright-workbench")
        ),
    );
    let compare = |from: &str, to: &str, file: &str| {
        let arguments = [from, to, file, "comment.md"];
        let mut script = script("compare", &repository, copy.root(), &arguments);
        Run::of(script.env("CARGO", &cargo))
    };
    let written = || fs::read_to_string(repository.join("comment.md")).expect("a comment");
    compare(&main, &head, "source").exits(0);
    let title = format!(
        "source at {} (section 13.2.5) → source at {}",
        &base[..7],
        &head[..7]
    );
    let comment = written();
    begins(&comment, "## Effect on the tokenizer: none (proved)\n");
    // No hash is a link: a page may have one too.
    let shown = comment.replace('\u{200B}', "");
    assert!(shown.contains(&title), "{comment}");
    compare(&first, &base, "source").exits(0);
    begins(&written(), "## Effect on the tokenizer: tokens\n");

    for (from, file, message) in [
        (
            "0123456",
            "source",
            "error: the repository has no commit 0123456",
        ),
        (
            main.as_str(),
            "other",
            "error: other is not a file of both commits",
        ),
    ] {
        has(&compare(from, &head, file).exits(1).err, message);
    }
}

#[cfg(unix)]
#[test]
fn only_the_own_comment_is_replaced() {
    let copy = Copy::of_tables("pull-request-post");
    let folder = copy.root();
    fs::write(
        folder.join("comment.md"),
        "## Effect on the tokenizer: tokens\n",
    )
    .expect("a comment");
    let asked = folder.join("asked");
    let summary = folder.join("summary");
    // The stand-in for GitHub's command has these comments, as lines, and may write one or not.
    let post = |number: &str, comments: &str, writes: bool| {
        for file in [&asked, &summary] {
            let _ = fs::remove_file(file);
        }
        fs::write(folder.join("comments"), comments).expect("the comments");
        // The filters are those of `jq`, which the stand-in does not have; it applies the same to fields in lines.
        let gh = format!(
            "#!/bin/sh\necho \"$@\" >> {asked}\nfor last; do :; done\ncase \"$*\" in\n\
             *graphql*) echo 'github-actions[bot]' ;;\n\
             *--jq*) case \"$last\" in *'.user.login == \"github-actions[bot]\"'*'startswith(\"<!-- effect on the tokenizer -->\")'*) ;; *) exit 9 ;; esac\n\
             grep '^github-actions.bot. <!-- effect' {comments} | sed 's/.* //' ;;\n\
             *) if [ {writes} = true ]; then cat \"${{last#body=@}}\" >> {asked}; else echo 'gh: Resource not accessible by integration (HTTP 403)' >&2; exit 1; fi ;;\nesac\n",
            asked = asked.display(),
            comments = folder.join("comments").display(),
        );
        executable(&folder.join("gh"), &gh);
        let arguments = ["owner/name", number, "comment.md"];
        let mut script = script("post", folder, folder, &arguments);
        let run = Run::of(script.env("GITHUB_STEP_SUMMARY", &summary)).exits(0);
        let shown = fs::read_to_string(&summary).expect("a summary");
        assert!(shown.starts_with("## Effect"), "{shown}");
        let asked = fs::read_to_string(&asked).unwrap_or_default();
        (run, asked)
    };
    let marked = "<!-- effect on the tokenizer -->\n## Effect on the tokenizer: tokens";
    for (comments, method, url) in [
        ("", "POST", "issues/7/comments"),
        // The comment of somebody else begins with the marker too.
        (
            "mallory <!-- effect on the tokenizer --> 41\n",
            "POST",
            "issues/7/comments",
        ),
        (
            "github-actions[bot] another comment 40\n",
            "POST",
            "issues/7/comments",
        ),
        (
            "mallory <!-- effect on the tokenizer --> 41\ngithub-actions[bot] <!-- effect on the tokenizer --> 42\n",
            "PATCH",
            "issues/comments/42",
        ),
    ] {
        let (_, asked) = post("7", comments, true);
        let call = format!("--method {method} repos/owner/name/{url}");
        assert!(asked.contains(&call), "{asked}");
        assert!(asked.contains(marked), "{asked}");
    }
    // The token of a pull request from a fork writes no comments.
    for comments in [
        "",
        "github-actions[bot] <!-- effect on the tokenizer --> 42\n",
    ] {
        let (run, _) = post("7", comments, false);
        has(&run.err, "::notice::The token may not write");
    }
    let (_, asked) = post("", "", true);
    assert_eq!(asked, "");
}

#[test]
fn watch_compares_a_page_with_the_newest_tables() {
    let (copy, [before, between, newest]) = copy("watch");
    let watch = |page: &Path, more: &[&str]| {
        let mut arguments = vec!["watch", page.to_str().expect("a path in UTF-8")];
        arguments.extend(more);
        copy.xtask(&arguments)
    };
    // The copy's newest tables are those of the page between.
    watch(&between, &[]).exits(0);
    let newer = watch(&newest, &["--format", "markdown", "--out", "report.md"]);
    assert_eq!(newer.exits(1).out, "");
    let effect = "## Effect on the tokenizer: none (proved)\n";
    begins(&copy.read("report.md"), effect);
    watch(&before, &["--format", "json"]).exits(1);
    let text = fs::read_to_string(&newest).expect("the page");
    let unread = copy.root().join("unread.html");
    fs::write(
        &unread,
        text.replacen("Switch to the", "Hop over to the", 1),
    )
    .expect("a page");
    watch(&unread, &[]).exits(2);
    watch(Path::new("absent.html"), &[]).exits(2);
}
