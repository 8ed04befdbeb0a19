//! Strings of tables, with a mapping from their characters to the bytes of the file.

use crate::model::Located;
use crate::source::Place;
use std::ops::Range;

/// A string and its place.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    /// Its value, without escapes.
    pub(crate) value: String,
    /// The string with its quotation marks.
    pub(crate) outer: Place,
    /// The source between the quotation marks.
    pub(crate) place: Place,
    /// For each byte of `value`, its offset in `place`; empty if the two are equal.
    origins: Vec<u32>,
    /// Whether its quotation marks are double ones, between which `\` escapes.
    escapes: bool,
}

impl Text {
    /// The string `value` at `outer`, quotation marks included, in the file `text`.
    pub(super) fn new(value: &str, outer: Place, text: &str) -> Self {
        let raw = text
            .get(outer.start as usize..outer.end as usize)
            .unwrap_or_default();
        let mark = ["\"\"\"", "'''", "\"", "'"]
            .into_iter()
            .find(|mark| {
                raw.len() >= 2 * mark.len() && raw.starts_with(mark) && raw.ends_with(mark)
            })
            .unwrap_or("");
        let place = outer.part(mark.len(), raw.len().saturating_sub(mark.len()));
        let inner = &raw[mark.len()..raw.len().saturating_sub(mark.len()).max(mark.len())];
        let origins = match inner == value {
            true => Vec::new(),
            false => origins(inner, value).unwrap_or_default(),
        };
        Text {
            value: value.into(),
            outer,
            place,
            origins,
            escapes: mark.starts_with('"'),
        }
    }

    /// The place of a part of the string, or of the whole if it cannot be determined.
    pub(crate) fn part(&self, range: Range<usize>) -> Place {
        if (self.place.end - self.place.start) as usize == self.value.len() {
            return self.place.part(range.start, range.end);
        }
        match (self.origins.get(range.start), self.origins.get(range.end)) {
            (Some(start), Some(end)) => self.place.part(*start as usize, *end as usize),
            _ => self.place,
        }
    }

    /// `words`, escaped for this string's quotation marks.
    pub(crate) fn escaped(&self, words: &str) -> String {
        match self.escapes {
            false => words.into(),
            true => words.replace('\\', "\\\\").replace('"', "\\\""),
        }
    }

    /// The string as a name.
    pub(crate) fn located(&self) -> Located<String> {
        self.read_as(self.value.clone())
    }

    /// What the string was read as, at its place.
    pub(crate) fn read_as<T>(&self, value: T) -> Located<T> {
        Located::at(value, self.place)
    }
}

/// For each byte of `value`, and for its end, its offset in `raw`; `None` if `raw` uses more than
/// simple escapes.
fn origins(raw: &str, value: &str) -> Option<Vec<u32>> {
    let mut origins = Vec::with_capacity(value.len() + 1);
    let mut rest = raw;
    for c in value.chars() {
        let at = (raw.len() - rest.len()) as u32;
        origins.extend(std::iter::repeat_n(at, c.len_utf8()));
        let mut written = rest.chars();
        let written = match (written.next()?, written.next()) {
            ('\\', Some('u')) => 6,
            ('\\', Some('U')) => 10,
            ('\\', Some('x')) => 4,
            ('\\', Some(_)) => 2,
            (same, _) if same == c => c.len_utf8(),
            _ => return None,
        };
        rest = rest.get(written..)?;
    }
    origins.push((raw.len() - rest.len()) as u32);
    rest.is_empty().then_some(origins)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part_of(raw: &str, value: &str, part: &str) -> Range<u32> {
        let outer = Place::within(0, 0..raw.len());
        let text = Text::new(value, outer, raw);
        let start = value.find(part).expect("a part of the value");
        let place = text.part(start..start + part.len());
        place.start..place.end
    }

    #[test]
    fn a_part_is_found_behind_escapes() {
        assert_eq!(part_of(r#""go on""#, "go on", "on"), 4..6);
        assert_eq!(part_of("'go on'", "go on", "on"), 4..6);
        assert_eq!(part_of(r#""a \"b\" on""#, r#"a "b" on"#, "on"), 9..11);
        assert_eq!(part_of(r#""\u0041 on""#, "A on", "on"), 8..10);
    }
}
