//! Work on all cores that reports its progress.

use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does every task, and gives the results in the order of the tasks. `progress` is called after each task, with how many
/// are done, of how many.
pub fn map<T: Sync, R: Send>(
    tasks: &[T],
    work: impl Fn(&T) -> R + Sync,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<R> {
    let done = AtomicUsize::new(0);
    let results = tasks.par_iter().with_max_len(1).map(|task| {
        let result = work(task);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, tasks.len());
        result
    });
    results.collect()
}

#[cfg(test)]
mod tests {
    use super::map;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn results_are_in_order_and_tasks_may_have_tasks() {
        let tasks: Vec<usize> = (0..100).collect();
        let most = AtomicUsize::new(0);
        let sums = map(
            &tasks,
            |task| {
                let parts: Vec<usize> = (0..*task).collect();
                map(&parts, |part| part + 1, &|_, _| ())
                    .iter()
                    .sum::<usize>()
            },
            &|done, all| {
                assert_eq!(all, 100);
                most.fetch_max(done, Ordering::Relaxed);
            },
        );
        let wanted: Vec<usize> = tasks.iter().map(|n| n * (n + 1) / 2).collect();
        assert_eq!(sums, wanted);
        assert_eq!(most.into_inner(), 100);
    }
}
