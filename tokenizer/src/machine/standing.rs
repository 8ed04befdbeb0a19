//! What stands where a reference may begin, by the rules of a state.

use super::digits;
use super::references::References;
use super::slot::Scratch;
use crate::generated::ErrorCode;
use crate::input::block::Block;
use crate::input::scan::{find, pair, stops};
use alloc::string::String;

stops!(
    /// What names do not have but at their end.
    AfterName: all but ; b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z'
);

/// Errors, in the order in which they are reported.
pub(crate) type Errors = &'static [ErrorCode];

/// What a state makes of references by itself: without a method it makes nothing of what the method is
/// about. The errors of what is not written as it should be are reported where it ends.
pub(crate) trait ReferenceRules {
    /// What it makes of numbers.
    type Numbers: NumberRules;
    /// The byte that begins a reference.
    const BYTE: u8;
    /// Whether a name with its semicolon stands for its characters.
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

    /// The errors of such a name, where it stands for its characters.
    fn open_name(_byte: u8) -> Option<Errors> {
        None
    }

    /// The errors of letters and digits that begin no name, where they are text; they come after it.
    fn unknown(_byte: u8) -> Option<Errors> {
        None
    }
}

/// The same of numbers.
pub(crate) trait NumberRules {
    /// Whether this number, with a semicolon, stands for the character of that number.
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

    /// The character that a number stands for, with a semicolon or without, and the errors.
    fn faulty(_code: u32, _closed: bool) -> Option<(char, Errors)> {
        None
    }
}

impl NumberRules for () {}

/// What a reference comes to, or the beginning of one.
#[derive(Clone, Copy)]
pub(super) enum Comes {
    /// Itself.
    Text,
    /// The characters of a name.
    Name(u16),
    /// The character of a number.
    Char(char),
}

/// What was found, with the errors that show where it ends.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) comes: Comes,
    pub(super) end: usize,
    pub(super) errors: Errors,
    /// Whether it is given before its errors are reported.
    pub(super) is_first: bool,
}

impl Found {
    #[inline(always)]
    fn new(comes: Comes, end: usize) -> Self {
        Found {
            comes,
            end,
            errors: &[],
            is_first: true,
        }
    }

    #[inline(always)]
    fn with(self, errors: Errors) -> Self {
        let is_first = matches!(self.comes, Comes::Text);
        Found {
            errors,
            is_first,
            ..self
        }
    }
}

/// How far most references reach after their first byte.
pub(super) const AHEAD: usize = 16;

/// Appends what most references come to, with their semicolons: short names, and numbers of a few digits. `at`
/// is where one begins; gives where it ends. Before anything is appended the room for it is opened.
#[inline(always)]
pub(super) fn push_usual<P: ReferenceRules>(
    references: &References,
    bytes: &[u8],
    at: usize,
    scratch: &mut Scratch,
    open: impl FnOnce(&mut Scratch),
) -> Option<usize> {
    let ahead = bytes.get(at + 1..)?.first_chunk::<AHEAD>()?;
    let semicolons = Block::from(*ahead).equal(b';').to_bitmask();
    let len = semicolons.trailing_zeros() as usize;
    let end = at + 2 + len;
    // Nobody foresees whether it is a number: that is asked of the text, which is there before the block is.
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

/// Appends the beginning of a string, in one step where its length is known: then what is too much goes
/// away again.
#[inline(always)]
pub(super) fn push_start(out: &mut String, filled: &str, len: usize) {
    let end = out.len() + len;
    out.push_str(filled);
    out.truncate(end);
}

#[inline(always)]
fn eight(ahead: &[u8; AHEAD], from: usize) -> Option<u64> {
    let bytes = ahead.get(from..)?.first_chunk()?;
    Some(u64::from_le_bytes(*bytes))
}

/// Where the text ends that begins like a reference at `pos`, by what comes after its first byte.
#[inline(never)]
pub(super) fn text_at<P: ReferenceRules>(bytes: &[u8], pos: usize) -> Option<usize> {
    let mut end = pos;
    // They seldom come alone.
    while let Some(&[first, next]) = pair(bytes, end)
        && first == P::BYTE
        && P::is_text_before(next)
    {
        end += 1;
    }
    (end > pos).then_some(end)
}

/// What stands at `pos`, where the byte of a reference is; `None` where the rows have to deal with it.
#[inline(never)]
pub(super) fn found<P: ReferenceRules>(
    references: &References,
    bytes: &[u8],
    pos: usize,
) -> Option<Found> {
    let next = *bytes.get(pos + 1)?;
    if next == b'#' {
        return number::<P::Numbers>(&bytes[pos + 2..], pos + 2);
    }
    if !P::NAMES || !next.is_ascii_alphanumeric() {
        return text_at::<P>(bytes, pos).map(|end| Found::new(Comes::Text, end));
    }
    let end = find::<AfterName>(bytes, pos + 1);
    let after = *bytes.get(end)?;
    let text = Found::new(Comes::Text, end);
    if P::is_text_up_to(after) {
        return Some(text);
    }
    if after == b';'
        && let Some(number) = references.closed(&bytes[pos + 1..=end])
    {
        return Some(Found::new(Comes::Name(number), end + 1));
    }
    match references.open.longest(&bytes[pos + 1..]) {
        Some((len, number)) => {
            let end = pos + 1 + len;
            let after = *bytes.get(end)?;
            if P::is_open_name_text_before(after) {
                return Some(Found::new(Comes::Text, end));
            }
            let name = Found::new(Comes::Name(number), end);
            P::open_name(after).map(|errors| name.with(errors))
        }
        None if P::is_unknown_before(after) => Some(text),
        None => P::unknown(after).map(|errors| text.with(errors)),
    }
}

/// What the digits at the beginning of `bytes` are worth, and how many they are.
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

/// The number at the beginning of `bytes`, which stand at `pos`.
fn number<N: NumberRules>(bytes: &[u8], pos: usize) -> Option<Found> {
    let hexadecimal = matches!(bytes.first(), Some(b'x' | b'X'));
    let start = usize::from(hexadecimal);
    let (code, digits) = match hexadecimal {
        true => value::<16>(&bytes[start..]),
        false => value::<10>(bytes),
    };
    let len = start + digits;
    let has_digits = digits > 0;
    let end = pos + len;
    // What comes after it decides what it means, and is where its errors show.
    match *bytes.get(len..)? {
        [b';', ..] if has_digits && N::is_plain(code) => {
            Some(Found::new(Comes::Char(char::from_u32(code)?), end + 1))
        }
        [b';', _, ..] if has_digits => {
            let (c, errors) = N::faulty(code, true)?;
            Some(Found::new(Comes::Char(c), end + 1).with(errors))
        }
        [next, ..] if has_digits && N::may_follow_number(next) => {
            let (c, errors) = N::faulty(code, false)?;
            Some(Found::new(Comes::Char(c), end).with(errors))
        }
        [next, ..] if !has_digits => {
            let errors = N::no_digits(next)?;
            let is_first = false;
            Some(Found {
                errors,
                is_first,
                ..Found::new(Comes::Text, end)
            })
        }
        _ => None,
    }
}
