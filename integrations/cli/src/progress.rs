//! A progress bar for large input.

use crate::terminal::is_styled;
use indicatif::{ProgressBar, ProgressStyle};

/// From how many bytes on there is a bar. Less is read within two seconds.
const LARGE: u64 = 16 << 20;

/// How much of the input has been read, shown on standard error if that is a terminal.
pub(crate) struct Progress {
    read: u64,
    /// The length of a file.
    total: Option<u64>,
    /// Whether a bar may be drawn.
    shows: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new(total: Option<u64>, shows: bool) -> Self {
        Progress {
            read: 0,
            total,
            shows: shows && is_styled(&std::io::stderr()),
            bar: None,
        }
    }

    /// Counts bytes that were read.
    pub(crate) fn advance(&mut self, len: usize) {
        self.read += len as u64;
        if self.bar.is_none() && self.shows && self.total.unwrap_or(self.read) >= LARGE {
            self.bar = Some(bar(self.total));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.read);
        }
    }

    /// The input is read again from its beginning.
    pub(crate) fn rewind(&mut self) {
        self.read = 0;
    }

    /// Removes the bar.
    pub(crate) fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => (
            ProgressBar::new(total),
            "{bar:40} {bytes}/{total_bytes}, {eta} left",
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {bytes}"),
    };
    bar.with_style(ProgressStyle::with_template(template).expect("a template"))
}
