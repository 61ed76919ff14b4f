//! The forged levels as their readers see them.

mod cracks;
mod demo;
mod files;
mod retail;
mod sectors;
mod support;
