//! Which files an archive is to hold, and in which order.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use wonderwheel_game_files::file_name::decode;
use wonderwheel_game_files::{FolderFiles, GameFileError, GameFiles, unnamed};
use wonderwheel_ps2::system::system_words;
use wonderwheel_warriors::classify::FileKind;

use crate::extract::index::{self, INDEX, Line};

/// What the names of level settings end with.
const SETTINGS: &str = ".settings.ron";

/// A file that an archive is to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Where it lies.
    pub path: PathBuf,
    /// Its name, when it has one.
    pub name: Option<String>,
    /// Hash of its name.
    pub hash: u32,
    /// Bytes.
    pub size: u64,
}

/// Why a folder cannot be packed.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// The folder is none of loose files.
    #[error(transparent)]
    Folder(#[from] GameFileError),
    /// The system refused.
    #[error("{}: {}", path.display(), system_words(source))]
    Io {
        /// What was read.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The index of an extraction is damaged.
    #[error("{}: line {line}: {words}; extract again, or remove the file to pack in the order of names", path.display())]
    Index {
        /// The index.
        path: PathBuf,
        /// Its line, from 1.
        line: usize,
        /// What is wrong with it.
        words: String,
    },
    /// Files of the index are not there.
    #[error(
        "{first} and {more} more files of {INDEX} are not in {}; extract them too, or remove {INDEX} to pack what is there",
        path.display()
    )]
    Missing {
        /// The folder.
        path: PathBuf,
        /// The first of them.
        first: String,
        /// How many there are beside it.
        more: usize,
    },
    /// Two files would be listed under one hash.
    #[error(
        "{first} and {second} have one name hash ({hash:#010x}), so that only one could be found; remove the other"
    )]
    SameHash {
        /// The one.
        first: String,
        /// The other.
        second: String,
        /// Their hash.
        hash: u32,
    },
    /// The folder holds no file.
    #[error("{}: no file of the game is here; name the folder that holds ee_files, or a flat folder of loose files", path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
    /// An index counts bytes in 32 bits.
    #[error("{}: the archive would be larger than the 4 GiB that its index can tell", path.display())]
    TooLarge {
        /// The first file that does not fit.
        path: PathBuf,
    },
}

/// The files of a folder in the order of the archive.
///
/// # Errors
/// Every kind but `TooLarge`.
pub fn members(folder: &Path) -> Result<Vec<Member>, PackError> {
    let files = FolderFiles::open(folder)?;
    let is_flat = files.root() == std::path::absolute(folder).unwrap_or_default();
    let lines = if is_flat {
        // What lies beside flat files is not their index.
        Vec::new()
    } else {
        read_index(&folder.join(INDEX))?
    };
    let mut left: BTreeMap<String, Member> = BTreeMap::new();
    for name in files.names() {
        let is_wanted = !is_flat || is_game_file(&name);
        if let Some(path) = files.disk_path(&name).filter(|_| is_wanted) {
            let member = member(path, &name)?;
            left.insert(name, member);
        }
    }
    let listed = take_listed(folder, &lines, &mut left)?;
    let members = merged(listed, left.into_values().collect());
    if members.is_empty() {
        let path = folder.to_owned();
        return Err(PackError::Empty { path });
    }
    refuse_same_hashes(&members, &lines)?;
    Ok(members)
}

/// Whether a file of a flat folder, in which anything may lie, is one of the game's or one that this program keeps beside them.
fn is_game_file(name: &str) -> bool {
    let is_known = FileKind::from_name(name).is_some() || unnamed::hash(name).is_some();
    is_known || name.ends_with(SETTINGS)
}

fn member(path: PathBuf, name: &str) -> Result<Member, PackError> {
    let size = match fs::metadata(&path) {
        Ok(data) => data.len(),
        Err(source) => return Err(PackError::Io { path, source }),
    };
    let hash = unnamed::index_hash(name);
    let name = unnamed::hash(name).is_none().then(|| name.to_owned());
    Ok(Member {
        path,
        name,
        hash,
        size,
    })
}

fn read_index(path: &Path) -> Result<Vec<Line>, PackError> {
    let text = match fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => {
            let path = path.to_owned();
            return Err(PackError::Io { path, source });
        }
    };
    index::read(&text).map_err(|(line, words)| PackError::Index {
        path: path.to_owned(),
        line,
        words,
    })
}

/// The files of an index, in its order; they are taken out of `left`.
fn take_listed(
    folder: &Path,
    lines: &[Line],
    left: &mut BTreeMap<String, Member>,
) -> Result<Vec<Member>, PackError> {
    let mut listed = Vec::with_capacity(lines.len());
    let mut missing = Vec::new();
    for line in lines {
        let file = line.path.split_once('/').map_or("", |(_, file)| file);
        let known = left.remove(&decode(file).to_ascii_lowercase());
        let found = match known {
            Some(member) => Some(member),
            // A file that no name leads to: only the index knows it.
            None => {
                let path = folder.join(&line.path);
                let is_there = path.is_file();
                is_there.then(|| member(path, file)).transpose()?
            }
        };
        match found {
            Some(found) => listed.push(Member {
                // A file system may not take its own name; the index has its hash all the same.
                name: found.name.filter(|_| found.hash == line.hash),
                hash: line.hash,
                ..found
            }),
            None => missing.push(&line.path),
        }
    }
    match missing.as_slice() {
        [] => Ok(listed),
        [first, more @ ..] => Err(PackError::Missing {
            path: folder.to_owned(),
            first: (*first).clone(),
            more: more.len(),
        }),
    }
}

