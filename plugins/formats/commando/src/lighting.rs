//! Vertex colours as the console computes them, bit for bit.
//!
//! Terrain stores no normals and no final colours: each position has a [`LightRecord`] with two angles, a base colour and the
//! numbers of light sets. At load, once, the angles become a normal through the level's [`NormalTable`], the sets of the
//! [`LightBank`] are blended, and two directional lights are added to the base colour. All of it runs in the vector unit's
//! arithmetic ([`wonderwheel_ps2::ee_float`]), so that no colour is one step off.
//!
//! | Step | Here |
//! | --- | --- |
//! | the cosines and sines of 256 angles, found in the level's overlay | [`NormalTable`] |
//! | up to 16 sets of two lights | [`LightBank`] |
//! | terrain, all vertices, on all cores | [`DirectionalPass`] |
//! | point lights that effects bring | [`PointLight`] |
//! | ties and shrubs: one colour a normal | [`ClassLights`] |
//! | fog over distance | [`Fog`] |
//!
//! ```
//! use wonderwheel_commando::lighting::{DirectionalPass, LightBank, LightRecord, LightSet, NormalTable};
//!
//! let sun = LightSet {
//!     color_a: [0.9, 0.9, 0.9, 0.0],
//!     direction_a: [0.0, -0.6, -0.8, 0.0],
//!     ..LightSet::default()
//! };
//! let (table, bank) = (NormalTable::rounded(), LightBank::new(vec![sun]));
//! let pass = DirectionalPass::new(&table, &bank);
//! let up = LightRecord { azimuth: 0, elevation: 64, color: 0x94A5, select: 0, position_offset: 0 };
//! assert_eq!(pass.color(&up), [132, 132, 132, 128]);
//! ```
//!
//! Source: spec/commando-lighting.md.

mod bank;
mod class;
mod directional;
mod fog;
mod normal_table;
mod point;
mod record;
mod vector;

pub use bank::{BlendRule, Light, LightBank, LightPair, LightSet, RUN_TIME_SETS};
pub use class::{ClassLights, MAX_CLASS_COLOR};
pub use directional::{DirectionalPass, PassColors};
pub use fog::Fog;
pub use normal_table::NormalTable;
pub use point::{PointLight, point_light_slots};
pub use record::{LightRecord, Selection, color_from_5551, color_to_5551};
