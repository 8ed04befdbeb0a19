//! The counts of a sink.

use std::ops::AddAssign;

use tokenwright_peers::fold::sum;

/// The tokens that a peer found on a page. Text is counted in bytes, since peers split it differently.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Counts {
    pub(crate) doctypes: u64,
    pub(crate) start_tags: u64,
    pub(crate) end_tags: u64,
    pub(crate) attributes: u64,
    pub(crate) comments: u64,
    pub(crate) instructions: u64,
    pub(crate) errors: u64,
    /// Bytes of tag names.
    pub(crate) names: u64,
    /// Bytes of attribute names and values.
    pub(crate) in_attributes: u64,
    /// Bytes of comments and processing instructions.
    pub(crate) in_comments: u64,
    pub(crate) text: u64,
    /// The sum of those bytes.
    pub(crate) sum: u64,
    /// The sum of all span offsets, if spans are requested.
    pub(crate) spans: u64,
}

/// Counts what a sink receives. Without `ADDS`, the sink only looks at each string: it adds up lengths and no bytes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counter<const ADDS: bool = true>(pub(crate) Counts);

impl<const ADDS: bool> Counter<ADDS> {
    #[inline]
    fn add(&mut self, string: &[u8]) {
        if ADDS {
            self.0.sum += sum(string);
        }
    }

    #[inline]
    pub(crate) fn doctype(&mut self, parts: [Option<&[u8]>; 3]) {
        self.0.doctypes += 1;
        for part in parts.into_iter().flatten() {
            self.add(part);
        }
    }

    #[inline]
    pub(crate) fn start_tag(&mut self, name: &[u8]) {
        self.0.start_tags += 1;
        self.tag_name(name);
    }

    #[inline]
    pub(crate) fn end_tag(&mut self, name: &[u8]) {
        self.0.end_tags += 1;
        self.tag_name(name);
    }

    #[inline]
    fn tag_name(&mut self, name: &[u8]) {
        self.0.names += name.len() as u64;
        self.add(name);
    }

    #[inline]
    pub(crate) fn attribute(&mut self, name: &[u8], value: &[u8]) {
        self.attribute_name(name);
        self.attribute_value(value);
    }

    #[inline]
    pub(crate) fn attribute_name(&mut self, name: &[u8]) {
        self.0.attributes += 1;
        self.0.in_attributes += name.len() as u64;
        self.add(name);
    }

    #[inline]
    pub(crate) fn attribute_value(&mut self, value: &[u8]) {
        self.0.in_attributes += value.len() as u64;
        self.add(value);
    }

    #[inline]
    pub(crate) fn comment(&mut self, data: &[u8]) {
        self.0.comments += 1;
        self.0.in_comments += data.len() as u64;
        self.add(data);
    }

    #[inline]
    pub(crate) fn text(&mut self, text: &[u8]) {
        self.0.text += text.len() as u64;
        self.add(text);
    }

    #[inline]
    pub(crate) fn instruction(&mut self, target: &[u8], data: &[u8]) {
        self.0.instructions += 1;
        self.0.in_comments += (target.len() + data.len()) as u64;
        self.add(target);
        self.add(data);
    }

    #[inline]
    pub(crate) fn span(&mut self, start: usize, end: usize) {
        self.0.spans = self.0.spans.wrapping_add((start ^ end) as u64);
    }

    #[inline]
    pub(crate) fn error(&mut self) {
        self.0.errors += 1;
    }
}

/// A number of [`Counts`] and its name.
pub(crate) type Column = (&'static str, fn(&Counts) -> u64);

/// The counts that tables show, in order.
pub(crate) const COLUMNS: [Column; 12] = [
    ("doctypes", |counts| counts.doctypes),
    ("start tags", |counts| counts.start_tags),
    ("end tags", |counts| counts.end_tags),
    ("attributes", |counts| counts.attributes),
    ("comments", |counts| counts.comments),
    ("PIs", |counts| counts.instructions),
    ("errors", |counts| counts.errors),
    ("name bytes", |counts| counts.names),
    ("attribute bytes", |counts| counts.in_attributes),
    ("comment and PI bytes", |counts| counts.in_comments),
    ("text bytes", |counts| counts.text),
    ("sum of bytes", |counts| counts.sum),
];

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.doctypes += other.doctypes;
        self.start_tags += other.start_tags;
        self.end_tags += other.end_tags;
        self.attributes += other.attributes;
        self.comments += other.comments;
        self.instructions += other.instructions;
        self.errors += other.errors;
        self.names += other.names;
        self.in_attributes += other.in_attributes;
        self.in_comments += other.in_comments;
        self.text += other.text;
        self.sum += other.sum;
        self.spans = self.spans.wrapping_add(other.spans);
    }
}
