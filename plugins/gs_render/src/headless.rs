//! Drawing without a window: for tests, tools and screenshots.
//!
//! ```no_run
//! use bevy::prelude::*;
//! use wonderwheel_gs_render::prelude::*;
//! use wonderwheel_gs_render::headless;
//!
//! let Some(renderer) = headless::find_renderer() else { return };
//! let mut app = App::new();
//! app.add_plugins((headless::plugins(renderer), GsRenderPlugin { present: Present::None }));
//! headless::start(&mut app);
//! // ... fill `GsScene`, or load a level ...
//! let picture = headless::complete_picture(&mut app, 60).expect("a picture");
//! picture.save(std::path::Path::new("frame.png")).expect("a writable folder");
//! ```

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::app::{PluginGroupBuilder, PluginsState};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::PollType;
use bevy::render::renderer::{RenderDevice, initialize_renderer};
use bevy::render::settings::{RenderCreation, RenderResources, WgpuSettings};
use bevy::ui_widgets::EditableTextInputPlugin;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;

use crate::frame::{GsFrame, PresentedImage};
use crate::picture::{Picture, take_picture};
use crate::stats::GsReady;

/// Updates until a change is in the presented picture.
const SETTLING_FRAMES: usize = 4;

/// A device to draw with, or `None` when this machine has no usable adapter. Bevy itself would panic then.
pub fn find_renderer() -> Option<RenderCreation> {
    find_renderer_with(&WgpuSettings::default())
}

/// As [`find_renderer`], with limits or back ends of the caller's choice.
pub fn find_renderer_with(settings: &WgpuSettings) -> Option<RenderCreation> {
    open_device(settings).ok().map(RenderCreation::Manual)
}

/// Opens a device on the best adapter.
///
/// # Errors
/// What is missing, in the engine's own words.
pub fn open_device(settings: &WgpuSettings) -> Result<RenderResources, String> {
    let backends = settings
        .backends
        .ok_or("no graphics backend is switched on")?;
    // The one way to ask: Bevy's own search panics when it finds nothing.
    quietly(|| bevy::tasks::block_on(initialize_renderer(backends, None, settings)))
}

/// Runs `work`; what it panics with becomes an error instead of a message on the terminal.
fn quietly<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // The hook is the whole process's: one at a time, and panics of other threads go where they went before.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let words = Arc::new(Mutex::new(String::new()));
    let (heard, here) = (words.clone(), std::thread::current().id());
    let before: Arc<dyn Fn(&PanicHookInfo<'_>) + Send + Sync> = take_hook().into();
    let others = before.clone();
    set_hook(Box::new(move |info| {
        if std::thread::current().id() == here {
            let payload = info.payload_as_str().unwrap_or("the driver failed");
            payload.clone_into(&mut heard.lock().unwrap_or_else(PoisonError::into_inner));
        } else {
            others(info);
        }
    }));
    let result = catch_unwind(AssertUnwindSafe(work));
    set_hook(Box::new(move |info| before(info)));
    result.map_err(|_| words.lock().unwrap_or_else(PoisonError::into_inner).clone())
}

/// Bevy's default plugins without a window, an event loop or a render thread, compiling pipelines at once.
pub fn plugins(renderer: RenderCreation) -> PluginGroupBuilder {
    DefaultPlugins
        .set(WindowPlugin {
            primary_window: None,
            exit_condition: ExitCondition::DontExit,
            ..default()
        })
        .set(RenderPlugin {
            render_creation: renderer,
            synchronous_pipeline_compilation: true,
            ..default()
        })
        .disable::<WinitPlugin>()
        .disable::<PipelinedRenderingPlugin>()
        // Nothing is typed without a window, and the field listens to pointers that no plugin here has.
        .disable::<EditableTextInputPlugin>()
}

/// Does what `App::run` does before its first frame.
pub fn start(app: &mut App) {
    while app.plugins_state() == PluginsState::Adding {
        bevy::tasks::tick_global_task_pools_on_main_thread();
    }
    app.finish();
    app.cleanup();
}

/// Runs one frame and waits until the GPU has done its work.
///
/// # Errors
/// When the app wants to end: a GPU validation error stops all drawing without a panic, and a stale picture would pass.
pub fn step(app: &mut App) -> Result<(), String> {
    match frame(app)? {
        Some(exit) => Err(format!("the app ended by itself: {exit:?}")),
        None => Ok(()),
    }
}

/// As [`step`], for apps that end by themselves: the answer is how they want to.
///
/// # Errors
/// When the GPU stopped.
pub fn frame(app: &mut App) -> Result<Option<AppExit>, String> {
    app.update();
    if let Some(device) = app.world().get_resource::<RenderDevice>() {
        device
            .poll(PollType::wait_indefinitely())
            .map_err(|error| error.to_string())?;
    }
    Ok(app.should_exit())
}

/// Runs frames until one shows everything it wants to show, and hands that picture back.
///
/// # Errors
/// When the picture is not complete after `frame_limit` frames, with what was missing.
pub fn complete_picture(app: &mut App, frame_limit: usize) -> Result<Picture, String> {
    let mut frames = 0..frame_limit.max(1);
    // What the first frame reports is about the one before it.
    let mut complete = 0;
    while complete < 2 {
        if frames.next().is_none() {
            return Err(format!(
                "the picture is not complete: {:?}",
                app.world().resource::<GsReady>()
            ));
        }
        step(app)?;
        complete = if app.world().resource::<GsReady>().is_ready() {
            complete + 1
        } else {
            0
        };
    }
    next_picture(app)
}

/// Draws one more frame and hands its picture back, complete or not.
///
/// # Errors
/// When no picture arrives.
pub fn next_picture(app: &mut App) -> Result<Picture, String> {
    let GsFrame { image, size } = app.world().resource::<GsFrame>().clone();
    picture_of(app, image, size)
}

/// As [`next_picture`], of the image that the presenting camera draws into, once what was changed before has come through to it.
///
/// # Errors
/// When there is no such image, or no picture arrives.
pub fn presented_picture(app: &mut App) -> Result<Picture, String> {
    // The camera shows the frame of the update before, and an image of a new size is made in the one after.
    for _ in 0..SETTLING_FRAMES {
        step(app)?;
    }
    let world = app.world();
    let presented = world.get_resource::<PresentedImage>();
    let image = presented.ok_or("no image is presented")?.0.clone();
    let texture = world.resource::<Assets<Image>>().get(&image);
    let size = texture.ok_or("the presented image is gone")?.size();
    picture_of(app, image, size)
}

fn picture_of(app: &mut App, image: Handle<Image>, size: UVec2) -> Result<Picture, String> {
    let arrived = Arc::new(Mutex::new(None));
    let slot = arrived.clone();
    let world = app.world_mut();
    take_picture(&mut world.commands(), image, size, move |picture| {
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(picture);
    });
    world.flush();
    for _ in 0..8 {
        step(app)?;
        if let Some(picture) = arrived
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
        {
            return Ok(picture);
        }
    }
    Err("the GPU did not hand the picture back".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_the_search_becomes_its_words() {
        assert_eq!(quietly(|| 7), Ok(7));
        let words = quietly(|| panic!("Unable to find a GPU!"));
        assert_eq!(words, Err::<(), _>("Unable to find a GPU!".into()));
    }
}
