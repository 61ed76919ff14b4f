//! Small files that have something of everything.

use wonderwheel_commando::gameplay::{
    BlockKind, Gameplay, InstanceTable, LevelSettings, MobyInstance, ShrubInstance, TieAmbients,
    TieInstance, write_class_list,
};
use wonderwheel_commando::level::{
    NewChunk, NewClass, NewLevel, NewShrubClass, NewTextures, Overlay, OverlaySection,
};
use wonderwheel_commando::texture::Texture;

pub fn texture(side: u16) -> Texture {
    let texel = |i: u32| [(i % 16) as u8, (i / 16 % 4) as u8, 0, 255];
    let rgba: Vec<u8> = (0..u32::from(side) * u32::from(side))
        .flat_map(texel)
        .collect();
    Texture::from_rgba(side, side, &rgba).unwrap().with_mips()
}

pub fn gameplay() -> Gameplay {
    let mut ambients = TieAmbients::default();
    ambients.push(0, &[1, 2, 3]).unwrap();
    let tie = TieInstance {
        class: 7,
        ..TieInstance::default()
    };
    let shrub = ShrubInstance {
        class: 5,
        ..ShrubInstance::default()
    };
    let moby = MobyInstance {
        size: MobyInstance::SIZE,
        class: 11,
        ..MobyInstance::default()
    };
    Gameplay::lay_out([
        (BlockKind::LevelSettings, LevelSettings::plain().write()),
        (BlockKind::TieClasses, write_class_list(&[7])),
        (
            BlockKind::TieInstances,
            InstanceTable::new(vec![tie; 2]).write(),
        ),
        (BlockKind::TieAmbients, ambients.write()),
        (
            BlockKind::ShrubInstances,
            InstanceTable::new(vec![shrub]).write(),
        ),
        (
            BlockKind::MobyInstances,
            InstanceTable::new(vec![moby]).write(),
        ),
    ])
    .unwrap()
}

/// A level's file of some 10 KiB.
pub fn level() -> Vec<u8> {
    let class = |class, textures: &[u8]| NewClass {
        class,
        textures: textures.to_vec(),
        bytes: vec![1; 0x50],
    };
    let overlay = Overlay {
        sections: vec![OverlaySection {
            bytes: &[9; 0x40],
            ..OverlaySection::default()
        }],
        rest: &[],
    };
    let new = NewLevel {
        id: 3,
        tfrags: vec![2; 0x100],
        occlusion: vec![3; 0x40],
        sky: vec![4; 0x40],
        collision: vec![5; 0x40],
        textures: NewTextures {
            tfrag: vec![texture(32), texture(8)],
            moby: vec![texture(16)],
            tie: vec![texture(8)],
            shrub: vec![texture(8)],
        },
        moby_classes: vec![class(11, &[0]), class(12, &[])],
        tie_classes: vec![class(7, &[0])],
        shrub_classes: vec![NewShrubClass {
            class: class(5, &[0]),
            billboard: Some(texture(16)),
        }],
        hero_sequences: vec![vec![6; 0x20]],
        overlay: overlay.write(),
        gameplay: gameplay(),
        occlusion_mappings: vec![0; 16],
        chunks: vec![NewChunk {
            tfrags: vec![2; 0x80],
            collision: vec![5; 0x30],
            sound_bank: Vec::new(),
        }],
        ..NewLevel::default()
    };
    new.write().unwrap()
}
