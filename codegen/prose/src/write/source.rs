//! Prose in the form of the standard's source, for its editors to paste.
//!
//! The standard's preprocessor makes links of terms in `<span>`, `<var>` and `<i>` by their words, or by `data-x` where the
//! words differ from the definition's, and takes the identifiers of headings from the `<dfn>` in them. So addresses and
//! numbers are not written here. Which terms have links, and in which element, is a table and not derived: only the
//! standard says so.

use super::document::Block;
use super::links::Links;
use crate::prefix::between;
use std::sync::LazyLock;

/// The width of a line, as the standard's source has it.
const WIDTH: usize = 100;

/// Terms with links: the words that have to be before one, its tag, and the words of the term. Those of the sentences that
/// define them come first, and a term that contains another one is before it.
static TERMS: LazyLock<Vec<[&str; 3]>> = LazyLock::new(|| {
    let lines = include_str!("linked_terms.txt").lines();
    let terms = lines.map(|line| {
        let (before, term) = line.split_once('<').expect("a tag");
        let (tag, term) = term.split_once('>').expect("its end");
        let (words, end) = term.split_once("</").expect("the end tag");
        assert!(
            end.strip_suffix('>')
                .is_some_and(|end| tag.starts_with(end)),
            "{line}"
        );
        [before, tag, words]
    });
    terms.collect()
});

/// The section in the form of the standard's source.
pub(super) fn section(blocks: &[Block], links: &Links) -> String {
    let mut out = String::new();
    let mut is_open = false;
    let mut blocks = blocks.iter().peekable();
    while let Some(block) = blocks.next() {
        if let Block::Heading { level, title, .. } = block {
            if std::mem::take(&mut is_open) {
                out.push_str("  </div>\n\n");
            }
            let level = level + 2;
            out.push_str(&format!("\n  <h{level}>{}</h{level}>\n\n", heading(title)));
            // What a state does is an algorithm.
            let more = blocks.peek();
            if level > 4 && more.is_some_and(|next| !matches!(next, Block::Heading { .. })) {
                out.push_str("  <div algorithm>\n");
                is_open = true;
            }
        } else {
            write_block(&mut out, block, links, 2);
        }
    }
    if is_open {
        out.push_str("  </div>\n");
    }
    out
}

/// A title with what it defines.
fn heading(title: &str) -> String {
    let mode = title
        .strip_prefix("The \"")
        .and_then(|rest| rest.split_once('"'));
    match mode {
        Some((mode, rest)) => {
            format!("The \"<dfn data-x=\"insertion mode: {mode}\">{mode}</dfn>\"{rest}")
        }
        None if title.ends_with(" state") || title == "Tokenization" => {
            format!("<dfn>{}</dfn>", text_of(title))
        }
        None => text_of(title),
    }
}

/// Writes a block with a margin.
fn write_block(out: &mut String, block: &Block, links: &Links, margin: usize) {
    let indent = " ".repeat(margin);
    match block {
        Block::Heading { .. } => unreachable!("no heading is in a list"),
        Block::Paragraph(text) => {
            wrap(out, &format!("<p>{}</p>", linked(text, links)), margin);
            out.push('\n');
        }
        Block::Switch(entries) => {
            out.push_str(&format!("{indent}<dl class=\"switch\">\n"));
            for (terms, blocks) in entries {
                for term in terms {
                    wrap(
                        out,
                        &format!("<dt>{}</dt>", linked(term, links)),
                        margin + 1,
                    );
                }
                item(out, "dd", blocks, links, margin + 1);
                out.push('\n');
            }
            let end = out.trim_end().len();
            out.truncate(end);
            out.push_str(&format!("\n{indent}</dl>\n\n"));
        }
        Block::List { ordered, items } => {
            let name = if *ordered { "ol" } else { "ul" };
            out.push_str(&format!("{indent}<{name}>\n"));
            for blocks in items {
                item(out, "li", blocks, links, margin + 1);
            }
            out.push_str(&format!("{indent}</{name}>\n\n"));
        }
        Block::Table { head, rows } => {
            out.push_str(&format!("{indent}<table>\n"));
            for row in Block::table_rows(head, rows, text_of) {
                out.push_str(&format!("{indent} {row}\n"));
            }
            out.push_str(&format!("{indent}</table>\n\n"));
        }
    }
}

