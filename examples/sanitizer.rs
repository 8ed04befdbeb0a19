//! Copies the text of a document and its harmless tags. Input that exceeds a limit is refused.

use std::error::Error;
use std::io::{Read, stdin};
use std::process::ExitCode;
use tokenwright::{Comment, Follow, Limits, Options, Tag};
use tokenwright_rewrite::{Edit, EditError, Rewrite, Rewriter, TagEdit};

const TAGS: [&str; 8] = ["a", "b", "em", "i", "li", "p", "strong", "ul"];

/// Removes all tags but those of [`TAGS`], and all attributes but `title`.
struct Sanitizer;

impl Rewrite for Sanitizer {
    fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
        if !TAGS.contains(&tag.name()) {
            // The content of a script is not text, either.
            return edit.remove_element().or_else(|_| edit.remove());
        }
        let names = tag.attributes().map(|attribute| attribute.name());
        for name in names.filter(|name| *name != "title") {
            edit.remove_attribute(name);
        }
        Ok(())
    }

    fn end_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
        match TAGS.contains(&tag.name()) {
            true => Ok(()),
            false => edit.remove(),
        }
    }

    fn comment(&mut self, _: &Comment<'_>, edit: &mut Edit<'_>) -> Result<(), EditError> {
        edit.remove()
    }
}

fn sanitize() -> Result<Vec<u8>, Box<dyn Error>> {
    let limits = Limits {
        attributes: 20,
        token_bytes: 10_000,
        ..Limits::default()
    };
    let mut rewriter = Rewriter::with_options(
        Sanitizer,
        Options {
            limits,
            // The output has no `svg` and no `math`, where `<![CDATA[<script>` is text.
            follow: Follow::TagNames,
            ..Options::default()
        },
    );
    let (mut document, mut output) = (Vec::new(), Vec::new());
    stdin().read_to_end(&mut document)?;
    rewriter.feed(&document, &mut output)?;
    rewriter.finish(&mut output)?;
    Ok(output)
}

fn main() -> ExitCode {
    match sanitize() {
        Ok(output) => println!("{}", String::from_utf8_lossy(&output)),
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
