//! The rows: counts, chunks by type, ranges.

use super::row::{KnownChunks, known, ranges};

/// Reasons why something is known of the disc and not counted, as a sentence says them.
const NOT_LOOSE: &str = "only the disc or its archive shows it, not a folder of its files";
const NEEDS_CODE: &str = "it stands in the code of scripts, of which only the constants are read";
const NO_LAYOUT: &str = "the layout of scene records is not known";

known! {
    /// What is counted.
    Count,
    /// Every count, ordered by group.
    KNOWN;

    "disc" {
        Files "disc-files" 29 "files on the disc", "spec/archives.md 1.1", NOT_LOOSE;
        Files "disc-movies" 16 "movies (`PSS/*.BIK`)", "spec/archives.md 1.1", NOT_LOOSE;
        Files "disc-modules" 6 "sound and pad modules (`MODULES/*.IRX`)", "spec/archives.md 1.1", NOT_LOOSE;
        Files "disc-index-bytes" 128_428 "bytes of `WARRIORS.DIR`", "spec/archives.md 1.1", NOT_LOOSE;
        Files "disc-archive-bytes" 1_495_371_776 "bytes of `WARRIORS.WAD`", "spec/archives.md 1.1", NOT_LOOSE;
        Files "disc-archive-sectors" 730_162 "sectors of 2,048 bytes of `WARRIORS.WAD`", "spec/archives.md 1.1", NOT_LOOSE;
        Files "disc-speech-bytes" 1_402_861_568 "bytes of `IOP/BFW.SND`", "spec/archives.md 1.1", NOT_LOOSE;
        Files "disc-music-bytes" 960_063_488 "bytes of `IOP/MUSIC.SND`", "spec/archives.md 1.1", NOT_LOOSE;
    }
    "archive" {
        Header ArchiveEntries "archive-entries" 10_701 "entries of the index", "spec/archives.md 2, 5.1";
        Header ArchiveEntryBytes "archive-entry-bytes" 1_484_729_244 "bytes of all entries", "spec/archives.md 2, 5.1";
        Header "archive-padding-bytes" 10_642_532 "bytes of the archive in no entry", "spec/archives.md 2", NOT_LOOSE;
        Files ArchiveKinds "archive-kinds" 18 "kinds of entry", "spec/archives.md 5.1, rows";
        // 6,313 is the older figure; the three files of `objarena` were named later.
        Files ArchiveNamesPlain "archive-names-plain" 6_316 "entries with a known file name", "spec/archives.md 4.7: 6,313 + 3";
        Files ArchiveNamesDecimal "archive-names-decimal" 3_599 "decimal entries named by their own resource hash", "spec/archives.md 4.5";
        Files ArchiveNamesMissing "archive-names-missing" 786 "entries without a known name", "spec/archives.md 4.7";
        Files ArchiveUnnamedPacks "archive-unnamed-packs" 645 "packs without a known name", "spec/archives.md 4.7";
        Files ArchiveUnnamedScripts "archive-unnamed-scripts" 111 "scripts without a known name", "spec/archives.md 4.7";
        Files ArchiveUnnamedDictionaries "archive-unnamed-dictionaries" 16 "decimal dictionaries whose hash is not their name", "spec/archives.md 4.5, 4.7";
        Files ArchiveUnnamedScenes "archive-unnamed-scenes" 5 "scene records without a known name", "spec/archives.md 4.7";
        Files ArchiveUnnamedStreams "archive-unnamed-streams" 5 "older RenderWare streams without a known name", "spec/archives.md 4.7";
        Files ArchiveUnnamedResources "archive-unnamed-resources" 2 "other resources without a known name", "spec/archives.md 4.7";
        Files ArchiveUnnamedBanks "archive-unnamed-banks" 2 "sound bank files without a known name", "spec/archives.md 4.7";
    }
    "parse" {
        Header ParseContainers "parse-containers" 5_127 "entries that are exact chunk containers", "spec/archives.md 5.1";
        Header ParseFlat "parse-flat" 4_246 "exact flat containers (resources)", "spec/chunks.md 2.4; seed 004, Container layout";
        Header ParseGrouped "parse-grouped" 881 "exact grouped containers (packs)", "spec/chunks.md 2.4; seed 004, Container layout";
        Header ParseFirstWord "parse-first-word" 7_590 "entries that start with a count of 1 to 5,000", "spec/chunks.md 2.4; seed 004, Container layout";
        // 6,184 comes from a scan that classified every entry first and adds up by kind. A loader that was run over the
        // disc reports 6,183 (and 1,939 below) and does not say where the difference of one comes from.
        Header ParseLooseFlat "parse-loose-flat" 6_184 "entries that parse loosely as flat containers", "spec/chunks.md 2.4; seed 004, Container layout";
        Header ParseLooseFlatLeft "parse-loose-flat-left" 1_938 "of them, with bytes left over", "seed 004, Container layout";
        Header ParseLooseGrouped "parse-loose-grouped" 1_259 "other entries that parse loosely as packs", "spec/chunks.md 2.4; seed 004, Container layout";
        Header ParseLooseGroupedPacks "parse-loose-grouped-packs" 880 "of them, packs", "seed 004, Container layout";
        Header ParseLooseGroupedChance "parse-loose-grouped-chance" 379 "of them, by chance", "spec/chunks.md 2.4; seed 004, Container layout";
        Header ParseFlatAndGrouped "parse-flat-and-grouped" 56 "resources that also parse loosely as packs", "seed 004, table of the classifier";
        Header ParseWorlds "parse-worlds" 26 "world streams that parse loosely both ways", "seed 004, table of the classifier";
    }
    "chunk" {
        Header ChunkCount "chunk-count" 109_094 "chunks in packs and resources", "spec/chunks.md 1.1";
        // Not stated as such: the containers' bytes less 16 for each of the 153,118 headers of three kinds. It equals the
        // sum of the bytes by type to the byte, so each figure of `CHUNK_COUNTS` holds.
        Header ChunkDataBytes "chunk-data-bytes" 863_256_896 "bytes of chunk data, headers not counted", "spec/archives.md 5.1 less the headers of spec/chunks.md 1";
        Header ChunkTypes "chunk-types" 29 "chunk types that occur", "spec/chunks.md 1.1, 3";
        Header ChunkTypesAbsent "chunk-types-absent" 55 "chunk types that do not occur", "spec/chunks.md 3";
    }
    "pack" {
        Files PackEntries "pack-entries" 881 "packs", "spec/archives.md 5.1";
        Files PackBytes "pack-bytes" 671_648_576 "bytes of packs", "spec/archives.md 5.1";
        Files PackNamed "pack-named" 236 "packs with a known name", "spec/archives.md 4.7: 881 less 645";
        Files PackOfLevels "pack-of-levels" 160 "packs of level sections (`level<N>_<k>.pak`)", "spec/archives.md 4.2; seed 001, The level record";
        Files PackSingleSectionLevels "pack-single-section-levels" 36 "levels with one section pack", "spec/archives.md 4.2; seed 001, The level record";
        Header PackResources "pack-resources" 38_897 "resources in packs", "spec/chunks.md 1.3; spec/resources.md 3";
        Header PackModels "pack-models" 17_570 "models in packs", "spec/chunks.md 1.5";
        Header PackDictionaries "pack-dictionaries" 15_144 "texture dictionaries in packs", "spec/chunks.md 1.5";
        Header PackSkinnedModels "pack-skinned-models" 2_217 "skinned models in packs", "spec/chunks.md 1.5";
        Header PackAnimations "pack-animations" 2_051 "animations in packs", "spec/chunks.md 1.5";
        Header PackCharacters "pack-characters" 1_156 "characters in packs", "spec/chunks.md 1.5";
        Header PackSheets "pack-sheets" 759 "sprite sheets in packs", "spec/chunks.md 1.5";
        Header PackWithCharacters "pack-with-characters" 318 "packs that hold characters and props", "spec/resources.md 3";
        Header PackWithSkinnedModels "pack-with-skinned-models" 244 "packs that hold models with textures and bone offsets", "spec/resources.md 3";
    }
    "resource" {
        Files ResourceEntries "resource-entries" 4_246 "standalone resources of all kinds", "spec/archives.md 5.1";
        Files ResourceDecimalEntries "resource-decimal-entries" 3_615 "decimal-named resources", "spec/archives.md 5.1";
        Files ResourceDecimalBytes "resource-decimal-bytes" 157_810_784 "bytes of decimal-named resources", "spec/archives.md 5.1";
        Header ResourceDictionaries "resource-dictionaries" 1_509 "standalone texture dictionaries", "spec/archives.md 5.1; spec/chunks.md 1.5";
        Header ResourceModels "resource-models" 1_324 "standalone models", "spec/archives.md 5.1; spec/chunks.md 1.5";
        Header ResourceSheets "resource-sheets" 576 "standalone sprite sheets", "spec/archives.md 5.1; spec/chunks.md 1.5";
        Header ResourceSkinnedModels "resource-skinned-models" 153 "standalone skinned models", "spec/archives.md 5.1; spec/chunks.md 1.5";
        Header ResourceCharacters "resource-characters" 53 "standalone characters", "spec/archives.md 5.1; spec/chunks.md 1.5";
        Header ResourceOccurrences "resource-occurrences" 43_143 "resource occurrences, packs and standalone", "spec/archives.md 7";
        Header ResourceDistinct "resource-distinct" 4_211 "distinct resource hashes", "spec/archives.md 7";
        Decoded ResourceTwoContents "resource-two-contents" 35 "resource hashes with two different contents", "spec/archives.md 7";
    }
    "model" {
        Header ModelOccurrences "model-occurrences" 21_456 "model chunks (clumps)", "spec/chunks.md 3";
        Header ModelSkinnedOccurrences "model-skinned-occurrences" 2_370 "of them, with bone offsets", "spec/chunks.md 3";
        Header ModelNamedLikeResource "model-named-like-resource" 18_894 "of them, with the hash of their resource", "spec/chunks.md 1.4";
        Header ModelFiles "model-files" 1_477 "standalone models, plain and skinned", "spec/ps2-geometry.md, evidence marks";
        Decoded ModelSkinVertices "model-skin-vertices" 302_305 "weighted vertices of the 153 standalone skinned models", "spec/ps2-geometry.md 7";
    }
    "character" {
        Header CharacterOccurrences "character-occurrences" 1_209 "character data chunks", "spec/chunks.md 3";
        Header CharacterAnimations "character-animations" 28_659 "animations inside characters", "spec/chunks.md 1.5, 3: 31,274 less 2,051 and 564";
    }
    "anm" {
        Files AnmEntries "anm-entries" 564 "animation files", "spec/archives.md 5.1";
        Files AnmBytes "anm-bytes" 2_600_960 "bytes of animation files", "spec/archives.md 5.1";
        Files AnmNamed "anm-named" 563 "animation files with a known name", "spec/archives.md 4.3";
        Header AnmNamedLikeFile "anm-named-like-file" 442 "animation files whose hash is their lower-case name's", "spec/chunks.md 1.4";
        Decoded AnmPairs "anm-pairs" 31_274 "animations in packs and resources, all parsed", "spec/chunks.md 3, 5.2";
    }
    "sheet" {
        Header SheetPages "sheet-pages" 1_335 "sprite sheets in packs and resources", "spec/chunks.md 3, 5.8";
        Decoded SheetNoFont "sheet-no-font" 1_328 "of them, that are no font", "spec/chunks.md 5.8";
        Decoded SheetFonts "sheet-fonts" 7 "of them, that are a font", "spec/chunks.md 5.8: 1,335 less 1,328";
    }
    "picture" {
        Files PictureLevelsOfThree "picture-levels-of-three" 25 "levels with three loading pictures", "spec/archives.md 4.5; spec/loading-screen.md 3; seed 001, The level screen";
        Files PictureLevelsOfThreeWide "picture-levels-of-three-wide" 24 "of them, with wide twins", "spec/archives.md 4.5; spec/loading-screen.md 3";
        Files PictureLevelsOfOne "picture-levels-of-one" 6 "levels with one loading picture", "spec/archives.md 4.5; spec/loading-screen.md 3";
        Files PictureLevelsPlain "picture-levels-plain" 81 "loading pictures of levels, plain form", "spec/archives.md 4.5: 3 x 25 + 6";
        Files PictureRumbleTypes "picture-rumble-types" 17 "arena game types with a loading picture", "spec/archives.md 4.5; spec/loading-screen.md 3";
        Files PictureDefault "picture-default" 1 "fall-back loading picture", "spec/archives.md 4.5";
        Files PictureMemoryCard "picture-memory-card" 12 "memory-card pictures", "spec/archives.md 4.5; seed 001, The memory-card screen";
        Files PictureLegal "picture-legal" 11 "legal screens", "spec/archives.md 4.5";
    }
    "txd" {
        Header TxdDictionaries "txd-dictionaries" 20_314 "texture dictionaries, all files", "spec/renderware.md 2, 13";
        Header TxdInChunks "txd-in-chunks" 18_244 "of them, in chunks", "spec/chunks.md 3";
        Header TxdInWorlds "txd-in-worlds" 159 "of them, in world streams", "spec/archives.md 5.1, one a stream";
        Header TxdInParts "txd-in-parts" 1_911 "of them, in parts, used or not", "spec/archives.md 5.1, one a part";
        Header TxdNamedLikeResource "txd-named-like-resource" 17_988 "dictionary chunks with the hash of their resource", "spec/chunks.md 1.4";
        Header TxdTextures "txd-textures" 42_211 "textures, all files", "spec/renderware.md 1.3, 13";
        Header TxdTexturesPal8 "txd-textures-pal8" 32_333 "textures of 8 bits, no mipmaps (0x2504)", "spec/renderware.md 4.1";
        Header TxdTexturesPal4 "txd-textures-pal4" 9_137 "textures of 4 bits, no mipmaps (0x4504)", "spec/renderware.md 4.1";
        Header TxdTexturesPal4Mips "txd-textures-pal4-mips" 532 "textures of 4 bits with mipmaps (0xC504)", "spec/renderware.md 4.1";
        Header TxdTexturesPal8Mips "txd-textures-pal8-mips" 209 "textures of 8 bits with mipmaps (0xA504)", "spec/renderware.md 4.1";
        Decoded TxdPalettes256 "txd-palettes-256" 32_542 "palettes of 256 colours", "spec/renderware.md 4.5";
        Decoded TxdPalettes16 "txd-palettes-16" 9_669 "palettes of 16 colours", "spec/renderware.md 4.5";
        Decoded TxdDistinct "txd-distinct" 20_582 "distinct textures", "spec/renderware.md 3";
        Decoded TxdDistinctTrilinear "txd-distinct-trilinear" 18_431 "distinct textures with filter 6", "spec/renderware.md 3";
        Decoded TxdDistinctBilinear "txd-distinct-bilinear" 2_151 "distinct textures with filter 2", "spec/renderware.md 3";
        Decoded TxdDistinctWrap "txd-distinct-wrap" 20_559 "distinct textures that wrap both ways", "spec/renderware.md 3";
        Decoded TxdDistinctClamp "txd-distinct-clamp" 23 "distinct textures that clamp both ways", "spec/renderware.md 3";
    }
    "rw" {
        Header RwMipWords "rw-mip-words" 148_835 "mipmap K and L plugins (0x110)", "spec/renderware.md 1.3";
        Header RwHanim "rw-hanim" 102_149 "HAnim plugins (0x11E)", "spec/renderware.md 1.3";
        Header RwScales "rw-scales" 34_857 "the game's atomic plugins (0x3F0), 12 bytes each", "spec/renderware.md 1.3";
        Header RwMatfx "rw-matfx" 19_059 "material effect plugins (0x120)", "spec/renderware.md 1.3, 8.1";
        Header RwSectors "rw-sectors" 16_138 "the game's sector plugins (0x3F1), 20 bytes each", "spec/renderware.md 1.3";
        Header RwPvs "rw-pvs" 3_304 "PVS plugins (0x12A)", "spec/renderware.md 1.3, 10";
        Header RwSkins "rw-skins" 2_370 "skin plugins (0x116)", "spec/renderware.md 1.3";
        Header RwUnidentified "rw-unidentified" 40 "unidentified plugins (0x182)", "spec/renderware.md 1.3";
    }
    "glr" {
        Files GlrEntries "glr-entries" 2 "global resources", "spec/archives.md 5.1";
        Files GlrBytes "glr-bytes" 1_677_296 "bytes of global resources", "spec/archives.md 5.1";
        Files GlrWarriorsBytes "glr-warriors-bytes" 635_488 "bytes of `warriors.glr`", "spec/archives.md 5.1";
        Files GlrOtherBytes "glr-other-bytes" 1_041_808 "bytes of the other one", "spec/archives.md 5.1";
        Header GlrCharacters "glr-characters" 543 "characters of the character list", "spec/chunks.md 5.5";
        Header GlrObjects "glr-objects" 1_406 "objects of the object list", "spec/chunks.md 5.6; seed 001, The Object List's models";
        Decoded "glr-objects-configured" 1_293 "configured object types with a record", "spec/chunks.md 5.6", NEEDS_CODE;
        Decoded GlrObjectsDamaged "glr-objects-damaged" 136 "objects that name a damaged form", "spec/chunks.md 5.6";
        Decoded GlrObjectsDamagedFound "glr-objects-damaged-found" 129 "of them, whose damaged form has a record", "spec/chunks.md 5.6";
        Decoded GlrObjectsTwoDictionaries "glr-objects-two-dictionaries" 33 "objects with a second dictionary", "spec/chunks.md 5.6";
        Decoded GlrObjectsTwice "glr-objects-twice" 1 "object names that are listed twice", "spec/chunks.md 5.6; seed 001, The Object List";
        Decoded GlrObjectsOneAtomic "glr-objects-one-atomic" 1_400 "objects whose model is one atomic", "spec/chunks.md 4.1; seed 001, The Object List's models";
        Decoded GlrObjectsCars "glr-objects-cars" 6 "objects whose model has several atomics (cars)", "spec/chunks.md 4.1; seed 001, The Object List's models";
        Header GlrSheets "glr-sheets" 576 "sheets of the sheet table", "spec/chunks.md 5.7";
        Header GlrAnimations "glr-animations" 564 "animations of the animation list", "spec/chunks.md 5.9";
        Header GlrDependencies "glr-dependencies" 9_223 "records of the dependency list", "spec/chunks.md 5.10; spec/resources.md 4";
        Decoded GlrDependencyGroups "glr-dependency-groups" 1_441 "groups of the dependency list", "spec/chunks.md 5.10; spec/resources.md 4";
        Header GlrSounds "glr-sounds" 25_395 "sounds of `warriors.glr`", "spec/archives.md 9; spec/chunks.md 5.12";
        Decoded GlrSoundsMono "glr-sounds-mono" 22_472 "sounds streamed in mono", "spec/archives.md 9";
        Decoded GlrSoundsStereo "glr-sounds-stereo" 248 "sounds streamed in stereo", "spec/archives.md 9";
        Header GlrStereoRecords "glr-stereo-records" 248 "records of the stereo table", "spec/chunks.md 5.12";
        Header GlrMusic "glr-music" 345 "pieces of the music list", "spec/archives.md 9; spec/chunks.md 5.12";
        Header GlrSoundClasses "glr-sound-classes" 246 "sound classes", "spec/archives.md 9; spec/chunks.md 5.12";
    }
    "scl" {
        Files SclEntries "scl-entries" 1 "scene lists", "spec/archives.md 5.1";
        Files SclBytes "scl-bytes" 66_400 "bytes of the scene list", "spec/archives.md 5.1";
        Header SclRecords "scl-records" 2_765 "records of the scene list", "spec/chunks.md 5.11";
    }
    "scn" {
        Files ScnEntries "scn-entries" 2_765 "scene records", "spec/archives.md 5.1";
        Files ScnBytes "scn-bytes" 197_667_392 "bytes of scene records", "spec/archives.md 5.1";
        Files ScnNamed "scn-named" 2_760 "scene records with a known name", "spec/archives.md 4.3";
        // An older count says 1,239 and 1,526; both pairs add up to 2,765.
        Decoded "scn-headers" 1_240 "scene records that start a scene", "spec/archives.md 5.1", NO_LAYOUT;
        Decoded "scn-segments" 1_525 "scene records that continue one", "spec/archives.md 5.1", NO_LAYOUT;
        Files ScnCaptions "scn-captions" 11 "caption scenes (`<name>_sub.scn`)", "spec/paths-subtitles.md B3";
    }
    "lev" {
        Files LevEntries "lev-entries" 64 "level files", "spec/archives.md 5.1; seed 001, The level file (.lev)";
        Files LevBytes "lev-bytes" 31_902_768 "bytes of level files", "spec/archives.md 5.1";
        Header LevChunks "lev-chunks" 1_152 "chunks of level files", "spec/chunks.md 5.1: 64 x 18; seed 001, The level file (.lev)";
        Header LevDictionaries "lev-dictionaries" 256 "texture dictionaries of level files", "spec/chunks.md 5.1: 64 x 4";
        Header LevModels "lev-models" 192 "models of level files", "spec/chunks.md 5.1: 64 x 3";
        Header LevNamedLikeLevel "lev-named-like-level" 30 "level files with the hash of `level<N>`", "spec/chunks.md 1.4";
    }
    "occluder" {
        Header OccluderLists "occluder-lists" 64 "occluder chunks", "spec/chunks.md 3";
        Header OccluderBytes "occluder-bytes" 8_416 "bytes of occluder chunks", "spec/chunks.md 3";
        Header Occluders "occluders" 66 "occluders", "spec/world-addenda.md 4.1; seed 001, Occluders (chunk 0x53)";
        Decoded OccludersUpright "occluders-upright" 66 "occluders whose upper points lie 1 m above the lower", "spec/world-addenda.md 4.1; seed 001, Occluders (chunk 0x53)";
    }
    "sky" {
        Decoded SkylineTriangles "skyline-triangles" 147_462 "triangles of skylines", "spec/ps2-geometry.md 7; seed 001, Disc check [disc][level]";
        Decoded SkylinePlaceholders "skyline-placeholders" 8 "levels whose skyline has two triangles", "seed 001, The level object";
        Decoded SkyBoxTriangles "sky-box-triangles" 2_092 "triangles of sky boxes", "spec/ps2-geometry.md 7; seed 001, Disc check [disc][level]";
        Decoded CloudTriangles "cloud-triangles" 1_792 "triangles of cloud boxes", "spec/ps2-geometry.md 7; seed 001, Disc check [disc][level]";
    }
    "glow" {
        Header GlowWorlds "glow-worlds" 64 "glow worlds", "spec/renderware.md 9.4, 13";
        Header GlowBytes "glow-bytes" 645_104 "bytes of glow world chunks", "spec/chunks.md 3";
        Header GlowLeaves "glow-leaves" 64 "leaves of glow worlds", "spec/renderware.md 9.4, 13";
        Header GlowPlanes "glow-planes" 0 "planes of glow worlds", "spec/renderware.md 9.4";
        Header GlowTrianglesHeader "glow-triangles-header" 6_870 "triangles of glow worlds, by their headers", "spec/renderware.md 9.4, 13; seed 001, The level object";
        Decoded GlowTriangles "glow-triangles" 6_870 "triangles of glow worlds, decoded", "spec/ps2-geometry.md 11; seed 001, Disc check [disc][level]";
        // The published list of which texture occurs in how many levels names 62 levels with one texture and one with
        // two: one level is missing there. The total of 63 and 1 accounts for all 64 levels.
        Decoded GlowOneTexture "glow-one-texture" 63 "levels whose glows name one texture", "spec/renderware.md 9.4; seed 001, The level object";
        Decoded GlowTwoTextures "glow-two-textures" 1 "levels whose glows name two textures", "spec/renderware.md 9.4; seed 001, The level object";
    }
    "path" {
        Header PathLists "path-lists" 64 "path data chunks", "spec/chunks.md 3";
        Header PathBytes "path-bytes" 5_482_576 "bytes of path data chunks", "spec/chunks.md 3";
        Header Paths "paths" 10_992 "paths (outlines and holes)", "spec/paths-subtitles.md A6; seed 001, Path data (chunk 0x40)";
        Header PathVertices "path-vertices" 68_000 "vertices of paths", "spec/paths-subtitles.md A6; seed 001, Path data (chunk 0x40)";
        Header PathAreas "path-areas" 1_754 "areas with route nodes", "spec/paths-subtitles.md A6; seed 001, Path data (chunk 0x40)";
        Header PathNodes "path-nodes" 43_234 "route nodes", "spec/paths-subtitles.md A6; seed 001, Path data (chunk 0x40)";
        Header PathEdges "path-edges" 252_896 "route edges", "spec/paths-subtitles.md A6; seed 001, Path data (chunk 0x40)";
        Decoded PathEdgesWalk "path-edges-walk" 238_422 "edges of kind 0x01 (walk)", "spec/paths-subtitles.md A1; seed 001, Path data (chunk 0x40)";
        Decoded PathEdgesWalkTwo "path-edges-walk-two" 2_126 "edges of kind 0x02 (walk)", "spec/paths-subtitles.md A1; seed 001, Path data (chunk 0x40)";
        Decoded PathEdgesJump "path-edges-jump" 5_890 "edges of kind 0x04 (jump)", "spec/paths-subtitles.md A1; seed 001, Path data (chunk 0x40)";
        Decoded PathEdgesClimb "path-edges-climb" 982 "edges of kind 0x08 (climb)", "spec/paths-subtitles.md A1; seed 001, Path data (chunk 0x40)";
        Decoded PathEdgesDoor "path-edges-door" 746 "edges of kind 0x10 (door), all with the avoid bit", "spec/paths-subtitles.md A1; seed 001, Path data (chunk 0x40)";
        Decoded PathEdgesBreakable "path-edges-breakable" 0 "edges of kind 0x40 (breakable door)", "spec/paths-subtitles.md A1";
        Decoded PathEdgesRunningClimb "path-edges-running-climb" 4_730 "edges of kind 0x80 (climb at a run)", "spec/paths-subtitles.md A1; seed 001, Path data (chunk 0x40)";
        Decoded PathEdgesOutside "path-edges-outside" 0 "edges of kind 0x100", "spec/paths-subtitles.md A1";
        Decoded PathEdgesBothWays "path-edges-both-ways" 250_963 "edges that have an edge back", "spec/paths-subtitles.md A1; seed 001, Path data (chunk 0x40)";
        Decoded PathAnticlockwise "path-anticlockwise" 1_593 "anticlockwise paths", "spec/paths-subtitles.md A2; seed 001, Path data (chunk 0x40)";
        Decoded PathClockwise "path-clockwise" 9_399 "clockwise paths", "spec/paths-subtitles.md A2; seed 001, Path data (chunk 0x40)";
        Decoded PathAreasAnticlockwise "path-areas-anticlockwise" 1_584 "areas with route nodes whose outline is anticlockwise", "spec/paths-subtitles.md A2; seed 001, Path data (chunk 0x40)";
        Decoded PathNodesInside "path-nodes-inside" 42_373 "route nodes inside their own path", "spec/paths-subtitles.md A2; seed 001, Path data (chunk 0x40)";
        Decoded PathOnGraph "path-on-graph" 1_263 "paths that say they are on the graph (+0x02)", "spec/paths-subtitles.md A1; seed 001, Path data (chunk 0x40)";
        Decoded PathIgnored "path-ignored" 0 "paths with flag 8", "spec/paths-subtitles.md A1; seed 001, Path data (chunk 0x40)";
        Decoded PathFilesWithSlabs "path-files-with-slabs" 52 "files with slab lists", "spec/paths-subtitles.md A1; seed 001, Path data (chunk 0x40)";
        Decoded PathFilesWithoutSlabs "path-files-without-slabs" 12 "files without slab lists", "spec/paths-subtitles.md A6; seed 001, Path data (chunk 0x40)";
        Decoded PathFilesZeroTails "path-files-zero-tails" 7 "of them, with nothing but zeros at the end", "seed 001, Path data (chunk 0x40)";
        Decoded PathSlabLists "path-slab-lists" 4_912 "slab lists", "spec/paths-subtitles.md A1; seed 001, Path data (chunk 0x40)";
        Decoded PathSlabBytes "path-slab-bytes" 77_678 "bytes of slab lists", "spec/paths-subtitles.md A6; seed 001, Path data (chunk 0x40)";
        Decoded PathTailBytes "path-tail-bytes" 770 "bytes after the slab lists", "spec/paths-subtitles.md A6; seed 001, Path data (chunk 0x40)";
        Header PathLevel87 "path-level87" 618 "paths of level87", "spec/paths-subtitles.md A2; seed 001, Path data (chunk 0x40)";
        Decoded PathLevel87Areas "path-level87-areas" 79 "areas of level87", "spec/paths-subtitles.md A2; seed 001, Path data (chunk 0x40)";
        Decoded PathLevel87Holes "path-level87-holes" 539 "holes of level87", "spec/paths-subtitles.md A2; seed 001, Path data (chunk 0x40)";
        Decoded PathLevel87HolesSeven "path-level87-holes-seven" 395 "of them, with flags 7", "spec/paths-subtitles.md A2; seed 001, Path data (chunk 0x40)";
    }
    "collision" {
        Header CollisionMeshes "collision-meshes" 64 "collision meshes", "spec/chunks.md 3; spec/collision.md 10";
        Header CollisionTriangles "collision-triangles" 150_567 "collision triangles", "spec/collision.md 10";
        Header CollisionVertices "collision-vertices" 94_294 "collision vertices", "spec/collision.md 10";
        // The number of cells is stated nowhere; it is at most a quarter of this, less the padding of 64 chunks.
        Header CollisionGridBytes "collision-grid-bytes" 1_144_560 "bytes of collision grids", "spec/chunks.md 3";
        Header CollisionListBytes "collision-list-bytes" 847_408 "bytes of triangle lists", "spec/chunks.md 3";
        Header CollisionFlatGrids "collision-flat-grids" 45 "meshes with one layer of cells", "spec/collision.md 4.2";
        Header CollisionDoubleGrids "collision-double-grids" 19 "meshes with two layers of cells", "spec/collision.md 2, 4.2: 64 less 45";
        Decoded CollisionUp "collision-up" 39_531 "triangles that face up (n.z above cos 15 degrees)", "spec/collision.md 10";
        Decoded CollisionDown "collision-down" 5_060 "triangles that face down", "spec/collision.md 10";
        Decoded CollisionWalls "collision-walls" 105_976 "walls", "spec/collision.md 10";
        Decoded CollisionUpOwn "collision-up-own" 39_202 "up-facing triangles met first by a ray from 1 m above their centre", "spec/collision.md 10";
        Decoded CollisionTwoSided "collision-two-sided" 4 "triangles with flag 0x0002 (two-sided)", "spec/collision.md 3.1";
        Decoded CollisionClimb "collision-climb" 2_717 "triangles with flag 0x0004 (climbing)", "spec/collision.md 3.1";
        Decoded CollisionFlag0008 "collision-flag-0008" 4_231 "triangles with flag 0x0008", "spec/collision.md 3.1";
        Decoded CollisionHiding "collision-hiding" 1_052 "triangles with flag 0x0010 (hiding in shadow)", "spec/collision.md 3.1";
        Decoded CollisionFlag0020 "collision-flag-0020" 17_421 "triangles with flag 0x0020", "spec/collision.md 3.1";
        Decoded CollisionFlag0040 "collision-flag-0040" 0 "triangles with flag 0x0040", "spec/collision.md 3.1";
        Decoded CollisionFlag0080 "collision-flag-0080" 16_316 "triangles with flag 0x0080", "spec/collision.md 3.1";
        Decoded CollisionFlag0100 "collision-flag-0100" 20_231 "triangles with flag 0x0100", "spec/collision.md 3.1";
        Decoded CollisionNoCamera "collision-no-camera" 4_786 "triangles with flag 0x0200 (camera rays pass)", "spec/collision.md 3.1";
        Decoded CollisionFlag0400 "collision-flag-0400" 3_989 "triangles with flag 0x0400", "spec/collision.md 3.1";
        Decoded CollisionFlag0800 "collision-flag-0800" 4 "triangles with flag 0x0800", "spec/collision.md 3.1";
        Decoded CollisionMaterials "collision-materials" 31 "materials that occur", "spec/collision.md 3.3";
        Decoded CollisionMaterial116 "collision-material-116" 34_199 "triangles of material 116, the most frequent", "spec/collision.md 3.3";
        Decoded CollisionListOutside "collision-list-outside" 350 "list entries outside their triangle's box of cells", "spec/collision.md 4.3";
        Decoded CollisionListMissing "collision-list-missing" 18_650 "triangles missing from some cell of their box", "spec/collision.md 4.3";
    }
    "subtitle" {
        Header SubtitleChunks "subtitle-chunks" 64 "subtitle chunks", "spec/chunks.md 3";
        Header SubtitleBytes "subtitle-bytes" 386_784 "bytes of subtitle chunks", "spec/chunks.md 3; spec/paths-subtitles.md B1; seed 001, Disc check [disc][level]";
        Decoded SubtitleLanguages "subtitle-languages" 5 "languages", "spec/paths-subtitles.md B1";
        // A chunk's size is a multiple of 16, so this is the length word inside it.
        Header SubtitleLevel1Bytes "subtitle-level1-bytes" 7_693 "bytes that level1's subtitles use", "spec/paths-subtitles.md B1";
        Decoded SubtitleLevel1Captions "subtitle-level1-captions" 120 "captions of level1, five languages", "spec/paths-subtitles.md B5: 5 x 24";
        Decoded SubtitleLevel99Captions "subtitle-level99-captions" 240 "ordinary captions of level99, five languages", "spec/paths-subtitles.md B5";
        Decoded SubtitleLevel99Emphasised "subtitle-level99-emphasised" 5 "emphasised captions of level99, five languages", "spec/paths-subtitles.md B5";
        Decoded SubtitleMovieCaptions "subtitle-movie-captions" 156 "captions of the 11 movie scenes, one language", "spec/paths-subtitles.md B5, sum";
    }
    "wld" {
        Files WorldEntries "world-entries" 159 "world streams", "spec/archives.md 5.1; seed 000, Disc counts";
        Files WorldBytes "world-bytes" 70_177_584 "bytes of world streams", "spec/archives.md 5.1; seed 000, Disc counts; data/retail_levels.csv";
        Files WorldScenery "world-scenery" 80 "worlds of scenery (79 `s` and `objarena`)", "spec/archives.md 4.1; data/retail_levels.csv";
        Files WorldDetail "world-detail" 79 "worlds of details (`d`)", "spec/archives.md 4.1; data/retail_levels.csv";
        Files WorldSceneryBytes "world-scenery-bytes" 52_611_400 "bytes of worlds of scenery", "data/retail_levels.csv, sum";
        Files WorldDetailBytes "world-detail-bytes" 17_566_184 "bytes of worlds of details", "data/retail_levels.csv, sum";
        Header WorldLeaves "world-leaves" 16_074 "leaves of worlds", "spec/renderware.md 13; seed 000, Disc counts";
        Header WorldPlanes "world-planes" 15_915 "planes of worlds", "spec/renderware.md 9.2, 13; seed 000, Disc check (NTSC-U, 2026-10-04)";
        Header WorldTriangles "world-triangles" 0 "triangles of worlds, by their headers", "spec/renderware.md 9.1; seed 000, World stream";
        Header WorldVertices "world-vertices" 0 "vertices of worlds, by their headers", "spec/renderware.md 9.1; seed 000, World stream";
        Header WorldSectors "world-sectors" 5_315 "streamed sectors", "spec/renderware.md 8.6, 13; seed 000, Disc counts; data/retail_levels.csv";
        Header WorldSectorsScenery "world-sectors-scenery" 3_450 "streamed sectors of scenery", "data/retail_levels.csv, sum";
        Header WorldSectorsDetail "world-sectors-detail" 1_865 "streamed sectors of details", "data/retail_levels.csv, sum";
        Header WorldLeavesEmpty "world-leaves-empty" 10_759 "leaves without an atomic", "spec/renderware.md 8.6; seed 000, Sector plugin 0x3F1";
        Decoded WorldOriginsInside "world-origins-inside" 4_810 "streamed sectors whose origin lies in their box", "spec/renderware.md 8.6; seed 000, Sector plugin 0x3F1";
        Decoded WorldOriginsCentral "world-origins-central" 4_891 "streamed sectors whose origin lies within 5 % of their box's centre", "seed 000, Sector plugin 0x3F1";
        Header WorldTwoSets "world-two-sets" 86 "worlds with two sets of texture coordinates (0x410200B9)", "spec/renderware.md 9.1: 74 + 12; seed 000, World stream";
        Header WorldOneSet "world-one-set" 73 "worlds with one set of texture coordinates (0x4101003D)", "spec/renderware.md 9.1: 5 + 67 + 1; seed 000, World stream";
        Header WorldPvs "world-pvs" 18 "worlds with PVS data", "spec/renderware.md 10; seed 000, World stream";
        Header WorldPvsSections "world-pvs-sections" 3_304 "PVS sections of worlds", "spec/renderware.md 10; seed 000, World stream";
        Header WorldDictionaryBytes "world-dictionary-bytes" 66_506_916 "bytes of texture dictionaries of worlds", "seed 000, Disc counts";
        Header WorldTextures "world-textures" 11_664 "textures of worlds", "spec/renderware.md 13; seed 000, Disc counts";
        Header WorldMoreDetail "world-more-detail" 20 "levels with more streamed sectors of details than of scenery", "spec/world-addenda.md 3.4; data/retail_levels.csv";
    }
    "mem" {
        Files ManifestEntries "manifest-entries" 159 "world manifests", "spec/archives.md 5.1; seed 000, Disc counts";
        Files ManifestBytes "manifest-bytes" 14_420 "bytes of world manifests", "spec/archives.md 5.1; seed 000, Disc counts";
        Header ManifestParts "manifest-parts" 1_564 "parts that manifests list", "spec/archives.md 4.1; seed 000, Disc counts; data/retail_levels.csv";
    }
    "sec" {
        Files PartEntries "part-entries" 1_911 "parts", "spec/archives.md 5.1; seed 000, File names";
        Files PartBytes "part-bytes" 310_714_060 "bytes of parts", "spec/archives.md 5.1";
        Files PartUsed "part-used" 1_564 "used parts", "spec/archives.md 4.1; seed 000, Disc counts; data/retail_levels.csv";
        Files PartUsedBytes "part-used-bytes" 279_667_294 "bytes of used parts", "seed 000, Disc counts; data/retail_levels.csv";
        Files PartUsedScenery "part-used-scenery" 1_026 "used parts of scenery", "data/retail_levels.csv, sum";
        Files PartUsedDetail "part-used-detail" 538 "used parts of details", "data/retail_levels.csv, sum";
        Files PartUnused "part-unused" 347 "parts that no manifest reaches", "spec/archives.md 4.1; seed 000, Disc counts";
        Files PartUnusedBytes "part-unused-bytes" 31_046_766 "bytes of parts that no manifest reaches", "seed 000, Disc counts";
        Header PartNamedLikeFile "part-named-like-file" 1_911 "parts with the hash of their own name", "spec/chunks.md 1.4; seed 000, Part file";
        Header PartDictionaryBytes "part-dictionary-bytes" 41_411_116 "bytes of texture dictionaries of used parts", "seed 000, Disc counts";
        Header PartDictionariesFilled "part-dictionaries-filled" 1_153 "used parts with textures", "seed 000, Part file";
        Header PartDictionariesEmpty "part-dictionaries-empty" 411 "used parts without textures", "spec/renderware.md 2";
        Header PartTextures "part-textures" 10_776 "textures of used parts", "spec/renderware.md 13; seed 000, Disc counts";
        Header PartAtomics "part-atomics" 5_315 "atomics of used parts", "spec/renderware.md 13; seed 000, Disc counts";
        Header PartAtomics30083 "part-atomics-30083" 5_314 "atomics with pipeline 0x30083", "spec/renderware.md 8.4, 13; seed 000, PS2 world geometry";
        Header PartAtomics30082 "part-atomics-30082" 1 "atomics with pipeline 0x30082", "spec/renderware.md 8.4, 13; seed 000, PS2 world geometry";
        Header PartScalesEqual "part-scales-equal" 607 "atomics whose two scales are equal", "spec/renderware.md 8.5; seed 000, Atomic plugin 0x3F0";
        Header PartScalesDifferent "part-scales-different" 4_708 "atomics whose two scales differ", "spec/renderware.md 8.5; seed 000, Atomic plugin 0x3F0";
        Header PartMaterials "part-materials" 88_425 "materials of used parts", "spec/renderware.md 5.1, 13; seed 000, Disc counts";
        Header PartMaterialsDual "part-materials-dual" 9_516 "of them, with a second texture (effect 4)", "spec/renderware.md 8.1, 13; seed 000, Pipelines and the second texture-coordinate set";
        Header PartMaterialsBump "part-materials-bump" 2_467 "of them, with a bump map (effect 1)", "spec/renderware.md 8.1, 13; seed 000, Pipelines and the second texture-coordinate set";
        Decoded PartBatches "part-batches" 181_150 "batches of used parts", "spec/ps2-geometry.md 7; seed 000, PS2 world geometry";
        Header PartTrianglesHeader "part-triangles-header" 2_870_179 "triangles of used parts, by their headers", "spec/renderware.md 6.3, 13; seed 000, Disc counts";
        Decoded PartTriangles "part-triangles" 2_869_406 "triangles of used parts, decoded, degenerate ones not counted", "spec/ps2-geometry.md 7; seed 000, PS2 world geometry";
        Decoded PartAtomicsSameTriangles "part-atomics-same-triangles" 5_155 "atomics with as many triangles decoded as their header says", "spec/renderware.md 6.3; seed 000, PS2 world geometry";
        Header PartVerticesHeader "part-vertices-header" 4_943_282 "vertices of used parts, by their headers", "spec/renderware.md 13; seed 000, Disc counts";
        Decoded PartVerticesDistinct "part-vertices-distinct" 4_882_437 "vertices of used parts, decoded, distinct in a geometry", "spec/ps2-geometry.md 7; seed 000, PS2 world geometry";
        Decoded PartVertices "part-vertices" 7_563_801 "vertices of used parts, decoded, in strips without the overlap of batches", "spec/ps2-geometry.md 7; seed 000, Atomic plugin 0x3F0";
        Decoded PartVerticesInBox "part-vertices-in-box" 7_563_801 "of them, in their sector's box (1 % margin)", "spec/ps2-geometry.md 7; seed 000, Atomic plugin 0x3F0";
        Decoded PartVerticesUnscaled "part-vertices-unscaled" 136 "of them, in the box when not scaled", "spec/ps2-geometry.md 7; seed 000, Atomic plugin 0x3F0";
        Decoded PartTrianglesFacing "part-triangles-facing" 153_453 "triangles that face their normals (level2s, level2d, level51s)", "spec/ps2-geometry.md 5, 7; seed 000, Seen in the viewer";
        Decoded PartTrianglesAverted "part-triangles-averted" 525 "triangles that do not (the same three worlds)", "spec/ps2-geometry.md 7; seed 000, Seen in the viewer";
    }
    "lua" {
        Files LuaEntries "lua-entries" 467 "scripts", "spec/archives.md 5.1";
        Files LuaBytes "lua-bytes" 10_379_282 "bytes of scripts", "spec/archives.md 5.1";
        Files LuaNamed "lua-named" 356 "scripts with a known name", "spec/archives.md 4.2";
        Decoded LuaFogColour "lua-fog-colour" 66 "scripts that name SetFogColor", "spec/level-settings.md 1; seed 000, Fog and background colour";
        Decoded LuaFogColourLevels "lua-fog-colour-levels" 62 "levels with a level file that name SetFogColor", "spec/level-settings.md 1; seed 000, Fog and background colour";
        Decoded LuaFogDistanceLevels "lua-fog-distance-levels" 14 "levels that name SetFogDistance", "spec/level-settings.md 1; seed 000, Fog and background colour";
        Decoded LuaAmbient "lua-ambient" 3 "scripts that name SetWorldAmbient", "spec/level-settings.md 1; spec/lighting.md 4.1";
        Decoded LuaAmbientLevels "lua-ambient-levels" 2 "levels that name SetWorldAmbient", "spec/level-settings.md 1; spec/lighting.md 4.1";
        Decoded LuaGamma "lua-gamma" 1 "scripts that name SetGammaOffset", "spec/level-settings.md 1; spec/lighting.md 4.1";
        Decoded LuaLight "lua-light" 60 "scripts that name SetLight", "spec/level-settings.md 1; spec/lighting.md 4.1";
        // One scan says 52 levels; the list level by level has 53 and its calls add up to the published total.
        Decoded LuaLightLevels "lua-light-levels" 53 "levels that name SetLight", "spec/level-settings.md 3, notes";
        Decoded "lua-light-calls" 5_283 "long calls of SetLight", "spec/level-settings.md 1, 3; spec/lighting.md 4.1", NEEDS_CODE;
        Decoded "lua-light-calls-levels" 5_237 "of them, in scripts of levels", "spec/level-settings.md 3, sum", NEEDS_CODE;
        Decoded "lua-light-calls-global" 46 "of them, in `global.lua`", "spec/level-settings.md 3, notes", NEEDS_CODE;
        Decoded LuaFlickerLevels "lua-flicker-levels" 9 "levels that name SetLightFlicker", "spec/level-settings.md 1; spec/lighting.md 4.1";
        Decoded "lua-player-start" 29 "scripts that create player 1", "spec/level-settings.md 1", NEEDS_CODE;
        Decoded "lua-object-types" 1_371 "object types that scripts configure", "spec/chunks.md 5.6", NEEDS_CODE;
    }
    "objs" {
        Files ObjsEntries "objs-entries" 63 "object lists", "spec/archives.md 5.1";
        Files ObjsBytes "objs-bytes" 1_111_944 "bytes of object lists", "spec/archives.md 5.1";
        Header ObjsEmpty "objs-empty" 26 "object lists of no object", "spec/archives.md 5.1, 12";
        Header ObjsLevel99 "objs-level99" 112 "lines of level99's list", "spec/archives.md 12";
        Decoded ObjsLevel99Emitters "objs-level99-emitters" 14 "of them, particle emitters", "spec/archives.md 12";
        Decoded ObjsLevel99Objects "objs-level99-objects" 98 "of them, objects", "spec/archives.md 12";
        Decoded ObjsLevel99Zone0 "objs-level99-zone-0" 89 "of them, in zone 0", "spec/archives.md 12";
        Decoded ObjsLevel99Zone26 "objs-level99-zone-26" 23 "of them, in zone 26", "spec/archives.md 12";
    }
    "msd" {
        Files BankIndexEntries "bank-index-entries" 21 "sound bank indices", "spec/archives.md 5.1";
        Files BankIndexBytes "bank-index-bytes" 21_568 "bytes of sound bank indices", "spec/archives.md 5.1";
        Files BankNamed "bank-named" 20 "sound banks with a known name", "spec/archives.md 4.4";
    }
    "msb" {
        Files BankEntries "bank-entries" 21 "sound bank sample files", "spec/archives.md 5.1";
        Files BankBytes "bank-bytes" 27_360_592 "bytes of sound bank sample files", "spec/archives.md 5.1";
    }
    "rws" {
        Files OlderEntries "older-entries" 5 "older RenderWare streams (stamp 0x1803FFFF)", "spec/archives.md 5.1";
        Files OlderBytes "older-bytes" 1_395_507 "bytes of older RenderWare streams", "spec/archives.md 5.1";
        Header OlderBroken "older-broken" 4 "of them, that cannot be walked after an empty dictionary", "spec/renderware.md 1.1";
    }
    "font" {
        Files MetricsEntries "metrics-entries" 1 "font metrics (`cn12.met`)", "spec/archives.md 5.1";
        Files MetricsBytes "metrics-bytes" 2_625 "bytes of font metrics", "spec/archives.md 5.1";
        Files BitmapEntries "bitmap-entries" 1 "bitmaps (`cn12.bmp`)", "spec/archives.md 5.1";
        Files BitmapBytes "bitmap-bytes" 98_358 "bytes of bitmaps", "spec/archives.md 5.1";
        Files IconEntries "icon-entries" 1 "memory-card icons", "spec/archives.md 5.1";
        Files IconBytes "icon-bytes" 79_128 "bytes of memory-card icons", "spec/archives.md 5.1";
    }
    "level" {
        Decoded "level-records" 111 "records of the level table", "spec/level-start.md 1.1", NEEDS_CODE;
        Decoded "level-records-tests" 32 "of them, left over from development (79 to 110)", "spec/level-start.md 1.4", NEEDS_CODE;
        Files LevelWorlds "level-worlds" 79 "levels with two worlds", "spec/archives.md 4.1, 4.6; data/retail_levels.csv";
        Files LevelFiles "level-files" 64 "of them, with a level file", "spec/archives.md 4.6";
        Files LevelFilesStory "level-files-story" 31 "of them, no arena", "spec/level-start.md 1.4";
        Files LevelFilesArenas "level-files-arenas" 33 "of them, arenas", "spec/level-start.md 1.4";
        Files LevelNoFile "level-no-file" 15 "levels with two worlds and no level file", "spec/archives.md 4.6; seed 001, The level record";
        Files LevelSingleWorlds "level-single-worlds" 1 "levels with a single world (`objarena`)", "spec/archives.md 4.1; seed 001, The level record";
    }
}

