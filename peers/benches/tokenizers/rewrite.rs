//! Rewriters on the same task: a new value for each `href`, and no `onclick`.

use std::error::Error;

use lol_html::{HtmlRewriter, Settings, element};
use tokenwright::{Options, Tag, Token, tokens};
use tokenwright_rewrite::{EditError, Rewrite, Rewriter, TagEdit};

use crate::arguments::Arguments;
use crate::counts::Counts;
use crate::page::Page;
use crate::peers::{Peer, nothing};
use crate::speed;

/// Comes before each address.
const PREFIX: &str = "/redirect?to=";

/// The rewriter of `tokenwright-rewrite`.
const OURS: Peer = Peer {
    name: "tokenwright-rewriter",
    prepare: nothing,
    whole: |page| counts(&rewritten_by_us(&page.text)),
    chunked: None,
    less: None,
};

/// lol_html's rewriter, with a handler for each attribute.
const LOL_HTML: Peer = Peer {
    name: "lol_html-rewriter",
    whole: |page| counts(&rewritten_by_lol_html(&page.text)),
    ..OURS
};

/// Compares what the rewriters do on each page, then measures them.
///
/// # Errors
/// If the links of two outputs differ, or if standard output cannot be written.
pub(crate) fn report(pages: &[Page], arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    for page in pages {
        compare(page)?;
    }
    Ok(speed::report(pages, &[OURS, LOL_HTML], arguments)?)
}

/// Compares the links in the two outputs for a page.
///
/// # Errors
/// If they differ, or if an `onclick` is left.
pub(crate) fn compare(page: &Page) -> Result<(), Box<dyn Error>> {
    let ours = links(&rewritten_by_us(&page.text));
    let theirs = links(&rewritten_by_lol_html(&page.text));
    let pairs = ours.iter().map(Some).chain([None]);
    let mut pairs = pairs.zip(theirs.iter().map(Some).chain([None]));
    let Some((ours, theirs)) = pairs.find(|(ours, theirs)| ours != theirs) else {
        return Ok(());
    };
    let (page, [we, they]) = (page.full_name(), [OURS.name, LOL_HTML.name]);
    Err(format!("{page}: {we} has the link {ours:?}, {they} {theirs:?}").into())
}

/// The values of `href` and `onclick` in a document.
fn links(document: &[u8]) -> Vec<String> {
    let document = String::from_utf8_lossy(document);
    let mut links = Vec::new();
    for token in tokens(&document) {
        if let Token::StartTag(tag) = token {
            let attributes = tag.attributes();
            let links_of_tag = attributes.filter(|a| matches!(a.name(), "href" | "onclick"));
            links.extend(links_of_tag.map(|a| format!("{}={}", a.name(), a.value())));
        }
    }
    links
}

fn counts(output: &[u8]) -> Counts {
    Counts {
        text: output.len() as u64,
        ..Counts::default()
    }
}

struct Redirect;

impl Rewrite for Redirect {
    fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
        for attribute in tag.attributes() {
            match attribute.name() {
                "href" => edit.set_attribute("href", &[PREFIX, attribute.value()].concat())?,
                "onclick" => edit.remove_attribute("onclick"),
                _ => {}
            }
        }
        Ok(())
    }
}

fn rewritten_by_us(document: &str) -> Vec<u8> {
    let mut output = Vec::with_capacity(document.len());
    // lol_html reads the content of `noscript` as text.
    let options = Options {
        scripting: true,
        ..Options::default()
    };
    let mut rewriter = Rewriter::with_options(Redirect, options);
    for chunk in document.as_bytes().chunks(crate::chunks::CHUNK) {
        rewriter
            .feed(chunk, &mut output)
            .expect("every edit is allowed");
    }
    rewriter.finish(&mut output).expect("every edit is allowed");
    output
}

fn rewritten_by_lol_html(document: &str) -> Vec<u8> {
    let mut output = Vec::with_capacity(document.len());
    let href = element!("[href]", |element| {
        let address = element.get_attribute("href").unwrap_or_default();
        Ok(element.set_attribute("href", &[PREFIX, &address].concat())?)
    });
    let onclick = element!("[onclick]", |element| {
        element.remove_attribute("onclick");
        Ok(())
    });
    let settings = Settings::new()
        .with_strict(false)
        .append_element_content_handler(href)
        .append_element_content_handler(onclick);
    let mut rewriter = HtmlRewriter::new(settings, |chunk: &[u8]| output.extend_from_slice(chunk));
    for chunk in document.as_bytes().chunks(crate::chunks::CHUNK) {
        rewriter.write(chunk).expect("no memory limit is set");
    }
    rewriter.end().expect("no memory limit is set");
    output
}
