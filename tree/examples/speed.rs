//! Parses files many times, and prints how many megabytes are parsed a second; `--tokens` only reads the tokens.

use std::time::Instant;
use tokenwright::{Next, Sink, Span, Tag, Tokenizer};

#[derive(Default)]
struct Look(usize);

impl Sink for Look {
    const LINES: bool = false;
    const ERRORS: bool = false;
    const SPANS: bool = false;
    fn text(&mut self, text: &str, _: Span) {
        self.0 += text.len();
    }
    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.0 += tag.name().len() + tag.attributes().map(|it| it.value().len()).sum::<usize>();
        Next::Continue
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut product = (1.0f64, 1.0f64);
    let mut count = 0;
    for path in &arguments {
        let html = std::fs::read_to_string(path).expect("a page");
        let mut best = [f64::MAX; 2];
        let mut nodes = 0;
        for _ in 0..std::env::var("RUNS").map_or(15, |it| it.parse().unwrap_or(15)) {
            let start = Instant::now();
            let document = tokenwright_tree::parse(&html);
            nodes = document.node_count();
            drop(document);
            best[0] = best[0].min(start.elapsed().as_secs_f64());
            let start = Instant::now();
            if std::env::var_os("TREE").is_some() {
                best[1] = best[0];
                continue;
            }
            let mut tokenizer = Tokenizer::new(Look::default());
            tokenizer.feed_str(&html);
            std::hint::black_box(tokenizer.finish().0);
            best[1] = best[1].min(start.elapsed().as_secs_f64());
        }
        let speed = best.map(|time| html.len() as f64 / time / 1e6);
        println!(
            "{:6.0} MB/s tree, {:6.0} MB/s look, {:.2}, {} bytes, {nodes} nodes, {path}",
            speed[0],
            speed[1],
            speed[0] / speed[1],
            html.len()
        );
        product.0 *= speed[0];
        product.1 *= speed[1];
        count += 1;
    }
    let mean = |product: f64| product.powf(1.0 / f64::from(count));
    println!(
        "{:.0} {:.0} {:.3}",
        mean(product.0),
        mean(product.1),
        mean(product.0) / mean(product.1)
    );
}
