//! The contract between the generator and the runtime: all that generated code may use.

// Not every revision uses all of it.
#![allow(unused_imports)]

pub(crate) use super::{Field, Flow, Input, Machine, Machinery, Output, PlainNumbers};
pub(crate) use crate::TextMode;
pub(crate) use crate::generated::ErrorCode;
pub(crate) use crate::names::References;
pub(crate) use crate::open_elements::{NewFollowing, TextElements};
pub(crate) use crate::registers::{ContentModel, Registers, Returned};
pub(crate) use crate::text::candidates::{BytePair, Candidates, Ranges};
pub(crate) use crate::text::scan::{find, find_bytewise, pair, stops};
pub(crate) use crate::text::width;