/// A description or an item; a paragraph alone has no element of its own.
fn item(out: &mut String, name: &str, blocks: &[Block], links: &Links, margin: usize) {
    let indent = " ".repeat(margin);
    match blocks {
        [Block::Paragraph(text)] => {
            let text = linked(text, links);
            wrap(out, &format!("<{name}>{text}</{name}>"), margin);
        }
        blocks => {
            out.push_str(&format!("{indent}<{name}>\n"));
            for block in blocks {
                write_block(out, block, links, margin + 1);
            }
            let end = out.trim_end().len();
            out.truncate(end);
            out.push_str(&format!("\n{indent}</{name}>\n"));
        }
    }
}

/// Writes markup in lines; a tag stays on one.
fn wrap(out: &mut String, markup: &str, margin: usize) {
    let mut in_tag = false;
    let is_gap = |c: char| {
        in_tag = (in_tag || c == '<') && c != '>';
        c == ' ' && !in_tag
    };
    let mut width = 0;
    for word in markup.split(is_gap) {
        let length = word.chars().count();
        if width > 0 && width + 1 + length <= WIDTH {
            out.push(' ');
            width += 1 + length;
        } else {
            if width > 0 {
                out.push('\n');
            }
            out.push_str(&" ".repeat(margin));
            width = margin + length;
        }
        out.push_str(word);
    }
    out.push('\n');
}

/// Text with what markup needs escaped, as editors do: no more than that.
fn text_of(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn linked(text: &str, links: &Links) -> String {
    const ONE: &str = "<span data-x=\"parse errors\">parse error</span>";
    let all = links.write(text, terms, |text, address| {
        if let Some((_, code)) = address.rsplit_once("#parse-error-") {
            return format!("<span data-x=\"parse-error-{code}\">{code}</span> {ONE}");
        }
        match between(text, "\"", "\"") {
            Some(mode) => format!("\"<span data-x=\"insertion mode: {mode}\">{mode}</span>\""),
            None => format!("<span>{}</span>", text_of(text)),
        }
    });
    all.replace(&format!("{ONE}s"), "<span>parse errors</span>")
}

/// A text without links with its terms marked.
fn terms(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    let mut done = 0;
    while let Some(rest) = text.get(at..) {
        let begins = at == 0 || !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-');
        let found = TERMS.iter().find(|[before, _, words]| {
            begins && is_at(rest, words) && text[..at].ends_with(before)
        });
        let Some([_, tag, words]) = found else {
            let Some(next) = rest.chars().next() else {
                break;
            };
            at += next.len_utf8();
            continue;
        };
        let said = &rest[..words.len()];
        let element = tag.split(' ').next().unwrap_or_default();
        out.push_str(&text_of(&text[done..at]));
        out.push_str(&format!("<{tag}>{said}</{element}>"));
        at += words.len();
        done = at;
    }
    out + &text_of(&text[done..])
}

/// Whether a text begins with these words, the first letter small or not, and a word ends there.
fn is_at(text: &str, words: &str) -> bool {
    let Some((said, rest)) = text.split_at_checked(words.len()) else {
        return false;
    };
    let same = said.get(1..) == words.get(1..)
        && said.as_bytes()[0].eq_ignore_ascii_case(&words.as_bytes()[0]);
    same && !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, terms, wrap};
    use crate::cases::cases;

    #[test]
    fn terms_are_marked_once_and_where_they_are_defined() {
        for [text, marked] in cases("terms, marked") {
            assert_eq!(terms(text), marked);
        }
    }

    #[test]
    fn no_line_ends_in_a_tag() {
        let mut out = String::new();
        let word = "<span data-x=\"parse errors\">parse error</span> ";
        wrap(&mut out, word.repeat(9).trim_end(), 2);
        assert!(out.lines().count() > 3);
        for line in out.lines() {
            assert!(
                line.len() <= WIDTH && line.matches('<').count() > 1,
                "{line}"
            );
            assert!(!line.ends_with("<span"), "{line}");
        }
    }
}
