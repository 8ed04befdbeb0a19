//! From the arguments to the output.
//!
//! The input is cut into jobs, each with an output file of its own, so that a run that was interrupted continues with the
//! files that are missing, and a part that fails does not stop the others. Jobs run in parallel and pages of a job do not:
//! that keeps their order without a queue.

use super::arguments::Arguments;
use super::binary;
use super::failure::Failure;
use super::filter::Filter;
use super::folder::Folder;
use super::job::{Input, Job, find};
use super::output::Output;
use super::progress::{self, Progress};
use super::rows::{Rows, schema};
use arrow_array::Array;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::RowGroupMetaData;
use rayon::prelude::*;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use tokenwright_arrow::{Extractor, Page, Pages};
use tokenwright_extract::warc::{self, Reader};

/// How many bytes of pages a batch has, about; and how many rows at most.
const BATCH: (usize, usize) = (4 << 20, 4096);

/// Runs the command. Returns a summary.
pub(crate) fn run(arguments: Arguments) -> Result<String, Failure> {
    let extractor = Extractor::new(arguments.request());
    let extractor = extractor.map_err(|error| Failure::new(error.to_string()))?;
    let threads = arguments.threads.map_or(0, |threads| threads.get());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::new(error.to_string()))?;
    let jobs = progress::waiting("looking for records", || pool.install(|| find(&arguments)))?;
    let folder = Folder::open(&arguments)?;
    let (done, left): (Vec<&Job>, Vec<&Job>) = jobs.iter().partition(|job| folder.is_done(job));
    let len = |jobs: &[&Job]| jobs.iter().map(|job| job.bytes).sum::<u64>();
    if !left.is_empty() {
        folder.begin()?;
    }
    let progress = Progress::new(len(&done) + len(&left), len(&done));
    let work = Work {
        arguments: &arguments,
        extractor: &extractor,
        filter: Filter::new(&arguments),
        folder: &folder,
        progress: &progress,
    };
    let failures: Vec<Failure> = pool.install(|| {
        let jobs = left.par_iter().with_max_len(1);
        jobs.filter_map(|job| work.run(job).err()).collect()
    });
    let figures = progress.finish();
    let skipped = match done.len() {
        0 => String::new(),
        parts => format!("; {parts} parts were there already"),
    };
    if failures.is_empty() {
        folder.complete()?;
    }
    match failures.split_first() {
        None => Ok(format!(
            "{}: {figures}{skipped}",
            arguments.output.display()
        )),
        Some((first, [])) => Err(Failure::new(format!(
            "{first}; the other parts are written"
        ))),
        Some((first, others)) => {
            let others = others.len();
            Err(Failure::new(format!(
                "{first}; {others} other parts failed, the rest is written"
            )))
        }
    }
}

/// What all jobs share.
struct Work<'a> {
    arguments: &'a Arguments,
    extractor: &'a Extractor,
    filter: Filter<'a>,
    folder: &'a Folder,
    progress: &'a Progress,
}

