//! From the arguments to the output.
//!
//! The input is cut into jobs, each with an output file of its own, so that a run that was interrupted continues with the
//! files that are missing, and a part that fails does not stop the others. Jobs run in parallel and pages of a job do not:
//! that keeps their order without a queue.

use super::arguments::Arguments;
use super::duplicates::Duplicates;
use super::failure::Failure;
use super::filter::Filter;
use super::folder::Folder;
use super::job::{Job, find};
use super::output::{Output, ROW_GROUP};
use super::partition::Partitions;
use super::progress::{self, Progress};
use super::read::{Row, read};
use super::rows::{Rows, schema};
use arrow_array::RecordBatch;
use rayon::prelude::*;
use tokenwright_arrow::Extractor;

/// How many bytes a batch has, about; and how many rows at most.
pub(crate) const BATCH: (usize, usize) = (4 << 20, 4096);

/// Runs the command. Returns a summary.
pub(crate) fn run(arguments: Arguments) -> Result<String, Failure> {
    let extractor = Extractor::new(arguments.request());
    let extractor = extractor.map_err(Failure::new)?;
    let threads = arguments.threads.map_or(0, |threads| threads.get());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(Failure::new)?;
    let jobs = progress::waiting("looking for records", || pool.install(|| find(&arguments)))?;
    let folder = Folder::open(&arguments, &jobs)?;
    let (done, left): (Vec<&Job>, Vec<&Job>) = jobs.iter().partition(|job| folder.is_done(job));
    let len = |jobs: &[&Job]| jobs.iter().map(|job| job.bytes).sum::<u64>();
    if !left.is_empty() {
        folder.begin()?;
    }
    let duplicates = match arguments.dedup && !left.is_empty() {
        true => progress::waiting("looking for duplicates", || {
            pool.install(|| Duplicates::find(&jobs, &arguments, folder.destination()))
        })?,
        false => Duplicates::default(),
    };
    let progress = Progress::new(len(&done) + len(&left), len(&done));
    let work = Work {
        arguments: &arguments,
        extractor: &extractor,
        filter: Filter::new(&arguments),
        duplicates,
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
    duplicates: Duplicates,
    folder: &'a Folder,
    progress: &'a Progress,
}

impl Work<'_> {
    /// Writes the output files of a job.
    fn run(&self, job: &Job) -> Result<(), Failure> {
        self.folder.clear(job)?;
        let mut writer = Writer {
            rows: Rows::new(self.extractor, self.arguments.wat),
            files: self.files(job)?,
            progress: self.progress,
            filter: &self.filter,
            duplicates: self.duplicates.of(job),
            number: 0,
            counted: 0,
        };
        let skipped = read(job, self.arguments, &mut |row| writer.push(&row))?;
        self.progress.add_skipped(skipped);
        writer.finish(job.bytes)?;
        self.folder.mark(job)
    }

    fn files<'a>(&'a self, job: &'a Job) -> Result<Files<'a>, Failure> {
        let (folder, format) = (self.folder, self.arguments.format);
        Ok(match &*self.arguments.partition_by {
            [] => {
                let schema = schema(self.extractor, self.arguments.wat);
                let name = folder.file(job);
                let output = Output::create(folder.destination(), name, format, schema)?;
                Files::One(Box::new(output))
            }
            keys => Files::Partitions(Partitions::new(folder, job, keys, format)),
        })
    }
}

/// The output files of a job.
enum Files<'a> {
    One(Box<Output<'a>>),
    Partitions(Partitions<'a>),
}

impl Files<'_> {
    fn write(&mut self, rows: &RecordBatch) -> Result<(), Failure> {
        match self {
            Files::One(output) => {
                output.write(rows)?;
                match output.in_memory() >= ROW_GROUP {
                    true => output.flush(),
                    false => Ok(()),
                }
            }
            Files::Partitions(partitions) => partitions.write(rows),
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self {
            Files::One(output) => output.finish(),
            Files::Partitions(partitions) => partitions.finish(),
        }
    }
}

/// Rows on their way to files.
struct Writer<'a> {
    rows: Rows<'a>,
    files: Files<'a>,
    progress: &'a Progress,
    filter: &'a Filter<'a>,
    /// The numbers of rows to leave out that come yet.
    duplicates: &'a [u32],
    /// The number of the next row.
    number: u32,
    /// How much of the job's input the progress bar has.
    counted: u64,
}

impl Writer<'_> {
    /// Adds a row.
    fn push(&mut self, row: &Row<'_>) -> Result<(), Failure> {
        let number = self.number;
        self.number = number.wrapping_add(1);
        if let [first, others @ ..] = self.duplicates
            && *first == number
        {
            self.duplicates = others;
            self.progress.add_duplicates(1);
            return Ok(());
        }
        if !self.filter.takes(row.record) {
            self.progress.add_filtered(1);
            return Ok(());
        }
        self.rows.push(row.source, row.record, row.page);
        if self.rows.bytes() >= BATCH.0 || self.rows.len() >= BATCH.1 {
            self.flush(row.read)?;
        }
        Ok(())
    }

    fn flush(&mut self, read: u64) -> Result<(), Failure> {
        let (pages, bytes) = (self.rows.len(), self.rows.page_bytes());
        let rows = self
            .rows
            .take()
            .and_then(|rows| self.filter.rows(rows))
            .map_err(Failure::new)?;
        self.progress.add_filtered(pages - rows.num_rows());
        self.files.write(&rows)?;
        let read = read.max(self.counted);
        self.progress
            .add(rows.num_rows(), bytes, read - self.counted);
        self.counted = read;
        Ok(())
    }

    fn finish(mut self, bytes: u64) -> Result<(), Failure> {
        self.flush(bytes)?;
        self.files.finish()
    }
}
