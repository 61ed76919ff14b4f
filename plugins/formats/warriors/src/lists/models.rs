//! Characters (0x44) and objects (0x46): the resources that a name stands for, and their sizes.

use binrw::binrw;
use wonderwheel_ps2::finding::Findings;

use crate::chunk::record_list::{Head, Record, RecordList, named};

/// A character's model, data and textures. Resource hashes in decimal are file names. Source: spec/chunks.md 5.5.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CharacterRecord {
    /// CRC-32 of the model's name in lower case.
    pub name_hash: u32,
    /// Resource with the character data, which several models may share.
    pub data: u32,
    /// Resource with the model.
    pub model: u32,
    /// Resource with the texture dictionary.
    pub dictionary: u32,
    /// Bytes of the character data.
    pub data_size: u32,
    /// Bytes of the model.
    pub model_size: u32,
    /// What the model is charged with when it is loaded.
    pub model_second_size: u32,
    /// Bytes of the dictionary.
    pub dictionary_size: u32,
}

impl Record for CharacterRecord {
    const HEAD: Head = Head::Block;
    const NAME: &'static str = "characters";
}

/// Chunk 0x44. Source: spec/chunks.md 5.5; 0x00178098.
pub type CharacterList = RecordList<CharacterRecord>;

/// An object type's model and textures. Resource hashes in decimal are file names. Source: spec/chunks.md 5.6.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ObjectRecord {
    /// CRC-32 of the object type's name in lower case.
    pub name_hash: u32,
    /// 0, or the name hash of the record that a damaged object changes to.
    pub damaged: u32,
    /// Resource with the model.
    pub model: u32,
    /// Resource with the texture dictionary, which objects may share.
    pub dictionary: u32,
    /// 0, or the resource with a second texture dictionary.
    pub second_dictionary: u32,
    /// Bytes of the model.
    pub model_size: u32,
    /// What the model is charged with when it is loaded.
    pub model_second_size: u32,
    /// Bytes of the dictionary.
    pub dictionary_size: u32,
    /// Bytes of the second dictionary, or 0.
    pub second_dictionary_size: u32,
}

impl ObjectRecord {
    /// What a writer adds to a model's size for [`Self::model_second_size`]. Source: spec/chunks.md 5.6.
    pub const SECOND_SIZE_MORE: u32 = 0x200;
}

impl Record for ObjectRecord {
    const HEAD: Head = Head::Block;
    const NAME: &'static str = "objects";

    fn validate(records: &[Self], findings: &mut Findings) {
        findings.each("object", records, |record, findings| {
            let (dictionary, size) = (record.second_dictionary, record.second_dictionary_size);
            findings.expect(
                (dictionary == 0) == (size == 0),
                "object-second-dictionary",
                || {
                    format!(
                        "expected a hash and a size or neither, found {dictionary:#x} and {size}"
                    )
                },
            );
            let (size, second) = (record.model_size, record.model_second_size);
            findings.remark_unless(second > size, "object-model-second-size", || {
                format!("expected more than the model's {size} bytes, found {second}")
            });
        });
    }
}

/// Chunk 0x46. Source: spec/chunks.md 5.6; 0x00181170.
pub type ObjectList = RecordList<ObjectRecord>;

named!(CharacterRecord, ObjectRecord);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_discs_counts_give_the_discs_sizes() {
        // Source: spec/chunks.md 5.5 and 5.6.
        let characters = CharacterList::from(vec![CharacterRecord::default(); 543]);
        assert_eq!(characters.write().len(), 17_392);
        let objects = ObjectList::from(vec![ObjectRecord::default(); 1_406]);
        assert_eq!(objects.write().len(), 50_640);
    }

    #[test]
    fn the_first_of_two_records_with_one_name_is_found() {
        let record = |size| ObjectRecord {
            name_hash: 7,
            model_size: size,
            ..Default::default()
        };
        let list = ObjectList::from(vec![ObjectRecord::default(), record(1), record(2)]);
        let found = list.find(7).map(|(index, found)| (index, found.model_size));
        assert_eq!(found, Some((1, 1)));
        assert_eq!(list.find(8), None);
    }

    #[test]
    fn a_characters_words_stand_in_the_spec_s_order() {
        let mut bytes = vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        bytes.extend((1..=8_u32).flat_map(u32::to_le_bytes));
        let list = CharacterList::read(&bytes).unwrap();
        let (index, record) = list.find(1).unwrap();
        assert_eq!(index, 0);
        assert_eq!([record.data, record.model, record.dictionary], [2, 3, 4]);
        assert_eq!([record.data_size, record.model_size], [5, 6]);
        assert_eq!([record.model_second_size, record.dictionary_size], [7, 8]);
    }

    #[test]
    fn a_second_dictionary_without_a_size_is_found() {
        let mut record = ObjectRecord {
            model_size: 5,
            model_second_size: 6,
            second_dictionary: 9,
            ..Default::default()
        };
        let rules = |record| Findings::of(|f| ObjectList::from(vec![record]).validate(f)).rules();
        assert_eq!(rules(record), ["object-second-dictionary"]);
        record.second_dictionary_size = 1;
        assert_eq!(rules(record), [""; 0]);
        record.model_second_size = 5;
        assert_eq!(rules(record), ["object-model-second-size"]);
    }
}
