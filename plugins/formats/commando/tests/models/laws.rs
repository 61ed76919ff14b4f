//! What holds for every kind and any bytes.

use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::outline::Outline;

use super::mutate::Mutations;

/// A kind of class: how to read, decode, write and show one.
pub struct Kind {
    /// Reads, decodes and validates; the bytes that are written back.
    pub run: fn(&[u8]) -> Result<Vec<u8>>,
    pub outline: fn(&[u8]) -> Outline,
}

impl Kind {
    /// Reads any bytes: what can be read is written back as it was, and errors name places inside.
    pub fn holds_for(&self, bytes: &[u8]) -> bool {
        let outcome = (self.run)(bytes);
        for error in (self.outline)(bytes).errors().chain(outcome.as_ref().err()) {
            assert!(
                error.offset() <= bytes.len() as u64,
                "{error}: outside {} bytes",
                bytes.len()
            );
        }
        outcome.is_ok_and(|written| {
            assert!(written == bytes, "not written back to the same bytes");
            true
        })
    }

    /// Cut anywhere, a class is an error or still holds everything; it never panics.
    pub fn survives_truncation(&self, bytes: &[u8]) {
        assert!(self.holds_for(bytes));
        for length in 0..bytes.len() {
            self.holds_for(&bytes[..length]);
        }
    }

    /// 20,000 damaged copies of a class that the builders do not make; those that they make are wonderwheel_fuzzing's.
    pub fn survives_damage(&self, seed: &[u8]) {
        let damaged = Mutations::of(seed).take(20_000);
        let read = damaged.filter(|bytes| self.holds_for(bytes)).count();
        assert!((1..20_000).contains(&read), "{read} were read");
    }
}

/// The findings' rules, each once.
pub fn rules(validate: impl FnOnce(&mut Findings)) -> Vec<&'static str> {
    let mut findings = Findings::new();
    validate(&mut findings);
    let mut rules: Vec<_> = findings
        .as_slice()
        .iter()
        .map(|finding| finding.rule)
        .collect();
    rules.dedup();
    rules
}

/// The triangles of a mesh, each as its corners' values beginning with the smallest, in order: what two meshes have in common
/// whose vertices are numbered differently.
pub fn corners<V: Ord + Clone>(indices: &[u32], vertex: impl Fn(usize) -> V) -> Vec<[V; 3]> {
    let mut triangles: Vec<_> = indices
        .as_chunks()
        .0
        .iter()
        .map(|corners: &[u32; 3]| {
            let [a, b, c] = corners.map(|corner| vertex(corner as usize));
            let turns = [
                [a.clone(), b.clone(), c.clone()],
                [b.clone(), c.clone(), a.clone()],
                [c, a, b],
            ];
            turns.into_iter().min().unwrap()
        })
        .collect();
    triangles.sort();
    triangles
}

#[test]
fn a_reader_keeps_the_limits_of_its_cursor() {
    use super::samples;
    use wonderwheel_commando::{moby::MobyClass, shrub::ShrubClass, tie::TieClass};
    use wonderwheel_ps2::cursor::Cursor;
    use wonderwheel_ps2::error::FormatError;
    use wonderwheel_ps2::limits::Limits;

    type Read = fn(&mut Cursor<'_>) -> Result<()>;
    let kinds: [(Vec<u8>, Read); 3] = [
        (samples::shrub(6, &[0, 1]).write().unwrap(), |cursor| {
            ShrubClass::read_from(cursor).map(drop)
        }),
        (
            TieClass::build(&samples::tie_parts(9, &[0]))
                .unwrap()
                .write()
                .unwrap(),
            |cursor| TieClass::read_from(cursor).map(drop),
        ),
        (
            MobyClass::build(&samples::moby_parts(9, &[0], 3))
                .unwrap()
                .write()
                .unwrap(),
            |cursor| MobyClass::read_from(cursor).map(drop),
        ),
    ];
    for (bytes, read) in kinds {
        let of = |limits| read(&mut Cursor::at_base(&bytes, 0x100).limited(limits));
        assert!(of(Limits::DEFAULT).is_ok());
        let few_packets = of(Limits {
            items: 1,
            ..Limits::DEFAULT
        });
        let few_vertices = of(Limits {
            vertices: 30,
            ..Limits::DEFAULT
        });
        let named = |outcome: Result<()>| match outcome {
            Err(FormatError::Limit { limit, offset, .. }) => (limit, offset >= 0x100),
            other => panic!("{other:?}"),
        };
        assert_eq!(named(few_packets), ("packets", true));
        assert_eq!(named(few_vertices), ("vertices", true));
    }
}
