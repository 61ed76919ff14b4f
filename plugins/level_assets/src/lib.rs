//! Bevy asset loaders for levels, worlds, parts, packs and level settings
