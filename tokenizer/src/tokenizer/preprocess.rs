//! Input preprocessing: the characters that an input-stream row replaces.

use crate::Revision;
use crate::text::scan::first_of;
use alloc::borrow::Cow;

/// A piece of the input stream.
pub(super) struct Piece<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) origin: Option<Origin>,
}

/// The input that a piece represents, if that is not its own text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    /// Its length in bytes.
    pub(super) input_len: usize,
    /// The character that an input-stream row replaces.
    pub(super) replaced: Option<char>,
}

/// The pieces of a text: each character that an input-stream row replaces, and what lies between. `input_len` is the
/// length of each in the input, if that is not its own.
pub(super) fn preprocess<R: Revision>(
    mut text: &str,
    input_len: Option<usize>,
) -> impl Iterator<Item = Piece<'_>> {
    let verbatim = input_len.map(|input_len| Origin {
        input_len,
        replaced: None,
    });
    core::iter::from_fn(move || {
        let replaced = first_replaced::<R>(text);
        if let Some((0, c, replacement)) = replaced {
            text = &text[c.len_utf8()..];
            return Some(Piece {
                text: Cow::Owned(replacement.into()),
                origin: Some(Origin {
                    input_len: input_len.unwrap_or(c.len_utf8()),
                    replaced: Some(c),
                }),
            });
        }
        let (before, rest) = text.split_at(replaced.map_or(text.len(), |(at, ..)| at));
        text = rest;
        (!before.is_empty()).then_some(Piece {
            text: Cow::Borrowed(before),
            origin: verbatim,
        })
    })
}

/// The first character of a text that an input-stream row replaces: its place, it, and its replacement.
fn first_replaced<R: Revision>(text: &str) -> Option<(usize, char, char)> {
    let mut from = 0;
    while !R::REPLACED.is_empty() {
        let at = from + first_of(&text.as_bytes()[from..], R::REPLACED)?;
        let c = text[at..].chars().next()?;
        if let Some(replacement) = R::replacement(c) {
            return Some((at, c, replacement));
        }
        from = at + c.len_utf8();
    }
    None
}
