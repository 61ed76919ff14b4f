//! What is seen: cameras and their frustums, occluders, the visibility pass, the moving draw distance, fades and the list of
//! what is drawn.

pub mod camera;
pub mod draw_distance;
pub mod draw_list;
pub mod fade;
pub mod frustum;
pub mod lens;
pub mod occlusion;
pub mod viewports;
pub mod visibility;
