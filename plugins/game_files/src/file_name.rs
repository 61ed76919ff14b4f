//! Names of the game's files and textures as every file system takes them, and back.
//!
//! A sign that some file system refuses, or that another program may change on the way, stands as `%` and its number in two
//! hexadecimal digits: `what?.lua` is `what%3f.lua`. So no two names become one, and a name that is written comes back as it was.
//! Source: spec/archives.md 7.

/// The longest name, bytes.
const LONGEST: usize = 200;
/// Device names of Windows: no file there can be called so, whatever its extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
/// Signs of ASCII that Windows refuses, and `%` itself.
const REFUSED: &str = "%<>:\"/\\|?*";

/// A name as a file is called. One that is too long is cut, and ends in a digest: it is found again, but does not say its name.
pub fn encode(name: &str) -> String {
    let last = name.chars().count().saturating_sub(1);
    let is_device = is_device(name);
    let mip = mip_mark(name);
    let mut out = String::new();
    for (i, sign) in name.chars().enumerate() {
        let is_end = i == 0 || i == last;
        let is_odd = sign.is_control()
            || REFUSED.contains(sign)
            || ('\u{80}'..='\u{ff}').contains(&sign)
            || (is_end && matches!(sign, '.' | ' ' | '~'))
            || (is_device && i == 0)
            || mip == Some(i);
        match u32::from(sign) {
            number @ 0..=0xff if is_odd => out.push_str(&format!("%{number:02x}")),
            _ => out.push(sign),
        }
    }
    if out.is_empty() {
        out.push('%');
    }
    shortened(out, name)
}

/// The name that [`encode`] has written so. What it has not written, such as a name that a person gave, stands for itself.
pub fn decode(name: &str) -> String {
    if name == "%" {
        return String::new();
    }
    let mut out = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        let digits = after.get(..2).filter(|digits| !digits.starts_with('+'));
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(number) => {
                out.push(char::from(number));
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                out.push('%');
                rest = after;
            }
        }
    }
    out + rest
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let numbered = ["com", "lpt"].iter().any(|port| {
        let number = stem.strip_prefix(port);
        number.is_some_and(|number| matches!(number.as_bytes(), [b'0'..=b'9']))
    });
    DEVICES.contains(&stem.trim_end()) || numbered
}

/// Where a name's own `-mip<digit>` begins, in characters: behind a picture's name these signs name one of its smaller levels.
fn mip_mark(name: &str) -> Option<usize> {
    let (stem, digit) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let is_mark = digit.bytes().all(|digit| digit.is_ascii_digit())
        && stem
            .get(stem.len().checked_sub(4)?..)?
            .eq_ignore_ascii_case("-mip");
    is_mark.then(|| name.chars().count() - 5)
}

/// Cuts what is too long. No extension of the game is: it stays.
fn shortened(mut encoded: String, name: &str) -> String {
    if encoded.len() <= LONGEST {
        return encoded;
    }
    let digest = format!("~{:08x}", crc32fast::hash(name.as_bytes()));
    let extension = match encoded.rsplit_once('.') {
        Some((_, extension)) if extension.len() <= 8 => format!(".{extension}"),
        _ => String::new(),
    };
    let mut end = LONGEST - digest.len() - extension.len();
    while !encoded.is_char_boundary(end) {
        end -= 1;
    }
    encoded.truncate(end);
    encoded + &digest + &extension
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_game_stay_as_they_are() {
        for name in [
            "level99s_ms1.sec",
            "2241419303",
            "a-b.c",
            "brick red#2+(x)",
            "a-mip",
            "ツ",
        ] {
            assert_eq!(encode(name), name);
            assert_eq!(decode(name), name);
        }
    }

    #[test]
    fn what_some_system_refuses_goes_there_and_back() {
        for (name, file) in [
            ("a:b", "a%3ab"),
            ("a/b", "a%2fb"),
            ("..", "%2e%2e"),
            (" .hidden.", "%20.hidden%2e"),
            ("é\u{ff}", "%e9%ff"),
            ("100%25", "100%2525"),
            ("con", "%63on"),
            ("COM1.x", "%43OM1.x"),
            ("console", "console"),
            ("com10", "com10"),
            ("wall-mip1", "wall%2dmip1"),
            ("~x", "%7ex"),
            ("\n\u{7f}", "%0a%7f"),
            ("", "%"),
        ] {
            assert_eq!(encode(name), file, "{name}");
            assert_eq!(decode(file), name, "{file}");
        }
    }

    #[test]
    fn every_name_of_two_signs_has_a_file_of_its_own() {
        let signs: Vec<char> = (0..=0x17f).filter_map(char::from_u32).collect();
        let mut seen = std::collections::HashSet::new();
        for a in &signs {
            for b in &signs {
                let name = format!("{a}{b}");
                let file = encode(&name);
                assert_eq!(decode(&file), name);
                assert!(seen.insert(file), "{name:?}");
            }
        }
    }

    #[test]
    fn what_a_person_wrote_stands_for_itself() {
        for name in ["50%", "a%zz", "%", "%+1", "100% wool"] {
            let own = if name == "%" { "" } else { name };
            assert_eq!(decode(name), own);
        }
    }

    #[test]
    fn a_long_name_is_cut_and_still_one_of_its_own() {
        let [a, b] = ["a", "b"].map(|end| format!("{}{end}.lua", "é".repeat(120)));
        let files = [encode(&a), encode(&b)];
        assert!(
            files
                .iter()
                .all(|file| file.len() <= LONGEST && file.ends_with(".lua"))
        );
        assert_ne!(files[0], files[1]);
        assert_eq!(encode(&"ツ".repeat(100)).len(), 200 - 9 - (200 - 9) % 3 + 9);
    }
}
