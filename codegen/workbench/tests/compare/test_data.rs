//! `cargo xtask test-data`: the folders that it writes, their sources, and the inputs that it refuses.
//!
//! A repository that a test makes takes the place of html5lib-tests.

use crate::shared;
use crate::support::{self, Run, ends, has, xtask};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A suite of 2008.
const OLD: &str = include_str!("../data/suite-2008.test");

/// A suite as it was in 2020. The newest revision gives another output for the second test.
const NEW: &str = include_str!("../data/suite-2020.test");

/// The suite of 2020, brought to the newest revision.
const NEWEST: &str = include_str!("../data/suite-2026.test");

/// The folder of a test, empty at first.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Scratch(support::empty_folder(&format!("test-data/{name}")))
    }

    fn path(&self, item: &str) -> PathBuf {
        self.0.join(item)
    }

    fn write(&self, item: &str, content: &[u8]) {
        let path = self.path(item);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, content).expect("a file");
    }

    fn read(&self, item: &str) -> String {
        fs::read_to_string(self.path(item)).unwrap_or_else(|error| format!("{item}: {error}"))
    }

    /// Runs git in the folder `upstream`.
    fn git(&self, arguments: &[&str]) -> String {
        support::git(&self.path("upstream"), arguments)
    }

    /// Makes the repository `upstream` of two commits, and the list that names them.
    fn upstream(&self, old: &str, new: &str) -> [String; 2] {
        fs::create_dir_all(self.path("upstream")).expect("a folder");
        self.git(&["init", "--quiet"]);
        let commit = |text: &str| {
            self.write("upstream/tokenizer/a.test", text.as_bytes());
            self.git(&["add", "--all"]);
            self.git(&["commit", "--quiet", "--message", "tests"]);
            let [commit, test] =
                ["HEAD", "HEAD:tokenizer/a.test"].map(|name| self.git(&["rev-parse", name]));
            (commit, test)
        };
        let (first, old) = commit(old);
        self.write("upstream/LICENSE", b"Anyone may.");
        let (second, new) = commit(new);
        let suite = |revision: &str, commit: &str, test: &str| {
            format!(
                "[[suite]]\nrevision = \"{revision}\"\ncommit = \"{commit}\"\n[suite.tests]\n\"a.test\" = \"{test}\"\n"
            )
        };
        let list = [
            "upstream = \"https://example.com/tests\"\nlicense = [\"LICENSE\"]\n".to_owned(),
            suite("whatwg-2008-03-09", &first, &old),
            suite("whatwg-2020-05-22", &second, &new),
            "[[rebased]]\nrevision = \"whatwg-2026-07-19\"\nfrom = \"whatwg-2020-05-22\"\n"
                .to_owned(),
            "[[elsewhere]]\npath = \"corpus\"\nwhat = \"web pages\"\n".to_owned(),
        ];
        self.write("list.toml", list.concat().as_bytes());
        [first, second]
    }

    /// Runs the command. This folder has another name in what it prints.
    fn run(&self, from: &str) -> Run {
        let list = self.path("list.toml");
        let list = list.exists().then_some(["--manifest".into(), list]);
        let mut command = xtask(&["test-data", "--from", from, "--to"]);
        command
            .arg(self.path("data"))
            .args(list.into_iter().flatten())
            .env("CARGO_TARGET_DIR", self.path("target"))
            .env_remove(shared::FOLDER_VARIABLE);
        let Run { status, out, err } = Run::of(&mut command);
        let here = self.0.display().to_string();
        let [out, err] = [out, err].map(|text| text.replace(&here, "SCRATCH"));
        Run { status, out, err }
    }

    /// Runs the command with the data of a folder of this test.
    fn run_from(&self, folder: &str) -> Run {
        self.run(&self.path(folder).display().to_string())
    }

    /// The test file of a suite that was laid out.
    fn laid_out(&self, revision: &str) -> String {
        self.read(&format!("data/revisions/{revision}/html5lib-tests/a.test"))
    }

    /// The names in the folder `data`, at any depth.
    fn names(&self) -> Vec<String> {
        fn list(folder: &Path, names: &mut Vec<String>) {
            for entry in fs::read_dir(folder).into_iter().flatten() {
                let path = entry.expect("an entry").path();
                names.push(path.display().to_string());
                list(&path, names);
            }
        }
        let mut names = Vec::new();
        list(&self.path("data"), &mut names);
        names
    }
}

