//! What no chunk of the disc does: a pass over a container whose chunks are read one by one, without the stacks.

use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::native_data::ChainLayout;
use wonderwheel_renderware::section::id;

use super::around::Around;
use super::sections::clump_type;
use super::{ChunkSlice, ChunkType, ResourceSlice};
use crate::animation::Animation;
use crate::bone_offsets::BoneOffsets;
use crate::character::{AnimRangeList, CharacterData};
use crate::collision::{CollisionMesh, CollisionPayloads};
use crate::level_file::CHUNK_ORDER;
use crate::light_glow::LightGlows;
use crate::lists::{AnimList, CharacterList, DependencyList, ObjectList, SceneList, SheetTable};
use crate::names::resource_of_file;
use crate::occluder::OccluderTable;
use crate::path_data::PathData;
use crate::sound::{Music, SoundCommands, SoundMaterials, StaticSounds};
use crate::sprite_sheet::SheetPage;
use crate::subtitles::Subtitles;

/// The 29 types that occur on the disc. Source: spec/chunks.md 3.
const ON_THE_DISC: [ChunkType; 29] = [
    ChunkType::AnimRotKeyframes,
    ChunkType::AnimData,
    ChunkType::CollisionMesh,
    ChunkType::CollisionTriangles,
    ChunkType::CollisionGrid,
    ChunkType::CollisionStrings,
    ChunkType::CollisionVertexBuffer,
    ChunkType::CharacterData,
    ChunkType::SectorBspData,
    ChunkType::LevelHeader,
    ChunkType::ChunkBoneOffsets,
    ChunkType::StaticSounds,
    ChunkType::RenderwareTextureDic,
    ChunkType::Music,
    ChunkType::PathData,
    ChunkType::SceneList,
    ChunkType::CharacterList,
    ChunkType::AnimRangeList,
    ChunkType::ObjectList,
    ChunkType::PreinstanceObject,
    ChunkType::SoundCommandData,
    ChunkType::SoundMaterialData,
    ChunkType::ParticlePage,
    ChunkType::ParticlePageHeader,
    ChunkType::AnimList,
    ChunkType::DependencyList,
    ChunkType::Subtitles,
    ChunkType::CollisionChecked,
    ChunkType::Occluders,
];

/// The types whose chunks all have one size on the disc. Source: spec/chunks.md 3.
const FIXED_SIZES: [(ChunkType, usize); 7] = [
    (ChunkType::AnimData, 80),
    (ChunkType::CollisionMesh, 160),
    (ChunkType::CharacterData, 2_912),
    (ChunkType::LevelHeader, 48),
    (ChunkType::ChunkBoneOffsets, 544),
    (ChunkType::AnimRangeList, 11_568),
    (ChunkType::SoundCommandData, 1_232),
];

/// The most chunks of a resource of the disc. Source: spec/chunks.md 1.2.
const MOST_CHUNKS: usize = 1_190;

/// Whether a resource is one of the nine shapes that all resources of the disc have. Source: spec/chunks.md 1.5.
fn has_a_shape(types: &[ChunkType]) -> bool {
    use ChunkType as Ty;
    match types {
        [Ty::PreinstanceObject]
        | [Ty::RenderwareTextureDic]
        | [Ty::AnimRotKeyframes, Ty::AnimData]
        | [Ty::PreinstanceObject, Ty::ChunkBoneOffsets]
        | [Ty::RenderwareTextureDic, Ty::ParticlePage]
        | [Ty::SceneList] => true,
        [animations @ .., Ty::AnimRangeList, Ty::CharacterData] => {
            let pairs = animations.chunks(2);
            let mut pairs = pairs.map(|pair| pair == [Ty::AnimRotKeyframes, Ty::AnimData]);
            pairs.all(|is_animation| is_animation)
        }
        level if level == CHUNK_ORDER => true,
        // The order of the global lists is not recorded.
        lists => {
            let mut sorted = lists.to_vec();
            sorted.sort_unstable();
            sorted == crate::lists::GlobalLists::TYPES
        }
    }
}

