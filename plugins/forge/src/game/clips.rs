//! Animations that are loaded by name, `.anm`, and the Anim List.

use glam::{Quat, Vec3};
use wonderwheel_warriors::animation::{Animation, Event, Key};
use wonderwheel_warriors::chunk::Resource;
use wonderwheel_warriors::lists::AnimRecord;
use wonderwheel_warriors::names::crc32;

use super::store::Store;
use crate::kit::trig::{TAU, cos, sin};

/// Names, frames, and metres a second ahead. Names keep their letter case where they are hashed; files are lower case.
const CLIPS: [(&str, u8, f32); 5] = [
    ("walk_idle", 60, 0.0),
    ("Walk_Ahead", 30, 1.5),
    ("run_ahead", 20, 4.0),
    ("swing_bat", 24, 0.0),
    ("nudge_point", 40, 0.0),
];

/// All clips.
pub fn all() -> Vec<Animation> {
    CLIPS
        .map(|(name, frames, speed)| clip(name, frames, speed))
        .into()
}

/// The resource of a clip. Source: spec/chunks.md 1.4.
pub fn resource(clip: &Animation) -> Resource {
    let name = format!("{}.anm", clip.name());
    let name_hash = crc32(&name);
    let hashes = [crc32(&format!("{name}.b.cnk")), name_hash];
    Resource::new(name_hash, clip.to_chunks(hashes))
}

/// Writes all clips and lists them.
pub fn add(store: &mut Store, clips: &[Animation]) {
    for clip in clips {
        // The list knows lower-case names; files are found by them.
        let file = format!("{}.anm", clip.name().to_ascii_lowercase());
        let size = store.named(file.clone(), resource(clip)).size;
        store.lists.animations.records.push(AnimRecord {
            name_hash: crc32(&file),
            size,
        });
    }
}

/// Every second bone swings once; the root goes ahead.
fn clip(name: &str, frames: u8, speed: f32) -> Animation {
    let channels: Vec<(u8, Vec<Key>)> = (0..32)
        .step_by(2)
        .map(|bone| {
            let swing = |part: u8| {
                let angle = 0.3 * sin(TAU * (f32::from(part) / 4.0 + f32::from(bone) / 32.0));
                Quat::from_xyzw(sin(angle), 0.0, 0.0, cos(angle))
            };
            let keys = (0..=4_u8).map(|part| {
                let frames = if part == 0 { 0 } else { frames / 4 };
                Key::of_rotation(frames, swing(part))
            });
            (bone, keys.collect())
        })
        .collect();
    let ahead = Vec3::new(0.0, speed, 0.0);
    let duration = f32::from(frames) / Animation::FRAMES_PER_SECOND;
    let root = |value: Vec3| vec![Key::of_metres(0, value), Key::of_metres(frames, value)];
    Animation {
        displacement: [0.0, speed * duration],
        root_velocity: root(ahead),
        root_translation: root(Vec3::new(0.0, 0.0, 0.9)),
        events: vec![Event::default()],
        ..Animation::new(
            name,
            u32::from(frames),
            channels.iter().map(|(bone, keys)| (*bone, keys.as_slice())),
        )
    }
}
