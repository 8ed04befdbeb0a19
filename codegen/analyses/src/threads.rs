//! Work on all cores, with results in the order of the tasks.

use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;

thread_local! {
    /// Whether all cores have work already.
    static BUSY: Cell<bool> = const { Cell::new(false) };
}

/// Runs every task; `progress` is called after each, with the number of finished tasks.
pub(crate) fn each<T: Sync, R: Send>(
    tasks: &[T],
    work: impl Fn(&T) -> R + Sync,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<R> {
    let done = AtomicUsize::new(0);
    let mut results: Vec<(&T, Option<R>)> = tasks.iter().map(|task| (task, None)).collect();
    each_of(&mut results, |(task, result)| {
        *result = Some(work(task));
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, tasks.len());
    });
    let results = results.into_iter();
    results.filter_map(|(_, result)| result).collect()
}

/// Runs `work` on every task. A nested call runs on the calling thread.
pub(crate) fn each_of<T: Send>(tasks: &mut [T], work: impl Fn(&mut T) + Sync) {
    let cores = match BUSY.get() {
        true => 1,
        false => available_parallelism().map_or(1, usize::from),
    };
    let threads = cores.min(tasks.len());
    if threads <= 1 {
        return tasks.iter_mut().for_each(work);
    }
    let queue = Mutex::new(tasks.iter_mut());
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    let all = || {
        BUSY.set(true);
        while let Some(task) = next() {
            work(task);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(all);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::each;

    #[test]
    fn results_are_in_order_and_tasks_may_have_tasks() {
        let tasks: Vec<usize> = (0..100).collect();
        let sums = each(
            &tasks,
            |task| {
                let parts: Vec<usize> = (0..*task).collect();
                each(&parts, |part| part + 1, &|_, _| ())
                    .iter()
                    .sum::<usize>()
            },
            &|_, _| (),
        );
        let wanted: Vec<usize> = tasks.iter().map(|n| n * (n + 1) / 2).collect();
        assert_eq!(sums, wanted);
    }
}