impl ResourceSlice<'_> {
    /// Reports what no resource of the disc has.
    ///
    /// Of the container: `resource-shape` when its chunks are none of the nine combinations that occur, `chunk-count` above 1,190, `chunk-size-fixed` for a type that always has another size,
    /// `chunk-type-unused` for one of the 55 types that never occur, `animation-pair` for keys without counts or the
    /// other way round, `sheet-texture-count` for a sprite sheet whose dictionary has not one texture.
    /// Of each chunk: `chunk-unreadable` when its payload cannot be read, and the rules of its type.
    pub fn validate(&self, findings: &mut Findings) {
        let count = self.chunks.len();
        findings.remark_unless(count <= MOST_CHUNKS, "chunk-count", || {
            format!("expected at most {MOST_CHUNKS} chunks, found {count}")
        });
        let types: Vec<_> = self.chunks.iter().map(|chunk| chunk.ty).collect();
        findings.remark_unless(has_a_shape(&types), "resource-shape", || {
            let first = types.iter().take(20).map(ToString::to_string);
            let first: Vec<_> = first.collect();
            format!(
                "expected a model, dictionary, sheet, animation, character, level or list, found {count} chunks: {}",
                first.join(", ")
            )
        });
        let mut before = None;
        for (i, chunk) in self.chunks.iter().enumerate() {
            findings.within(chunk.name(i), |findings| {
                chunk.validate(before, findings);
            });
            before = Some(chunk);
        }
        if let Some(last) = before.filter(|last| last.ty == ChunkType::AnimRotKeyframes) {
            report_unpaired(last, findings);
        }
        findings.within("collision", |findings| self.validate_collision(findings));
    }

    /// Reports `resource-name` when a file whose name is the decimal of a hash holds a resource of another one: 16 of the
    /// disc's 3,615 do.
    pub fn validate_name(&self, file_name: &str, findings: &mut Findings) {
        let (Some(wanted), found) = (resource_of_file(file_name), self.name_hash) else {
            return;
        };
        if wanted != found {
            let message = format!("expected {wanted:#010x}, its name, found {found:#010x}");
            findings.remark_at("resource-name", 12, message);
        }
    }

    /// Nothing, when not all six chunks are there.
    fn validate_collision(&self, findings: &mut Findings) {
        let payload = |ty| {
            let chunk = self.chunks.iter().rev().find(|chunk| chunk.ty == ty)?;
            Some(chunk.payload.clone())
        };
        let payloads = || {
            Some(CollisionPayloads {
                checked: payload(ChunkType::CollisionChecked)?,
                vertices: payload(ChunkType::CollisionVertexBuffer)?,
                triangles: payload(ChunkType::CollisionTriangles)?,
                grid: payload(ChunkType::CollisionGrid)?,
                lists: payload(ChunkType::CollisionStrings)?,
                mesh: payload(ChunkType::CollisionMesh)?,
            })
        };
        let Some(payloads) = payloads() else {
            return;
        };
        match CollisionMesh::read(payloads) {
            Ok(mesh) => mesh.validate(findings),
            Err(error) => {
                findings.error("chunk-unreadable", &error);
            }
        }
    }
}

/// Runs a pass that counts its offsets from a payload's first byte.
fn moved_by(base: u64, findings: &mut Findings, pass: impl FnOnce(&mut Findings)) {
    let inner = Findings::of(|inner| pass(inner));
    for mut found in inner.into_vec() {
        found.offset = found.offset.map(|offset| base + offset);
        findings.add(found);
    }
}

