//! Groups of triangles that only the player runs into.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::limits::{self, Limits};

use crate::places::{Claims, align, fit, put, unsigned};
use crate::record::{all, bytes_of, record};

/// A group of triangles with a sphere around it. Everything is in 1/64 unit from the world's origin, without a sign.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HeroGroup {
    /// x, y, z and radius.
    pub sphere: [u16; 4],
    /// x, y, z, and a fourth number that is 0.
    pub vertices: Vec<[u16; 4]>,
    /// Three vertices, and a fourth byte that is 0.
    pub triangles: Vec<[u8; 4]>,
}

record! {
    /// A group as the section names it; its data stand from the section on.
    struct GroupRecord: usize = 16 {
        sphere: [u16; 4],
        triangle_count: u16,
        vertex_count: u16,
        data: u32,
    }
}

impl HeroGroup {
    /// The sphere in units.
    pub fn bounds(&self) -> crate::bounds::Sphere {
        crate::bounds::Sphere::new(self.sphere.map(|value| f32::from(value) / 64.0))
    }

    /// The place of each vertex, units.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = [f32; 3]> {
        self.vertices
            .iter()
            .map(|&[x, y, z, _]| [x, y, z].map(|value| f32::from(value) / 64.0))
    }

    /// A group of triangles in units, each value to the nearest step; the sphere is made to hold them.
    ///
    /// # Errors
    /// `Malformed` when a vertex lies outside of 0 to 1,023.98 on an axis or a triangle names one that is not there, `Limit` when there are
    /// more than 65,535 of either.
    pub fn build(positions: &[[f32; 3]], triangles: &[[u8; 3]]) -> Result<Self> {
        let step = |value: f32| {
            let steps = (value * 64.0).round();
            let is_in_range = (0.0..=65535.0).contains(&steps);
            is_in_range.then_some(steps as u16).ok_or_else(|| {
                FormatError::malformed(0, "a hero vertex of 0 to 1,023.98 units", value)
            })
        };
        let vertices = positions
            .iter()
            .map(|&[x, y, z]| Ok([step(x)?, step(y)?, step(z)?, 0]))
            .collect::<Result<Vec<_>>>()?;
        let places = vertices
            .iter()
            .map(|&[x, y, z, _]| [x, y, z].map(f32::from));
        let [x, y, z, radius] = crate::bounds::Sphere::around(places).to_array();
        // Half a step for the rounding of the middle.
        let sphere =
            [x.round(), y.round(), z.round(), (radius + 1.0).ceil()].map(|value| value as u16);
        let group = Self {
            sphere,
            vertices,
            triangles: triangles.iter().map(|&[a, b, c]| [a, b, c, 0]).collect(),
        };
        group.check()?;
        Ok(group)
    }

    /// Whether a reader takes the group.
    fn check(&self) -> Result<()> {
        fit(self.vertices.len(), "vertices of a hero group", u16::MAX)?;
        fit(self.triangles.len(), "triangles of a hero group", u16::MAX)?;
        let mut named = self.triangles.iter().flat_map(|&[a, b, c, _]| [a, b, c]);
        match named.find(|&vertex| usize::from(vertex) >= self.vertices.len()) {
            None => Ok(()),
            Some(stray) => {
                let expected = format!("hero vertices below {}", self.vertices.len());
                Err(FormatError::malformed(0, expected, stray))
            }
        }
    }

    fn vertex_bytes(&self) -> usize {
        8 * self.vertices.len()
    }

    fn data_bytes(&self) -> usize {
        self.vertex_bytes() + 4 * self.triangles.len()
    }
}

/// Where the section and the data of each group stand, from the block's start.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Places {
    section: u32,
    data: Vec<u32>,
}

