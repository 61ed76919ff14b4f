//! The forged levels as their readers see them.

mod commando;
mod cracks;
mod demo;
mod files;
mod museum;
mod pieces;
mod retail;
mod sectors;
mod support;
