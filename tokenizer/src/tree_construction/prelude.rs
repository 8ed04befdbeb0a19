//! What generated rules name.

pub(crate) use super::builder::{Builder, QuirksMode};
pub(crate) use super::construction::Construction;
pub(crate) use super::element::{Element, InNamespace, Named, Same};
#[allow(unused_imports)]
pub(crate) use super::formatting::Position;
pub(crate) use super::kind::KindSet;
pub(crate) use super::known_names::KnownNames;
pub(crate) use super::name::Name;
pub(crate) use super::outside::NodeOrPlace as Argument;
pub(crate) use super::rules::{
    Following, InsertionMode, Outcome, RowFunction, Scope, TagNames, TreeRules,
};
pub(crate) use super::token::{
    AttributeNamespace, ForeignAttribute, Pairs, Text, Token, TokenKind, TokenReference,
};
pub(crate) use super::values::Location;
pub(crate) use super::{Output, Question};
pub(crate) use crate::names::NameSet;
pub(crate) use crate::{ErrorCode, Namespace, TextMode};
