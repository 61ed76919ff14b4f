//! Answers the data page: opens what was chosen, remembers it, and goes on.

use std::path::{Path, PathBuf};

use bevy::{
    prelude::*,
    tasks::{IoTaskPool, Task, futures::check_ready},
};
use wonderwheel_disc::places::{self, recent};
use wonderwheel_game_files::OpenedFiles;
use wonderwheel_game_modes::{
    ChooseData, DataPage, DataPlace, GameMode, LevelList, ModeCommand, StartLevel,
};

use crate::{
    data::{self, Origin},
    data_options::{DataOptions, NONE},
    failure::Failure,
    window_files::WindowFiles,
};

/// The page's other side.
pub struct PickerPlugin {
    /// The files that a choice changes.
    pub files: WindowFiles,
    /// How what is chosen is opened.
    pub options: DataOptions,
    /// Shown at first: why there are no files to play from, if there are none.
    pub first: Option<String>,
}

impl Plugin for PickerPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Picker {
            files: self.files.clone(),
            options: self.options.clone(),
            opening: None,
        })
        .insert_resource(DataPage {
            // Without files to play from somebody is about to choose; else looking into drives would only take time.
            places: places(self.first.is_some()),
            message: self.first.clone().unwrap_or_default(),
            may_leave: self.first.is_none(),
            ..default()
        })
        .add_systems(Update, (open_dropped, open_chosen, take_opened).chain());
        app.world_mut().resource_mut::<LevelList>().other_data = true;
    }
}

/// Why a place is offered.
const USED: &str = "used before";

/// Used before, then found where discs lie, when those are looked for.
fn places(search: bool) -> Vec<DataPlace> {
    let mut used = recent::read();
    used.retain(|path| path != Path::new(NONE) && path.exists());
    let mut found = if search { places::search() } else { Vec::new() };
    found.retain(|path| !used.contains(path));
    let place = |why: &'static str| {
        move |path| DataPlace {
            path,
            why: why.into(),
        }
    };
    let used = used.into_iter().map(place(USED));
    used.chain(found.into_iter().map(place("found"))).collect()
}

#[derive(Resource)]
struct Picker {
    files: WindowFiles,
    options: DataOptions,
    opening: Option<Opening>,
}

/// A path that is being opened on a task: an image on a slow drive must not stop the window.
struct Opening {
    path: PathBuf,
    opened: Task<Result<OpenedFiles, Failure>>,
}

/// A disc that is dropped on the menu is chosen as well.
fn open_dropped(
    mode: Res<State<GameMode>>,
    mut drops: MessageReader<FileDragAndDrop>,
    mut choose: MessageWriter<ChooseData>,
    mut modes: MessageWriter<ModeCommand>,
) {
    let dropped = drops.read().filter_map(|drop| match drop {
        FileDragAndDrop::DroppedFile { path_buf, .. } => Some(path_buf.clone()),
        _ => None,
    });
    for path in dropped {
        if *mode.get() == GameMode::Menu {
            modes.write(ModeCommand::Replace {
                old: GameMode::Menu,
                new: GameMode::Data,
            });
            choose.write(ChooseData::Path(path));
        }
    }
}

fn open_chosen(
    mut chosen: MessageReader<ChooseData>,
    mut picker: ResMut<Picker>,
    mut page: ResMut<DataPage>,
    mut modes: MessageWriter<ModeCommand>,
    mut start: MessageWriter<StartLevel>,
) {
    for choice in chosen.read() {
        match choice {
            ChooseData::Path(path) => {
                let path = data::at_home(path.clone());
                page.message = format!("Opening {} ...", path.display());
                picker.opening = Some(open(path.clone(), picker.options.clone()));
            }
            ChooseData::Demo => {
                picker.opening = None;
                if let Err(failure) = picker.files.take(None) {
                    page.message = failure.message;
                    continue;
                }
                recent::remember(Path::new(NONE));
                leave(&mut page, &mut modes);
                start.write(StartLevel {
                    name: picker.files.forged_level().to_owned(),
                });
            }
        }
    }
}

fn open(path: PathBuf, options: DataOptions) -> Opening {
    let chosen = path.clone();
    let opened = IoTaskPool::get()
        .spawn(async move { data::open_identified(&chosen, Origin::Page, &options) });
    Opening { path, opened }
}

fn take_opened(
    mut picker: ResMut<Picker>,
    mut page: ResMut<DataPage>,
    mut modes: MessageWriter<ModeCommand>,
) {
    let Some(opening) = &mut picker.opening else {
        return;
    };
    let Some(opened) = check_ready(&mut opening.opened) else {
        return;
    };
    let path = opening.path.clone();
    picker.opening = None;
    match opened.and_then(|files| picker.files.take(Some(files))) {
        Ok(()) => {
            recent::remember(&path);
            page.places.retain(|place| place.path != path);
            let why = USED.into();
            page.places.insert(0, DataPlace { path, why });
            leave(&mut page, &mut modes);
        }
        Err(failure) => page.message = failure.message,
    }
}

/// From the page to the menu, whose list is made again.
fn leave(page: &mut DataPage, modes: &mut MessageWriter<ModeCommand>) {
    page.message = String::new();
    page.may_leave = true;
    modes.write(ModeCommand::Replace {
        old: GameMode::Data,
        new: GameMode::Menu,
    });
}