/// Reads the section at an offset of a block.
pub(super) fn read<'a>(
    base: u64,
    section: u64,
    claims: &mut Claims<'a>,
    limits: &Limits,
) -> Result<(Vec<HeroGroup>, Places)> {
    let mut head = Cursor::at_base(
        claims.keep(section, 16, "the section's head")?,
        base + section,
    );
    let count = unsigned(
        head.i32()?,
        base + section,
        "a count of groups of 0 or more",
    )?;
    for _ in 0..3 {
        let offset = head.offset();
        let word = head.u32()?;
        if word != 0 {
            return Err(FormatError::malformed(
                offset,
                "a zero behind the count",
                word,
            ));
        }
    }
    limits.check_items("hero groups", count, base + section)?;
    // A record whose data begins elsewhere is taken apart, so that only its place is kept.
    let records = claims.keep(section + 16, 16 * count, "the groups")?;
    let mut places = Places {
        section: section as u32,
        data: Vec::new(),
    };
    let (mut groups, mut vertices) = (Vec::new(), 0);
    let mut cursor = Cursor::at_base(records, base + section + 16);
    for i in 0..count {
        let at = cursor.offset();
        let mut group = || {
            let GroupRecord {
                sphere,
                triangle_count,
                vertex_count,
                data,
            } = cursor.record()?;
            let data = section + u64::from(data);
            vertices += u64::from(vertex_count);
            limits::check("hero vertices", vertices, limits.vertices.into(), at)?;
            let mut group = HeroGroup {
                sphere,
                ..HeroGroup::default()
            };
            let size = 8 * u64::from(vertex_count) + 4 * u64::from(triangle_count);
            let mut cursor =
                Cursor::at_base(claims.take(data, size, "a group's data")?, base + data);
            let vertices = cursor.take(8 * usize::from(vertex_count))?;
            group.vertices.extend(all::<[u16; 4]>(vertices));
            for _ in 0..triangle_count {
                let offset = cursor.offset();
                let triangle: [u8; 4] = cursor.array()?;
                let [a, b, c, _] = triangle;
                let highest = a.max(b).max(c);
                if u16::from(highest) >= vertex_count {
                    let expected = format!("vertices below {vertex_count}");
                    return Err(FormatError::malformed(offset, expected, highest));
                }
                group.triangles.push(triangle);
            }
            places.data.push(data as u32);
            Ok(group)
        };
        groups.push(group().within(|| format!("group[{i}]"))?);
    }
    Ok((groups, places))
}

/// Appends a section at its place, with all but the groups' own bytes.
pub(super) fn lay_out(groups: &[HeroGroup], section: u32, out: &mut Vec<u8>) -> Result<Places> {
    let count: u32 = fit(groups.len(), "hero groups", i32::MAX as u32)?;
    out.extend(count.to_le_bytes());
    align(out, 16);
    out.resize(out.len() + 16 * groups.len(), 0);
    let mut data = Vec::with_capacity(groups.len());
    for group in groups {
        group.check()?;
        align(out, 16);
        data.push(fit(out.len(), "bytes of collision", u32::MAX)?);
        out.resize(out.len() + group.data_bytes(), 0);
    }
    Ok(Places { section, data })
}

/// Puts the groups at their places.
pub(super) fn write(groups: &[HeroGroup], places: &Places, out: &mut [u8]) {
    for (i, (group, &data)) in groups.iter().zip(&places.data).enumerate() {
        let record = GroupRecord {
            sphere: group.sphere,
            triangle_count: group.triangles.len() as u16,
            vertex_count: group.vertices.len() as u16,
            data: data.wrapping_sub(places.section),
        };
        let record_at = places.section as usize + 16 * (i + 1);
        put(out, record_at, &bytes_of([&record]));
        put(out, data as usize, &bytes_of(&group.vertices));
        put(
            out,
            data as usize + group.vertex_bytes(),
            group.triangles.as_flattened(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_made_in_64ths_with_a_sphere_that_holds_it() {
        let group = HeroGroup::build(
            &[[1.0, 2.0, 3.0], [5.0, 2.0, 3.0], [1.0, 5.0, 3.0]],
            &[[0, 1, 2]],
        )
        .unwrap();
        assert_eq!(group.vertices[1], [320, 128, 192, 0]);
        let bounds = group.bounds();
        for [x, y, z] in group.positions() {
            let [cx, cy, cz] = bounds.centre;
            let distance = ((x - cx).powi(2) + (y - cy).powi(2) + (z - cz).powi(2)).sqrt();
            assert!(distance <= bounds.radius, "{distance} {bounds:?}");
        }
        assert!(HeroGroup::build(&[[-0.1, 0.0, 0.0]], &[]).is_err());
        assert!(HeroGroup::build(&[[0.0; 3]], &[[0, 0, 1]]).is_err());
    }
}
