//! The system allocator with optional counting.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed};

/// Counts while [`measure`] runs; costs one load otherwise.
pub struct Counting;

static ARMED: AtomicBool = AtomicBool::new(false);
static COUNT: AtomicI64 = AtomicI64::new(0);
static LIVE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

/// The allocations during a [`measure`].
#[derive(Clone, Copy, Debug)]
pub struct Allocations {
    /// The number of allocated or grown blocks.
    pub count: i64,
    /// The peak of held bytes, relative to the start.
    pub peak: i64,
}

/// Runs `work` and counts its allocations.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, Allocations) {
    for counter in [&COUNT, &LIVE, &PEAK] {
        counter.store(0, Relaxed);
    }
    ARMED.store(true, Relaxed);
    let result = work();
    ARMED.store(false, Relaxed);
    let allocations = Allocations {
        count: COUNT.load(Relaxed),
        peak: PEAK.load(Relaxed),
    };
    (result, allocations)
}

#[inline]
fn allocated(bytes: i64) {
    COUNT.fetch_add(1, Relaxed);
    let live = LIVE.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(live, Relaxed);
}

// SAFETY: every call is forwarded to the system's allocator unchanged, and its result returned.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if ARMED.load(Relaxed) {
            allocated(layout.size() as i64);
        }
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if ARMED.load(Relaxed) {
            allocated(layout.size() as i64);
        }
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if ARMED.load(Relaxed) {
            LIVE.fetch_sub(layout.size() as i64, Relaxed);
        }
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if ARMED.load(Relaxed) {
            allocated(size as i64 - layout.size() as i64);
        }
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(block, layout, size) }
    }
}
