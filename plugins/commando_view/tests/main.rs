//! The demo level, from its file to what a frame draws of it.

mod choosing;
mod damage;
mod demo;
mod lights;
mod loading;
mod scene;
