//! Sources in Bikeshed's markup, which the W3C used for its drafts from 2017 on: headings between number
//! signs, terms after a colon, links in brackets. Each line becomes a line of HTML, so line numbers stay
//! the same.

use crate::prefix::prefix;
use crate::replace::{replaced, with_lines};
use std::borrow::Cow;

/// The number of links from which a page counts as this markup, even without such headings: the W3C
/// converted the headings gradually.
const LINKS: usize = 16;

/// The longest marked words, in bytes.
const LONGEST: usize = 500;

/// Whether a page is in this markup.
fn is_marked_up(source: &str) -> bool {
    let links = source.matches("[=").take(LINKS).count();
    links == LINKS || links > 0 && source.lines().any(|line| heading(line).is_some())
}

/// The page as HTML.
pub(super) fn to_html(source: &str) -> Cow<'_, str> {
    if !is_marked_up(source) {
        return Cow::Borrowed(source);
    }
    Cow::Owned(with_lines(source, block))
}

fn block(line: &str) -> String {
    let text = line.trim_start();
    if let Some((level, title, id)) = heading(line) {
        let title = inline(title);
        return format!("<h{level} id=\"{id}\">{title}</h{level}>");
    }
    if let Some(definition) = text.strip_prefix(":: ") {
        return format!("<dd>{}", inline(definition));
    }
    if let Some(term) = text.strip_prefix(": ") {
        return format!("<dt>{}", inline(term));
    }
    inline(line)
}

/// `#### Data state #### {#data-state}`: the level, the title, the identifier.
fn heading(line: &str) -> Option<(usize, &str, &str)> {
    let line = line.trim();
    let level = line.bytes().take_while(|b| *b == b'#').count();
    if !(2..=6).contains(&level) {
        return None;
    }
    let rest = line[level..].strip_prefix(' ')?;
    let (rest, id) = match rest.rsplit_once(" {#") {
        Some((rest, id)) => (rest, id.strip_suffix('}')?),
        None => (rest, ""),
    };
    let title = rest.trim_end_matches('#').trim();
    (!title.is_empty()).then_some((level, title, id))
}

/// The links, variables, emphasis and code in a line as plain words.
fn inline(line: &str) -> String {
    replaced(line, &['[', '|', '*', '`', '{', '<'], marked)
}

/// The words of the markup at the start of `text`, and the rest.
fn marked(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let enclosed = |open: &str, close: &str| -> Option<(&str, &str)> {
        let inner = text.strip_prefix(open)?;
        let end = prefix(inner, LONGEST).find(close)?;
        let words = &inner[..end];
        (!words.is_empty()).then_some((words, &inner[end + close.len()..]))
    };
    // `[=for/term|as shown=]`
    for (open, close) in [("[=", "=]"), ("{{", "}}"), ("<{", "}>")] {
        if let Some((link, tail)) = enclosed(open, close) {
            let link = link.split_once('|').map_or(link, |(_, shown)| shown);
            return Some((link.rsplit('/').next().unwrap_or(link).into(), tail));
        }
    }
    if let Some((_, tail)) = enclosed("[[!", "]]") {
        return Some(("".into(), tail));
    }
    if let Some((link, tail)) = enclosed("[[#", "]]")
        && let Some((_, shown)) = link.split_once('|')
    {
        return Some((shown.into(), tail));
    }
    let plain = |words: &str| {
        let edge = |c: char| c.is_ascii_alphanumeric();
        words.starts_with(edge)
            && words.ends_with(edge)
            && words
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-'))
    };
    for mark in ["|", "*"] {
        if let Some((words, tail)) = enclosed(mark, mark)
            && plain(words)
        {
            return Some((words.into(), tail));
        }
    }
    let (code, tail) = enclosed("`", "`")?;
    let code = code.replace('&', "&amp;").replace('<', "&lt;");
    Some((code.into(), tail))
}

#[cfg(test)]
mod tests {
    use super::to_html;

    #[test]
    fn every_line_keeps_its_number() {
        let source = "### Tokenization ### {#tokenization}\n\n  It starts in the [=data state=].\n\n#### <dfn>Data state</dfn> #### {#data-state}\n\n  <dl>\n    : EOF\n    :: [=parser/Parse error=]. Set the |buffer| to *on*, `a<b` or [[#x|that]].\n  </dl>";
        assert_eq!(
            to_html(source).lines().collect::<Vec<_>>(),
            [
                "<h3 id=\"tokenization\">Tokenization</h3>",
                "",
                "  It starts in the data state.",
                "",
                "<h4 id=\"data-state\"><dfn>Data state</dfn></h4>",
                "",
                "  <dl>",
                "<dt>EOF",
                "<dd>Parse error. Set the buffer to on, a&lt;b or that.",
                "  </dl>",
            ]
        );
    }

    #[test]
    fn other_pages_stay_as_they_are() {
        for page in [
            "<p>[=a=]</p>",
            "## A heading ##\n\nand no link",
            "U+0023 (#)\n",
        ] {
            assert_eq!(to_html(page), page);
        }
    }
}
