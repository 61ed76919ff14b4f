//! What holds for every kind and any bytes.

use wonderwheel_commando::kinds::CommandoKind;
use wonderwheel_commando::model::{Material, Triangles};
use wonderwheel_fuzzing::mutate::Mutator;
use wonderwheel_fuzzing::seeds::of_kind;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;

use crate::damage::is_read;

/// Cut anywhere, a class is an error or still holds everything; it never panics.
pub fn survives_truncation(kind: CommandoKind, bytes: &[u8]) {
    assert!(is_read(kind, bytes));
    for length in 0..bytes.len() {
        is_read(kind, &bytes[..length]);
    }
}

/// 20,000 damaged copies of a class that the builders do not make; those that they make are wonderwheel_fuzzing's.
pub fn survives_damage(kind: CommandoKind, seed: Vec<u8>) {
    let mut damaged = Mutator::new(vec![seed], 1);
    let read = (0..20_000).filter(|_| is_read(kind, &damaged.next_input()));
    let read = read.count();
    assert!((1..20_000).contains(&read), "{read} were read");
}

/// The findings' rules, each once.
pub fn rules(validate: impl FnOnce(&mut Findings)) -> Vec<&'static str> {
    let mut rules = Findings::of(validate).rules();
    rules.dedup();
    rules
}

/// The material of each run of triangles, and how many indices it has.
pub fn materials(triangles: &Triangles) -> Vec<(Material, u32)> {
    let draws = triangles.draws.iter();
    draws
        .map(|draw| (draw.material, draw.index_count))
        .collect()
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
    use wonderwheel_commando::{moby::MobyClass, shrub::ShrubClass, tie::TieClass};
    use wonderwheel_ps2::cursor::Cursor;
    use wonderwheel_ps2::error::FormatError;
    use wonderwheel_ps2::limits::Limits;

    type Read = fn(&mut Cursor<'_>) -> Result<()>;
    let kinds: [(CommandoKind, Read); 3] = [
        (CommandoKind::Shrub, |it| {
            ShrubClass::read_from(it).map(drop)
        }),
        (CommandoKind::Tie, |it| TieClass::read_from(it).map(drop)),
        (CommandoKind::Moby, |it| MobyClass::read_from(it).map(drop)),
    ];
    for (kind, read) in kinds {
        // The largest has more than one packet.
        let bytes = of_kind(kind.name())().pop().unwrap();
        let of = |limits| read(&mut Cursor::at_base(&bytes, 0x100).limited(limits));
        assert!(of(Limits::DEFAULT).is_ok());
        let few_packets = of(Limits::with(|limits| limits.items = 1));
        let few_vertices = of(Limits::with(|limits| limits.vertices = 30));
        let named = |outcome: Result<()>| match outcome {
            Err(FormatError::Limit { limit, offset, .. }) => (limit, offset >= 0x100),
            other => panic!("{other:?}"),
        };
        assert_eq!(named(few_packets), ("packets", true));
        assert_eq!(named(few_vertices), ("vertices", true));
    }
}
