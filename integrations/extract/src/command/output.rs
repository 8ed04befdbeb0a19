//! Output files, which appear when they are complete.

use super::arguments::Format;
use super::destination::{Destination, Sink};
use super::failure::Failure;
use arrow_array::RecordBatch;
use arrow_json::writer::{LineDelimited, Writer, WriterBuilder};
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::io;

/// A row group of Parquet is written when it has this many bytes, so that memory does not grow with the input.
pub(crate) const ROW_GROUP: usize = 32 << 20;

/// An output file under construction.
pub(crate) struct Output<'a> {
    destination: &'a Destination,
    name: String,
    writer: Kind,
}

enum Kind {
    Parquet(Box<ArrowWriter<Sink>>),
    Jsonl(Box<Writer<Sink, LineDelimited>>),
}

impl<'a> Output<'a> {
    pub(crate) fn create(
        destination: &'a Destination,
        name: String,
        format: Format,
        schema: SchemaRef,
    ) -> Result<Self, Failure> {
        let sink = destination.create(&name)?;
        let writer = match format {
            Format::Parquet => {
                let compression = Compression::ZSTD(ZstdLevel::default());
                let properties = WriterProperties::builder()
                    .set_compression(compression)
                    .build();
                let writer = ArrowWriter::try_new(sink, schema, Some(properties));
                Kind::Parquet(Box::new(
                    writer.map_err(|error| destination.failed(&name, error))?,
                ))
            }
            // A null is written, to tell it from an absent column.
            Format::Jsonl => {
                let builder = WriterBuilder::new().with_explicit_nulls(true);
                Kind::Jsonl(Box::new(builder.build(sink)))
            }
        };
        Ok(Output {
            destination,
            name,
            writer,
        })
    }

    pub(crate) fn write(&mut self, rows: &RecordBatch) -> Result<(), Failure> {
        let written = match &mut self.writer {
            Kind::Parquet(writer) => writer.write(rows).map_err(io::Error::other),
            Kind::Jsonl(writer) => writer.write(rows).map_err(io::Error::other),
        };
        written.map_err(|error| self.destination.failed(&self.name, error))
    }

    /// How many bytes of rows are in memory, about.
    pub(crate) fn in_memory(&self) -> usize {
        match &self.writer {
            Kind::Parquet(writer) => writer.in_progress_size(),
            Kind::Jsonl(_) => 0,
        }
    }

    /// Writes the rows that are in memory.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        match &mut self.writer {
            Kind::Parquet(writer) => writer
                .flush()
                .map_err(|error| self.destination.failed(&self.name, error)),
            Kind::Jsonl(_) => Ok(()),
        }
    }

    /// Completes the file, which gets its name.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let sink = match self.writer {
            Kind::Parquet(writer) => writer.into_inner().map_err(io::Error::other),
            Kind::Jsonl(mut writer) => match writer.finish() {
                Ok(()) => Ok(writer.into_inner()),
                Err(error) => Err(io::Error::other(error)),
            },
        };
        let committed = sink.and_then(Sink::commit);
        committed.map_err(|error| self.destination.failed(&self.name, error))
    }
}
