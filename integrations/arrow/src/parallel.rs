//! Extraction on several threads.

use crate::watch::Interrupt;
use crate::{Extractor, Pages};
use arrow_array::RecordBatch;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// About how many bytes of pages a batch has.
const BATCH_BYTES: usize = 4 << 20;

/// How many rows a batch has at most, so that many short pages are shared as well.
const BATCH_ROWS: usize = 4096;

/// How long a thread that waits for others does not look for an interruption.
const LOOK: Duration = Duration::from_millis(20);

/// How far an extraction has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of pages that were read, nulls included.
    pub pages: usize,
    /// Their length in bytes.
    pub bytes: usize,
}

impl Extractor {
    /// Extracts from the pages of some columns on some threads, into batches in the order of the pages.
    ///
    /// A batch has some 4 MiB of pages, or 4,096 of them. `progress` is called after each, one call at a time, on the thread that finished it; if it
    /// returns `false`, the extraction stops, and the result is `None`.
    ///
    /// ```
    /// use arrow_array::StringArray;
    /// use std::num::NonZeroUsize;
    /// use tokenwright_arrow::{Extractor, Pages, Request};
    ///
    /// let extractor = Extractor::new(Request::default().text(true))?;
    /// let html = StringArray::from_iter_values((0..10_000).map(|n| format!("<p>{n}")));
    /// let threads = NonZeroUsize::new(2).expect("not 0");
    /// let batches = extractor.extract_on(threads, &[Pages::new(&html)?], |_| true).expect("it was not stopped");
    /// assert_eq!(batches.iter().map(|batch| batch.num_rows()).sum::<usize>(), 10_000);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn extract_on(
        &self,
        threads: NonZeroUsize,
        columns: &[Pages<'_>],
        progress: impl FnMut(Progress) -> bool + Send,
    ) -> Option<Vec<RecordBatch>> {
        self.extract_until(threads, columns, progress, &|| false)
    }

    /// Extracts as [`extract_on`](Self::extract_on) does, until `interrupted` says that it is to stop. It is called often, also within a page,
    /// on every thread and on this one.
    pub fn extract_until(
        &self,
        threads: NonZeroUsize,
        columns: &[Pages<'_>],
        progress: impl FnMut(Progress) -> bool + Send,
        interrupted: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<RecordBatch>> {
        let interrupt = Interrupt::new(interrupted);
        let units = units(columns);
        let next = AtomicUsize::new(0);
        let shared = Mutex::new(Shared {
            batches: Vec::with_capacity(units.len()),
            done: Progress { pages: 0, bytes: 0 },
            stopped: false,
            progress,
        });
        let work = || {
            let mut batch = self.batch().interrupted_by(&interrupt);
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(unit) = units.get(at) else {
                    return;
                };
                for (column, rows) in unit {
                    for row in rows.clone() {
                        batch.push_row(&columns[*column], row);
                        if interrupt.is_stopped() {
                            return;
                        }
                    }
                }
                let bytes = batch.page_bytes();
                let taken = batch.take();
                if !lock(&shared).add(at, taken, bytes) {
                    return;
                }
            }
        };
        let threads = threads.get().min(units.len());
        let others = AtomicUsize::new(threads.saturating_sub(1));
        let caller = std::thread::current();
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| {
                    work();
                    others.fetch_sub(1, Ordering::Release);
                    caller.unpark();
                });
            }
            work();
            // Only this thread may be told of an interruption.
            while others.load(Ordering::Acquire) > 0 && !interrupt.is_stopped() {
                std::thread::park_timeout(LOOK);
            }
        });
        if interrupt.is_stopped() {
            return None;
        }
        let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.batches.sort_unstable_by_key(|(unit, _)| *unit);
        let batches = shared.batches.into_iter().map(|(_, batch)| batch);
        (!shared.stopped).then(|| batches.collect())
    }
}

/// What the threads share.
struct Shared<F> {
    /// Batches, each with the number of its unit.
    batches: Vec<(usize, RecordBatch)>,
    done: Progress,
    stopped: bool,
    progress: F,
}

impl<F: FnMut(Progress) -> bool> Shared<F> {
    /// Adds a batch. Returns whether to continue.
    fn add(&mut self, unit: usize, batch: RecordBatch, bytes: usize) -> bool {
        if self.stopped {
            return false;
        }
        self.done.pages += batch.num_rows();
        self.done.bytes += bytes;
        self.batches.push((unit, batch));
        self.stopped = !(self.progress)(self.done);
        !self.stopped
    }
}

/// A thread that panicked has left the batches as they were.
fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The pages of a batch: rows of columns.
type Unit = Vec<(usize, Range<usize>)>;

/// Divides the pages into batches. Short columns share one.
fn units(columns: &[Pages<'_>]) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut unit = Unit::new();
    let (mut rows, mut bytes) = (0, 0);
    for (column, pages) in columns.iter().enumerate() {
        let mut start = 0;
        for row in 0..pages.len() {
            bytes += pages.bytes(row);
            rows += 1;
            if bytes >= BATCH_BYTES || rows == BATCH_ROWS {
                unit.push((column, start..row + 1));
                units.push(std::mem::take(&mut unit));
                (start, rows, bytes) = (row + 1, 0, 0);
            }
        }
        if start < pages.len() {
            unit.push((column, start..pages.len()));
        }
    }
    if !unit.is_empty() {
        units.push(unit);
    }
    units
}
