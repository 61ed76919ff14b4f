//! The crate as an app uses it: stores, the asset source, hot reload.

#[cfg(feature = "bevy")]
mod app;
#[cfg(feature = "bevy")]
mod asset_source;
mod commando;
mod disc;
mod faults;
mod folder;
mod hostile;
mod identity;
#[cfg(feature = "bevy")]
mod overlay;
