//! The engine behind the tables of forms: sentences with typed holes, parsed and printed.
//!
//! A form is one row of a macro, from which come the variant, the parser, the printer, the documentation and the
//! effects, so that none can be forgotten. A parser tries every form and every way to split a sentence at its words,
//! so holes may hold words of other forms; that is slow for long sentences, which the loader therefore bounds. A
//! sentence that matches no form is compared with all of them only if the message is shown, as definitions use many
//! such sentences.

use std::any::Any;
use std::fmt;

/// What is in the holes of a sentence, in order, each with the name of its hole.
pub type Holes<'s> = Vec<(&'static str, &'s dyn Any)>;

/// The same, to be changed.
pub type HolesMut<'s> = Vec<(&'static str, &'s mut dyn Any)>;

/// The type of a `{hole}` of a form.
pub(crate) trait Hole: Sized + fmt::Display + 'static {
    /// The contents of the hole, in a message: "a character such as U+003C (<)".
    const EXPECTS: &'static str;

    /// Parses the text in the hole; `None` if it is not of this kind.
    fn read(text: &str) -> Option<Self>;

    /// A correct text of this kind that a misspelt one may have meant.
    fn mend(text: &str) -> Option<String> {
        let _ = text;
        None
    }

    /// Itself, without the box that a recursive form needs.
    fn unboxed(&self) -> &dyn Any {
        self
    }

    /// The same, to be changed.
    fn unboxed_mut(&mut self) -> &mut dyn Any {
        self
    }

    /// Turns an affirmation into its negation or back; false if it is neither.
    fn negate(&mut self) -> bool {
        false
    }
}

impl<T: Hole> Hole for Box<T> {
    const EXPECTS: &'static str = T::EXPECTS;

    fn read(text: &str) -> Option<Self> {
        T::read(text).map(Box::new)
    }

    fn mend(text: &str) -> Option<String> {
        T::mend(text)
    }

    fn unboxed(&self) -> &dyn Any {
        (**self).unboxed()
    }

    fn unboxed_mut(&mut self) -> &mut dyn Any {
        (**self).unboxed_mut()
    }
}

/// One sentence of the table language, for documentation and for the nearest-form search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The sentence with its holes: `emit {char}`.
    pub pattern: &'static str,
    /// A sentence of this form, from some table.
    pub example: &'static str,
    /// Its effect, in a clause.
    pub meaning: &'static str,
}

/// Why a sentence matches no form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormError {
    /// The words match a form, but the text in its hole has the wrong type.
    Hole {
        /// The form that matched.
        pattern: &'static str,
        /// The start of the hole's text in the sentence, in bytes.
        start: usize,
        /// The end of the hole's text, in bytes.
        end: usize,
        /// The expected contents of the hole.
        expects: &'static str,
        /// The text that may have been meant.
        mended: Option<String>,
    },
    /// No form has these words.
    Unknown {
        /// The nearest form, if one is similar enough.
        nearest: Option<&'static str>,
    },
}

/// A sentence that matches no form. The nearest form is computed only for the message, because the tables define
/// many such sentences.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Misfit<'t> {
    pub(crate) text: &'t str,
    pub(crate) forms: &'static [Form],
    /// The rightmost hole that did not fit.
    pub(crate) hole: Option<BadHole>,
}

/// A hole whose text has the wrong kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BadHole {
    pub(crate) pattern: &'static str,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) expects: &'static str,
    pub(crate) mend: fn(&str) -> Option<String>,
}

impl Misfit<'_> {
    /// The error, with the nearest form.
    pub(crate) fn into_error(self) -> FormError {
        match self.hole {
            Some(hole) => FormError::Hole {
                pattern: hole.pattern,
                start: hole.start,
                end: hole.end,
                expects: hole.expects,
                mended: (hole.mend)(&self.text[hole.start..hole.end]),
            },
            None => FormError::Unknown {
                nearest: nearest(self.text, self.forms.iter().map(|form| form.pattern)),
            },
        }
    }
}

/// A pattern with the literal parts at both its ends. Most forms are refused by these alone: reading a sentence is mostly
/// saying no.
pub(crate) struct Frame {
    pattern: &'static str,
    start: &'static [u8],
    end: &'static [u8],
}

