//! What the system says of its files.

use std::io;

/// What the system said, without its number, which is of no help.
pub fn system_words(error: &io::Error) -> String {
    let words = error.to_string();
    match words.rfind(" (os error ") {
        Some(at) if error.raw_os_error().is_some() => words[..at].to_owned(),
        _ => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_number_is_not_shown() {
        for number in [2, 13, 17, 28] {
            let error = io::Error::from_raw_os_error(number);
            assert!(error.to_string().contains("os error"), "{error}");
            assert!(!system_words(&error).contains("os error"), "{error}");
        }
        assert_eq!(system_words(&io::Error::other("no more")), "no more");
    }
}
