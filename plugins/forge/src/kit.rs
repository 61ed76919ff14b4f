//! What every content is made with: paint, geometry, light, division into sectors and parts, and the way into files. It knows
//! no content.

pub mod background;
pub mod encode;
pub mod light;
pub mod mesh;
pub mod paint;
pub mod parallel;
pub mod partition;
pub mod rng;
pub mod trig;
