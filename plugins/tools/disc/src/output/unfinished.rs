//! Files that are being written.
//!
//! The owner holds the system's lock on its file, so that anybody can see whether it is still alive: by the lock, not by a process
//! number, which another process may have by then and which another machine cannot look up.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU64, Ordering},
};

/// What names of unfinished files begin with; the owner's process number and a count of its own follow. Nothing of the game is
/// called so.
const PREFIX: &str = ".wonderwheel-unfinished-";
/// Names that are tried before it is given up: another container's process may have the same number.
const MOST_NAMES: u32 = 1000;

/// The files that this process is writing. `None` once they are abandoned: nothing new is begun then.
static ALIVE: Mutex<Option<Vec<PathBuf>>> = Mutex::new(Some(Vec::new()));

fn alive() -> MutexGuard<'static, Option<Vec<PathBuf>>> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is being written, under a name that nothing takes for its own. Unless it is finished, nothing of it stays.
#[derive(Debug)]
pub struct UnfinishedFile {
    path: PathBuf,
    file: Option<File>,
}

impl UnfinishedFile {
    /// Begins a file in `folder`, which has to be on the file system of the place that it is for.
    ///
    /// # Errors
    /// The system's refusal.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mut alive = alive();
        let list = alive.as_mut().ok_or(io::ErrorKind::Interrupted)?;
        let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
        for _ in 0..MOST_NAMES {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{PREFIX}{}-{count}", std::process::id()));
            let file = match File::create_new(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    last = error;
                    continue;
                }
                Err(error) => return Err(error),
            };
            // Between the two calls a sweep may have taken it for a dead one's: it holds the lock, or the file is gone. Some file
            // systems have no locks: then nothing is ever swept there.
            let is_swept = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
            if is_swept || !path.exists() {
                continue;
            }
            list.push(path.clone());
            let file = Some(file);
            return Ok(Self { path, file });
        }
        Err(last)
    }

    /// Gives it its name, in place of whatever has it, whose mode it takes.
    ///
    /// # Errors
    /// The system's refusal; nothing of the file stays then.
    pub fn finish(mut self, path: &Path) -> io::Result<()> {
        if let (Some(file), Ok(before)) = (&self.file, fs::metadata(path)) {
            // A file system without modes has none to keep.
            let _ = file.set_permissions(before.permissions());
        }
        if cfg!(windows) {
            // It renames no open file.
            drop(self.file.take());
        }
        // Elsewhere the lock is held until the file has its name: a sweep in between would take it for a dead one's.
        fs::rename(&self.path, path)?;
        self.forget();
        Ok(())
    }

    fn forget(&mut self) {
        if let Some(list) = alive().as_mut() {
            list.retain(|path| *path != self.path);
        }
        self.path.clear();
    }
}

impl Write for UnfinishedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.write(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), File::flush)
    }
}

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        drop(self.file.take());
        if self.path != Path::new("") {
            let _ = fs::remove_file(&self.path);
            self.forget();
        }
    }
}

/// Removes every file that this process is writing, and begins no other: the last thing before a process ends without unwinding.
pub fn abandon_all() {
    for path in alive().take().into_iter().flatten() {
        let _ = fs::remove_file(path);
    }
}

/// Whether a file's name is one of an unfinished file.
pub fn is_unfinished(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(PREFIX.as_bytes())
}

/// Removes what runs left in a folder that are dead. Each folder is looked at once.
pub fn sweep(folder: &Path) {
    static SWEPT: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if !swept.get_or_insert_default().insert(folder.to_owned()) {
        return;
    }
    drop(swept);
    remove_dead(folder);
}

fn remove_dead(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_unfinished(&entry.file_name())) {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        // The lock is held until the file is gone, so that its owner cannot take it in between.
        if let Some(_lock) = is_file.then(|| lock_of_dead(&entry.path())).flatten() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The lock of an unfinished file that nothing else holds. Where that cannot be seen its owner counts as alive.
fn lock_of_dead(path: &Path) -> Option<File> {
    // For writing: some systems lock only what is open for it.
    let file = File::options().write(true).open(path).ok()?;
    file.try_lock().is_ok().then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_file_leaves_nothing() {
        let home = tempfile::tempdir().unwrap();
        let count = || fs::read_dir(home.path()).unwrap().count();
        let mut file = UnfinishedFile::begin(home.path()).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(count(), 0);
        let mut file = UnfinishedFile::begin(home.path()).unwrap();
        file.write_all(b"whole").unwrap();
        file.finish(&home.path().join("a")).unwrap();
        assert_eq!(fs::read(home.path().join("a")).unwrap(), b"whole");
        assert_eq!(count(), 1);
        let file = UnfinishedFile::begin(home.path()).unwrap();
        assert!(file.finish(&home.path().join("no/such/folder")).is_err());
        assert_eq!(count(), 1);
    }

    #[test]
    fn two_files_at_a_time_have_names_of_their_own() {
        let home = tempfile::tempdir().unwrap();
        let files = [(); 3].map(|()| UnfinishedFile::begin(home.path()).unwrap());
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 3);
        drop(files);
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_sweep_takes_the_files_of_dead_owners_alone() {
        let home = tempfile::tempdir().unwrap();
        let dead = home.path().join(format!("{PREFIX}1-1"));
        fs::write(&dead, "left").unwrap();
        let other = home.path().join(".other");
        fs::write(&other, "mine").unwrap();
        fs::create_dir(home.path().join(format!("{PREFIX}folder"))).unwrap();
        let alive = UnfinishedFile::begin(home.path()).unwrap();
        sweep(home.path());
        assert!(!dead.exists() && other.exists() && alive.path.exists());
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 3);
    }

    #[cfg(unix)]
    #[test]
    fn sweeps_take_no_file_that_is_being_begun_or_finished() {
        use std::sync::atomic::AtomicBool;
        let home = tempfile::tempdir().unwrap();
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    remove_dead(home.path());
                }
            });
            let written = (0..2000).try_for_each(|number| {
                let mut file = UnfinishedFile::begin(home.path())?;
                file.write_all(b"whole")?;
                file.finish(&home.path().join((number % 8).to_string()))
            });
            is_over.store(true, Ordering::Relaxed);
            written.unwrap();
        });
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_mode() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("a");
        fs::write(&path, "before").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let file = UnfinishedFile::begin(home.path()).unwrap();
        file.finish(&path).unwrap();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }
}
