//! The overlay as a person uses it: clicks and keys in, words on the screen and changed settings out.

mod commando;
mod headless;
mod panels;
mod screen;
