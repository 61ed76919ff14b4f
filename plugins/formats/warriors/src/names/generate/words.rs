//! Names made of words that the disc's own files hold.

use super::super::{Candidate, MAX_NAME};

/// The files of a scene of the Scene List: the scene, its pack, and the chain of its segments (`<name>aa.scn`,
/// `<name>ab.scn`, ...), counted to the first miss. `exists` says whether an index holds a hash.
///
/// The list cuts names at 16 characters, and a cut name does not hash to its file. Source: spec/archives.md 4.3.
pub fn scene(name: &str, exists: impl Fn(u32) -> bool) -> impl Iterator<Item = Candidate> {
    let segments = segment_letters()
        .map(move |letters| Candidate::file(format!("{name}{letters}.scn")))
        .take_while(move |name| exists(name.wad_hash()));
    ["scn", "pak"]
        .into_iter()
        .map(move |end| Candidate::file(format!("{name}.{end}")))
        .chain(segments)
}

/// `aa`, `ab`, ... `zz`.
fn segment_letters() -> impl Iterator<Item = String> {
    ('a'..='z').flat_map(|first| ('a'..='z').map(move |second| format!("{first}{second}")))
}

/// The file of an animation. Source: spec/archives.md 4.3.
pub fn clip(name: &str) -> Candidate {
    Candidate::file(format!("{name}.anm"))
}

/// The resources that an object or a character of this name has: itself, its model, its textures.
/// Source: spec/archives.md 3.3, spec/chunks.md 1.4.
pub fn object(name: &str) -> impl Iterator<Item = Candidate> {
    ["", "_geo", "_tex"]
        .into_iter()
        .map(move |ending| Candidate::resource(format!("{name}{ending}")))
}

/// Everything that a string of a script may be the name of: a file as it stands, or a word that a file or a resource is
/// named after. Strings that cannot be part of a name give nothing. Source: spec/archives.md 11.
pub fn harvested(text: &str) -> impl Iterator<Item = Candidate> {
    const ENDINGS: [&str; 5] = ["lua", "anm", "scn", "pak", "msb"];
    let text = Some(text).filter(|text| may_be_name(text));
    let dotted = text.filter(|text| text.contains('.'));
    let word = text.filter(|text| !text.contains('.'));
    let as_it_stands = dotted.into_iter().map(Candidate::file);
    let as_a_word = word.into_iter().flat_map(|word| {
        ENDINGS
            .into_iter()
            .map(move |end| Candidate::file(format!("{word}.{end}")))
            .chain(object(word))
    });
    as_it_stands
        .chain(as_a_word)
        .filter(|name| name.file.len() <= MAX_NAME)
}

fn may_be_name(text: &str) -> bool {
    (1..=MAX_NAME).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::wad_hash;

    fn files(names: impl Iterator<Item = Candidate>) -> Vec<String> {
        names.map(|name| name.file).collect()
    }

    #[test]
    fn a_scenes_segments_end_at_the_first_miss() {
        let has = ["l1_c1aa.scn", "l1_c1ab.scn", "l1_c1ad.scn"].map(wad_hash);
        assert_eq!(
            files(scene("l1_c1", |hash| has.contains(&hash))),
            ["l1_c1.scn", "l1_c1.pak", "l1_c1aa.scn", "l1_c1ab.scn"]
        );
        assert_eq!(files(scene("x", |_| true)).len(), 2 + 26 * 26);
    }

    #[test]
    fn an_object_has_a_model_and_textures_under_their_own_hashes() {
        // Source: spec/archives.md 3.3.
        assert_eq!(
            files(object("car_osedan")),
            ["2075138229", "566146058", "3154980068"]
        );
        assert_eq!(clip("nudge_point").file, "nudge_point.anm");
    }

    #[test]
    fn a_scripts_string_is_tried_as_a_file_or_as_a_word() {
        assert_eq!(files(harvested("level5_fight.lua")), ["level5_fight.lua"]);
        let names = files(harvested("dyn_bat"));
        assert!(names.contains(&"dyn_bat.anm".to_owned()));
        assert!(names.contains(&"453627348".to_owned()));
        assert_eq!(names.len(), 5 + 3);
    }

    #[test]
    fn a_sentence_is_nobodys_name() {
        for text in ["", "Can you dig it?", "../x.lua", "a/b", "é"] {
            assert!(files(harvested(text)).is_empty(), "{text}");
        }
        assert!(files(harvested(&"a".repeat(64))).is_empty());
        // 60 letters and ".lua" are 64 bytes: one more than a request holds.
        assert!(
            files(harvested(&"a".repeat(60)))
                .iter()
                .all(|name| !name.contains('.'))
        );
    }
}
