//! Writes a level as a `.glb`: `cargo run -p wonderwheel_export --example glb -- FOLDER LEVEL OUT.glb`, where the folder holds
//! loose files. Without a folder, `forge:demo` and its like are forged.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};

use wonderwheel_export::warriors::{LevelOptions, export_level};
use wonderwheel_forge::{Recipe, forge};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, level, out] = arguments.as_slice() else {
        return Err("glb FOLDER|forge:RECIPE LEVEL OUT.glb".into());
    };
    let files = match from.strip_prefix("forge:") {
        Some(name) => {
            let recipe = Recipe::builtin(name).ok_or("there is no such recipe")?;
            forge(&recipe, &mut |_| {})?.files
        }
        None => folder(from)?,
    };
    let exported = export_level(&files, level, &LevelOptions::default(), &mut |_| {})?;
    let mut writer = BufWriter::new(File::create(out)?);
    exported.glb.write_to(&mut writer)?;
    writer.flush()?;
    println!(
        "{out}: {} bytes, {:?}",
        exported.glb.size(),
        exported.counts
    );
    for note in &exported.notes {
        println!("{note}");
    }
    Ok(())
}

fn folder(path: &str) -> Result<BTreeMap<String, Vec<u8>>, Box<dyn Error>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            let name = entry.file_name().to_string_lossy().to_lowercase();
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(files)
}
