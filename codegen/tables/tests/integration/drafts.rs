//! Drafts: folders with the files alone that they edit.

use crate::support::{self, checked, copy, scratch};
use std::fs;
use std::path::{Path, PathBuf};
use tokenwright_tables::check;
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load;
use tokenwright_tables::{tree, writer};

const BASE: &str = "whatwg-2026-07-19";
const TAGS: &str = "02-tags.toml";
const TEXT: &str = "tree-construction/07-text.toml";

/// A folder of tables with the newest revision and a draft of it.
struct Tables {
    spec: PathBuf,
}

impl Tables {
    /// `edits` is what the draft says that it edits.
    fn new(name: &str, edits: &str) -> Self {
        let spec = scratch(name);
        for folder in [BASE, "named-character-references", "numeric-replacements"] {
            copy(&support::spec().join(folder), &spec.join(folder));
        }
        let tables = Tables { spec };
        let id = format!("id = \"draft\"\nedits = \"{edits}\"");
        let facts = read(&tables.spec.join(BASE).join("revision.toml"));
        let facts = facts.replacen(&format!("id = \"{BASE}\""), &id, 1);
        tables.write("draft/revision.toml", &facts);
        tables
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.spec.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Copies a file of the newest revision into the draft, edited.
    fn edit(&self, file: &str, replace: &str, with: &str) {
        let text = read(&self.spec.join(BASE).join(file));
        assert_eq!(text.matches(replace).count(), 1, "{replace}");
        self.write(&format!("draft/{file}"), &text.replace(replace, with));
    }

    /// What is said of all tables.
    fn messages(&self) -> String {
        let mut sources = Sources::default();
        let read = load::folders(&self.spec, &mut sources).expect("a folder of tables");
        match check::folders(read) {
            Ok((_, warnings)) => render_all(&warnings, &sources, false),
            Err(errors) => render_all(&errors, &sources, false),
        }
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a table")
}

#[test]
fn a_draft_has_the_files_that_it_edits_alone() {
    let tables = Tables::new("draft-edits", BASE);
    tables.edit(TAGS, "on = \"U+003F (?)\"", "on = \"U+0040 (@)\"");
    tables.edit(TEXT, "insertion mode'", "insertion mode, edited'");
    let mut sources = Sources::default();
    let all = load::all(&tables.spec, &mut sources);
    let all = all.unwrap_or_else(|errors| panic!("{}", render_all(&errors, &sources, false)));
    let [base, draft] = [BASE, "draft"].map(|id| {
        let loaded = all.iter().find(|loaded| loaded.revision.about.id == id);
        let loaded = loaded.expect("a revision");
        let trees = loaded.trees.as_ref().expect("tree construction");
        (writer::write(&loaded.revision), tree::writer::write(trees))
    });
    let changed = |base: &[(String, String)], draft: &[(String, String)]| -> Vec<String> {
        assert_eq!(base.len(), draft.len());
        let both = base.iter().zip(draft).filter(|(base, draft)| base != draft);
        both.map(|(_, (name, _))| name.clone()).collect()
    };
    assert_eq!(changed(&base.0, &draft.0), [TAGS, "revision.toml"]);
    assert_eq!(changed(&base.1, &draft.1), ["07-text.toml"]);
    let draft = checked(&tables.spec.join("draft"), &tables.spec);
    assert!(draft.is_usable, "{}", draft.messages);
}

#[test]
fn a_mistake_in_the_edited_revision_is_said_once() {
    let tables = Tables::new("draft-of-broken", BASE);
    for file in [TAGS, TEXT] {
        let text = read(&tables.spec.join(BASE).join(file));
        let text = text.replacen("do = [", "do = [\"frobnicate\", ", 1);
        tables.write(&format!("{BASE}/{file}"), &text);
    }
    let messages = tables.messages();
    assert_eq!(messages.matches("error:").count(), 2, "{messages}");
    assert!(!messages.contains("draft/"), "{messages}");
    let mut sources = Sources::default();
    let errors = load::all(&tables.spec, &mut sources).expect_err("a mistake");
    assert_eq!(errors.len(), 1, "{errors:?}");
}

#[test]
fn what_a_draft_edits_is_a_revision_beside_it() {
    let cases = [
        ("whatwg-2026-07-18", "help: write `whatwg-2026-07-19`"),
        (
            "nothing-alike",
            "help: name a folder that has a file `revision.toml`",
        ),
        (
            "../whatwg-2026-07-19",
            "there is no revision `../whatwg-2026-07-19` beside this draft",
        ),
        ("..", "there is no revision `..` beside this draft"),
        ("", "there is no revision `` beside this draft"),
        ("draft", "`draft` edits itself"),
        ("other", "`other` is a draft, too"),
    ];
    for (at, (edits, message)) in cases.into_iter().enumerate() {
        let tables = Tables::new(&format!("draft-of-nothing-{at}"), edits);
        let draft = read(&tables.spec.join("draft/revision.toml"));
        let id = format!("id = \"draft\"\nedits = \"{edits}\"");
        let other = draft.replace(&id, &format!("id = \"other\"\nedits = \"{BASE}\""));
        tables.write("other/revision.toml", &other);
        let messages = tables.messages();
        assert!(messages.contains("draft/revision.toml:2:10"), "{messages}");
        assert!(messages.contains(message), "{messages}");
        assert_eq!(messages.matches("error:").count(), 1, "{messages}");
        let draft = checked(&tables.spec.join("draft"), &tables.spec);
        assert_eq!(draft.diagnostics.len(), 1);
    }
}

/// A draft has the tables of another revision, so that without `edits` most of what its own files name would be unknown.
#[test]
fn what_follows_from_a_mistake_in_edits_is_not_said() {
    let edits = format!("edits = \"{BASE}\"");
    let cases = [
        ("edits = 5", "`edits` must be a string", 1),
        ("edit = \"2026\"", "help: write `edits`", 1),
        ("", "help: a draft says in `revision.toml` which", 2),
    ];
    for (at, (line, message, errors)) in cases.into_iter().enumerate() {
        let tables = Tables::new(&format!("draft-without-edits-{at}"), BASE);
        tables.edit(TEXT, "insertion mode'", "insertion mode, edited'");
        let facts = read(&tables.spec.join("draft/revision.toml"));
        tables.write("draft/revision.toml", &facts.replace(&edits, line));
        let messages = tables.messages();
        assert!(messages.contains(message), "{messages}");
        assert_eq!(messages.matches("error:").count(), errors, "{messages}");
    }
}

#[cfg(unix)]
#[test]
fn folders_of_editors_are_no_revisions_and_links_to_nothing_are_said() {
    let tables = Tables::new("draft-links", BASE);
    tables.write(".editor/settings", "");
    assert_eq!(tables.messages(), "");
    std::os::unix::fs::symlink("nowhere", tables.spec.join("linked")).expect("a link");
    let messages = tables.messages();
    assert!(
        messages.contains("cannot read the folder: it does not exist"),
        "{messages}"
    );
    assert!(messages.contains("/linked\n"), "{messages}");
}
