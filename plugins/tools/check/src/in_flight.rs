//! How many bytes of files are in memory at one time, whatever the number of workers.

use std::sync::{Condvar, Mutex, PoisonError};

/// Bytes that may be taken, and are given back.
///
/// More than all there are counts as all: what needs that much gets it, alone.
#[derive(Debug)]
pub struct InFlight {
    all: u64,
    free: Mutex<u64>,
    freed: Condvar,
}

impl InFlight {
    /// So many bytes.
    pub fn new(all: u64) -> Self {
        Self {
            all,
            free: Mutex::new(all),
            freed: Condvar::new(),
        }
    }

    /// Takes bytes, as soon as there are so many. They are given back when the answer is dropped.
    pub fn take(&self, bytes: u64) -> TakenBytes<'_> {
        let bytes = bytes.min(self.all);
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.freed.wait_while(free, |free| *free < bytes);
        *waited.unwrap_or_else(PoisonError::into_inner) -= bytes;
        TakenBytes { of: self, bytes }
    }
}

/// Bytes that were taken.
#[derive(Debug)]
pub struct TakenBytes<'a> {
    of: &'a InFlight,
    bytes: u64,
}

impl Drop for TakenBytes<'_> {
    fn drop(&mut self) {
        *self.of.free.lock().unwrap_or_else(PoisonError::into_inner) += self.bytes;
        self.of.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn never_more_than_all_is_out_and_what_is_larger_comes_alone() {
        let in_flight = InFlight::new(10);
        let (out, most, large_with) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        thread::scope(|scope| {
            for worker in 0..8_u64 {
                let (in_flight, out, most, large_with) = (&in_flight, &out, &most, &large_with);
                scope.spawn(move || {
                    for i in 0..200 {
                        // 1 to 4 bytes, and now and then a thousand.
                        let bytes = if (i + worker) % 50 == 0 {
                            1_000
                        } else {
                            1 + i % 4
                        };
                        let taken = in_flight.take(bytes);
                        let now = out.fetch_add(bytes, Ordering::SeqCst) + bytes;
                        if bytes == 1_000 {
                            large_with.fetch_max(now, Ordering::SeqCst);
                        } else {
                            most.fetch_max(now, Ordering::SeqCst);
                        }
                        thread::yield_now();
                        out.fetch_sub(bytes, Ordering::SeqCst);
                        drop(taken);
                    }
                });
            }
        });
        assert!(most.into_inner() <= 10);
        assert_eq!(large_with.into_inner(), 1_000);
    }
}
