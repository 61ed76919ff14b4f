//! The crate as an app uses it: stores, the asset source, hot reload.

mod asset_source;
mod folder;
