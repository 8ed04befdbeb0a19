//! Output files, which appear when they are complete.

use super::arguments::Format;
use super::failure::Failure;
use arrow_array::RecordBatch;
use arrow_json::writer::{LineDelimited, Writer, WriterBuilder};
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::fmt::Display;
use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;

/// A row group of Parquet is written when it has this many bytes, so that memory does not grow with the input.
const ROW_GROUP: usize = 32 << 20;

/// An output file under construction.
pub(crate) struct Output {
    path: PathBuf,
    partial: PathBuf,
    writer: Kind,
}

enum Kind {
    Parquet(Box<ArrowWriter<File>>),
    Jsonl(Writer<BufWriter<File>, LineDelimited>),
}

impl Output {
    pub(crate) fn create(
        path: PathBuf,
        format: Format,
        schema: SchemaRef,
    ) -> Result<Self, Failure> {
        let mut partial = path.clone().into_os_string();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let file = File::create(&partial).map_err(|error| Failure::at(&partial, error))?;
        let writer = match format {
            Format::Parquet => {
                let compression = Compression::ZSTD(ZstdLevel::default());
                let properties = WriterProperties::builder()
                    .set_compression(compression)
                    .build();
                let writer = ArrowWriter::try_new(file, schema, Some(properties));
                Kind::Parquet(Box::new(
                    writer.map_err(|error| Failure::at(&partial, error))?,
                ))
            }
            // A null is written, to tell it from an absent column.
            Format::Jsonl => {
                let builder = WriterBuilder::new().with_explicit_nulls(true);
                Kind::Jsonl(builder.build(BufWriter::new(file)))
            }
        };
        Ok(Output {
            path,
            partial,
            writer,
        })
    }

    pub(crate) fn write(&mut self, rows: &RecordBatch) -> Result<(), Failure> {
        let failed = |error: &dyn Display| Failure::at(&self.partial, error);
        match &mut self.writer {
            Kind::Parquet(writer) => {
                writer.write(rows).map_err(|error| failed(&error))?;
                if writer.in_progress_size() >= ROW_GROUP {
                    writer.flush().map_err(|error| failed(&error))?;
                }
                Ok(())
            }
            Kind::Jsonl(writer) => writer.write(rows).map_err(|error| failed(&error)),
        }
    }

    /// Completes the file: it gets its name when it is on disk.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let partial = self.partial;
        let failed = |error: &dyn Display| Failure::at(&partial, error);
        let file = match self.writer {
            Kind::Parquet(writer) => writer.into_inner().map_err(|error| failed(&error))?,
            Kind::Jsonl(mut writer) => {
                writer.finish().map_err(|error| failed(&error))?;
                writer
                    .into_inner()
                    .into_inner()
                    .map_err(|error| failed(&error))?
            }
        };
        file.sync_all().map_err(|error| failed(&error))?;
        drop(file);
        std::fs::rename(&partial, &self.path).map_err(|error| Failure::at(&self.path, error))
    }
}
