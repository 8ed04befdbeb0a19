//! Columns of pages as input.
//!
//! Arrow has six arrays for strings and binary values, and each source of pages uses another. They are told apart once, when
//! a column is taken, and read in place; a conversion to one of them would copy every page.

use crate::Page;
use crate::page::Html;
use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_schema::DataType;
use std::fmt;

/// A column of pages, and columns of what is known about them.
///
/// Each column is of strings or of binary values, 32-bit, 64-bit or views. Strings are text; binary pages are decoded.
/// Nothing is copied.
#[derive(Clone, Copy)]
pub struct Pages<'a> {
    html: Column<'a>,
    is_text: bool,
    content_types: Option<Column<'a>>,
    urls: Option<Column<'a>>,
}

impl<'a> Pages<'a> {
    /// Pages of a column.
    ///
    /// ```
    /// use arrow_array::{BinaryViewArray, Int32Array};
    /// use tokenwright_arrow::Pages;
    ///
    /// let html = BinaryViewArray::from_iter_values([b"<p>"]);
    /// assert_eq!(Pages::new(&html)?.len(), 1);
    /// let error = Pages::new(&Int32Array::from(vec![1])).err().expect("no page");
    /// assert_eq!(error.to_string(), "the column of pages has values of type Int32: it must have strings or binary values");
    /// # Ok::<_, tokenwright_arrow::InputError>(())
    /// ```
    pub fn new(html: &'a dyn Array) -> Result<Self, InputError> {
        Ok(Pages {
            html: Column::new(html, "pages")?,
            is_text: false,
            content_types: None,
            urls: None,
        })
    }

    /// Says that binary pages are text in UTF-8, without a copy: for strings of a source that does not make sure of it.
    ///
    /// ```
    /// use arrow_array::BinaryArray;
    /// use tokenwright_arrow::Pages;
    ///
    /// let html = BinaryArray::from_iter_values([&b"<p>"[..], b"\xFF"]);
    /// let pages = Pages::new(&html)?.text();
    /// assert!(pages.get(0)?.is_some());
    /// assert_eq!(pages.get(1).expect_err("no text").to_string(), "the page is not UTF-8 at byte 0");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn text(mut self) -> Self {
        self.is_text = true;
        self
    }

    /// Adds the values of the pages' `Content-Type` headers.
    pub fn content_types(mut self, content_types: &'a dyn Array) -> Result<Self, InputError> {
        self.content_types = Some(self.column(content_types, "content types")?);
        Ok(self)
    }

    /// Adds the pages' URLs, which links are resolved against.
    pub fn urls(mut self, urls: &'a dyn Array) -> Result<Self, InputError> {
        self.urls = Some(self.column(urls, "URLs")?);
        Ok(self)
    }

    /// The number of pages, nulls included.
    pub fn len(&self) -> usize {
        self.html.array.len()
    }

    /// Whether there are no pages.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The page of a row; `None` if it is null. An error says why the row cannot be read.
    pub fn get(&self, row: usize) -> Result<Option<Page<'a>>, RowError> {
        let html = match self.html.get(row) {
            None => return Ok(None),
            Some(Html::Bytes(bytes)) if self.is_text => Html::Text(utf8(bytes, "page")?),
            Some(html) => html,
        };
        let text = |column: Option<Column<'a>>, name| match column {
            Some(column) => column.text(row, name),
            None => Ok(None),
        };
        Ok(Some(Page {
            html,
            content_type: text(self.content_types, "content type")?,
            url: text(self.urls, "URL")?,
        }))
    }

    /// The length of the page of a row in bytes; 0 if it is null.
    pub(crate) fn bytes(&self, row: usize) -> usize {
        self.html.get(row).map_or(0, |html| html.len())
    }

    fn column(&self, array: &'a dyn Array, name: &'static str) -> Result<Column<'a>, InputError> {
        let column = Column::new(array, name)?;
        if array.len() != self.len() {
            return Err(InputError(Problem::Len {
                name,
                len: array.len(),
                pages: self.len(),
            }));
        }
        Ok(column)
    }
}

#[derive(Clone, Copy)]
struct Column<'a> {
    array: &'a dyn Array,
    /// The value of a row that is not null.
    value: fn(&'a dyn Array, usize) -> Html<'a>,
}

impl<'a> Column<'a> {
    fn new(array: &'a dyn Array, name: &'static str) -> Result<Self, InputError> {
        let value: fn(&'a dyn Array, usize) -> Html<'a> = match array.data_type() {
            DataType::Utf8 => |array, row| Html::Text(array.as_string::<i32>().value(row)),
            DataType::LargeUtf8 => |array, row| Html::Text(array.as_string::<i64>().value(row)),
            DataType::Utf8View => |array, row| Html::Text(array.as_string_view().value(row)),
            DataType::Binary => |array, row| Html::Bytes(array.as_binary::<i32>().value(row)),
            DataType::LargeBinary => |array, row| Html::Bytes(array.as_binary::<i64>().value(row)),
            DataType::BinaryView => |array, row| Html::Bytes(array.as_binary_view().value(row)),
            found => {
                let found = found.clone();
                return Err(InputError(Problem::Type { name, found }));
            }
        };
        Ok(Column { array, value })
    }

    fn get(&self, row: usize) -> Option<Html<'a>> {
        let is_valid = self.array.is_valid(row);
        is_valid.then(|| (self.value)(self.array, row))
    }

    /// The value of a row, which must be UTF-8.
    fn text(&self, row: usize, name: &'static str) -> Result<Option<&'a str>, RowError> {
        match self.get(row) {
            None => Ok(None),
            Some(Html::Text(text)) => Ok(Some(text)),
            Some(Html::Bytes(bytes)) => utf8(bytes, name).map(Some),
        }
    }
}

fn utf8<'a>(bytes: &'a [u8], name: &'static str) -> Result<&'a str, RowError> {
    std::str::from_utf8(bytes).map_err(|error| RowError {
        name,
        at: error.valid_up_to(),
    })
}

/// Why a row cannot be read as a page: a value that must be text is not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowError {
    name: &'static str,
    at: usize,
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} is not UTF-8 at byte {}", self.name, self.at)
    }
}

impl std::error::Error for RowError {}

/// Why columns cannot be read as pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError(Problem);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    Type {
        name: &'static str,
        found: DataType,
    },
    Len {
        name: &'static str,
        len: usize,
        pages: usize,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Problem::Type { name, found } => write!(
                f,
                "the column of {name} has values of type {found}: it must have strings or binary values"
            ),
            Problem::Len { name, len, pages } => {
                write!(
                    f,
                    "the column of {name} has {len} rows, and there are {pages} pages"
                )
            }
        }
    }
}

impl std::error::Error for InputError {}
