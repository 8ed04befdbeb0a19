//! Random documents give the same with both implementations of blocks.

use crate::text::block::with_portable_blocks;
use crate::{
    Next, Options, ParseError, Revision, RevisionVisitor, Sink, Span, Tag, Tokenizer, revisions,
};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use fastrand::Rng;

/// Documents for each revision.
const DOCUMENTS: usize = 400;

/// What documents are made of: runs that are shorter and longer than a block, and everything that ends a run.
const PIECES: [&str; 40] = [
    "a", "B", "7", " ", "\t", "\n", "\r", "\r\n", "<", ">", "/", "=", "\"", "'", "&", ";", "-",
    "!", "?", "]", "\0", "\u{1}", "\u{B}", "\u{7F}", "\u{80}", "é", "ж", "漢", "\u{FDD0}",
    "\u{FFFD}", "\u{FFFE}", "😀", "\u{10FFFF}", "<a b='", "<!--", "</a", "&amp", "<![CDATA[",
    "&#x4", LONG,
];

/// The piece that is longer than a block.
const LONG: &str = "plain text of more than sixteen bytes, and of more than thirty-two of them";

/// Everything that a sink receives.
#[derive(Debug, Default, PartialEq, Eq)]
struct Record(Vec<String>);

impl Sink for Record {
    const SOURCE: bool = true;

    fn text(&mut self, text: &str, span: Span) {
        self.0.push(format!("{text:?} {span}"));
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        let attributes: Vec<_> = tag.attributes().collect();
        self.0
            .push(format!("{tag:?} {attributes:?} {:?}", tag.source()));
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.start_tag(tag)
    }

    fn comment(&mut self, comment: &crate::Comment<'_>) {
        self.0.push(format!("{comment:?}"));
    }

    fn doctype(&mut self, doctype: &crate::Doctype<'_>) {
        self.0.push(format!("{doctype:?}"));
    }

    fn processing_instruction(&mut self, instruction: &crate::ProcessingInstruction<'_>) {
        self.0.push(format!("{instruction:?}"));
    }

    fn end_of_file(&mut self, span: Span) {
        self.0.push(format!("end {span}"));
    }

    fn error(&mut self, error: &ParseError) {
        self.0.push(format!("{error:?}"));
    }
}

fn record<R: Revision>(chunks: [&[u8]; 2]) -> Record {
    let mut tokenizer = Tokenizer::<_, R>::with_options(Record::default(), Options::default());
    for chunk in chunks {
        tokenizer.feed_bytes(chunk);
    }
    tokenizer.finish()
}

struct BothBlocks;

impl RevisionVisitor for BothBlocks {
    fn visit<R: Revision>(&mut self) {
        let mut random = Rng::with_seed(21);
        let mut below = |bound: usize| random.usize(..bound);
        for _ in 0..DOCUMENTS {
            let mut document = String::new();
            for _ in 0..below(60) {
                let piece = PIECES[below(PIECES.len())];
                let times = [1, 1, 1, 2, 5, 17, 40][below(7)];
                (0..times).for_each(|_| document.push_str(piece));
            }
            let mut bytes = document.into_bytes();
            if let (0, 1..) = (below(3), bytes.len()) {
                // Not UTF-8.
                let at = below(bytes.len());
                bytes[at] = 0x80 | below(128) as u8;
            }
            let (first, second) = bytes.split_at(below(bytes.len() + 1));
            let here = record::<R>([first, second]);
            let portable = with_portable_blocks(|| record::<R>([first, second]));
            assert_eq!(here, portable, "{} {bytes:?}", R::ID);
        }
    }
}

#[test]
fn documents_give_the_same_with_both_implementations() {
    revisions::visit(&mut BothBlocks);
}

#[test]
fn plain_text_of_the_newest_revision_is_passed_over_in_blocks() {
    use crate::text::candidates::Candidates;
    const { assert!(revisions::Newest::PLAIN_IS_FREE && revisions::Newest::FF_AND_CR_ARE_FREE) };
}
