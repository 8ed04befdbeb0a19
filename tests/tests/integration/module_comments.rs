//! A long module begins with the problem that it solves, why it does so in this way, and what was given up.

use crate::public_items::{files, folder};
use std::fs;

/// The most lines of a module that explains itself by its name.
const LONG: usize = 200;

/// The fewest lines of the comment of a longer one, without empty lines.
const LEAST: usize = 3;

#[test]
fn long_modules_say_why() {
    let root = folder("");
    let modules = files(&root).into_iter().filter(|path| {
        let mut parts = path.iter();
        !parts.any(|part| part == "benches" || part == "generated")
    });
    let mut offenders: Vec<String> = modules
        .filter_map(|path| {
            let text = fs::read_to_string(&path).expect("a source");
            let comment = text.lines().map_while(|line| line.strip_prefix("//!"));
            let said = comment.filter(|line| !line.trim().is_empty()).count();
            let is_silent = text.lines().count() > LONG && said < LEAST;
            let name = path.strip_prefix(&root).expect("inside").display();
            is_silent.then(|| format!("{name}: {said} lines"))
        })
        .collect();
    offenders.sort();
    assert!(
        offenders.is_empty(),
        "modules of more than {LONG} lines whose comment has fewer than {LEAST}:\n{}",
        offenders.join("\n")
    );
}
