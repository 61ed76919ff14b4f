//! Where the bytes come from: folders and memory behind one Bevy asset source
