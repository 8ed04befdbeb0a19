//! Errors and places of the generated rules, against the interpreter of the tables and the source.

use super::{Input, compiled::options, parsed};
use crate::tables;
use tokenwright_interpreter::ParseError as TokenizerError;
use tokenwright_interpreter::tree::TreeError;
use tokenwright_tree::{
    Document, NodeData, NodeRef, NodeSpans, Options, ParseError, Parser, Span, parse_with,
};

/// What users see of a document besides its tree, and the tree.
#[derive(Debug, PartialEq)]
struct Details<'h> {
    tree: String,
    errors: &'h [ParseError],
    spans: Vec<NodeSpans>,
    attributes: Vec<Option<[Span; 2]>>,
}

fn details(document: &Document) -> Details<'_> {
    let nodes = || every_node(document);
    let attributes = nodes().flat_map(|node| node.attribute_spans());
    Details {
        tree: document.to_html5lib(),
        errors: document.errors(),
        spans: nodes().map(|node| node.spans()).collect(),
        attributes: attributes
            .map(|spans| spans.map(|spans| [spans.name, spans.value]))
            .collect(),
    }
}

/// The nodes in the order of the tree, template contents after their elements.
fn every_node(document: &Document) -> impl Iterator<Item = NodeRef<'_>> {
    let mut left = vec![document.root()];
    std::iter::from_fn(move || {
        let node = left.pop()?;
        let mut below: Vec<_> = node.template_contents().into_iter().collect();
        below.extend(node.children());
        left.extend(below.into_iter().rev());
        Some(node)
    })
}

/// Compares errors and places of a document with the tables and the source, and those of every split in two with those of the
/// whole.
///
/// # Errors
/// What differs.
pub fn check_details(input: &Input, every_split: bool) -> Result<(), String> {
    let options = Options {
        errors: true,
        spans: true,
        ..options(input)
    };
    let html = &*input.html;
    let document = parse_with(html, &options);
    check_errors(input, document.errors())?;
    for node in every_node(&document) {
        check_place(html, &node).map_err(|wrong| format!("{wrong}, {:?}", node.spans()))?;
    }
    let whole = details(&document);
    let check = |parts: &[&[u8]]| {
        let mut parser = Parser::new(&options);
        parts.iter().for_each(|part| parser.feed_bytes(part));
        let document = parser.finish();
        let found = details(&document);
        match found == whole {
            true => Ok(()),
            false => Err(format!(
                "in parts {parts:?}: found {found:?}, expected {whole:?}"
            )),
        }
    };
    let bytes = html.as_bytes();
    if every_split {
        for at in 1..bytes.len() {
            let (one, other) = bytes.split_at(at);
            check(&[one, other])?;
        }
    }
    check(&bytes.chunks(1).collect::<Vec<_>>())
}

fn check_errors(input: &Input, errors: &[ParseError]) -> Result<(), String> {
    let expected = parsed(tables::of_trees(), input);
    let expected = expected.map_err(|stuck| stuck.to_string())?;
    // The tokenizer and tree construction report in turn, and U+0000 has one name in both, so each error is the next of either.
    let mut of_tokenizer = expected.tokenizer_errors.iter().peekable();
    let mut of_tree = expected.errors.iter().peekable();
    for error in errors {
        let code = error.code.as_str();
        let place = (error.span.start, error.line, error.column);
        let is_next = |next: &&TokenizerError| {
            next.code == code && (next.offset, next.line, next.column) == place
        };
        if of_tokenizer.next_if(is_next).is_some() {
            continue;
        }
        let is_next = |next: &&TreeError| {
            next.code.as_deref().unwrap_or("parse-error") == code
                && is_at(&input.html, error.span, next.offset)
        };
        if of_tree.next_if(is_next).is_none() {
            return Err(format!(
                "found {error:?}, expected {:?} or {:?}",
                of_tokenizer.peek(),
                of_tree.peek()
            ));
        }
    }
    match (of_tokenizer.next(), of_tree.next()) {
        (None, None) => Ok(()),
        missing => Err(format!("expected {missing:?}")),
    }
}

/// Whether the last character of a range is at a place, or waits there for what it may begin.
fn is_at(html: &str, span: Span, place: usize) -> bool {
    let source = &html[span.range()];
    let last = match source.strip_suffix("\r\n") {
        // One character.
        Some(before) => before.len(),
        None => source.char_indices().next_back().map_or(0, |(at, _)| at),
    };
    let last = span.start + last;
    last == place
        || last < place && {
            let before = html[..=last].rfind(['<', '&', ']']);
            let waits = before.map(|at| &html[at..place]);
            waits.is_some_and(|waits| !waits.contains('>'))
        }
}

/// Compares the source at the places of a node with the node.
fn check_place(html: &str, node: &NodeRef<'_>) -> Result<(), String> {
    let NodeSpans { start, end } = node.spans();
    let source = |span: Span| &html[span.range()];
    let fails = |what: &str| Err(format!("{what} of {:?}", node.data()));
    if let Some(name) = node.name() {
        let is_tag = |tag: &str, begin: &str| {
            let of = tag
                .strip_prefix(begin)
                .and_then(|rest| rest.get(..name.len()));
            let is_name = of.is_some_and(|of| of.eq_ignore_ascii_case(name));
            // The name of these is changed.
            tag.ends_with('>') && (is_name || of == Some("ima") && name == "img")
        };
        if start.is_some_and(|span| !is_tag(source(span), "<")) {
            return fails("start");
        }
        if end.is_some_and(|span| !is_tag(source(span), "</")) {
            return fails("end");
        }
        if let (Some(start), Some(end)) = (start, end)
            && start.end > end.start
        {
            return fails("order");
        }
    } else if end.is_some() {
        return fails("end");
    }
    for (attribute, spans) in node.attributes().zip(node.attribute_spans()) {
        let Some(spans) = spans else {
            return fails("attribute without place");
        };
        let name = source(spans.name);
        let value = source(spans.value);
        let is_verbatim = !value.contains(['&', '\0', '\r']);
        let local_name = name.rsplit(':').next().unwrap_or(name);
        let found = attribute.name;
        if !found.eq_ignore_ascii_case(name) && !found.eq_ignore_ascii_case(local_name)
            || is_verbatim && value != attribute.value
        {
            return fails("attribute");
        }
    }
    let Some(source) = start.map(source) else {
        // Only elements are made of nothing.
        return match node.data() {
            NodeData::Text(_) | NodeData::Comment(_) | NodeData::Doctype { .. } => fails("none"),
            _ => Ok(()),
        };
    };
    let is_right = match node.data() {
        NodeData::Text(text) => {
            let is_verbatim = !source.contains(['<', '&', '\0', '\r', ']']);
            // Framesets ignore what else is between spaces.
            let spaces = source.split(|c: char| !c.is_ascii_whitespace());
            let is_text = source == text || spaces.collect::<String>() == text;
            !source.is_empty() && (!is_verbatim || is_text)
        }
        NodeData::Comment(_) => source.starts_with('<'),
        NodeData::Doctype { .. } => source[..source.len().min(9)].eq_ignore_ascii_case("<!doctype"),
        _ => true,
    };
    match is_right {
        true => Ok(()),
        false => fails("place"),
    }
}
