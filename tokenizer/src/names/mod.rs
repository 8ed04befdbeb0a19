//! Names of the spec: error codes, elements, namespaces, text modes and character references.

mod error_code;
mod hash;
mod name_set;
mod namespace;
mod recent_references;
mod references;
mod text_mode;

pub use error_code::UnknownErrorCode;
pub(crate) use hash::{WHOLE, hash_of_attribute, key, mixed};
pub(crate) use name_set::NameSet;
pub use namespace::Namespace;
pub(crate) use recent_references::RecentReferences;
pub(crate) use references::{Longest, References, Walk};
pub use text_mode::TextMode;
