//! What ties, shrubs and mobys share: materials and triangles of plain meshes, strips, packed positions.
//!
//! A model's class is one block of bytes with offsets inside. Its reader takes the pieces that it knows and keeps the block
//! with those pieces blanked, so that writing puts every byte back.

mod ad_data;
pub(crate) mod layout;
mod material;
mod mesh;
mod quantise;
mod reader;
mod strips;

pub use ad_data::AdData;
pub use material::Material;
pub use mesh::{Draw, Triangles};
pub use quantise::{
    Quantised, bounding_sphere, class_position, mip_k, packed_normal, packed_positions, quantise,
    texture_coordinates,
};
pub use strips::{Strip, is_degenerate, strip_triangles, strips};

pub(crate) use reader::class_reader;
pub(crate) use strips::strips_of_free;
