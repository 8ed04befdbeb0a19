//! Prose as Markdown, for places such as a comment on a pull request.

use super::document::Block;
use super::links::{Links, id};
use std::fmt::Write;

pub(super) fn page(title: &str, blocks: &[Block], links: &Links) -> String {
    let mut out = format!("# {}\n", escaped(title));
    for block in blocks {
        write_block(&mut out, block, links, 0).expect("a string takes any text");
    }
    out
}

/// Writes a block; `depth` is that of the list around it.
fn write_block(out: &mut String, block: &Block, links: &Links, depth: usize) -> std::fmt::Result {
    // Three, as the text after `1. ` starts there.
    let indent = "   ".repeat(depth);
    match block {
        Block::Heading {
            level,
            number,
            title,
        } => {
            let marks = "#".repeat(usize::from(*level));
            let number = number
                .as_ref()
                .map(|number| format!("{number} "))
                .unwrap_or_default();
            writeln!(
                out,
                "\n<a id=\"{}\"></a>\n\n{marks} {number}{}",
                id(title),
                escaped(title)
            )
        }
        Block::Paragraph(text) => writeln!(out, "\n{indent}{}", linked(text, links)),
        Block::Switch(entries) => {
            for (terms, blocks) in entries {
                let terms: Vec<String> = terms
                    .iter()
                    .map(|term| format!("**{}**", escaped(term)))
                    .collect();
                writeln!(
                    out,
                    "\n{indent}- {}",
                    terms.join(&format!("  \n{indent}  "))
                )?;
                for block in blocks {
                    write_block(out, block, links, depth + 1)?;
                }
            }
            Ok(())
        }
        Block::List { items, ordered } => {
            for blocks in items {
                let mut inner = String::new();
                for block in blocks {
                    write_block(&mut inner, block, links, depth + 1)?;
                }
                let mark = if *ordered { "1." } else { "-" };
                let inner = inner.trim_start();
                writeln!(out, "\n{indent}{mark} {}", inner.trim_end())?;
            }
            Ok(())
        }
        Block::Table { head, rows } => {
            let row = |cells: &[String]| {
                let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
                format!("{indent}| {} |", cells.join(" | "))
            };
            let rule = vec!["---".to_owned(); head.len()];
            writeln!(out, "\n{}\n{indent}| {} |", row(head), rule.join(" | "))?;
            rows.iter()
                .try_for_each(|cells| writeln!(out, "{}", row(cells)))
        }
    }
}

fn linked(text: &str, links: &Links) -> String {
    links.write(text, escaped, |text, address| {
        let address = address.replace('(', "%28").replace(')', "%29");
        format!("[{}]({address})", escaped(text))
    })
}

/// The text with the characters escaped that Markdown would take for markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '&' | '~'
        ) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
