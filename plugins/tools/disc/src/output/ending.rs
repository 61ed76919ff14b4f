//! What a target's name says: a file of a known kind, or a folder.

use std::path::Path;

use super::refusal::OutputError;

/// Which of `endings` (`["glb", "gltf"]`) a target ends in, letter case aside; `None` for a folder: what is one, what ends in a
/// separator, and what has no ending.
///
/// # Errors
/// `Ending` for any other ending: what was meant cannot be known.
pub fn ending_of(
    out: &Path,
    endings: &'static [&'static str],
) -> Result<Option<&'static str>, OutputError> {
    let ends_in_separator = out.as_os_str().as_encoded_bytes().ends_with(b"/")
        || out
            .as_os_str()
            .as_encoded_bytes()
            .ends_with(std::path::MAIN_SEPARATOR_STR.as_bytes());
    let Some(ending) = out
        .extension()
        .filter(|_| !ends_in_separator && !out.is_dir())
    else {
        return Ok(None);
    };
    let known = endings
        .iter()
        .find(|known| ending.eq_ignore_ascii_case(known));
    match known {
        Some(known) => Ok(Some(known)),
        None => Err(OutputError::Ending {
            path: out.to_owned(),
            ending: ending.to_string_lossy().into_owned(),
            known: endings,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_endings_are_files_and_folders_are_what_looks_like_one() {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("is.zip")).unwrap();
        let ending = |name: &str| ending_of(&home.path().join(name), &["glb", "gltf"]);
        for (name, wanted) in [
            ("a.glb", Some("glb")),
            ("a.b.GLTF", Some("gltf")),
            ("a", None),
            ("a.zip/", None),
            ("is.zip", None),
            (".hidden", None),
        ] {
            assert_eq!(ending(name).unwrap(), wanted, "{name}");
        }
        let refused = ending("a.obj").unwrap_err().to_string();
        let (start, end) = (
            "a.obj: .obj is not written; name a file that ends in .glb or .gltf, or a folder: ",
            "a.obj/",
        );
        assert!(
            refused.contains(start) && refused.ends_with(end),
            "{refused}"
        );
    }
}
