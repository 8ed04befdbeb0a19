//! Markdown as pulldown-cmark reads it.

use super::pieces::{Piece, Pieces};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// What Markdown says. The text of an image is not a part of it.
pub(super) fn read(markdown: &str) -> Vec<Piece> {
    let mut out = Pieces::default();
    let mut links = Vec::new();
    let (mut strong, mut emphasis, mut images) = (0, 0, 0);
    for event in Parser::new_ext(
        markdown,
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH,
    ) {
        match event {
            Event::Text(_) | Event::Code(_) if images > 0 => {}
            Event::Text(text) => out.text(&text),
            Event::Code(text) => {
                out.now.is_code = true;
                out.text(&text);
                out.now.is_code = false;
            }
            Event::SoftBreak => panic!("a line goes on: {markdown:?}"),
            Event::HardBreak | Event::Rule => out.gap(),
            Event::Start(Tag::Link { dest_url, .. }) => {
                links.push(dest_url.into_string());
            }
            Event::End(TagEnd::Link) => {
                links.pop();
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                images += 1;
                out.push('\u{FFFC}', Some(dest_url.into_string()));
            }
            Event::End(TagEnd::Image) => images -= 1,
            Event::Start(Tag::Strong) => strong += 1,
            Event::End(TagEnd::Strong) => strong -= 1,
            Event::Start(Tag::Emphasis) => emphasis += 1,
            Event::End(TagEnd::Emphasis) => emphasis -= 1,
            Event::Start(tag) => {
                out.gap();
                match tag {
                    Tag::Heading { level, .. } => out.now.place.heading = level_of(level),
                    Tag::CodeBlock(_) => out.now.place.is_code_block = true,
                    Tag::Item => out.now.place.items += 1,
                    Tag::BlockQuote(_) => out.now.place.quotes += 1,
                    Tag::Paragraph | Tag::List(_) | Tag::Table(_) | Tag::TableHead => {}
                    Tag::TableRow | Tag::TableCell => {}
                    other => panic!("{other:?} in {markdown:?}"),
                }
            }
            Event::End(tag) => {
                out.gap();
                match tag {
                    TagEnd::Heading(_) => out.now.place.heading = 0,
                    TagEnd::CodeBlock => out.now.place.is_code_block = false,
                    TagEnd::Item => out.now.place.items -= 1,
                    TagEnd::BlockQuote(_) => out.now.place.quotes -= 1,
                    _ => {}
                }
            }
            other => panic!("{other:?} in {markdown:?}"),
        }
        out.now.place.link = links.last().cloned();
        out.now.is_strong = strong > 0;
        out.now.is_emphasis = emphasis > 0;
    }
    out.pieces
}

fn level_of(level: HeadingLevel) -> u8 {
    level as u8
}