impl ChunkSlice<'_> {
    /// `before` is the chunk that stands in front of it.
    fn validate(&self, before: Option<&ChunkSlice<'_>>, findings: &mut Findings) {
        let size = self.payload.remaining();
        let offset = self.payload.offset();
        if !ON_THE_DISC.contains(&self.ty) {
            let message = "expected one of the 29 types of the disc";
            findings.remark_at("chunk-type-unused", offset, message);
        }
        let fixed = FIXED_SIZES.iter().find(|(ty, _)| *ty == self.ty);
        if let Some((_, wanted)) = fixed.filter(|(_, wanted)| *wanted != size) {
            let message = format!("expected {wanted} bytes, found {size}");
            findings.remark_at("chunk-size-fixed", offset, message);
        }
        if before.is_some_and(|before| {
            before.ty == ChunkType::AnimRotKeyframes && self.ty != ChunkType::AnimData
        }) {
            report_unpaired(self, findings);
        }
        if let Err(error) = self.validate_payload(before, findings) {
            findings.error("chunk-unreadable", &error);
        }
    }

    fn validate_payload(
        &self,
        before: Option<&ChunkSlice<'_>>,
        findings: &mut Findings,
    ) -> Result<()> {
        let cursor = &mut self.payload.clone();
        match self.ty {
            ChunkType::AnimData => match before {
                Some(keys) if keys.ty == ChunkType::AnimRotKeyframes => {
                    Animation::read_from(cursor, &mut keys.payload.clone())?.validate(findings);
                }
                _ => report_unpaired(self, findings),
            },
            ChunkType::CharacterData => CharacterData::read_from(cursor)?.validate(findings),
            ChunkType::AnimRangeList => AnimRangeList::read_from(cursor)?.validate(findings),
            ChunkType::ChunkBoneOffsets => BoneOffsets::read_from(cursor)?.validate(findings),
            ChunkType::TextureDictionaryTid | ChunkType::RenderwareTextureDic => {
                let dictionary = self.dictionary()?;
                dictionary.value.validate(findings);
                dictionary.around.validate(findings);
            }
            ChunkType::CharacterDffData
            | ChunkType::DynamicObjDffData
            | ChunkType::PreinstanceObject => {
                let (clump, around) = Around::read(&self.payload, id::CLUMP, Clump::read_from)?;
                findings.expect(
                    clump_type(&clump).is_some(),
                    "clump-atomics",
                    || "expected an atomic at least",
                );
                clump.validate(ChainLayout::Packed, findings);
                around.validate(findings);
            }
            ChunkType::SectorBspData => {
                let world = self.world()?;
                world.value.validate(findings);
                world.around.validate(findings);
            }
            ChunkType::Occluders => OccluderTable::read(cursor)?.validate(findings),
            ChunkType::PathData => PathData::read(cursor)?.validate(findings),
            ChunkType::Subtitles => {
                let base = cursor.offset();
                let subtitles = Subtitles::read_from(cursor)?;
                moved_by(base, findings, |findings| subtitles.validate(findings));
            }
            ChunkType::ParticlePage => {
                SheetPage::read_chunk(cursor)?.validate(findings);
                let dictionary = before.filter(|before| before.ty.is_dictionary());
                let textures = match dictionary {
                    Some(before) => before.dictionary()?.value.textures.len(),
                    None => 0,
                };
                findings.expect(textures == 1, "sheet-texture-count", || {
                    format!("expected a dictionary of one texture before it, found {textures}")
                });
            }
            ChunkType::SoundCommandData => SoundCommands::read_from(cursor)?.validate(findings),
            ChunkType::StaticSounds => StaticSounds::read_from(cursor)?.validate(findings),
            ChunkType::Music => Music::read_from(cursor)?.validate(findings),
            ChunkType::SceneList => SceneList::read_from(cursor)?.validate(findings),
            ChunkType::CharacterList => CharacterList::read_from(cursor)?.validate(findings),
            ChunkType::ObjectList => ObjectList::read_from(cursor)?.validate(findings),
            ChunkType::SoundMaterialData => SoundMaterials::read_from(cursor)?.validate(findings),
            ChunkType::LightGlowData => LightGlows::read_from(cursor)?.validate(findings),
            ChunkType::ParticlePageHeader => SheetTable::read_from(cursor)?.validate(findings),
            ChunkType::AnimList => AnimList::read_from(cursor)?.validate(findings),
            ChunkType::DependencyList => DependencyList::read_from(cursor)?.validate(findings),
            // Collision takes six chunks and has a pass of its own; of the rest nothing is known.
            _ => {}
        }
        Ok(())
    }
}

