//! The file of names that a person gives with `--names`.

use wonderwheel_warriors::names::NameBook;

use crate::{
    bounded_read::bounded_read,
    data_options::DataOptions,
    failure::{Code, Failure},
};

/// The longest file taken, bytes: a hundred times what the disc's names take.
const MOST_BYTES: u64 = 32 << 20;

/// The names of the file that the options name; none without one.
pub fn read(options: &DataOptions) -> Result<NameBook, Failure> {
    let mut book = NameBook::new();
    if let Some(path) = &options.names {
        let bytes = bounded_read(path, MOST_BYTES, "is it a list of names?")?;
        book.add_text(&String::from_utf8_lossy(&bytes));
        if book.is_empty() {
            let words = "no name is in it; a line has one name, the last word of it";
            let message = format!("{}: {words}", path.display());
            return Err(Failure::new(Code::Malformed, message));
        }
    }
    Ok(book)
}
