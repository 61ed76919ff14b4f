//! The scene list, chunk 0x43.

use binrw::binrw;
use wonderwheel_ps2::finding::Findings;

use crate::chunk::record_list::{Head, Record, RecordList};

/// A scene. Source: spec/chunks.md 5.11.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SceneRecord {
    /// Its index in the list.
    pub id: u32,
    /// Bytes of the scene's file.
    pub size: u32,
    /// Its name, cut at 16 bytes; a name of 16 has no NUL.
    pub name: [u8; 16],
}

impl SceneRecord {
    /// The name as text, up to its NUL.
    pub fn name(&self) -> String {
        let name = self.name.split(|&byte| byte == 0).next();
        String::from_utf8_lossy(name.unwrap_or_default()).into_owned()
    }
}

impl Record for SceneRecord {
    const HEAD: Head = Head::Count;
    const NAME: &'static str = "scenes";

    fn validate(records: &[Self], findings: &mut Findings) {
        for (i, record) in records.iter().enumerate() {
            findings.expect(record.id as usize == i, "scene-id", || {
                format!("expected {i}, its index, found {}", record.id)
            });
        }
    }
}

/// Chunk 0x43. Source: spec/chunks.md 5.11; 0x00353460.
pub type SceneList = RecordList<SceneRecord>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_discs_count_gives_the_discs_size() {
        // Source: spec/chunks.md 5.11.
        let list = SceneList::from(vec![SceneRecord::default(); 2_765]);
        assert_eq!(list.write().len(), 66_368);
    }

    #[test]
    fn a_name_of_sixteen_bytes_has_no_nul() {
        let mut record = SceneRecord {
            name: *b"sixteen_bytes_ok",
            ..Default::default()
        };
        assert_eq!(record.name(), "sixteen_bytes_ok");
        record.name[3] = 0;
        assert_eq!(record.name(), "six");
    }

    #[test]
    fn an_id_that_is_not_its_index_is_found() {
        let mut list = SceneList::from(vec![SceneRecord::default(); 2]);
        list.records[1].id = 1;
        let mut findings = Findings::of(|f| list.validate(f));
        assert!(findings.is_empty());
        list.records[1].id = 3;
        list.validate(&mut findings);
        assert_eq!(findings.as_slice()[0].rule, "scene-id");
    }
}
