//! The iterator gives what a sink gets.

use crate::document::Document;
use crate::record::Record;
use tokenwright::{Revision, RevisionVisitor, Sink, Span, Token, Tokenizer, Tokens, revisions};

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
    let mut tokenizer = Tokenizer::<_, R>::with_options(Record::<true>::default(), options.clone());
    tokenizer.feed_str(&text);
    let expected = tokenizer.finish();
    let end = Span::from(text.len()..text.len());

    let mut record = Record::default();
    for result in Tokens::<R>::with_options(&text, options.clone()).with_errors() {
        match result {
            Ok(token) => push(&mut record, &token),
            Err(error) => record.errors.push(error),
        }
    }
    record.end_of_file(end);
    assert_eq!(record, expected, "with errors");

    let mut record = Record::default();
    Tokens::<R>::with_options(&text, options).for_each(|token| push(&mut record, &token));
    record.end_of_file(end);
    assert_eq!(record.tokens, expected.tokens, "without errors");
}

/// Records a token of the iterator as a sink receives it. The iterator gives adjacent text as one token.
fn push(record: &mut Record<true>, token: &Token<'_>) {
    match token {
        Token::Text(part) => {
            assert!(!record.ends_in_text(), "adjacent text is one token");
            record.text(&part.text, part.span);
        }
        Token::StartTag(tag) => drop(record.start_tag(tag)),
        Token::EndTag(tag) => drop(record.end_tag(tag)),
        Token::Comment(comment) => record.comment(comment),
        Token::Doctype(doctype) => record.doctype(doctype),
        Token::ProcessingInstruction(instruction) => record.processing_instruction(instruction),
    }
}
