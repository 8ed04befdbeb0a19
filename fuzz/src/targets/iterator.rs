//! The iterator gives what a sink gets.

use crate::document::Document;
use tokenwright::{
    Comment, Doctype, Next, ParseError, ProcessingInstruction, Revision, RevisionVisitor, Sink,
    Span, Tag, Token, Tokenizer, revisions, tokens_of,
};

/// Checks an input.
pub(crate) fn check(input: &[u8]) {
    if let Some(document) = Document::of(input) {
        let index = usize::from(document.revision);
        revisions::visit(&mut Compare {
            document,
            index: Some(index % crate::tables::all().len()),
        });
    }
}

struct Compare<'a> {
    document: Document<'a>,
    /// Counts down to the revision.
    index: Option<usize>,
}

impl RevisionVisitor for Compare<'_> {
    fn visit<R: Revision>(&mut self) {
        if self.index == Some(0) {
            compare::<R>(&self.document);
        }
        self.index = self.index.and_then(|index| index.checked_sub(1));
    }
}

fn compare<R: Revision>(document: &Document<'_>) {
    let text = document.text();
    let options = document.flags.options();
    let mut tokenizer = Tokenizer::<_, R>::with_options(Record::default(), options.clone());
    tokenizer.feed(&text);
    let expected = tokenizer.finish();

    let mut record = Record::default();
    for result in tokens_of::<R>(&text, options.clone()).with_errors() {
        match result {
            Ok(token) => record.token(&token),
            Err(error) => record.errors.push(error),
        }
    }
    assert_eq!(record, expected, "with errors");

    let mut record = Record::default();
    tokens_of::<R>(&text, options).for_each(|token| record.token(&token));
    assert_eq!(record.tokens, expected.tokens, "without errors");
}

#[derive(Debug, Default, PartialEq)]
struct Record {
    tokens: Vec<String>,
    errors: Vec<ParseError>,
    /// Whether the last token is text: its data, and where it begins and ends.
    text: Option<(String, Span)>,
}

impl Record {
    fn token(&mut self, token: &Token<'_>) {
        match token {
            Token::Text(part) => {
                self.text(&part.text, part.span);
                self.end_text();
            }
            Token::StartTag(tag) => drop(self.start_tag(tag)),
            Token::EndTag(tag) => drop(self.end_tag(tag)),
            Token::Comment(comment) => self.comment(comment),
            Token::Doctype(doctype) => self.doctype(doctype),
            Token::ProcessingInstruction(instruction) => self.processing_instruction(instruction),
        }
    }

    fn end_text(&mut self) {
        if let Some((text, span)) = self.text.take() {
            self.tokens.push(format!("{text:?} {span}"));
        }
    }

    fn push(&mut self, token: String) {
        self.end_text();
        self.tokens.push(token);
    }
}

impl Sink for Record {
    fn text(&mut self, text: &str, span: Span) {
        match &mut self.text {
            Some((before, all)) => {
                before.push_str(text);
                all.end = span.end;
            }
            none => *none = Some((text.to_owned(), span)),
        }
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.push(format!("start {tag:?}"));
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.push(format!("end {tag:?}"));
        Next::Continue
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.push(format!("{comment:?}"));
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.push(format!("{doctype:?}"));
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.push(format!("{instruction:?}"));
    }

    fn end_of_file(&mut self, _: Span) {
        self.end_text();
    }

    fn error(&mut self, error: &ParseError) {
        self.errors.push(*error);
    }
}
