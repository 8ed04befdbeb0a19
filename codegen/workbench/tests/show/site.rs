//! `cargo xtask site`: every page, and every link between them.

use crate::support::{Run, has, has_all, run, workspace, xtask};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use tokenwright_tables::descriptions::Descriptions;
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::english;
use tokenwright_tables::load;

/// The greatest size of the site, in bytes.
const SIZE: usize = 2_500_000;

fn site(out: &Path) -> Run {
    run(&["site", "--out", &out.display().to_string()])
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// The files of a folder by name.
fn read(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("the folder");
    let file = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = fs::read_to_string(&path).expect("UTF-8");
        (name.into_owned(), text)
    };
    entries.map(file).collect()
}

/// The values of an attribute, quoted or not.
fn values<'p>(page: &'p str, attribute: &str) -> Vec<&'p str> {
    let start = format!(" {attribute}=");
    let parts = page.split(start.as_str()).skip(1);
    let values = parts.map(|rest| match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next().unwrap_or_default(),
        None => rest.split([' ', '>', '\n']).next().unwrap_or_default(),
    });
    values.collect()
}

/// Whether the files have what a link leads to. The scripts of two pages read their anchors.
fn leads_somewhere(files: &BTreeMap<String, String>, page: &str, link: &str) -> bool {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let file = if file.is_empty() { page } else { file };
    let Some(text) = files.get(file) else {
        return false;
    };
    let is_read = ["playground.html", "compare.html"].contains(&file);
    anchor.is_empty() || is_read || values(text, "id").contains(&anchor)
}

fn is_outside(link: &str) -> bool {
    link.starts_with("https://") || link.starts_with("http://") || link.starts_with("data:")
}

#[test]
#[ignore = "slow; .ci/scheduled runs it, and tests/site opens the pages"]
fn every_page_is_whole_and_every_link_leads_somewhere() {
    let folder = folder("site");
    let summary = site(&folder).exits(0).out;
    let files = read(&folder);
    let size: usize = files.values().map(String::len).sum();
    has(&summary, &format!("{} files", files.len()));
    assert!(size < SIZE, "{size} bytes");
    let pages = files.iter().filter(|(name, _)| name.ends_with(".html"));
    let mut links = 0;
    for (name, page) in pages {
        assert!(page.starts_with("<!doctype html>"), "{name}");
        assert!(page.ends_with("</html>\n"), "{name}");
        assert_eq!(page.matches("<h1").count(), 1, "{name}");
        assert!(
            !page.contains("{{"),
            "{name} has an open place of the template"
        );
        let ids = values(page, "id");
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len(), "{name} has an id twice");
        for link in values(page, "href").into_iter().chain(values(page, "src")) {
            let found = is_outside(link) || leads_somewhere(&files, name, link);
            assert!(found, "{name}: {link} leads nowhere");
            links += 1;
        }
    }
    assert!(links > 5000, "{links} links");
    has_every_state_and_error(&files);
    has_every_part_of_tree_construction(&files);
    data_is_json(&files);
    has_the_inputs_of_rows(&files);
    has_the_changed_rows_of_tree_construction(&files);
}

fn has_every_part_of_tree_construction(files: &BTreeMap<String, String>) {
    let newest = load::newest_checked_in();
    let id = &newest.revision.about.id;
    let tables = newest.trees.as_ref();
    let tables = tables.expect("tables of tree construction");
    let modes = tables.modes.iter().chain(&tables.foreign_content);
    let mut rows = 0;
    for mode in modes {
        let page = &files[&format!("{id}-mode-{}.html", mode.name.replace(' ', "-"))];
        let name = &mode.name.value;
        for start in ["<dt id=r", "<p class=says>run by "] {
            assert_eq!(page.matches(start).count(), mode.rows.len(), "{name}");
        }
        rows += mode.rows.len();
    }
    let algorithms = &files[&format!("{id}-algorithms.html")];
    assert_eq!(
        algorithms.matches("<section class=state id=a").count(),
        tables.algorithms.len()
    );
    let names = &files["names.js"];
    assert_eq!(names.matches("[\"row\",").count(), rows);
    let element = format!("[\"element\",\"SVG title\",\"{id}-elements.html#element-svg-title\"");
    assert!(names.contains(&element), "{element}");
}

