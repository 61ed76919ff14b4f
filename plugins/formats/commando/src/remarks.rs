//! Rules that some sound writer breaks.

/// Rules whose breach asks for nothing: there are files of the discs, or of a writer whose files the game takes, that do not keep them.
/// Every other rule of the crate is kept by all of them.
pub const REMARKS: &[&str] = &[
    // What a writer may waste: cells, vertices, masks and sectors that nothing uses.
    "collision-cell-empty",
    "collision-vertex-unused",
    "occlusion-mask-twice",
    "occlusion-mask-unused",
    "level-extents-tile",
    "data-extent-slack",
    // Writers that cut coordinates off flatten the thinnest faces. Source: spec/commando-assets.md 3.
    "collision-face-flat",
    // Of records for one moby the first counts, and one too many or too few hides nothing wrong. Source: spec/commando-assets.md 5.2.
    "occlusion-moby-count",
    "occlusion-moby-twice",
    // A limit of writers, not of readers. Source: spec/commando-assets.md 2.
    "sky-cluster-size",
    // The public writer breaks these. Source: spec/commando-tfrag.md 2, 7.
    "tfrag-color-address",
    "tfrag-color-counts",
    "tfrag-sphere-count",
    "tfrag-sphere-texture",
    // 80 of 1,864 classes of the discs. Source: spec/commando-assets.md 6.1.
    "tie-lod-distances",
];
