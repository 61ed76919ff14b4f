//! The forged levels as their readers see them.

mod cracks;
mod demo;
mod retail;
mod sectors;
mod support;
