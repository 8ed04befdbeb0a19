//! Bounds the depth of a document while it is built.
//!
//! html5ever's tree builder searches its open elements at most tags, so a page takes time proportional to its length times
//! its depth; the code that walks the tree recurses. So an element that is too deep is closed where it starts, and its end tag
//! is dropped. Formatting elements count as `span`: they have no meaning here, and an open one is otherwise opened again in
//! every later paragraph.

use super::tree::{Handle, Sink, Tree, is_edit};
use html5ever::interface::TreeSink;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::TreeBuilder;
use html5ever::{LocalName, local_name};
use std::cell::RefCell;
use std::collections::HashMap;

/// The elements that are opened again where another element has closed them.
const FORMATTING: [&str; 12] = [
    "a", "b", "big", "code", "em", "font", "i", "nobr", "small", "strong", "tt", "u",
];

/// The elements without an end tag.
const VOID: [&str; 19] = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image", "img",
    "input", "keygen", "link", "meta", "param", "source", "track", "wbr",
];

/// A tree builder that bounds the depth of its tree.
pub(super) struct DepthLimit {
    builder: TreeBuilder<Handle, Sink>,
    closed: RefCell<Closed>,
}

impl DepthLimit {
    pub(super) fn new(sink: Sink) -> Self {
        DepthLimit {
            builder: TreeBuilder::new(sink, Default::default()),
            closed: RefCell::default(),
        }
    }

    /// The number of nodes so far.
    pub(super) fn nodes(&self) -> usize {
        self.builder.sink.nodes()
    }

    /// The innermost open element of this name: the one that a comment is in.
    fn open(&self, name: &LocalName, line: u64) -> Option<usize> {
        let probe = Token::CommentToken(StrTendril::new());
        drop(self.builder.process_token(probe, line));
        self.builder.sink.around_last(name)
    }

    /// The tree of all tokens so far.
    pub(super) fn finish(self) -> Tree {
        self.builder.end();
        self.builder.sink.finish()
    }

    /// Whether the current node is of SVG or MathML, where a tag can close itself.
    fn is_foreign(&self) -> bool {
        self.builder
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// The elements that were closed where they start and whose end tags have not come, outermost first.
#[derive(Default)]
struct Closed {
    names: Vec<LocalName>,
    counts: HashMap<LocalName, usize>,
}

impl Closed {
    fn push(&mut self, name: LocalName) {
        *self.counts.entry(name.clone()).or_default() += 1;
        self.names.push(name);
    }

    /// Whether an end tag belongs to one of them. An end tag that does not ends the element around all of them.
    fn end(&mut self, name: &LocalName) -> bool {
        if self.counts.get(name).is_none_or(|count| *count == 0) {
            self.names.clear();
            self.counts.clear();
            return false;
        }
        while let Some(last) = self.names.pop() {
            if let Some(count) = self.counts.get_mut(&last) {
                *count -= 1;
            }
            if last == *name {
                break;
            }
        }
        true
    }
}

impl TokenSink for DepthLimit {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        let Token::TagToken(mut tag) = token else {
            return self.builder.process_token(token, line);
        };
        if matches!(&*tag.name, "s" | "strike") {
            // Struck text is deleted text.
            tag.name = local_name!("del");
        } else if FORMATTING.contains(&&*tag.name) {
            tag.name = local_name!("span");
        }
        let name = tag.name.clone();
        match tag.kind {
            TagKind::EndTag if self.closed.borrow_mut().end(&name) => TokenSinkResult::Continue,
            TagKind::EndTag if is_edit(&name) => {
                let open = self.open(&name, line);
                let result = self.builder.process_token(Token::TagToken(tag), line);
                if open.is_none() || self.open(&name, line) == open {
                    self.builder.sink.cut_edit(line);
                }
                result
            }
            TagKind::EndTag => self.builder.process_token(Token::TagToken(tag), line),
            TagKind::StartTag => {
                let self_closing = tag.self_closing;
                let result = self.builder.process_token(Token::TagToken(tag), line);
                // The text of a raw element is its only content.
                if self.builder.sink.take_too_deep()
                    && matches!(result, TokenSinkResult::Continue)
                    && !VOID.contains(&&*name)
                    && !(self_closing && self.is_foreign())
                {
                    self.closed.borrow_mut().push(name.clone());
                    let end = Token::TagToken(end_tag(name));
                    drop(self.builder.process_token(end, line));
                }
                result
            }
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.is_foreign()
    }
}

fn end_tag(name: LocalName) -> Tag {
    Tag {
        kind: TagKind::EndTag,
        name,
        self_closing: false,
        attrs: Vec::new(),
        had_duplicate_attributes: false,
    }
}

#[cfg(test)]
mod tests {
    use super::DepthLimit;
    use crate::page::tree::{DEPTH, Kind, Sink, Tree};
    use html5ever::tendril::StrTendril;
    use html5ever::tokenizer::{BufferQueue, Tokenizer};

    fn parse(page: &str) -> Tree {
        let tokenizer = Tokenizer::new(DepthLimit::new(Sink::new()), Default::default());
        let input = BufferQueue::default();
        input.push_back(StrTendril::from(page));
        drop(tokenizer.feed(&input));
        tokenizer.end();
        tokenizer.sink.finish()
    }

    /// The greatest depth of a node, and the text of all.
    fn walk(tree: &Tree) -> (usize, String) {
        let (mut deepest, mut text) = (0, String::new());
        let mut open = vec![(0, 0)];
        while let Some((id, depth)) = open.pop() {
            deepest = deepest.max(depth);
            if let Kind::Text(part) = &tree.nodes[id].kind {
                text += part;
            }
            let children = tree.nodes[id].children.iter().rev();
            open.extend(children.map(|child| (*child, depth + 1)));
        }
        (deepest, text)
    }

    #[test]
    fn text_below_the_greatest_depth_keeps_its_order() {
        // As many open elements as this would take minutes if each were searched.
        let many = 20_000;
        let expected: String = (0..many).map(|n| format!("{n},")).collect();
        for tag in [
            "<i>", "<div>", "<p><div>", "<li><dd>", "<ul><li>", "<b a>", "<svg><g>", "<div/>",
        ] {
            let inner: String = (0..many).map(|n| format!("{tag}{n},")).collect();
            let tree = parse(&inner);
            let (deepest, text) = walk(&tree);
            assert!(deepest <= DEPTH + 3, "{tag}: {deepest}");
            assert_eq!(text, expected, "{tag}");
            assert!(tree.too_deep.is_some(), "{tag}");
        }
    }

    #[test]
    fn what_follows_an_element_that_is_too_deep_is_read() {
        let many = 3 * DEPTH;
        let page = format!(
            "{}x{}<h1>y</h1>",
            "<div>".repeat(many),
            "</div>".repeat(many)
        );
        let tree = parse(&page);
        let heading = tree
            .nodes
            .iter()
            .position(|node| matches!(&node.kind, Kind::Element { name, .. } if name == "h1"));
        let heading = &tree.nodes[heading.expect("a heading")];
        let parent = &tree.nodes[heading.parent.expect("a parent")];
        assert!(matches!(&parent.kind, Kind::Element { name, .. } if name == "body"));
    }

    #[test]
    fn an_open_formatting_element_is_not_opened_in_every_paragraph() {
        let open: String = (0..100).map(|n| format!("<b class={n}>")).collect();
        let tree = parse(&format!("<p>{open}{}", "<p>x".repeat(10_000)));
        assert!(tree.nodes.len() < 21_000, "{}", tree.nodes.len());
    }
}
