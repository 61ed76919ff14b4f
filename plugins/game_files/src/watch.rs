//! Turns changes in folders into changes of the asset source's names.
//!
//! The system's watch belongs to one folder, not to its path: it dies when the folder is removed, and it sees nothing of a
//! new folder in its place. So a thread looks twice a second which folders the store lies in now and whether each path still
//! leads to the folder that is watched, and otherwise watches again and reports every name that was or is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use bevy::asset::io::file::FileWatcher;
use bevy::asset::io::memory::{Dir, MemoryAssetReader};
use bevy::asset::io::{
    AssetSource, AssetSourceBuilder, AssetSourceEvent, AssetSourceId, AssetWatcher,
};
use tracing::{debug, warn};

use crate::files::{GameFiles, SharedFiles, flat_name};
use crate::overlay::TEXTURES;

/// Changes are gathered for this long, so that a file is read after it was written, not while.
const SETTLE: Duration = Duration::from_millis(300);
/// How often it is checked that the path still leads to the watched folder.
const LOOK: Duration = Duration::from_millis(500);

/// Watches folders for as long as it lives.
struct FolderWatcher {
    /// Its end ends the thread.
    _alive: Sender<()>,
}

impl AssetWatcher for FolderWatcher {}

/// Takes a change and answers whether anything still listens.
type Report = dyn Fn(AssetSourceEvent) -> bool + Send + Sync;

/// Starts to watch the folders of a store; `send` gets each change under the name the asset source knows and answers whether
/// anybody still listens. `None` when the system gives no thread.
pub(crate) fn watch(
    files: SharedFiles,
    send: impl Fn(AssetSourceEvent) -> bool + Send + Sync + 'static,
) -> Option<Box<dyn AssetWatcher>> {
    let send: Arc<Report> = Arc::new(send);
    let mut folders = BTreeMap::new();
    // Here and now, so that no change after this is missed.
    look(&files, &mut folders, &send);
    let (alive, ended) = channel();
    std::thread::Builder::new()
        .name("game files watcher".into())
        .spawn(move || {
            while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout)
                && look(&files, &mut folders, &send)
            {}
        })
        .ok()?;
    Some(Box::new(FolderWatcher { _alive: alive }))
}

/// Looks which folders there are and what became of each; answers whether anything still listens.
fn look(
    files: &SharedFiles,
    folders: &mut BTreeMap<PathBuf, WatchedPath>,
    send: &Arc<Report>,
) -> bool {
    let roots = files.watch_roots();
    folders.retain(|root, _| roots.contains(root));
    roots.into_iter().all(|root| {
        let path = folders.entry(root.clone()).or_default();
        path.look(&root, send)
    })
}

/// A path whose folder is watched, as long as there is one.
#[derive(Default)]
struct WatchedPath {
    folder: Option<FolderWatch>,
    /// The names in the folder that was lost.
    names: BTreeSet<PathBuf>,
    seen: bool,
    refused: bool,
}

impl WatchedPath {
    /// Watches again when another folder has taken the path; answers whether anything still listens.
    fn look(&mut self, root: &Path, send: &Arc<Report>) -> bool {
        match self.folder.take_if(|folder| !folder.is_of(root)) {
            Some(lost) => {
                debug!("{}: another folder, or none, is here now", root.display());
                self.names = lost.names;
                // The system may report the folder's end only, not that of each file in it.
                if !report_all(&self.names, send) {
                    return false;
                }
            }
            None if self.folder.is_some() => return true,
            None => {}
        }
        let again = match FolderWatch::begin(root, send.clone()) {
            Ok(again) => again,
            Err(error) => {
                // A folder that was there and is gone may come back, and is nothing to warn about.
                if !self.seen && !self.refused {
                    warn!("{}: changes are not watched: {error}", root.display());
                }
                self.refused = true;
                return true;
            }
        };
        // What was there and what is there: each may have changed unseen, and what is copied later is seen.
        if self.seen || self.refused {
            self.names.extend(again.names.iter().cloned());
            if !report_all(&self.names, send) {
                return false;
            }
        }
        self.folder = Some(again);
        self.seen = true;
        true
    }
}

