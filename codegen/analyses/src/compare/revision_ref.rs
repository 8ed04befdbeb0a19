//! One side of a comparison.

use tokenwright_tables::model::Revision;
use tokenwright_tables::references::References;

/// A revision and its character references.
pub type RevisionRef<'r> = (&'r Revision, &'r References);
