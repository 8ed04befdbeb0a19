//! Facts that a section states outside its lists of rows.

use crate::understand::Stmt;

/// Flags, rules and definitions, as the sentences outside the lists state them.
#[derive(Debug, Default)]
pub(super) struct SectionFacts {
    pub(super) initial_state: Option<String>,
    pub(super) content_model_flag: bool,
    pub(super) escape_flag: bool,
    /// The error for a duplicate attribute; `parse error` or `parse error: CODE`.
    pub(super) duplicate_attribute: Option<String>,
    /// Whether the earlier attribute of the name is removed.
    pub(super) keeps_new_attribute: bool,
    /// The error for a start tag with an unacknowledged self-closing flag.
    pub(super) start_tag_solidus: Option<String>,
    /// The steps when an end tag token is emitted.
    pub(super) end_tag: Vec<Stmt>,
    pub(super) appropriate: bool,
    /// The return states in which a reference is part of an attribute.
    pub(super) part_of_attribute: Vec<String>,
    pub(super) flush: bool,
    /// The string that the data of a converted comment starts with, in quotation marks.
    pub(super) convert: Option<String>,
    /// The character after a permitted slash.
    pub(super) permitted_slash: Option<String>,
    /// The elements that can have one, where the page lists them.
    pub(super) void_elements: Vec<String>,
    pub(super) tag_name_terminator: Vec<String>,
    pub(super) numeric_replacements: Option<String>,
    pub(super) replacements: Option<Vec<(u32, u32)>>,
    pub(super) input_stream: Option<tokenwright_tables::model::InputStream>,
}
