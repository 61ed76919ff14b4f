//! What lies in files is shown, and never obeyed.

/// Text of a file's, or its name, as a terminal may have it: it commands nothing and begins no line of its own.
pub fn tame(words: &str) -> std::borrow::Cow<'_, str> {
    if !words.chars().any(char::is_control) {
        return words.into();
    }
    let shown = |letter: char| {
        if letter.is_control() {
            letter.escape_default().collect::<Vec<_>>()
        } else {
            vec![letter]
        }
    };
    words.chars().flat_map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_command_a_terminal_is_spelled_out() {
        assert_eq!(tame("a\u{1b}[31mX\n"), "a\\u{1b}[31mX\\n");
        assert_eq!(tame("å ツ 🎡.lev"), "å ツ 🎡.lev");
    }
}
