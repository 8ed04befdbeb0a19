//! The report as text and as JSON.
//!
//! What keeps a reader of pages from progress is the sentence that stops most pages, not the page with most
//! sentences. So equal sentences are counted over all pages, and those on most pages come first. The text has the top
//! of the list, for a person; JSON has all, for comparison with an earlier report.

use super::FolderReport;
use super::measure::{milliseconds, percentile};
use super::pair::Answer;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write;
use std::time::Duration;
use xtask::report::counted;

/// The number of faults of a page that the text lists.
const FAULTS: usize = 10;

/// A sentence that was not understood, on all pages.
struct Distinct<'r> {
    words: &'r str,
    nearest: Option<&'r str>,
    /// How often it occurs.
    count: usize,
    /// How many pages have it.
    pages: usize,
    /// The first occurrence: the page, the line and the part.
    first: (&'r str, u32, &'r str),
}

/// The distinct sentences that were not understood, those on most pages first.
fn distinct(report: &FolderReport) -> Vec<Distinct<'_>> {
    let mut found: Vec<Distinct<'_>> = Vec::new();
    let mut index: HashMap<&str, (usize, usize)> = HashMap::new();
    for (number, page) in report.pages.iter().enumerate() {
        for open in &page.open {
            let (at, last) = *index.entry(&open.words).or_insert_with(|| {
                found.push(Distinct {
                    words: &open.words,
                    nearest: open.nearest,
                    count: 0,
                    pages: 1,
                    first: (&page.name, open.line, &open.part),
                });
                (found.len() - 1, number)
            });
            found[at].count += 1;
            if last != number {
                found[at].pages += 1;
                index.insert(&open.words, (at, number));
            }
        }
    }
    found.sort_by_key(|open| Reverse((open.pages, open.count)));
    found
}

/// The numbers of the report.
struct Totals {
    read: usize,
    whole: usize,
    sentences: usize,
    understood: usize,
    /// Pairs that are decided, conditional and undecided.
    pairs: [usize; 3],
}

fn totals(report: &FolderReport) -> Totals {
    let read = report.pages.iter().filter(|page| page.refused.is_none());
    let answers = |answer| report.pairs.iter().filter(|p| p.answer == answer).count();
    let sentences = report.pages.iter().map(|page| page.sentences).sum();
    let open: usize = report.pages.iter().map(|page| page.open.len()).sum();
    Totals {
        read: read.count(),
        whole: report.pages.iter().filter(|page| page.is_whole()).count(),
        sentences,
        understood: sentences - open,
        pairs: [Answer::Decided, Answer::Conditional, Answer::Undecided].map(answers),
    }
}

/// `80 of 90 (88.9 %)`
fn share(part: usize, all: usize) -> String {
    match all {
        0 => "0 of 0".to_owned(),
        _ => format!(
            "{part} of {all} ({:.1} %)",
            100.0 * part as f64 / all as f64
        ),
    }
}

/// The report as text.
pub(super) fn text(report: &FolderReport) -> String {
    let Totals {
        read,
        whole,
        sentences,
        understood,
        pairs,
    } = totals(report);
    let mut out = String::new();
    let _ = writeln!(out, "pages           {}, {read} read", report.pages.len());
    let _ = writeln!(out, "whole           {}", share(whole, read));
    let understood = share(understood, sentences);
    let _ = writeln!(out, "understood      {understood} sentences and terms");
    let of_pages = report.pages.iter().map(|page| page.time);
    times(&mut out, "reading", of_pages);
    if !report.pairs.is_empty() {
        let [decided, conditional, undecided] = pairs;
        let _ = writeln!(
            out,
            "pairs           {}: {decided} decided, {conditional} conditional, {undecided} undecided",
            report.pairs.len()
        );
        let of_pairs = report.pairs.iter().map(|pair| pair.time);
        times(&mut out, "comparing", of_pairs);
    }
    if let Some(bytes) = report.peak_memory {
        let _ = writeln!(out, "peak memory     {} MiB", bytes.div_ceil(1 << 20));
    }
    pages(&mut out, report);
    open(&mut out, report);
    for pair in &report.pairs {
        if pair.answer != Answer::Decided {
            let [from, to] = &pair.names;
            let (answer, says) = (pair.answer.word(), &pair.says);
            let _ = writeln!(out, "\n{from} → {to}\n  {answer}: {says}");
        }
    }
    out
}

