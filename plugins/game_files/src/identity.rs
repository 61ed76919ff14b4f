//! Which disc it is. Source: spec/archives.md 1.
//!
//! The disc's `SYSTEM.CNF` names the program that the console starts, and that file's name is the release's serial number.
//! Together with the sizes of the archive and its index it sets the supported release apart from every other.

use crate::error::GameFileError;

/// The supported release's serial number.
pub const SUPPORTED_SERIAL: &str = "SLUS-21215";
/// Bytes of its index. Source: spec/archives.md 1.1.
pub const SUPPORTED_INDEX_BYTES: u64 = 128_428;
/// Bytes of its archive. Source: spec/archives.md 1.1.
pub const SUPPORTED_ARCHIVE_BYTES: u64 = 1_495_371_776;

/// Other releases of the same game, by their serial numbers.
const OTHER_RELEASES: [(&str, &str); 1] = [("SLES-53443", "Europe")];
/// The releases of Going Commando.
const GOING_COMMANDO: [&str; 2] = ["SCUS-97268", "SCES-51607"];
/// What only Going Commando's disc has in its root. Source: spec/commando-container.md 2.1.
const GOING_COMMANDO_FILE: &str = "RC2.HDR";

/// Where the files lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Medium {
    /// A folder with the disc's files.
    DiscFolder,
    /// An ISO 9660 image.
    IsoImage,
    /// A folder of loose files.
    LooseFiles,
    /// One file.
    SingleFile,
}

impl Medium {
    /// The medium in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::DiscFolder => "disc folder",
            Self::IsoImage => "ISO image",
            Self::LooseFiles => "folder of loose files",
            Self::SingleFile => "single file",
        }
    }

    /// Whether it is a disc, or all of one, that says itself which it is.
    pub const fn is_disc(self) -> bool {
        matches!(self, Self::DiscFolder | Self::IsoImage)
    }
}

/// Whose disc it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Title {
    /// The North American release, serial number and sizes as known.
    Supported,
    /// The North American release's serial number with an archive of another size: a changed, trimmed or forged disc.
    Reauthored,
    /// A known release of the game that this program was not made for.
    OtherRelease {
        /// Its serial number.
        serial: String,
        /// Where it was sold.
        region: &'static str,
    },
    /// An archive as the game's beside an unknown boot file.
    UnknownSerial {
        /// Its serial number, or the boot file's name when that is none.
        serial: String,
    },
    /// An archive and no boot file: a copy of the two files alone.
    NoBootFile {
        /// Whether both have the sizes of the supported release.
        sizes_match: bool,
    },
    /// Loose files, which nothing identifies.
    LooseFiles,
    /// A disc with levels of Ratchet & Clank: Going Commando.
    GoingCommando {
        /// Its serial number, or the boot file's name when that is none; nothing without a boot file.
        serial: Option<String>,
    },
    /// Loose files of Going Commando.
    GoingCommandoFiles,
}

impl Title {
    /// One sentence for people: what it is.
    pub fn sentence(&self) -> String {
        match self {
            Self::Supported => {
                format!("The Warriors, North American release ({SUPPORTED_SERIAL})")
            }
            Self::Reauthored => format!(
                "The Warriors, a changed disc: the serial number is the North American release's ({SUPPORTED_SERIAL}), \
                 the sizes of its archive are not"
            ),
            Self::OtherRelease { serial, region } => {
                format!("The Warriors, another release ({serial}, {region})")
            }
            Self::UnknownSerial { serial } => {
                format!("a disc with an archive like The Warriors', of an unknown release ({serial})")
            }
            Self::NoBootFile { sizes_match: true } => {
                "the archive of The Warriors without the rest of the disc; its sizes are the North American release's".into()
            }
            Self::NoBootFile { sizes_match: false } => {
                "an archive like The Warriors' without the rest of the disc; its sizes are of no known release".into()
            }
            Self::LooseFiles => "loose files, which do not say what disc they are from".into(),
            Self::GoingCommando { serial: Some(serial) } => {
                let is_known = GOING_COMMANDO.contains(&serial.as_str());
                let known = if is_known { "" } else { "an unknown release, " };
                format!("Ratchet & Clank: Going Commando ({known}{serial})")
            }
            Self::GoingCommando { serial: None } => {
                "a disc of Ratchet & Clank: Going Commando without a boot file".into()
            }
            Self::GoingCommandoFiles => {
                "loose files of Ratchet & Clank: Going Commando, which do not say what disc they are from".into()
            }
        }
    }

