//! A whole level from its files to checked values, and the walk over a pack's chunks.
//!
//! `level` reads every file of the demo city: level file, manifests, world streams, parts, pack (12 MB). Beside it stand
//! the obvious alternative, a reader that turns the same RenderWare sections into a tree of owned copies without checking
//! what is in them, and two plain passes over the same bytes: a checksum and a copy.
//! `walk` goes over the 351 resources of a pack of the disc's largest shape (`spec/chunks.md` 1.3), payloads of its average
//! size. Beside it stand a loader that copies each payload into a map by hash, and a copy of the whole.
//! Compare the throughput column; all lines of a group count the same input bytes.

use std::collections::{BTreeMap, HashMap};

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource, Rules};
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::pack::{Pack, PackSlice};
use wonderwheel_warriors::part::Part;
use wonderwheel_warriors::world_stream::WorldStream;

fn main() {
    divan::main();
}

mod level {
    use super::*;

    type Files = BTreeMap<String, Vec<u8>>;

    fn files() -> Files {
        let recipe = Recipe::builtin("demo").expect("it travels with the program");
        let mut files = forge(&recipe, &mut |_| {})
            .expect("the demo can be forged")
            .files;
        files.retain(|name, _| {
            [".lev", ".mem", ".wld", ".sec", ".pak"]
                .iter()
                .any(|end| name.ends_with(end))
        });
        files
    }

    fn over(bencher: Bencher<'_, '_>, read: impl Fn(&str, &[u8]) + Sync) {
        let files = files();
        let bytes: usize = files.values().map(Vec::len).sum();
        bencher.counter(BytesCount::new(bytes)).bench(|| {
            for (name, bytes) in &files {
                read(name, black_box(bytes));
            }
        });
    }

    #[divan::bench]
    fn ours(bencher: Bencher<'_, '_>) {
        over(bencher, |name, bytes| {
            match name.rsplit_once('.').map(|(_, end)| end) {
                Some("lev") => drop(black_box(LevelFile::read(bytes).expect("forged"))),
                Some("mem") => drop(black_box(Manifest::read(bytes).expect("forged"))),
                Some("wld") => drop(black_box(WorldStream::read(bytes).expect("forged"))),
                Some("sec") => drop(black_box(Part::read(bytes).expect("forged"))),
                _ => drop(black_box(Pack::read(bytes).expect("forged"))),
            }
        });
    }

    /// A section with its payload copied, and what looks like sections in it read again.
    #[allow(dead_code, reason = "it is only built")]
    struct Owned {
        id: u32,
        payload: Vec<u8>,
        children: Vec<Owned>,
    }

    fn word(bytes: &[u8], at: usize) -> Option<u32> {
        let word = bytes.get(at..at + 4)?;
        Some(u32::from_le_bytes(word.try_into().ok()?))
    }

    /// All of it as sections, or nothing.
    fn sections(bytes: &[u8], depth: u32) -> Option<Vec<Owned>> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let (id, size, stamp) = (word(bytes, at)?, word(bytes, at + 4)?, word(bytes, at + 8)?);
            if stamp != 0x1C02_000A {
                return None;
            }
            let payload = bytes.get(at + 12..at + 12 + size as usize)?;
            let children = if depth > 0 {
                sections(payload, depth - 1)
            } else {
                None
            };
            found.push(Owned {
                id,
                payload: payload.to_vec(),
                children: children.unwrap_or_default(),
            });
            at += 12 + size as usize;
        }
        Some(found)
    }

    #[divan::bench]
    fn owned_tree(bencher: Bencher<'_, '_>) {
        over(bencher, |_, bytes| {
            // Sections begin behind one to five words of the file's own, and further on behind a word each.
            let mut at = 0;
            let mut found = Vec::new();
            while at + 12 <= bytes.len() {
                let size = word(bytes, at + 4).unwrap_or(0) as usize;
                let whole = bytes.get(at..at + 12 + size);
                match whole.and_then(|whole| sections(whole, 8)) {
                    Some(tree) => {
                        found.extend(tree);
                        at += 12 + size;
                    }
                    None => at += 4,
                }
            }
            drop(black_box(found));
        });
    }

    #[divan::bench]
    fn crc32(bencher: Bencher<'_, '_>) {
        over(bencher, |_, bytes| {
            black_box(crc32fast::hash(bytes));
        });
    }

    #[divan::bench]
    fn copy(bencher: Bencher<'_, '_>) {
        over(bencher, |_, bytes| drop(black_box(bytes.to_vec())));
    }
}

mod walk {
    use super::*;

    /// Resources of the disc's largest pack.
    const RESOURCES: u32 = 351;
    /// Average payloads of models and dictionaries. Source: spec/chunks.md 3, data bytes by occurrences.
    const PAYLOADS: [(ChunkType, usize); 2] = [
        (ChunkType::PreinstanceObject, 16_896),
        (ChunkType::RenderwareTextureDic, 18_096),
    ];

    fn bytes() -> Vec<u8> {
        let resource = |number: u32| {
            let (ty, size) = PAYLOADS[(number % 2) as usize];
            let bytes = (0..size)
                .map(|at| (at as u32 * 31 + number) as u8)
                .collect();
            Resource::new(number + 1, [Chunk::new(ty, number + 1, bytes)])
        };
        Pack {
            resources: (0..RESOURCES).map(resource).collect(),
        }
        .write()
    }

    fn over(bencher: Bencher<'_, '_>, read: impl Fn(&[u8]) + Sync) {
        let bytes = bytes();
        bencher
            .counter(BytesCount::new(bytes.len()))
            .bench(|| read(black_box(&bytes)));
    }

    #[divan::bench]
    fn ours(bencher: Bencher<'_, '_>) {
        over(bencher, |bytes| {
            drop(black_box(
                PackSlice::read(bytes, Rules::Strict).expect("whole"),
            ));
        });
    }

    #[divan::bench]
    fn copied_payloads(bencher: Bencher<'_, '_>) {
        over(bencher, |bytes| {
            let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four"));
            let mut found: HashMap<u32, Vec<(u32, Vec<u8>)>> = HashMap::new();
            let mut at = 16;
            for _ in 0..word(0) {
                let (chunks, hash) = (word(at), word(at + 12));
                at += 16;
                for _ in 0..chunks {
                    let (ty, size) = (word(at), word(at + 4) as usize);
                    let payload = bytes[at + 16..at + 16 + size].to_vec();
                    found.entry(hash).or_default().push((ty, payload));
                    at += 16 + size;
                }
            }
            drop(black_box(found));
        });
    }

    #[divan::bench]
    fn copy(bencher: Bencher<'_, '_>) {
        over(bencher, |bytes| drop(black_box(bytes.to_vec())));
    }
}
