//! The rows of a part of the input, in their order.

use super::arguments::Arguments;
use super::binary;
use super::failure::Failure;
use super::job::{Input, Job};
use super::place::Place;
use super::run::BATCH;
use arrow_array::Array;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::RowGroupMetaData;
use std::io::Read;
use std::ops::Range;
use tokenwright_arrow::{Page, Pages};
use tokenwright_extract::warc::{self, Reader, Skipped};

/// A row of the input.
pub(crate) struct Row<'a> {
    /// The file that it is from.
    pub(crate) source: &'a str,
    pub(crate) record: &'a warc::Page,
    pub(crate) page: Option<&'a Page<'a>>,
    /// How much of the job's input has been read.
    pub(crate) read: u64,
}

/// What takes rows.
pub(crate) type Take<'a> = dyn FnMut(Row<'_>) -> Result<(), Failure> + 'a;

/// Reads the rows of a job. Returns how many records are no pages.
pub(crate) fn read(
    job: &Job,
    arguments: &Arguments,
    take: &mut Take<'_>,
) -> Result<Skipped, Failure> {
    match &job.input {
        Input::Warc(place, range) => warc(place, range.clone(), arguments, take),
        Input::Html(places) => html(places, arguments, take).map(|()| Skipped::default()),
        Input::Parquet(place, group) => {
            let read = parquet(place, *group, job.bytes, arguments, take);
            read.map(|()| Skipped::default())
        }
    }
}

fn warc(
    place: &Place,
    range: Range<u64>,
    arguments: &Arguments,
    take: &mut Take<'_>,
) -> Result<Skipped, Failure> {
    let failed = |error| place.failed(error);
    let start = range.start;
    let reader = Reader::of_split(place.open().map_err(failed)?, range).map_err(failed)?;
    let mut reader = reader.limit(arguments.max_page << 20);
    let source = place.to_string();
    while let Some(record) = reader.next_page().map_err(failed)? {
        let mut page = Page::bytes(&record.html);
        if let Some(content_type) = &record.content_type {
            page = page.content_type(content_type);
        }
        if let Some(url) = &record.url {
            page = page.url(url);
        }
        take(Row {
            source: &source,
            record: &record,
            page: record.has_html().then_some(&page),
            read: reader.position().saturating_sub(start),
        })?;
    }
    Ok(reader.skipped())
}

fn parquet(
    place: &Place,
    group: usize,
    bytes: u64,
    arguments: &Arguments,
    take: &mut Take<'_>,
) -> Result<(), Failure> {
    let input = place.open().map_err(|error| place.failed(error))?;
    let (metadata, texts) = binary::metadata(&input).map_err(|error| place.failed(error))?;
    let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(input, metadata);
    let count = |group: &RowGroupMetaData| u64::try_from(group.num_rows()).unwrap_or(0);
    let rows = count(builder.metadata().row_group(group)).max(1);
    let before = builder.metadata().row_groups()[..group].iter();
    let first: u64 = before.map(count).sum();
    let mut row = first;
    let columns = [
        &arguments.html_column,
        &arguments.url_column,
        &arguments.content_type_column,
    ];
    let columns = columns.map(String::as_str);
    let columns = ProjectionMask::columns(builder.parquet_schema(), columns);
    let builder = builder.with_projection(columns);
    let group_bytes = builder.metadata().row_group(group).total_byte_size();
    let row_bytes = u64::try_from(group_bytes).unwrap_or(0) / rows;
    let batch = (BATCH.0 as u64 / row_bytes.max(1)).clamp(1, 256);
    let builder = builder.with_row_groups(vec![group]);
    let builder = builder.with_batch_size(usize::try_from(batch).unwrap_or(1));
    let source = place.to_string();
    for batch in builder.build().map_err(|error| place.failed(error))? {
        let batch = batch.map_err(|error| place.failed(error))?;
        let column = |name: &str| {
            batch
                .column_by_name(name)
                .map(|array| &**array as &dyn Array)
        };
        let html = &arguments.html_column;
        let is_text = texts.contains(html);
        let html = column(html).ok_or_else(|| {
            place.failed(format!(
                "there is no column `{html}`: name the column of pages with --html-column"
            ))
        })?;
        let wrong = |error| place.failed(error);
        let mut pages = Pages::new(html).map_err(wrong)?;
        if is_text {
            pages = pages.text();
        }
        if let Some(urls) = column(&arguments.url_column) {
            pages = pages.urls(urls).map_err(wrong)?;
        }
        if let Some(content_types) = column(&arguments.content_type_column) {
            pages = pages.content_types(content_types).map_err(wrong)?;
        }
        for at in 0..pages.len() {
            let page = pages.get(at);
            let error = page.as_ref().err().map(ToString::to_string);
            let page = page.ok().flatten();
            let mut record = warc::Page::default();
            record.offset = row;
            record.url = page.as_ref().and_then(Page::page_url).map(str::to_owned);
            record.reason = error;
            row += 1;
            let read = u128::from(bytes) * u128::from(row - first) / u128::from(rows);
            take(Row {
                source: &source,
                record: &record,
                page: page.as_ref(),
                read: u64::try_from(read).unwrap_or(bytes),
            })?;
        }
    }
    Ok(())
}

fn html(places: &[Place], arguments: &Arguments, take: &mut Take<'_>) -> Result<(), Failure> {
    let most = arguments.max_page << 20;
    let mut read = 0;
    for place in places {
        let mut html = Vec::new();
        let opened = place.open();
        let found = opened.and_then(|input| input.take(most + 1).read_to_end(&mut html));
        found.map_err(|error| place.failed(error))?;
        let is_too_long = html.len() as u64 > most;
        let mut record = warc::Page::default();
        record.reason = is_too_long.then(|| format!("the file has more than {most} bytes"));
        read += place.bytes();
        take(Row {
            source: &place.to_string(),
            record: &record,
            page: (!is_too_long).then_some(&Page::bytes(&html)),
            read,
        })?;
    }
    Ok(())
}
