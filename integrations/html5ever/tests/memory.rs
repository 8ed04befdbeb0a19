//! Memory grows with the tree, not with the input.

use markup5ever_rcdom::RcDom;
use std::io::{self, Read, Seek, SeekFrom};
use tokenwright_html5ever::{Options, parse_reader};
use tokenwright_tests::allocator::{Counting, measure};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// White space before the first tag, which the tree does not contain.
struct Spaces {
    len: u64,
    position: u64,
}

impl Read for Spaces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = usize::try_from(self.len - self.position).unwrap_or(usize::MAX);
        let len = rest.min(buffer.len());
        buffer[..len].fill(b' ');
        self.position += len as u64;
        Ok(len)
    }
}

impl Seek for Spaces {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match to {
            SeekFrom::Start(position) if position <= self.len => self.position = position,
            _ => return Err(io::ErrorKind::Unsupported.into()),
        }
        Ok(self.position)
    }
}

/// The peak of held bytes while a document of this length is parsed.
fn held(len: u64) -> i64 {
    let spaces = Spaces { len, position: 0 };
    let (result, allocations) = measure(|| {
        let options = Options::default();
        parse_reader(RcDom::default, options, Default::default(), spaces).map(drop)
    });
    result.expect("the document is read");
    allocations.peak
}

#[test]
fn what_is_not_in_the_tree_is_not_kept() {
    let (short, long) = (held(500_000), held(5_000_000));
    assert!(
        long <= short + 1000,
        "{short} bytes for the short document, {long} for the long one"
    );
}
