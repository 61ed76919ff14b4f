//! Work on all cores.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many workers there are when no number is given.
pub fn all_cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Hands the items, first to last, to whichever of `jobs` workers is free. Each worker gathers into an `A` of its own; they come
/// back in no particular order of items.
pub fn gather<T: Sync, A: Default + Send>(
    items: &[T],
    jobs: NonZero<usize>,
    work: impl Fn(&mut A, &T) + Sync,
) -> Vec<A> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut gathered = A::default();
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            work(&mut gathered, item);
        }
        gathered
    };
    let jobs = jobs.get().min(items.len());
    if jobs <= 1 {
        return vec![worker()];
    }
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
        let gathered = workers.into_iter().map(thread::ScopedJoinHandle::join);
        // A worker that panics has met a mistake of this program outside of any file: it goes on up.
        gathered
            .map(|gathered| gathered.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once() {
        let items: Vec<u64> = (0..1_000).collect();
        for jobs in [1, 4, 2_000] {
            let sums = gather(
                &items,
                NonZero::new(jobs).unwrap(),
                |list: &mut Vec<u64>, item| list.push(*item),
            );
            let mut all = sums.concat();
            all.sort_unstable();
            assert_eq!(all, items);
        }
        let none = gather(&[], all_cores(), |_: &mut Vec<u64>, _: &u64| ());
        assert_eq!(none.concat(), [0; 0]);
    }
}