impl Frame {
    /// The literal parts of a pattern; of one without a hole, all of it is the start.
    pub(crate) const fn of(pattern: &'static str) -> Self {
        let bytes = pattern.as_bytes();
        let mut open = 0;
        while open < bytes.len() && bytes[open] != b'{' {
            open += 1;
        }
        let (start, rest) = bytes.split_at(open);
        let mut close = rest.len();
        while close > 0 && rest[close - 1] != b'}' {
            close -= 1;
        }
        let (_, end) = rest.split_at(close);
        Frame {
            pattern,
            start,
            end,
        }
    }

    /// The splits of a text by the pattern.
    pub(crate) fn splits(&self, text: &str) -> Vec<Vec<(usize, usize)>> {
        let bytes = text.as_bytes();
        match bytes.starts_with(self.start) && bytes.ends_with(self.end) {
            true => splits(self.pattern, text),
            false => Vec::new(),
        }
    }
}

/// Splits `text` at the literal parts of `pattern`; returns the byte range of each hole, for every possible
/// split.
///
/// In the first split, each hole takes as little as possible, and the last hole takes the rest.
pub(crate) fn splits(pattern: &str, text: &str) -> Vec<Vec<(usize, usize)>> {
    type Range = (usize, usize);
    fn go(
        pattern: &str,
        text: &str,
        at: usize,
        path: &mut Vec<Range>,
        found: &mut Vec<Vec<Range>>,
    ) {
        let Some(open) = pattern.find('{') else {
            if pattern == text {
                found.push(path.clone());
            }
            return;
        };
        let (literal, rest) = pattern.split_at(open);
        let Some(tail) = text.strip_prefix(literal) else {
            return;
        };
        let start = at + literal.len();
        let close = rest.find('}').expect("every hole of a pattern is closed");
        let after = &rest[close + 1..];
        let stop = &after[..after.find('{').unwrap_or(after.len())];
        if after.is_empty() {
            if !tail.is_empty() {
                path.push((start, start + tail.len()));
                found.push(path.clone());
                path.pop();
            }
            return;
        }
        for (end, _) in tail.match_indices(stop).filter(|(end, _)| *end > 0) {
            path.push((start, start + end));
            go(after, &tail[end..], start + end, path, found);
            path.pop();
        }
    }
    let mut found = Vec::new();
    go(pattern, text, 0, &mut Vec::new(), &mut found);
    found
}

/// Prints `pattern` with its holes filled, in order.
pub(crate) fn fill(
    pattern: &str,
    holes: &[&dyn fmt::Display],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut rest = pattern;
    let mut holes = holes.iter();
    while let Some(open) = rest.find('{') {
        f.write_str(&rest[..open])?;
        let close = rest.find('}').expect("every hole of a pattern is closed");
        write!(
            f,
            "{}",
            holes.next().expect("as many holes as the pattern has")
        )?;
        rest = &rest[close + 1..];
    }
    f.write_str(rest)
}

/// Longer texts are not compared with sentences: that would take long, and none is similar.
pub(super) const LONGEST_SLIP: usize = 400;

/// The candidate most similar to `text`, if it is similar enough to be intended.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .filter(|_| text.len() <= LONGEST_SLIP)
        .map(|c| (strsim::normalized_damerau_levenshtein(text, c), c))
        .filter(|(score, _)| *score > 0.55)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, c)| c)
}