impl Work<'_> {
    /// Writes the output file of a job.
    fn run(&self, job: &Job) -> Result<(), Failure> {
        let schema = schema(self.extractor);
        let output = Output::create(self.folder.file(job), self.arguments.format, schema)?;
        let mut writer = Writer {
            rows: Rows::new(self.extractor),
            output,
            progress: self.progress,
            filter: &self.filter,
            counted: 0,
        };
        match &job.input {
            Input::Warc(path, range) => self.warc(path, range.clone(), &mut writer)?,
            Input::Html(files) => html(files, &mut writer)?,
            Input::Parquet(path, group) => {
                self.parquet(path, *group, job.bytes, &mut writer)?;
            }
        }
        writer.finish(job.bytes)
    }

    fn warc(&self, path: &Path, range: Range<u64>, writer: &mut Writer<'_>) -> Result<(), Failure> {
        let failed = |error| Failure::at(path, error);
        let start = range.start;
        let reader = Reader::open_split(path, range).map_err(failed)?;
        let mut reader = reader.limit(self.arguments.max_page << 20);
        let source = path.to_string_lossy();
        while let Some(record) = reader.next_page().map_err(failed)? {
            let mut page = Page::bytes(&record.html);
            if let Some(content_type) = &record.content_type {
                page = page.content_type(content_type);
            }
            if let Some(url) = &record.url {
                page = page.url(url);
            }
            writer.push(
                &source,
                &record,
                Some(&page),
                reader.position().saturating_sub(start),
            )?;
        }
        self.progress.add_skipped(reader.skipped());
        Ok(())
    }

    fn parquet(
        &self,
        path: &Path,
        group: usize,
        bytes: u64,
        writer: &mut Writer<'_>,
    ) -> Result<(), Failure> {
        let file = File::open(path).map_err(|error| Failure::at(path, error))?;
        let failed = |error| Failure::at(path, error);
        let (metadata, texts) = binary::metadata(&file).map_err(failed)?;
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata);
        let count = |group: &RowGroupMetaData| u64::try_from(group.num_rows()).unwrap_or(0);
        let rows = count(builder.metadata().row_group(group)).max(1);
        let before = builder.metadata().row_groups()[..group].iter();
        let first: u64 = before.map(count).sum();
        let mut row = first;
        let columns = [
            &self.arguments.html_column,
            &self.arguments.url_column,
            &self.arguments.content_type_column,
        ];
        let columns = columns.map(String::as_str);
        let columns = ProjectionMask::columns(builder.parquet_schema(), columns);
        let builder = builder.with_projection(columns);
        let builder = builder.with_row_groups(vec![group]).with_batch_size(256);
        let source = path.to_string_lossy();
        for batch in builder.build().map_err(failed)? {
            let batch = batch.map_err(|error| Failure::at(path, error))?;
            let column = |name: &str| {
                batch
                    .column_by_name(name)
                    .map(|array| &**array as &dyn Array)
            };
            let html = &self.arguments.html_column;
            let is_text = texts.contains(html);
            let html = column(html).ok_or_else(|| {
                Failure::at(
                    path,
                    format!(
                        "there is no column `{html}`: name the column of pages with --html-column"
                    ),
                )
            })?;
            let wrong = |error| Failure::at(path, error);
            let mut pages = Pages::new(html).map_err(wrong)?;
            if is_text {
                pages = pages.text();
            }
            let urls = column(&self.arguments.url_column);
            if let Some(urls) = urls {
                pages = pages.urls(urls).map_err(wrong)?;
            }
            if let Some(content_types) = column(&self.arguments.content_type_column) {
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
                let read = u64::try_from(read).unwrap_or(bytes);
                writer.push(&source, &record, page.as_ref(), read)?;
            }
        }
        Ok(())
    }
}

fn html(files: &[PathBuf], writer: &mut Writer<'_>) -> Result<(), Failure> {
    let mut read = 0;
    for file in files {
        let html = std::fs::read(file).map_err(|error| Failure::at(file, error))?;
        read += html.len() as u64;
        let source = file.to_string_lossy();
        let record = warc::Page::default();
        writer.push(&source, &record, Some(&Page::bytes(&html)), read)?;
    }
    Ok(())
}

/// Rows on their way to a file.
struct Writer<'a> {
    rows: Rows<'a>,
    output: Output,
    progress: &'a Progress,
    filter: &'a Filter<'a>,
    /// How much of the job's input the progress bar has.
    counted: u64,
}

impl Writer<'_> {
    /// Adds a row; `read` is how much of the job's input has been read.
    fn push(
        &mut self,
        source: &str,
        record: &warc::Page,
        page: Option<&Page<'_>>,
        read: u64,
    ) -> Result<(), Failure> {
        if !self.filter.takes(record) {
            self.progress.add_filtered(1);
            return Ok(());
        }
        self.rows.push(source, record, page);
        if self.rows.page_bytes() >= BATCH.0 || self.rows.len() >= BATCH.1 {
            self.flush(read)?;
        }
        Ok(())
    }

    fn flush(&mut self, read: u64) -> Result<(), Failure> {
        let (pages, bytes) = (self.rows.len(), self.rows.page_bytes());
        let rows = self
            .rows
            .take()
            .and_then(|rows| self.filter.rows(rows))
            .map_err(|error| Failure::new(error.to_string()))?;
        self.progress.add_filtered(pages - rows.num_rows());
        self.output.write(&rows)?;
        let read = read.max(self.counted);
        self.progress
            .add(rows.num_rows(), bytes, read - self.counted);
        self.counted = read;
        Ok(())
    }

    fn finish(mut self, bytes: u64) -> Result<(), Failure> {
        self.flush(bytes)?;
        self.output.finish()
    }
}
