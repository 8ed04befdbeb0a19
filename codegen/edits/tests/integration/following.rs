//! What is followed in the newest revision, and after edits of its tables.

use tokenwright_compiler::compile_trees;
use tokenwright_compiler::optimise::Passes;
use tokenwright_compiler::tree::follow::OfName;
use tokenwright_tables::grammar::Mode as TextMode;
use tokenwright_tables::load;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::model::{Mode, Tokens, TreeTables};

/// What is known of names after an edit, without scripting.
fn after(edit: impl FnOnce(&mut TreeTables)) -> impl Fn(&str) -> OfName {
    compiled(edit, false)
}

fn compiled(edit: impl FnOnce(&mut TreeTables), scripting: bool) -> impl Fn(&str) -> OfName {
    let mut loaded = load::newest_checked_in();
    edit(loaded.trees.as_mut().expect("tables of tree construction"));
    let compiled = compile_trees(&loaded, &Passes::all());
    let program = compiled.expect("sentences that can be lowered");
    let program = program.expect("a program");
    move |name| {
        let at = program.names.binary_search_by(|it| it.as_str().cmp(name));
        let following = &program.following[usize::from(scripting)];
        at.map_or(following.others, |at| following.names[at])
    }
}

fn mode<'t>(tables: &'t mut TreeTables, name: &str) -> &'t mut Mode {
    let mut modes = tables.modes.iter_mut();
    modes.find(|mode| mode.name.value == name).expect("a mode")
}

/// The names of the first row for start tags that has one.
fn start_tags<'m>(mode: &'m mut Mode, name: &str) -> &'m mut Vec<Located<String>> {
    let all = mode.rows.iter_mut().flat_map(|row| &mut row.on);
    let mut names = all.filter_map(|on| match &mut on.tokens.value {
        Tokens::StartTags(names) => Some(names),
        _ => None,
    });
    let found = names.find(|names| names.iter().any(|it| it.value == name));
    found.expect("a row")
}

/// Adds a name to the row of another.
fn add(mode: &mut Mode, of: &str, name: &str) {
    let names = start_tags(mode, of);
    let mut added = names[0].clone();
    added.value = name.to_owned();
    names.push(added);
}

#[test]
fn tags_that_switch_the_tokenizer_or_open_foreign_content_are_followed() {
    let of = after(|_| {});
    for name in ["svg", "math", "template", "textarea", "script"] {
        let of = of(name);
        assert!(of.is_followed && !of.is_forgotten, "{name}: {of:?}");
    }
    for name in ["p", "div", "b", "td", "x-y"] {
        let of = of(name);
        assert!(!of.is_followed && of.is_forgotten, "{name}: {of:?}");
    }
    let table = of("table");
    assert!(table.changes_mode && !table.is_followed, "{table:?}");
    assert!(of("td").start_depends && !of("div").start_depends);
    assert!(of("b").is_listed && !of("p").is_listed);
}

#[test]
fn a_text_element_with_scripting_is_followed_only_then() {
    let of = compiled(|_| {}, true)("noscript");
    assert_eq!(of.text_mode, Some(TextMode::Rawtext), "{of:?}");
    assert!(of.is_followed, "{of:?}");
    let of = after(|_| {})("noscript");
    assert!(!of.is_followed && of.is_forgotten, "{of:?}");
}

#[test]
fn a_tag_that_a_row_makes_foreign_is_followed() {
    let of = after(|tables| add(mode(tables, "in body"), "svg", "x-y"));
    let of = of("x-y");
    assert!(of.is_followed && !of.is_forgotten, "{of:?}");
}

/// A drawing ends a caption then, and is ignored where none is in scope: so it is not the same in all modes of tables, and what leads to
/// these has to be followed.
#[test]
fn what_leads_to_a_mode_in_which_a_tag_does_something_else_is_followed() {
    let of = after(|tables| add(mode(tables, "in caption"), "tr", "svg"));
    let table = of("table");
    assert!(table.is_followed && !table.changes_mode, "{table:?}");
}