fn report_unpaired(chunk: &ChunkSlice<'_>, findings: &mut Findings) {
    let message = "expected 0x00 Anim Rot Keyframes right before 0x02 Anim Data";
    findings.report_at("animation-pair", chunk.payload.offset(), message);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::{Chunk, Resource, Rules};

    fn rules(chunks: Vec<Chunk>) -> Vec<&'static str> {
        let bytes = Resource::new(1, chunks).write();
        let (slice, _) = ResourceSlice::read(&bytes, Rules::Strict).unwrap();
        let findings = Findings::of(|f| slice.validate(f));
        let rules = findings.as_slice().iter().map(|found| found.rule);
        rules.filter(|rule| *rule != "resource-shape").collect()
    }

    #[test]
    fn the_shapes_of_the_disc_are_known_and_others_are_not() {
        // Source: spec/chunks.md 1.5.
        let shape = |types: &[u32]| {
            let types = types.iter().map(|&ty| ChunkType::from_u32(ty).unwrap());
            has_a_shape(&types.collect::<Vec<_>>())
        };
        for known in [
            &[0x47][..],
            &[0x2A],
            &[0, 2],
            &[0x47, 0x28],
            &[0x2A, 0x4C],
            &[0, 2, 0, 2, 0x45, 8],
            &[0x45, 8],
            &[
                0x53, 0x2A, 0x47, 0x2A, 0x47, 0x2A, 0x47, 0x2A, 0x15, 0x40, 0x52, 0x07, 0x04, 0x05,
                0x06, 0x03, 0x17, 0x51,
            ],
            &[0x4F, 0x31, 0x44, 0x46, 0x48, 0x49, 0x4D, 0x4E, 0x29],
            &[0x43],
        ] {
            assert!(shape(known), "{known:x?}");
        }
        for unknown in [
            &[][..],
            &[0],
            &[2, 0],
            &[0x28, 0x47],
            &[0, 2, 0, 0x45, 8],
            &[0, 2, 8, 0x45],
            &[0x43, 0x43],
            &[0x31, 0x44, 0x46, 0x48, 0x49, 0x4D, 0x4E, 0x29],
        ] {
            assert!(!shape(unknown), "{unknown:x?}");
        }
    }

    fn animation() -> [Chunk; 2] {
        Animation::new("clip", 1, []).to_chunks([0; 2])
    }

    #[test]
    fn an_animation_has_no_findings() {
        assert_eq!(rules(animation().into()), [""; 0]);
    }

    #[test]
    fn keys_and_counts_belong_together() {
        let [keys, counts] = animation();
        assert_eq!(rules(vec![keys.clone()]), ["animation-pair"]);
        assert_eq!(rules(vec![counts.clone()]), ["animation-pair"]);
        assert_eq!(rules(vec![keys.clone(), keys, counts]), ["animation-pair"]);
    }

    #[test]
    fn a_type_that_never_occurs_is_found() {
        assert_eq!(
            rules(vec![Chunk::new(ChunkType::Fonts, 0, vec![])]),
            ["chunk-type-unused"]
        );
        assert_eq!(ON_THE_DISC.len() + 55, ChunkType::COUNT);
    }

    #[test]
    fn a_payload_of_another_size_or_that_cannot_be_read_is_found() {
        let header = |size| vec![Chunk::new(ChunkType::LevelHeader, 0, vec![0; size])];
        assert_eq!(rules(header(48)), [""; 0]);
        assert_eq!(rules(header(64)), ["chunk-size-fixed"]);
        let offsets = Chunk::new(ChunkType::ChunkBoneOffsets, 0, vec![0; 528]);
        assert_eq!(
            rules(vec![offsets]),
            ["chunk-size-fixed", "chunk-unreadable"]
        );
    }

    #[test]
    fn a_sheet_without_a_dictionary_is_found() {
        let mut page = Vec::new();
        crate::sprite_sheet::SpriteSheet::loading_picture().write_chunk(&mut page);
        let page = Chunk::new(ChunkType::ParticlePage, 0, page);
        assert_eq!(rules(vec![page]), ["sheet-texture-count"]);
    }
}
