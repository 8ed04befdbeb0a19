//! A progress bar, on a terminal.

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// How far the work has come. All threads share it.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
    pages: AtomicU64,
    page_bytes: AtomicU64,
}

impl Progress {
    /// Begins with the length of the input in bytes, and how much of it is done already.
    pub(crate) fn new(total: u64, done: u64) -> Self {
        let bar = ProgressBar::new(total);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent}%  {msg}  {eta} left") {
            bar.set_style(style);
        }
        bar.set_position(done);
        bar.reset_eta();
        Progress {
            bar,
            start: Instant::now(),
            pages: AtomicU64::new(0),
            page_bytes: AtomicU64::new(0),
        }
    }

    /// Counts pages, their length, and how much of the input was read for them.
    pub(crate) fn add(&self, pages: usize, page_bytes: usize, read: u64) {
        self.pages.fetch_add(pages as u64, Ordering::Relaxed);
        self.page_bytes
            .fetch_add(page_bytes as u64, Ordering::Relaxed);
        self.bar.inc(read);
        self.bar.set_message(self.figures());
    }

    /// Removes the bar. Returns the figures in words.
    pub(crate) fn finish(&self) -> String {
        self.bar.finish_and_clear();
        self.figures()
    }

    fn figures(&self) -> String {
        let pages = HumanCount(self.pages.load(Ordering::Relaxed));
        let mb = self.page_bytes.load(Ordering::Relaxed) as f64 / 1e6;
        let seconds = self.start.elapsed().as_secs_f64().max(1e-9);
        format!("{pages} pages, {mb:.1} MB, {:.0} MB/s", mb / seconds)
    }
}
