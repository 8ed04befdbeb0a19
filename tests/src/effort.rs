//! How much a test does.

/// `quick` in `cargo test`; `thorough` in the scheduled job, which sets `TOKENWRIGHT_SLOW_TESTS`.
///
/// ```
/// use tokenwright_tests::effort::effort;
///
/// let documents = effort(300, 3000);
/// assert!(documents == 300 || documents == 3000);
/// ```
#[must_use]
pub fn effort(quick: usize, thorough: usize) -> usize {
    let is_thorough = std::env::var_os("TOKENWRIGHT_SLOW_TESTS").is_some_and(|set| set != "0");
    if is_thorough { thorough } else { quick }
}