/// Puts files that no index lists where their names belong; those without a name last, in the order of their hashes.
fn merged(listed: Vec<Member>, mut others: Vec<Member>) -> Vec<Member> {
    let upper = |member: &Member| member.name.as_ref().map(|name| name.to_ascii_uppercase());
    others.sort_by_cached_key(|member| (member.name.is_none(), upper(member), member.hash));
    let mut others = others.into_iter().peekable();
    let mut all = Vec::new();
    for member in listed {
        if let Some(own) = upper(&member) {
            while let Some(other) = others.next_if(|other| upper(other).is_some_and(|o| o < own)) {
                all.push(other);
            }
        }
        all.push(member);
    }
    all.extend(others);
    all
}

/// Two files of one hash are a mistake, unless the disc had them.
fn refuse_same_hashes(members: &[Member], lines: &[Line]) -> Result<(), PackError> {
    let mut of_the_disc = HashMap::<u32, usize>::new();
    for line in lines {
        *of_the_disc.entry(line.hash).or_default() += 1;
    }
    let mut seen = HashMap::<u32, (usize, &Member)>::new();
    for member in members {
        let (count, first) = seen.entry(member.hash).or_insert((0, member));
        *count += 1;
        if *count > of_the_disc.get(&member.hash).copied().unwrap_or(0).max(1) {
            let shown = |member: &Member| member.path.display().to_string();
            return Err(PackError::SameHash {
                first: shown(first),
                second: shown(member),
                hash: member.hash,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = home.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        home
    }

    fn names(home: &tempfile::TempDir) -> Vec<String> {
        let members = members(home.path()).unwrap();
        let file = |member: &Member| {
            member
                .path
                .file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned()
        };
        members.iter().map(file).collect()
    }

    #[test]
    fn without_an_index_files_come_in_the_order_of_upper_cased_names() {
        // `_` is behind all capitals, digits before them.
        let home = folder(&[
            ("ee_files/level1_1.pak", ""),
            ("ee_files/level1s.lua", ""),
            ("ee_files/LEVEL10.lev", ""),
            ("ee_files/863681355", ""),
            ("unnamed/ffffffff.pak", ""),
            ("unnamed/0000000a.pak", ""),
        ]);
        assert_eq!(
            names(&home),
            [
                "863681355",
                "LEVEL10.lev",
                "level1s.lua",
                "level1_1.pak",
                "0000000a.pak",
                "ffffffff.pak"
            ]
        );
    }

    #[test]
    fn an_index_gives_the_order_and_new_files_come_where_their_names_belong() {
        let hash = |name: &str| format!("{:08x}", unnamed::index_hash(name));
        let line = |name: &str, path: &str| format!("0\t{}\t0\t0\tlua\t{path}\t-\n", hash(name));
        let index = [
            line("b.lua", "ee_files/b.lua"),
            line("0000000a.pak", "unnamed/0000000a.pak"),
            line("d?.lua", "ee_files/d_.lua"),
            line("a.lua", "ee_files/a.lua"),
        ]
        .concat();
        let home = folder(&[
            ("index.tsv", &index),
            ("ee_files/a.lua", ""),
            ("ee_files/b.lua", ""),
            ("ee_files/c.lua", ""),
            ("ee_files/d_.lua", ""),
            ("unnamed/0000000a.pak", ""),
        ]);
        assert_eq!(
            names(&home),
            ["b.lua", "0000000a.pak", "d_.lua", "a.lua", "c.lua"]
        );
        let all = members(home.path()).unwrap();
        assert_eq!(all[2].hash, unnamed::index_hash("d?.lua"));
        assert_eq!(all[2].name, None, "its own name is not known any more");
        fs::remove_file(home.path().join("ee_files/b.lua")).unwrap();
        let error = members(home.path()).unwrap_err().to_string();
        assert!(
            error.starts_with("ee_files/b.lua and 0 more files"),
            "{error}"
        );
    }

    #[test]
    fn a_flat_folder_is_packed_without_what_is_not_the_games() {
        let home = folder(&[
            ("a.lev", "x"),
            ("a.settings.ron", ""),
            ("0000000a.xyz", ""),
            ("index.tsv", "nonsense"),
            ("letter.txt", ""),
        ]);
        assert_eq!(names(&home), ["a.lev", "a.settings.ron", "0000000a.xyz"]);
        let nothing = folder(&[("index.tsv", "")]);
        assert!(matches!(
            members(nothing.path()),
            Err(PackError::Empty { .. })
        ));
    }

    #[test]
    fn two_files_of_one_hash_are_refused() {
        let name = format!("unnamed/{:08x}.lua", unnamed::index_hash("a.lua"));
        let home = folder(&[("ee_files/a.lua", ""), (&name, "")]);
        // A folder of loose files lists the one with the name only.
        assert_eq!(names(&home), ["a.lua"]);
        let flat = name.rsplit('/').next().unwrap();
        let home = folder(&[("a.lua", ""), (flat, "")]);
        let error = members(home.path()).unwrap_err().to_string();
        assert!(error.contains("one name hash"), "{error}");
    }
}
