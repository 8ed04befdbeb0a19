//! Reads the patterns of bytes, characters and numbers, and the tests for sets that no pattern of bytes expresses.
//!
//! A program has sets of characters, and the code looks at the first byte of one. So a pattern of bytes is read as the
//! characters that begin with them, and it is refused if it distinguishes characters beyond ASCII. The parts of a pattern
//! have to be in order, though another order would mean the same: the printer has one.

use crate::form::{Cursor, Form, form};
use crate::names::Names;
use crate::tokens::Misread;
use std::sync::LazyLock;
use tokenwright_compiler::ir::CharSet;
use tokenwright_compiler::program::Width;
use tokenwright_tables::source::Place;

/// All characters beyond ASCII.
const BEYOND_ASCII: (u32, u32) = (0x80, 0x10_FFFF);
/// The code points that are no characters of Rust.
const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

/// The set without surrogates, which UTF-8 does not encode.
pub(crate) fn scalars(set: &CharSet) -> CharSet {
    set.minus(&CharSet::from_ranges([SURROGATES]))
}

/// The ASCII members of one set, and the others of another.
pub(crate) fn joined(ascii: &CharSet, others: &CharSet) -> CharSet {
    let beyond = CharSet::from_ranges([BEYOND_ASCII]);
    ascii.minus(&beyond).union(&others.intersection(&beyond))
}

/// `1` or `width(byte)`.
pub(crate) fn width(input: &mut Cursor<'_>) -> Result<Width, Misread> {
    if input.has(form!("width(byte)")) {
        return Ok(Width::Bound);
    }
    input.expect(form!("1")).map(|()| Width::One)
}

/// Ranges of whatever `one` reads, separated by `|`, up to the end of the list.
fn ranges<'t, T: Copy>(
    input: &mut Cursor<'t>,
    one: impl Fn(&mut Cursor<'t>) -> Result<T, Misread>,
    last: Option<T>,
) -> Result<Vec<(T, T)>, Misread> {
    input.alternatives(|input| {
        let first = one(input)?;
        let end = if input.has(form!("..=")) {
            one(input)?
        } else if let Some(last) = last.filter(|_| input.has(form!(".."))) {
            last
        } else {
            first
        };
        Ok((first, end))
    })
}

/// Ranges of bytes.
pub(crate) fn byte_ranges(input: &mut Cursor<'_>) -> Result<Vec<(u8, u8)>, Misread> {
    let place = input.place();
    ordered(ranges(input, Cursor::byte, None)?, place)
}

/// Refuses ranges that are printed in another order than that of their members.
pub(crate) fn ordered<T: Copy + PartialOrd>(
    ranges: Vec<(T, T)>,
    place: Place,
) -> Result<Vec<(T, T)>, Misread> {
    let mut pairs = ranges.windows(2);
    let are_forward = ranges.iter().all(|(first, last)| first <= last);
    match are_forward && pairs.all(|pair| pair[0].1 < pair[1].0) {
        true => Ok(ranges),
        false => Err(Misread::new(
            place,
            "the parts of this pattern are not in order",
        )),
    }
}

/// A pattern for the first byte of a character, as the set of the characters.
pub(crate) fn bytes(input: &mut Cursor<'_>) -> Result<CharSet, Misread> {
    let place = input.place();
    let all = byte_ranges(input)?.into_iter();
    let all = CharSet::from_ranges(all.map(|(a, b)| (u32::from(a), u32::from(b))));
    let high = all.intersection(&CharSet::from_ranges([BEYOND_ASCII]));
    let beyond = match high.ranges() {
        [] => CharSet::default(),
        [(0x80, 0xFF)] => CharSet::from_ranges([BEYOND_ASCII]),
        _ => {
            let message =
                "a pattern that distinguishes characters beyond ASCII by their first byte";
            return Err(Misread::new(place, message));
        }
    };
    Ok(scalars(&joined(&all, &beyond)))
}

/// A pattern of characters.
pub(crate) fn chars(input: &mut Cursor<'_>) -> Result<CharSet, Misread> {
    let one = |input: &mut Cursor<'_>| input.char().map(u32::from);
    let place = input.place();
    let ranges = ordered(ranges(input, one, None)?, place)?;
    // A range over the surrogates has none of them.
    Ok(scalars(&CharSet::from_ranges(ranges)))
}

/// A pattern of numbers; `0x10..` ends at the greatest.
pub(crate) fn codes(input: &mut Cursor<'_>) -> Result<Vec<(u32, u32)>, Misread> {
    ranges(input, |input| input.number(""), Some(u32::MAX))
}

/// A test whether a byte begins one of some characters, where the bytes do not tell, the character.
pub(crate) fn conditional(
    of: &str,
    input: &mut Cursor<'_>,
    names: &Names<'_>,
) -> Result<CharSet, Misread> {
    static NEXT: LazyLock<Tests> = LazyLock::new(|| Tests::new("m.next_char()"));
    static CURRENT: LazyLock<Tests> = LazyLock::new(|| Tests::new(CURRENT_CHAR));
    static AFTER_NAME: LazyLock<Tests> =
        LazyLock::new(|| Tests::new("m.char_after_last_start_tag()"));
    let tests = match of {
        "next_set" => &NEXT,
        "current_set" => &CURRENT,
        _ => &AFTER_NAME,
    };
    match input.peek() {
        Some(token) if matches!(token.kind, crate::tokens::Kind::Group(..)) => {
            let mut inside = input.arm_value()?;
            let set = tests.read(&mut inside, names)?;
            inside.finish()?;
            Ok(set)
        }
        _ => tests.read(input, names),
    }
}

/// The character of a row.
const CURRENT_CHAR: &str = "m.current_char()";

/// The forms of a test whether a character is in a set.
struct Tests {
    none: Form,
    bytes: Form,
    chars: Form,
    both: Form,
    /// Whether it is a row's: there, bytes alone are a pattern, and no row has no characters.
    is_of_row: bool,
}

impl Tests {
    fn new(c: &str) -> Self {
        Tests {
            is_of_row: c == CURRENT_CHAR,
            none: Form::new("false"),
            bytes: Form::new("matches!(byte, $bytes)"),
            chars: Form::new(&format!("byte >= 0x80 && matches!({c}, $chars)")),
            both: Form::new(&format!(
                "if byte < 0x80 {{ matches!(byte, $bytes) }} else {{ matches!({c}, $chars) }}"
            )),
        }
    }

    fn read(&self, input: &mut Cursor<'_>, names: &Names<'_>) -> Result<CharSet, Misread> {
        if !self.is_of_row && input.has(&self.none) {
            return Ok(CharSet::default());
        }
        if let Ok(mut values) = self.chars.read(input, names) {
            return Ok(joined(&CharSet::default(), &values.set()));
        }
        match self.both.read(input, names) {
            Ok(mut values) => {
                let ascii = values.set();
                Ok(joined(&ascii, &values.set()))
            }
            Err(misread) if self.is_of_row => Err(misread),
            Err(misread) => match self.bytes.read(input, names) {
                Ok(mut values) => Ok(values.set()),
                Err(other) => Err(crate::form::further(misread, other)),
            },
        }
    }
}
