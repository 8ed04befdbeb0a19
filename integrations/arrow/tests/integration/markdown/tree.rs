//! The main content of a page by html5ever's tree: the rule is said here again.
//!
//! Long, as nothing of it is shared with what is tested.

use super::BASE;
use super::pieces::{Piece, Pieces};
use crate::tree::dom;
use markup5ever_rcdom::{Handle, NodeData};
use url::Url;

const HIDDEN: &[&str] = &[
    "script", "style", "title", "template", "iframe", "noembed", "noframes", "audio", "video",
    "canvas", "object", "datalist",
];

const LEFT_OUT: &[&str] = &[
    "aside", "footer", "nav", "search", "button", "select", "textarea",
];

const LINES: &str = " address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure \
    footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search \
    section select summary table tbody td tfoot th thead tr ul xmp ";

/// What a tree has.
struct Tree {
    out: Pieces,
    base: Url,
    /// Whether lists and block quotes are compared, which Markdown has only as deep as they are in a table or a heading.
    is_structured: bool,
}

fn attribute(node: &Handle, wanted: &str) -> Option<String> {
    let NodeData::Element { attrs, .. } = &node.data else {
        return None;
    };
    let attrs = attrs.borrow();
    let found = attrs
        .iter()
        .find(|attribute| &*attribute.name.local == wanted);
    found.map(|attribute| attribute.value.to_string())
}

fn name(node: &Handle) -> Option<(String, bool)> {
    match &node.data {
        NodeData::Element { name, .. } => Some((
            name.local.to_string(),
            &*name.ns == "http://www.w3.org/1999/xhtml",
        )),
        _ => None,
    }
}

fn role(node: &Handle) -> String {
    let role = attribute(node, "role").unwrap_or_default();
    role.split_ascii_whitespace()
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase()
}

fn is_hidden(node: &Handle, name: &str) -> bool {
    let is_void = [
        "area", "embed", "image", "keygen", "param", "source", "track", "wbr", "base", "basefont",
        "bgsound", "link", "meta", "input", "col", "frame", "br", "hr",
    ]
    .contains(&name);
    HIDDEN.contains(&name)
        || !is_void && attribute(node, "hidden").is_some()
        || name == "dialog" && attribute(node, "open").is_none()
}

/// The first `<base href>`.
fn base_of(node: &Handle) -> Option<String> {
    match name(node) {
        Some((name, true)) if name == "base" => attribute(node, "href"),
        _ => node.children.borrow().iter().find_map(base_of),
    }
}

/// The outermost visible elements that are the main content.
fn mains(node: &Handle, found: &mut Vec<Handle>) {
    if let Some((name, is_html)) = name(node) {
        if is_hidden(node, &name) {
            return;
        }
        if is_html && (name == "main" || role(node) == "main") {
            found.push(node.clone());
            return;
        }
    }
    node.children
        .borrow()
        .iter()
        .for_each(|child| mains(child, found));
}

impl Tree {
    fn address(&self, value: &str) -> Option<String> {
        match self.base.join(value) {
            Ok(url) if ["data", "javascript", "vbscript"].contains(&url.scheme()) => None,
            Ok(url) => Some(url.to_string()),
            Err(_) => Some(value.trim_ascii().to_owned()),
        }
    }

    fn walk(&mut self, node: &Handle, is_part: bool, is_root: bool) {
        if let NodeData::Text { contents } = &node.data {
            self.out.text(&contents.borrow());
            return;
        }
        let Some((name, is_html)) = name(node) else {
            node.children
                .borrow()
                .iter()
                .for_each(|child| self.walk(child, is_part, false));
            return;
        };
        let roles = [
            "banner", "complementary", "contentinfo", "navigation", "search",
        ];
        let is_left_out = LEFT_OUT.contains(&&*name)
            || name == "header" && !is_part
            || roles.contains(&&*role(node));
        if is_hidden(node, &name) || is_html && is_left_out && !is_root {
            return;
        }
        let is_line = LINES.contains(&format!(" {name} "));
        let before = self.out.now.clone();
        let is_block_code = before.place.is_code_block;
        let now = &mut self.out.now;
        now.place.gap |= is_line;
        let has_lists = now.place.heading == 0 && self.is_structured && !is_block_code;
        match &*name {
            "b" | "strong" => now.is_strong = true,
            "i" | "em" => now.is_emphasis = true,
            "code" | "kbd" | "samp" | "tt" => now.is_code = true,
            "li" if has_lists => now.place.items += 1,
            "blockquote" if has_lists => now.place.quotes += 1,
            "pre" | "listing" | "xmp" | "plaintext" => {
                now.place.is_code_block = true;
                now.place.link = None;
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if !is_block_code => {
                now.place.heading = name.as_bytes()[1] - b'0';
            }
            "a" if !is_block_code => {
                let address = attribute(node, "href").and_then(|href| self.address(&href));
                if let Some(address) = address {
                    self.out.now.place.link = Some(address);
                }
            }
            "img" if !is_block_code => {
                let is_decoration =
                    attribute(node, "alt").is_some_and(|alt| alt.trim_ascii().is_empty());
                let address = attribute(node, "src").and_then(|src| self.address(&src));
                if let (false, Some(address)) = (is_decoration, address) {
                    self.out.push('\u{FFFC}', Some(address));
                }
            }
            _ => {}
        }
        let is_part = is_part || is_html && ["article", "main", "section"].contains(&&*name);
        node.children
            .borrow()
            .iter()
            .for_each(|child| self.walk(child, is_part, false));
        let gap = self.out.now.place.gap || is_line;
        self.out.now = before;
        self.out.now.place.gap = gap;
    }
}

/// What the tree of a page has, by the rule of the main content.
pub(super) fn expected(html: &str, is_structured: bool) -> Vec<Piece> {
    let dom = dom(html);
    let mut roots = Vec::new();
    mains(&dom.document, &mut roots);
    let walked = |roots: &[Handle], is_main: bool| {
        let base = Url::parse(BASE).expect("a URL");
        let mut tree = Tree {
            out: Pieces::default(),
            base: base_of(&dom.document)
                .map_or(base.clone(), |href| base.join(&href).expect("a URL")),
            is_structured,
        };
        for root in roots {
            tree.walk(root, is_main, true);
            tree.out.gap();
        }
        tree.out.pieces
    };
    let found = walked(&roots, true);
    match found.is_empty() {
        true => walked(std::slice::from_ref(&dom.document), false),
        false => found,
    }
}
