//! What was exported, written and said.

use std::path::Path;

use wonderwheel_disc::output::{FileTarget, FolderTarget};
use wonderwheel_export::Exported;
use wonderwheel_ps2::plural::counted;

use crate::{
    failure::{Code, Failure},
    report::{complain, line},
};

/// Writes the file, and says what is in it and what is not.
pub fn write_glb(
    out: &Path,
    target: FileTarget,
    exported: &Exported,
    content: &str,
) -> Result<Code, Failure> {
    target.write(|mut file| exported.glb.write_to(&mut file))?;
    let counts = exported.counts;
    line(format!(
        "{}: {:.1} MB, {content}, {} triangles, {} in {}",
        out.display(),
        exported.glb.size() as f64 / 1e6,
        counts.triangles,
        counted(counts.images, "picture"),
        counted(counts.scenes, "scene")
    ));
    exported.notes.iter().for_each(complain);
    // What the files do not have cannot be missed in the export.
    Ok(Code::of(exported.notes.iter().all(|note| note.is_missing)))
}

/// Says which textures were written, and what was not.
pub fn say_textures(
    what: &str,
    folder: &FolderTarget,
    trouble: &[String],
    [of, advice]: [&str; 2],
) -> Result<Code, Failure> {
    trouble.iter().for_each(complain);
    if folder.written + folder.kept == 0 {
        let words = format!("{what}: no texture was found in it");
        return Err(Failure::new(Code::Findings, words));
    }
    let written = counted(folder.written, "texture");
    let (root, kept) = (folder.root().display(), folder.kept_words());
    line(format!("{written}{of} in {root}{kept}{advice}"));
    Ok(Code::of(trouble.is_empty()))
}
