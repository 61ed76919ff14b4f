//! Lua 4.0 chunks without code: a main function that ends at once, and strings.

use wonderwheel_warriors::lua::{HEADER, TEST_NUMBER};

use super::levels::GameLevel;
use super::store::Store;

/// Writes the scripts of the start-up and of all levels.
pub fn add(store: &mut Store, levels: &[GameLevel]) {
    let names: Vec<String> = levels.iter().map(|level| level.name().to_owned()).collect();
    let texts = |strings: &[&str]| strings.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
    let mut scripts = vec![
        ("global".to_owned(), texts(&["global", "part_page0"])),
        (
            "config_preload2".to_owned(),
            texts(&["menu", "config_strings_en"]),
        ),
        // The level table: names of levels and of worlds.
        ("config_preload3".to_owned(), names),
        (
            "config_strings_en".to_owned(),
            texts(&["New game", "Continue"]),
        ),
    ];
    for level in levels.iter().filter(|level| level.sections > 0) {
        for script in level.scripts() {
            let strings = match script.as_str() {
                name if name == level.name() => {
                    let others = level.scripts().into_iter().skip(1);
                    let props = level.props.iter().map(|prop| (*prop).to_owned());
                    others.chain(props).collect()
                }
                name if name.ends_with("_combat") => texts(&["walker_a", "walk_idle.anm"]),
                _ => texts(&["The wheel is still turning."]),
            };
            scripts.push((script, strings));
        }
    }
    for (name, strings) in scripts {
        let file = format!("{name}.lua");
        let bytes = chunk(&format!("@{file}"), &strings);
        store.files.insert(file, bytes);
    }
}

/// A chunk whose main function holds these strings and does nothing. Source: spec/archives.md 11.
pub fn chunk(source: &str, strings: &[String]) -> Vec<u8> {
    let mut out = HEADER.to_vec();
    out.extend(TEST_NUMBER.to_le_bytes());
    push_string(&mut out, source);
    // Line 0, no parameters, not more of them, a stack of the two slots that the smallest function has.
    push_word(&mut out, 0);
    push_word(&mut out, 0);
    out.push(0);
    push_word(&mut out, 2);
    // No locals, no lines.
    push_word(&mut out, 0);
    push_word(&mut out, 0);
    push_word(&mut out, strings.len());
    for string in strings {
        push_string(&mut out, string);
    }
    // No numbers, no functions inside; the code is END.
    for word in [0, 0, 1, 0] {
        push_word(&mut out, word);
    }
    out
}

fn push_word(out: &mut Vec<u8>, word: usize) {
    out.extend(u32::try_from(word).unwrap_or(u32::MAX).to_le_bytes());
}

fn push_string(out: &mut Vec<u8>, text: &str) {
    push_word(out, text.len() + 1);
    out.extend(text.as_bytes());
    out.push(0);
}
