//! The demo level, from its file to what a frame draws.

mod scene;
