//! The driver: the one point of the frame where the mode stack changes.

use bevy::{
    ecs::{message::Messages, schedule::ScheduleLabel},
    prelude::*,
};

use crate::{
    mode::GameMode,
    stack::{self, Hook, ModeHost, Stack},
};

/// The stack of modes: the one truth that [`GameMode`] mirrors. Read it freely; change it with [`ModeCommand`].
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default, Deref)]
pub struct ModeStack(Stack<GameMode>);

/// A wish to change the mode stack, applied in the order written, all at one point of the next frame
/// ([`ModeDrive`]: after input was read, before states change).
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModeCommand {
    /// Put a mode on top. Refused, with an error in the log, when it is on the stack already.
    Push(GameMode),
    /// Take this mode off. Refused when another one is on top by then.
    Pop(GameMode),
    /// Take `old` off and put `new` in its place, unnoticed by the mode beneath.
    Replace {
        /// The mode that must be on top.
        old: GameMode,
        /// The mode that takes its place.
        new: GameMode,
    },
}

/// What happened on the stack: one message a hook, in the order they ran.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModeChanged {
    /// The mode.
    pub mode: GameMode,
    /// What happened to it.
    pub hook: Hook,
}

/// The schedule in which the stack's driver runs, between `PreUpdate` and `StateTransition`.
#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ModeDrive;

/// The schedule that runs when `mode` gets `hook`. Its systems see the stack as spec/modes.md 3.2 says; an exclusive one
/// may call [`stack::push`] and its kin on the `World` and so act in the middle of the operation, as the original's hooks do.
#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ModeHook {
    /// The mode.
    pub mode: GameMode,
    /// The occasion.
    pub hook: Hook,
}

impl ModeHook {
    /// When a mode gets its first turn.
    pub const fn enter(mode: GameMode) -> Self {
        let hook = Hook::Enter;
        Self { mode, hook }
    }

    /// When a mode has been taken off the stack.
    pub const fn exit(mode: GameMode) -> Self {
        let hook = Hook::Exit;
        Self { mode, hook }
    }
}

/// An entity of a mode's own screen: hidden while the mode is covered, despawned with the mode's Exit. Unlike
/// `DespawnOnExit` it survives a pause that is itself covered by another mode. Source: spec/modes.md 8.6.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModeOwned(pub GameMode);

/// A chain of pushes made by Enter hooks longer than this is a fault.
const LONGEST_CHAIN: usize = 8;

impl ModeHost<GameMode> for World {
    fn stack(&mut self) -> &mut Stack<GameMode> {
        &mut self.resource_mut::<ModeStack>().into_inner().0
    }

    fn run_hook(&mut self, mode: GameMode, hook: Hook) {
        debug!("mode {mode:?}: {hook:?}");
        self.write_message(ModeChanged { mode, hook });
        // A mode without systems for this occasion has no schedule: that is no error.
        let _ = self.try_run_schedule(ModeHook { mode, hook });
        treat_screen(self, mode, hook);
    }
}

/// Applies what was asked for since the last frame, enters what lies on top, and mirrors the top into [`GameMode`].
pub(crate) fn drive_modes(world: &mut World) {
    for _ in 0..LONGEST_CHAIN {
        let commands: Vec<ModeCommand> = world
            .resource_mut::<Messages<ModeCommand>>()
            .drain()
            .collect();
        for command in &commands {
            apply(world, *command);
        }
        if !stack::enter_top(world) && commands.is_empty() {
            break;
        }
    }
    let top = world.resource::<ModeStack>().top().unwrap_or_default();
    let mut next = world.resource_mut::<NextState<GameMode>>();
    (*next).set_if_neq(top);
}

fn apply(world: &mut World, command: ModeCommand) {
    let done = match command {
        ModeCommand::Push(mode) => stack::push(world, mode),
        ModeCommand::Pop(mode) => stack::pop(world, mode),
        ModeCommand::Replace { old, new } => stack::replace(world, old, new),
    };
    if let Err(refused) = done {
        error!("mode command {command:?} was refused: {refused}");
    }
}

fn treat_screen(world: &mut World, mode: GameMode, hook: Hook) {
    let mut owned = world.query::<(Entity, &ModeOwned)>();
    let entities: Vec<Entity> = owned
        .iter(world)
        .filter(|(_, owner)| owner.0 == mode)
        .map(|(entity, _)| entity)
        .collect();
    for entity in entities {
        match hook {
            Hook::Exit => {
                world.despawn(entity);
            }
            Hook::Suspend => set_visibility(world, entity, Visibility::Hidden),
            Hook::Resume => set_visibility(world, entity, Visibility::Inherited),
            Hook::Enter => {}
        }
    }
}

fn set_visibility(world: &mut World, entity: Entity, visibility: Visibility) {
    if let Some(mut current) = world.get_mut::<Visibility>(entity) {
        *current = visibility;
    }
}
