//! The reference lexer: resolves a character reference without running the states for it.

use super::digits;
use super::reference_table::References;
use super::slot::Scratch;
use crate::generated::ErrorCode;
use crate::input::block::Block;
use crate::input::scan::{find, pair, stops};
use alloc::string::String;

stops!(
    /// The bytes that end a name.
    AfterName: all but ; b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z'
);

/// Errors, in the order in which they are reported.
pub(crate) type Errors = &'static [ErrorCode];

/// The references that the lexer resolves for a state. A default method resolves nothing, which leaves the
/// input to the state. Errors of a malformed reference are reported at its end.
pub(crate) trait ReferenceRules {
    /// The rules for numeric references.
    type Numbers: NumberRules;
    /// The byte that begins a reference.
    const BYTE: u8;
    /// Whether a name with its semicolon resolves to its characters.
    const NAMES: bool;

    /// Whether the beginning of a reference is text before this byte.
    fn is_text_before(_byte: u8) -> bool {
        false
    }

    /// Whether letters and digits are text before this byte, whether they begin a name or not.
    fn is_text_up_to(_byte: u8) -> bool {
        false
    }

    /// Whether letters and digits that begin no name are text before this byte.
    fn is_unknown_before(_byte: u8) -> bool {
        false
    }

    /// Whether a name without its semicolon is text before this byte, and no error.
    fn is_open_name_text_before(_byte: u8) -> bool {
        false
    }

    /// The errors of a name without its semicolon that resolves to its characters.
    fn open_name(_byte: u8) -> Option<Errors> {
        None
    }

    /// The errors of letters and digits that begin no name, where they are text; they come after it.
    fn unknown(_byte: u8) -> Option<Errors> {
        None
    }
}

/// The numeric references that the lexer resolves for a state.
pub(crate) trait NumberRules {
    /// Whether this number, with a semicolon, resolves to the character with that code point.
    fn is_plain(_code: u32) -> bool {
        false
    }

    /// Whether this byte may follow a number without its semicolon.
    fn may_follow_number(_byte: u8) -> bool {
        false
    }

    /// The errors of `#` and of `#x` without digits, where they are text.
    fn no_digits(_byte: u8) -> Option<Errors> {
        None
    }

    /// The character that a number resolves to, and its errors; `closed` says whether a semicolon follows.
    fn faulty(_code: u32, _closed: bool) -> Option<(char, Errors)> {
        None
    }
}

impl NumberRules for () {}

/// The resolution of a reference.
#[derive(Clone, Copy)]
pub(super) enum Resolution {
    /// The text itself: it is no reference.
    Text,
    /// The characters of a name.
    Name(u16),
    /// The character of a number.
    Char(char),
}

/// A resolved reference, with the errors to report at its end.
#[derive(Clone, Copy)]
pub(super) struct ResolvedReference {
    pub(super) resolution: Resolution,
    pub(super) end: usize,
    pub(super) errors: Errors,
    /// Whether it is emitted before its errors are reported.
    pub(super) precedes_errors: bool,
}

impl ResolvedReference {
    #[inline(always)]
    fn new(resolution: Resolution, end: usize) -> Self {
        ResolvedReference {
            resolution,
            end,
            errors: &[],
            precedes_errors: true,
        }
    }

    #[inline(always)]
    fn with(self, errors: Errors) -> Self {
        let precedes_errors = matches!(self.resolution, Resolution::Text);
        ResolvedReference {
            errors,
            precedes_errors,
            ..self
        }
    }
}

/// How far most references reach after their first byte.
pub(super) const LOOKAHEAD: usize = 16;

/// Appends the characters of a short reference with its semicolon: a name of at most seven letters, or a number of
/// few digits. It begins at `at`; returns its end. `open` is called before anything is appended.
#[inline(always)]
pub(super) fn push_short_reference<P: ReferenceRules>(
    references: &References,
    bytes: &[u8],
    at: usize,
    scratch: &mut Scratch,
    open: impl FnOnce(&mut Scratch),
) -> Option<usize> {
    let ahead = bytes.get(at + 1..)?.first_chunk::<LOOKAHEAD>()?;
    let semicolons = Block::from(*ahead).equal(b';').to_bitmask();
    let len = semicolons.trailing_zeros() as usize;
    let end = at + 2 + len;
    // This branch is often mispredicted. It reads the text and not the block, so that it resolves earlier.
    if *bytes.get(at + 1)? == b'#' {
        let is_hexadecimal = *bytes.get(at + 2)? | 0x20 == b'x';
        let code = match is_hexadecimal {
            true => digits::hexadecimal(eight(ahead, 2)?, len.checked_sub(2)?),
            false => digits::decimal(eight(ahead, 1)?, len.checked_sub(1)?),
        };
        let code = code.filter(|code| P::Numbers::is_plain(*code))?;
        let c = char::from_u32(code)?;
        open(scratch);
        scratch.string.push(c);
    } else {
        let beyond = 7_usize.checked_sub(len).filter(|_| P::NAMES)?;
        let name = eight(ahead, 0)? & (u64::MAX >> (8 * beyond));
        let (number, len) = references.short.find(name)?;
        let filled = references.filled_at(number)?;
        open(scratch);
        push_start(&mut scratch.string, filled, len);
    }
    Some(end)
}

