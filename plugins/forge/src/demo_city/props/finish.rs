//! What furniture is painted with. A material costs its sector as much as some twenty vertices, so all of it shares these.

use crate::kit::mesh::Surface;

pub const IRON: Surface = Surface::of("iron");
pub const ZINC: Surface = IRON.tinted(235, 240, 245);
pub const RED: Surface = Surface::plain([150, 44, 34, 255]);
pub const BLUE: Surface = Surface::plain([44, 62, 104, 255]);
