//! Writing the file of an exported level.

use std::path::Path;

use wonderwheel_disc::extract::folder::write_to;
use wonderwheel_export::Exported;

use crate::{
    failure::{Code, Failure},
    report::line,
};

/// Writes the file, and says what is in it and what is not.
pub fn write_glb(out: &Path, exported: &Exported, content: &str) -> Result<Code, Failure> {
    write_to(out, |mut file| exported.glb.write_to(&mut file))?;
    let counts = exported.counts;
    line(format!(
        "{}: {:.1} MB, {content}, {} triangles, {} pictures in {} scenes",
        out.display(),
        exported.glb.size() as f64 / 1e6,
        counts.triangles,
        counts.images,
        counts.scenes
    ));
    for note in &exported.notes {
        eprintln!("{note}");
    }
    // What the files do not have cannot be missed in the export.
    Ok(Code::of(exported.notes.iter().all(|note| note.is_missing)))
}
