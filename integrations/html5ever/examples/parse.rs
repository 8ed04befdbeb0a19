//! Parses a file in any encoding into `scraper::Html`, and prints its title.
//!
//! usage: parse FILE [CONTENT-TYPE]

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use scraper::{Html, HtmlTreeSink, Selector};
use std::error::Error;
use std::{env, fs};
use tokenwright_encoding::Options;

/// Parses bytes, with a progress bar on a terminal if there are many.
fn parse(bytes: &[u8], content_type: &str) -> Html {
    // Below 16 MiB, it takes no time that is worth a bar.
    let bar = match bytes.len() {
        0..0x100_0000 => ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
        len => ProgressBar::new(len as u64),
    };
    let style = ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes}, {eta} left");
    bar.set_style(style.expect("a template"));
    let chunks = bytes
        .chunks(64 * 1024)
        .inspect(|chunk| bar.inc(chunk.len() as u64));
    let sink = || {
        bar.reset();
        HtmlTreeSink::new(Html::new_document())
    };
    let encoding = Options::default().content_type(content_type);
    let (html, _) = tokenwright_html5ever::parse_bytes(sink, Default::default(), encoding, chunks);
    bar.finish_and_clear();
    html
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("usage: parse FILE [CONTENT-TYPE]")?;
    let content_type = arguments.next().unwrap_or_default();
    let bytes = fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
    let html = parse(&bytes, &content_type);
    let title = Selector::parse("title")?;
    let title = html.select(&title).next();
    let title = title.map(|title| title.text().collect::<String>());
    println!("{}", title.as_deref().unwrap_or("no title").trim());
    Ok(())
}
