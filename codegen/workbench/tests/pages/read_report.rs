//! The report on a folder of pages.

use crate::effort::effort;
use crate::shared;
use crate::support::{self, Run, has_all, workspace, xtask};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn read_report(arguments: &[&str]) -> Run {
    Run::of(xtask(&["read-report"]).args(arguments))
}

fn json(dir: &Path) -> Value {
    let dir = dir.display().to_string();
    let out = read_report(&[&dir, "--format", "json"]).exits(0).out;
    serde_json::from_str(&out).expect("JSON")
}

/// A folder of the test's own with these files.
fn folder(name: &str, files: &[(&str, String)]) -> PathBuf {
    let dir = support::empty_folder(&format!("read-report/{name}"));
    for (file, text) in files {
        fs::write(dir.join(file), text).expect("a page");
    }
    dir
}

fn page() -> String {
    let page = workspace().join("codegen/prose/tests/pages/coded.html");
    fs::read_to_string(page).expect("a page of the project's own")
}

#[test]
fn pages_and_pairs_are_counted() {
    let whole = page();
    let go = "Switch to the tag open state.";
    assert!(whole.contains(go));
    let open = whole.replace(go, "Go over to the tag open state.");
    let changed = open.replacen("This is an unexpected-null-character parse error. ", "", 1);
    assert_ne!(open, changed);
    let dir = folder(
        "counted",
        &[
            ("1.html", whole.clone()),
            ("2.html", whole),
            ("3.html", open.clone()),
            ("4.html", open),
            ("5.html", changed),
            ("6.html", "<p>No section".to_owned()),
        ],
    );
    let report = json(&dir);
    let totals = &report["totals"];
    assert_eq!(totals["pages"], 6);
    assert_eq!(totals["read"], 5);
    assert_eq!(totals["whole"], 2);
    assert_eq!(totals["pairs"]["decided"], 2);
    assert_eq!(totals["pairs"]["conditional"], 2);
    assert_eq!(totals["pairs"]["undecided"], 0);
    assert_eq!(report["open"][0]["words"], "Go over to the tag open state.");
    assert_eq!(report["open"][0]["pages"], 3);
    assert_eq!(report["open"][0]["nearest"], "switch to the {state} state");
    assert_eq!(report["pairs"][3]["witness"], "\0");
    assert!(report["pages"][5]["refused"].is_string());
    let text = read_report(&[&dir.display().to_string()]).out;
    let parts = [
        "whole           2 of 5 (40.0 %)",
        "2 decided, 2 conditional, 0 undecided",
        "3 × on 3 pages: Go over to the tag open state.",
    ];
    has_all(&text, &parts);
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let errors = read_report(&["no-such-folder"]).exits(1).err;
    assert!(errors.contains("no-such-folder"), "{errors}");
    let empty = folder("empty", &[]);
    let errors = read_report(&[&empty.display().to_string()]).exits(1).err;
    assert!(errors.contains("no files in this folder"), "{errors}");
}

/// Pages of the standard, if they are present: each is understood completely, and each pair is decided.
#[test]
fn pages_of_the_standard() {
    let dir = match shared::find("spec-pages") {
        Ok(dir) => dir,
        Err(absent) => return absent.skip().expect("the pages"),
    };
    let report = json(&dir);
    assert_eq!(report["totals"]["whole"], report["totals"]["pages"]);
    assert_eq!(report["totals"]["pairs"]["decided"], 2);
}

/// The memory for a page depends on its section, and not on the rest of it.
#[test]
fn large_pages_take_little_memory() {
    let size = effort(4, 30) << 20;
    let section = page();
    let linked = "<p>Some <a href=#x>linked</a> text that is <code>marked</code> up.</p>\n";
    let around = linked.repeat(size / linked.len());
    let state =
        "<h2>1 Tokenization</h2><h3>1.1 Data state</h3><p>Consume the next input character:</p>";
    let heading = |more: &str| format!("{state}{}", more.repeat(size / more.len()));
    let dump = "1 Words\n\nwords that are in no section\n";
    let files = [
        ("around.html", format!("{around}{section}")),
        ("blank-lines.html", heading("\n")),
        ("dump.txt", dump.repeat(size / dump.len())),
        ("paragraphs.html", heading("<p>x")),
    ];
    for (name, text) in files.into_iter().take(effort(2, 4)) {
        let dir = folder(&format!("large-{name}"), &[(name, text)]);
        let out = json(&dir);
        fs::remove_dir_all(&dir).expect("the test's own folder");
        let whole = &out["totals"]["whole"];
        let refused = &out["pages"][0]["refused"];
        assert_eq!(name == "around.html", *whole == 1, "{name}: {whole}");
        assert_eq!(
            name != "around.html" && name != "blank-lines.html",
            refused.is_string(),
            "{name}"
        );
        // Only Linux reports the peak.
        if let Some(peak) = out["peak_memory"].as_u64() {
            assert!(peak < 200 << 20, "{name}: {} MiB", peak >> 20);
        }
    }
}
