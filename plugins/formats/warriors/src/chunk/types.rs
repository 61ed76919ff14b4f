//! The 84 chunk types, with the names of the game's debug strings.

use std::fmt;

macro_rules! chunk_types {
    ($($value:literal $variant:ident = $name:literal,)*) => {
        /// What a chunk holds. Source: spec/chunks.md 3.
        #[allow(missing_docs)] // The names are the documentation.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum ChunkType {
            $($variant = $value,)*
        }

        impl ChunkType {
            /// Every type, in the order of its number.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$variant,)*];

            /// The name, spelled as the executable does.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

chunk_types! {
    0x00 AnimRotKeyframes = "Anim Rot Keyframes",
    0x01 AnimPosKeyframes = "Anim Pos Keyframes",
    0x02 AnimData = "Anim Data",
    0x03 CollisionMesh = "Collision Mesh",
    0x04 CollisionTriangles = "Collision Triangles",
    0x05 CollisionGrid = "Collision Grid",
    0x06 CollisionStrings = "Collision Strings",
    0x07 CollisionVertexBuffer = "Collision Vertex Buffer",
    0x08 CharacterData = "Character Data",
    0x09 CharacterDffData = "Character DFF Data",
    0x0A CharacterDeviceOid = "Character Device OID",
    0x0B TextureDictionaryTid = "Texture Dictionary TID",
    0x0C CameraRailNodes = "Camera Rail Nodes",
    0x0D CameraRailHeader = "Camera Rail Header",
    0x0E CameraAnimation = "Camera Animation",
    0x0F EnglishStringTable = "English String Table",
    0x10 FrenchStringTable = "French String Table",
    0x11 ItalianStringTable = "Italian String Table",
    0x12 SpanishStringTable = "Spanish String Table",
    0x13 GermanStringTable = "German String Table",
    0x14 NullPointer = "Null Pointer",
    0x15 SectorBspData = "Sector BSP Data",
    0x16 WorldHeader = "World Header",
    0x17 LevelHeader = "Level Header",
    0x18 TheOneWorld = "The One World",
    0x19 ParticleTypes = "Particle Types",
    0x1A ParticleCodeMemory = "Particle Code Memory",
    0x1B ParticleVectorConst = "Particle Vector Const",
    0x1C ParticleFloatConst = "Particle Float Const",
    0x1D ParticleIntConstants = "Particle Int Constants",
    0x1E ParticleTriggerList = "Particle Trigger List",
    0x1F ParticleParticleTypes = "Particle Particle Types",
    0x20 ParticleAsmDebug = "Particle Asm Debug",
    0x21 ParticleSource = "Particle Source",
    0x22 GameObjectInstance = "Game Object Instance",
    0x23 GameObjectDefinition = "Game Object Definition",
    0x24 GameObjectList = "Game Object List",
    0x25 DynamicObjDffData = "Dynamic Obj DFF Data",
    0x26 StaticObjDffData = "Static Obj DFF Data",
    0x27 LevelHeaderObjList = "Level Header Obj List",
    0x28 ChunkBoneOffsets = "Chunk Bone Offsets",
    0x29 StaticSounds = "Static Sounds",
    0x2A RenderwareTextureDic = "Renderware Texture Dic",
    0x2B GameMap = "Game Map",
    0x2C PathGrid = "Path Grid",
    0x2D PathNodes = "Path Nodes",
    0x2E GridConnections = "Grid Connections",
    0x2F GridConnections2 = "Grid Connections2",
    0x30 GbhScript = "GBH Script",
    0x31 Music = "Music",
    0x32 PaletteBitmapRawData = "Palette Bitmap Raw Data",
    0x33 ImagePalettes = "Image Palettes",
    0x34 ImageTextures = "Image Textures",
    0x35 TextureDictionary = "Texture Dictionary",
    0x36 SubwayMap = "Subway Map",
    0x37 Fonts = "Fonts",
    0x38 SceneData = "Scene Data",
    0x39 SceneBip = "SceneBip",
    0x3A SceneDyn = "SceneDyn",
    0x3B SceneAnimKeyFrames = "SceneAnimKeyFrames",
    0x3C SceneAnimStreamTypes = "SceneAnimStreamTypes",
    0x3D SceneAnimationData = "SceneAnimationData",
    0x3E MoveKeyFrames = "MoveKeyFrames",
    0x3F MoveData = "MoveData",
    0x40 PathData = "PathData",
    0x41 ObjectDeviceOid = "Object Device OID",
    0x42 ObjectDeviceSid = "Object Device SID",
    0x43 SceneList = "Scene List",
    0x44 CharacterList = "Character List",
    0x45 AnimRangeList = "Anim Range List",
    0x46 ObjectList = "Object List",
    0x47 PreinstanceObject = "Preinstance Object",
    0x48 SoundCommandData = "Sound Command Data",
    0x49 SoundMaterialData = "Sound Material Data",
    0x4A SoundAnimData = "Sound Anim Data",
    0x4B LightGlowData = "Light Glow Data",
    0x4C ParticlePage = "Particle Page",
    0x4D ParticlePageHeader = "Particle Page Header",
    0x4E AnimList = "Anim List",
    0x4F DependencyList = "Dependency List",
    0x50 ImportCars = "ImportCars",
    0x51 Subtitles = "Subtitles",
    0x52 CollisionChecked = "Collision Checked",
    0x53 Occluders = "Occluders",
}

impl ChunkType {
    /// How many types there are; the table's terminator, 0x54, is not one of them.
    pub const COUNT: usize = 84;

    /// The type of this number, or `None` from 0x54 on.
    pub fn from_u32(value: u32) -> Option<Self> {
        Self::ALL.get(usize::try_from(value).ok()?).copied()
    }

    /// Whether its chunks hold a RenderWare texture dictionary.
    pub const fn is_dictionary(self) -> bool {
        matches!(
            self,
            Self::TextureDictionaryTid | Self::RenderwareTextureDic
        )
    }

    /// Its number, as a chunk header stores it.
    pub const fn value(self) -> u32 {
        self as u32
    }
}

impl fmt::Display for ChunkType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:02X} {}", self.value(), self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_84_types_are_numbered_without_a_gap() {
        assert_eq!(ChunkType::ALL.len(), 0x54);
        for (value, ty) in (0..).zip(ChunkType::ALL) {
            assert_eq!(ty.value(), value);
            assert_eq!(ChunkType::from_u32(value), Some(ty));
        }
        assert_eq!(ChunkType::from_u32(0x54), None);
        assert_eq!(ChunkType::from_u32(u32::MAX), None);
    }

    #[test]
    fn names_are_the_executables_strings() {
        // Source: spec/chunks.md 3, exact spelling and case.
        for (value, name) in [
            (0x00, "Anim Rot Keyframes"),
            (0x15, "Sector BSP Data"),
            (0x2A, "Renderware Texture Dic"),
            (0x2F, "Grid Connections2"),
            (0x40, "PathData"),
            (0x47, "Preinstance Object"),
            (0x50, "ImportCars"),
            (0x53, "Occluders"),
        ] {
            assert_eq!(ChunkType::from_u32(value).map(ChunkType::name), Some(name));
        }
        assert_eq!(ChunkType::Occluders.to_string(), "0x53 Occluders");
    }
}
