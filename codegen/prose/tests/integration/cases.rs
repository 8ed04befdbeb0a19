//! The cases of tests, as tables of text: those of the crate and of its other tests.

/// The columns of a table of cases: a line is a case, with `=>` between the columns.
pub(crate) fn columns<const COLUMNS: usize>(table: &str) -> Vec<[&str; COLUMNS]> {
    let lines = table.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("# "));
    let columns = lines.map(|line| line.split(" => ").collect::<Vec<_>>().try_into());
    columns
        .map(|columns| columns.expect("all columns"))
        .collect()
}

/// The cases of a part of `sentences.txt`.
pub(crate) fn cases<const COLUMNS: usize>(part: &str) -> Vec<[&'static str; COLUMNS]> {
    let mut parts = include_str!("../sentences.txt").split("\n[").skip(1);
    let found = parts.find_map(|it| it.strip_prefix(part)?.strip_prefix("]\n"));
    let cases = columns(found.unwrap_or_else(|| panic!("no part `{part}`")));
    assert!(!cases.is_empty(), "no case in `{part}`");
    cases
}
