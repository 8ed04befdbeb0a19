//! Measures how long a tree takes, as a Markdown table in MB/s: this crate, html5ever alone, and the tokenizer alone.
//! "Comments" and "nodes" are the representations of processing instructions.
//!
//! usage: cargo run --release --example compare_speed -- FILE...

use html5ever::tendril::{StrTendril, TendrilSink};
use markup5ever_rcdom::RcDom;
use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};
use std::{env, fs};
use tokenwright::revisions::Whatwg20200522;
use tokenwright::{Options as TokenizerOptions, Sink, Tokenizer};
use tokenwright_html5ever::{Options, ProcessingInstructions, parse_document};

/// How often each contender runs; the fastest run counts.
const ROUNDS: usize = 15;

/// Reads all tokens and errors, and stores none.
struct Nothing;

impl Sink for Nothing {}

/// html5ever's tokens, dropped.
struct Dropped;

impl html5ever::tokenizer::TokenSink for Dropped {
    type Handle = ();

    fn process_token(
        &self,
        token: html5ever::tokenizer::Token,
        _: u64,
    ) -> html5ever::tokenizer::TokenSinkResult<()> {
        black_box(token);
        html5ever::tokenizer::TokenSinkResult::Continue
    }
}

fn html5ever_tokens(page: &str) {
    let input = html5ever::buffer_queue::BufferQueue::default();
    input.push_back(StrTendril::from(page));
    let tokenizer = html5ever::tokenizer::Tokenizer::new(Dropped, Default::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
}

fn tokens(page: &str) {
    let options = TokenizerOptions::default();
    let mut tokenizer = Tokenizer::<_, Whatwg20200522>::with_options(Nothing, options);
    tokenizer.feed_str(page);
    tokenizer.finish();
}

/// The time of a call, in which a returned tree is not dropped.
fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let result = work();
    let elapsed = start.elapsed();
    drop(result);
    elapsed
}

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| page | html5ever, tree | ours, tree, comments | ours, tree, nodes | html5ever, tokens | ours of 2020, tokens |\n\
         | --- | --: | --: | --: | --: | --: |"
    );
    for file in env::args().skip(1) {
        let page = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
        let nodes = Options::default().processing_instructions(ProcessingInstructions::Nodes);
        let mut best = [Duration::MAX; 5];
        for _ in 0..ROUNDS {
            let times = [
                time(|| {
                    html5ever::parse_document(RcDom::default(), Default::default()).one(&*page)
                }),
                time(|| parse_document(RcDom::default(), Default::default()).one(&*page)),
                time(|| nodes.clone().parse_document(RcDom::default()).one(&*page)),
                time(|| {
                    html5ever_tokens(&page);
                    RcDom::default()
                }),
                time(|| {
                    tokens(&page);
                    RcDom::default()
                }),
            ];
            for (best, time) in best.iter_mut().zip(times) {
                *best = time.min(*best);
            }
        }
        let speeds = best.map(|time| page.len() as f64 / 1e6 / time.as_secs_f64());
        let speeds = speeds.map(|speed| format!("{speed:.0}")).join(" | ");
        let name = file.rsplit('/').next().unwrap_or(&file);
        println!("| {name} | {speeds} |");
    }
    Ok(())
}
