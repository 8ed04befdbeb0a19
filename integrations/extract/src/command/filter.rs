//! Which rows are written: by what is known of the record, and by what the page says about itself.

use super::arguments::Arguments;
use super::rows::text;
use arrow_array::{BooleanArray, RecordBatch};
use arrow_schema::ArrowError;
use arrow_select::filter::filter_record_batch;
use std::ops::RangeInclusive;
use tokenwright_extract::warc;

/// What is asked for. What is empty lets all pass.
pub(crate) struct Filter<'a> {
    statuses: &'a [RangeInclusive<u16>],
    types: &'a [String],
    languages: &'a [String],
    is_indexable: bool,
}

/// Reads a status, or a range of them.
pub(crate) fn statuses(text: &str) -> Result<RangeInclusive<u16>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no status"));
    let range = number(first)?..=number(last)?;
    match range.is_empty() {
        true => Err(format!("`{text}` ends before it begins")),
        false => Ok(range),
    }
}

impl<'a> Filter<'a> {
    pub(crate) fn new(arguments: &'a Arguments) -> Self {
        Filter {
            statuses: &arguments.status,
            types: &arguments.media_type,
            languages: &arguments.language,
            is_indexable: arguments.only_indexable,
        }
    }

    /// Whether the page of a record is read. What is not known of a record lets it pass no filter.
    pub(crate) fn takes(&self, record: &warc::Page) -> bool {
        let has_status = || {
            let status = record.status.as_ref();
            status.is_some_and(|status| self.statuses.iter().any(|some| some.contains(status)))
        };
        let has_type = || {
            let found = record.media_type();
            found.is_some_and(|found| self.types.iter().any(|one| found.eq_ignore_ascii_case(one)))
        };
        (self.statuses.is_empty() || has_status()) && (self.types.is_empty() || has_type())
    }

    /// The rows of pages that say what is asked for.
    pub(crate) fn rows(&self, rows: RecordBatch) -> Result<RecordBatch, ArrowError> {
        if self.languages.is_empty() && !self.is_indexable {
            return Ok(rows);
        }
        let passes = |row: usize| {
            let has_language =
                || text(&rows, "lang", row).is_some_and(|lang| self.has_language(lang));
            let forbids = || text(&rows, "robots", row).is_some_and(forbids_index);
            (self.languages.is_empty() || has_language()) && !(self.is_indexable && forbids())
        };
        let mask: BooleanArray = (0..rows.num_rows()).map(|row| Some(passes(row))).collect();
        filter_record_batch(&rows, &mask)
    }

    /// Whether a language is in one of the ranges, as RFC 4647 has it: `de-AT` is in `de`.
    fn has_language(&self, lang: &str) -> bool {
        self.languages.iter().any(|range| {
            let begins = lang.get(..range.len());
            begins.is_some_and(|begin| begin.eq_ignore_ascii_case(range))
                && matches!(lang.as_bytes().get(range.len()), None | Some(b'-'))
        })
    }
}

/// Whether directives to robots keep the page out of an index.
fn forbids_index(robots: &str) -> bool {
    let mut directives = robots.split([',', ' ', '\t', '\n', '\r', '\u{C}']);
    directives.any(|one| one.eq_ignore_ascii_case("noindex") || one.eq_ignore_ascii_case("none"))
}

#[cfg(test)]
mod tests {
    use super::{forbids_index, statuses};

    #[test]
    fn statuses_are_numbers_and_ranges() {
        assert_eq!(statuses("200"), Ok(200..=200));
        assert_eq!(statuses("300-399"), Ok(300..=399));
        assert_eq!(
            statuses("399-300"),
            Err("`399-300` ends before it begins".to_owned())
        );
        assert_eq!(statuses("2xx"), Err("`2xx` is no status".to_owned()));
    }

    #[test]
    fn directives_are_words() {
        assert!(forbids_index("nofollow,NOINDEX"));
        assert!(forbids_index("all, none"));
        assert!(!forbids_index("index, nofollow, noindexing"));
    }
}
