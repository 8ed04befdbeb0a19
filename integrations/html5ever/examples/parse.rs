//! Parses a file in any encoding into `scraper::Html`, and prints its title.
//!
//! usage: parse FILE [CONTENT-TYPE]

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use scraper::{Html, HtmlTreeSink, Selector};
use std::error::Error;
use std::fs::File;
use std::{env, io};
use tokenwright_encoding::Options;

/// Parses a file, with a progress bar on a terminal if it is large.
fn parse(file: File, content_type: &str) -> io::Result<Html> {
    // Below 16 MiB, it takes no time that is worth a bar.
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let bar = match file.metadata()?.len() {
        len if refused || len < 0x100_0000 => {
            ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
        }
        len => ProgressBar::new(len),
    };
    let style = ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes}, {eta} left");
    bar.set_style(style.expect("a template"));
    let sink = || HtmlTreeSink::new(Html::new_document());
    let encoding = Options::default().content_type(content_type);
    let file = bar.wrap_read(file);
    let parsed = tokenwright_html5ever::parse_reader(sink, Default::default(), encoding, file);
    bar.finish_and_clear();
    Ok(parsed?.0)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("usage: parse FILE [CONTENT-TYPE]")?;
    let content_type = arguments.next().unwrap_or_default();
    let html = File::open(&file).and_then(|file| parse(file, &content_type));
    let html = html.map_err(|error| format!("{file}: {error}"))?;
    let title = Selector::parse("title")?;
    let title = html.select(&title).next();
    let title = title.map(|title| title.text().collect::<String>());
    println!("{}", title.as_deref().unwrap_or("no title").trim());
    Ok(())
}
