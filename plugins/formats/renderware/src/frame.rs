//! Frame list, section 0x0E: the hierarchy of a clump.

use binrw::binrw;
use glam::{Affine3A, Vec3};
use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::extension::{self, Extension, ExtensionWriter};
use crate::hanim::HAnim;
use crate::section::{self, RawSection, id};

/// One frame. A point p maps to `p.x*right + p.y*up + p.z*at + position` in the parent.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Right vector.
    pub right: [f32; 3],
    /// Up vector.
    pub up: [f32; 3],
    /// At vector.
    pub at: [f32; 3],
    /// Position, metres.
    pub position: [f32; 3],
    /// Parent frame, or `None` for the root.
    pub parent: Option<u32>,
    /// Flag word; ignored.
    pub flags: u32,
    /// Frame name of plugin 0x0253F2FE, as stored.
    pub name: Option<Vec<u8>>,
    /// Other extension sections (HAnim 0x11E among them), and the order of all.
    pub extension: Extension,
}

/// The 56 bytes of a frame. Source: spec/renderware.md 6.1.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy)]
struct FrameStruct {
    right: [f32; 3],
    up: [f32; 3],
    at: [f32; 3],
    position: [f32; 3],
    parent: i32,
    flags: u32,
}

impl FrameStruct {
    const BYTES: u64 = 56;
}

impl Default for Frame {
    /// A root frame that moves nothing.
    fn default() -> Self {
        Self {
            right: [1.0, 0.0, 0.0],
            up: [0.0, 1.0, 0.0],
            at: [0.0, 0.0, 1.0],
            position: [0.0; 3],
            parent: None,
            flags: 0,
            name: None,
            extension: Extension::default(),
        }
    }
}

impl Frame {
    /// The transform from this frame to its parent.
    pub fn parent_from_frame(&self) -> Affine3A {
        Affine3A::from_cols(
            Vec3::from(self.right).into(),
            Vec3::from(self.up).into(),
            Vec3::from(self.at).into(),
            Vec3::from(self.position).into(),
        )
    }

    /// The bone id of the HAnim plugin 0x11E, when there is one: the way to tell frames apart.
    pub fn hanim_id(&self) -> Option<i32> {
        let plugin = self.hanim_plugin()?;
        let (words, _) = plugin.payload.as_chunks::<4>();
        words.get(1).copied().map(i32::from_le_bytes)
    }

    /// The HAnim plugin 0x11E, when there is one. It is kept as it is in [`Frame::extension`].
    ///
    /// # Errors
    /// As [`HAnim::read`]; offsets count from the plugin's payload.
    pub fn hanim(&self) -> Result<Option<HAnim>> {
        self.hanim_plugin()
            .map(|plugin| HAnim::read(&plugin.payload).within(|| "plugin 0x11e"))
            .transpose()
    }

    fn hanim_plugin(&self) -> Option<&RawSection> {
        self.extension
            .iter()
            .find(|section| section.id == id::HANIM)
    }
}

/// The transform from frame `index` to the clump; the identity when there is no such frame.
pub fn clump_from_frame(frames: &[Frame], index: u32) -> Affine3A {
    let mut transform = Affine3A::IDENTITY;
    let mut next = Some(index);
    // A parent stands before its children, so the walk is never longer than the list.
    for _ in 0..frames.len() {
        let Some(frame) = next.and_then(|index| frames.get(index as usize)) else {
            break;
        };
        transform = frame.parent_from_frame() * transform;
        next = frame.parent;
    }
    transform
}

/// The transforms of all frames to the clump, in one pass over the list.
pub fn clump_from_frames(frames: &[Frame]) -> Vec<Affine3A> {
    let mut transforms: Vec<Affine3A> = Vec::with_capacity(frames.len());
    for frame in frames {
        // A parent stands before its children.
        let parent = frame
            .parent
            .and_then(|parent| transforms.get(parent as usize))
            .copied()
            .unwrap_or(Affine3A::IDENTITY);
        transforms.push(parent * frame.parent_from_frame());
    }
    transforms
}

