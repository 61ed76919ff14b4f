//! The sky: shells of triangles around the camera.
//!
//! A sky has up to eight shells, drawn in order, blended, without depth, with the camera in their middle: only directions matter.
//! A shell is textured or coloured as a whole, and consists of clusters of less than 256 vertices.
//!
//! [`Sky`] is the block as stored, in flat arrays of packed integers. [`ShellMesh`] is a shell in units, for drawing
//! ([`Shell::mesh`]) and for making skies of ([`Shell::build`]).
//!
//! ```
//! use wonderwheel_commando::sky::{Shell, ShellMesh, ShellVertex, Sky};
//!
//! let vertex = |position, colour| ShellVertex { position, colour, uv: [0.0; 2] };
//! let mesh = ShellMesh {
//!     vertices: vec![
//!         vertex([1.0, 0.0, 0.0], [0, 0, 255, 0x80]),
//!         vertex([0.0, 1.0, 0.0], [0, 0, 255, 0x80]),
//!         vertex([0.0, 0.0, 1.0], [0, 80, 255, 0x80]),
//!     ],
//!     triangles: vec![[0, 1, 2]],
//!     textures: None,
//! };
//! let sky = Sky { shells: vec![Shell::build(&mesh)?], ..Sky::default() };
//! let read = Sky::read(&sky.write()?)?;
//! assert_eq!(read.shells[0].mesh(), mesh);
//! # Ok::<(), wonderwheel_ps2::error::FormatError>(())
//! ```
//!
//! Source: spec/commando-assets.md 2.

mod block;
mod header;
mod layout;
mod mesh;
mod outline;
mod place;
mod read;
mod shell;
mod texture;
mod validate;
mod write;

pub use block::Sky;
pub use layout::SkyLayout;
pub use mesh::{ShellMesh, ShellVertex};
pub use outline::outline;
pub use shell::{Cluster, Shell, SkyFace, SkyVertex};
pub use texture::SkyTexture;
