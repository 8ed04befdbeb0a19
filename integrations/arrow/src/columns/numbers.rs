//! Columns of numbers and of flags.

use super::Column;
use arrow_array::{ArrayRef, BooleanArray, Int32Array, Int64Array};
use arrow_buffer::BooleanBufferBuilder;
use arrow_schema::DataType;
use std::sync::Arc;

/// Implements a column by the methods of the same names, its type, and what takes its rows as an array.
macro_rules! column {
    ($column:ty, $data_type:expr, $array:expr) => {
        impl Column for $column {
            fn len(&self) -> usize {
                self.len()
            }

            fn truncate(&mut self, len: usize) {
                self.truncate(len);
            }

            fn data_type(&mut self) -> DataType {
                $data_type
            }

            fn take(&mut self) -> ArrayRef {
                let array: fn(&mut Self) -> _ = $array;
                Arc::new(array(self))
            }
        }
    };
}

column!(Vec<i64>, DataType::Int64, |it| {
    Int64Array::from(std::mem::take(it))
});
column!(Vec<Option<i32>>, DataType::Int32, |it| {
    Int32Array::from(std::mem::take(it))
});
column!(BooleanBufferBuilder, DataType::Boolean, |it| {
    BooleanArray::new(it.finish(), None)
});