/// Chunks in packs and resources by type, in the order of types. Every type that is missing here does not occur.
///
/// Bytes are stated by `spec/chunks.md` 3, or are the count times the one size of the type. Of the lists that are in both
/// global resources only one size is stated, except for the sounds: twice that size fits the other resource's bytes.
/// The sums of all counts and of all bytes are checked against the sizes of the files.
///
/// Source: `spec/chunks.md` 3, 5.5 to 5.12; `spec/collision.md` 1; seed 001, The level file (.lev).
pub const CHUNKS: &[KnownChunks] = &[
    KnownChunks::new(0x00, 31_274, 135_986_000, [32, 70_672]),
    KnownChunks::new(0x02, 31_274, 2_501_920, [80, 80]),
    KnownChunks::new(0x03, 64, 10_240, [160, 160]),
    KnownChunks::new(0x04, 64, 1_506_080, [144, 90_512]),
    KnownChunks::new(0x05, 64, 1_144_560, [16, 229_152]),
    KnownChunks::new(0x06, 64, 847_408, [48, 54_592]),
    KnownChunks::new(0x07, 64, 1_508_704, [160, 86_416]),
    KnownChunks::new(0x08, 1_209, 3_520_608, [2_912, 2_912]),
    KnownChunks::new(0x15, 64, 645_104, [1_072, 28_928]),
    KnownChunks::new(0x17, 64, 3_072, [48, 48]),
    KnownChunks::new(0x28, 2_370, 1_289_280, [544, 544]),
    KnownChunks::new(0x29, 2, 1_218_992, [406_336, 812_656]),
    KnownChunks::new(0x2A, 18_244, 330_158_928, [560, 263_584]),
    KnownChunks::new(0x31, 2, 71_776, [35_888, 35_888]),
    KnownChunks::new(0x40, 64, 5_482_576, [208, 373_248]),
    KnownChunks::new(0x43, 1, 66_368, [66_368, 66_368]),
    KnownChunks::new(0x44, 2, 34_784, [17_392, 17_392]),
    KnownChunks::new(0x45, 1_209, 13_985_712, [11_568, 11_568]),
    KnownChunks::new(0x46, 2, 101_280, [50_640, 50_640]),
    KnownChunks::new(0x47, 21_456, 362_373_184, [960, 339_840]),
    KnownChunks::new(0x48, 2, 2_464, [1_232, 1_232]),
    KnownChunks::new(0x49, 2, 7_968, [3_984, 3_984]),
    KnownChunks::new(0x4C, 1_335, 135_600, [48, 5_968]),
    KnownChunks::new(0x4D, 2, 9_248, [4_624, 4_624]),
    KnownChunks::new(0x4E, 2, 9_056, [4_528, 4_528]),
    KnownChunks::new(0x4F, 2, 221_408, [110_704, 110_704]),
    KnownChunks::new(0x51, 64, 386_784, [16, 30_128]),
    KnownChunks::new(0x52, 64, 19_376, [16, 1_136]),
    KnownChunks::new(0x53, 64, 8_416, [16, 1_136]),
];

