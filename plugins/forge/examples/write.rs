//! Writes a built-in recipe's files into a folder: `cargo run -p wonderwheel_forge --example write -- demo OUT`.

use std::error::Error;
use std::path::PathBuf;

use wonderwheel_forge::{Recipe, forge_each};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(name), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("write RECIPE FOLDER".into());
    };
    let recipe = Recipe::builtin(&name).ok_or("there is no such recipe")?;
    // Loose files as an extractor leaves them.
    let folder = PathBuf::from(folder).join("ee_files");
    std::fs::create_dir_all(&folder)?;
    let mut written = Ok(());
    forge_each(&recipe, &mut |_| {}, &mut |name, bytes| {
        if written.is_ok() {
            written = std::fs::write(folder.join(name), bytes);
        }
    })?;
    Ok(written?)
}
