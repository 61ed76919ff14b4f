//! Path data, chunk 0x40: where people can walk, and how they get there.
//!
//! Ground is divided into areas. An area is an outline with holes cut out of it; in it stand route nodes, which edges join,
//! also across areas. Everything is in game axes: z up, metres; outlines are plans, without heights.
//!
//! [`PathData`] is the chunk as it is stored, with indices that have not been checked. [`PathMap`] resolves it: which paths, nodes
//! and edges belong together. [`PathState`] is what changes in play, beside the map. [`PathQuery`] asks: which area a point is
//! in, whether a line can be walked, which node is nearest, and for a route.
//!
//! No data, however broken, makes a query panic or work longer than in proportion to its own bytes, times the few candidates
//! that the query itself bounds (30 nodes, 128 expanded nodes).
//!
//! Source: spec/paths-subtitles.md, part A.

mod build;
mod hazard;
mod inside;
mod line;
mod map;
mod nearest;
mod records;
mod route;
mod route_options;
mod search;
mod state;
mod stored;
mod validate;

pub use build::{AreaPlan, HolePlan, StepPlan};
pub use hazard::Hazard;
pub use map::{Area, Corners, PathMap};
pub use records::{AreaRecord, Path, PathVertex, PlanBox, RouteEdge, RouteNode};
pub use route::{Route, RouteScratch};
pub use route_options::RouteOptions;
pub use state::{PathQuery, PathState};
pub use stored::PathData;

#[cfg(test)]
mod plans;
