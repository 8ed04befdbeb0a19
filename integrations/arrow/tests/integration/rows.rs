//! Columns as Rust values.

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use tokenwright_arrow::{Extractor, Links, Page, Request, Tags};

/// A request of links, text, titles, `meta`, tags, errors and tokens, with all of their fields.
pub(crate) fn everything() -> Request {
    let request = Request::default().text(true).title(true).meta(true);
    let request = request.errors(true).tokens(true).spans(true);
    let links = Links::resolved().resources(true);
    request.links(links).tags(Tags::default())
}

/// The row of a page.
pub(crate) fn row(extractor: &Extractor, page: &Page<'_>) -> RecordBatch {
    let mut batch = extractor.batch();
    batch.push(page);
    batch.take()
}

/// The row that a request has for a page.
pub(crate) fn of(request: Request, page: &Page<'_>) -> RecordBatch {
    row(&Extractor::new(request).expect("a request"), page)
}

/// The string of the only row.
pub(crate) fn string(batch: &RecordBatch, column: &str) -> Option<String> {
    strings(batch, column).remove(0)
}

/// The strings of a column.
pub(crate) fn strings(batch: &RecordBatch, column: &str) -> Vec<Option<String>> {
    owned(batch[column].as_string())
}

/// A field of the items of each row's list.
pub(crate) fn lists(
    batch: &RecordBatch,
    column: &str,
    field: &str,
) -> Vec<Option<Vec<Option<String>>>> {
    let lists = batch[column].as_list::<i32>();
    lists
        .iter()
        .map(|list| Some(owned(list?.as_struct()[field].as_string())))
        .collect()
}

/// The spans of the items of each row's list.
pub(crate) fn spans(batch: &RecordBatch, column: &str) -> Vec<Vec<(usize, usize)>> {
    let lists = batch[column].as_list::<i32>();
    lists
        .iter()
        .map(|list| {
            let list = list.expect("a list");
            let numbers = |field: &str| -> Vec<usize> {
                let field: &ArrayRef = &list.as_struct()[field];
                field
                    .as_primitive::<Int64Type>()
                    .values()
                    .iter()
                    .map(|value| *value as usize)
                    .collect()
            };
            numbers("start").into_iter().zip(numbers("end")).collect()
        })
        .collect()
}

/// The only row of a list column, all items there.
pub(crate) fn list(batch: &RecordBatch, column: &str, field: &str) -> Vec<String> {
    let mut lists = lists(batch, column, field);
    assert_eq!(lists.len(), 1);
    let list = lists.remove(0).expect("a list");
    list.into_iter()
        .map(|item| item.expect("a value"))
        .collect()
}

fn owned(array: &StringArray) -> Vec<Option<String>> {
    array.iter().map(|value| value.map(str::to_owned)).collect()
}
