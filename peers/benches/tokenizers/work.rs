//! The work that each peer did.

use std::error::Error;
use std::io::{self, Write};

use crate::counts::{COLUMNS, Counts};
use crate::page::Page;
use crate::peers::Peer;
use crate::table::{Layout, Table};

/// Prints what each peer counts over all pages once, and why some count less.
///
/// # Errors
/// If the counts of a peer that should do all the work differ from those of the first such peer.
pub(crate) fn report(pages: &[Page], peers: &[Peer], layout: Layout) -> Result<(), Box<dyn Error>> {
    let mut table = Table::new(
        "work done on the pages, each once",
        "peer",
        COLUMNS.map(|column| column.0),
    );
    let mut first: Option<(&str, Vec<Counts>)> = None;
    let mut unlike = Vec::new();
    for peer in peers {
        let each: Vec<Counts> = pages.iter().map(|page| (peer.whole)(page)).collect();
        let mut all = Counts::default();
        for counts in &each {
            all += *counts;
        }
        table.row(peer.name, COLUMNS.map(|column| column.1(&all).to_string()));
        if peer.less.is_some() {
            continue;
        }
        let Some((name, expected)) = &first else {
            first = Some((peer.name, each));
            continue;
        };
        for ((page, expected), counts) in pages.iter().zip(expected).zip(&each) {
            for (column, expected, count) in unequal(expected, counts) {
                let (page, peer) = (page.full_name(), peer.name);
                unlike.push(format!(
                    "{page}: {column}: {name} {expected}, {peer} {count}"
                ));
            }
        }
    }
    table.print(layout)?;
    let mut out = io::stdout().lock();
    writeln!(out)?;
    for peer in peers {
        if let Some(less) = peer.less {
            writeln!(out, "- {}: {less}", peer.name)?;
        }
    }
    if unlike.is_empty() {
        return Ok(());
    }
    let unlike = unlike.join("\n");
    Err(format!("peers that should do the same work do not:\n{unlike}").into())
}

/// The numbers in which two counts of a page differ, errors aside: peers report different ones.
fn unequal(left: &Counts, right: &Counts) -> Vec<(&'static str, u64, u64)> {
    // Processing instructions of the newest revision are comments with different data to other peers.
    let alike = left.instructions == right.instructions;
    let mut found: Vec<_> = COLUMNS
        .iter()
        .filter(|(name, _)| *name != "errors")
        .filter(|(name, _)| {
            alike
                || !matches!(
                    *name,
                    "comments" | "PIs" | "comment and PI bytes" | "sum of bytes"
                )
        })
        .map(|(name, of)| (*name, of(left), of(right)))
        .collect();
    found.push((
        "comments and PIs",
        left.comments + left.instructions,
        right.comments + right.instructions,
    ));
    found.retain(|(_, left, right)| left != right);
    found
}
