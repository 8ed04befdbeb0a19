//! Writes a page that shows the source of a document, with a class for each part of the markup.

use std::io::{self, Read, stdin};
use tokenwright::{Span, Token, escape, tokens};

/// The source, and how much of it is written.
struct Highlighter<'h> {
    html: &'h str,
    written: usize,
    out: String,
}

impl Highlighter<'_> {
    /// Writes the source up to a span, and the span in an element of this class.
    fn mark(&mut self, span: Span, class: &str) {
        self.plain_to(span.start);
        if span.start < span.end {
            let source = escape::text(&self.html[span.range()]);
            self.out += &format!("<span class={class}>{source}</span>");
            self.written = span.end;
        }
    }

    fn plain_to(&mut self, end: usize) {
        self.out += &escape::text(&self.html[self.written..end]);
        self.written = end;
    }
}

fn main() -> io::Result<()> {
    let mut html = String::new();
    stdin().read_to_string(&mut html)?;
    let mut page = Highlighter {
        html: &html,
        written: 0,
        out: String::new(),
    };
    for token in tokens(&html) {
        match token {
            Token::StartTag(tag) | Token::EndTag(tag) => {
                page.mark(tag.name_span(), "tag");
                for attribute in tag.attributes() {
                    page.mark(attribute.name_span(), "name");
                    page.mark(attribute.value_span(), "value");
                }
            }
            Token::Comment(comment) => page.mark(comment.span, "comment"),
            Token::Doctype(doctype) => page.mark(doctype.span, "doctype"),
            Token::ProcessingInstruction(instruction) => page.mark(instruction.span, "pi"),
            // Text stays as it is, and is written with the next mark.
            Token::Text(_) => {}
        }
    }
    page.plain_to(html.len());
    println!("<!DOCTYPE html>\n<pre>{}</pre>", page.out);
    Ok(())
}
