//! The collision mesh of a level, and what can be asked of it.
//!
//! A level stores it in six chunks: [`RawCollision`] holds them as bytes, [`CollisionMesh`] as values. Everything is in game
//! axes: z up, metres.
//!
//! ```text
//! cell (x, y, z) --grid--> offset --lists--> count, triangle numbers --triangles--> vertex numbers --vertices--> points
//! ```
//!
//! Queries find candidates through the grid, and give the answer that a test of every triangle would give. The mesh itself
//! never changes: which triangles are switched off is an [`EnabledTriangles`] beside it, and what a query needs to remember
//! is a [`Scratch`] of the caller, so that no query allocates. No mesh, however broken, makes a query panic or work longer
//! than in proportion to the mesh's own bytes.
//!
//! | Query | Method |
//! | --- | --- |
//! | the nearest triangle on a ray | [`CollisionMesh::ray_cast`], [`CollisionMesh::camera_ray_cast`] |
//! | ground under a point | [`CollisionMesh::drop_to_ground`] and its neighbours |
//! | a camera's sphere, out of walls | [`CollisionMesh::sphere_push`] |
//! | a walking body, along walls | [`CollisionMesh::sweep`], [`CollisionMesh::slide`] |
//!
//! Source: spec/collision.md.

mod body;
mod build;
mod candidates;
mod enabled;
mod face;
mod filter;
mod ground;
mod header;
mod material;
mod mesh;
mod raw;
mod ray;
#[cfg(test)]
mod scene;
mod sphere;
mod triangle;
mod validate;

pub use body::{BodyShape, Contact, Contacts, Slide, bounce};
pub use candidates::Scratch;
pub use enabled::EnabledTriangles;
pub use filter::Filter;
pub use header::{MeshHeader, RuntimeWords};
pub use material::Material;
pub use mesh::{CollisionMesh, CollisionPayloads, Padding};
pub use raw::{CollisionCounts, RawCollision, checked_bytes};
pub use ray::{Ray, RayHit};
pub use triangle::{Triangle, TriangleFlags};
