//! Laws of chunk payloads: what is read is written back byte for byte, whatever it is; nothing hurts.

use proptest::prelude::*;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_warriors::animation::{Animation, BoneMask, Event, Key, StaleWords};
use wonderwheel_warriors::bone_offsets::BoneOffsets;
use wonderwheel_warriors::character::{AnimRange, CharacterData};
use wonderwheel_warriors::chunk::record_list::{Record, RecordList};
use wonderwheel_warriors::chunk::stacks::Stacks;
use wonderwheel_warriors::chunk::tail::Tail;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, HandlerTable, Resource, ResourceSlice, Rules};
use wonderwheel_warriors::light_glow::LightGlowRecord;
use wonderwheel_warriors::lists::{
    AnimRecord, CharacterRecord, DependencyRecord, GlobalLists, ObjectRecord, SceneRecord,
    SheetRecord,
};
use wonderwheel_warriors::pack::{Pack, PackSlice};
use wonderwheel_warriors::sound::{MusicTrack, SoundCommands, SoundMaterial, StaticSound};
use wonderwheel_warriors::sprite_sheet::{SheetPage, SpriteSheet};

use crate::chunk_handlers::global_lists;
use crate::damage::damage_often;

/// A payload kind: its name, a sample, and read, validate, write.
type Kind = (&'static str, Vec<u8>, fn(&[u8]) -> Result<Vec<u8>>);

fn list<T: Record>(bytes: &[u8]) -> Result<Vec<u8>> {
    let list = RecordList::<T>::read(bytes)?;
    list.validate(&mut Findings::new());
    Ok(list.write())
}

/// Three records whose bytes count up.
fn list_kind<T: Record>() -> Kind {
    let body: Vec<u8> = (0..3 * T::BYTES).map(|i| (i % 61) as u8).collect();
    let mut bytes = vec![3, 0, 0, 0];
    if T::HEAD == wonderwheel_warriors::chunk::record_list::Head::Block {
        bytes.resize(16, 0);
    }
    bytes.extend(body);
    bytes.resize(bytes.len().next_multiple_of(16), 0);
    (T::NAME, bytes, list::<T>)
}

fn animation() -> Animation {
    let key = |frames| Key {
        frames,
        unused: 1,
        value: [1, -2, 3],
    };
    Animation {
        root_velocity: vec![key(0), key(3)],
        root_translation: vec![key(0)],
        events: vec![Event::default(); 2],
        ..Animation::new("walk", 9, [(1, &[key(0), key(9)][..]), (4, &[key(0)])])
    }
}

/// The payload of chunk 0x02, and behind it that of 0x00.
fn animation_bytes(animation: &Animation) -> Vec<u8> {
    let mut bytes = animation.write_descriptor();
    bytes.extend(animation.write_keys());
    bytes
}

fn payloads() -> Vec<Kind> {
    let mut sheet = Vec::new();
    SpriteSheet::loading_picture().write_chunk(&mut sheet);
    vec![
        list_kind::<StaticSound>(),
        list_kind::<MusicTrack>(),
        list_kind::<SceneRecord>(),
        list_kind::<CharacterRecord>(),
        list_kind::<AnimRange>(),
        list_kind::<ObjectRecord>(),
        list_kind::<SoundMaterial>(),
        list_kind::<LightGlowRecord>(),
        list_kind::<SheetRecord>(),
        list_kind::<AnimRecord>(),
        list_kind::<DependencyRecord>(),
        ("animation", animation_bytes(&animation()), |bytes| {
            let (descriptor, keys) = bytes.split_at_checked(80).unwrap_or((bytes, &[]));
            let animation = Animation::read(descriptor, keys)?;
            animation.validate(&mut Findings::new());
            animation.channels().for_each(|(_, channel)| {
                channel.frames().for_each(|(_, key)| {
                    key.rotation();
                });
            });
            Ok(animation_bytes(&animation))
        }),
        ("character", CharacterData::default().write(), |bytes| {
            let data = CharacterData::read(bytes)?;
            data.validate(&mut Findings::new());
            Ok(data.write())
        }),
        ("bone offsets", BoneOffsets::default().write(), |bytes| {
            let offsets = BoneOffsets::read(bytes)?;
            offsets.validate(&mut Findings::new());
            Ok(offsets.write())
        }),
        ("sound classes", SoundCommands::default().write(), |bytes| {
            let classes = SoundCommands::read(bytes)?;
            classes.validate(&mut Findings::new());
            Ok(classes.write())
        }),
        ("sprite sheet", sheet, |bytes| {
            let page = SheetPage::read_chunk(&mut Cursor::new(bytes))?;
            page.validate(&mut Findings::new());
            let mut out = Vec::new();
            page.write_chunk(&mut out);
            Ok(out)
        }),
    ]
}

/// Builds what lies on top of the stacks.
fn take(loaded: Result<Stacks<'_>>) {
    if let Ok(mut stacks) = loaded
        && let Some(kind) = stacks.resource_kind()
    {
        let _ = stacks.take_resource(kind);
    }
}

/// Containers whose chunks go through every handler.
fn containers() -> Vec<Kind> {
    let global = GlobalLists {
        animations: Vec::new().into(),
        ..global_lists()
    };
    let mut chunks = Vec::new();
    for (i, (_, bytes, _)) in payloads().into_iter().enumerate() {
        // A type for each kind matters less than that every handler is met.
        let ty = ChunkType::ALL[(i * 5 + 2) % ChunkType::COUNT];
        chunks.push(Chunk::new(ty, i as u32, bytes));
    }
    let mixed = Resource::new(3, chunks);
    let animation = Resource::new(4, animation().to_chunks([1, 2]));
    let pack = Pack {
        resources: vec![animation.clone(), animation],
    };
    vec![
        ("resource", mixed.write(), |bytes| {
            Ok(Resource::read(bytes)?.write())
        }),
        ("pack", pack.write(), |bytes| Ok(Pack::read(bytes)?.write())),
        ("global lists", global.to_resource().write(), |bytes| {
            let lists = GlobalLists::read(bytes)?;
            lists.validate(&mut Findings::new());
            Ok(lists.to_resource().write())
        }),
        ("loaded resource", mixed.write(), |bytes| {
            let mut findings = Findings::new();
            let resource = ResourceSlice::inspect(bytes, &mut findings)?;
            resource.validate(&mut findings);
            take(HandlerTable::default().load_flat(&resource));
            Ok(bytes.to_vec())
        }),
        ("loaded pack", pack.write(), |bytes| {
            let mut findings = Findings::new();
            let (slice, end) = PackSlice::inspect(bytes, &mut findings);
            slice.validate(&mut findings);
            let handlers = HandlerTable::default();
            for group in slice.load(&handlers) {
                take(group.outcome);
            }
            end.map(|()| bytes.to_vec())
        }),
    ]
}

#[test]
fn every_sample_is_written_back_to_the_same_bytes() {
    for (name, bytes, read_and_write) in payloads().into_iter().chain(containers()) {
        assert!(read_and_write(&bytes).unwrap() == bytes, "{name}");
    }
}

#[test]
fn a_payload_cut_short_anywhere_is_an_error_or_a_shorter_value() {
    for (name, bytes, read_and_write) in payloads() {
        for length in 0..bytes.len() {
            let cut = &bytes[..length];
            match read_and_write(cut) {
                Ok(written) => assert!(written == cut, "{name} of {length} bytes"),
                Err(error) => assert!(error.offset() <= 80 + length as u64, "{name}: {error}"),
            }
        }
    }
}

#[test]
fn a_container_cut_short_anywhere_is_an_error() {
    for (name, bytes, read_and_write) in containers() {
        for length in 0..bytes.len() {
            assert!(
                read_and_write(&bytes[..length]).is_err(),
                "{name} of {length} bytes"
            );
        }
    }
}

fn twenty_thousand_times(kinds: Vec<Kind>) {
    for (name, original, read_and_write) in kinds {
        let seed = 0xC0DE_0000 + original.len() as u64;
        damage_often(seed, &original, |round, bytes| {
            if let Ok(written) = read_and_write(&bytes) {
                assert!(written == bytes, "{name}, round {round}");
            }
        });
    }
}

#[test]
fn damaged_payloads_never_panic_and_what_is_read_is_written_back_exactly() {
    twenty_thousand_times(payloads());
}

#[test]
fn damaged_containers_never_panic_and_what_is_read_is_written_back_exactly() {
    twenty_thousand_times(containers());
}

/// Lists whose records have any bytes below 0x40, so that no float is a NaN, which equals nothing.
fn lists<T: Record + std::fmt::Debug>() -> impl Strategy<Value = RecordList<T>> {
    let record = prop::collection::vec(0..0x40_u8, T::BYTES)
        .prop_map(|bytes| Cursor::new(&bytes).record().unwrap());
    prop::collection::vec(record, 0..9).prop_map(|records: Vec<T>| RecordList::from(records))
}

fn survives<T: Record + PartialEq + std::fmt::Debug>(list: &RecordList<T>) {
    let bytes = list.write();
    assert!(bytes.len().is_multiple_of(16));
    let read = RecordList::<T>::read(&bytes).unwrap();
    assert_eq!(&read, list);
    assert_eq!(read.write(), bytes);
}

fn keys() -> impl Strategy<Value = Vec<Key>> {
    let key = any::<(u8, u8, [i16; 3])>().prop_map(|(frames, unused, value)| Key {
        frames,
        unused,
        value,
    });
    prop::collection::vec(key, 0..12)
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = any::<([u16; 4], [i16; 3], [i16; 3], [u8; 4])>().prop_map(
        |([frame, kind, value, parameter], position, rotation, unknown_end)| Event {
            frame,
            kind,
            value: value.cast_signed(),
            parameter,
            position,
            rotation,
            unknown_end,
        },
    );
    prop::collection::vec(event, 0..4)
}

fn animations() -> impl Strategy<Value = Animation> {
    let sections = (keys(), keys(), keys(), events());
    let words = any::<(u32, u32, u8, u32, [u8; 8])>();
    let fields = (
        prop::array::uniform3(-100.0..100.0_f32),
        any::<u16>(),
        any::<[u8; 5]>(),
        any::<[u8; 30]>(),
    );
    (sections, words, fields).prop_map(
        |(
            (root_velocity, root_translation, rotations, events),
            (class, keys, references, flags, unknown),
            ([x, y, duration], channel_count, bones, name),
        )| Animation {
            displacement: [x, y],
            duration,
            channel_count,
            bones: BoneMask(bones),
            name,
            root_velocity,
            root_translation,
            rotations,
            events,
            flags,
            stale: StaleWords {
                class,
                keys,
                references,
                unknown,
            },
            keys_tail: Tail::Padding,
            descriptor_tail: Tail::Padding,
        },
    )
}

proptest! {
    #[test]
    fn lists_survive(
        static_sounds in lists::<StaticSound>(),
        music in lists::<MusicTrack>(),
        scenes in lists::<SceneRecord>(),
        characters in lists::<CharacterRecord>(),
        ranges in lists::<AnimRange>(),
        objects in lists::<ObjectRecord>(),
        materials in lists::<SoundMaterial>(),
        lights in lists::<LightGlowRecord>(),
        sheets in lists::<SheetRecord>(),
        animations in lists::<AnimRecord>(),
        dependencies in lists::<DependencyRecord>(),
    ) {
        survives(&static_sounds);
        survives(&music);
        survives(&scenes);
        survives(&characters);
        survives(&ranges);
        survives(&objects);
        survives(&materials);
        survives(&lights);
        survives(&sheets);
        survives(&animations);
        survives(&dependencies);
    }

    #[test]
    fn an_animation_survives(animation in animations()) {
        let (descriptor, keys) = (animation.write_descriptor(), animation.write_keys());
        prop_assert_eq!(descriptor.len(), 80);
        prop_assert_eq!(Animation::read(&descriptor, &keys).unwrap(), animation);
    }

    #[test]
    fn any_bytes_that_are_read_are_written_back(bytes in prop::collection::vec(any::<u8>(), 0..200), count in 0..4_u8) {
        let mut bytes = bytes;
        if let Some(head) = bytes.get_mut(..4) {
            head.copy_from_slice(&[count, 0, 0, 0]);
        }
        for (name, _, read_and_write) in payloads() {
            if let Ok(written) = read_and_write(&bytes) {
                prop_assert_eq!(&written, &bytes, "{}", name);
            }
        }
    }

    #[test]
    fn a_key_is_within_half_a_unit_of_its_rotation(q in prop::array::uniform4(-1.0..1.0_f32)) {
        let rotation = glam::Quat::from_array(q);
        prop_assume!(rotation.length() > 0.1);
        let rotation = rotation.normalize();
        let key = Key::of_rotation(0, rotation);
        let nearest = if rotation.w < 0.0 { -rotation } else { rotation };
        // w suffers most where it is small: its square is off by the error of the others.
        prop_assert!(key.rotation().dot(nearest) > 0.9999);
        let again = Key::of_rotation(0, key.rotation());
        prop_assert_eq!(again.value, key.value);
    }

    #[test]
    fn a_pack_whose_groups_are_all_passed_over_is_walked_to_its_end(sizes in prop::collection::vec(0..5_usize, 1..9)) {
        use wonderwheel_warriors::pack::{Group, GroupChoice, SkipReason};
        let resources = sizes.iter().map(|&size| Resource::new(1, vec![Chunk::new(ChunkType::GameMap, 0, vec![0xFF; 16 * size])]));
        let bytes = Pack { resources: resources.collect() }.write();
        let (pack, noted) = PackSlice::read(&bytes, Rules::Forced).unwrap();
        prop_assert!(noted.is_empty());
        let handlers = HandlerTable::default();
        let groups = pack.load_chosen(&handlers, |_| GroupChoice::Skip(SkipReason::NoRoom));
        let passed_over = groups.filter(|group| matches!(group, Group::Skipped(1, _)));
        prop_assert_eq!(passed_over.count(), sizes.len());
    }
}
