//! Material list, section 0x08: one entry a material, some of which may repeat an earlier one.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::limits;

use crate::material::Material;
use crate::section::{self, id};

/// An index word that says "a material section of its own".
const OWN: i32 = -1;

/// Reads the list: the entries with repeats filled in, and the index words. Source: spec/renderware.md 5.1.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<(Vec<Material>, Vec<i32>)> {
    section::read(cursor, id::MATERIAL_LIST, |payload| {
        let at = payload.offset();
        let indices = section::read(payload, id::STRUCT, |fields| {
            let count = fields.u32()?;
            section::expect_size(fields, u64::from(count) * 4)?;
            let capacity = section::bounded(fields, "materials", u64::from(count), 4)?;
            let mut indices = Vec::with_capacity(capacity);
            for _ in 0..count {
                indices.push(fields.i32()?);
            }
            Ok(indices)
        })?;
        let most_repeated = payload.limits().repeated_bytes;
        let own = indices.iter().filter(|&&index| index == OWN).count() as u64;
        payload.check_count(own, Material::MIN_BYTES)?;

        // A copy takes its record, which is larger than the smallest section, and what its section holds.
        let copies = indices.len() as u64 - own;
        let mut repeated = copies * size_of::<Material>() as u64;
        let check =
            |repeated| limits::check("bytes of repeated materials", repeated, most_repeated, at);
        check(repeated)?;
        let mut materials: Vec<Material> = Vec::with_capacity(indices.len());
        let mut sizes: Vec<u64> = Vec::with_capacity(indices.len());
        for (i, &index) in indices.iter().enumerate() {
            if index == OWN {
                let start = payload.offset();
                materials.push(Material::read_from(payload).within(|| format!("material[{i}]"))?);
                sizes.push(payload.offset() - start);
                continue;
            }
            let earlier = usize::try_from(index).ok().filter(|&index| index < i);
            let (Some(earlier), Some(size)) = (
                earlier.filter(|&index| index < materials.len()),
                earlier.and_then(|index| sizes.get(index).copied()),
            ) else {
                return Err(FormatError::malformed(
                    at,
                    format!("-1 or an entry before {i}"),
                    index,
                ));
            };
            repeated += size;
            check(repeated)?;
            materials.extend(materials.get(earlier).cloned());
            sizes.push(size);
        }
        Ok((materials, indices))
    })
}

/// Appends the list. Index words that do not fit the materials are written as "a section of its own".
pub(crate) fn write(out: &mut Vec<u8>, materials: &[Material], indices: &[i32]) {
    let stored: Vec<i32> = materials
        .iter()
        .enumerate()
        .map(|(i, material)| {
            indices
                .get(i)
                .copied()
                .filter(|&index| {
                    usize::try_from(index)
                        .is_ok_and(|index| index < i && materials.get(index) == Some(material))
                })
                .unwrap_or(OWN)
        })
        .collect();
    section::write(out, id::MATERIAL_LIST, |out| {
        section::write(out, id::STRUCT, |out| {
            out.extend((stored.len() as u32).to_le_bytes());
            out.extend(stored.iter().flat_map(|index| index.to_le_bytes()));
        });
        for (material, &index) in materials.iter().zip(&stored) {
            if index == OWN {
                material.write_to(out);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> Vec<Material> {
        let red = Material {
            colour: [255, 0, 0, 255],
            ..Material::default()
        };
        vec![red.clone(), Material::default(), red]
    }

    #[test]
    fn a_repeated_entry_takes_no_section_and_survives_a_round_trip() {
        let mut bytes = Vec::new();
        write(&mut bytes, &list(), &[-1, -1, 0]);
        let mut own = Vec::new();
        write(&mut own, &list(), &[]);
        assert!(bytes.len() < own.len());

        let (materials, indices) = read(&mut Cursor::new(&bytes)).unwrap();
        assert_eq!(materials, list());
        assert_eq!(indices, [-1, -1, 0]);
        let mut again = Vec::new();
        write(&mut again, &materials, &indices);
        assert_eq!(again, bytes);
    }

    #[test]
    fn an_empty_list_has_a_struct_of_four_bytes() {
        let mut bytes = Vec::new();
        write(&mut bytes, &[], &[]);
        assert_eq!(bytes.len(), 12 + 12 + 4);
        assert_eq!(read(&mut Cursor::new(&bytes)).unwrap(), (vec![], vec![]));
    }

    #[test]
    fn an_entry_may_only_repeat_an_earlier_one() {
        for bad in [1i32, 2, -2] {
            let mut bytes = Vec::new();
            write(&mut bytes, &list(), &[]);
            // Index word 1 of the struct: list header, struct header, count, word 0.
            bytes[12 + 12 + 4 + 4..][..4].copy_from_slice(&bad.to_le_bytes());
            assert!(read(&mut Cursor::new(&bytes)).is_err(), "{bad}");
        }
    }

    #[test]
    fn repeating_a_large_material_without_end_meets_the_limit() {
        let mut bytes = Vec::new();
        let large = Material {
            extension: vec![section::RawSection::new(0x182, vec![0; 4096])].into(),
            ..Material::default()
        };
        let materials = vec![large; 300];
        let mut indices = vec![0; 300];
        indices[0] = -1;
        write(&mut bytes, &materials, &indices);
        assert!(matches!(
            read(&mut Cursor::new(&bytes)).unwrap_err(),
            FormatError::Limit { .. }
        ));
    }
}
