//! The contract between the generator and the runtime: all that generated code may use.

// Not every revision uses all of it.
#![allow(unused_imports)]

pub(crate) use super::{
    ContentModel, Field, Flow, Input, Machine, Output, PlainNumbers, References, Registers,
    Returned, width,
};
pub(crate) use crate::generated::ErrorCode;
pub(crate) use crate::generated::{Category, ElementName};
pub(crate) use crate::input::candidates::{BytePair, Candidates, Ranges};
pub(crate) use crate::input::scan::{find, find_bytewise, pair, stops};
pub(crate) use crate::open_elements::{ElementRules, QuirksDoctypes, TreeConstruction};
pub(crate) use crate::revision::sealed::Machinery;
pub(crate) use crate::sink::TextMode;