#[test]
fn help() {
    insta::assert_snapshot!(support::run(&["test-data", "--help"]).out);
}

#[test]
fn a_clone_has_every_suite() {
    let scratch = Scratch::new("clone");
    let [first, second] = scratch.upstream(OLD, NEW);
    let Run { out, err, .. } = scratch.run_from("upstream").exits(0);
    assert_eq!(err, "");
    let out = out
        .replace(&first[..7], "FIRST")
        .replace(&second[..7], "SECOND");
    insta::assert_snapshot!(out);
    assert_eq!(scratch.laid_out("whatwg-2008-03-09"), OLD);
    assert_eq!(scratch.laid_out("whatwg-2020-05-22"), NEW);
    assert_eq!(scratch.laid_out("whatwg-2026-07-19"), NEWEST);
    // The oldest commit has no license, but the one that came later covers its tests too.
    for revision in ["whatwg-2008-03-09", "whatwg-2026-07-19"] {
        let license = format!("data/revisions/{revision}/html5lib-tests/LICENSE");
        assert_eq!(scratch.read(&license), "Anyone may.");
    }
    let folder = "data/revisions/whatwg-2026-07-19/html5lib-tests";
    let note = scratch.read(&format!("{folder}/NOTE.txt"));
    insta::assert_snapshot!(note.replace(&second, "SECOND"));
}

#[test]
fn a_bare_clone_and_an_address_do_as_well() {
    let scratch = Scratch::new("bare");
    scratch.upstream(OLD, NEW);
    scratch.git(&["clone", "--quiet", "--bare", ".", "../bare"]);
    scratch.run_from("bare").exits(0);
    assert_eq!(scratch.laid_out("whatwg-2026-07-19"), NEWEST);

    fs::remove_dir_all(scratch.path("data")).expect("the data");
    let url = format!("file://{}", scratch.path("upstream").display());
    scratch.run(&url).exits(0);
    assert_eq!(scratch.laid_out("whatwg-2008-03-09"), OLD);
    assert_eq!(scratch.laid_out("whatwg-2026-07-19"), NEWEST);

    // What was fetched once is kept.
    fs::remove_dir_all(scratch.path("upstream")).expect("the repository");
    scratch.run(&url).exits(0);
}

#[test]
fn a_folder_of_files_has_the_suites_of_its_commit() {
    let scratch = Scratch::new("files");
    let [first, _] = scratch.upstream(OLD, NEW);
    fs::remove_dir_all(scratch.path("upstream/.git")).expect("the repository");
    let err = scratch.run_from("upstream").exits(2).err;
    insta::assert_snapshot!(err.replace(&first, "FIRST"));
    assert_eq!(scratch.laid_out("whatwg-2026-07-19"), NEWEST);
    let license = "data/revisions/whatwg-2026-07-19/html5lib-tests/LICENSE";
    assert_eq!(scratch.read(license), "Anyone may.");
    assert!(!scratch.path("data/revisions/whatwg-2008-03-09").exists());
}

#[test]
fn a_clone_that_lacks_a_commit_says_how_to_get_it() {
    let scratch = Scratch::new("shallow");
    let [first, _] = scratch.upstream(OLD, NEW);
    let url = format!("file://{}", scratch.path("upstream").display());
    scratch.git(&["clone", "--quiet", "--depth=1", &url, "../shallow"]);
    let err = scratch.run_from("shallow").exits(2).err;
    insta::assert_snapshot!(err.replace(&first, "FIRST"));
}

