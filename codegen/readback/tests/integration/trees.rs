//! Tree construction is read back, and edits of its generated code are refused, each at its place.
//!
//! The edits are a table, `tree-edits.toml`. What the message says is in it as well, so that a message about something else does not
//! pass.

use crate::support::{
    assert_nothing, committed, compiled, found, print, printed, reader_of_committed, scope, whole,
};
use std::collections::BTreeMap;
use std::path::Path;
use tokenwright_compiler::optimise::{Part, Passes};
use tokenwright_compiler::{Compiled, compile_trees};
use tokenwright_readback::Text;
use tokenwright_tables::diagnostic::{Subject, render_all};
use tokenwright_tables::identifier::snake_case;
use tokenwright_tables::load;
use tokenwright_tables::tree::model::{Clause, Tokens, TreeTables};
use tokenwright_tables::tree::sentences;

const FOLDER: &str = "tree_construction/whatwg_2026_07_19";

#[test]
fn an_edit_of_the_code_is_refused_at_its_place() {
    let edits: BTreeMap<String, Vec<[String; 4]>> =
        toml::from_str(include_str!("../tree-edits.toml")).expect("edits");
    let files = committed();
    let mut reader = reader_of_committed();
    let mut missed = Vec::new();
    for (folder, edits) in &edits {
        for [name, from, to, message] in edits {
            let path = Path::new(folder).join(name);
            let file = files.iter().find(|file| file.path == path).expect("a file");
            if !file.text.contains(from) {
                missed.push(format!("{name} has no `{from}`"));
                continue;
            }
            reader.replace(&Text {
                text: file.text.replacen(from, to, 1),
                path: path.clone(),
            });
            let found = reader.differences(scope(whole(), &path));
            let shown = render_all(&found, reader.sources(), false);
            let is_there = found.iter().any(|found| match &found.subject {
                Subject::Place(place) => {
                    let file = reader.sources().get(place.file);
                    file.is_some_and(|file| file.path == path || name == "lists.rs")
                }
                Subject::Path(other) => *other == path,
            });
            reader.replace(file);
            if !is_there || !shown.contains(message) {
                missed.push(format!(
                    "{name}: `{from}` becomes `{to}`: {message}\n{shown}"
                ));
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// All tables, of which the newest are edited.
fn edited(edit: fn(&mut TreeTables)) -> Compiled {
    let mut compiled = whole().clone();
    let newest = load::newest_of(&compiled.revisions).cloned();
    let mut loaded = newest.expect("a revision");
    let is_newest = |id: &str| FOLDER.ends_with(&snake_case(id));
    edit(loaded.trees.as_mut().expect("tables"));
    let trees = compile_trees(&loaded, &Passes::all()).expect("a program");
    let mut programs = compiled.trees.iter_mut();
    *programs.find(|it| is_newest(&it.revision)).expect("trees") = trees.expect("a program");
    let mut revisions = compiled.revisions.iter_mut();
    *revisions
        .find(|it| is_newest(&it.revision.about.id))
        .expect("a revision") = loaded;
    print(&mut compiled);
    compiled
}

/// The row for `hr` acts as if tokens had been seen.
fn acting(tables: &mut TreeTables) {
    let step = |text: &str| sentences::step(tables, text).expect(text);
    let condition = sentences::conjunction(tables, "that token was ignored").expect("a condition");
    let body = vec![
        step(
            "act as if an end tag token with the tag name of the head element pointer had been seen",
        ),
        Clause::If {
            any: vec![condition],
            then: vec![step("act as if a \"p\" end tag token had been seen")],
            otherwise: Vec::new(),
        },
        step("act as if a \"p\" start tag token with no attributes had been seen"),
    ];
    let at = tables.mode("in body").expect("a mode");
    let mut rows = tables.modes[at].rows.iter_mut();
    let row = rows.find(|row| {
        row.on.iter().any(
            |on| matches!(&on.tokens.value, Tokens::StartTags(names) if names[0].value == "hr"),
        )
    });
    row.expect("a row").body = body;
}

#[test]
fn each_revision_may_name_the_parameters_of_an_output() {
    let compiled = edited(|tables| {
        let name = "set the parser document of {node}";
        let mut all = tables.outputs.iter_mut();
        let output = all.find(|it| it.name.value == name).expect("an output");
        output.name.value = name.replace("node", "element");
    });
    assert_nothing(&found(&compiled, &printed(&compiled)));
}

#[test]
fn tokens_that_are_made_up_are_read_back() {
    let compiled = edited(acting);
    let files = printed(&compiled);
    assert_nothing(&found(&compiled, &files));
    let path = Path::new(FOLDER).join("in_body.rs");
    let at = files.iter().position(|file| file.path == path);
    let at = at.expect("a file");
    for (from, to, message) in [
        (
            "p.act_as_end_tag(",
            "p.act_as_start_tag(",
            "proved: `act as if seen ActAsEndTag(",
        ),
        (
            "p.act_as_end_tag(",
            "p.has_attribute(t, ",
            "the parser has no such method",
        ),
        (
            "if that_token_was_ignored",
            "if !that_token_was_ignored",
            "proved: `if variable 0`",
        ),
        (
            "p.act_as_end_tag_of(p.head_element_pointer())",
            "p.act_as_end_tag_of(p.adjusted_current_node())",
            "HeadPointer",
        ),
        ("p.ignore_token();", "", "proved: `do Ignore()`"),
    ] {
        let mut files = files.clone();
        let text = &mut files[at].text;
        assert!(text.contains(from), "{from}: {text}");
        *text = text.replacen(from, to, 1);
        let shown = found(&compiled, &files);
        assert!(shown.contains(message), "{from}: {shown}");
    }
}

#[test]
#[ignore = "slow; .ci/scheduled runs it"]
fn code_without_each_pass_is_read_back() {
    for pass in Part::Trees.passes() {
        let compiled = compiled(&Passes::all().without(pass));
        let files = printed(&compiled);
        assert_nothing(&found(&compiled, &files));
    }
}
