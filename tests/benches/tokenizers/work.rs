//! What each peer did.

use std::error::Error;
use std::io::{self, Write};

use crate::counts::Counts;
use crate::page::Page;
use crate::peers::Peer;
use crate::table::{Layout, Table};

/// Prints what each peer counts over all pages once, and why some count less.
///
/// # Errors
/// When a peer that should do all the work counts other than the first of those.
pub(crate) fn report(pages: &[Page], peers: &[Peer], layout: Layout) -> Result<(), Box<dyn Error>> {
    let mut table = Table::new(
        "work done on the pages, each once",
        [
            "peer",
            "doctypes",
            "start tags",
            "end tags",
            "attributes",
            "comments",
            "PIs",
            "errors",
            "name bytes",
            "attribute bytes",
            "comment bytes",
            "text bytes",
            "sum of bytes",
        ]
        .map(str::to_owned),
    );
    let mut expected: Option<(&str, Vec<Counts>)> = None;
    let mut unlike = Vec::new();
    for peer in peers {
        let each: Vec<Counts> = pages.iter().map(|page| (peer.whole)(page)).collect();
        let mut all = Counts::default();
        for counts in &each {
            all += *counts;
        }
        table.row(
            [peer.name.to_owned()].into_iter().chain(
                [
                    all.doctypes,
                    all.start_tags,
                    all.end_tags,
                    all.attributes,
                    all.comments,
                    all.instructions,
                    all.errors,
                    all.names,
                    all.in_attributes,
                    all.in_comments,
                    all.text,
                    all.sum,
                ]
                .map(|count| count.to_string()),
            ),
        );
        if peer.less.is_none() {
            match &expected {
                None => expected = Some((peer.name, each)),
                Some((first, expected)) => {
                    for ((page, ours), theirs) in pages.iter().zip(expected).zip(&each) {
                        if without_errors(*ours) != without_errors(*theirs) {
                            unlike.push(format!(
                                "{}: {first} {ours:?}, {} {theirs:?}",
                                page.full_name(),
                                peer.name
                            ));
                        }
                    }
                }
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
        Ok(())
    } else {
        Err(format!(
            "peers that should do the same work do not:\n{}",
            unlike.join("\n")
        )
        .into())
    }
}

/// Peers report different errors, and the newest revision's processing instructions are the others' comments.
fn without_errors(counts: Counts) -> Counts {
    Counts {
        errors: 0,
        comments: counts.comments + counts.instructions,
        instructions: 0,
        ..counts
    }
}
