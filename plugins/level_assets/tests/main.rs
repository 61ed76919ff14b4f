//! The crate as an app uses it: files in, assets out.

mod app;
mod bad_input;
mod fixture;
mod forged;
mod hot_reload;
mod kinds;
mod meshes;
mod oracle;
mod part;
