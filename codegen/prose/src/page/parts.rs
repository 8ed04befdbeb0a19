//! The parts of a page that are read: from a heading that may be the one of a section to the next heading of its level.
//!
//! Nothing else becomes a tree, so the memory that a page takes depends on its sections and not on its length. The price is
//! a second look at tokens: what a tree builder would know of the elements before a part is not known, except which marks
//! of edits are open, because deleted text is not in force.

use super::depth::DepthLimit;
use super::html::{CUT, blocks, define, edits, heading_level};
use super::links::Definitions;
use super::tree::{Handle, Sink, Tree};
use super::{Page, is_at};
use crate::lexicon::key;
use crate::prefix::prefix;
use crate::unread::{ELEMENTS, SECTION, Unread};
use html5ever::interface::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Doctype, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer,
};
use std::cell::RefCell;
use std::collections::HashMap;

/// The bytes that the parser gets at once; it copies them.
const PIECE: usize = 1 << 16;

/// Whether a heading can be the one of a section that is read.
pub(super) fn is_wanted(heading: &str) -> bool {
    const WORDS: [&str; 4] = [
        "tokeni",
        "preprocessing",
        "named character references",
        "entities",
    ];
    let heading = key(heading);
    WORDS.iter().any(|words| heading.contains(words))
}

/// The longest heading, in bytes of text.
const HEADING: usize = 2_000;

/// The longest heading, in tokens.
const HEADING_TOKENS: usize = 400;

/// The most headings that are kept because a link may have their title.
const TITLES: usize = 5_000;

/// The elements that mark edits.
const EDIT_NAMES: [&str; 4] = ["del", "ins", "s", "strike"];

/// The most marks of edits that are open at once.
const EDITS: usize = 100;

/// The most contradictions that are reported.
const CONTRADICTIONS: usize = 1_000;

/// The most white space in a row that is kept, in bytes.
const GAP: usize = 1_000;

/// The outline of the parts of a page.
#[derive(Default)]
pub(super) struct Outline {
    pub(super) page: Page,
    /// The titles of headings by their ids, where the page has links to them.
    pub(super) titles: HashMap<String, String>,
    /// What the headings and definitions of the parts name.
    pub(super) definitions: Definitions,
}

/// Reads the parts of a page.
pub(super) fn outline(
    source: &str,
    wanted: fn(&str) -> bool,
    ends_at_blank_lines: bool,
) -> Result<Outline, Unread> {
    let parts = Parts::of(source, wanted, ends_at_blank_lines);
    let tokenizer = Tokenizer::new(parts, Default::default());
    let input = BufferQueue::default();
    let mut rest = source;
    while !rest.is_empty() {
        let piece = prefix(rest, PIECE);
        input.push_back(StrTendril::from(piece));
        // Scripts and encodings stop the tokenizer; neither matters here.
        while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
        rest = &rest[piece.len()..];
    }
    tokenizer.end();
    let state = tokenizer.sink.state.into_inner();
    match state.refused {
        Some(refused) => Err(refused),
        None => Ok(state.outline),
    }
}

/// The tokens of a page, of which only those of its parts are passed on to a tree builder.
struct Parts {
    state: RefCell<State>,
}

struct State {
    /// Whether a heading begins a part.
    wanted: fn(&str) -> bool,
    ends_at_blank_lines: bool,
    outline: Outline,
    /// The marks of edits that are open, such as `<del>`; a part may begin in one.
    edits: Vec<(usize, Tag, u64)>,
    /// How many end tags of each are still to come.
    ends: [usize; 4],
    /// Whether the page has links to headings.
    links: bool,
    /// What every tree begins with.
    doctype: Option<Doctype>,
    part: Option<Part>,
    /// The heading that may begin a part.
    heading: Option<Heading>,
    /// Text that the builder has not received, with the line where it starts.
    text: Option<(u32, StrTendril)>,
    /// The length of the white space at its end, in bytes.
    blank: usize,
    refused: Option<Unread>,
}

/// A part that is being built.
struct Part {
    builder: DepthLimit,
    level: u8,
    /// The length of its text, in bytes.
    text: usize,
    /// The reason why nothing more is built.
    refused: Option<Unread>,
}

/// A heading whose end has not come.
struct Heading {
    level: u8,
    /// Whether it is kept whatever its words are: it ends a part.
    kept: bool,
    text: String,
    /// Its tokens, after those of the edits around it.
    tokens: Vec<(Token, u64)>,
}

