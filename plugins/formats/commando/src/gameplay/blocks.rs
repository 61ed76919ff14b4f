//! The kinds of block, in the order of their offsets.

/// The kinds, in the order of their offsets, with what each holds.
macro_rules! block_kinds {
    ($($kind:ident $name:literal,)*) => {
        /// A block of the gameplay stream. Source: spec/commando-assets.md 9.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "`name` says what each is")]
        pub enum BlockKind {
            $($kind,)*
        }

        impl BlockKind {
            /// All of them, in the order of their offsets: 0x00, 0x04, ...
            pub const ALL: [Self; 39] = [$(Self::$kind,)*];

            /// What it holds.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }
    };
}

block_kinds! {
    LevelSettings "level settings",
    Lights "lights",
    Cameras "cameras",
    SoundInstances "sound instances",
    HelpUs "help texts, US",
    HelpUk "help texts, UK",
    HelpFrench "help texts, French",
    HelpGerman "help texts, German",
    HelpSpanish "help texts, Spanish",
    HelpItalian "help texts, Italian",
    HelpJapanese "help texts, Japanese",
    HelpKorean "help texts, Korean",
    TieClasses "tie classes",
    TieInstances "tie instances",
    TieGroups "tie groups",
    ShrubClasses "shrub classes",
    ShrubInstances "shrub instances",
    ShrubGroups "shrub groups",
    MobyClasses "moby classes",
    MobyInstances "moby instances",
    MobyGroups "moby groups",
    SharedData "shared data",
    PvarMobyLinks "links in variables",
    PvarTable "table of variables",
    PvarData "variables",
    PvarRelativePointers "pointers in variables",
    Cuboids "cuboids",
    Spheres "spheres",
    Cylinders "cylinders",
    Pills "pills",
    Paths "paths",
    GrindPaths "grind paths",
    PointLights "point lights",
    EnvTransitions "environment transitions",
    CameraCollisionGrid "camera collision grid",
    EnvSamplePoints "environment samples",
    OcclusionMappings "occlusion mappings",
    TieAmbients "tie ambient colours",
    Areas "areas",
}

impl BlockKind {
    /// The order in which writers put blocks.
    pub const FILE_ORDER: [Self; 39] = [
        Self::EnvSamplePoints,
        Self::LevelSettings,
        Self::HelpUs,
        Self::HelpUk,
        Self::HelpFrench,
        Self::HelpGerman,
        Self::HelpSpanish,
        Self::HelpItalian,
        Self::HelpJapanese,
        Self::HelpKorean,
        Self::Lights,
        Self::EnvTransitions,
        Self::Cameras,
        Self::SoundInstances,
        Self::MobyClasses,
        Self::MobyInstances,
        Self::PvarTable,
        Self::PvarData,
        Self::PvarMobyLinks,
        Self::PvarRelativePointers,
        Self::MobyGroups,
        Self::SharedData,
        Self::TieClasses,
        Self::TieInstances,
        Self::TieAmbients,
        Self::TieGroups,
        Self::ShrubClasses,
        Self::ShrubInstances,
        Self::ShrubGroups,
        Self::Paths,
        Self::Cuboids,
        Self::Spheres,
        Self::Cylinders,
        Self::Pills,
        Self::CameraCollisionGrid,
        Self::PointLights,
        Self::GrindPaths,
        Self::Areas,
        Self::OcclusionMappings,
    ];

    /// Where its offset stands in the table.
    pub fn pointer(self) -> usize {
        4 * self as usize
    }

    /// What its place is a multiple of.
    pub fn alignment(self) -> usize {
        match self {
            Self::OcclusionMappings => 0x40,
            _ => 0x10,
        }
    }
}