/// One folder that is watched.
///
/// The engine's folder watcher speaks of paths on disk and only into a channel of its own kind, so a private source
/// holds that watcher and its channel, and a thread translates from there.
struct FolderWatch {
    _source: AssetSource,
    folder: FolderId,
    /// The names that were in it when it was looked at last.
    names: BTreeSet<PathBuf>,
    /// The system said that the folder itself went away.
    gone: Arc<AtomicBool>,
}

/// Sets a folder apart from another one that takes its path. Numbers are used again at once, so the time of its making counts.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FolderId {
    number: (u64, u64),
    made: Option<SystemTime>,
}

impl FolderId {
    fn of(root: &Path) -> std::io::Result<Self> {
        let data = fs::metadata(root)?;
        #[cfg(unix)]
        let number = {
            use std::os::unix::fs::MetadataExt;
            (data.dev(), data.ino())
        };
        #[cfg(not(unix))]
        let number = (0, 0);
        Ok(Self {
            number,
            made: data.created().ok(),
        })
    }
}

impl FolderWatch {
    fn begin(root: &Path, send: Arc<Report>) -> std::io::Result<Self> {
        let folder = FolderId::of(root)?;
        let real = real_path(root)?;
        let refusal = Arc::new(Mutex::new(String::new()));
        let why = refusal.clone();
        let source = AssetSourceBuilder::new(|| {
            Box::new(MemoryAssetReader {
                root: Dir::default(),
            })
        })
        .with_watcher(
            move |sender| match FileWatcher::new(real.clone(), sender, SETTLE) {
                Ok(watcher) => Some(Box::new(watcher)),
                Err(error) => {
                    *why.lock().unwrap_or_else(PoisonError::into_inner) = error.to_string();
                    None
                }
            },
        )
        .build(AssetSourceId::from("watched"), true, false);
        let changes = source
            .event_receiver()
            .ok_or_else(|| {
                let why = refusal.lock().unwrap_or_else(PoisonError::into_inner);
                std::io::Error::other(why.clone())
            })?
            .clone();
        let gone = Arc::new(AtomicBool::new(false));
        let is_gone = gone.clone();
        std::thread::Builder::new()
            .name("game files changes".into())
            .spawn(move || {
                // Ends when the watcher is dropped and the channel closes, or when nothing listens any more.
                while let Ok(event) = changes.recv_blocking() {
                    let mut batch = Vec::new();
                    let more = std::iter::from_fn(|| changes.try_recv().ok());
                    for event in std::iter::once(event).chain(more) {
                        if is_other_folder(&event) {
                            is_gone.store(true, Ordering::Relaxed);
                        }
                        // A file that is made and written is one change.
                        for event in translate(event) {
                            if !batch.contains(&event) {
                                batch.push(event);
                            }
                        }
                    }
                    if !batch.into_iter().all(|event| send(event)) {
                        break;
                    }
                }
            })?;
        Ok(Self {
            _source: source,
            folder,
            names: names_in(root),
            gone,
        })
    }

    fn is_of(&self, root: &Path) -> bool {
        let gone = self.gone.load(Ordering::Relaxed);
        !gone && FolderId::of(root).is_ok_and(|folder| folder == self.folder)
    }
}

/// Reports each name as changed; answers whether anything still listens.
fn report_all(names: &BTreeSet<PathBuf>, send: &Arc<Report>) -> bool {
    let mut changes = names.iter().cloned().map(AssetSourceEvent::ModifiedAsset);
    changes.all(|change| send(change))
}

/// The names of the files in a folder, and of those whose textures have pictures in it.
fn names_in(root: &Path) -> BTreeSet<PathBuf> {
    let listed = |folder: &Path| fs::read_dir(folder).into_iter().flatten();
    listed(root)
        .chain(listed(&root.join(TEXTURES)))
        .filter_map(|entry| flat(entry.ok()?.file_name().to_str()?))
        .collect()
}

