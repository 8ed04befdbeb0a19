//! Copies a document with new links and without event handlers; everything else stays byte for byte.

use std::error::Error;
use std::io::{Read, Write, stdin, stdout};
use tokenwright::Tag;
use tokenwright_rewrite::{EditError, Rewrite, Rewriter, TagEdit};

/// Makes local links absolute.
struct Absolute<'b> {
    base: &'b str,
}

impl Rewrite for Absolute<'_> {
    fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
        for attribute in tag.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            if name.starts_with("on") {
                edit.remove_attribute(name);
            } else if name == "href" && value.starts_with('/') && !value.starts_with("//") {
                // The value is escaped for the quotation marks that the tag has.
                edit.set_attribute("href", &format!("{}{value}", self.base))?;
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut rewriter = Rewriter::new(Absolute {
        base: "https://example.org",
    });
    let (mut stdin, mut stdout) = (stdin().lock(), stdout().lock());
    let mut chunk = [0; 64];
    let mut output = Vec::new();
    loop {
        let len = stdin.read(&mut chunk)?;
        if len == 0 {
            break;
        }
        rewriter.feed(&chunk[..len], &mut output)?;
        stdout.write_all(&output)?;
        output.clear();
    }
    rewriter.finish(&mut output)?;
    stdout.write_all(&output)?;
    Ok(())
}
