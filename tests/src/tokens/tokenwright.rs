//! Our own tokenizer, the newest revision.

use ::tokenwright::{Options, Revision, Tokenizer};

use super::{Start, Tokens};
use crate::generated::Collector;

/// The setup of a comparison with the peers: states switched by tag name, scripting on.
#[must_use]
pub fn options() -> Options {
    Options {
        scripting: true,
        ..Options::default()
    }
}

/// The tokens and errors of `page`.
#[must_use]
pub fn tokens(page: &str) -> Tokens {
    let mut tokenizer: Tokenizer<_> = Tokenizer::with_options(Collector::default(), options());
    tokenizer.feed_str(page);
    tokenizer.finish().output().into()
}

/// The tokens and errors of `input` for a revision and a start. `None` for a state that the revision does
/// not have.
#[must_use]
pub fn run<R: Revision>(start: &Start, scripting: bool, input: &str) -> Option<Tokens> {
    let options = Options {
        scripting,
        ..Options::default()
    };
    let collector = Collector::new(start.foreign);
    let mut tokenizer = Tokenizer::<_, R>::with_options(collector, options);
    if let Some(entry) = start.state {
        tokenizer.set_state(R::state_named(entry.name())?);
    }
    if let Some(name) = &start.last_start_tag {
        tokenizer.set_last_start_tag(name);
    }
    tokenizer.feed_str(input);
    Some(tokenizer.finish().output().into())
}

/// The tokens and errors of a page in chunks, which need not end at character boundaries.
#[must_use]
pub fn tokens_of_chunks<'c>(chunks: impl Iterator<Item = &'c [u8]>) -> Tokens {
    let mut tokenizer: Tokenizer<_> = Tokenizer::with_options(Collector::default(), options());
    for chunk in chunks {
        tokenizer.feed_bytes(chunk);
    }
    tokenizer.finish().output().into()
}
