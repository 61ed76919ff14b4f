//! Models made here: the inputs of the laws.

use proptest::array::{uniform2, uniform3};
use proptest::collection::vec;
use proptest::prelude::*;
use wonderwheel_commando::model::{Triangles, is_degenerate};
use wonderwheel_commando::shrub::ShrubClass;
pub use wonderwheel_fuzzing::seeds::commando::models::*;

/// A shrub class of a sheet.
pub fn shrub_class(side: u32, slots: &[i32]) -> ShrubClass {
    ShrubClass::build(&shrub_parts(side, slots)).unwrap()
}

/// Any mesh: positions, uvs and triangles of up to five materials, none with two corners in one place.
pub fn any_mesh() -> impl Strategy<Value = (Vec<[i16; 3]>, Vec<[i16; 2]>, Triangles)> {
    let vertex = (uniform3(any::<i16>()), uniform2(any::<i16>()));
    let triangle = (uniform3(0..40_u32), 0..5_i32);
    (vec(vertex, 40), vec(triangle, 0..120)).prop_map(|(vertices, corners)| {
        let (positions, uvs): (Vec<[i16; 3]>, Vec<[i16; 2]>) = vertices.into_iter().unzip();
        let mut triangles = Triangles::default();
        for (corners, slot) in corners {
            if !is_degenerate(&corners.map(|corner| positions[corner as usize])) {
                triangles.push(material(slot), corners);
            }
        }
        (positions, uvs, triangles)
    })
}