#[test]
fn a_second_run_replaces_what_the_first_wrote_and_nothing_else() {
    let scratch = Scratch::new("twice");
    scratch.upstream(OLD, NEW);
    let suite = "data/revisions/whatwg-2020-05-22/html5lib-tests";
    scratch.write("data/revisions/whatwg-2020-05-22/document.txt", b"mine");
    scratch.run_from("upstream").exits(0);
    scratch.write(&format!("{suite}/a.test"), b"edited");
    scratch.write(&format!("{suite}/b.test"), b"gone upstream");
    // A run that was stopped.
    scratch.write("data/.incoming/new/whatwg-2008-03-09/a.test", b"half");
    scratch.run_from("upstream").exits(0);
    assert_eq!(scratch.laid_out("whatwg-2020-05-22"), NEW);
    assert!(!scratch.path(suite).join("b.test").exists());
    assert!(!scratch.path("data/.incoming").exists());
    let document = "data/revisions/whatwg-2020-05-22/document.txt";
    assert_eq!(scratch.read(document), "mine");

    scratch.write(&format!("{suite}/NOTE.txt"), b"my own suite");
    scratch.write(&format!("{suite}/a.test"), b"edited");
    let before = scratch.names();
    insta::assert_snapshot!(scratch.run_from("upstream").refuses(1));
    assert_eq!(scratch.laid_out("whatwg-2020-05-22"), "edited");
    assert_eq!(scratch.names(), before);
}

#[test]
fn an_error_leaves_nothing_behind() {
    let scratch = Scratch::new("contrary");
    // Not what the tables of 2020 give, so the rows cannot be what makes the difference.
    scratch.upstream(OLD, &NEW.replace("?x\"", "?y\""));
    insta::assert_snapshot!(scratch.run_from("upstream").refuses(1));
    assert_eq!(scratch.names(), Vec::<String>::new());

    let scratch = Scratch::new("blocked");
    scratch.upstream(OLD, NEW);
    scratch.write("data/revisions/whatwg-2026-07-19", b"no folder");
    let err = scratch.run_from("upstream").refuses(1);
    assert!(err.contains("data/revisions/whatwg-2026-07-19"), "{err}");
    assert!(!scratch.path("data/.incoming").exists());
}

#[test]
fn bad_sources_and_lists_are_refused() {
    let scratch = Scratch::new("refused");
    scratch.upstream(OLD, NEW);
    let absent = scratch.run("no/such/folder");
    insta::assert_snapshot!(absent.refuses(1));
    fs::create_dir_all(scratch.path("empty")).expect("a folder");
    insta::assert_snapshot!(scratch.run_from("empty").refuses(1));
    fs::create_dir_all(scratch.path("other/tokenizer")).expect("a folder");
    scratch.write("other/tokenizer/a.test", b"{}");
    let other = scratch.run_from("other").refuses(1);
    ends(&other, "error: no suite was found\n");
    let nowhere = format!("file://{}", scratch.path("nowhere").display());
    has(&scratch.run(&nowhere).refuses(1), "git: fatal: ");
    let list = scratch
        .read("list.toml")
        .replace("\"a.test\" =", "\"../a.test\" =");
    scratch.write("list.toml", list.as_bytes());
    insta::assert_snapshot!(scratch.run_from("upstream").refuses(1));
}