impl Parts {
    fn of(source: &str, wanted: fn(&str) -> bool, ends_at_blank_lines: bool) -> Self {
        Parts {
            state: RefCell::new(State {
                wanted,
                ends_at_blank_lines,
                outline: Outline::default(),
                edits: Vec::new(),
                ends: EDIT_NAMES.map(|name| count_ends(source, name)),
                links: source.contains("[[#"),
                doctype: None,
                part: None,
                heading: None,
                text: None,
                blank: 0,
                refused: None,
            }),
        }
    }
}

impl TokenSink for Parts {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        self.state.borrow_mut().token(token, line)
    }

    fn end(&self) {
        let mut state = self.state.borrow_mut();
        let cut = |(.., line): (usize, Tag, u64)| (line.try_into().unwrap_or(u32::MAX), CUT);
        let open = std::mem::take(&mut state.edits).into_iter().map(cut);
        state.outline.page.contradictions.extend(open);
        state.end_heading();
        state.end_part();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        let state = self.state.borrow();
        let part = state.part.as_ref();
        part.is_some_and(|part| {
            part.builder
                .adjusted_current_node_present_but_not_in_html_namespace()
        })
    }
}

impl State {
    fn token(&mut self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        match token {
            Token::CommentToken(_) | Token::ParseError(_) => return TokenSinkResult::Continue,
            Token::DoctypeToken(doctype) => {
                self.doctype.get_or_insert(doctype);
                return TokenSinkResult::Continue;
            }
            Token::CharacterTokens(text) => {
                self.characters(text, line);
                return TokenSinkResult::Continue;
            }
            _ => {}
        }
        if let Token::TagToken(tag) = &token {
            self.edit(tag, line);
        }
        if let Token::TagToken(tag) = &token
            && let Some(level) = heading_level(&tag.name)
        {
            if tag.kind == TagKind::StartTag && self.begins(level) {
                let heading = Heading {
                    level,
                    kept: self.part.is_some(),
                    text: String::new(),
                    tokens: self.within_edits(token, line),
                };
                self.end_part();
                self.heading = Some(heading);
                return TokenSinkResult::Continue;
            }
            if tag.kind == TagKind::EndTag && self.heading.is_some() {
                self.end_heading();
            }
        }
        self.pass(token, line)
    }

    /// Keeps track of the marks of edits.
    fn edit(&mut self, tag: &Tag, line: u64) {
        let Some(name) = EDIT_NAMES.iter().position(|name| *name == &*tag.name) else {
            return;
        };
        if tag.kind == TagKind::StartTag {
            if self.edits.len() < EDITS {
                self.edits.push((name, tag.clone(), line));
            }
            return;
        }
        self.ends[name] = self.ends[name].saturating_sub(1);
        if let Some(at) = self.edits.iter().rposition(|(open, ..)| *open == name) {
            self.edits.remove(at);
        }
    }

    /// The tokens of the edits that are open and end later, and then this one.
    fn within_edits(&self, token: Token, line: u64) -> Vec<(Token, u64)> {
        let ends = |(name, ..): &&(usize, Tag, u64)| self.ends[*name] > 0;
        let edits = self.edits.iter().filter(ends);
        let edits = edits.map(|(_, tag, line)| (Token::TagToken(tag.clone()), *line));
        edits.chain([(token, line)]).collect()
    }

    /// Whether a heading of this level begins a part, or ends one.
    fn begins(&self, level: u8) -> bool {
        self.part.as_ref().is_none_or(|part| level <= part.level)
    }

    /// Passes a token on to the heading or the part that it is in.
    fn pass(&mut self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        if self.heading.is_none() && self.part.is_some() {
            self.flush();
            return self.build(token, line);
        }
        let raw = raw_text(&token);
        if let Some(heading) = &mut self.heading {
            heading.tokens.push((token, line));
            if heading.tokens.len() > HEADING_TOKENS {
                self.heading = None;
            }
        }
        raw
    }

