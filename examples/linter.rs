//! Lints a document, and after an edit again from the last checkpoint before it.

use std::env::args;
use std::error::Error;
use std::io::{Read, stdin};
use std::ops::Range;
use tokenwright::{ColumnUnit, LineIndex, Next, ParseError, Quote, Sink, Span, Tag, Tokenizer};

/// How much is read from one checkpoint to the next, in bytes. A checkpoint is a clone of the tokenizer.
const STRETCH: usize = 512;

/// Collects findings: parse errors, and violations of a rule of our own.
#[derive(Clone, Default)]
struct Rules(Vec<(Span, String)>);

impl Sink for Rules {
    // A rule asks how attributes are written.
    const SOURCE: bool = true;

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        for attribute in tag.attributes() {
            let source = attribute.source();
            if matches!(attribute.name(), "href" | "src") && source.quote == Quote::None {
                let message = format!("the address {:?} has no quotation marks", source.value);
                self.0.push((source.value_span, message));
            }
        }
        Next::Continue
    }

    fn error(&mut self, error: &ParseError) {
        self.0.push((error.span, error.code.to_string()));
    }
}

/// A part of the document, with the tokenizer as it was before it.
struct Stretch {
    start: usize,
    before: Tokenizer<Rules>,
    findings: Vec<(Span, String)>,
}

/// A document that is edited.
struct Document {
    text: String,
    stretches: Vec<Stretch>,
}

impl Document {
    fn new(text: String) -> Self {
        let mut document = Document {
            text,
            stretches: Vec::new(),
        };
        document.read(Tokenizer::new(Rules::default()), 0);
        document
    }

    /// Reads from a checkpoint to the end.
    fn read(&mut self, mut tokenizer: Tokenizer<Rules>, mut start: usize) {
        while start < self.text.len() {
            let end = self.text.len().min(start + STRETCH);
            let before = tokenizer.clone();
            // A stretch may end inside a character.
            tokenizer.feed_bytes(&self.text.as_bytes()[start..end]);
            let findings = std::mem::take(&mut tokenizer.sink_mut().0);
            self.stretches.push(Stretch {
                start,
                before,
                findings,
            });
            start = end;
        }
        let last = tokenizer.finish().0;
        if let Some(stretch) = self.stretches.last_mut() {
            stretch.findings.extend(last);
        }
    }

    /// Replaces a range, and reads what follows the checkpoint before it. Returns where that is.
    fn edit(&mut self, range: Range<usize>, text: &str) -> usize {
        let edited = range.start;
        self.text.replace_range(range, text);
        let later = self.stretches.partition_point(|it| it.start <= edited);
        let Some(stretch) = self.stretches.drain(later.saturating_sub(1)..).next() else {
            self.read(Tokenizer::new(Rules::default()), 0);
            return 0;
        };
        self.read(stretch.before, stretch.start);
        stretch.start
    }

    /// Prints the findings in what follows a place.
    fn print(&self, from: usize) {
        let lines = LineIndex::new(&self.text);
        for stretch in self.stretches.iter().filter(|it| it.start >= from) {
            for (span, message) in &stretch.findings {
                let (line, column) = lines.line_column(span.start, ColumnUnit::Utf16);
                println!("{line}:{column}: {message}");
            }
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut html = String::new();
    stdin().read_to_string(&mut html)?;
    let mut document = Document::new(html);
    document.print(0);
    // The edit: what to replace, and by what.
    let mut arguments = args().skip(1);
    if let (Some(old), Some(new)) = (arguments.next(), arguments.next()) {
        let start = document.text.find(&old).ok_or("the text is not there")?;
        let from = document.edit(start..start + old.len(), &new);
        println!("after an edit at byte {start}, read from byte {from}:");
        document.print(from);
    }
    Ok(())
}