/// A repository with upstream's files gives what the project's own data has. The suite of the newest
/// revision was written by hand there; it has the same expectations but for the order of two errors
/// at one place, which the text leaves open.
#[test]
fn upstreams_suites_are_those_of_the_data() {
    let scratch = Scratch::new("suites");
    let revisions = [
        "whatwg-2008-03-09",
        "whatwg-2009-02-07",
        "w3c-2012",
        "whatwg-2014-05-23",
        "whatwg-2020-05-22",
        "whatwg-2026-07-19",
    ];
    let mut suites = Vec::new();
    for revision in revisions {
        match shared::find(&format!("revisions/{revision}/html5lib-tests")) {
            Ok(folder) => suites.push(folder),
            Err(absent) => return absent.skip().expect("html5lib's suites"),
        }
    }
    fs::create_dir_all(scratch.path("upstream")).expect("a folder");
    scratch.git(&["init", "--quiet"]);
    for suite in &suites[..5] {
        let _ = fs::remove_dir_all(scratch.path("upstream/tokenizer"));
        for (name, content) in tests(suite) {
            scratch.write(&format!("upstream/tokenizer/{name}"), &content);
        }
        scratch.git(&["add", "--all"]);
        scratch.git(&["commit", "--quiet", "--message", "tests"]);
    }
    let folders = [
        "tree-construction",
        "tree-construction/scripted",
        "encoding",
    ];
    for folder in folders {
        let source = match shared::find(folder) {
            Ok(source) => source,
            Err(absent) => return absent.skip().expect("html5lib's tests"),
        };
        for (name, content) in files(&source, "dat") {
            scratch.write(&format!("upstream/{folder}/{name}"), &content);
        }
    }
    scratch.git(&["add", "--all"]);
    scratch.git(&["commit", "--quiet", "--message", "other tests"]);
    let out = scratch.run_from("upstream").exits(0).out;
    for folder in folders {
        let source = shared::find(folder).expect("it was found");
        let laid_out = scratch.path(&format!("data/{folder}"));
        assert!(files(&source, "dat") == files(&laid_out, "dat"), "{folder}");
    }
    has(&out, "with 38 tests brought to the newer rows");
    let laid_out =
        |at: usize| scratch.path(&format!("data/revisions/{}/html5lib-tests", revisions[at]));
    for (at, suite) in suites[..5].iter().enumerate() {
        assert!(tests(suite) == tests(&laid_out(at)), "{}", revisions[at]);
    }
    let mut unequal = Vec::new();
    let (by_hand, by_rows) = (tests(&suites[5]), tests(&laid_out(5)));
    assert_eq!(by_hand.len(), by_rows.len());
    for ((name, by_hand), (_, by_rows)) in by_hand.iter().zip(&by_rows) {
        let read =
            |text: &[u8]| serde_json::from_slice::<Value>(text).expect("JSON")["tests"].take();
        let (Value::Array(by_hand), Value::Array(by_rows)) = (read(by_hand), read(by_rows)) else {
            panic!("{name}: lists of tests");
        };
        assert_eq!(by_hand.len(), by_rows.len(), "{name}");
        let pairs = by_hand.into_iter().zip(by_rows);
        unequal.extend(pairs.filter(|(by_hand, by_rows)| by_hand != by_rows));
    }
    // Suites that the command itself has laid out are equal.
    for (by_hand, mut by_rows) in unequal {
        assert_eq!(by_hand["description"], "<?\\u000B");
        let errors = by_rows["errors"].as_array_mut().expect("errors");
        assert_eq!(errors[0]["col"], errors[1]["col"]);
        errors.swap(0, 1);
        assert_eq!(by_hand, by_rows);
    }
}

/// The tests of tokenizers in a folder, by name.
fn tests(folder: &Path) -> Vec<(String, Vec<u8>)> {
    files(folder, "test")
}

/// The files of a folder with this extension, by name.
fn files(folder: &Path, wanted: &str) -> Vec<(String, Vec<u8>)> {
    let mut tests = Vec::new();
    for entry in fs::read_dir(folder).expect("a suite") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|it| it == wanted) {
            let name = path.file_name().expect("a file").to_string_lossy();
            tests.push((name.into_owned(), fs::read(&path).expect("a file")));
        }
    }
    tests.sort();
    tests
}
