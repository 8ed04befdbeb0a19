//! Trees: how fast they are built and dropped, beside html5ever's with `markup5ever_rcdom`, those of lexbor and turbohtml, and a sink
//! that only looks at tokens.
//!
//! `cargo bench --package tokenwright-peers --bench trees` measures the pages of the corpus, each parser in turn in each round, and prints
//! the fastest round of each with the geometric mean. Then come shapes of hostile pages at two sizes: a parser whose time is linear
//! has the same speed at both. html5ever is not asked for those. Without `--bench`, everything runs once on little.

mod python;
mod shapes;

use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::RcDom;
use python::Package;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;
use std::{fs, io};
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
    run: Run,
}

enum Run {
    Here(fn(&str)),
    /// In another process, which reads the file before the time starts.
    Python(Package),
}

fn tree(html: &str) {
    drop(black_box(tokenwright_tree::parse(html)));
}

fn tree_with_spans(html: &str) {
    let options = tokenwright_tree::Options {
        spans: true,
        ..Default::default()
    };
    drop(black_box(tokenwright_tree::parse_with(html, &options)));
}

fn html5ever_rcdom(html: &str) {
    let parser = html5ever::parse_document(RcDom::default(), Default::default());
    drop(black_box(parser.one(html)));
}

fn rules_rcdom(html: &str) {
    let parser = tokenwright_html5ever::rules::parse_document(RcDom::default(), Default::default());
    drop(black_box(parser.one(html)));
}

fn look(html: &str) {
    let mut tokenizer = Tokenizer::new(Look::default());
    tokenizer.feed_str(html);
    black_box(tokenizer.finish().0);
}

fn ways() -> Vec<Way> {
    let here = [
        ("tokenwright-tree", tree as fn(&str)),
        ("with spans", tree_with_spans),
        ("tokenwright-look", look),
        ("html5ever-rcdom", html5ever_rcdom),
        ("tokenwright-rcdom", rules_rcdom),
    ];
    let here = here.map(|(name, run)| Way {
        name,
        run: Run::Here(run),
    });
    let python = [
        ("lexbor (Python)", "selectolax"),
        ("turbohtml (Python)", "turbohtml"),
    ];
    let python = python.into_iter().filter_map(|(name, package)| {
        let run = Run::Python(Package::start(package)?);
        Some(Way { name, run })
    });
    here.into_iter().chain(python).collect()
}

/// The seconds of one run.
fn seconds(run: fn(&str), html: &str) -> f64 {
    let start = Instant::now();
    run(html);
    start.elapsed().as_secs_f64()
}

fn megabytes(html: &str, seconds: f64) -> f64 {
    html.len() as f64 / seconds / 1e6
}

/// The speeds of all ways on a page, in megabytes a second.
fn speeds(ways: &mut [Way], page: &Path, rounds: usize) -> io::Result<Vec<f64>> {
    let html = fs::read_to_string(page)?;
    let mut best = vec![f64::MAX; ways.len()];
    for _ in 0..rounds {
        for (best, way) in best.iter_mut().zip(&mut *ways) {
            let taken = match &mut way.run {
                Run::Here(run) => seconds(*run, &html),
                Run::Python(package) => package.seconds(page)?,
            };
            *best = best.min(taken);
        }
    }
    Ok(best.iter().map(|best| megabytes(&html, *best)).collect())
}

/// A row: each speed, and how many times as fast the first is.
fn print(name: &str, speeds: &[f64]) {
    let cells = speeds
        .iter()
        .map(|speed| format!(" {speed:8.0} | {:6.2} |", speeds[0] / speed));
    println!("| {name:<28} |{}", cells.collect::<String>());
}

fn pages(rounds: usize) -> io::Result<()> {
    let folder = match shared::find("corpus") {
        Ok(folder) => folder,
        Err(absent) => {
            println!("{absent:?}");
            return Ok(());
        }
    };
    let mut ways = ways();
    let names = ways
        .iter()
        .map(|way| format!(" {} MB/s | ratio |", way.name));
    println!("\n| page |{}", names.collect::<String>());
    println!("| --- |{}", " --: | --: |".repeat(ways.len()));
    let mut pages: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    pages.retain(|page| page.path().extension().is_some_and(|it| it == "html"));
    pages.sort_by_key(fs::DirEntry::path);
    let mut logarithms = vec![0.0; ways.len()];
    for page in &pages {
        let speeds = speeds(&mut ways, &page.path(), rounds)?;
        for (sum, speed) in logarithms.iter_mut().zip(&speeds) {
            *sum += speed.ln();
        }
        print(&page.file_name().to_string_lossy(), &speeds);
    }
    let means = logarithms
        .iter()
        .map(|sum| (sum / pages.len() as f64).exp());
    print("geometric mean", &means.collect::<Vec<_>>());
    Ok(())
}

fn hostile(sizes: [usize; 2]) {
    println!(
        "\n| shape | MB/s at {} bytes | MB/s at {} bytes |\n| --- | --: | --: |",
        sizes[0], sizes[1]
    );
    for (name, shape) in shapes::ALL {
        let speeds = sizes.map(|size| {
            let html = shapes::of_size(shape, size);
            megabytes(&html, seconds(tree, &html))
        });
        println!("| {name:<28} | {:8.1} | {:8.1} |", speeds[0], speeds[1]);
    }
}

fn main() -> io::Result<()> {
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    pages(if is_bench { ROUNDS } else { 1 })?;
    hostile(if is_bench {
        [1_000_000, 4_000_000]
    } else {
        [1_000, 4_000]
    });
    Ok(())
}