fn has_every_state_and_error(files: &BTreeMap<String, String>) {
    let spec = workspace().join("spec");
    let all = load::all(&spec, &mut Sources::default()).expect("the tables");
    let descriptions = Descriptions::load(&spec, &mut Sources::default()).expect("descriptions");
    for loaded in all.iter().filter(|it| !it.revision.about.is_draft()) {
        let revision = &loaded.revision;
        let id = &revision.about.id;
        let states = &files[&format!("{id}.html")];
        assert_eq!(
            states.matches("<dt id=s").count() + states.matches("<dt id=p").count(),
            revision.row_count()
        );
        let anchors = values(states, "id");
        for state in &revision.states {
            let name = state.name.to_ascii_lowercase().replace(' ', "-");
            let link = format!("{name}-state");
            assert!(anchors.contains(&link.as_str()), "{id}: {link}");
        }
        let errors = &files[&format!("{id}-errors.html")];
        let anchors = values(errors, "id");
        for error in &revision.errors {
            let code = error.code.value.as_str();
            assert!(anchors.contains(&code), "{id}: {code}");
            let description = descriptions.get(code).expect("a description");
            let sentence = english::sentence(description)
                .replace('<', "&lt;")
                .replace('>', "&gt;");
            let parts: Vec<&str> = sentence.split('`').collect();
            assert!(parts.iter().all(|part| errors.contains(part)), "{sentence}");
            let link = format!("-errors.html#{code}\"");
            let reported = states.matches(&link).count();
            let longest = parts.iter().max_by_key(|part| part.len()).expect("a part");
            assert!(
                states.matches(longest).count() >= reported,
                "{id}: {sentence}"
            );
        }
        assert!(
            errors.contains("playground.html#"),
            "{id} has no input that shows an error"
        );
    }
}

fn data_is_json(files: &BTreeMap<String, String>) {
    for (file, name) in [
        ("machines.js", "MACHINES"),
        ("changes.js", "CHANGES"),
        ("names.js", "NAMES"),
        ("inputs.js", "INPUTS"),
    ] {
        variable(files, file, name);
    }
}

/// The value of the variable that a script defines.
fn variable(files: &BTreeMap<String, String>, file: &str, name: &str) -> Value {
    let text = files[file].strip_prefix(&format!("var {name} = "));
    let text = text.and_then(|text| text.strip_suffix(";\n"));
    let value = serde_json::from_str(text.expect("a variable"));
    value.unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Each row of each revision has an input that runs it, and as many as are run at most.
fn has_the_inputs_of_rows(files: &BTreeMap<String, String>) {
    let value = variable(files, "inputs.js", "INPUTS");
    let revisions = load::checked_in();
    for loaded in revisions.iter().filter(|it| !it.revision.about.is_draft()) {
        let id = &loaded.revision.about.id;
        let all = value[id][0].as_u64().expect("a number of inputs");
        let of_states = value[id][1].as_array().expect("states").iter();
        let blocks = of_states.chain(value[id][2].as_array().expect("procedures"));
        let rows: Vec<&Value> = blocks
            .flat_map(|rows| rows.as_array().expect("rows"))
            .collect();
        assert_eq!(rows.len(), loaded.revision.row_count(), "{id}");
        let lacks = |row: &&&Value| !(1..=all).contains(&row[0].as_u64().unwrap_or(0));
        let without = rows.iter().filter(lacks).count();
        assert_eq!(without, 0, "{id}");
    }
}

/// A value of `[keys, parts, values]`, as `integrations/site/pool.js` reads it.
fn expanded(pool: &Value, value: &Value) -> Value {
    let index = |number: i64| usize::try_from(number).expect("an index");
    match value {
        Value::Number(number) if !number.is_u64() => {
            let part = -1 - number.as_i64().expect("a number");
            expanded(pool, &pool[1][index(part)])
        }
        Value::Array(all) => {
            let kind = all.first().and_then(Value::as_u64);
            let skipped = usize::from(kind.is_some());
            let mut members = all.iter().skip(skipped).map(|it| expanded(pool, it));
            let Some(kind) = kind.filter(|kind| *kind > 0) else {
                return members.collect();
            };
            let keys = pool[0][index(kind as i64 - 1)].as_array().expect("keys");
            let keys = keys.iter().map(|key| key.as_str().expect("a key"));
            let object = keys.map(|key| (key.to_owned(), members.next().expect("a member")));
            Value::Object(object.collect())
        }
        value => value.clone(),
    }
}

/// Each revision and the next one: as many changed rows as are counted, each with its sentences, and both trees of a document.
fn has_the_changed_rows_of_tree_construction(files: &BTreeMap<String, String>) {
    let value = variable(files, "changes.js", "CHANGES");
    let pool = &value["pool"];
    let pairs = expanded(pool, &pool[2]);
    let mut neighbours = 0;
    for pair in pairs.as_array().expect("pairs") {
        let trees = &pair["trees"];
        let parts = trees["parts"].as_array().expect("modes and algorithms");
        let are_shown = pair["to"].as_u64() == pair["from"].as_u64().map(|from| from + 1);
        neighbours += usize::from(are_shown);
        for part in parts {
            let changes = part["changes"].as_array().expect("changes");
            assert_eq!(changes.is_empty(), !are_shown, "{part}");
            if !are_shown {
                continue;
            }
            for counted in part["rows"].as_array().expect("numbers of rows") {
                let of =
                    |change: &&Value| change["subject"] == "row" && change["kind"] == counted[0];
                let shown = changes.iter().filter(of).count();
                assert_eq!(Some(shown as u64), counted[1].as_u64(), "{part}");
            }
            let says = |change: &Value| {
                let has = |key: &str| !change[key].as_array().expect("a list").is_empty();
                let is_elsewhere = ["moved", "renamed"].iter().any(|it| change["kind"] == **it);
                has("lines") || has("remarks") || is_elsewhere
            };
            assert!(changes.iter().all(says), "{part}");
        }
        if are_shown {
            let both = trees["behaviour"]["trees"].as_array().expect("both trees");
            assert_ne!(both[0], both[1]);
        }
    }
    assert_eq!(neighbours, 5);
}

/// Each map of a process has its own order, and each number of threads its own timing.
#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn two_runs_write_the_same_bytes() {
    let [first, second] = ["1", "4"].map(|threads| {
        let folder = folder(&format!("site-with-{threads}-threads"));
        let mut command = xtask(&["site", "--out"]);
        Run::of(command.arg(&folder).env("RAYON_NUM_THREADS", threads)).exits(0);
        read(&folder)
    });
    assert_eq!(
        first.keys().collect::<Vec<_>>(),
        second.keys().collect::<Vec<_>>()
    );
    for (name, text) in &first {
        assert!(second[name] == *text, "{name} differs");
    }
}