ranges! {
    /// What lies in a range.
    Spread,
    /// Smallest and largest values, ordered by group.
    RANGES;

    "pack" {
        PackResourcesEach "pack-resources-each" 2 351 "resources of a pack", "spec/chunks.md 1.3";
        PackSectionsEach "pack-sections-each" 1 12 "section packs of a level", "spec/archives.md 4.2; seed 001, The level record";
    }
    "resource" {
        ResourceChunksEach "resource-chunks-each" 1 1_190 "chunks of a resource", "spec/chunks.md 1.2";
    }
    "model" {
        ModelBonesEach "model-bones-each" 32 32 "bones of a skinned model", "spec/renderware.md 11";
        // One page says the six cars have 47 atomics together; two say 47 each, one for every part and damaged part.
        ModelCarAtomicsEach "model-car-atomics-each" 47 47 "atomics of a car", "spec/chunks.md 4.1; seed 001, The Object List's models";
    }
    "character" {
        CharacterSlotsEach "character-slots-each" 722 722 "animation slots of a character", "spec/chunks.md 5.3; seed 004, Fix-ups";
    }
    "sheet" {
        SheetRectanglesEach "sheet-rectangles-each" 1 371 "rectangles of a sprite sheet", "spec/chunks.md 5.8";
    }
    "picture" {
        PictureBytesEach "picture-bytes-each" 263_664 263_680 "bytes of a full-screen picture", "spec/archives.md 4.5; spec/loading-screen.md 7";
    }
    "txd" {
        TxdWidthEach "txd-width-each" _ 512 "width and height of a texture", "spec/renderware.md 4.1";
    }
    "occluder" {
        OccludersEach "occluders-each" 0 10 "occluders of a level", "spec/world-addenda.md 4.1; seed 001, Occluders (chunk 0x53)";
    }
    "sky" {
        // The largest skyline is given as "about".
        SkylineTrianglesEach "skyline-triangles-each" 2 4_944 "triangles of a skyline", "seed 001, The level object";
        SkyBoxTrianglesEach "sky-box-triangles-each" 12 138 "triangles of a sky box", "seed 001, The level object";
        CloudTrianglesEach "cloud-triangles-each" 28 28 "triangles of a cloud box", "seed 001, The level object";
    }
    "glow" {
        GlowTrianglesEach "glow-triangles-each" 4 324 "triangles of a glow world", "spec/renderware.md 9.4; seed 001, The level object";
    }
    "path" {
        PathTailBytesEach "path-tail-bytes-each" 4 18 "bytes after the slab lists", "spec/paths-subtitles.md A1; seed 001, Path data (chunk 0x40)";
    }
    "collision" {
        CollisionTrianglesEach "collision-triangles-each" 13 9_051 "triangles of a mesh", "spec/collision.md 2";
        CollisionVerticesEach "collision-vertices-each" 10 5_401 "vertices of a mesh", "spec/collision.md 2";
        CollisionCellsXEach "collision-cells-x-each" 2 251 "cells along x", "spec/collision.md 2";
        CollisionCellsYEach "collision-cells-y-each" 1 124 "cells along y", "spec/collision.md 2";
        CollisionCellsZEach "collision-cells-z-each" 1 2 "cells along z", "spec/collision.md 2";
        CollisionAreaEach "collision-area-each" 0 124 "area byte of a triangle", "spec/collision.md 3.2";
        CollisionLongestListEach "collision-longest-list-each" 11 215 "longest list of a mesh", "spec/collision.md 4.3";
    }
    "wld" {
        WorldBytesEach "world-bytes-each" 12_948 1_316_524 "bytes of a world stream", "seed 000, Disc counts; data/retail_levels.csv";
        WorldSectorsEach "world-sectors-each" 1 593 "streamed sectors of a world", "seed 000, Disc counts; data/retail_levels.csv";
        WorldSectorsDetailEach "world-sectors-detail-each" 1 104 "streamed sectors of a world of details", "spec/world-addenda.md 3.4; data/retail_levels.csv";
        WorldLevelBytes "world-level-bytes" 46_988 15_538_318 "bytes of a level's worlds and used parts", "seed 000, Disc counts; data/retail_levels.csv";
    }
    "mem" {
        ManifestPartsEach "manifest-parts-each" 1 46 "parts of a world", "seed 000, Disc counts; data/retail_levels.csv";
        ManifestWorldHeapEach "manifest-world-heap-each" _ 1_594_404 "heap of a world", "seed 000, Disc counts";
        ManifestPartHeapEach "manifest-part-heap-each" _ 372_229 "heap of a part", "seed 000, Disc counts";
    }
    "sec" {
        PartBytesEach "part-bytes-each" _ 346_962 "bytes of a used part", "seed 000, Disc counts";
        PartStripVerticesEach "part-strip-vertices-each" _ 65_536 "strip vertices of a used part's atomic, not above", "spec/renderware.md 8.2; spec/ps2-geometry.md 7";
    }
}