/// Whether the folder itself went away, or the one of the pictures came or went with all that is in it.
fn is_other_folder(event: &AssetSourceEvent) -> bool {
    use AssetSourceEvent as Event;
    let is_one = |path: &Path| {
        path.as_os_str().is_empty() || path.as_os_str().eq_ignore_ascii_case(TEXTURES)
    };
    match event {
        Event::RemovedAsset(path)
        | Event::AddedFolder(path)
        | Event::RemovedFolder(path)
        | Event::RemovedUnknown { path, .. } => is_one(path),
        Event::RenamedFolder { old, new } => is_one(old) || is_one(new),
        _ => false,
    }
}

/// The path under which the system reports changes.
fn real_path(root: &Path) -> std::io::Result<PathBuf> {
    if cfg!(windows) {
        std::path::absolute(root)
    } else {
        root.canonicalize()
    }
}

/// One change on disk as changes of names. The asset server acts on added and modified names only: a file that went away is
/// reported as modified, so that it is asked for again and its users hear that it is gone; and a rename is reported for
/// both names, because editors save by renaming a new file over the old one.
fn translate(event: AssetSourceEvent) -> Vec<AssetSourceEvent> {
    use AssetSourceEvent as Event;
    let changed = match event {
        Event::AddedAsset(path) if !is_picture(&path) => [None, name(&path).map(Event::AddedAsset)],
        Event::AddedAsset(path)
        | Event::ModifiedAsset(path)
        | Event::RemovedAsset(path)
        | Event::AddedFolder(path)
        | Event::RemovedFolder(path)
        | Event::RemovedUnknown {
            path,
            is_meta: false,
        } => [None, name(&path).map(Event::ModifiedAsset)],
        Event::RenamedAsset { old, new } | Event::RenamedFolder { old, new } => {
            [&old, &new].map(|path| name(path).map(Event::ModifiedAsset))
        }
        _ => [None, None],
    };
    changed.into_iter().flatten().collect()
}

/// The name that a path in the watched folder is about: that of the file itself, or of the file whose texture it is a picture
/// of.
fn name(path: &Path) -> Option<PathBuf> {
    let of = match path.strip_prefix(TEXTURES) {
        Ok(picture) => picture.iter().next()?.to_str()?,
        Err(_) => path.to_str()?,
    };
    flat(of)
}

fn flat(name: &str) -> Option<PathBuf> {
    flat_name(name).map(PathBuf::from)
}

fn is_picture(path: &Path) -> bool {
    path.starts_with(TEXTURES)
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
                AssetSourceEvent::ModifiedAsset("save~.tmp".into()),
                AssetSourceEvent::ModifiedAsset("demos_ms1.sec".into()),
            ]
        );
    }

    #[test]
    fn a_removed_file_is_asked_for_again() {
        assert_eq!(
            translate(AssetSourceEvent::RemovedAsset("DEMO.lev".into())),
            [AssetSourceEvent::ModifiedAsset("demo.lev".into())]
        );
    }

    #[test]
    fn a_picture_is_a_change_of_the_file_that_has_the_texture() {
        for event in [
            AssetSourceEvent::AddedAsset("textures/Demos_MS1.SEC/wall.png".into()),
            AssetSourceEvent::RemovedAsset("textures/demos_ms1.sec/wall.png".into()),
            AssetSourceEvent::AddedFolder("textures/demos_ms1.sec".into()),
        ] {
            assert_eq!(
                translate(event),
                [AssetSourceEvent::ModifiedAsset("demos_ms1.sec".into())]
            );
        }
        assert!(is_other_folder(&AssetSourceEvent::RemovedFolder(
            "textures".into()
        )));
    }

    #[test]
    fn files_in_sub_folders_have_no_name() {
        assert!(translate(AssetSourceEvent::ModifiedAsset("backup/demo.lev".into())).is_empty());
    }
}