    /// What to do next, when there is something.
    pub fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Supported | Self::LooseFiles | Self::NoBootFile { sizes_match: true } => None,
            // Nothing is known of its releases that files could be held against.
            Self::GoingCommando { .. } | Self::GoingCommandoFiles => None,
            Self::Reauthored | Self::NoBootFile { sizes_match: false } => Some(
                "levels may differ from the original's; dump your own disc again when that is not meant",
            ),
            Self::OtherRelease { .. } | Self::UnknownSerial { .. } => Some(USE_THE_SUPPORTED),
        }
    }

    /// Whether the files are Going Commando's.
    pub const fn is_going_commando(&self) -> bool {
        matches!(self, Self::GoingCommando { .. } | Self::GoingCommandoFiles)
    }

    /// Whether it is opened only when a person insists.
    pub const fn needs_force(&self) -> bool {
        matches!(self, Self::OtherRelease { .. } | Self::UnknownSerial { .. })
    }
}

const USE_THE_SUPPORTED: &str =
    "use the North American disc (SLUS-21215), or go on at your own risk with --force";

/// What is known about a disc.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Where the files lie.
    pub medium: Medium,
    /// Whose disc it is.
    pub title: Title,
    /// The file that the console starts: `SLUS_212.15`.
    pub boot_file: Option<String>,
    /// Its serial number, when the name is one: `SLUS-21215`.
    pub serial: Option<String>,
    /// Bytes of the index.
    pub index_bytes: Option<u64>,
    /// CRC-32 of the index: two discs with one value hold the same files at the same places.
    pub index_crc32: Option<u32>,
    /// Files that the index lists.
    pub entries: Option<usize>,
    /// Bytes of the archive.
    pub archive_bytes: Option<u64>,
    /// Whether it is the supported release, and not because of `force`.
    pub verified: bool,
    /// What is odd or damaged and does not keep the rest from being used, a line each.
    pub warnings: Vec<String>,
}

impl Identity {
    pub(crate) fn loose() -> Self {
        Self {
            medium: Medium::LooseFiles,
            title: Title::LooseFiles,
            boot_file: None,
            serial: None,
            index_bytes: None,
            index_crc32: None,
            entries: None,
            archive_bytes: None,
            verified: false,
            warnings: Vec::new(),
        }
    }

    pub(crate) fn going_commando(medium: Medium, boot: Option<String>) -> Self {
        let serial = boot.as_deref().and_then(serial);
        Self {
            medium,
            title: Title::GoingCommando {
                serial: serial.clone().or_else(|| boot.clone()),
            },
            serial,
            boot_file: boot,
            ..Self::loose()
        }
    }

    /// One line for people: the title, and whether it is verified, where that can be.
    pub fn line(&self) -> String {
        let is_settled = self.verified || self.title.is_going_commando();
        let mark = if is_settled { "" } else { " [unverified]" };
        format!("{}{mark}", self.title.sentence())
    }
}

/// What stands beside an archive.
pub(crate) struct Archive {
    pub(crate) index_bytes: u64,
    pub(crate) archive_bytes: u64,
}

/// Whose disc an archive with this boot file is.
pub(crate) fn title(boot: Option<&str>, archive: &Archive) -> Title {
    let sizes_match = archive.index_bytes == SUPPORTED_INDEX_BYTES
        && archive.archive_bytes == SUPPORTED_ARCHIVE_BYTES;
    let Some(boot) = boot else {
        return Title::NoBootFile { sizes_match };
    };
    let serial = serial(boot).unwrap_or_else(|| boot.to_owned());
    if serial == SUPPORTED_SERIAL {
        return if sizes_match {
            Title::Supported
        } else {
            Title::Reauthored
        };
    }
    match OTHER_RELEASES.iter().find(|(known, _)| *known == serial) {
        Some((_, region)) => Title::OtherRelease { serial, region },
        None => Title::UnknownSerial { serial },
    }
}

/// Why a disc without the game's archive and without levels of Going Commando cannot be used. `root` are the names in its root.
pub(crate) fn wrong_disc(shown: &str, boot: Option<&str>, root: &[&str]) -> GameFileError {
    let serial = boot.and_then(serial);
    let has = |name: &str| root.iter().any(|have| have.eq_ignore_ascii_case(name));
    let commando = serial
        .as_deref()
        .is_some_and(|serial| GOING_COMMANDO.contains(&serial));
    if commando || has(GOING_COMMANDO_FILE) {
        return GameFileError::WrongDisc {
            path: shown.into(),
            found: "this is the disc of Ratchet & Clank: Going Commando, and no level is on it: neither a LEVEL<n>.WAD nor a \
                    table of contents at sector 1001 that leads to one"
                .into(),
            advice: "copy or dump it again".into(),
        };
    }
    let whose = match (&serial, boot) {
        (Some(serial), _) if serial == SUPPORTED_SERIAL => format!("{serial}, the right disc, but"),
        (Some(serial), _) => format!("another game's disc ({serial})"),
        (None, Some(boot)) => format!("another game's disc (it starts {boot})"),
        (None, None) => "a disc".into(),
    };
    GameFileError::WrongDisc {
        path: shown.into(),
        found: format!("{whose} without WARRIORS.DIR (it holds {})", few(root)),
        advice: "use the North American disc of The Warriors (SLUS-21215)".into(),
    }
}

