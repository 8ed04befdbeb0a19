//! Prints what a crawler keeps of a page in any encoding: title, base, directives for robots, and links.

use std::env::args;
use std::error::Error;
use std::io::stdin;
use tokenwright::revisions::Newest;
use tokenwright::{Limits, Next, Options, Sink, Span, Tag, Tokenizer};
use tokenwright_encoding::Reader;

/// The elements that link to other pages, and the attribute that has the address.
const LINKS: [(&str, &str); 4] = [
    ("a", "href"),
    ("area", "href"),
    ("frame", "src"),
    ("iframe", "src"),
];

/// What is kept.
#[derive(Default)]
struct Page {
    title: Option<String>,
    is_in_title: bool,
    base: Option<String>,
    robots: Vec<String>,
    /// Addresses, and whether they may be followed.
    links: Vec<(String, bool)>,
}

impl Sink for Page {
    // Nothing is computed that the crawler does not ask for.
    const ERRORS: bool = false;
    const SPANS: bool = false;

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        let value = |name| Some(tag.attribute(name)?.value().to_owned());
        match tag.name() {
            "title" if self.title.is_none() => {
                self.title = Some(String::new());
                self.is_in_title = true;
            }
            "base" => self.base = self.base.take().or_else(|| value("href")),
            "meta" if value("name").is_some_and(|name| name.eq_ignore_ascii_case("robots")) => {
                self.robots.extend(value("content"));
            }
            _ => {}
        }
        let link = LINKS.iter().find(|(element, _)| *element == tag.name());
        if let Some(address) = link.and_then(|(_, attribute)| value(attribute)) {
            let rel = value("rel").unwrap_or_default();
            let mut words = rel.split_ascii_whitespace();
            let follow = !words.any(|word| word.eq_ignore_ascii_case("nofollow"));
            self.links.push((address, follow));
        }
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.is_in_title &= tag.name() != "title";
        Next::Continue
    }

    fn text(&mut self, text: &str, _: Span) {
        if let Some(title) = self.title.as_mut().filter(|_| self.is_in_title) {
            title.push_str(text);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // The header `Content-Type` of the response, if there is one.
    let mut encoding = tokenwright_encoding::Options::default();
    if let Some(header) = args().nth(1) {
        encoding = encoding.content_type(&header);
    }
    let mut reader = Reader::new(stdin().lock(), encoding);
    // No page takes more memory than this.
    let limits = Limits {
        attributes: 1_000,
        token_bytes: 1 << 20,
        memory: 8 << 20,
        ..Limits::default()
    };
    let options = Options {
        limits,
        ..Options::default()
    };
    let mut tokenizer = Tokenizer::<_, Newest>::with_options(Page::default(), options);
    tokenizer.feed_reader(&mut reader)?;
    let exceeded = tokenizer.limit_exceeded();
    let page = tokenizer.finish();
    if let Some(decision) = reader.decision() {
        println!(
            "encoding {} ({:?})",
            decision.encoding.name(),
            decision.source
        );
    }
    println!("title {:?}", page.title.unwrap_or_default().trim());
    println!("base {:?}, robots {:?}", page.base, page.robots);
    for (address, follow) in page.links {
        println!("{} {address}", if follow { "link" } else { "nofollow" });
    }
    if let Some(exceeded) = exceeded {
        println!("the rest was not read: {exceeded}");
    }
    Ok(())
}
