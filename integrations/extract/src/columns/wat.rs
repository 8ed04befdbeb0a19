//! What WAT files say, as a column.

use crate::warc::{Wat, WatLink};
use arrow_array::builder::{Int64Builder, ListBuilder, StringBuilder, StructBuilder};
use arrow_array::{ArrayRef, StructArray};
use arrow_schema::{DataType, Field, Fields};
use std::sync::Arc;

/// What records of WAT files say of pages, as a column under construction: `title`, `base`, `links` (with `path`, `url` and `text`),
/// `date`, `filename`, `offset` and `length`, as [`Wat`] has them. It is null for a record of another file.
///
/// ```
/// use tokenwright_extract::columns::Wats;
///
/// let mut column = Wats::default();
/// column.push(None);
/// let array = column.take();
/// assert_eq!(array.data_type(), Wats::field().data_type());
/// assert!(array.is_null(0));
/// ```
pub struct Wats {
    is_wat: Vec<bool>,
    texts: [StringBuilder; 4],
    numbers: [Int64Builder; 2],
    links: ListBuilder<StructBuilder>,
}

impl Default for Wats {
    fn default() -> Self {
        let link = StructBuilder::from_fields(link_fields(), 0);
        Wats {
            is_wat: Vec::new(),
            texts: Default::default(),
            numbers: Default::default(),
            links: ListBuilder::new(link).with_field(link_field()),
        }
    }
}

/// A string of a link.
type Text = fn(&WatLink) -> Option<&str>;

/// The strings of a link, in the order of their columns.
const LINK: [(&str, Text); 3] = [
    ("path", |link| link.path.as_deref()),
    ("url", |link| link.url.as_deref()),
    ("text", |link| link.text.as_deref()),
];

fn link_fields() -> Fields {
    LINK.map(|(name, _)| Field::new(name, DataType::Utf8, true))
        .to_vec()
        .into()
}

fn link_field() -> Field {
    Field::new("item", DataType::Struct(link_fields()), false)
}

fn fields() -> Fields {
    Fields::from(vec![
        Field::new("title", DataType::Utf8, true),
        Field::new("base", DataType::Utf8, true),
        Field::new("links", DataType::List(Arc::new(link_field())), true),
        Field::new("date", DataType::Utf8, true),
        Field::new("filename", DataType::Utf8, true),
        Field::new("offset", DataType::Int64, true),
        Field::new("length", DataType::Int64, true),
    ])
}

impl Wats {
    /// The column.
    pub fn field() -> Field {
        Field::new("wat", DataType::Struct(fields()), true)
    }

    /// Adds what a record says; `None` is a record of another file.
    pub fn push(&mut self, wat: Option<&Wat>) {
        // A number that no file can have is null.
        let int64 = |number: u64| i64::try_from(number).ok();
        self.is_wat.push(wat.is_some());
        let texts = wat.map(|wat| [&wat.title, &wat.base, &wat.date, &wat.filename]);
        for (at, column) in self.texts.iter_mut().enumerate() {
            column.append_option(texts.and_then(|texts| texts[at].as_deref()));
        }
        let numbers = wat.map(|wat| [wat.offset, wat.length]);
        for (at, column) in self.numbers.iter_mut().enumerate() {
            column.append_option(numbers.and_then(|numbers| numbers[at]).and_then(int64));
        }
        for link in wat.iter().flat_map(|wat| &wat.links) {
            let row = self.links.values();
            for (at, (_, text)) in LINK.iter().enumerate() {
                if let Some(column) = row.field_builder::<StringBuilder>(at) {
                    column.append_option(text(link));
                }
            }
            row.append(true);
        }
        self.links.append(wat.is_some());
    }

    /// Takes all rows.
    pub fn take(&mut self) -> ArrayRef {
        let [title, base, date, filename] = &mut self.texts;
        let [offset, length] = &mut self.numbers;
        let arrays: Vec<ArrayRef> = vec![
            Arc::new(title.finish()),
            Arc::new(base.finish()),
            Arc::new(self.links.finish()),
            Arc::new(date.finish()),
            Arc::new(filename.finish()),
            Arc::new(offset.finish()),
            Arc::new(length.finish()),
        ];
        let is_wat = std::mem::take(&mut self.is_wat);
        Arc::new(StructArray::new(fields(), arrays, Some(is_wat.into())))
    }
}
