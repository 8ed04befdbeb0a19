//! The table, as Markdown.

use crate::Cell;
use crate::interfaces::INTERFACES;

/// Prints the head.
pub(crate) fn head(megabytes: usize, factor: usize) {
    let smaller = megabytes as f64 / factor as f64;
    println!(
        "Milliseconds at {smaller} MB and at {megabytes} MB, and the peak in KiB at {megabytes} MB.\n"
    );
    let names = INTERFACES.map(|interface| interface.name);
    println!("| input | {} |", names.join(" | "));
    println!("|---|{}", "--:|".repeat(INTERFACES.len()));
}

/// Prints a row.
pub(crate) fn row(name: &str, cells: &[Cell]) {
    let cells = cells.iter().map(|cell| {
        let [small, large] = cell.seconds.map(|seconds| seconds * 1e3);
        format!("{small:.1}, {large:.1}; {}", cell.peak / 1024)
    });
    let cells: Vec<String> = cells.collect();
    println!("| `{name}` | {} |", cells.join(" | "));
}
