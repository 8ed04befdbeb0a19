//! Times and memory.

use std::fs;
use std::time::Duration;

/// The peak of the memory of this process so far, in bytes; none where the system does not report it.
pub(super) fn peak_memory() -> Option<u64> {
    peak(&fs::read_to_string("/proc/self/status").ok()?)
}

/// The peak of the resident memory in `/proc/self/status`, in bytes.
fn peak(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes = line.trim().strip_suffix("kB")?.trim();
    kibibytes
        .parse::<u64>()
        .ok()
        .map(|kibibytes| kibibytes << 10)
}

/// A duration in milliseconds, with a tenth.
pub(super) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}

/// The value that a share of the times, such as 0.95, does not exceed; none without times.
pub(super) fn percentile(times: impl Iterator<Item = Duration>, share: f64) -> Option<Duration> {
    let mut times: Vec<Duration> = times.collect();
    times.sort();
    let rank = (share * times.len() as f64).ceil() as usize;
    times.get(rank.checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::{peak, percentile};
    use std::time::Duration;

    #[test]
    fn the_peak_is_in_kibibytes() {
        assert_eq!(
            peak("Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t 1 kB\n"),
            Some(2 << 20)
        );
        assert_eq!(peak("Name:\tx\n"), None);
    }

    #[test]
    fn percentiles_by_the_nearest_rank() {
        let times = || (1..=20).map(Duration::from_secs);
        assert_eq!(percentile(times(), 0.5), Some(Duration::from_secs(10)));
        assert_eq!(percentile(times(), 0.95), Some(Duration::from_secs(19)));
        assert_eq!(percentile(times(), 1.0), Some(Duration::from_secs(20)));
        assert_eq!(percentile(std::iter::empty(), 0.95), None);
    }
}
