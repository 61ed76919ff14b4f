//! Turns changes in a folder into changes of the asset source's names.
//!
//! The system's watch belongs to one folder, not to its path: it dies when the folder is removed, and it sees nothing of a
//! new folder in its place. So a thread looks twice a second whether the path still leads to the folder that is watched,
//! and otherwise watches anew and tells every name that was or is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use bevy::asset::io::file::FileWatcher;
use bevy::asset::io::memory::{Dir, MemoryAssetReader};
use bevy::asset::io::{
    AssetSource, AssetSourceBuilder, AssetSourceEvent, AssetSourceId, AssetWatcher,
};
use bevy::log::{debug, warn};

use crate::files::flat_name;

/// Changes are gathered for this long, so that a file is read after it was written, not while.
const SETTLE: Duration = Duration::from_millis(300);
/// How often it is checked that the path still leads to the watched folder.
const LOOK: Duration = Duration::from_millis(500);

/// Watches a folder for as long as it lives.
struct FolderWatcher {
    /// Its end ends the thread.
    _alive: Sender<()>,
}

impl AssetWatcher for FolderWatcher {}

/// Takes a change and answers whether anybody still listens.
type Tell = dyn Fn(AssetSourceEvent) -> bool + Send + Sync;

/// Starts to watch `root`; `send` gets each change under the name the asset source knows and answers whether anybody
/// still listens. `None`, with a warning, when the system cannot watch.
pub(crate) fn watch(
    root: &Path,
    send: impl Fn(AssetSourceEvent) -> bool + Send + Sync + 'static,
) -> Option<Box<dyn AssetWatcher>> {
    let send: Arc<Tell> = Arc::new(send);
    let first = match Watched::begin(root, send.clone()) {
        Ok(watched) => watched,
        Err(error) => {
            warn!("{}: changes are not watched: {error}", root.display());
            return None;
        }
    };
    let (alive, ended) = channel();
    let root = root.to_owned();
    std::thread::Builder::new()
        .name("game files watcher".into())
        .spawn(move || keep_watching(&root, first, &ended, &send))
        .ok()?;
    Some(Box::new(FolderWatcher { _alive: alive }))
}

/// One folder that is watched.
///
/// The engine's folder watcher speaks of paths on disk and only into a channel of its own kind, so a private source
/// holds that watcher and its channel, and a thread translates from there.
struct Watched {
    _source: AssetSource,
    folder: FolderId,
    /// The names that were in it when it was looked at last.
    names: BTreeSet<PathBuf>,
    /// The system said that the folder itself went away.
    gone: Arc<AtomicBool>,
}

/// Tells a folder from another one that takes its path. Numbers are used again at once, so the time of its making counts.
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

impl Watched {
    fn begin(root: &Path, send: Arc<Tell>) -> std::io::Result<Self> {
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
        let told_gone = gone.clone();
        std::thread::Builder::new()
            .name("game files changes".into())
            .spawn(move || {
                // Ends when the watcher is dropped and the channel closes, or when nobody listens any more.
                while let Ok(event) = changes.recv_blocking() {
                    let mut batch = Vec::new();
                    let more = std::iter::from_fn(|| changes.try_recv().ok());
                    for event in std::iter::once(event).chain(more) {
                        if is_root_removed(&event) {
                            told_gone.store(true, Ordering::Relaxed);
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

/// Watches `root` anew whenever another folder has taken its path. Ends with the watcher's owner.
fn keep_watching(root: &Path, first: Watched, ended: &Receiver<()>, send: &Arc<Tell>) {
    let mut watched = Some(first);
    let mut names = BTreeSet::new();
    while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
        match watched.take_if(|watched| !watched.is_of(root)) {
            Some(lost) => {
                debug!("{}: another folder, or none, is here now", root.display());
                names = lost.names;
                // The system may tell the folder's end only, not that of each file in it.
                if !tell_all(&names, send) {
                    return;
                }
            }
            None if watched.is_some() => continue,
            None => {}
        }
        let Ok(anew) = Watched::begin(root, send.clone()) else {
            continue;
        };
        // What was there and what is there: each may have changed unseen, and what is copied later is seen.
        names.extend(anew.names.iter().cloned());
        if !tell_all(&names, send) {
            return;
        }
        watched = Some(anew);
    }
}

/// Tells each name as changed; answers whether anybody still listens.
fn tell_all(names: &BTreeSet<PathBuf>, send: &Arc<Tell>) -> bool {
    let mut changes = names.iter().cloned().map(AssetSourceEvent::ModifiedAsset);
    changes.all(|change| send(change))
}

/// The names of the files in a folder.
fn names_in(root: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(root).into_iter().flatten();
    entries
        .filter_map(|entry| name(Path::new(&entry.ok()?.file_name())))
        .collect()
}

/// Whether the folder itself went away.
fn is_root_removed(event: &AssetSourceEvent) -> bool {
    use AssetSourceEvent as Event;
    match event {
        Event::RemovedAsset(path)
        | Event::RemovedFolder(path)
        | Event::RemovedUnknown { path, .. } => path.as_os_str().is_empty(),
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
/// told as modified, so that it is asked for again and whoever has it loaded hears that it is gone; and a rename is told of
/// both names, because editors save by renaming a new file over the old one.
fn translate(event: AssetSourceEvent) -> Vec<AssetSourceEvent> {
    use AssetSourceEvent as Event;
    let changed = match event {
        Event::AddedAsset(path) => [None, name(&path).map(Event::AddedAsset)],
        Event::ModifiedAsset(path)
        | Event::RemovedAsset(path)
        | Event::RemovedUnknown {
            path,
            is_meta: false,
        } => [None, name(&path).map(Event::ModifiedAsset)],
        Event::RenamedAsset { old, new } => {
            [&old, &new].map(|path| name(path).map(Event::ModifiedAsset))
        }
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
    fn files_in_sub_folders_have_no_name() {
        assert!(translate(AssetSourceEvent::ModifiedAsset("backup/demo.lev".into())).is_empty());
    }
}
