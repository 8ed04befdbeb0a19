//! The committed code is read back to the programs of the tables.

use crate::support::{
    assert_nothing, committed, found, found_by, printed, reader, reader_of_committed, whole,
    without_passes,
};
use tokenwright_readback::Text;

#[test]
fn the_committed_code_is_the_program_of_the_tables() {
    assert_eq!(committed().len(), printed(whole()).len());
    assert_nothing(&found_by(&mut reader_of_committed()));
}

#[test]
fn code_without_passes_is_read_back() {
    let compiled = without_passes();
    assert_nothing(&found(compiled, &printed(compiled)));
}

#[test]
fn text_that_is_no_code_is_refused() {
    let files = committed();
    let at = files.iter().position(|file| file.path.ends_with("tags.rs"));
    let at = at.expect("a file of states");
    let path = &files[at].path;
    let mut reader_of_all = reader_of_committed();
    let deep = format!("{}{}", "(".repeat(20_000), ")".repeat(20_000));
    for (text, message) in [
        (String::new(), "the generator does not print this here"),
        ("fn (".to_owned(), "this is not Rust"),
        (deep, "this is nested too deeply"),
        ("const X: f32 = 1.5;".to_owned(), "a literal of a kind"),
    ] {
        let path = path.clone();
        reader_of_all.replace(&Text { path, text });
        let found = found_by(&mut reader_of_all);
        assert!(found.contains(message), "{message}\n{found}");
    }
    let others = [&files[..at], &files[at + 1..]].concat();
    let found = found_by(&mut reader(whole(), &others));
    assert!(
        found.contains("this generated file does not exist"),
        "{found}"
    );
}
