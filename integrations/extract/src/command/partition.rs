//! Output in folders of Hive: `status=200/language=de/part-….parquet`.
//!
//! The columns in names of folders are not in the files, as Hive, Spark and pyarrow add them from there. Values are few by their kind, and
//! what is none of that kind is in `__HIVE_DEFAULT_PARTITION__`. A thread has at most [`OPEN`] files open: for one more, the file that
//! was written to least recently is completed, and more rows of its partition begin another. Row groups in memory have 32 MiB together, and
//! the largest is written first. All this depends on the rows alone, so a part of the input that is read again has the same files.

use super::arguments::Format;
use super::failure::Failure;
use super::folder::Folder;
use super::job::Job;
use super::output::{Output, ROW_GROUP};
use super::rows::text;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, RecordBatch, UInt32Array};
use arrow_schema::{Schema, SchemaRef};
use arrow_select::take::take_record_batch;
use clap::ValueEnum;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// The most files that a thread has open.
const OPEN: usize = 32;

/// The most partitions of a part of the input, as Hive has it.
const PARTITIONS: usize = 1000;

/// What Hive calls the partition of null.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// What the output is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Key {
    /// Of the response
    Status,
    /// `media_type=text%2Fhtml`
    #[value(name = "media_type", alias = "media-type")]
    MediaType,
    /// Of the record
    #[value(name = "record_type", alias = "record-type")]
    RecordType,
    /// The first part of `lang`, in lower case; adds the column `lang`
    Language,
    /// The day of the record's date, in UTC
    #[value(alias = "date")]
    Day,
}

impl Key {
    /// The name of the column in names of folders.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Key::Status => "status",
            Key::MediaType => "media_type",
            Key::RecordType => "record_type",
            Key::Language => "language",
            Key::Day => "day",
        }
    }

    /// The value of a row.
    fn value(self, rows: &RecordBatch, row: usize) -> Option<String> {
        let text = |column: &str| text(rows, column, row);
        match self {
            Key::Status => {
                let column = rows.column_by_name("status")?;
                let column = column.as_primitive_opt::<Int32Type>()?;
                column.is_valid(row).then(|| column.value(row).to_string())
            }
            Key::MediaType => text("media_type")
                .filter(|text| is_media_type(text))
                .map(str::to_owned),
            Key::RecordType => text("record_type").map(str::to_owned),
            Key::Language => text("lang").and_then(language),
            Key::Day => text("date")
                .and_then(|date| date.get(..10))
                .filter(|day| is_day(day))
                .map(str::to_owned),
        }
    }
}

/// The primary subtag of a language tag (RFC 5646).
fn language(tag: &str) -> Option<String> {
    let first = tag.trim().split(['-', '_']).next()?;
    let is_one =
        matches!(first.len(), 2 | 3) && first.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_one.then(|| first.to_ascii_lowercase())
}

fn is_media_type(text: &str) -> bool {
    let is_token = |text: &str| {
        let is_in = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&^_.+-".contains(&byte);
        !text.is_empty() && text.len() <= 64 && text.bytes().all(is_in)
    };
    text.split_once('/')
        .is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

fn is_day(text: &str) -> bool {
    let mut bytes = text.bytes().enumerate();
    bytes.all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    })
}

/// A value in the name of a folder: what Hive escapes, and what file systems refuse.
fn escape(value: &str) -> String {
    let mut escaped = String::new();
    for c in value.chars() {
        match c.is_ascii_control() || "\"#%'*/:<=>?\\^{}[]|".contains(c) {
            true => drop(write!(escaped, "%{:02X}", u32::from(c))),
            false => escaped.push(c),
        }
    }
    escaped
}

/// The files of a part of the input.
pub(crate) struct Partitions<'a> {
    folder: &'a Folder,
    job: &'a Job,
    keys: &'a [Key],
    format: Format,
    open: BTreeMap<String, Open<'a>>,
    /// How many files were begun in each partition.
    begun: BTreeMap<String, u32>,
    writes: u64,
}

struct Open<'a> {
    output: Output<'a>,
    /// When it was last written to.
    written: u64,
}

impl<'a> Partitions<'a> {
    pub(crate) fn new(folder: &'a Folder, job: &'a Job, keys: &'a [Key], format: Format) -> Self {
        Partitions {
            folder,
            job,
            keys,
            format,
            open: BTreeMap::new(),
            begun: BTreeMap::new(),
            writes: 0,
        }
    }

