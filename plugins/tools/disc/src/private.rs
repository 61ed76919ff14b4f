//! Words for people who may paste them into a report: without the names of the account, its home and what lies in a drive.

use std::fs;
use std::path::Path;

/// Where systems show drives: below stand the account and the medium, or the medium alone.
const DRIVES: [&str; 3] = ["/run/media/", "/media/", "/Volumes/"];
/// Where the homes of accounts lie.
const HOMES: [&str; 2] = ["/home/", "/Users/"];

/// Words with the home folder as `~`, and with `…` for other accounts and for the names of media.
pub fn without_names(words: &str) -> String {
    let home = directories::BaseDirs::new();
    let home = home.as_ref().map(directories::BaseDirs::home_dir);
    // As it is named, and where it really lies.
    let real = home.and_then(|home| fs::canonicalize(home).ok());
    let words = without_home(words, home);
    let words = without_home(&words, real.as_deref());
    let words = DRIVES
        .iter()
        .fold(words, |words, root| without_parts(&words, root, 2));
    HOMES
        .iter()
        .fold(words, |words, root| without_parts(&words, root, 1))
}

fn without_home(words: &str, home: Option<&Path>) -> String {
    let home = home.and_then(Path::to_str).unwrap_or_default();
    let home = home.trim_end_matches(std::path::MAIN_SEPARATOR);
    if home.is_empty() {
        return words.to_owned();
    }
    let mut out = String::new();
    let mut rest = words;
    while let Some(at) = rest.find(home) {
        let (before, found) = rest.split_at(at);
        let after = found.get(home.len()..).unwrap_or_default();
        // `/home/ann` is not the beginning of `/home/anna`, and not the end of `/mnt/home/ann`.
        let is_whole = !after.starts_with(|next: char| next.is_alphanumeric() || next == '_')
            && !before.ends_with(|last: char| last.is_alphanumeric() || last == '_');
        out.push_str(before);
        out.push_str(if is_whole { "~" } else { home });
        rest = after;
    }
    out + rest
}

/// Words with `…` for the first folders below `root`, `most` of them. The last part of a path stays.
fn without_parts(words: &str, root: &str, most: usize) -> String {
    let mut out = String::new();
    let mut rest = words;
    while let Some((before, after)) = rest.split_once(root) {
        out.push_str(before);
        out.push_str(root);
        rest = after;
        // `/run/media/` has been looked at before `/media/`.
        let is_start = !before.ends_with(|last: char| last.is_alphanumeric());
        let mut left = is_start && !after.starts_with('…');
        for _ in 0..most {
            let Some((part, after)) = rest.split_once('/') else {
                break;
            };
            let is_part =
                !part.is_empty() && ![": ", ", ", "\n"].iter().any(|end| part.contains(end));
            if !is_start || !is_part {
                break;
            }
            if std::mem::take(&mut left) {
                out.push_str("…/");
            }
            rest = after;
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_folder_is_shown_as_a_tilde_and_nothing_else_is() {
        let home = Some(Path::new("/home/ann"));
        for (words, shown) in [
            ("data: /home/ann/my disc.iso", "data: ~/my disc.iso"),
            ("/home/ann", "~"),
            ("/home/anna/disc.iso", "/home/anna/disc.iso"),
            ("a /home/ann, /home/ann/b", "a ~, ~/b"),
            ("/mnt/home/ann/x", "/mnt/home/ann/x"),
        ] {
            assert_eq!(without_home(words, home), shown);
        }
        assert_eq!(without_home("/x", Some(Path::new("/"))), "/x");
    }

    #[test]
    fn accounts_and_media_are_left_out_and_the_files_stay() {
        for (words, shown) in [
            ("/media/ann/MY DISC/demo.iso: cut", "/media/…/demo.iso: cut"),
            ("/media/MY DISC/demo.iso", "/media/…/demo.iso"),
            ("/run/media/ann/DISC/a/b.iso", "/run/media/…/a/b.iso"),
            (
                "in /media/ann/X, /Volumes/Y/z",
                "in /media/…/X, /Volumes/…/z",
            ),
            ("/home/bob/x, /Users/eve/y", "/home/…/x, /Users/…/y"),
            ("/home", "/home"),
        ] {
            assert_eq!(without_names(words), shown);
        }
    }
}
