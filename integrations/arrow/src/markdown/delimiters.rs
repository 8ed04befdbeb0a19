//! The content of a block as Markdown: delimiters around pieces of one style.
//!
//! In a tree, elements contain each other; in Markdown, delimiters count only next to some characters. So pieces of one style are
//! written together, links outside of strong text, emphasis and code, and emphasis whose delimiters would be read as text is left out.
//! Long, as each kind of delimiter has its own rule.

use super::escape::{self, Class, Context};
use super::inline::{Piece, Style};

/// Writes pieces, and no more of them after `budget` bytes. `addresses` are those of the links.
pub(super) fn write(
    pieces: &[(Style, Piece)],
    context: Context,
    addresses: &[String],
    budget: usize,
) -> String {
    let writer = Writer {
        context,
        addresses,
        budget,
    };
    writer.level(pieces, Level::Link, Class::Space, Class::Space)
}

/// What contains what.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Link,
    Strong,
    Emphasis,
    Code,
}

struct Writer<'a> {
    context: Context,
    addresses: &'a [String],
    budget: usize,
}

impl Writer<'_> {
    /// Writes pieces between two characters, of which only the kinds are known.
    fn level(
        &self,
        pieces: &[(Style, Piece)],
        level: Level,
        before: Class,
        after: Class,
    ) -> String {
        let key = |style: &Style| match level {
            Level::Link => style.link.map_or(0, |link| link + 1),
            Level::Strong => usize::from(style.is_strong),
            Level::Emphasis => usize::from(style.is_emphasis),
            Level::Code => style.code.map_or(0, |code| code + 1),
        };
        let mut out = String::new();
        let mut rest = pieces
            .chunk_by(|(a, _), (b, _)| key(a) == key(b))
            .peekable();
        while let Some(group) = rest.next() {
            // A long address is written for every part of its link.
            if out.len() > self.budget {
                break;
            }
            let before = out.chars().next_back().map_or(before, Class::of);
            let after = match rest.peek() {
                Some([first, ..]) => first_class(first, level),
                _ => after,
            };
            let key = key(&group[0].0);
            match level {
                Level::Link if key > 0 => {
                    let punctuation = Class::Punctuation;
                    let inner = self.level(group, Level::Strong, punctuation, punctuation);
                    // It would make an image of the link.
                    if out.ends_with('!') {
                        out.insert(out.len() - 1, '\\');
                    }
                    out.push('[');
                    out.push_str(&inner);
                    out.push_str("](");
                    escape::destination(&self.addresses[key - 1], self.context, &mut out);
                    out.push(')');
                }
                Level::Link => out += &self.level(group, Level::Strong, before, after),
                Level::Strong => {
                    // What follows may begin with asterisks.
                    let is_other = key == 0 && after == Class::Word && rest.peek().is_some();
                    let after_inner = if is_other { Class::Other } else { after };
                    let inner = self.level(group, Level::Emphasis, before, after_inner);
                    let delimiters: &[_] = if key > 0 { &["**"] } else { &[] };
                    wrap(&inner, delimiters, before, after, &mut out);
                }
                Level::Emphasis => {
                    let inner = self.level(group, Level::Code, before, after);
                    let delimiters: &[_] = match (key > 0, group[0].0.is_strong) {
                        (true, false) => &["_", "*"],
                        (true, true) => &["_"],
                        (false, _) => &[],
                    };
                    wrap(&inner, delimiters, before, after, &mut out);
                }
                Level::Code => match key > 0 {
                    true => self.code(group, &mut out),
                    false => group
                        .iter()
                        .for_each(|(_, piece)| self.piece(piece, &mut out)),
                },
            }
        }
        out
    }

    fn piece(&self, piece: &Piece, out: &mut String) {
        match piece {
            Piece::Text(text) => escape::text(text, self.context, out),
            Piece::Image { alt, address } => {
                out.push_str("![");
                escape::text(alt, self.context, out);
                out.push_str("](");
                escape::destination(address, self.context, out);
                out.push(')');
            }
            Piece::Break => out.push_str(match self.context {
                Context::Paragraph => "\\\n",
                Context::Heading | Context::Cell => " ",
            }),
        }
    }

    fn code(&self, pieces: &[(Style, Piece)], out: &mut String) {
        let texts = pieces.iter().filter_map(|(_, piece)| match piece {
            Piece::Text(text) => Some(text.as_str()),
            Piece::Image { .. } | Piece::Break => None,
        });
        let text: String = texts.collect();
        let content = text.trim_matches(' ');
        let is_cell = self.context == Context::Cell;
        // In a table, a backslash before a bar would be read as an escape.
        if content.is_empty() || is_cell && content.contains("\\|") {
            escape::text(&text, self.context, out);
            return;
        }
        let fence = escape::fence(content, 1);
        let pad = match content.starts_with('`') || content.ends_with('`') {
            true => " ",
            false => "",
        };
        let content = match is_cell {
            true => &content.replace('|', "\\|"),
            false => content,
        };
        let space = |is_one: bool| if is_one { " " } else { "" };
        let [leading, trailing] = [text.starts_with(' '), text.ends_with(' ')].map(space);
        for part in [leading, &fence, pad, content, pad, &fence, trailing] {
            out.push_str(part);
        }
    }
}

/// The kind of a piece's first character, if no delimiter of emphasis is written before it.
fn first_class((style, piece): &(Style, Piece), level: Level) -> Class {
    let is_link = style.link.is_some() && level == Level::Link;
    match piece {
        Piece::Text(text) if style.code.is_none() && !is_link => {
            text.chars().next().map_or(Class::Punctuation, Class::of)
        }
        _ => Class::Punctuation,
    }
}

/// Writes content between the first delimiters that are read as such there, without white space within them.
fn wrap(inner: &str, delimiters: &[&str], before: Class, after: Class, out: &mut String) {
    let content = inner.trim_start_matches([' ', '\\', '\n']);
    // A backslash that is no line break belongs to the content.
    let leading = match inner[..inner.len() - content.len()].rfind([' ', '\n']) {
        Some(last) => last + 1,
        None => 0,
    };
    let content = &inner[leading..];
    let trailing = content.trim_end_matches([' ', '\n']);
    let trailing = match content[trailing.len()..].starts_with('\n') {
        true => trailing.len() - 1,
        false => trailing.len(),
    };
    let (content, trailing) = content.split_at(trailing);
    let [first, last] = [content.chars().next(), content.chars().next_back()];
    let (Some(first), Some(last)) = (first.map(Class::of), last.map(Class::of)) else {
        out.push_str(inner);
        return;
    };
    let before = if leading > 0 { Class::Space } else { before };
    let after = if trailing.is_empty() {
        after
    } else {
        Class::Space
    };
    let is_between = |delimiter: &str| match delimiter {
        // Within a word it is a part of that.
        "_" => before != Class::Underscore && before.separates() && after.separates(),
        // Other asterisks may not be next to it.
        "*" => [before, after]
            .iter()
            .all(|class| [Class::Space, Class::Word].contains(class)),
        _ => true,
    };
    let is_read = |delimiter: &&&str| {
        is_between(delimiter)
            && (first == Class::Word || before.separates())
            && (last == Class::Word || after.separates())
            && first.is_text()
            && last.is_text()
    };
    let delimiter = delimiters.iter().find(is_read).unwrap_or(&"");
    out.push_str(&inner[..leading]);
    out.push_str(delimiter);
    out.push_str(content);
    out.push_str(delimiter);
    out.push_str(trailing);
}
