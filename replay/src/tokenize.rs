//! One input through one generated tokenizer.
//!
//! Each input is tokenized whole and byte by byte, and an answer is given only if both agree: so every command that
//! replays an input also tests its splits. Adjacent text is joined first, as a split may cut it. Tokens are JSON
//! values that the commands compare with the interpreter's, which costs memory, but inputs here are short.

use crate::request::Request;
use serde_json::{Value, json};
use std::collections::VecDeque;
use tokenwright::{
    Comment, Context, Doctype, Follow, Namespace, Next, Options, ParseError, ProcessingInstruction,
    Revision, RevisionVisitor, Sink, Span, Tag, TextMode, Tokenizer, revisions,
};

/// Tokens and errors in the order of emission; adjacent text is joined.
///
/// # Errors
/// If there is no such revision, state or content model, or if the input gives something else when
/// it is fed byte by byte.
pub(crate) fn events(request: &Request) -> Result<Vec<Value>, String> {
    let [whole, bytes] = [false, true].map(|by_byte| {
        let mut run = Run {
            request,
            by_byte,
            events: Err(format!("no generated code of `{}`", request.revision)),
        };
        revisions::visit(&mut run);
        run.events
    });
    match (whole, bytes) {
        (Ok(whole), Ok(bytes)) if joined(&whole) == joined(&bytes) => Ok(whole),
        (Ok(whole), Ok(bytes)) => Err(format!(
            "fed as a whole it gives {}, byte by byte {}",
            Value::Array(whole),
            Value::Array(bytes)
        )),
        (Err(why), _) | (_, Err(why)) => Err(why),
    }
}

/// Tokens with all adjacent text joined, then errors: where text is cut by an error depends on
/// how the input is fed.
fn joined(events: &[Value]) -> (Vec<Value>, Vec<&Value>) {
    let (mut tokens, mut errors) = (Collector::default(), Vec::new());
    for event in events {
        match (event.get("error"), event["characters"].as_str()) {
            (Some(error), _) => errors.push(error),
            (None, Some(text)) => tokens.characters(text),
            (None, None) => tokens.events.push(event.clone()),
        }
    }
    (tokens.events, errors)
}

struct Run<'r> {
    request: &'r Request,
    by_byte: bool,
    events: Result<Vec<Value>, String>,
}

impl RevisionVisitor for Run<'_> {
    fn visit<R: Revision>(&mut self) {
        if R::ID == self.request.revision {
            self.events = tokenize::<R>(self.request, self.by_byte);
        }
    }
}

fn tokenize<R: Revision>(request: &Request, by_byte: bool) -> Result<Vec<Value>, String> {
    let mut tokenizer = match request.follow {
        true => Tokenizer::<_, R>::with_options(Collector::default(), following(request)),
        false => set_up(request)?,
    };
    match by_byte {
        true => request
            .input
            .as_bytes()
            .chunks(1)
            .for_each(|byte| tokenizer.feed_bytes(byte)),
        false => tokenizer.feed_str(&request.input),
    }
    Ok(tokenizer.finish().events)
}

/// The options for a document or a fragment.
fn following(request: &Request) -> Options {
    let context = request.context.as_deref().map(|context| {
        let (namespace, name) = match context.split_once(' ') {
            Some(("svg", name)) => (Namespace::Svg, name),
            Some(("math", name)) => (Namespace::MathMl, name),
            _ => (Namespace::Html, context),
        };
        Context::new(name, namespace)
    });
    Options {
        follow: Follow::Everything,
        scripting: request.scripting,
        context,
        ..Options::default()
    }
}

/// A tokenizer whose state only the request changes.
fn set_up<R: Revision>(request: &Request) -> Result<Tokenizer<Collector, R>, String> {
    let options = Options {
        follow: Follow::Nothing,
        ..Options::default()
    };
    let mut collector = Collector::default();
    for (switch, foreign) in &request.responses {
        let mode = switch.as_deref().map(text_mode).transpose()?;
        collector.responses.push_back((mode, *foreign));
    }
    collector.foreign = request.foreign;
    let mut tokenizer = Tokenizer::<_, R>::with_options(collector, options);
    if let Some(name) = &request.content_model {
        tokenizer.set_text_mode(match name.as_str() {
            "PCDATA" => TextMode::Data,
            "RCDATA" => TextMode::Rcdata,
            "CDATA" => TextMode::Rawtext,
            "PLAINTEXT" => TextMode::Plaintext,
            _ => return Err(format!("no content model is named `{name}`")),
        });
    }
    if let Some(name) = &request.state {
        let state = R::state_named(name);
        tokenizer.set_state(state.ok_or_else(|| format!("no state is named `{name}`"))?);
    }
    if let Some(name) = &request.last_start_tag {
        tokenizer.set_last_start_tag(name);
    }
    Ok(tokenizer)
}

fn text_mode(name: &str) -> Result<TextMode, String> {
    match name {
        "data" => Ok(TextMode::Data),
        "RCDATA" => Ok(TextMode::Rcdata),
        "RAWTEXT" => Ok(TextMode::Rawtext),
        "script data" => Ok(TextMode::ScriptData),
        "PLAINTEXT" => Ok(TextMode::Plaintext),
        _ => Err(format!("no text mode is named `{name}`")),
    }
}

/// Collects the output of a tokenizer.
#[derive(Debug, Default)]
struct Collector {
    events: Vec<Value>,
    /// What tree construction does at the next tags.
    responses: VecDeque<(Option<TextMode>, Option<bool>)>,
    /// Whether the adjusted current node is foreign.
    foreign: bool,
}

impl Collector {
    fn characters(&mut self, text: &str) {
        match self
            .events
            .last_mut()
            .and_then(|last| last.get_mut("characters"))
        {
            Some(Value::String(before)) => before.push_str(text),
            _ => self.events.push(json!({ "characters": text })),
        }
    }

    fn tag(&mut self, kind: &str, tag: &Tag<'_>) -> Next {
        let attributes = tag.attributes();
        let attributes = attributes.map(|one| json!([one.name(), one.value()]));
        let tag = json!({
            "name": tag.name(),
            "attributes": attributes.collect::<Vec<_>>(),
            "self_closing": tag.is_self_closing(),
        });
        self.events.push(json!({ kind: tag }));
        let (switch, foreign) = self.responses.pop_front().unwrap_or_default();
        self.foreign = foreign.unwrap_or(self.foreign);
        switch.map_or(Next::Continue, Next::Switch)
    }
}

impl Sink for Collector {
    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.foreign
    }

    fn text(&mut self, text: &str, _: Span) {
        self.characters(text);
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tag("start_tag", tag)
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.tag("end_tag", tag)
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.events.push(json!({ "comment": comment.data }));
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) {
        self.events.push(json!({ "doctype": {
            "name": doctype.name,
            "public": doctype.public_identifier,
            "system": doctype.system_identifier,
            "force_quirks": doctype.force_quirks,
        }}));
    }

    fn processing_instruction(&mut self, instruction: &ProcessingInstruction<'_>) {
        self.events.push(json!({ "processing_instruction": {
            "target": instruction.target,
            "data": instruction.data,
        }}));
    }

    fn end_of_file(&mut self, _: Span) {
        self.events.push(json!("end_of_file"));
    }

    fn error(&mut self, error: &ParseError) {
        self.events.push(json!({ "error": {
            "code": error.code.to_string(),
            "offset": error.span.start,
            "line": error.line,
            "column": error.column,
        }}));
    }
}
