//! The crate as an app uses it: stores, the asset source, hot reload.

mod app;
mod asset_source;
mod disc;
mod faults;
mod folder;
mod guest;
mod hostile;
mod identity;
mod overlay;
