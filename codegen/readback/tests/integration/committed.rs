//! The committed code is read back to the programs of the tables.

use crate::support::{assert_nothing, committed, compiled, found, printed};
use tokenwright_compiler::optimise::Passes;

#[test]
fn the_committed_code_is_the_program_of_the_tables() {
    let compiled = compiled(&Passes::all());
    let files = committed();
    assert_eq!(files.len(), printed(&compiled).len());
    assert_nothing(&found(&compiled, &files));
}

#[test]
fn code_without_passes_is_read_back() {
    let compiled = compiled(&Passes::none());
    assert_nothing(&found(&compiled, &printed(&compiled)));
}

#[test]
fn text_that_is_no_code_is_refused() {
    let compiled = compiled(&Passes::all());
    let mut files = committed();
    let at = files.iter().position(|file| file.path.ends_with("tags.rs"));
    let at = at.expect("a file of states");
    let deep = format!("{}{}", "(".repeat(20_000), ")".repeat(20_000));
    for (text, message) in [
        (String::new(), "the generator does not print this here"),
        ("fn (".to_owned(), "this is not Rust"),
        (deep, "this is nested too deeply"),
        ("const X: f32 = 1.5;".to_owned(), "a literal of a kind"),
    ] {
        files[at].text = text;
        let found = found(&compiled, &files);
        assert!(found.contains(message), "{message}\n{found}");
    }
    files.remove(at);
    let found = found(&compiled, &files);
    assert!(
        found.contains("this generated file does not exist"),
        "{found}"
    );
}
