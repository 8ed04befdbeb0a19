//! Strings of Parquet files as binary values: a file may have any bytes in them, and the reader would refuse all rows for one.

use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use parquet::basic::{ConvertedType, LogicalType, Type as Physical};
use parquet::errors::Result;
use parquet::file::metadata::{FileMetaData, ParquetMetaData};
use parquet::file::reader::ChunkReader;
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};
use std::sync::Arc;

/// Metadata for reading a file whose columns of strings are binary, and their names.
pub(crate) fn metadata(file: &impl ChunkReader) -> Result<(ArrowReaderMetadata, Vec<String>)> {
    // The types of Arrow would say again that they are strings.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let loaded = ArrowReaderMetadata::load(file, options.clone())?;
    let (metadata, file) = (loaded.metadata(), loaded.metadata().file_metadata());
    let root = file.schema_descr().root_schema();
    let mut texts = Vec::new();
    let mut fields = Vec::new();
    for field in root.get_fields() {
        if is_text(field) {
            texts.push(field.name().to_owned());
            let binary = Type::primitive_type_builder(field.name(), Physical::BYTE_ARRAY);
            let repetition = field.get_basic_info().repetition();
            fields.push(Arc::new(binary.with_repetition(repetition).build()?));
        } else {
            fields.push(field.clone());
        }
    }
    let root = Type::group_type_builder(root.name()).with_fields(fields);
    let file = FileMetaData::new(
        file.version(),
        file.num_rows(),
        file.created_by().map(str::to_owned),
        file.key_value_metadata().cloned(),
        Arc::new(SchemaDescriptor::new(Arc::new(root.build()?))),
        file.column_orders().cloned(),
    );
    let metadata = ParquetMetaData::new(file, metadata.row_groups().to_vec());
    let metadata = ArrowReaderMetadata::try_new(Arc::new(metadata), options)?;
    // A batch of pages may need more than 2 GiB.
    let fields = metadata.schema().fields().iter();
    let fields = fields.map(|field| match field.data_type() {
        DataType::Binary => Field::new(field.name(), DataType::LargeBinary, field.is_nullable()),
        _ => field.as_ref().clone(),
    });
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let options = ArrowReaderOptions::new().with_schema(schema);
    let metadata = ArrowReaderMetadata::try_new(metadata.metadata().clone(), options)?;
    Ok((metadata, texts))
}

/// Whether a column is one of strings.
fn is_text(field: &TypePtr) -> bool {
    let info = field.get_basic_info();
    field.is_primitive()
        && field.get_physical_type() == Physical::BYTE_ARRAY
        && (matches!(info.logical_type_ref(), Some(LogicalType::String))
            || info.converted_type() == ConvertedType::UTF8)
}
