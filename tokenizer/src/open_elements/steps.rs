//! Counts the steps of loops over the open elements, for tests and fuzzing: time that grows faster than the input shows.

#[cfg(feature = "count-steps")]
std::thread_local! {
    static STEPS: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
}

/// Counts steps, if they are counted.
#[inline(always)]
pub(super) fn count(_steps: usize) {
    #[cfg(feature = "count-steps")]
    STEPS.set(STEPS.get() + _steps as u64);
}

/// The number of steps of this thread since the last call.
#[cfg(feature = "count-steps")]
#[doc(hidden)]
pub fn take() -> u64 {
    STEPS.take()
}