/// Reads the frame list section.
pub(crate) fn read_list(cursor: &mut Cursor<'_>) -> Result<Vec<Frame>> {
    section::read(cursor, id::FRAME_LIST, |payload| {
        let structs = section::read(payload, id::STRUCT, |fields| {
            let count = section::count(fields)?;
            section::expect_size(fields, u64::from(count) * FrameStruct::BYTES)?;
            let capacity =
                section::bounded(fields, "frames", u64::from(count), FrameStruct::BYTES)?;
            let mut structs = Vec::with_capacity(capacity);
            for i in 0..count {
                structs.push(read_struct(fields, i).within(|| format!("frame[{i}]"))?);
            }
            Ok(structs)
        })?;
        let mut frames = Vec::with_capacity(structs.len());
        for (i, (fields, parent)) in structs.into_iter().enumerate() {
            let mut name = None;
            let extension = extension::read(payload, extension::of::FRAME, |plugin, body| {
                if plugin != id::FRAME_NAME || name.is_some() {
                    return Ok(false);
                }
                name = Some(body.take(body.remaining())?.to_vec());
                Ok(true)
            })
            .within(|| format!("frame[{i}]"))?;
            frames.push(Frame {
                right: fields.right,
                up: fields.up,
                at: fields.at,
                position: fields.position,
                parent,
                flags: fields.flags,
                name,
                extension,
            });
        }
        Ok(frames)
    })
}

fn read_struct(fields: &mut Cursor<'_>, index: u32) -> Result<(FrameStruct, Option<u32>)> {
    let offset = fields.offset();
    let frame = fields.record::<FrameStruct>()?;
    section::finite(
        offset,
        [frame.right, frame.up, frame.at, frame.position].as_flattened(),
    )?;
    let parent = match frame.parent {
        -1 => None,
        parent => Some(
            u32::try_from(parent)
                .ok()
                .filter(|&parent| parent < index)
                .ok_or_else(|| {
                    FormatError::malformed(
                        offset + 48,
                        format!("-1 or a frame before {index}"),
                        parent,
                    )
                })?,
        ),
    };
    Ok((frame, parent))
}

/// Appends the frame list section.
pub(crate) fn write_list(out: &mut Vec<u8>, frames: &[Frame]) {
    section::write(out, id::FRAME_LIST, |out| {
        section::write(out, id::STRUCT, |out| {
            out.extend((frames.len() as u32).to_le_bytes());
            for frame in frames {
                push_record(
                    out,
                    &FrameStruct {
                        right: frame.right,
                        up: frame.up,
                        at: frame.at,
                        position: frame.position,
                        parent: frame.parent.map_or(-1, u32::cast_signed),
                        flags: frame.flags,
                    },
                );
            }
        });
        for frame in frames {
            let mut extension = ExtensionWriter::default();
            if let Some(name) = &frame.name {
                extension.plugin(id::FRAME_NAME, |out| out.extend_from_slice(name));
            }
            extension.write(&frame.extension, out);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_goes_through_its_own_frame_first_then_up_to_the_root() {
        let quarter_turn = Frame {
            right: [0.0, 0.0, -1.0],
            up: [0.0, 1.0, 0.0],
            at: [1.0, 0.0, 0.0],
            position: [10.0, 0.0, 0.0],
            ..Frame::default()
        };
        let child = Frame {
            position: [1.0, 2.0, 3.0],
            parent: Some(0),
            ..Frame::default()
        };
        let frames = [quarter_turn, child];
        // Own frame: (1, 0, 0) + (1, 2, 3) = (2, 2, 3). Root: 2*right + 2*up + 3*at + position.
        let point = clump_from_frame(&frames, 1).transform_point3(Vec3::new(1.0, 0.0, 0.0));
        assert_eq!(point, Vec3::new(13.0, 2.0, -2.0));
        assert_eq!(clump_from_frame(&frames, 7), Affine3A::IDENTITY);
        let all = clump_from_frames(&frames);
        assert_eq!(all, [0, 1].map(|index| clump_from_frame(&frames, index)));
    }

    #[test]
    fn a_parent_must_stand_before_its_child() {
        for parent in [1, 2, u32::MAX - 1] {
            let frames = [
                Frame::default(),
                Frame {
                    parent: Some(parent),
                    ..Frame::default()
                },
            ];
            let mut bytes = Vec::new();
            write_list(&mut bytes, &frames);
            let error = read_list(&mut Cursor::new(&bytes)).unwrap_err();
            assert_eq!(error.path(), "frame list/struct/frame[1]");
            assert_eq!(error.offset(), 12 + 12 + 4 + 56 + 48);
        }
    }
}
