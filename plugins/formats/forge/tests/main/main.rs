//! The forged levels as their readers see them.

mod cracks;
mod demo;
mod files;
mod museum;
mod retail;
mod sectors;
mod support;
