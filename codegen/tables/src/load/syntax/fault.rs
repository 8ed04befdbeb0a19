//! A TOML syntax error, and the patch that corrects it.

use crate::diagnostic::Diagnostic;
use crate::source::Place;
use std::ops::Range;

/// A replacement of a part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Patch {
    pub(super) range: Range<usize>,
    pub(super) with: String,
}

impl Patch {
    pub(super) fn new(range: Range<usize>, with: impl Into<String>) -> Self {
        let with = with.into();
        Patch { range, with }
    }

    /// A patch that inserts a text.
    pub(super) fn insert(at: usize, with: impl Into<String>) -> Self {
        Patch::new(at..at, with)
    }
}

/// A syntax error. Its ranges refer to the scanned text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) range: Range<usize>,
    pub(super) message: String,
    pub(super) label: String,
    pub(super) also: Vec<(Range<usize>, String)>,
    /// The fix, if the author is likely to have intended the patch.
    pub(super) advice: Option<String>,
    /// The patch with which the scan continues.
    pub(super) patch: Patch,
}

impl Fault {
    pub(super) fn new(range: Range<usize>, message: impl Into<String>, patch: Patch) -> Self {
        Fault {
            range,
            message: message.into(),
            label: String::new(),
            also: Vec::new(),
            advice: None,
            patch,
        }
    }

    pub(super) fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    pub(super) fn also(mut self, range: Range<usize>, text: impl Into<String>) -> Self {
        self.also.push((range, text.into()));
        self
    }

    pub(super) fn advice(mut self, text: impl Into<String>) -> Self {
        self.advice = Some(text.into());
        self
    }

    /// The fault as a message; `place` maps a range of the scanned text to the file.
    pub(super) fn diagnostic(&self, place: impl Fn(Range<usize>) -> Place) -> Diagnostic {
        let diagnostic = Diagnostic::error(place(self.range.clone()), &self.message);
        let mut diagnostic = diagnostic.label(&self.label);
        for (range, text) in &self.also {
            diagnostic = diagnostic.also(place(range.clone()), text);
        }
        match &self.advice {
            Some(advice) => {
                let at = place(self.patch.range.clone());
                diagnostic.edit(advice, at, &self.patch.with)
            }
            None => diagnostic,
        }
    }
}