/// Declares a closed enum from a table of forms, with `FORMS`, `parse` and `Display`. A form without holes is its own example.
macro_rules! forms {
    (@example $pattern:literal) => { $pattern };
    (@example $pattern:literal $example:literal) => { $example };
    (
        $(#[$meta:meta])*
        $name:ident: $affects:ty {
            $(
                $pattern:literal => $variant:ident $( ( $($hole:ident : $ty:ty),+ ), $example:literal )?,
                $meaning:literal, $effects:expr;
            )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(
                #[doc = concat!("`", $pattern, "`: ", $meaning, ".")]
                $variant $( ( $($ty),+ ) )?,
            )+
        }

        impl $name {
            /// Every form, in the order of the documentation.
            pub const FORMS: &'static [$crate::grammar::Form] = &[
                $( $crate::grammar::Form {
                    pattern: $pattern,
                    example: $crate::grammar::form::forms!(@example $pattern $( $example )?),
                    meaning: $meaning,
                } ),+
            ];

            /// What it reads, writes and names.
            #[must_use]
            #[allow(unused_variables, reason = "most effects do not depend on the holes")]
            pub fn effects(&self) -> $affects {
                match self {
                    $( $name::$variant $( ( $($hole),+ ) )? => $effects, )+
                }
            }

            /// What is in its holes.
            #[must_use]
            pub fn holes(&self) -> $crate::grammar::Holes<'_> {
                match self {
                    $(
                        $name::$variant $( ( $($hole),+ ) )? => vec![$($(
                            (stringify!($hole), $crate::grammar::form::Hole::unboxed($hole))
                        ),+)?],
                    )+
                }
            }

            /// What is in its holes, to be changed.
            #[must_use]
            pub fn holes_mut(&mut self) -> $crate::grammar::HolesMut<'_> {
                match self {
                    $(
                        $name::$variant $( ( $($hole),+ ) )? => vec![$($(
                            (stringify!($hole), $crate::grammar::form::Hole::unboxed_mut($hole))
                        ),+)?],
                    )+
                }
            }

            /// The opposite; none if no hole says whether it is affirmed.
            #[must_use]
            pub fn negated(&self) -> Option<Self> {
                let mut other = self.clone();
                let is_negated = match &mut other {
                    $(
                        $name::$variant $( ( $($hole),+ ) )? => {
                            false $($( || $crate::grammar::form::Hole::negate($hole) )+)?
                        }
                    )+
                };
                is_negated.then_some(other)
            }

            /// Parses one sentence.
            ///
            /// # Errors
            /// If it matches no form: the hole that does not fit, or the nearest form.
            pub fn parse(text: &str) -> Result<Self, $crate::grammar::FormError> {
                $name::read(text).map_err($crate::grammar::form::Misfit::into_error)
            }

            /// Parses one sentence; the nearest form is searched only when the misfit becomes an error.
            pub(crate) fn read(text: &str) -> Result<Self, $crate::grammar::form::Misfit<'_>> {
                let mut misfit: Option<$crate::grammar::form::BadHole> = None;
                $(
                    for found in const { $crate::grammar::form::Frame::of($pattern) }.splits(text) {
                        #[allow(unused_mut, unused_variables)]
                        let mut found = found.into_iter();
                        #[allow(clippy::redundant_closure_call)]
                        let read = (|| -> Result<Self, $crate::grammar::form::BadHole> {
                            Ok($name::$variant $( ( $({
                                let (start, end) = found.next().expect("as many holes as the pattern has");
                                <$ty as $crate::grammar::form::Hole>::read(&text[start..end]).ok_or(
                                    $crate::grammar::form::BadHole {
                                        pattern: $pattern,
                                        start,
                                        end,
                                        expects: <$ty as $crate::grammar::form::Hole>::EXPECTS,
                                        mend: <$ty as $crate::grammar::form::Hole>::mend,
                                    },
                                )?
                            }),+ ) )?)
                        })();
                        match read {
                            Ok(value) => return Ok(value),
                            Err(hole) => {
                                // The form that fits longest is most likely the one that was meant.
                                if misfit.is_none_or(|other| hole.start > other.start) {
                                    misfit = Some(hole);
                                }
                            }
                        }
                    }
                )+
                Err($crate::grammar::form::Misfit {
                    text,
                    forms: $name::FORMS,
                    hole: misfit,
                })
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(
                        $name::$variant $( ( $($hole),+ ) )? =>
                            $crate::grammar::form::fill($pattern, &[$($($hole as &dyn std::fmt::Display),+)?], f),
                    )+
                }
            }
        }
    };
}
pub(crate) use forms;

#[cfg(test)]
mod tests {
    use super::{Frame, splits};

    #[test]
    fn a_hole_takes_as_little_as_it_can_and_the_last_one_the_rest() {
        assert_eq!(
            splits("set {a} to {b}", "set x to y to z"),
            [vec![(4, 5), (9, 15)], vec![(4, 10), (14, 15)]]
        );
        assert_eq!(
            splits("switch to the {state} state", "switch to the data state"),
            [vec![(14, 18)]]
        );
        assert!(splits("switch to the {state} state", "switch to the data").is_empty());
        assert!(splits("emit {char}", "emit ").is_empty());
    }

    #[test]
    fn the_ends_of_a_pattern_refuse_nothing_that_it_splits() {
        const FRAMES: [Frame; 5] = [
            Frame::of("emit it"),
            Frame::of("{a} is {b}"),
            Frame::of("set {a} to {b}"),
            Frame::of("{a} is in the list"),
            Frame::of("the {a} token"),
        ];
        for text in [
            "emit it",
            "emit it now",
            "do emit it",
            "set x to y to z",
            "x is in the list",
            "x is in the lists",
            "the token",
            "the end tag token",
            "",
        ] {
            for frame in &FRAMES {
                assert_eq!(frame.splits(text), splits(frame.pattern, text), "{text}");
            }
        }
    }
}