/// The first names of a list, and how many more there are.
pub(crate) fn few(names: &[&str]) -> String {
    const SHOWN: usize = 8;
    match names {
        [] => "nothing".into(),
        names => {
            let first = names
                .iter()
                .take(SHOWN)
                .copied()
                .collect::<Vec<_>>()
                .join(", ");
            match names.len().saturating_sub(SHOWN) {
                0 => first,
                more => format!("{first} and {more} more"),
            }
        }
    }
}

/// The boot file that `SYSTEM.CNF` names: `SLUS_212.15` of `BOOT2 = cdrom0:\SLUS_212.15;1`, in capitals.
///
/// `BOOT` without the 2 is how a disc of the first PlayStation names it; it counts when there is no other.
pub fn boot_file(system_cnf: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(system_cnf);
    let value = |key: &str| {
        text.lines().find_map(|line| {
            let (name, value) = line.split_once('=')?;
            name.trim().eq_ignore_ascii_case(key).then_some(value)
        })
    };
    let value = value("BOOT2").or_else(|| value("BOOT"))?.trim();
    let file = value.rsplit(['\\', '/', ':']).next()?;
    let file = file.split(';').next()?.trim();
    let plain = (1..=32).contains(&file.len()) && file.bytes().all(|byte| byte.is_ascii_graphic());
    plain.then(|| file.to_ascii_uppercase())
}

/// The serial number that a boot file's name is: `SLUS-21215` of `SLUS_212.15`.
pub fn serial(boot_file: &str) -> Option<String> {
    let (letters, rest) = boot_file.split_once(['_', '-'])?;
    let digits: String = rest.chars().filter(|c| *c != '.').collect();
    let good = letters.len() == 4
        && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
        && digits.len() == 5
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    good.then(|| format!("{}-{digits}", letters.to_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REAL: Archive = Archive {
        index_bytes: 128_428,
        archive_bytes: 1_495_371_776,
    };

    #[test]
    fn the_boot_file_is_found_however_it_is_spelled() {
        for text in [
            "BOOT2 = cdrom0:\\SLUS_212.15;1\r\nVER = 1.00\r\nVMODE = NTSC\r\n",
            "boot2=cdrom0:\\slus_212.15",
            "\nVER=1\nBOOT2=cdrom0:SLUS_212.15;1",
        ] {
            assert_eq!(
                boot_file(text.as_bytes()).as_deref(),
                Some("SLUS_212.15"),
                "{text}"
            );
        }
        assert_eq!(
            boot_file(b"BOOT = cdrom:\\SCUS_944.26;1").as_deref(),
            Some("SCUS_944.26")
        );
        for text in [
            &b""[..],
            b"BOOT2",
            b"BOOT2 =",
            b"BOOT3 = a",
            b"BOOT2 = \xFF\xFF",
        ] {
            assert_eq!(boot_file(text), None);
        }
    }

    #[test]
    fn a_serial_is_four_letters_and_five_digits() {
        assert_eq!(serial("SLUS_212.15").as_deref(), Some("SLUS-21215"));
        for other in [
            "MAIN.ELF",
            "SLUS_21.15",
            "SLUS_212.155",
            "SL1S_212.15",
            "SLUS21215",
        ] {
            assert_eq!(serial(other), None, "{other}");
        }
    }

    #[test]
    fn serial_and_sizes_decide_together() {
        let small = Archive {
            index_bytes: 40,
            archive_bytes: 4096,
        };
        assert_eq!(title(Some("SLUS_212.15"), &REAL), Title::Supported);
        assert_eq!(title(Some("SLUS_212.15"), &small), Title::Reauthored);
        assert!(matches!(
            title(Some("SLES_534.43"), &REAL),
            Title::OtherRelease { .. }
        ));
        let unknown = title(Some("SLPM_000.01"), &REAL);
        assert!(unknown.needs_force());
        assert!(
            unknown.sentence().contains("SLPM-00001"),
            "an unknown serial is named"
        );
        assert_eq!(title(None, &REAL), Title::NoBootFile { sizes_match: true });
        assert_eq!(
            title(None, &small),
            Title::NoBootFile { sizes_match: false }
        );
    }

    #[test]
    fn a_disc_of_another_game_is_named() {
        let commando = wrong_disc("a.iso", Some("SCUS_972.68"), &[]).to_string();
        assert!(commando.contains("Going Commando"), "{commando}");
        let by_file = wrong_disc("a.iso", None, &["SYSTEM.CNF", "rc2.hdr"]).to_string();
        assert!(by_file.contains("Going Commando"), "{by_file}");
        let names = ["A"; 11];
        let other = wrong_disc("a.iso", Some("SLUS_200.01"), &names).to_string();
        assert!(
            other.contains("another game's disc (SLUS-20001)"),
            "{other}"
        );
        assert!(other.contains("A, A and 3 more"), "{other}");
    }
}
