//! Tree construction: what the generated rules of `generated/tree_construction` are made of.
//!
//! The rules know elements and modes, and call the primitives here; the primitives know neither. They keep the state of the
//! parser (13.2.4) and hand nodes to a [`Builder`], who may have any tree, or none. Rows are written for one character; a run
//! of characters is processed at once as soon as a row, applied to one of them, has left the state as it was (`characters.rs`).

#[allow(dead_code, reason = "tables may act as if a token had been seen")]
mod acting;
mod builder;
mod characters;
#[allow(dead_code, reason = "tables may use any condition")]
mod conditions;
mod construction;
mod element;
mod formatting;
mod kind;
mod kinds;
mod known_names;
mod list;
mod name;
mod outside;
pub(crate) mod prelude;
mod reprocess;
mod rules;
mod snapshot;
mod stack;
#[allow(dead_code, reason = "tables may use any step")]
mod steps;
mod token;
mod unknown;
#[allow(dead_code, reason = "tables may use any value")]
mod values;

pub use crate::generated::tree_construction::{Output, Question};
pub use builder::{AttributeName, Builder, NewElement, Place, QuirksMode};
pub use construction::{Construction, FragmentContext};
pub(crate) use known_names::KnownNames;
pub use name::{Name, Names};
pub use outside::Argument;
pub(crate) use rules::Following;
pub use rules::TreeRules;
pub(crate) use snapshot::Formatting;
pub use token::AttributeNamespace;
pub(crate) use unknown::{Asked, MOST_TO_LOOK_AT};
