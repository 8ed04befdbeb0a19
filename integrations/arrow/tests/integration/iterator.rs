//! The columns have what the iterator gives.

use crate::random;
use crate::{corpus, rows};
use fastrand::Rng;
use tokenwright::revisions::Newest;
use tokenwright::{Follow, Options, Token, Tokens, tokens};
use tokenwright_arrow::{Extractor, Links, Page, Request, Tags};

/// A token in one line: its kind, name, data, flag, attributes and span.
type Row = (String, Option<String>, Option<String>, usize, usize);

fn expected(html: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for token in tokens(html) {
        let span = token.span();
        let (kind, name, data) = match &token {
            Token::Doctype(doctype) => ("doctype", doctype.name.as_deref(), None),
            Token::StartTag(tag) => ("start-tag", Some(tag.name()), None),
            Token::EndTag(tag) => ("end-tag", Some(tag.name()), None),
            Token::Comment(comment) => ("comment", None, Some(&*comment.data)),
            Token::ProcessingInstruction(token) => {
                let (name, data) = (Some(&*token.target), Some(&*token.data));
                ("processing-instruction", name, data)
            }
            Token::Text(text) => ("text", None, Some(&*text.text)),
        };
        let owned = |value: Option<&str>| value.map(str::to_owned);
        rows.push((
            kind.to_owned(),
            owned(name),
            owned(data),
            span.start,
            span.end,
        ));
    }
    rows
}

fn check(name: &str, html: &str) {
    let all = Tags::default();
    let request = Request::default().tokens(true).spans(true).errors(true);
    let request = request.tags(all).links(Links::raw());
    let batch = rows::of(request, &Page::text(html));

    let column = |field| {
        let mut lists = rows::lists(&batch, "tokens", field);
        lists.remove(0).expect("tokens")
    };
    let spans = rows::spans(&batch, "tokens").remove(0);
    let found = column("kind")
        .into_iter()
        .zip(column("name"))
        .zip(column("data"))
        .zip(spans);
    let found: Vec<Row> = found
        .map(|(((kind, name), data), (start, end))| (kind.expect("a kind"), name, data, start, end))
        .collect();
    assert_eq!(found, expected(html), "tokens of {name}");

    let errors: Vec<_> = tokens(html)
        .with_errors()
        .filter_map(|item| item.err().map(|error| error.code.to_string()))
        .collect();
    assert_eq!(
        rows::list(&batch, "errors", "code"),
        errors,
        "errors of {name}"
    );

    let start_tags = |follow| {
        let options = Options {
            follow,
            ..Options::default()
        };
        let tokens = Tokens::<Newest>::with_options(html, options);
        tokens.filter_map(|token| match token {
            Token::StartTag(tag) => Some(tag),
            _ => None,
        })
    };
    let names = start_tags(Follow::default()).map(|tag| tag.name().to_owned());
    let names: Vec<_> = names.collect();
    assert_eq!(rows::list(&batch, "tags", "name"), names, "tags of {name}");
    // Where the tokens are ambiguous, links are those of a tree.
    let links = start_tags(Follow::Everything);
    let links = links.filter(|tag| matches!(tag.name(), "a" | "area"));
    let links: Vec<_> = links
        .filter_map(|tag| {
            let href = tag.attribute("href")?;
            let span = href.value_span();
            Some((href.value().to_owned(), (span.start, span.end)))
        })
        .collect();
    let found = rows::list(&batch, "links", "raw")
        .into_iter()
        .zip(rows::spans(&batch, "links").remove(0));
    assert_eq!(found.collect::<Vec<_>>(), links, "links of {name}");
}

#[test]
fn columns_of_real_pages_are_the_iterators() {
    for (name, html) in corpus::pages() {
        check(&name, &html);
    }
}

#[test]
fn columns_of_random_documents_are_the_iterators() {
    let mut rng = Rng::with_seed(26);
    for _ in 0..2000 {
        let html = random::document(&mut rng);
        check(&html, &html);
    }
}

/// What is not asked for changes nothing of what is.
#[test]
fn every_pass_gives_the_same_links_and_text() {
    let mut rng = Rng::with_seed(7);
    let plain = Request::default().links(Links::raw());
    let requests = [
        plain.clone(),
        plain.clone().text(true),
        plain.clone().spans(true),
        plain.clone().text(true).spans(true).title(true),
        plain.text(true).errors(true).tokens(true),
    ];
    let extractors = requests.map(|request| Extractor::new(request).expect("a request"));
    for _ in 0..2000 {
        let html = random::document(&mut rng);
        let batches = extractors
            .each_ref()
            .map(|extractor| rows::row(extractor, &Page::text(&html)));
        let text = rows::strings(&batches[1], "text");
        for batch in &batches {
            let links = |batch| rows::list(batch, "links", "raw");
            assert_eq!(links(batch), links(&batches[0]), "{html}");
            if batch.column_by_name("text").is_some() {
                assert_eq!(rows::strings(batch, "text"), text, "{html}");
            }
        }
    }
}
