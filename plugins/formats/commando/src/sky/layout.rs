//! Where the parts of a sky stood when it was read.

use super::header::{ClusterHeader, Header, TextureDef};
use crate::gaps::Gaps;

/// Where the parts of a sky that was read stood, and what was between them. The default is nowhere yet: where [`super::Sky::write`] puts
/// them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SkyLayout(pub(super) Option<Box<Layout>>);

/// The heads of all parts as they are stored, with offsets and sizes, and the bytes around the parts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Layout {
    pub(super) header: Header,
    pub(super) textures: Vec<TextureDef>,
    /// The clusters of all shells.
    pub(super) clusters: Vec<ClusterHeader>,
    /// How many each shell has.
    pub(super) cluster_counts: Vec<usize>,
    pub(super) rest: Gaps,
}
