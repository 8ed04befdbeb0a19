//! A progress bar, on a terminal.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokenwright_extract::warc::Skipped;

/// How far the work has come. All threads share it.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
    pages: AtomicU64,
    page_bytes: AtomicU64,
    filtered: AtomicU64,
    duplicates: AtomicU64,
    skipped: Mutex<Skipped>,
}

/// Shows a message while something is done.
pub(crate) fn waiting<T>(message: &'static str, work: impl FnOnce() -> T) -> T {
    let spinner = ProgressBar::new_spinner().with_message(message);
    spinner.enable_steady_tick(Duration::from_millis(200));
    let result = work();
    spinner.finish_and_clear();
    result
}

impl Progress {
    /// Begins with the length of the input in bytes, and how much of it is done already.
    pub(crate) fn new(total: u64, done: u64) -> Self {
        let bar = ProgressBar::new(total);
        // On a dumb terminal it is hidden anyway.
        if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
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
            filtered: AtomicU64::new(0),
            duplicates: AtomicU64::new(0),
            skipped: Mutex::default(),
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

    /// Counts records that are no pages.
    pub(crate) fn add_skipped(&self, skipped: Skipped) {
        *self.skipped.lock().unwrap_or_else(PoisonError::into_inner) += skipped;
    }

    /// Counts rows that are left out.
    pub(crate) fn add_filtered(&self, rows: usize) {
        self.filtered.fetch_add(rows as u64, Ordering::Relaxed);
    }

    /// Counts rows whose page is that of another.
    pub(crate) fn add_duplicates(&self, rows: usize) {
        self.duplicates.fetch_add(rows as u64, Ordering::Relaxed);
    }

    /// Removes the bar. Returns the figures in words.
    pub(crate) fn finish(&self) -> String {
        self.bar.finish_and_clear();
        let skipped = *self.skipped.lock().unwrap_or_else(PoisonError::into_inner);
        let mut figures = self.figures();
        let filtered = self.filtered.load(Ordering::Relaxed);
        if filtered > 0 {
            figures += &format!("; {} left out by filters", HumanCount(filtered));
        }
        let duplicates = self.duplicates.load(Ordering::Relaxed);
        if duplicates > 0 {
            figures += &format!("; {} duplicates left out", HumanCount(duplicates));
        }
        if skipped != Skipped::default() {
            figures += &format!("; skipped {skipped}");
        }
        figures
    }

    fn figures(&self) -> String {
        let pages = HumanCount(self.pages.load(Ordering::Relaxed));
        let mb = self.page_bytes.load(Ordering::Relaxed) as f64 / 1e6;
        let seconds = self.start.elapsed().as_secs_f64().max(1e-9);
        format!("{pages} pages, {mb:.1} MB, {:.0} MB/s", mb / seconds)
    }
}
