//! Collision: what can be stood on and run into.
//!
//! One mesh in world space stands for terrain, ties and shrubs together; classes have none of their own. Space is cut into cells of
//! 4 x 4 x 4 units, and a tree of z, y and x nodes leads to the faces of each. A face lies in every cell that it touches. Groups
//! of triangles that only the player runs into follow the tree.
//!
//! [`Collision`] is the block. [`CollisionMesh`] is the same without cells, for drawing, export and making blocks of:
//! [`Collision::build`] and [`Collision::mesh`] are each other's way back. World axes: z up, units of the level.
//!
//! ```
//! use wonderwheel_commando::collision::{Collision, CollisionMesh, MeshFace, Ray};
//!
//! let ground = CollisionMesh {
//!     vertices: vec![[0.0, 0.0, 2.0], [8.0, 0.0, 2.0], [8.0, 8.0, 2.0], [0.0, 8.0, 2.0]],
//!     faces: vec![MeshFace { corners: [0, 1, 2], fourth: Some(3), ty: 15 }],
//! };
//! let collision = Collision::build(&ground, None, Default::default())?;
//! let hit = collision.ray(Ray::down([3.0, 5.0, 10.0], 20.0)).expect("ground below");
//! assert_eq!((hit.distance, hit.normal, hit.ty), (8.0, [0.0, 0.0, 1.0], 15));
//! # Ok::<(), wonderwheel_ps2::error::FormatError>(())
//! ```
//!
//! Source: spec/commando-assets.md 3.

mod block;
mod build;
mod face;
mod hero;
mod mesh;
mod outline;
mod overlap;
mod query;
mod tree;
mod validate;

pub use block::{Cell, Collision};
pub use face::{Face, PackedVertex, display_colour};
pub use hero::HeroGroup;
pub use mesh::{CollisionMesh, MeshFace};
pub use outline::outline;
pub use query::{Hit, Nearest, Ray};
