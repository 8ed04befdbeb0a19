//! What does not fit a release.

/// A place that disagrees with the others.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The file, from the root of the workspace.
    pub(crate) place: String,
    /// What is wrong there.
    pub(crate) message: String,
}

impl Finding {
    /// A finding in a file.
    pub(crate) fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Finding {
            place: place.into(),
            message: message.into(),
        }
    }
}