    /// Writes rows, each to the file of its partition, in their order.
    pub(crate) fn write(&mut self, rows: &RecordBatch) -> Result<(), Failure> {
        let mut partitions: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for row in 0..rows.num_rows() {
            let folders = self.keys.iter().map(|key| {
                let value = key.value(rows, row);
                let value = value.map_or(NULL.to_owned(), |value| escape(&value));
                format!("{}={value}", key.name())
            });
            let partition = folders.collect::<Vec<_>>().join("/");
            partitions
                .entry(partition)
                .or_default()
                .push(u32::try_from(row).unwrap_or(u32::MAX));
        }
        let is_new = |partition: &&String| !self.begun.contains_key(*partition);
        if self.begun.len() + partitions.keys().filter(is_new).count() > PARTITIONS {
            return Err(Failure::new(format!(
                "{}: there are more than {PARTITIONS} partitions: divide by fewer columns",
                self.job.name
            )));
        }
        let schema = self.schema(rows.schema_ref());
        let columns = schema
            .fields()
            .iter()
            .filter_map(|field| rows.schema_ref().index_of(field.name()).ok());
        let kept = rows
            .project(&columns.collect::<Vec<_>>())
            .map_err(Failure::new)?;
        for (partition, rows) in partitions {
            let rows = take_record_batch(&kept, &UInt32Array::from(rows)).map_err(Failure::new)?;
            self.output(&partition, &schema)?.write(&rows)?;
            self.bound_memory()?;
        }
        Ok(())
    }

    /// The columns of the files.
    fn schema(&self, schema: &SchemaRef) -> SchemaRef {
        let fields = schema.fields().iter();
        let fields = fields.filter(|field| self.keys.iter().all(|key| key.name() != field.name()));
        Arc::new(Schema::new(fields.cloned().collect::<Vec<_>>()))
    }

    /// The file for more rows of a partition.
    fn output(&mut self, partition: &str, schema: &SchemaRef) -> Result<&mut Output<'a>, Failure> {
        self.writes += 1;
        if !self.open.contains_key(partition) {
            if self.open.len() >= OPEN {
                let oldest = self.open.iter().min_by_key(|(_, open)| open.written);
                let oldest = oldest.map(|(partition, _)| partition.clone());
                if let Some(open) = oldest.and_then(|oldest| self.open.remove(&oldest)) {
                    open.output.finish()?;
                }
            }
            let number = self.begun.entry(partition.to_owned()).or_default();
            let name = self.folder.file_in(partition, self.job, *number);
            *number += 1;
            let output =
                Output::create(self.folder.destination(), name, self.format, schema.clone())?;
            self.open
                .insert(partition.to_owned(), Open { output, written: 0 });
        }
        let writes = self.writes;
        let open = self.open.get_mut(partition);
        let open = open.ok_or_else(|| Failure::new("a partition has no file"))?;
        open.written = writes;
        Ok(&mut open.output)
    }

    /// Writes the largest row groups until what is in memory is bounded.
    fn bound_memory(&mut self) -> Result<(), Failure> {
        while self
            .open
            .values()
            .map(|open| open.output.in_memory())
            .sum::<usize>()
            >= ROW_GROUP
        {
            let largest = self
                .open
                .values_mut()
                .max_by_key(|open| (open.output.in_memory(), open.written));
            match largest {
                Some(open) => open.output.flush()?,
                None => break,
            }
        }
        Ok(())
    }

    /// Completes all files.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.open
            .into_values()
            .try_for_each(|open| open.output.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::{escape, is_day, is_media_type, language};

    #[test]
    fn values_are_of_their_kind() {
        assert_eq!(language("de-AT").as_deref(), Some("de"));
        assert_eq!(language(" EN_us").as_deref(), Some("en"));
        assert_eq!(language("../x"), None);
        assert_eq!(language(""), None);
        assert!(
            is_media_type("application/xhtml+xml")
                && !is_media_type("text/h=tml")
                && !is_media_type("text/")
        );
        assert!(is_day("2026-01-31") && !is_day("2026/01/31"));
    }

    #[test]
    fn values_are_escaped_as_hive_does() {
        assert_eq!(escape("text/html"), "text%2Fhtml");
        assert_eq!(escape("a=b%é\n"), "a%3Db%25é%0A");
    }
}
