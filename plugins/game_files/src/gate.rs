//! A store whose asset reads wait until a test lets them through: a disc as slow as the test wants it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::error::GameFileError;
use crate::files::{GameFiles, SharedFiles, answer_from, flat_name};

/// Wraps a store. Reads of the asset source wait, without blocking a thread, until the [`Gate`] opens; direct calls of
/// [`GameFiles::read`] do not wait.
pub struct GatedFiles {
    files: SharedFiles,
    gate: Gate,
}

/// Opens and closes the way to a [`GatedFiles`] store. Clones share one state.
#[derive(Clone, Default)]
pub struct Gate(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    open: bool,
    /// Reads that may still pass, by name.
    passes: BTreeMap<String, usize>,
    waiting: BTreeMap<String, Vec<Waker>>,
}

impl GatedFiles {
    /// Wraps `files` behind a closed gate.
    pub fn new(files: impl GameFiles) -> (Self, Gate) {
        let gate = Gate::default();
        let gated = Self {
            files: SharedFiles::new(files),
            gate: gate.clone(),
        };
        (gated, gate)
    }
}

impl Gate {
    /// Lets one read of `name` pass, now or when it comes.
    pub fn let_one_pass(&self, name: &str) {
        let Some(name) = flat_name(name) else { return };
        let mut state = self.state();
        *state.passes.entry(name.clone()).or_default() += 1;
        let waiting = state.waiting.remove(&name).unwrap_or_default();
        waiting.into_iter().for_each(Waker::wake);
    }

    /// Lets everything pass until [`Gate::close`].
    pub fn open(&self) {
        let mut state = self.state();
        state.open = true;
        let waiting = std::mem::take(&mut state.waiting).into_values();
        waiting.flatten().for_each(Waker::wake);
    }

    /// Holds back every read from now on.
    pub fn close(&self) {
        self.state().open = false;
    }

    /// The names whose reads are waiting.
    pub fn waiting(&self) -> Vec<String> {
        self.state().waiting.keys().cloned().collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GameFiles for GatedFiles {
    answer_from!(self => self.files);

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        self.files.read(name)
    }

    fn poll_ready(&self, name: &str, context: &mut Context<'_>) -> Poll<()> {
        let name = flat_name(name).unwrap_or_default();
        let mut state = self.gate.state();
        if state.open {
            return Poll::Ready(());
        }
        if let Some(passes) = state.passes.get_mut(&name).filter(|passes| **passes > 0) {
            *passes -= 1;
            return Poll::Ready(());
        }
        let waiting = state.waiting.entry(name).or_default();
        waiting.push(context.waker().clone());
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::MemoryFiles;

    #[test]
    fn a_pass_lets_exactly_one_read_through() {
        let (files, gate) = GatedFiles::new(MemoryFiles::default());
        let mut context = Context::from_waker(Waker::noop());
        assert!(files.poll_ready("A.sec", &mut context).is_pending());
        assert_eq!(gate.waiting(), ["a.sec"]);
        gate.let_one_pass("a.sec");
        assert!(gate.waiting().is_empty());
        assert!(files.poll_ready("a.sec", &mut context).is_ready());
        assert!(files.poll_ready("a.sec", &mut context).is_pending());
        gate.open();
        assert!(files.poll_ready("a.sec", &mut context).is_ready());
    }
}
