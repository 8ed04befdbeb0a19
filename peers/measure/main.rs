//! Measures the crate: `.ci/instructions` builds it with one version, `.ci/side-by-side` with two.
//!
//! `program count MODES FILE…` runs each mode once on each page, new and old; `program time ROUNDS MODES FILE…` measures
//! them in alternation.

use std::error::Error;
#[cfg(feature = "old")]
use std::time::Duration;

mod new {
    use super::{Mode, pieces};
    use new_tokenwright as tokenwright;
    use tokenwright::Follow;

    fn unfollowed() -> Options {
        Options {
            follow: Follow::TagNames,
            ..Options::default()
        }
    }

    fn feed_str<S: Sink>(tokenizer: &mut Tokenizer<S>, page: &str) {
        tokenizer.feed_str(page);
    }

    /// Builds a tree, with or without errors and spans, and drops it. Returns how many errors there are.
    #[cfg(feature = "trees")]
    fn tree(page: &str, errors: bool, spans: bool) -> usize {
        let options = tokenwright_tree::Options {
            errors,
            spans,
            ..tokenwright_tree::Options::default()
        };
        black_box(tokenwright_tree::parse_with(page, &options))
            .errors()
            .len()
    }

    fn everything() -> Options {
        Options {
            follow: Follow::Everything,
            ..Options::default()
        }
    }

    include!("side.rs");
}

#[cfg(feature = "old")]
mod old {
    use super::{Mode, pieces};
    use old_tokenwright as tokenwright;

    /// The old side may be from before there was a choice.
    fn unfollowed() -> Options {
        Options::default()
    }

    fn everything() -> Options {
        Options::default()
    }

    /// The old side may be from before the method said what it feeds.
    fn feed_str<S: Sink>(tokenizer: &mut Tokenizer<S>, page: &str) {
        tokenizer.feed(page);
    }

    include!("side.rs");
}

/// How a page is tokenized.
#[derive(Clone, Copy, Debug)]
enum Mode {
    /// A sink with errors and spans.
    Sink,
    /// A sink with errors, without spans.
    NoSpans,
    /// A sink without errors and spans.
    Silent,
    /// `Sink` with `Follow::TagNames`.
    Unfollowed,
    /// `Sink` with `Follow::Everything`.
    Everything,
    /// `Sink`, fed bytes.
    Bytes,
    /// `Sink`, fed bytes in chunks of 64 KiB.
    Chunks,
    /// `Sink`, fed bytes in chunks of 1,460 bytes.
    Packets,
    /// The iterator.
    Tokens,
    /// `Sink`, a new tokenizer for each KiB.
    Documents,
    /// A tree.
    #[cfg(feature = "trees")]
    Tree,
    /// A tree with spans.
    #[cfg(feature = "trees")]
    Spans,
    /// A tree with errors and spans.
    #[cfg(feature = "trees")]
    Places,
}

const MODES: &[(&str, Mode)] = &[
    ("sink", Mode::Sink),
    ("no-spans", Mode::NoSpans),
    ("silent", Mode::Silent),
    ("unfollowed", Mode::Unfollowed),
    ("everything", Mode::Everything),
    ("bytes", Mode::Bytes),
    ("chunks", Mode::Chunks),
    ("packets", Mode::Packets),
    ("tokens", Mode::Tokens),
    ("documents", Mode::Documents),
    #[cfg(feature = "trees")]
    ("tree", Mode::Tree),
    #[cfg(feature = "trees")]
    ("spans", Mode::Spans),
    #[cfg(feature = "trees")]
    ("places", Mode::Places),
];

/// A page in pieces of some length.
fn pieces(mut page: &str, len: usize) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let (piece, rest) = page.split_at(page.floor_char_boundary(len));
        page = rest;
        Some(piece).filter(|piece| !piece.is_empty())
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let mut arguments = arguments.iter().map(String::as_str);
    match arguments.next() {
        Some("count") => count(modes(arguments.next())?, arguments),
        #[cfg(feature = "old")]
        Some("time") => {
            let rounds = arguments.next().ok_or("no rounds")?.parse()?;
            time(rounds, modes(arguments.next())?, arguments)
        }
        _ => Err("expected `count MODES FILE…` or `time ROUNDS MODES FILE…`".into()),
    }
}

fn modes(names: Option<&str>) -> Result<Vec<(&'static str, Mode)>, Box<dyn Error>> {
    let names = names.ok_or("no modes")?;
    if names == "all" {
        return Ok(MODES.to_vec());
    }
    let find = |name| MODES.iter().copied().find(|(known, _)| *known == name);
    let modes = names
        .split(',')
        .map(|name| find(name).ok_or(format!("no mode `{name}`")));
    Ok(modes.collect::<Result<_, _>>()?)
}

/// Prints for each measured call: page, mode, side, bytes. Callgrind writes a count for each.
fn count<'a>(
    modes: Vec<(&str, Mode)>,
    files: impl Iterator<Item = &'a str>,
) -> Result<(), Box<dyn Error>> {
    for file in files {
        let page = std::fs::read_to_string(file)?;
        for (name, mode) in &modes {
            new::measured(*mode, &page);
            println!("{file}\t{name}\tnew\t{}", page.len());
            #[cfg(feature = "old")]
            {
                old::measured(*mode, &page);
                println!("{file}\t{name}\told\t{}", page.len());
            }
        }
    }
    Ok(())
}

#[cfg(feature = "old")]
/// Prints for each page and mode the throughput of the new side as a fraction of the old one's: the median of the ratios of
/// neighbouring runs; and the geometric mean over the pages.
fn time<'a>(
    rounds: usize,
    modes: Vec<(&str, Mode)>,
    files: impl Iterator<Item = &'a str>,
) -> Result<(), Box<dyn Error>> {
    let mut pages = Vec::new();
    for file in files {
        pages.push((file, std::fs::read_to_string(file)?));
    }
    for (name, mode) in modes {
        let mut ratios = vec![Vec::new(); pages.len()];
        for round in 0..rounds {
            for ((_, page), ratios) in pages.iter().zip(&mut ratios) {
                // As many runs as take some milliseconds.
                let runs = (4 << 20) / page.len() + 1;
                let new = || repeated(runs, || new::measured(mode, page));
                let old = || repeated(runs, || old::measured(mode, page));
                let (new, old) = if round % 2 == 0 {
                    let new = new();
                    (new, old())
                } else {
                    let old = old();
                    (new(), old)
                };
                ratios.push(old.as_secs_f64() / new.as_secs_f64());
            }
        }
        let mut logarithms = 0.0;
        for ((file, _), ratios) in pages.iter().zip(&mut ratios) {
            ratios.sort_by(f64::total_cmp);
            let median = ratios[ratios.len() / 2];
            logarithms += median.ln();
            println!("{file}\t{name}\t{median:.3}");
        }
        let mean = (logarithms / pages.len() as f64).exp();
        println!("mean\t{name}\t{mean:.3}");
    }
    Ok(())
}

#[cfg(feature = "old")]
/// The processor time of this thread for some runs.
fn repeated(runs: usize, run: impl Fn() -> usize) -> Duration {
    let started = now();
    for _ in 0..runs {
        run();
    }
    now() - started
}

#[cfg(feature = "old")]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