fn times(out: &mut String, what: &str, times: impl Iterator<Item = Duration> + Clone) {
    let of = |share| percentile(times.clone(), share).map_or(0.0, milliseconds);
    let [median, most, all] = [0.5, 0.95, 1.0].map(of);
    let _ = writeln!(
        out,
        "{what:<15} median {median} ms, 95 % within {most} ms, at most {all} ms"
    );
}

fn pages(out: &mut String, report: &FolderReport) {
    let partial = report.pages.iter().filter(|page| !page.is_whole());
    let partial: Vec<_> = partial.collect();
    if !partial.is_empty() {
        out.push_str("\nPages that were not understood completely\n");
    }
    for page in partial {
        match &page.refused {
            Some(why) => {
                let _ = writeln!(out, "  {}: {why}", page.name);
            }
            None => {
                let _ = writeln!(
                    out,
                    "  {}: {} of {} not understood, {}",
                    page.name,
                    page.open.len(),
                    page.sentences,
                    counted(page.faults.len(), "fault")
                );
                for fault in page.faults.iter().take(FAULTS) {
                    let _ = writeln!(out, "    {fault}");
                }
                if page.faults.len() > FAULTS {
                    let _ = writeln!(out, "    and {} more", page.faults.len() - FAULTS);
                }
            }
        }
    }
}

fn open(out: &mut String, report: &FolderReport) {
    let distinct = distinct(report);
    if !distinct.is_empty() {
        let sentences = counted(distinct.len(), "distinct open sentence");
        let _ = writeln!(out, "\n{sentences}");
    }
    for open in distinct {
        let (page, line, part) = open.first;
        let on = counted(open.pages, "page");
        let _ = writeln!(out, "  {} × on {on}: {}", open.count, open.words);
        let _ = writeln!(out, "    first {page}:{line}, {part}");
        if let Some(rule) = open.nearest {
            let _ = writeln!(out, "    the nearest rule: {rule}");
        }
    }
}

/// The report as JSON.
pub(super) fn json(report: &FolderReport) -> Value {
    let totals = totals(report);
    let [decided, conditional, undecided] = totals.pairs;
    let time = |times: &mut dyn Iterator<Item = Duration>| {
        let times: Vec<Duration> = times.collect();
        let of = |share| percentile(times.iter().copied(), share).map(milliseconds);
        json!({ "median": of(0.5), "p95": of(0.95), "most": of(1.0) })
    };
    let pages = report.pages.iter().map(|page| {
        json!({
            "name": page.name,
            "bytes": page.bytes,
            "refused": page.refused,
            "states": page.states,
            "sentences": page.sentences,
            "not_understood": page.open.len(),
            "faults": page.faults,
            "whole": page.is_whole(),
            "milliseconds": milliseconds(page.time),
        })
    });
    let open = distinct(report).into_iter().map(|open| {
        let (page, line, part) = open.first;
        json!({
            "words": open.words,
            "count": open.count,
            "pages": open.pages,
            "nearest": open.nearest,
            "first": { "page": page, "line": line, "part": part },
        })
    });
    let pairs = report.pairs.iter().map(|pair| {
        json!({
            "from": pair.names[0],
            "to": pair.names[1],
            "answer": pair.answer.word(),
            "says": pair.says,
            "witness": pair.witness,
            "milliseconds": milliseconds(pair.time),
        })
    });
    json!({
        "version": 1,
        "pages": pages.collect::<Vec<_>>(),
        "open": open.collect::<Vec<_>>(),
        "pairs": pairs.collect::<Vec<_>>(),
        "totals": {
            "pages": report.pages.len(),
            "read": totals.read,
            "whole": totals.whole,
            "sentences": totals.sentences,
            "understood": totals.understood,
            "pairs": { "decided": decided, "conditional": conditional, "undecided": undecided },
        },
        "milliseconds": {
            "reading": time(&mut report.pages.iter().map(|page| page.time)),
            "comparing": time(&mut report.pairs.iter().map(|pair| pair.time)),
        },
        "peak_memory": report.peak_memory,
    })
}
