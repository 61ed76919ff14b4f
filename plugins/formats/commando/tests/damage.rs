//! Whole files are written back as they were and cut files are refused. Damage of every other sort is wonderwheel_fuzzing's.

use wonderwheel_commando::core::{CoreIndex, Regions};
use wonderwheel_commando::disc::{self, NewTocLevel, TableOfContents};
use wonderwheel_commando::gameplay::{self, Gameplay};
use wonderwheel_commando::level::{
    self, ChunkFile, DataExtent, Level, LevelFile, LevelHeader, Overlay,
};
use wonderwheel_commando::range::SectorRange;
use wonderwheel_commando::{core, lz};
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::Outline;

use crate::samples;

/// A kind of file: its name, a sample, a read followed by a write, and its outline.
struct Kind {
    name: &'static str,
    sample: Vec<u8>,
    rewrite: fn(&[u8]) -> Result<Vec<u8>>,
    outline: fn(&[u8], Limits) -> Outline,
}

fn kinds() -> Vec<Kind> {
    let level = samples::level();
    let file = LevelFile::read(&level).unwrap();
    let data = DataExtent::read(file.members.data).unwrap();
    let toc = TableOfContents::lay_out(&[3, 4].map(|id| {
        NewTocLevel {
            level: Some((
                LevelHeader {
                    id,
                    ..LevelHeader::default()
                }
                .write(),
                SectorRange {
                    sector: 5000 + id,
                    sectors: 1,
                },
            )),
            ..NewTocLevel::default()
        }
    }));
    vec![
        Kind {
            name: "level file",
            sample: level.clone(),
            rewrite: |bytes| {
                let file = LevelFile::read(bytes)?;
                file.validate(&mut Findings::new());
                file.write()
            },
            outline: level::outline,
        },
        Kind {
            name: "data extent",
            sample: file.members.data.to_vec(),
            rewrite: |bytes| {
                let data = DataExtent::read(bytes)?;
                data.validate(&mut Findings::new());
                data.write()
            },
            outline: level::outline_data,
        },
        Kind {
            name: "core index",
            sample: data.members.core_index.to_vec(),
            rewrite: |bytes| {
                let index = CoreIndex::read_forced(bytes)?;
                index.validate(&mut Findings::new());
                let _ = Regions::find(&index, &[0; 0x4000]);
                index.write()
            },
            outline: core::outline,
        },
        Kind {
            name: "gameplay",
            sample: samples::gameplay().write().unwrap(),
            rewrite: |bytes| {
                let gameplay = Gameplay::read(bytes)?;
                gameplay.validate(&mut Findings::new());
                gameplay.write()
            },
            outline: gameplay::outline,
        },
        Kind {
            name: "chunk file",
            sample: file.members.chunks[0].to_vec(),
            rewrite: |bytes| {
                let chunk = ChunkFile::read(bytes)?;
                let _ = (chunk.decompress_tfrags(), chunk.decompress_collision());
                Ok(chunk.write())
            },
            outline: level::outline_chunk,
        },
        Kind {
            name: "overlay",
            sample: data.members.overlay.to_vec(),
            rewrite: |bytes| Ok(Overlay::read(bytes).write()),
            outline: |bytes, _| level::outline_overlay(bytes),
        },
        Kind {
            name: "table of contents",
            sample: toc.unwrap().write().unwrap(),
            rewrite: |bytes| {
                let table = TableOfContents::read(bytes)?;
                table.validate(Some(6000), &mut Findings::new());
                table.write()
            },
            outline: disc::outline,
        },
        // Streams and opened levels are only read: what they hold may be compressed in many ways.
        Kind {
            name: "stream",
            sample: lz::compress(&samples::gameplay().write().unwrap()),
            rewrite: |bytes| {
                lz::validate(bytes, &mut Findings::new());
                let plain = lz::decompress_at_most(bytes, 1 << 20)?;
                assert_eq!(lz::decompress(&lz::compress(&plain)).unwrap(), plain);
                Ok(bytes.to_vec())
            },
            outline: lz::outline,
        },
        Kind {
            name: "opened level",
            sample: level.clone(),
            rewrite: |bytes| {
                Level::read(bytes)?.validate(&mut Findings::new());
                Ok(bytes.to_vec())
            },
            outline: |_, _| Outline::default(),
        },
    ]
}

#[test]
fn every_undamaged_sample_is_written_back_to_the_same_bytes() {
    for kind in kinds() {
        assert!(
            (kind.rewrite)(&kind.sample).unwrap() == kind.sample,
            "{}",
            kind.name
        );
        let tree = (kind.outline)(&kind.sample, Limits::DEFAULT);
        assert_eq!(tree.errors().next(), None, "{}", kind.name);
    }
}

#[test]
fn a_level_cut_short_anywhere_is_refused() {
    let level = samples::level();
    for length in 0..level.len() {
        assert!(LevelFile::read(&level[..length]).is_err(), "{length} bytes");
    }
    let file = LevelFile::read(&level).unwrap();
    let data = DataExtent::read(file.members.data).unwrap();
    let end = data.header.end() as usize;
    for length in 0..end {
        assert!(
            DataExtent::read(&file.members.data[..length]).is_err(),
            "{length} bytes"
        );
    }
}
