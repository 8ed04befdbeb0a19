//! Trees: how fast they are built and dropped, beside html5ever's with `markup5ever_rcdom` and a sink that only looks at tokens.
//!
//! `cargo bench --package tokenwright-peers --bench trees` measures the pages of the corpus, each parser in turn in each round, and prints
//! the fastest round of each with the geometric mean. Then come shapes of hostile pages at two sizes: a parser whose time is linear
//! has the same speed at both. html5ever is not asked for those. Without `--bench`, everything runs once on little.

mod shapes;

use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::RcDom;
use std::hint::black_box;
use std::time::Instant;
use tokenwright::{Next, Sink, Span, Tag, Tokenizer};
use tokenwright_tests::shared;

const ROUNDS: usize = 15;

/// Reads every name, value and text, and keeps nothing.
#[derive(Default)]
struct Look(usize);

impl Sink for Look {
    const ERRORS: bool = false;
    const LINES: bool = false;
    const SPANS: bool = false;

    fn text(&mut self, text: &str, _: Span) {
        self.0 ^= text.len();
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.0 ^= tag.name().len();
        for attribute in tag.attributes() {
            self.0 ^= attribute.name().len() ^ attribute.value().len();
        }
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.0 ^= tag.name().len();
        Next::Continue
    }
}

/// A way to read a page.
struct Way {
    name: &'static str,
    run: fn(&str),
}

const WAYS: [Way; 4] = [
    Way {
        name: "tokenwright-tree",
        run: |html| drop(black_box(tokenwright_tree::parse(html))),
    },
    Way {
        name: "html5ever-rcdom",
        run: |html| {
            let parser = html5ever::parse_document(RcDom::default(), Default::default());
            drop(black_box(parser.one(html)));
        },
    },
    Way {
        name: "tokenwright-rcdom",
        run: |html| {
            let sink = RcDom::default();
            let parser = tokenwright_html5ever::rules::parse_document(sink, Default::default());
            drop(black_box(parser.one(html)));
        },
    },
    Way {
        name: "tokenwright-look",
        run: |html| {
            let mut tokenizer = Tokenizer::new(Look::default());
            tokenizer.feed_str(html);
            black_box(tokenizer.finish().0);
        },
    },
];

/// The seconds of one run.
fn seconds(way: &Way, html: &str) -> f64 {
    let start = Instant::now();
    (way.run)(html);
    start.elapsed().as_secs_f64()
}

fn megabytes(html: &str, seconds: f64) -> f64 {
    html.len() as f64 / seconds / 1e6
}

/// The speeds of all ways on a page, in megabytes a second.
fn speeds(html: &str, rounds: usize) -> [f64; WAYS.len()] {
    let mut best = [f64::MAX; WAYS.len()];
    for _ in 0..rounds {
        for (best, way) in best.iter_mut().zip(&WAYS) {
            *best = best.min(seconds(way, html));
        }
    }
    best.map(|best| megabytes(html, best))
}

fn print(name: &str, speeds: [f64; WAYS.len()]) {
    let cells = speeds.map(|speed| format!("{speed:8.0} | {:6.2} |", speeds[0] / speed));
    println!("| {name:<28} | {}", cells.join(" "));
}

fn pages(rounds: usize) -> std::io::Result<()> {
    let names = WAYS.map(|way| format!("{} MB/s | ratio |", way.name));
    println!("| page | {}", names.join(" "));
    let folder = match shared::find("corpus") {
        Ok(folder) => folder,
        Err(absent) => {
            println!("{absent:?}");
            return Ok(());
        }
    };
    let mut pages: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    pages.retain(|page| page.path().extension().is_some_and(|it| it == "html"));
    pages.sort_by_key(std::fs::DirEntry::path);
    let mut logarithms = [0.0; WAYS.len()];
    for page in &pages {
        let html = std::fs::read_to_string(page.path())?;
        let speeds = speeds(&html, rounds);
        for (sum, speed) in logarithms.iter_mut().zip(speeds) {
            *sum += speed.ln();
        }
        print(&page.file_name().to_string_lossy(), speeds);
    }
    print(
        "geometric mean",
        logarithms.map(|sum| (sum / pages.len() as f64).exp()),
    );
    Ok(())
}

fn hostile(sizes: [usize; 2]) {
    println!(
        "| shape | MB/s at {} bytes | MB/s at {} bytes |",
        sizes[0], sizes[1]
    );
    for (name, shape) in shapes::ALL {
        let speeds = sizes.map(|size| {
            let html = shapes::of_size(shape, size);
            megabytes(&html, seconds(&WAYS[0], &html))
        });
        println!("| {name:<28} | {:8.1} | {:8.1} |", speeds[0], speeds[1]);
    }
}

fn main() -> std::io::Result<()> {
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    pages(if is_bench { ROUNDS } else { 1 })?;
    hostile(if is_bench {
        [1_000_000, 4_000_000]
    } else {
        [1_000, 4_000]
    });
    Ok(())
}
