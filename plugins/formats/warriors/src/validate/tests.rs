use wonderwheel_ps2::finding::Finding;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_renderware::dictionary::TextureDictionary;

use super::*;
use crate::chunk::{Chunk, ChunkType, Resource};
use crate::classify::{FileKind, ResourceShape};
use crate::manifest::{Manifest, ManifestPart};
use crate::names::{crc32, decimal};
use crate::pack::Pack;

fn validate(
    kind: FileKind,
    name: Option<&str>,
    bytes: &[u8],
    limits: Limits,
) -> Result<Vec<Finding>> {
    let mut findings = Findings::new();
    let file = kind.row().file(bytes).named(name).limited(limits);
    file.validate(&mut findings)?;
    Ok(findings.into_vec())
}

fn rules(kind: FileKind, name: Option<&str>, bytes: &[u8]) -> Vec<&'static str> {
    let findings = validate(kind, name, bytes, Limits::DEFAULT).unwrap();
    findings.iter().map(|finding| finding.rule).collect()
}

fn dictionary() -> Vec<u8> {
    TextureDictionary::new(Vec::new()).write()
}

fn textures(name: &str) -> Resource {
    let hash = crc32(name);
    let chunk = Chunk::new(ChunkType::RenderwareTextureDic, hash, dictionary());
    Resource::new(hash, [chunk])
}

#[test]
fn a_part_carries_the_hash_of_its_own_name() {
    let part = Part::new("w_ms1.sec", TextureDictionary::new(Vec::new()), Vec::new()).write();
    assert_eq!(rules(FileKind::WorldPart, None, &part), [""; 0]);
    assert_eq!(
        rules(FileKind::WorldPart, Some("w_ms1.sec"), &part),
        [""; 0]
    );
    let found = validate(
        FileKind::WorldPart,
        Some("w_ms2.sec"),
        &part,
        Limits::DEFAULT,
    );
    let found = found.unwrap();
    assert_eq!((found[0].rule, found[0].offset), ("part-name", Some(12)));
}

#[test]
fn a_part_that_the_read_buffer_does_not_take_is_found() {
    let mut part = Part::new("w_ms1.sec", TextureDictionary::new(Vec::new()), Vec::new());
    part.trailing_zeros = Part::MAX_FILE_BYTES;
    assert_eq!(
        rules(FileKind::WorldPart, None, &part.write()),
        ["part-file-size"]
    );
}

#[test]
fn a_resource_is_called_by_its_own_hash() {
    let bytes = textures("bat_tex").write();
    let kind = FileKind::Resource(ResourceShape::TextureDictionary);
    assert_eq!(rules(kind, Some(&decimal("bat_tex")), &bytes), [""; 0]);
    assert_eq!(rules(kind, Some("bat_tex.cnk"), &bytes), [""; 0]);
    assert_eq!(
        rules(kind, Some(&decimal("other")), &bytes),
        ["resource-name"]
    );
}

#[test]
fn a_manifest_charges_at_least_half_of_the_worlds_file() {
    let mut manifest = Manifest {
        world_size: 1000,
        world_heap_size: 500,
        parts: vec![ManifestPart::default()],
        trailing_zeros: 0,
    };
    assert_eq!(rules(FileKind::Manifest, None, &manifest.write()), [""; 0]);
    manifest.world_heap_size = 499;
    assert_eq!(
        rules(FileKind::Manifest, None, &manifest.write()),
        ["manifest-heap"]
    );
    manifest.world_size = 0;
    assert_eq!(
        rules(FileKind::Manifest, None, &manifest.write()),
        ["manifest-size"]
    );
}

#[test]
fn a_pack_reports_what_is_in_its_resources() {
    let mut broken = textures("b");
    // A second dictionary: not a shape, but loadable; a sheet without rectangles is not.
    let page = Chunk::new(ChunkType::ParticlePage, 0, vec![0; 32]);
    broken.chunks.push(page);
    let pack = Pack {
        resources: vec![textures("a"), broken],
    };
    let found = rules(FileKind::Pack, None, &pack.write());
    assert_eq!(found, ["chunk-unreadable", "resource-unloadable"]);
}

#[test]
fn what_cannot_be_read_is_an_error_with_the_way_to_it() {
    let mut bytes = textures("bat_tex").write();
    bytes[32] = 0x17;
    let kind = FileKind::Resource(ResourceShape::TextureDictionary);
    let error = validate(kind, None, &bytes, Limits::DEFAULT).unwrap_err();
    assert_eq!(
        error.path(),
        "textures/chunk[0] 0x2A Renderware Texture Dic"
    );
    assert!(validate(FileKind::Bitmap, None, b"MB", Limits::DEFAULT).is_err());
}

#[test]
fn anything_is_unknown_and_limits_are_kept() {
    assert_eq!(rules(FileKind::Unknown, Some("x"), b"abc"), [""; 0]);
    assert_eq!(rules(FileKind::BankSamples, None, b""), [""; 0]);
    let limits = Limits::with(|limits| limits.items = 0);
    let list = b"1\n{a {0,0,0}, {0,0,0,1}, -1, 0, 0, ffffffff, nil )\n";
    assert_eq!(rules(FileKind::ObjectList, None, list), [""; 0]);
    assert!(validate(FileKind::ObjectList, None, list, limits).is_err());
}

#[test]
fn every_kind_takes_any_bytes() {
    for kind in FileKind::all() {
        for bytes in [&b""[..], &[0; 64], &[0xFF; 64], &[1; 64]] {
            let _ = validate(kind, Some("1"), bytes, Limits::DEFAULT);
        }
    }
}
