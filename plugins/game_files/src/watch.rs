//! Turns changes in a folder into changes of the asset source's names.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::asset::io::file::FileWatcher;
use bevy::asset::io::memory::{Dir, MemoryAssetReader};
use bevy::asset::io::{
    AssetSource, AssetSourceBuilder, AssetSourceEvent, AssetSourceId, AssetWatcher,
};
use bevy::log::warn;

use crate::files::flat_name;

/// Changes are gathered for this long, so that a file is read after it was written, not while.
const SETTLE: Duration = Duration::from_millis(300);

/// Watches a folder for as long as it lives.
struct FolderWatcher {
    _source: AssetSource,
}

impl AssetWatcher for FolderWatcher {}

/// Starts to watch `root`; `send` gets each change under the name the asset source knows and answers whether anybody
/// still listens. `None`, with a warning, when the system cannot watch.
///
/// The engine's folder watcher speaks of paths on disk and only into a channel of its own kind, so a private source
/// holds that watcher and its channel, and a thread translates from there.
pub(crate) fn watch(
    root: &Path,
    send: impl Fn(AssetSourceEvent) -> bool + Send + 'static,
) -> Option<Box<dyn AssetWatcher>> {
    let real = match real_path(root) {
        Ok(real) => real,
        Err(error) => {
            warn!("{}: changes are not watched: {error}", root.display());
            return None;
        }
    };
    let source = AssetSourceBuilder::new(|| {
        Box::new(MemoryAssetReader {
            root: Dir::default(),
        })
    })
    .with_watcher(
        move |sender| match FileWatcher::new(real.clone(), sender, SETTLE) {
            Ok(watcher) => Some(Box::new(watcher)),
            Err(error) => {
                warn!("{}: changes are not watched: {error}", real.display());
                None
            }
        },
    )
    .build(AssetSourceId::from("watched"), true, false);
    let changes = source.event_receiver()?.clone();
    std::thread::Builder::new()
        .name("game files watcher".into())
        .spawn(move || {
            // Ends when the watcher is dropped and the channel closes, or when nobody listens any more.
            while let Ok(event) = changes.recv_blocking() {
                if !translate(event).into_iter().all(&send) {
                    break;
                }
            }
        })
        .ok()?;
    Some(Box::new(FolderWatcher { _source: source }))
}

/// The path under which the system reports changes.
fn real_path(root: &Path) -> std::io::Result<PathBuf> {
    if cfg!(windows) {
        std::path::absolute(root)
    } else {
        root.canonicalize()
    }
}

/// One change on disk as changes of names. The asset server acts on added and modified names and does not know renames:
/// editors that save by renaming a new file over the old one would go unseen.
fn translate(event: AssetSourceEvent) -> Vec<AssetSourceEvent> {
    use AssetSourceEvent as Event;
    let changed = match event {
        Event::AddedAsset(path) => [None, name(&path).map(Event::AddedAsset)],
        Event::ModifiedAsset(path) => [None, name(&path).map(Event::ModifiedAsset)],
        Event::RemovedAsset(path) => [name(&path).map(Event::RemovedAsset), None],
        Event::RemovedUnknown {
            path,
            is_meta: false,
        } => [name(&path).map(Event::RemovedAsset), None],
        Event::RenamedAsset { old, new } => [
            name(&old).map(Event::RemovedAsset),
            name(&new).map(Event::ModifiedAsset),
        ],
        _ => [None, None],
    };
    changed.into_iter().flatten().collect()
}

/// The name of a file that lies directly in the watched folder.
fn name(path: &Path) -> Option<PathBuf> {
    flat_name(path.to_str()?).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_by_rename_is_a_change_of_the_new_name() {
        let event = AssetSourceEvent::RenamedAsset {
            old: "save~.tmp".into(),
            new: "Demos_MS1.SEC".into(),
        };
        assert_eq!(
            translate(event),
            [
                AssetSourceEvent::RemovedAsset("save~.tmp".into()),
                AssetSourceEvent::ModifiedAsset("demos_ms1.sec".into()),
            ]
        );
    }

    #[test]
    fn files_in_sub_folders_have_no_name() {
        assert!(translate(AssetSourceEvent::ModifiedAsset("backup/demo.lev".into())).is_empty());
    }
}