/// Appends the first `len` bytes of a string. If its length is a constant, it is copied whole and then truncated,
/// which needs no call of `memcpy`.
#[inline(always)]
pub(super) fn push_start(out: &mut String, filled: &str, len: usize) {
    let end = out.len() + len;
    out.push_str(filled);
    out.truncate(end);
}

#[inline(always)]
fn eight(ahead: &[u8; LOOKAHEAD], from: usize) -> Option<u64> {
    let bytes = ahead.get(from..)?.first_chunk()?;
    Some(u64::from_le_bytes(*bytes))
}

/// The end of the text at `pos` that begins like a reference and is none, as the byte after it shows.
#[inline(never)]
pub(super) fn literal_text_end<P: ReferenceRules>(bytes: &[u8], pos: usize) -> Option<usize> {
    let mut end = pos;
    // Several in a row are common.
    while let Some(&[first, next]) = pair(bytes, end)
        && first == P::BYTE
        && P::is_text_before(next)
    {
        end += 1;
    }
    (end > pos).then_some(end)
}

/// Resolves the reference that begins at `pos`; `None` if the states have to process it.
#[inline(never)]
pub(super) fn lex_reference<P: ReferenceRules>(
    references: &References,
    bytes: &[u8],
    pos: usize,
) -> Option<ResolvedReference> {
    let next = *bytes.get(pos + 1)?;
    if next == b'#' {
        return number::<P::Numbers>(&bytes[pos + 2..], pos + 2);
    }
    if !P::NAMES || !next.is_ascii_alphanumeric() {
        return literal_text_end::<P>(bytes, pos)
            .map(|end| ResolvedReference::new(Resolution::Text, end));
    }
    let end = find::<AfterName>(bytes, pos + 1);
    let after = *bytes.get(end)?;
    let text = ResolvedReference::new(Resolution::Text, end);
    if P::is_text_up_to(after) {
        return Some(text);
    }
    if after == b';'
        && let Some(number) = references.closed(&bytes[pos + 1..=end])
    {
        return Some(ResolvedReference::new(Resolution::Name(number), end + 1));
    }
    match references.open.longest(&bytes[pos + 1..]) {
        Some((len, number)) => {
            let end = pos + 1 + len;
            let after = *bytes.get(end)?;
            if P::is_open_name_text_before(after) {
                return Some(ResolvedReference::new(Resolution::Text, end));
            }
            let name = ResolvedReference::new(Resolution::Name(number), end);
            P::open_name(after).map(|errors| name.with(errors))
        }
        None if P::is_unknown_before(after) => Some(text),
        None => P::unknown(after).map(|errors| text.with(errors)),
    }
}

/// The value of the digits at the beginning of `bytes`, and their number.
#[inline(always)]
fn value<const BASE: u32>(bytes: &[u8]) -> (u32, usize) {
    let mut code = 0_u32;
    let mut len = 0;
    while let Some(digit) = bytes.get(len).and_then(|b| char::from(*b).to_digit(BASE)) {
        // Beyond U+10FFFF all numbers mean the same.
        code = (code * BASE + digit).min(0x11_0000);
        len += 1;
    }
    (code, len)
}

/// Resolves a numeric reference whose number begins `bytes`, at `pos`.
fn number<N: NumberRules>(bytes: &[u8], pos: usize) -> Option<ResolvedReference> {
    let hexadecimal = matches!(bytes.first(), Some(b'x' | b'X'));
    let start = usize::from(hexadecimal);
    let (code, digits) = match hexadecimal {
        true => value::<16>(&bytes[start..]),
        false => value::<10>(bytes),
    };
    let len = start + digits;
    let has_digits = digits > 0;
    let end = pos + len;
    // The next character decides the meaning of the number, and its errors are reported there.
    match *bytes.get(len..)? {
        [b';', ..] if has_digits && N::is_plain(code) => Some(ResolvedReference::new(
            Resolution::Char(char::from_u32(code)?),
            end + 1,
        )),
        [b';', _, ..] if has_digits => {
            let (c, errors) = N::faulty(code, true)?;
            Some(ResolvedReference::new(Resolution::Char(c), end + 1).with(errors))
        }
        [next, ..] if has_digits && N::may_follow_number(next) => {
            let (c, errors) = N::faulty(code, false)?;
            Some(ResolvedReference::new(Resolution::Char(c), end).with(errors))
        }
        [next, ..] if !has_digits => {
            let errors = N::no_digits(next)?;
            let precedes_errors = false;
            Some(ResolvedReference {
                errors,
                precedes_errors,
                ..ResolvedReference::new(Resolution::Text, end)
            })
        }
        _ => None,
    }
}
