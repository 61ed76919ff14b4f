//! Command lines of the version before, in the words of this one.

use std::ffi::OsString;

/// The command line as it is to be read, and what to type instead, when it has words that are going away: `commando probe` is
/// `info`, and `commando textures` is `export`.
pub fn in_new_words(args: Vec<OsString>) -> (Vec<OsString>, Option<&'static str>) {
    let Some(at) = args.iter().position(|arg| arg == "commando") else {
        return (args, None);
    };
    let (words, hint) = match args.get(at + 1).and_then(|word| word.to_str()) {
        Some("probe") => (
            "info",
            "`wonderwheel info LEVEL<n>.WAD` shows what a level holds",
        ),
        Some("textures") => (
            "export",
            "`wonderwheel export LEVEL<n>.WAD OUT --only 'tie/*' --mip 1` writes textures",
        ),
        _ => return (args, None),
    };
    let mut new = args[..at].to_vec();
    new.push(words.into());
    let mut rest = args[at + 2..].iter();
    while let Some(arg) = rest.next() {
        let kind = match arg.to_str() {
            Some("--kind") => rest.next().and_then(|kind| kind.to_str()),
            Some(text) => text.strip_prefix("--kind="),
            None => None,
        };
        match kind {
            Some(kind) => new.extend(["--only".into(), format!("{kind}/*").into()]),
            None => new.push(arg.clone()),
        }
    }
    (new, Some(hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(line: &str) -> (String, bool) {
        let args = line.split(' ').map(OsString::from).collect();
        let (args, hint) = in_new_words(args);
        let args: Vec<_> = args.iter().filter_map(|arg| arg.to_str()).collect();
        (args.join(" "), hint.is_some())
    }

    #[test]
    fn words_of_the_version_before_are_read_as_those_of_this_one() {
        for (old, now) in [
            ("w commando probe a.wad --json", "w info a.wad --json"),
            (
                "w --data d.iso commando textures a.wad out --kind tie --mip 1",
                "w --data d.iso export a.wad out --only tie/* --mip 1",
            ),
            (
                "w commando textures a.wad out --kind=sky",
                "w export a.wad out --only sky/*",
            ),
        ] {
            assert_eq!(new(old), (now.to_owned(), true));
        }
        for other in ["w info a.wad", "w commando", "w export commando out"] {
            assert_eq!(new(other), (other.to_owned(), false));
        }
    }
}
