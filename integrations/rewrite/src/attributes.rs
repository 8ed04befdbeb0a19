//! Writes a tag with edited attributes. Everything else in it stays as it is.
//!
//! A tag can be written in many ways, and a rewriter must not change the parts without an edit. So the source is
//! copied between the edited places, with its quotation marks and spaces. What may follow what is decided by the part
//! before: an unquoted value takes a following `/`, and a missing value a following `=`. Writing the tag anew would
//! be shorter and lose its form.

use crate::edit::{Edits, references_beyond_ascii};
use crate::within;
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use tokenwright::escape;
use tokenwright::{AttributeSource, Quote, Span, Tag};

/// What an attribute follows in the output. It decides what may separate the two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Previous {
    TagName,
    /// An attribute without a value, which would take a following `=` as its own.
    WithoutValue,
    /// A value without quotation marks, which would take a following `/` as its own.
    Unquoted,
    Quoted,
}

/// A tag that is being written.
struct Writer<'w> {
    source: &'w [u8],
    start: usize,
    ascii: bool,
    out: &'w mut Vec<u8>,
    previous: Previous,
    /// The offset of the first byte of the input that is not written or removed.
    at: usize,
    /// The separator before the first of the attributes that were removed last; `None` if none was.
    separator: Option<Span>,
}

/// Writes a tag with its new name and attributes. Values have been checked.
pub(crate) fn write_tag(
    tag: &Tag<'_>,
    source: &[u8],
    edits: &Edits,
    ascii: bool,
    out: &mut Vec<u8>,
) {
    let span = tag.span();
    let mut writer = Writer {
        source,
        start: span.start,
        ascii,
        out,
        previous: Previous::TagName,
        at: span.start,
        separator: None,
    };
    let name = tag.name_span();
    writer.copy_to(name.start);
    match &edits.name {
        Some(name) => writer.out.extend_from_slice(name.as_bytes()),
        None => writer.copy_to(name.end),
    }
    writer.at = name.end;
    for (name, value) in added(tag, edits) {
        writer.out.push(b' ');
        writer.out.extend_from_slice(name.as_bytes());
        writer.out.push(b'=');
        writer.push_value(value, Quote::Double);
        writer.previous = Previous::Quoted;
    }
    let mut written: Vec<(AttributeSource<'_>, Cow<'_, str>)> = tag
        .attributes()
        .map(|attribute| (attribute.source(), Cow::Borrowed(attribute.name())))
        .collect();
    let kept = written.len();
    let duplicates = tag.duplicate_attributes();
    written.extend(duplicates.map(|source| (source, source.name.to_ascii_lowercase().into())));
    let (attributes, duplicates) = written.split_at(kept);
    let mut all: Vec<_> = attributes
        .iter()
        .map(|attribute| (attribute, true))
        .collect();
    all.extend(duplicates.iter().map(|attribute| (attribute, false)));
    all.sort_by_key(|((source, _), _)| source.span.start);
    for ((source, name), has_effect) in all {
        let edit = edits.attributes.get(&**name);
        match edit.map(|edit| edit.value.as_deref()) {
            Some(None) => writer.remove(source),
            Some(Some(value)) if has_effect => writer.replace_value(source, value),
            _ => writer.keep(source),
        }
    }
    writer.finish(tag.is_self_closing(), span.end);
}

/// The attributes that the tag does not have yet, with their values, in the order of the edits.
fn added<'e>(tag: &Tag<'_>, edits: &'e Edits) -> Vec<(&'e str, &'e str)> {
    let names = tag.attributes().map(|attribute| attribute.name());
    let present: BTreeSet<&str> = names
        .filter(|name| edits.attributes.contains_key(*name))
        .collect();
    let absent = edits
        .attributes
        .iter()
        .filter(|(name, _)| !present.contains(&***name));
    let mut absent: Vec<_> = absent.collect();
    absent.sort_by_key(|(_, edit)| edit.place);
    let added = absent.into_iter();
    added
        .filter_map(|(name, edit)| Some((&**name, edit.value.as_deref()?)))
        .collect()
}

impl Writer<'_> {
    fn bytes(&self, from: usize, to: usize) -> &[u8] {
        within(
            self.source,
            self.start,
            Span {
                start: from,
                end: to,
            },
        )
    }

    /// Copies the input up to an offset.
    fn copy_to(&mut self, to: usize) {
        let range = Span {
            start: self.at,
            end: to,
        };
        self.out
            .extend_from_slice(within(self.source, self.start, range));
        self.at = to;
    }

    fn remove(&mut self, attribute: &AttributeSource<'_>) {
        let span = attribute.span;
        self.separator.get_or_insert(Span {
            start: self.at,
            end: span.start,
        });
        self.at = span.end;
    }

    fn keep(&mut self, attribute: &AttributeSource<'_>) {
        self.separate(attribute.span);
        self.copy_to(attribute.span.end);
        self.previous = match (attribute.has_equals_sign, attribute.quote) {
            (false, _) => Previous::WithoutValue,
            (true, Quote::None) => Previous::Unquoted,
            (true, _) => Previous::Quoted,
        };
    }

    fn replace_value(&mut self, attribute: &AttributeSource<'_>, value: &str) {
        let (span, written) = (attribute.span, attribute.value_span);
        self.separate(span);
        let quote = match attribute.quote {
            Quote::None => Quote::Double,
            quote => quote,
        };
        match (attribute.has_equals_sign, attribute.quote) {
            (false, _) => {
                self.copy_to(span.end);
                self.out.push(b'=');
            }
            (true, Quote::None) if written.start == written.end => self.copy_to(span.end),
            (true, Quote::None) => self.copy_to(written.start),
            (true, _) => self.copy_to(written.start - 1),
        }
        self.push_value(value, quote);
        self.at = span.end;
        self.previous = Previous::Quoted;
    }

    fn push_value(&mut self, value: &str, quote: Quote) {
        let escaped = escape::value(value, quote).expect("it has quotation marks");
        let mark = match quote {
            Quote::Single => b"'",
            _ => b"\"",
        };
        self.out.extend_from_slice(mark);
        match self.ascii && !escaped.is_ascii() {
            true => {
                let ascii = references_beyond_ascii(&escaped).expect("the value was checked");
                self.out.extend_from_slice(ascii.as_bytes());
            }
            false => self.out.extend_from_slice(escaped.as_bytes()),
        }
        self.out.extend_from_slice(mark);
    }

    /// Copies what separates the next attribute from the previous one, of which attributes may have been removed.
    fn separate(&mut self, next: Span) {
        let Some(separator) = self.separator.take() else {
            return self.copy_to(next.start);
        };
        let begins_with_solidus = self.bytes(self.at, next.start).first() == Some(&b'/');
        if self.at == next.start || begins_with_solidus && self.previous == Previous::Unquoted {
            let separator = within(self.source, self.start, separator);
            self.out.extend_from_slice(separator);
        }
        let has_equals_sign = self.bytes(next.start, next.end).first() == Some(&b'=');
        if has_equals_sign && self.previous == Previous::WithoutValue {
            self.out.push(b'/');
        }
        self.copy_to(next.start);
    }

    /// Copies the end of the tag.
    fn finish(mut self, is_self_closing: bool, end: usize) {
        if let Some(separator) = self.separator.take()
            && is_self_closing
            && self.previous == Previous::Unquoted
        {
            let separator = within(self.source, self.start, separator);
            self.out.extend_from_slice(separator);
        }
        self.copy_to(end);
    }
}
