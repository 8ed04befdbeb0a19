//! One edit of a set.

pub(super) struct Edit {
    /// The edit in the words of the tables.
    pub(super) description: String,
    /// Text that reaches it.
    pub(super) pieces: Vec<String>,
}
