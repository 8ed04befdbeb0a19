//! Counts steps, for tests and fuzzing: time that grows faster than the input shows, and the input that costs most.
//!
//! A step is a character that a state reads, an open element, a note or a name that is looked at, or sixteen bytes that are
//! searched, compared or copied. What takes the same time for any input is not counted.

#[cfg(feature = "count-steps")]
std::thread_local! {
    static STEPS: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
}

/// Counts steps, if they are counted.
#[inline(always)]
pub(crate) fn count(_steps: usize) {
    #[cfg(feature = "count-steps")]
    STEPS.set(STEPS.get() + _steps as u64);
}

/// Counts the steps that somebody else has counted since.
#[inline(always)]
pub(crate) fn count_between(_before: u64, _now: u64) {
    #[cfg(feature = "count-steps")]
    STEPS.set(STEPS.get() + _now - _before);
}

/// Counts bytes that are searched, compared or copied.
#[inline(always)]
pub(crate) fn count_bytes(bytes: usize) {
    count(1 + bytes / 16);
}

/// Counts the bytes that are compared up to the first that differs.
#[inline(always)]
pub(crate) fn count_compared(_some: &[u8], _others: &[u8]) {
    #[cfg(feature = "count-steps")]
    {
        let mut both = _some.iter().zip(_others);
        let same = both.position(|(a, b)| !a.eq_ignore_ascii_case(b));
        count_bytes(same.unwrap_or(_some.len()));
    }
}

/// Counts bytes that a crate above this one copies.
#[cfg(feature = "count-steps")]
#[doc(hidden)]
pub fn count_copied(bytes: usize) {
    count_bytes(bytes);
}

/// The number of steps of this thread since the last call.
#[cfg(feature = "count-steps")]
#[doc(hidden)]
pub fn take() -> u64 {
    STEPS.take()
}