    fn characters(&mut self, text: StrTendril, line: u64) {
        if let Some(heading) = &mut self.heading {
            heading.text.push_str(&text);
            let long = heading.text.len() > HEADING;
            heading.tokens.push((Token::CharacterTokens(text), line));
            if long || heading.tokens.len() > HEADING_TOKENS {
                self.heading = None;
            }
            return;
        }
        let Some(part) = &mut self.part else {
            return;
        };
        let blank = text.trim().is_empty();
        if !blank {
            part.text += text.len();
            if part.text > 2 * SECTION {
                part.refused = Some(Unread::LongSection { bytes: part.text });
            }
        }
        if part.refused.is_some() {
            return;
        }
        // The lines of text are counted from its start.
        if !blank && self.blank > GAP {
            self.flush();
        }
        self.blank = if blank { self.blank + text.len() } else { 0 };
        let Some((_, before)) = &mut self.text else {
            // The tokenizer reports the line at the end of the text.
            let newlines = text.matches('\n').count() as u64;
            let start = line.saturating_sub(newlines).try_into();
            self.text = Some((start.unwrap_or(u32::MAX), text));
            return;
        };
        if self.blank <= GAP {
            before.push_tendril(&text);
        }
    }

    /// Passes the text on to the builder.
    fn flush(&mut self) {
        self.blank = 0;
        if let Some((line, text)) = self.text.take() {
            let newlines = text.matches('\n').count() as u64;
            drop(self.build(Token::CharacterTokens(text), u64::from(line) + newlines));
        }
    }

    fn build(&mut self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        let Some(part) = &mut self.part else {
            return TokenSinkResult::Continue;
        };
        if part.refused.is_some() {
            return raw_text(&token);
        }
        let result = part.builder.process_token(token, line);
        if part.builder.nodes() > ELEMENTS {
            part.refused = Some(Unread::ManyElements);
        }
        result
    }

    /// Begins a part with the heading, if it may be the one of a section.
    fn end_heading(&mut self) {
        let Some(heading) = self.heading.take() else {
            return;
        };
        let wanted = (self.wanted)(&heading.text);
        let target = self.links && self.outline.titles.len() < TITLES;
        if !(wanted || heading.kept || target) {
            return;
        }
        let builder = DepthLimit::new(Sink::new());
        if let Some(doctype) = &self.doctype {
            drop(builder.process_token(Token::DoctypeToken(doctype.clone()), 1));
        }
        self.part = Some(Part {
            builder,
            level: heading.level,
            text: 0,
            refused: None,
        });
        for (token, line) in heading.tokens {
            drop(self.build(token, line));
        }
        if !wanted {
            self.end_part();
        }
    }

    fn end_part(&mut self) {
        self.flush();
        let Some(part) = self.part.take() else {
            return;
        };
        if let Some(refused) = part.refused {
            let refused = match part.text {
                bytes if bytes > SECTION => Unread::LongSection { bytes },
                _ => refused,
            };
            self.refused.get_or_insert(refused);
            return;
        }
        let mut tree: Tree = part.builder.finish();
        tree.ends_at_blank_lines = self.ends_at_blank_lines;
        let page = &mut self.outline.page;
        page.too_deep = page.too_deep.or(tree.too_deep);
        let room = match self.links {
            true => TITLES - self.outline.titles.len(),
            false => 0,
        };
        page.blocks.extend(blocks(&tree));
        page.contradictions.extend(edits(&tree));
        page.contradictions.truncate(CONTRADICTIONS);
        define(&tree, &mut self.outline.definitions);
        let titles = super::html::titles(&tree).take(room);
        self.outline.titles.extend(titles);
    }
}

/// How many end tags of this name a page has.
fn count_ends(source: &str, name: &str) -> usize {
    let tags = source.match_indices("</");
    tags.filter(|(at, _)| is_name_at(source, at + 2, name))
        .count()
}

/// Whether a page has a start tag of this name.
pub(super) fn has_element(source: &str, name: &str) -> bool {
    let mut tags = source.match_indices('<');
    tags.any(|(at, _)| is_name_at(source, at + 1, name))
}

fn is_name_at(source: &str, at: usize, name: &str) -> bool {
    let after = source.as_bytes().get(at + name.len());
    is_at(source, at, name) && after.is_some_and(|b| !b.is_ascii_alphanumeric())
}

/// How the tokenizer goes on after a token that no tree builder sees.
fn raw_text(token: &Token) -> TokenSinkResult<Handle> {
    let Token::TagToken(tag) = token else {
        return TokenSinkResult::Continue;
    };
    if tag.kind == TagKind::EndTag {
        return TokenSinkResult::Continue;
    }
    match &*tag.name {
        "script" => TokenSinkResult::RawData(RawKind::ScriptData),
        "style" | "xmp" | "iframe" | "noembed" | "noframes" | "noscript" => {
            TokenSinkResult::RawData(RawKind::Rawtext)
        }
        "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
        "plaintext" => TokenSinkResult::Plaintext,
        _ => TokenSinkResult::Continue,
    }
}
