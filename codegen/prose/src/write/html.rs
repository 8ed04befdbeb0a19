//! Prose as a page of HTML, in the form of the standard.

use super::document::Block;
use super::links::{Links, id};
use std::fmt::Write;
use tokenwright_tables::kernel::escaped;

pub(super) fn page(title: &str, blocks: &[Block], links: &Links) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n</head>\n<body>\n",
        escaped(title)
    );
    write_blocks(&mut out, blocks, links);
    out.push_str("</body>\n</html>\n");
    out
}

fn write_blocks(out: &mut String, blocks: &[Block], links: &Links) {
    for block in blocks {
        write_block(out, block, links).expect("a string takes any text");
    }
}

fn write_block(out: &mut String, block: &Block, links: &Links) -> std::fmt::Result {
    match block {
        Block::Heading {
            level,
            number,
            title,
        } => {
            let number = number
                .as_ref()
                .map(|number| format!("<span class=\"secno\">{number}</span> "));
            writeln!(
                out,
                "\n<h{level} id=\"{}\">{}{}</h{level}>\n",
                id(title),
                number.unwrap_or_default(),
                escaped(title)
            )
        }
        Block::Paragraph(text) => writeln!(out, "<p>{}</p>", linked(text, links)),
        Block::Switch(entries) => {
            writeln!(out, "<dl class=\"switch\">")?;
            for (terms, blocks) in entries {
                for term in terms {
                    writeln!(out, "<dt>{}</dt>", escaped(term))?;
                }
                writeln!(out, "<dd>")?;
                write_blocks(out, blocks, links);
                writeln!(out, "</dd>")?;
            }
            writeln!(out, "</dl>")
        }
        Block::List { ordered, items } => {
            let name = if *ordered { "ol" } else { "ul" };
            writeln!(out, "<{name}>")?;
            for blocks in items {
                writeln!(out, "<li>")?;
                write_blocks(out, blocks, links);
                writeln!(out, "</li>")?;
            }
            writeln!(out, "</{name}>")
        }
        Block::Table { head, rows } => {
            writeln!(out, "<table>")?;
            for row in Block::table_rows(head, rows, escaped) {
                writeln!(out, "{row}")?;
            }
            writeln!(out, "</table>")
        }
    }
}

fn linked(text: &str, links: &Links) -> String {
    links.write(text, escaped, |text, address| {
        format!("<a href=\"{}\">{}</a>", escaped(address), escaped(text))
    })
}
