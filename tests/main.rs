//! The whole program, entered as a person enters it: by its command line.

mod house;
mod pictures;
mod program;
