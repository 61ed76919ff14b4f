//! The streamed world in a whole app without a renderer, entering where a program enters: files, messages, resources.

mod allocation;
mod app;
mod bad_input;
mod demo;
mod file_order;
mod fixture;
mod hot_reload;
mod level_start;
mod lockstep;
mod medium;
mod mirror;
