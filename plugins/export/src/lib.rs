//! Levels as glTF 2.0 and PNG, for other programs.
#![forbid(unsafe_code)]
