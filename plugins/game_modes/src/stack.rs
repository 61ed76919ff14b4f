//! The mode stack's rules, with no engine in them.
//!
//! The stack is generic over the mode type, so the original's own ids and traces can be run through it in the tests.
//! The owner of a stack implements [`ModeHost`]: the operations need it because a hook sees the stack in the middle of an
//! operation and may itself push.
//!
//! Source: spec/modes.md 3.

/// One mode on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModeSlot<M> {
    /// The mode.
    pub mode: M,
    /// Whether its Enter hook has run. Modes are entered lazily: by the driver, at the start of their first turn.
    pub entered: bool,
}

/// What happens to a mode when the stack changes around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hook {
    /// The driver found the mode on top for the first time.
    Enter,
    /// The mode was taken off the stack; it is already gone from it when the hook runs.
    Exit,
    /// The mode above was popped.
    Resume,
    /// Another mode was put above. May come twice in a row (a push made by an Exit hook): it must be idempotent.
    Suspend,
}

/// A stack of modes, the last slot on top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stack<M> {
    slots: Vec<ModeSlot<M>>,
}

impl<M> Default for Stack<M> {
    fn default() -> Self {
        Self { slots: Vec::new() }
    }
}

impl<M: Copy + PartialEq> Stack<M> {
    /// The slots, bottom to top.
    pub fn slots(&self) -> &[ModeSlot<M>] {
        &self.slots
    }

    /// The mode on top.
    pub fn top(&self) -> Option<M> {
        self.slots.last().map(|slot| slot.mode)
    }

    /// The mode under the top one.
    pub fn below_top(&self) -> Option<M> {
        self.slots.iter().rev().nth(1).map(|slot| slot.mode)
    }

    /// Whether the mode is anywhere on the stack.
    pub fn contains(&self, mode: M) -> bool {
        self.slots.iter().any(|slot| slot.mode == mode)
    }

    /// Whether nothing is on the stack.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    fn entered_top(&self) -> Option<M> {
        let top = self.slots.last().filter(|slot| slot.entered);
        top.map(|slot| slot.mode)
    }

    fn put(&mut self, mode: M) {
        let entered = false;
        self.slots.push(ModeSlot { mode, entered });
    }
}

/// Why a stack operation was refused. The stack is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StackError {
    /// A mode is one static object: it can be on the stack once. Source: spec/modes.md 3.3.10.
    #[error("it is already on the stack")]
    AlreadyOnStack,
    /// A pop or replacement names the mode it means; another one is on top.
    #[error("it is not on top of the stack")]
    NotOnTop,
}

/// The owner of a stack: gives access to it and runs hooks, which may call the operations below again.
pub trait ModeHost<M: Copy + PartialEq> {
    /// The stack.
    fn stack(&mut self) -> &mut Stack<M>;
    /// Runs what the mode does on this occasion.
    fn run_hook(&mut self, mode: M, hook: Hook);
}

/// Puts a mode on top. The mode beneath is suspended if it was ever entered; the new one is not entered yet.
///
/// # Errors
///
/// [`StackError::AlreadyOnStack`].
pub fn push<M: Copy + PartialEq>(host: &mut impl ModeHost<M>, mode: M) -> Result<(), StackError> {
    if host.stack().contains(mode) {
        return Err(StackError::AlreadyOnStack);
    }
    if let Some(beneath) = host.stack().entered_top() {
        host.run_hook(beneath, Hook::Suspend);
    }
    host.stack().put(mode);
    Ok(())
}

/// Takes the top mode off. Exit runs with the mode already gone; then whatever is on top *now* is resumed, if it was ever
/// entered: a mode that the Exit hook pushed is not, and then none is. A mode that never had its turn gets no Exit.
///
/// # Errors
///
/// [`StackError::NotOnTop`] when `mode` is not the top (the original would pop the wrong one: spec/modes.md 3.3.5).
pub fn pop<M: Copy + PartialEq>(host: &mut impl ModeHost<M>, mode: M) -> Result<(), StackError> {
    remove_top(host, mode)?;
    if let Some(beneath) = host.stack().entered_top() {
        host.run_hook(beneath, Hook::Resume);
    }
    Ok(())
}

/// Takes the top mode off and puts another in its place; the mode beneath notices nothing and stays suspended.
/// The original has no such operation: its loading screen is not a mode, so it never swaps one for the level.
///
/// # Errors
///
/// [`StackError::NotOnTop`], [`StackError::AlreadyOnStack`].
pub fn replace<M: Copy + PartialEq>(
    host: &mut impl ModeHost<M>,
    old: M,
    new: M,
) -> Result<(), StackError> {
    if host.stack().top() != Some(old) {
        return Err(StackError::NotOnTop);
    }
    if old != new && host.stack().contains(new) {
        return Err(StackError::AlreadyOnStack);
    }
    remove_top(host, old)?;
    host.stack().put(new);
    Ok(())
}

