//! Following the open elements takes a number of steps that is linear in the input.

use tokenwright::{Follow, Options, Revision, RevisionVisitor, Sink, Tokenizer, revisions};

/// No input takes more steps for each of its bytes; one step passes over an element or over 16 places of a list.
const MOST_STEPS_A_BYTE: u64 = 40;
/// Short inputs are repeated: work that grows with what is open shows only then.
const REPEATED: usize = 8 * 1024;

struct Nothing;

impl Sink for Nothing {
    const ERRORS: bool = false;
}

/// Checks an input: what is before U+0000 is read once, and the rest again and again.
pub(crate) fn check(input: &[u8]) {
    let Ok(text) = core::str::from_utf8(input) else {
        return;
    };
    let (before, again) = text.split_once('\0').unwrap_or(("", text));
    if again.is_empty() {
        return;
    }
    let text = before.to_owned() + &again.repeat(REPEATED.div_ceil(again.len()));
    for follow in [Follow::ForeignContent, Follow::Everything] {
        revisions::visit(&mut Count {
            text: &text,
            follow,
        });
    }
}

struct Count<'t> {
    text: &'t str,
    follow: Follow,
}

impl RevisionVisitor for Count<'_> {
    fn visit<R: Revision>(&mut self) {
        let options = Options {
            follow: self.follow,
            ..Options::default()
        };
        let mut tokenizer = Tokenizer::<_, R>::with_options(Nothing, options);
        tokenwright::take_steps();
        tokenizer.feed_str(self.text);
        tokenizer.finish();
        let (steps, bytes) = (tokenwright::take_steps(), self.text.len() as u64);
        let (id, follow) = (R::ID, self.follow);
        assert!(
            steps <= bytes * MOST_STEPS_A_BYTE,
            "{id}, {follow:?}: {steps} steps for {bytes} bytes"
        );
    }
}