/// The newest revision as a page, with a replacement.
fn page(folder: &Path, from: &str, to: &str) -> PathBuf {
    fs::create_dir_all(folder).expect("a folder");
    let page = folder.join("Next draft.html");
    let newest = load::newest_checked_in();
    let mut prose = xtask(&["prose", &newest.revision.about.id, "--out"]);
    Run::of(prose.arg(&page)).exits(0);
    let text = fs::read_to_string(&page).expect("the page");
    let edited = text.replacen(from, to, 1);
    assert_ne!(text, edited);
    fs::write(&page, edited).expect("the page");
    page
}

const SENTENCE: &str = "Switch to the <a href=\"#processing-instruction-open-state\">processing instruction open state</a>.";

/// `site --with PAGE --out DIR`.
fn site_with(page: &Path, out: &Path) -> Run {
    let [page, out] = [page, out].map(|path| path.display().to_string());
    run(&["site", "--with", &page, "--out", &out])
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn a_draft_is_one_more_revision() {
    let folder = folder("site-with-draft");
    let page = page(
        &folder,
        SENTENCE,
        "Switch to the <a href=\"#data-state\">data state</a>.",
    );
    let out = folder.join("explorer");
    site_with(&page, &out).exits(0);
    let files = read(&out);
    let states = &files["draft-next-draft.html"];
    assert!(states.contains("<h1>Tokenization in draft</h1>"));
    for (name, page) in files.iter().filter(|(name, _)| name.ends_with(".html")) {
        for link in values(page, "href").into_iter().chain(values(page, "src")) {
            let found = is_outside(link) || leads_somewhere(&files, name, link);
            assert!(found, "{name}: {link} leads nowhere");
        }
    }
    let newest = load::newest_checked_in();
    let id = &newest.revision.about.id;
    let pair = format!("compare.html#{id}..draft-next-draft>tokens</a>");
    assert!(files["index.html"].contains(&pair));
    data_is_json(&files);
}

#[test]
fn a_draft_that_is_not_understood_is_refused() {
    let folder = folder("site-with-open-draft");
    let page = page(&folder, SENTENCE, "Sing a song of the data state.");
    let out = folder.join("explorer");
    let message = site_with(&page, &out).exits(1).err;
    let parts = [
        "not every sentence of the page is understood",
        "cargo xtask watch",
    ];
    has_all(&message, &parts);
    assert!(!out.join("index.html").exists());
}

#[test]
fn a_folder_that_cannot_be_written_is_refused() {
    let folder = folder("site-refused");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("file");
    fs::write(&file, "mine").expect("a file");
    has(&site(&file).exits(1).err, "cannot write the file");
    assert_eq!(fs::read_to_string(&file).expect("the file"), "mine");
}