/// Enters the top mode if it was not entered yet; says whether there was one to enter. The flag is set before the hook
/// runs, so a mode that pushes while entering is suspended by its own push. Source: spec/modes.md 3.4.
pub fn enter_top<M: Copy + PartialEq>(host: &mut impl ModeHost<M>) -> bool {
    let Some(slot) = host.stack().slots.last_mut().filter(|slot| !slot.entered) else {
        return false;
    };
    slot.entered = true;
    let mode = slot.mode;
    host.run_hook(mode, Hook::Enter);
    true
}

fn remove_top<M: Copy + PartialEq>(host: &mut impl ModeHost<M>, mode: M) -> Result<(), StackError> {
    if host.stack().top() != Some(mode) {
        return Err(StackError::NotOnTop);
    }
    if host.stack().slots.pop().is_some_and(|slot| slot.entered) {
        host.run_hook(mode, Hook::Exit);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A host for the original's mode ids that notes every hook and lets a test react to one.
    #[derive(Default)]
    struct Recorder {
        stack: Stack<u8>,
        log: String,
        reactions: Vec<(u8, Hook, Reaction)>,
    }

    type Reaction = fn(&mut Recorder);

    impl Recorder {
        fn on(mut self, mode: u8, hook: Hook, reaction: Reaction) -> Self {
            self.reactions.push((mode, hook, reaction));
            self
        }

        fn push(&mut self, mode: u8) -> &mut Self {
            push(self, mode).expect("the mode is not on the stack");
            self
        }

        fn pop(&mut self) -> &mut Self {
            let top = self.stack.top().expect("the stack is not empty");
            pop(self, top).expect("it is the top");
            self
        }

        /// One pass of the original's loop over the top mode, as far as hooks go.
        fn turn(&mut self) -> &mut Self {
            while enter_top(self) {}
            self
        }

        /// With a mode entered on top of another one, and nothing noted.
        fn over(mut self, beneath: u8, mode: u8) -> Self {
            self.push(beneath).turn().push(mode).turn();
            self.taken_log();
            self
        }

        fn modes(&self) -> Vec<u8> {
            self.stack.slots().iter().map(|slot| slot.mode).collect()
        }

        fn taken_log(&mut self) -> String {
            std::mem::take(&mut self.log).trim_end().to_owned()
        }
    }

    impl ModeHost<u8> for Recorder {
        fn stack(&mut self) -> &mut Stack<u8> {
            &mut self.stack
        }

        fn run_hook(&mut self, mode: u8, hook: Hook) {
            let letter = match hook {
                Hook::Enter => 'E',
                Hook::Exit => 'X',
                Hook::Resume => 'R',
                Hook::Suspend => 'S',
            };
            self.log += &format!("{letter}{mode:x} ");
            let reactions: Vec<Reaction> = self
                .reactions
                .iter()
                .filter(|(m, h, _)| (*m, *h) == (mode, hook))
                .map(|(_, _, reaction)| *reaction)
                .collect();
            for reaction in reactions {
                reaction(self);
            }
        }
    }

    // The traces of spec/modes.md 4.7. Only hooks are compared; what the original's Update does between them is written as
    // calls of the test.

    #[test]
    fn trace_boot_enters_the_lower_modes_only_when_their_turn_comes() {
        let mut host = Recorder::default().on(8, Hook::Enter, |host| {
            host.push(0x12); // the front end shows its menus from inside mode 8's Enter
        });
        host.push(8).push(6).push(5).turn();
        assert_eq!(host.taken_log(), "E5");
        host.pop().turn();
        assert_eq!(host.taken_log(), "X5 E6");
        host.pop().turn();
        assert_eq!(host.taken_log(), "X6 E8 S8 E12");
        assert_eq!(host.modes(), [8, 0x12]);
    }

    #[test]
    fn trace_story_a_push_in_exit_leaves_nobody_resumed() {
        let mut host = Recorder::default().on(0x12, Hook::Exit, |host| {
            assert_eq!(
                host.stack.top(),
                Some(8),
                "Exit sees the stack without the leaving mode"
            );
            host.push(0xb);
        });
        host.push(8).turn().push(0x12).turn();
        host.taken_log();
        host.pop().turn();
        assert_eq!(host.taken_log(), "X12 S8 Eb");
        host.pop(); // 0xb pops itself inside its Update, then the autosave pushes 6
        host.push(6).turn();
        assert_eq!(host.taken_log(), "Xb R8 S8 E6");
        host.pop();
        assert_eq!(host.taken_log(), "X6 R8");
        host.push(1).turn();
        assert_eq!(host.taken_log(), "S8 E1");
        assert_eq!(host.modes(), [8, 1]);
    }

    #[test]
    fn trace_pause_suspends_play_and_resumes_it_without_leaving() {
        let mut host = Recorder::default().over(8, 1);
        host.push(0xa).turn();
        assert_eq!(host.taken_log(), "S1 Ea");
        host.pop().turn();
        assert_eq!(host.taken_log(), "Xa R1");
        assert_eq!(host.modes(), [8, 1]);
    }

    #[test]
    fn trace_restart_leaves_play_and_enters_it_again() {
        let mut host = Recorder::default().over(8, 1);
        host.pop().push(1).turn();
        assert_eq!(host.taken_log(), "X1 R8 S8 E1");
    }

    #[test]
    fn trace_quit_goes_back_to_the_front_end_menu() {
        let mut host = Recorder::default().on(8, Hook::Resume, |host| {
            host.push(0x12);
        });
        host.push(8).turn().push(1).turn();
        host.taken_log();
        host.pop().turn();
        assert_eq!(host.taken_log(), "X1 R8 S8 E12");
        assert_eq!(host.modes(), [8, 0x12]);
    }

    #[test]
    fn trace_end_pops_two_modes_in_one_update() {
        let mut host = Recorder::default().over(8, 1);
        host.push(0xb).turn();
        assert_eq!(host.taken_log(), "S1 Eb");
        host.pop().pop().push(6).turn();
        assert_eq!(host.taken_log(), "Xb R1 X1 R8 S8 E6");
    }

    #[test]
    fn a_mode_popped_before_its_first_turn_gets_no_enter_and_no_exit() {
        let mut host = Recorder::default();
        host.push(1).turn();
        host.taken_log();
        host.push(0xa).pop().turn();
        assert_eq!(host.taken_log(), "S1 R1");
    }

    #[test]
    fn an_exit_that_pushes_suspends_the_lower_mode_twice_and_resumes_nobody() {
        let mut host = Recorder::default().on(0xa, Hook::Exit, |host| {
            host.push(6);
        });
        host.push(1).turn().push(0xa).turn();
        host.pop();
        assert_eq!(host.taken_log(), "E1 S1 Ea Xa S1");
    }

    #[test]
    fn a_mode_that_pushes_while_entering_is_suspended_by_its_own_push() {
        let mut host = Recorder::default().on(8, Hook::Enter, |host| {
            host.push(0x12);
        });
        host.push(8).turn();
        assert_eq!(host.taken_log(), "E8 S8 E12");
    }

    #[test]
    fn a_mode_cannot_be_on_the_stack_twice() {
        let mut host = Recorder::default().over(1, 0xf);
        assert_eq!(push(&mut host, 0xf), Err(StackError::AlreadyOnStack));
        assert_eq!(push(&mut host, 1), Err(StackError::AlreadyOnStack));
        assert_eq!(host.taken_log(), "");
        assert_eq!(host.modes(), [1, 0xf]);
    }

    #[test]
    fn a_pop_that_names_a_covered_mode_is_refused() {
        let mut host = Recorder::default();
        host.push(1).turn().push(0xa).turn();
        assert_eq!(pop(&mut host, 1), Err(StackError::NotOnTop));
        assert_eq!(host.modes(), [1, 0xa]);
    }

    #[test]
    fn a_replacement_is_not_noticed_beneath() {
        let mut host = Recorder::default().over(8, 0xb);
        replace(&mut host, 0xb, 1).expect("0xb is on top and 1 is not on the stack");
        host.turn();
        assert_eq!(host.taken_log(), "Xb E1");
        host.pop();
        assert_eq!(host.taken_log(), "X1 R8");
        assert_eq!(replace(&mut host, 0xb, 1), Err(StackError::NotOnTop));
        host.push(1).turn();
        assert_eq!(replace(&mut host, 1, 8), Err(StackError::AlreadyOnStack));
    }

    #[test]
    fn below_top_names_the_covered_mode() {
        let mut host = Recorder::default();
        assert_eq!(host.stack.below_top(), None);
        host.push(8);
        assert_eq!(host.stack.below_top(), None);
        host.push(6);
        assert_eq!(
            (host.stack.top(), host.stack.below_top()),
            (Some(6), Some(8))
        );
    }
}
