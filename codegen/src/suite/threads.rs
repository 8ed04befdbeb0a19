//! Work on all cores, with results in the order of the tasks.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does every task; `told` is called after each, with how many are done.
pub(super) fn each<T: Sync, R: Send>(
    tasks: &[T],
    work: impl Fn(&T) -> R + Sync,
    told: &(dyn Fn(usize, usize) + Sync),
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = tasks.iter().map(|_| Mutex::new(None)).collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores.min(tasks.len()) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(at) else {
                        break;
                    };
                    let result = work(task);
                    if let Ok(mut slot) = results[at].lock() {
                        *slot = Some(result);
                    }
                    told(done.fetch_add(1, Ordering::Relaxed) + 1, tasks.len());
                }
            });
        }
    });
    let results = results.into_iter();
    results
        .filter_map(|slot| slot.into_inner().ok().flatten())
        .collect()
}
