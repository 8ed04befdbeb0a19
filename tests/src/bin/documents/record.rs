//! A document with our tokens, as JSON.

use serde::Serialize;
use std::borrow::Cow;
use tokenwright::{
    Comment, Doctype, Follow, Next, Options, ParseError, ProcessingInstruction, Revision,
    RevisionVisitor, Sink, Span, Tag, Tokenizer, revisions,
};
use tokenwright_interpreter::Setup;

/// A line of output. Offsets and columns count UTF-16 code units, offsets from 0 and columns from 1.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record<'a> {
    document: &'a str,
    state: &'a str,
    last_start_tag: Option<&'a str>,
    foreign: bool,
    /// Whether a start tag such as `<title>` switches the state.
    switch_by_tag_name: bool,
    tokens: Vec<Token>,
    errors: Vec<Error>,
}

#[derive(Serialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
enum Token {
    Text {
        data: String,
        span: [usize; 2],
    },
    StartTag(TagToken),
    EndTag(TagToken),
    Comment {
        data: String,
        span: [usize; 2],
    },
    Doctype {
        name: Option<String>,
        public: Option<String>,
        system: Option<String>,
        force_quirks: bool,
        span: [usize; 2],
    },
    ProcessingInstruction {
        target: String,
        data: String,
        span: [usize; 2],
    },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TagToken {
    name: String,
    attributes: Vec<Attribute>,
    self_closing: bool,
    span: [usize; 2],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Attribute {
    name: String,
    value: String,
    name_span: [usize; 2],
    value_span: [usize; 2],
}

#[derive(Serialize)]
struct Error {
    code: String,
    offset: usize,
    line: usize,
    column: usize,
}

impl<'a> Record<'a> {
    /// The record of a document; `None` if the revision is not compiled or lacks the state.
    pub(crate) fn of(id: &str, setup: &'a Setup, document: &'a str) -> Option<Self> {
        let mut run = Run {
            id,
            setup,
            document,
            record: None,
        };
        revisions::visit(&mut run);
        run.record
    }
}

struct Run<'r, 'a> {
    id: &'r str,
    setup: &'a Setup,
    document: &'a str,
    record: Option<Record<'a>>,
}

impl RevisionVisitor for Run<'_, '_> {
    fn visit<R: Revision>(&mut self) {
        if R::ID == self.id {
            self.record = record::<R>(self.setup, self.document);
        }
    }
}

fn record<'a, R: Revision>(setup: &'a Setup, document: &'a str) -> Option<Record<'a>> {
    // States are chosen by the setup, or by the names of start tags in documents that begin in the data state.
    let switch_by_tag_name = setup.state.is_none() && setup.content_model.is_none();
    let options = Options {
        follow: match switch_by_tag_name {
            true => Follow::default(),
            false => Follow::Nothing,
        },
        ..Options::default()
    };
    let collector = Collector {
        foreign: setup.foreign,
        units: units(document),
        tokens: Vec::new(),
        errors: Vec::new(),
    };
    let mut tokenizer = Tokenizer::<_, R>::with_options(collector, options);
    if let Some(state) = &setup.state {
        tokenizer.set_state(R::state_named(state)?);
    }
    if let Some(name) = &setup.last_start_tag {
        tokenizer.set_last_start_tag(name);
    }
    tokenizer.feed_str(document);
    let Collector { tokens, errors, .. } = tokenizer.finish();
    Some(Record {
        document,
        state: setup.state.as_deref().unwrap_or("data"),
        last_start_tag: setup.last_start_tag.as_deref(),
        foreign: setup.foreign,
        switch_by_tag_name,
        tokens,
        errors,
    })
}

/// For each byte of a text, and for its end, the UTF-16 code units before it.
fn units(text: &str) -> Vec<usize> {
    let mut units = Vec::with_capacity(text.len() + 1);
    let mut before = 0;
    for c in text.chars() {
        units.resize(units.len() + c.len_utf8(), before);
        before += c.len_utf16();
    }
    units.push(before);
    units
}

struct Collector {
    units: Vec<usize>,
    tokens: Vec<Token>,
    errors: Vec<Error>,
    foreign: bool,
}

impl Collector {
    fn span(&self, span: Span) -> [usize; 2] {
        [self.units[span.start], self.units[span.end]]
    }

    fn tag(&self, tag: &Tag<'_>) -> TagToken {
        let attributes = tag.attributes().map(|attribute| Attribute {
            name: attribute.name().to_owned(),
            value: attribute.value().to_owned(),
            name_span: self.span(attribute.name_span()),
            value_span: self.span(attribute.value_span()),
        });
        TagToken {
            name: tag.name().to_owned(),
            attributes: attributes.collect(),
            self_closing: tag.is_self_closing(),
            span: self.span(tag.span()),
        }
    }
}

impl Sink for Collector {
    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.foreign
    }

    fn text(&mut self, text: &str, more: Span) {
        let more = self.span(more);
        match self.tokens.last_mut() {
            Some(Token::Text { data, span }) => {
                data.push_str(text);
                span[1] = more[1];
            }
            _ => self.tokens.push(Token::Text {
                data: text.to_owned(),
                span: more,
            }),
        }
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tokens.push(Token::StartTag(self.tag(tag)));
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tokens.push(Token::EndTag(self.tag(tag)));
        Next::Continue
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        let span = self.span(comment.span);
        self.tokens.push(Token::Comment {
            data: comment.data.to_string(),
            span,
        });
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        let text = |field: &Option<Cow<'_, str>>| field.as_deref().map(str::to_owned);
        self.tokens.push(Token::Doctype {
            name: text(&doctype.name),
            public: text(&doctype.public_identifier),
            system: text(&doctype.system_identifier),
            force_quirks: doctype.force_quirks,
            span: self.span(doctype.span),
        });
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.tokens.push(Token::ProcessingInstruction {
            target: instruction.target.to_string(),
            data: instruction.data.to_string(),
            span: self.span(instruction.span),
        });
    }

    fn error(&mut self, error: &ParseError) {
        self.errors.push(Error {
            code: error.code.to_string(),
            offset: self.units[error.span.start],
            line: error.line,
            column: error.column,
        });
    }
}
