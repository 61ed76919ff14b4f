//! RenderWare 3.7 streams as The Warriors uses them on the PlayStation 2: texture dictionaries, clumps, standalone
//! atomics, worlds, and the plugins inside them.
//!
//! Every type reads itself with `read_from` (the cursor stands on the section header) and writes itself with
//! `write_to`; the four that stand alone in a file also have `read` and `write`. Reading checks every count against the
//! bytes that are left, never recurses with the data, and names the section path in its errors. Writing what was read
//! gives the same bytes, whatever library stamps the sections carry ([`stamps`]). `validate` reports what no stream of
//! the disc has, [`outline`] shows a stream to people.
//!
//! | Section | Type |
//! | --- | --- |
//! | texture dictionary 0x16, native texture 0x15 | [`dictionary::TextureDictionary`], [`texture::NativeTexture`] |
//! | material 0x07, texture reference 0x06 | [`material::Material`], [`material::TextureReference`] |
//! | plugin 0x110 of textures and references | [`mip_words::MipWords`]: the K and L that hold in the end |
//! | material effects 0x120 | [`matfx::MatFx`] |
//! | skin 0x116, bone weights, HAnim 0x11E | [`skin::Skin`], [`skinned_chain::SkinnedMesh`], [`hanim::HAnim`] |
//! | geometry 0x0F, mesh 0x50E, native data 0x510 | [`geometry::Geometry`], [`bin_mesh::BinMesh`], [`native_data::NativeData`] |
//! | atomic 0x14, clump 0x10 | [`atomic::Atomic`], [`clump::Clump`] |
//! | world 0x0B, plane sector 0x0A, atomic sector 0x09 | [`world::World`], [`world::Plane`], [`world::AtomicSector`] |
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::indexing_slicing,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod aabb;
pub mod atomic;
mod atomic_sector;
mod batch;
pub mod bin_mesh;
mod bone_weight;
mod broken_out;
mod chain;
pub mod clump;
pub mod default_chain;
pub mod dictionary;
pub mod extension;
pub mod frame;
pub mod fuzz;
pub mod geometry;
pub mod hanim;
pub mod material;
mod material_list;
pub mod matfx;
pub mod mip_words;
pub mod native_data;
pub mod outline;
pub mod packed_chain;
mod plain;
pub mod raster;
mod scales;
pub mod section;
pub mod skin;
pub mod skinned_chain;
pub mod stamp;
pub mod stamps;
pub mod string;
pub mod strip;
pub mod texture;
mod texture_reference;
mod validate;
pub mod vertex_box;
pub mod world;
mod world_tree;
