//! The option `--limit`.

use super::{seen, tokenwright};

/// Attributes, bytes of a token, open elements, and memory: what is before the limit is printed.
#[test]
fn the_first_token_beyond_a_limit_is_an_error() {
    let runs = [
        seen(&["--limit", "attributes=2"], b"<p a b>1<p a b c>2"),
        seen(
            &["--limit", "token-bytes=9"],
            b"text of any length<a href=x>",
        ),
        seen(&["--limit", "nesting=3"], b"<svg><g><g><g>"),
        seen(
            &["--limit", "memory=1000", "--limit", "attributes=9"],
            &b"<p a=".repeat(3000),
        ),
    ];
    insta::assert_snapshot!(runs.join("\n"));
}

#[test]
fn input_at_a_limit_is_read() {
    let all = [
        "--limit", "attributes=2", "--limit", "token-bytes=7", "--limit", "nesting=5",
    ];
    let (with, without) = (
        tokenwright(&all, b"<p a b><svg><g>"),
        tokenwright(&[], b"<p a b><svg><g>"),
    );
    assert_eq!((with.status.code(), with.stdout), (Some(0), without.stdout));
}
